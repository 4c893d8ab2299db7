import { describe, expect, test } from 'vitest'
import { aiSdkRust, toolResults } from '../../adapters/ai-sdk-rust/index.js'
import { anthropicMessages } from '../../adapters/anthropic-messages/index.js'
import { googleGenerateContent } from '../../adapters/google-generate-content/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import { decodeAny } from '../../adapters.js'
import {
  assistantMessage,
  contentResult,
  deniedResult,
  errorResult,
  toolCall,
  toolMessage,
  toolResult,
  userMessage,
} from '../../src/base/model/create.js'
import type { Message, Part, ToolCall, ToolResult } from '../../src/base/model/types.js'
import { pendingCalls } from '../../src/tools/index.js'
import { recognise } from '../../src/translate/exchange/registry.js'
import { translate, translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import { allAdapters } from '../support/adapters.js'
import { stored } from '../support/values.js'

const CALL = { type: 'tool-call', toolCallId: 'call_1', toolName: 'go', input: '{"city":"Oslo"}' } as const

function assistant(...content: object[]) {
  return { role: 'assistant', content }
}

function answered(...content: object[]) {
  return { role: 'tool', content }
}

function result(output: object, more: object = {}) {
  return { toolCallId: 'call_1', toolName: 'go', output, ...more }
}

function answer(content: readonly object[], finishReason = 'tool-calls') {
  return { content, finishReason, usage: {}, warnings: [] }
}

function parts(messages: readonly Message[]): Part[] {
  return messages.flatMap((message) => message.parts)
}

/** Read, stored, and written again. */
function back(messages: readonly { readonly role: string; readonly content: unknown }[]) {
  return aiSdkRust.encodeMessages(stored(aiSdkRust.decodeMessages(messages).value)).value
}

/** Written, stored, and read again. */
function kept(part: ToolCall | ToolResult): Part | undefined {
  const message = part.type === 'tool-call' ? assistantMessage(part) : toolMessage([part])
  return parts(aiSdkRust.decodeMessages(stored(aiSdkRust.encodeMessages([message]).value)).value)[0]
}

describe('calls', () => {
  test('A1: the text of the arguments stays byte for byte, beside the parsed value', () => {
    const input = '{ "city" :\t"Oslo", "n": 1.0e2, "big": 12345678901234567890 }'
    const natives = [assistant({ ...CALL, input })]
    const { value } = aiSdkRust.decodeMessages(natives)
    expect(parts(value)).toMatchObject([{ rawArguments: input, arguments: { city: 'Oslo', n: 100 } }])
    expect(aiSdkRust.encodeMessages(stored(value)).value).toEqual(natives)
  })

  test('trap 1: the text that another wire wrote is there again on that wire', () => {
    const text = '{ "city" :  "Oslo" }'
    const history = [
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'go', arguments: text } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'rain' },
    ] as const
    const there = stored(translate(history, { from: openaiChat, to: aiSdkRust }).value)
    expect(there[1]).toMatchObject({ content: [{ type: 'tool-call', input: text }] })
    expect(translate(there, { from: aiSdkRust, to: openaiChat }).value).toEqual(history)
  })

  test.each([
    ['malformed', '{"city": "Osl'],
    ['malformed', '{"a": 1}}'],
    ['not-object', '["Oslo"]'],
    ['not-object', '"Oslo"'],
  ] as const)('trap 1: %s arguments are never an empty object: %s', (status, input) => {
    const { value, notices } = aiSdkRust.decodeResponse(answer([{ ...CALL, input }]))
    expect(value.message.parts).toMatchObject([{ status, rawArguments: input }])
    expect(value.message.parts[0]).not.toHaveProperty('arguments')
    expect(notices.map(({ code }) => code)).toEqual(['arguments-unusable'])
    expect(aiSdkRust.encodeResponse(stored(value)).value).toMatchObject({ content: [{ input }] })
  })

  test.each(['{"city": "Os', '', '{"city": "Oslo"}'])('a call that was cut stays one: %s', (rawArguments) => {
    const { arguments: _arguments, ...call } = toolCall('call_1', 'go')
    const cut: ToolCall = { ...call, kind: 'function', status: 'truncated', rawArguments }
    expect(kept(cut)).toMatchObject({ status: 'truncated', rawArguments })
  })

  test('the text of a tool that takes free text is told as JSON text', () => {
    const call: ToolCall = {
      ...toolCall('call_1', 'patch'),
      kind: 'custom',
      status: 'complete',
      arguments: '*** {}',
    }
    const { value } = aiSdkRust.encodeMessages([assistantMessage(call)])
    expect(value).toMatchObject([{ content: [{ input: '"*** {}"' }] }])
    expect(kept(call)).toMatchObject({ kind: 'custom', arguments: '*** {}' })
  })

  test('A2, trap 4: what the provider ran is not handed out to be run again', () => {
    const ran = { ...CALL, toolCallId: 'ws_1', toolName: 'web_search', providerExecuted: true }
    const said = { ...result({ type: 'json', value: { hits: 2 } }), type: 'tool-result', toolCallId: 'ws_1' }
    const native = answer([ran, said, CALL])
    const { message } = aiSdkRust.decodeResponse(native).value
    expect(pendingCalls([message]).map(({ id }) => id)).toEqual(['call_1'])
    expect(message.parts).toMatchObject([
      { type: 'tool-call', providerExecuted: true, kind: 'web_search' },
      { type: 'tool-result', providerExecuted: true, output: { type: 'json', value: { hits: 2 } } },
      { type: 'tool-call', providerExecuted: false },
    ])
  })

  test('trap 4: what OpenAI ran is still known as that after a time in this format', () => {
    const input = [
      { role: 'user', content: 'News?' },
      { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'news' } },
      { role: 'assistant', content: 'Two hits.' },
      { role: 'user', content: 'More?' },
    ]
    const there = translateRequest({ model: 'm', input }, { from: openaiResponses, to: aiSdkRust })
    const { value } = aiSdkRust.decodeRequest(stored(there.value))
    const calls = parts(value.messages).filter((part) => part.type === 'tool-call')
    expect(calls).toMatchObject([{ id: 'ws_1', providerExecuted: true }])
    const again = translateRequest(stored(there.value), { from: aiSdkRust, to: openaiResponses })
    expect(again.value.input).toContainEqual(input[1])
  })

  test('A3: dynamic is kept, and false stays false', () => {
    const natives = [assistant({ ...CALL, dynamic: true }, { ...CALL, toolCallId: 'call_2', dynamic: false })]
    expect(parts(aiSdkRust.decodeMessages(natives).value)[0]).toMatchObject({ dynamic: true })
    expect(back(natives)).toEqual(natives)
  })
})

