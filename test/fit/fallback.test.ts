import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, expectObject, objectsIn } from '../../src/base/json/read-json.js'
import { clientCalls } from '../../src/base/model/create.js'
import { translateResponse } from '../../src/translate/exchange/translate-answer.js'
import { encodeConversation, translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import { translateStream } from '../../src/translate/exchange/translate-stream.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { adapterOf } from '../support/adapters.js'
import { pick } from '../support/pair.js'

// BetaFallbackBlock and BetaFallbackBlockParam of @anthropic-ai/sdk;
// https://platform.claude.com/docs/en/build-with-claude/refusals-and-fallback#continuing-the-conversation

const CLAUDE = adapterOf('anthropic-messages').adapter
const TARGETS = [
  'openai-chat',
  'openai-responses',
  'google-generate-content',
  'bedrock-converse',
  'mistral-chat',
]

const hop = (from: string, to: string): JsonObject => ({
  type: 'fallback',
  from: { model: from },
  to: { model: to },
  trigger: { type: 'refusal', category: 'bio' },
})
const FIRST = hop('claude-fable-5', 'claude-opus-5')
const SECOND = hop('claude-opus-5', 'claude-haiku-5-5')
const use = (name: string): JsonObject => ({ type: 'tool_use', id: `toolu_${name}`, name, input: {} })
const say = (text: string): JsonObject => ({ type: 'text', text })
const thought: JsonObject = { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' }
const hidden: JsonObject = { type: 'redacted_thinking', data: 'ZGF0YQ==' }
const search = (id: string): JsonObject => ({
  ...{ type: 'server_tool_use', id: `srvtoolu_${id}`, name: 'web_search', input: { query: 'x' } },
})
const found = (id: string): JsonObject => ({
  ...{ type: 'web_search_tool_result', tool_use_id: `srvtoolu_${id}`, content: [] },
})

function answer(stop_reason: string, ...content: JsonObject[]): JsonObject {
  const usage = { input_tokens: 1, output_tokens: 1 }
  const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-opus-5' }
  return { ...head, content, stop_reason, stop_sequence: null, usage }
}

/** Returns the same answer as the events of a server. A `fallback` block has no deltas. */
function streamed(
  stop_reason: string,
  content: readonly JsonObject[],
  model = 'claude-fable-5',
): Uint8Array[] {
  const usage = { input_tokens: 1, output_tokens: 1 }
  const events: JsonObject[] = [
    { type: 'message_start', message: { ...answer(stop_reason), model, stop_reason: null, content: [] } },
    ...content.flatMap((block, index): JsonObject[] => [
      { type: 'content_block_start', index, content_block: block },
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
  // One event at a time, so that decoding cannot depend on events arriving together.
  return events.map((event) =>
    new TextEncoder().encode(`event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`),
  )
}

async function* source(chunks: readonly Uint8Array[]) {
  yield* chunks
}

const CASES: readonly [string, string, readonly JsonObject[], readonly string[]][] = [
  ['a call before it', 'end_turn', [use('a'), FIRST, say('Hello.')], []],
  ['calls on both sides', 'tool_use', [use('a'), FIRST, use('b')], ['b']],
  ['two hops', 'tool_use', [use('a'), FIRST, use('b'), SECOND, use('c'), use('d')], ['c', 'd']],
  ['two hops, nobody calls in the end', 'end_turn', [use('a'), FIRST, use('b'), SECOND, say('No.')], []],
  ['a block that comes first', 'tool_use', [FIRST, use('b')], ['b']],
  ['a chain that declined as a whole', 'refusal', [use('a'), FIRST], []],
]

/** The stop reasons of https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons, and another. */
const STOPS = [
  ...['end_turn', 'max_tokens', 'stop_sequence', 'tool_use', 'pause_turn', 'refusal'],
  ...['model_context_window_exceeded', 'unheard_of'],
]

describe('calls of models that declined', () => {
  test.each(CASES)('%s: nobody runs them', async (_title, stop, content, runnable) => {
    const whole = CLAUDE.decodeResponse(answer(stop, ...content)).value
    const live = await CLAUDE.collect(source(streamed(stop, content)))
    for (const { message, finish } of [whole, live]) {
      expect(clientCalls(message).map(({ name }) => name)).toEqual(runnable)
      const calls = message.parts.flatMap((part) => (part.type === 'tool-call' ? [part] : []))
      expect(calls.filter(({ withheld }) => withheld !== 'superseded').map(({ name }) => name)).toEqual(
        runnable,
      )
      expect(finish.reason === 'tool-calls').toBe(runnable.length > 0)
    }
    const again = CLAUDE.encodeResponse(whole).value
    expect(again).toEqual(answer(stop, ...content))
  })

  test.each(CASES)('%s: the stream ends like the complete answer', async (_title, _stop, content) => {
    for (const stop of STOPS) {
      const whole = CLAUDE.decodeResponse(answer(stop, ...content)).value
      const live = await CLAUDE.collect(source(streamed(stop, content)))
      expect(live.finish, stop).toEqual(whole.finish)
    }
  })

  describe.each(TARGETS)('on %s', (wire) => {
    const { adapter } = adapterOf(wire)

    test.each(CASES)('%s: a complete answer', (_title, stop, content, runnable) => {
      const { value, notices } = translateResponse(answer(stop, ...content), { from: CLAUDE, to: adapter })
      const { message } = adapter.decodeResponse(value).value
      const calls = message.parts.flatMap((part) => (part.type === 'tool-call' ? [part.name] : []))
      expect(calls).toEqual(runnable)
      expect(notices.map(({ code }) => code)).not.toContain('opaque-dropped')
    })

    test.each(CASES)('%s: a streamed one', async (_title, stop, content, runnable) => {
      const frames = translateStream(source(streamed(stop, content)), { from: CLAUDE, to: adapter })
      const value = await adapter.collect(frames)
      const calls = value.message.parts.flatMap((part) => (part.type === 'tool-call' ? [part.name] : []))
      expect(calls).toEqual(runnable)
      // Wires without a finish reason for a refusal report an error.
      const { outcomes = [] } = adapter.codecs.limits
      const isSaid = stop !== 'refusal' || outcomes.includes('refused') || outcomes.includes('filtered')
      expect(value.error === undefined).toBe(isSaid)
    })
  })

  test('a call that was sent before the hand-over ends the answer with an error', async () => {
    const content = [use('a'), FIRST, say('Hello.'), use('b')]
    const { adapter } = adapterOf('openai-chat')
    const frames = translateStream(source(streamed('tool_use', content, 'claude-sonnet-5')), {
      from: CLAUDE,
      to: adapter,
    })
    let text = ''
    for await (const frame of frames) text += frame
    expect(text).toContain('another model replaced the one that called a')
    expect(text).not.toContain('Hello.')
    expect(text).not.toContain('"finish_reason":"tool_calls"')
  })
})

describe('an answer with a hand-over goes back', () => {
  const content = [
    thought,
    say('One.'),
    search('1'),
    found('1'),
    search('2'),
    use('a'),
    hidden,
    FIRST,
    thought,
    say('Two.'),
    use('b'),
  ]
  const result = (name: string): JsonObject => ({
    type: 'tool_result',
    tool_use_id: `toolu_${name}`,
    content: 'ok',
  })
  const tools = ['a', 'b'].map((name) => ({ name, input_schema: { type: 'object', properties: {} } }))
  const request: JsonObject = {
    ...{ model: 'claude-fable-5', max_tokens: 100, tools },
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content },
      { role: 'user', content: [result('a'), result('b')] },
    ],
  }

  test('unchanged to Claude, unless it is repaired', () => {
    const same = translateRequest(request, { from: CLAUDE, to: CLAUDE })
    expect(same.value).toEqual(request)
    const { value, notices } = translateRequest(request, { from: CLAUDE, to: CLAUDE, repair: true })
    const messages = objectsIn(expectObject(asJson(value), '').messages)
    const types = objectsIn(messages[1]?.content).map((block) => pick(block, 'type'))
    expect(types).toEqual([
      ...['text', 'server_tool_use', 'web_search_tool_result', 'fallback'],
      ...['thinking', 'text', 'tool_use'],
    ])
    expect(messages[2]?.content).toEqual([result('b')])
    expect(notices.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['call-withheld', 'superseded-dropped']),
    )
    expect(lint(adapterOf('anthropic-messages').rules, expectObject(asJson(value), ''))).toEqual([])
  })

  test.each(TARGETS)('to %s without the parts that the first model left open', (wire) => {
    const { conversation } = { conversation: CLAUDE.decodeRequest(request).value }
    const { adapter } = adapterOf(wire)
    const { value, notices } = encodeConversation(conversation, {
      to: adapter,
      model: 'm',
      maxOutputTokens: 9,
    })
    const { messages } = adapter.decodeRequest(value).value
    const parts = messages.flatMap((message) => message.parts)
    expect(parts.flatMap((part) => (part.type === 'tool-call' ? [part.name] : []))).toEqual(['b'])
    expect(parts.flatMap((part) => (part.type === 'tool-result' ? [part.output] : []))).toHaveLength(1)
    expect(JSON.stringify(parts)).toContain('One.')
    expect(notices.map(({ code }) => code)).not.toContain('opaque-dropped')
  })

  test('twice the same way, and a later call may have the id of one that is left out', () => {
    const messages = [
      ...objectsIn(request.messages),
      { role: 'assistant', content: [use('a')] },
      { role: 'user', content: [result('a')] },
    ]
    const { value } = translateRequest({ ...request, messages }, { from: CLAUDE, to: CLAUDE, repair: true })
    const written = objectsIn(expectObject(asJson(value), '').messages)
    expect(written.at(-1)?.content).toEqual([result('a')])
    const again = translateRequest(value, { from: CLAUDE, to: CLAUDE, repair: true })
    expect(again.value).toEqual(value)
  })

  test('the linter reports each block that has to be left out', () => {
    const broken = lint(adapterOf('anthropic-messages').rules, request)
    const places = broken.filter(({ rule }) => rule === 'ANTHROPIC-FALLBACK-01').map(({ path }) => path)
    expect(places).toEqual([0, 4, 5, 6].map((index) => `/messages/1/content/${index}`))
    const first = {
      ...request,
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [FIRST, thought, say('x')] },
      ],
    }
    expect(
      lint(adapterOf('anthropic-messages').rules, first).filter(({ rule }) => /FALLBACK/.test(rule)),
    ).toEqual([])
  })
})
