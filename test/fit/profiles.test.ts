import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import type { Conversation, Message, Part, ToolOutput } from '../../src/base/model/types.js'
import { chooseLimits, type LimitsChoice, type TextLimit, textTest } from '../../src/codec/wire/limits.js'
import { encodeConversation, translate } from '../../src/translate/exchange/translate-conversation.js'
import { type FitOptions, fit } from '../../src/translate/fit/fit.js'
import { INTERJECTION } from '../../src/translate/fit/turns.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { stored } from '../support/values.js'
import { assistant, call, result, system, tool, user } from './build.js'

const named = adapters.flatMap(({ wire, adapter }) =>
  Object.keys(adapter.codecs.limits.profiles ?? {}).map((profile) => ({ wire, profile })),
)

function fitTo(wire: string, conversation: Conversation, options: FitOptions = {}) {
  const fitted = fit(conversation, adapterOf(wire).adapter.codecs, options)
  return { ...fitted, codes: fitted.notices.map(({ code }) => code) }
}

const LONG_NAME = `a_${'very_'.repeat(14)}long.name`
const LONG_ID = 'call:'.repeat(30)
const IMAGE: ToolOutput = {
  type: 'content',
  value: [
    { type: 'media', kind: 'image', mediaType: 'image/png', source: { type: 'data', data: 'iVBORw0KGgo=' } },
  ],
}

/** A conversation with every feature in which profiles differ. */
const difficult: Conversation = {
  messages: [
    user('hi'),
    assistant(call(LONG_ID, LONG_NAME), call('call_2', 'other')),
    tool(result(LONG_ID, IMAGE, { name: LONG_NAME }), result('call_2', 'found', { name: 'other' })),
    user('go on'),
  ],
  tools: [
    { type: 'function', name: LONG_NAME },
    { type: 'function', name: 'other' },
  ],
  toolChoice: { type: 'tool', name: 'other' },
  maxOutputTokens: 9,
}