describe('metadata', () => {
  test('A4: metadata of each provider are kept on the call, the result, its output and its content', () => {
    const own = { openai: { itemId: 'fc_1' }, google: { thoughtSignature: 'c2ln' } }
    const natives = [
      assistant({ ...CALL, providerMetadata: own }),
      answered(
        result(
          {
            type: 'content',
            value: [{ type: 'text', text: 'rain', provider_metadata: own }],
            provider_metadata: own,
          },
          { providerMetadata: own },
        ),
      ),
    ]
    expect(back(natives)).toEqual(natives)
  })

  test('A4: metadata of other wires travel beside those of the providers', () => {
    const call = toolCall('call_1', 'go')
    const signed = { ...call, providerMetadata: { 'google-generate-content': { signature: 'c2ln' } } }
    expect(kept(signed)).toMatchObject({ providerMetadata: signed.providerMetadata })
  })

  test('reasoning goes back to the wire that signed it', () => {
    const content = [
      { type: 'thinking', thinking: 'A city.', signature: 'c2ln' },
      { type: 'tool_use', id: 'toolu_1', name: 'go', input: { city: 'Oslo' } },
    ]
    const history = [
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'rain' }] },
    ]
    const there = stored(translate(history, { from: anthropicMessages, to: aiSdkRust }).value)
    expect(there[1]).toMatchObject({ content: [{ type: 'reasoning', reasoning: 'A city.' }, {}] })
    const again = translate(there, { from: aiSdkRust, to: anthropicMessages }).value
    expect(again[1]).toMatchObject({ content })
  })
})

describe('results', () => {
  const call = toolCall('call_1', 'go')
  const VARIANTS: readonly (readonly [object, ToolResult])[] = [
    [{ type: 'text', value: 'rain' }, toolResult(call, 'rain')],
    [{ type: 'json', value: { a: [1, null] } }, toolResult(call, { a: [1, null] })],
    [{ type: 'execution-denied', reason: 'no' }, deniedResult(call, 'no')],
    [{ type: 'execution-denied' }, deniedResult(call)],
    [{ type: 'error-text', value: 'full' }, errorResult(call, 'full')],
    [{ type: 'error-json', value: { code: 404 } }, errorResult(call, { code: 404 })],
    [
      { type: 'content', value: [{ type: 'text', text: 'See:' }] },
      contentResult(call, [{ type: 'text', text: 'See:' }]),
    ],
  ]

  test.each(VARIANTS)('A5: %j is the output of that kind, both ways', (output, canonical) => {
    const natives = [answered(result(output))]
    const { value } = aiSdkRust.decodeMessages(natives)
    expect(parts(value)).toEqual([canonical])
    expect(aiSdkRust.encodeMessages(value).value).toEqual(natives)
  })

  test.each([
    { type: 'text', text: 'Hi.' },
    { type: 'image-url', url: 'https://example.com/a.png' },
    { type: 'image-data', data: 'iVBORw0KGgo=', mediaType: 'image/png' },
    { type: 'file-data', data: 'JVBERi0=', mediaType: 'application/pdf', filename: 'a.pdf' },
    { type: 'file-data', data: 'iVBORw0KGgo=', mediaType: 'image/png' },
    { type: 'file-url', url: 'https://example.com/a.pdf' },
  ])('A5: the content part %j is kept', (item) => {
    const natives = [answered(result({ type: 'content', value: [item] }))]
    expect(parts(aiSdkRust.decodeMessages(natives).value)).toMatchObject([
      { output: { value: [{ type: item.type === 'text' ? 'text' : 'media' }] } },
    ])
    expect(back(natives)).toEqual(natives)
  })

  test('A5: what no content part can say comes back all the same', () => {
    const items = [
      { type: 'media', kind: 'image', source: { type: 'file-id', id: 'file_1' } },
      { type: 'media', kind: 'audio', mediaType: 'audio/wav', source: { type: 'url', url: 'https://a.b/c' } },
      { type: 'media', kind: 'image', source: { type: 'data', data: '_-8' } },
    ] as const
    expect(kept(contentResult(call, items))).toMatchObject({ output: { type: 'content', value: items } })
  })

  test('trap 3: the error flag arrives on wires that have one', () => {
    const natives = [
      { role: 'user', content: [{ type: 'text', text: 'Go.' }] },
      assistant(CALL),
      answered(result({ type: 'error-json', value: { code: 404 } })),
    ]
    const { value } = translate(natives, { from: aiSdkRust, to: anthropicMessages })
    expect(value.at(-1)).toMatchObject({ content: [{ type: 'tool_result', is_error: true }] })
  })

  test('trap 3: the error flag of content, which has no variant for it, is kept', () => {
    const failed = { ...contentResult(call, [{ type: 'text', text: 'half' }]), isError: true }
    expect(kept(failed)).toEqual(failed)
  })

  test('trap 3: isError of results before outputs had tags is read, and written so', () => {
    const natives = [
      assistant(CALL),
      answered({ toolCallId: 'call_1', result: { code: 500 }, isError: true }),
    ]
    const { value } = aiSdkRust.decodeMessages(natives)
    expect(parts(value)[1]).toMatchObject({ name: 'go', isError: true, output: { type: 'error-json' } })
    expect(back(natives)).toEqual(natives)
  })

  test('A6: preliminary results, then the final one', () => {
    const text = { type: 'text', value: 'looking' }
    const natives = [
      assistant(CALL),
      answered(result(text, { preliminary: true }), result({ type: 'text', value: 'rain' })),
    ]
    const [, interim, final] = parts(aiSdkRust.decodeMessages(natives).value)
    expect(interim).toMatchObject({ preliminary: true })
    expect(final).not.toHaveProperty('preliminary')
    expect(back(natives)).toEqual(natives)
  })

  test('results are one message of the tool, without a type', () => {
    expect(toolResults([toolResult(call, 'rain')])).toEqual([
      { role: 'tool', content: [result({ type: 'text', value: 'rain' })] },
    ])
  })
})