describe.each(named)('$wire, limits of $profile', ({ wire, profile }) => {
  const { codecs } = adapterOf(wire).adapter
  const limits = chooseLimits(codecs, profile)
  const fitted = fitTo(wire, difficult, { limits: profile })

  test('hold for ids, names and the choice', () => {
    const parts = fitted.conversation.messages.flatMap((message): readonly Part[] => message.parts)
    const illegal = (texts: readonly string[], limit: TextLimit) =>
      texts.filter((each) => !textTest(limit)(each))
    const calls = parts.filter((part) => part.type === 'tool-call')
    expect(calls).toHaveLength(2)
    expect(
      illegal(
        calls.map(({ id }) => id),
        limits.callId,
      ),
    ).toEqual([])
    expect(
      illegal(
        calls.map(({ name }) => name),
        limits.toolName,
      ),
    ).toEqual([])
    const { toolChoice } = fitted.conversation
    if (toolChoice !== undefined) expect(limits.toolChoices ?? [toolChoice.type]).toContain(toolChoice.type)
  })

  test('and the rules that hold then find nothing to refuse', () => {
    const { adapter, rules } = adapterOf(wire)
    const request = stored(asJson(adapter.encodeRequest({ ...fitted.conversation, model: 'm' }).value))
    const violations = lint(rules, expectObject(request, ''), profile)
    expect(violations.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('fitting again changes nothing', () => {
    expect(fitTo(wire, fitted.conversation, { limits: profile }).conversation).toEqual(fitted.conversation)
  })

  test('a longer conversation begins as it did', () => {
    const longer = { ...difficult, messages: [...difficult.messages, assistant('so'), user('yes')] }
    const { messages } = fitTo(wire, longer, { limits: profile }).conversation
    expect(messages.slice(0, fitted.conversation.messages.length)).toEqual(fitted.conversation.messages)
  })
})

describe('limits of individual profiles', () => {
  test('older deployments of Claude require short names, and tools next to a history of calls', () => {
    const history = { messages: difficult.messages }
    const { conversation } = fitTo('anthropic-messages', history, { limits: 'older-deployments' })
    expect(conversation.tools).toHaveLength(2)
    for (const { name } of conversation.tools ?? []) expect(name.length).toBeLessThanOrEqual(64)
    expect(fitTo('anthropic-messages', history).conversation.tools).toBeUndefined()
  })

  test('messages without tools still get no tools', () => {
    const [anthropic, chat] = [adapterOf('anthropic-messages').adapter, adapterOf('openai-chat').adapter]
    const native = chat.encodeMessages(difficult.messages).value
    const { notices } = translate(native, { from: chat, to: anthropic, limits: 'older-deployments' })
    expect(notices.map(({ code }) => code)).not.toContain('tools-declared')
  })

  test.each(['llama', 'mistral'])('%s on Bedrock accepts messages with results only', (limits) => {
    const { conversation, codes } = fitTo('bedrock-converse', difficult, { limits })
    const { messages } = conversation
    expect(messages.map(({ role }) => role)).toEqual([
      ...['user', 'assistant', 'tool', 'assistant', 'user', 'user'],
    ])
    expect(messages[3]).toMatchObject({ parts: [{ type: 'text', text: INTERJECTION }] })
    expect(codes).toContain('answer-inserted')
    // If a wire cannot require a specific tool but can require any call, only that tool is declared.
    const isNamed = limits === 'mistral'
    expect(codes).toContain(isNamed ? 'allowed-tools-declared' : 'tool-choice-repaired')
    expect(conversation.toolChoice).toEqual(isNamed ? { type: 'required' } : undefined)
  })

  test.each([
    ['mistral-chat', 'older-deployments'],
    ['bedrock-converse', 'llama'],
    ['bedrock-converse', 'mistral'],
  ])('%s, %s: instructions between results and the user join no turn', (wire, limits) => {
    // Only instructions that the wire itself had at this position stay there.
    const providerMetadata = { [wire]: {} }
    const messages: Message[] = [
      user('Look.'),
      assistant(call('call_0001', 'look')),
      { role: 'tool', parts: [result('call_0001', 'rain')] },
      { ...system('Be brief.'), providerMetadata },
      user('And now?'),
    ]
    const { conversation } = fitTo(wire, { messages }, { limits })
    expect(conversation.messages.map(({ role }) => role)).toEqual([
      ...['user', 'assistant', 'tool', 'system', 'assistant', 'user'],
    ])
  })

  test('Mistral can be required to call some tool, Llama cannot', () => {
    const forced: Conversation = { ...difficult, toolChoice: { type: 'required' } }
    const choice = (limits: string) => fitTo('bedrock-converse', forced, { limits }).conversation.toolChoice
    expect(choice('mistral')).toEqual({ type: 'required' })
    expect(choice('llama')).toBeUndefined()
  })

  test('Gemini before 3 gets media next to the results', () => {
    expect(fitTo('google-generate-content', difficult, { limits: 'before-gemini-3' }).codes).toContain(
      'media-moved',
    )
    expect(fitTo('google-generate-content', difficult).codes).not.toContain('media-moved')
  })

  test('newer deployments of OpenAI keep ids of 64 characters', () => {
    const id = 'a'.repeat(64)
    const { conversation } = fitTo(
      'openai-chat',
      { messages: [user('hi'), assistant(call(id)), tool(result(id))] },
      { limits: 'newer-deployments' },
    )
    expect(conversation.messages[1]).toMatchObject({ parts: [{ id }] })
  })

  test('limits of the caller are applied in addition to the default limits', () => {
    const { conversation } = fitTo('bedrock-converse', difficult, { limits: { toolChoices: ['auto'] } })
    expect(conversation.toolChoice).toBeUndefined()
  })
})

describe('lint reads the limits that the caller chose', () => {
  const refused = (wire: string, request: JsonObject, limits?: LimitsChoice) =>
    lint(adapterOf(wire).rules, request, limits).map(({ rule, severity }) => `${rule} ${severity}`)
  const converse: JsonObject = {
    messages: [
      { role: 'user', content: [{ text: 'hi' }] },
      { role: 'assistant', content: [{ toolUse: { toolUseId: 'call_1', name: 'f', input: {} } }] },
      { role: 'user', content: [{ toolResult: { toolUseId: 'call_1', content: [] } }, { text: 'go on' }] },
    ],
    toolConfig: {
      tools: [{ toolSpec: { name: 'f', inputSchema: { json: { type: 'object' } } } }],
      toolChoice: { any: {} },
    },
  }

  test('Bedrock: a rule of one family is sure where that family reads', () => {
    const usual = ['BEDROCK-MIX-01 info', 'BEDROCK-TOOLCFG-04 info']
    expect(refused('bedrock-converse', converse)).toEqual(usual)
    expect(refused('bedrock-converse', converse, 'claude')).toEqual(usual)
    expect(refused('bedrock-converse', converse, 'llama')).toEqual([
      'BEDROCK-MIX-01 error',
      'BEDROCK-TOOLCFG-04 error',
    ])
    const [id, mixed] = ['BEDROCK-ID-02 error', 'BEDROCK-MIX-01 error']
    // This family supports a required call, but not of a specific tool.
    expect(refused('bedrock-converse', converse, 'mistral')).toEqual([id, id, mixed])
    const toolConfig = {
      ...expectObject(converse.toolConfig ?? null, ''),
      toolChoice: { tool: { name: 'f' } },
    }
    expect(refused('bedrock-converse', { ...converse, toolConfig }, 'mistral')).toEqual([
      ...[id, id, mixed],
      'BEDROCK-TOOLCFG-04 error',
    ])
  })

  test('Claude: older deployments refuse what newer ones take', () => {
    const request = {
      max_tokens: 9,
      messages: [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] },
      ],
    }
    const tool = { name: 'n'.repeat(65), input_schema: { type: 'object' } }
    expect(refused('anthropic-messages', request)).toEqual(['ANTHROPIC-TOOLS-01 warning'])
    expect(refused('anthropic-messages', request, 'older-deployments')).toEqual(['ANTHROPIC-TOOLS-01 error'])
    const declared = { ...request, tools: [tool] }
    expect(refused('anthropic-messages', declared)).toEqual(['ANTHROPIC-NAME-03 warning'])
    expect(refused('anthropic-messages', declared, 'older-deployments')).toEqual(['ANTHROPIC-NAME-03 error'])
  })

  test('Gemini before 3 accepts no media in results', () => {
    const contents = [
      { role: 'user', parts: [{ text: 'hi' }] },
      { role: 'model', parts: [{ functionCall: { name: 'a:b', args: {} }, thoughtSignature: 'c2ln' }] },
      { role: 'user', parts: [{ functionResponse: { name: 'a:b', response: {}, parts: [] } }] },
    ]
    const request = { contents, tools: [{ functionDeclarations: [{ name: 'a:b' }] }] }
    const wire = 'google-generate-content'
    expect(refused(wire, request)).toEqual(['GOOGLE-NAME-04 warning'])
    expect(refused(wire, request, 'before-gemini-3')).toEqual([
      'GOOGLE-MEDIA-01 error',
      'GOOGLE-NAME-04 warning',
    ])
    expect(refused(wire, request, 'older-servers')).toEqual([
      ...['GOOGLE-NAME-05 warning', 'GOOGLE-NAME-05 warning'],
      ...['GOOGLE-MEDIA-01 error', 'GOOGLE-NAME-04 error'],
    ])
  })

  test('Chat: vendors and deployments', () => {
    const ids = (id: string): JsonObject => ({
      messages: [
        {
          role: 'assistant',
          tool_calls: [{ id, type: 'function', function: { name: 'a.b', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: id, content: '' },
      ],
      tools: [{ type: 'function', function: { name: 'a.b' } }],
    })
    const [id, name] = ['OPENAI-CHAT-ID-01 warning', 'OPENAI-CHAT-NAME-03 warning']
    const long = 'a'.repeat(41)
    expect(refused('openai-chat', ids(long))).toEqual([id, id, name, name])
    expect(refused('openai-chat', ids(long), 'newer-deployments')).toEqual([])
    const nine = 'MISTRAL-COMPAT-ID-01 error'
    expect(refused('openai-chat', ids(long), 'mistral')).toEqual([name, name, nine, nine])
    expect(refused('openai-chat', { messages: [], tools: [] })).toEqual(['OPENAI-CHAT-TOOLS-02 warning'])
    expect(refused('openai-chat', { messages: [], tools: [] }, 'alibaba')).toEqual([
      'OPENAI-CHAT-TOOLS-02 error',
    ])
  })

  test('limits of the caller’s own', () => {
    const callId = { pattern: '[0-9]+', characters: '0-9', maxLength: 9, rule: 'BEDROCK-ID-01' }
    expect(refused('bedrock-converse', converse, { callId })).toContain('BEDROCK-ID-01 error')
    const toolChoices = ['auto'] as const
    expect(refused('bedrock-converse', converse, { toolChoices })).toContain('BEDROCK-TOOLCFG-04 error')
    expect(refused('bedrock-converse', converse, { resultsAlone: false })).toEqual([
      'BEDROCK-TOOLCFG-04 info',
    ])
  })
})

describe('a name that no profile has', () => {
  test('is an error that lists the known ones', () => {
    const { adapter } = adapterOf('bedrock-converse')
    const unknown =
      'bedrock-converse has no limits profile "gpt"; known are claude, nova, llama, openai, mistral'
    expect(() => fit(difficult, adapter.codecs, { limits: 'gpt' })).toThrow(unknown)
    expect(() => encodeConversation(difficult, { to: adapter, limits: 'gpt' })).toThrow(unknown)
    expect(() => fit(difficult, adapter.codecs, { limits: 'constructor' })).toThrow('no limits profile')
  })

  test('of a wire without profiles', () => {
    const { codecs } = adapterOf('openai-chat').adapter
    const plain = { ...codecs, limits: { ...codecs.limits, profiles: undefined } }
    expect(() => fit(difficult, plain, { limits: 'mistral' })).toThrow('it has none')
  })
})