describe('answers', () => {
  test.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['content-filter', 'content-filter'],
    ['tool-calls', 'tool-calls'],
    ['error', 'error'],
    ['other', 'other'],
    ['unknown', 'other'],
    ['tool_calls', 'tool-calls'],
  ])('A12: %s is %s, and written as it came', (word, reason) => {
    const native = answer([{ type: 'text', text: 'Hi.' }], word)
    const { value } = aiSdkRust.decodeResponse(native)
    expect(value.finish).toMatchObject({ reason, raw: word })
    expect(aiSdkRust.encodeResponse(stored(value)).value).toEqual(native)
  })

  test('A12: a call makes stop tool-calls, unless the provider ran it', () => {
    const reasonOf = (call: object) => aiSdkRust.decodeResponse(answer([call], 'stop')).value.finish.reason
    expect(reasonOf(CALL)).toBe('tool-calls')
    expect(reasonOf({ ...CALL, providerExecuted: true })).toBe('stop')
  })

  test('an error is a text', () => {
    const { value } = aiSdkRust.decodeResponse({ error: 'rate limit reached' })
    expect(value.error).toMatchObject({ message: 'rate limit reached' })
    expect(aiSdkRust.encodeResponse(value).value).toEqual({ error: 'rate limit reached' })
  })
})

describe('A14: spellings', () => {
  const SNAKE = { tool_call_id: 'call_1', tool_name: 'go', input: '{"city":"Oslo"}', provider_executed: true }
  const CAMEL = { toolCallId: 'call_1', toolName: 'go', input: '{"city":"Oslo"}', providerExecuted: true }

  test.each([
    ['camelCase', { type: 'tool-call', ...CAMEL }],
    ['snake_case', { type: 'tool-call', ...SNAKE }],
    ['camelCase without a type', CAMEL],
    ['snake_case without a type', SNAKE],
  ])('A14: a call in %s is the same call, and comes back as it was', (_title, native) => {
    const natives = [assistant(native)]
    const [call] = parts(aiSdkRust.decodeMessages(natives).value)
    expect(call).toMatchObject({ id: 'call_1', name: 'go', providerExecuted: true })
    expect(back(natives)).toEqual(natives)
  })

  test('A14: options, tools, choices and answers in snake_case', () => {
    const request = {
      prompt: [assistant({ ...CALL })],
      max_output_tokens: 5,
      stop_sequences: ['END'],
      tools: [{ type: 'function', name: 'go', input_schema: { type: 'object' } }],
      tool_choice: { type: 'tool', tool_name: 'go' },
    }
    const { value } = aiSdkRust.decodeRequest(request)
    expect(value).toMatchObject({
      maxOutputTokens: 5,
      stop: ['END'],
      tools: [{ parameters: { type: 'object' } }],
      toolChoice: { type: 'tool', name: 'go' },
    })
    expect(aiSdkRust.encodeRequest(stored(value)).value).toEqual(request)
  })

  test('A14: an untyped result is one, with a type in a message of the tool as well', () => {
    const natives = [
      assistant(CALL),
      answered({ type: 'tool-result', ...result({ type: 'text', value: 'x' }) }),
    ]
    expect(parts(aiSdkRust.decodeMessages(natives).value)[1]).toMatchObject({ callId: 'call_1' })
    expect(back(natives)).toEqual(natives)
  })

  test('A14: a field in both spellings: the camelCase counts, and neither is lost', () => {
    const natives = [assistant({ ...CALL, tool_name: 'other' })]
    expect(parts(aiSdkRust.decodeMessages(natives).value)[0]).toMatchObject({ name: 'go' })
    expect(back(natives)).toEqual(natives)
  })
})

describe('tools', () => {
  test('A11: a tool of the provider keeps its id and its arguments', () => {
    const native = { type: 'providerdefined', id: 'openai.web-search', name: 'web_search', args: { a: 1 } }
    const { value } = aiSdkRust.decodeTools([native])
    expect(value).toMatchObject([{ type: 'provider', name: 'web_search' }])
    expect(aiSdkRust.encodeTools(stored(value)).value).toEqual([native])
  })

  test.each([
    [
      'anthropic.web_search_20250305',
      { maxUses: 2, userLocation: { type: 'approximate', city: 'Oslo' } },
      anthropicMessages,
      {
        type: 'web_search_20250305',
        name: 'search',
        max_uses: 2,
        user_location: { type: 'approximate', city: 'Oslo' },
      },
    ],
    ['anthropic.bash_20250124', {}, anthropicMessages, { type: 'bash_20250124', name: 'search' }],
    [
      'openai.web_search',
      { searchContextSize: 'low' },
      openaiResponses,
      { type: 'web_search', search_context_size: 'low' },
    ],
    ['google.google_search', {}, googleGenerateContent, { googleSearch: {} }],
  ] as const)('A11: %s becomes the tool of its provider, and comes back', (id, args, to, expected) => {
    const name = id === 'google.google_search' ? 'google_search' : 'search'
    const native = { type: 'providerdefined', id, name, args }
    const request = { prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }], tools: [native] }
    const { value, notices } = translateRequest(request, {
      ...{ from: aiSdkRust, to, model: 'm', maxOutputTokens: 9 },
    })
    expect(value.tools).toEqual([expected])
    expect(notices.filter(({ severity }) => severity === 'warning')).toEqual([])
    expect(aiSdkRust.encodeTools(stored(aiSdkRust.decodeTools([native]).value)).value).toEqual([native])
  })

  test('A11: a tool that would not come back the same is the format’s own', () => {
    for (const id of ['anthropic.web_search_20250305', 'acme.lookup', 'openai', 'openai.web-search']) {
      const native = { type: 'providerdefined', id, name: 'search', args: { max_uses: 2 } }
      expect(aiSdkRust.decodeTools([native]).value).toMatchObject([{ wire: 'ai-sdk-rust', value: native }])
    }
  })

  test('strict, which the crate has no field for, is kept', () => {
    const tool = { type: 'function', name: 'go', parameters: { type: 'object' }, strict: true } as const
    expect(aiSdkRust.decodeTools(aiSdkRust.encodeTools([tool]).value).value).toEqual([tool])
  })
})

describe('streams', () => {
  async function* streamed(...natives: readonly { readonly type: string; readonly delta?: string }[]) {
    yield* natives
  }

  const started = { type: 'tool-input-start', id: 'call_1', toolName: 'go' }
  const delta = { type: 'tool-input-delta', id: 'call_1', delta: '{"city":' }

  test('a call whose whole never came must not be run', async () => {
    const { message, error } = await aiSdkRust.collect(streamed(started, delta))
    expect(message.parts).toMatchObject([{ status: 'truncated', rawArguments: '{"city":' }])
    expect(error?.code).toBe('stream-cut')
  })

  test('A1: the text of the whole call counts, not that of its pieces', async () => {
    const whole = { ...CALL, input: '{ "city": "Bergen" }' }
    const finish = { type: 'finish', usage: {}, finishReason: 'tool-calls' }
    const { message } = await aiSdkRust.collect(
      streamed(started, { ...delta, delta: whole.input }, whole, finish),
    )
    expect(message.parts).toMatchObject([{ rawArguments: whole.input, status: 'complete' }])
  })
})

test('bare messages of the crate are told from those of the Vercel AI SDK', () => {
  const prompt = [userMessage('Go.'), assistantMessage(toolCall('call_1', 'go', { city: 'Oslo' }))]
  const { value } = aiSdkRust.encodeRequest({ messages: prompt })
  const [best] = allAdapters
    .map(({ wire, adapter }) => ({
      wire,
      ...recognise(adapter.codecs.evidence, { request: JSON.parse(JSON.stringify(value)) }),
    }))
    .sort((one, other) => other.score - one.score)
  expect(best?.wire).toBe('ai-sdk-rust')
})

test('A14: a call alone is an answer, is recognized, and comes back alone', async () => {
  for (const native of [
    { toolCallId: 'c1', toolName: 'go', input: '{"city":"Oslo"}' },
    { tool_call_id: 'c1', tool_name: 'go', input: '{"city":"Oslo"}', provider_executed: false },
  ]) {
    const { wire, calls, notices, response } = await decodeAny(native)
    expect(wire).toBe(aiSdkRust.id)
    expect(notices).toEqual([])
    expect(calls.slice(0, 1)).toMatchObject([{ id: 'c1', name: 'go', arguments: { city: 'Oslo' } }])
    expect(aiSdkRust.toolCalls(JSON.stringify(native))).toEqual(calls)
    if (response === undefined) throw new Error('no answer')
    expect(aiSdkRust.encodeResponse(stored(response)).value).toEqual(native)
    const more = { ...response, message: assistantMessage('Hi.', ...calls) }
    expect(JSON.stringify(aiSdkRust.encodeResponse(more).value)).toContain('Hi.')
  }
})
