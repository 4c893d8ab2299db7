import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { rules } from '../../adapters/openai-chat/rules.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { createContext } from '../../src/base/model/context.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { checkGrammar } from '../../src/codec/stream/grammar.js'
import {
  defineTool,
  lint,
  type Message,
  type ModelResponse,
  type Part,
  runTools,
  type StreamEvent,
  type ToolCall,
  toolMessage,
  userMessage,
} from '../../src/index.js'
import { type Exchange, recognise } from '../../src/translate/exchange/registry.js'
import { BROKEN, BROKEN_FOR_VENDORS } from '../lint/broken/openai-chat.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { expectLinear } from '../support/growth.js'
import { projectRoot } from '../support/project.js'
import { eventsOf } from '../support/streams.js'
import { translateBody } from '../support/translation.js'
import { deepFreeze, stored } from '../support/values.js'

const weather = { name: 'get_weather', parameters: { type: 'object', properties: {} } }

function call(id: string, args: JsonValue = '{}', name = 'get_weather'): JsonObject {
  return { id, type: 'function', function: { name, arguments: args } }
}

function answer(message: JsonObject, finish: JsonValue = 'stop', more: JsonObject = {}): JsonObject {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [choice(message, finish)],
    ...more,
  }
}

function choice(message: JsonObject, finish: JsonValue): JsonObject {
  return { index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: finish }
}

function chunk(delta: JsonObject, finish: JsonValue = null, more: JsonObject = {}): JsonObject {
  const object = 'chat.completion.chunk'
  return {
    id: 'chatcmpl-1',
    object,
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  }
}

function fragment(index: number | undefined, fn: JsonObject, more: JsonObject = {}): JsonObject {
  return { tool_calls: [{ ...(index !== undefined && { index }), ...more, function: fn }] }
}

function readEvents(chunks: readonly JsonObject[]): StreamEvent[] {
  const events = eventsOf(openaiChat, chunks)
  expect(checkGrammar(events)).toEqual([])
  return events
}

function read(deltas: readonly JsonObject[], finish: JsonValue = 'tool_calls'): ModelResponse {
  const chunks = deltas.map((delta) => chunk(delta))
  return assemble(readEvents([...chunks, chunk({}, finish)]), openaiChat.id)
}

function calls({ message }: { readonly message: Message }): ToolCall[] {
  return message.parts.filter((part) => part.type === 'tool-call')
}

function roundTrip(request: JsonObject): object {
  const stored = JSON.parse(JSON.stringify(openaiChat.decodeRequest(JSON.stringify(request)).value))
  return openaiChat.encodeRequest(stored).value
}

function history(...messages: JsonArray): JsonObject {
  return { model: 'm', messages, tools: [{ type: 'function', function: weather }] }
}

describe('calls of a response', () => {
  test('an empty id is replaced, so that the next request can answer the call', () => {
    const native = answer({ tool_calls: [call(''), call('')] }, 'tool_calls')
    const decoded = openaiChat.decodeResponse(JSON.stringify(native)).value
    const [first, second] = calls(decoded)
    expect(first).toMatchObject({ minted: true, id: expect.stringMatching(/^\w+$/) })
    expect(second?.id).not.toBe(first?.id)
    expect(openaiChat.encodeMessages([decoded.message]).value[0]).toMatchObject({
      tool_calls: [{ id: first?.id }, { id: second?.id }],
    })
    expect(openaiChat.encodeResponse(decoded).value).toEqual(native)
  })

  test('edited arguments take precedence over the original text', () => {
    const decoded = openaiChat.decodeResponse(
      JSON.stringify(answer({ tool_calls: [call('a', '{ "x": 1 }')] }, 'tool_calls')),
    ).value
    const parts = decoded.message.parts.map((part) =>
      part.type === 'tool-call' && part.kind !== 'custom' && part.status === 'complete'
        ? { ...part, arguments: { x: 2 } }
        : part,
    )
    const encoded = openaiChat.encodeResponse({ ...decoded, message: { ...decoded.message, parts } }).value
    expect(encoded.choices[0]?.message.tool_calls?.[0]).toMatchObject({ function: { arguments: '{"x":2}' } })
  })
})

describe('thinking', () => {
  test('blocks without their signature are not sent, their text is', () => {
    const details = [{ type: 'reasoning.text', text: 'Hm.', signature: 'sig', index: 0 }]
    const decoded = openaiChat.decodeResponse(
      JSON.stringify(answer({ content: 'Yes.', reasoning: 'Hm.', reasoning_details: details })),
    ).value
    const [thinking, text] = decoded.message.parts
    expect(thinking?.type === 'reasoning' && thinking.providerMetadata?.['openai-chat']?.signature).toBe(
      'sig',
    )
    const unsigned = {
      type: 'reasoning' as const,
      text: 'Hm.',
      providerMetadata: {
        'openai-chat': {
          fields: ['reasoning'],
          details: [{ type: 'reasoning.text', text: 'Hm.', index: 0 }],
          proof: { index: 0, key: 'signature' },
        },
      },
    }
    const encoded = openaiChat.encodeMessages([
      { ...decoded.message, parts: [unsigned, ...(text ? [text] : [])] },
    ]).value[0]
    expect(encoded).toMatchObject({ reasoning: 'Hm.' })
    expect(encoded).not.toHaveProperty('reasoning_details')
  })
})

describe('requests', () => {
  test('results without an id answer the calls in their order, and stay without one', () => {
    const request = history(
      { role: 'assistant', tool_calls: [call(''), call('')] },
      { role: 'tool', tool_call_id: '', content: '1' },
      { role: 'tool', content: '2' },
    )
    const { messages } = openaiChat.decodeRequest(JSON.stringify(request)).value
    const ids = messages[0]?.parts.map((part) => part.type === 'tool-call' && part.id)
    expect(messages[1]?.parts.map((part) => part.type === 'tool-result' && part.callId)).toEqual(ids)
    expect(roundTrip(request)).toEqual(request)
  })

  test('the legacy form: functions, function_call and function messages', () => {
    const request: JsonObject = {
      model: 'm',
      messages: [
        { role: 'assistant', content: null, function_call: { name: 'get_weather', arguments: '{}' } },
        { role: 'function', name: 'get_weather', content: '24 °C' },
      ],
      functions: [weather],
      function_call: { name: 'get_weather' },
    }
    const conversation = openaiChat.decodeRequest(JSON.stringify(request)).value
    expect(conversation).toMatchObject({
      tools: [{ name: 'get_weather' }],
      toolChoice: { type: 'tool', name: 'get_weather' },
    })
    const [asked, answered] = conversation.messages
    expect(answered?.parts[0]).toMatchObject({
      callId: asked?.parts[0]?.type === 'tool-call' && asked.parts[0].id,
    })
    expect(roundTrip(request)).toEqual(request)
  })

  test('a result made for a legacy call is written as a function message', () => {
    const { message } = openaiChat.decodeResponse(
      JSON.stringify(answer({ function_call: { name: 'f', arguments: '{}' } }, 'function_call')),
    ).value
    const [made] = message.parts
    const callId = made?.type === 'tool-call' ? made.id : ''
    const output = { type: 'text' as const, value: 'ok' }
    const results: Message = {
      role: 'tool',
      parts: [{ type: 'tool-result', callId, name: 'f', output, isError: false, providerExecuted: false }],
    }
    expect(openaiChat.encodeMessages([message, results]).value[1]).toEqual({
      role: 'function',
      name: 'f',
      content: 'ok',
    })
  })
})

describe('streams', () => {
  test.each(['response.json', 'stream.sse'])(
    'results of a legacy call in %s are function messages, also without the call',
    async (file) => {
      const text = readFileSync(join(projectRoot, 'fixtures/openai-chat/legacy-function-call', file), 'utf8')
      const { message } = await openaiChat.collect(text)
      const tool = (execute: () => string) => defineTool({ name: 'get_weather', execute })
      const fails = tool(() => {
        throw new Error('No weather.')
      })
      for (const results of [
        await runTools(message, [tool(() => '24 °C')]),
        stored(await runTools(message, [fails])),
      ]) {
        const [result] = openaiChat.toolResults(results)
        expect(result).toEqual({ role: 'function', name: 'get_weather', content: expect.any(String) })
        const history = openaiChat.encodeMessages([userMessage('Weather?'), message, toolMessage(results)])
        expect(history.value.at(-1)).toEqual(result)
        expect(history.notices).toEqual([])
        expect(lint(rules, JSON.parse(JSON.stringify({ model: 'm', messages: history.value })))).toEqual([])
      }
    },
  )

  test('the arguments of a call that another one follows are parsed once', async () => {
    const texts = ['{"city":"Oslo"}', '{"city":"Bergen"}']
    const chunks = texts.map((text, index) => {
      const call = {
        index,
        id: `call_${index}`,
        type: 'function',
        function: { name: 'look', arguments: text },
      }
      const finish_reason = index === 1 ? 'tool_calls' : null
      return `data: ${JSON.stringify({ id: 'a', model: 'm', choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason }] })}\n\n`
    })
    const parse = vi.spyOn(JSON, 'parse')
    const { message } = await openaiChat.collect(chunks.join(''))
    const parsed = parse.mock.calls.map(([text]) => text).filter((text) => texts.includes(text))
    parse.mockRestore()
    expect(parsed).toEqual(texts)
    expect(message.parts).toMatchObject([{ status: 'complete' }, { arguments: { city: 'Bergen' } }])
  })

  const whole = (response: ModelResponse) =>
    calls(response).map(({ id, name, rawArguments }) => [id, name, rawArguments])

  test('complete calls that all have index 0, with and without ids', () => {
    const withIds = read([
      fragment(0, { name: 'f', arguments: '{"a":1}' }, { id: 'x' }),
      fragment(0, { name: 'f', arguments: '{"a":2}' }, { id: 'y' }),
    ])
    expect(whole(withIds)).toEqual([
      ['x', 'f', '{"a":1}'],
      ['y', 'f', '{"a":2}'],
    ])
    const without = read([
      fragment(0, { name: 'f', arguments: '{"a":1}' }, { id: '' }),
      fragment(0, { name: 'f', arguments: '{"a":2}' }, { id: '' }),
    ])
    expect(calls(without).map(({ arguments: value }) => value)).toEqual([{ a: 1 }, { a: 2 }])
    expect(new Set(calls(without).map(({ id }) => id)).size).toBe(2)
  })

  test('a null finish reason with usage does not mark the answer as truncated', () => {
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
    const events = readEvents([
      chunk(fragment(0, { name: 'f', arguments: '{}' }, { id: 'x' })),
      { ...chunk({}), choices: [], usage },
    ])
    expect(events.some(({ type }) => type === 'error')).toBe(false)
    expect(assemble(events, openaiChat.id)).toMatchObject({ finish: { reason: 'tool-calls' } })
  })

  test('a text ends where a call begins, a complete call where the next part begins', () => {
    const decoder = openaiChat.codecs.stream.decoder(createContext(openaiChat.id))
    const ended = (native: JsonObject) =>
      decoder.push(native).flatMap((event) => {
        if (event.type === 'text-end') return event.part.text
        return event.type === 'tool-call' ? event.call.name : []
      })
    expect([
      ended(chunk({ content: 'Let me' })),
      ended(chunk(fragment(0, { name: 'first', arguments: '{"a":' }, { id: 'x' }))),
      ended(chunk(fragment(0, { arguments: '1}' }))),
      ended(chunk(fragment(1, { name: 'second', arguments: '' }, { id: 'y' }))),
      ended(chunk(fragment(1, { arguments: '{}' }))),
      ended(chunk({ content: 'And now' })),
    ]).toEqual([[], ['Let me'], [], ['first'], [], ['second']])
  })
})

describe('content of other wires', () => {
  test('an empty content list is omitted on other wires', () => {
    const request = history(
      { role: 'system', content: [] },
      { role: 'user', content: [] },
      { role: 'assistant', content: [], tool_calls: [call('a')] },
      { role: 'tool', tool_call_id: 'a', content: [] },
      { role: 'user', content: 'And now?' },
    )
    expect(roundTrip(request)).toEqual(request)
    for (const target of adapters.filter(({ wire }) => wire !== 'openai-chat')) {
      const { value } = translateBody(request, adapterOf('openai-chat'), target)
      expect(lint(target.rules, stored(value)).filter(({ severity }) => severity !== 'info')).toEqual([])
    }
  })

  test('a list that became an error is marked', () => {
    const decoded = openaiChat.decodeMessages([
      { role: 'assistant', tool_calls: [call('a')] },
      { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'no' }] },
    ])
    const failed = decoded.value.map((message) => ({
      ...message,
      parts: message.parts.map((part) => (part.type === 'tool-result' ? { ...part, isError: true } : part)),
    }))
    expect(openaiChat.encodeMessages(failed).value[1]).toMatchObject({
      content: '<tool_error>no</tool_error>',
    })
  })

  test('media in user messages, in every form and back', () => {
    const content: JsonObject[] = [
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA', detail: 'low', extra: 1 } },
      { type: 'image_url', image_url: 'https://x.example/a.png' },
      { type: 'video_url', video_url: { url: 'https://x.example/a.mp4' } },
      { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } },
      { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mpeg' } },
      { type: 'file', file: { file_data: 'https://x.example/a.pdf', filename: 'a.pdf' } },
      { type: 'file', file: { file_data: 'AAAA' } },
      { type: 'file', file: { file_id: 'file-1', cache: true } },
      { type: 'file', file: {} },
    ]
    const request = history({ role: 'user', content })
    const [message] = openaiChat.decodeRequest(JSON.stringify(request)).value.messages
    expect(
      message?.parts.map((part) => (part.type === 'media' ? `${part.kind} ${part.source.type}` : part.type)),
    ).toEqual([
      'image data',
      'image url',
      'video url',
      'audio data',
      'opaque',
      'file url',
      'opaque',
      'file file-id',
      'opaque',
    ])
    expect(roundTrip(request)).toEqual(request)
  })
})

describe('recognition', () => {
  const score = (exchange: Exchange) => recognise(openaiChat.codecs.evidence, exchange).score

  test('the body states the wire, or its shape does', () => {
    expect(score({ response: answer({}) })).toBeGreaterThan(0.9)
    expect(score({ response: { choices: [{ message: {} }] } })).toBeGreaterThan(0.7)
    expect(score({ stream: [chunk({})] })).toBeGreaterThan(0.9)
    expect(score({ request: history({ role: 'user', content: 'Hi' }) })).toBeGreaterThan(0.4)
    expect(score({ request: { messages: [{ role: 'developer', content: 'Hi' }] } })).toBeGreaterThan(0.6)
  })

  test('other formats are not it', () => {
    expect(score({ request: { contents: [] } })).toBe(0)
    expect(
      score({
        request: { messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] }] },
      }),
    ).toBe(0)
    expect(score({ request: { messages: [{ role: 'user', content: [{ text: 'Hi' }] }] } })).toBe(0)
    expect(score({ request: { messages: [], tools: [{ name: 'f', input_schema: {} }] } })).toBe(0)
    expect(score({ response: { type: 'message', content: [] } })).toBe(0)
    expect(score({})).toBe(0)
  })
})

describe('acceptance rules', () => {
  test('the length of call ids is one figure: in the limits, the rules and the READMEs', () => {
    const { maxLength } = openaiChat.codecs.limits.callId
    const warned = (length: number) =>
      lint(rules, history({ role: 'assistant', tool_calls: [call('x'.repeat(length))] })).some(({ rule }) =>
        rule.startsWith('OPENAI-CHAT-ID'),
      )
    expect([warned(maxLength), warned(maxLength + 1)]).toEqual([false, true])
    for (const file of ['docs/wires.md', 'adapters/openai-chat/README.md'])
      expect(readFileSync(join(projectRoot, file), 'utf8')).toContain(`ids over ${maxLength} characters`)
  })

  const broken = (request: JsonObject, vendor?: string) =>
    lint(rules, request, vendor).map(({ rule }) => rule.replace('OPENAI-CHAT-', ''))
  test('a plain loop breaks no rule', () => {
    const request = history(
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] },
      { role: 'tool', tool_call_id: 'b', content: '' },
      { role: 'tool', tool_call_id: 'a', content: 'ok' },
      { role: 'user', content: 'Thanks' },
    )
    expect(
      [undefined, 'alibaba', 'cerebras', 'deepseek', 'groq', 'xai'].flatMap((vendor) =>
        lint(rules, request, vendor),
      ),
    ).toEqual([])
  })

  test.each(BROKEN)('%s', (rule, request) => expect(broken(request)).toContain(rule))

  test.each(BROKEN_FOR_VENDORS)('%s: %s', (vendor, rule, request) =>
    expect(broken(request, vendor)).toContain(rule),
  )
})

describe('regressions of mutated bodies', () => {
  test('a free-text call without text is restored unchanged', () => {
    const bodies: JsonObject[] = [{ name: 'sql' }, { name: 'sql', input: null }]
    for (const custom of bodies) {
      const native = answer({ tool_calls: [{ id: 'call_1', type: 'custom', custom }] }, 'tool_calls')
      const { value } = openaiChat.decodeResponse(JSON.stringify(native))
      expect(value.message.parts).toMatchObject([{ kind: 'custom', rawArguments: '' }])
      expect(openaiChat.encodeResponse(value).value).toEqual(native)
      const edited = value.message.parts.map(
        (part): Part =>
          part.type === 'tool-call' && part.kind === 'custom' && part.status === 'complete'
            ? { ...part, arguments: 'SELECT 1' }
            : part,
      )
      const written = openaiChat.encodeResponse({
        ...value,
        message: { ...value.message, parts: edited },
      }).value
      expect(written.choices[0]?.message.tool_calls).toMatchObject([{ custom: { input: 'SELECT 1' } }])
    }
  })

  function readCalls(count: number): void {
    const deltas = Array.from({ length: count }, (_, index) =>
      fragment(index, { name: 'f', arguments: '{}' }, { id: `call_${index}` }),
    )
    const chunks = [...deltas.map((delta) => chunk(delta)), chunk({}, 'tool_calls')]
    expect(calls(assemble(eventsOf(openaiChat, chunks), openaiChat.id))).toHaveLength(count)
  }

  // Searching all calls for each call makes the cost quadratic.
  test('many calls in one stream cost what each costs alone', () => expectLinear(readCalls, 60_000))
})

describe('recognition of what is left', () => {
  const score = (exchange: Exchange) => recognise(openaiChat.codecs.evidence, exchange).score

  test('streams without an object', () => {
    expect(score({ stream: [{ choices: [{ delta: { content: 'x' } }] }] })).toBe(0.8)
    expect(score({ stream: [{ choices: [] }, { error: { message: 'no', type: 'x', code: null } }] })).toBe(
      0.4,
    )
    expect(score({ stream: [{ type: 'ping' }] })).toBe(0)
  })

  test.each<[string, JsonObject]>([
    ['messages without content', { messages: [{ role: 'user', parts: [] }] }],
    ['parts that are told by their key', { messages: [{ role: 'user', content: [{ text: 'x' }] }] }],
    ['arguments that are not text', { messages: [called({ city: 'Bern' })] }],
    ['tools that are declared in another way', { messages: [], tools: [{ name: 'f', input_schema: {} }] }],
  ])('requests that no server of the format would take: %s', (_, request) => {
    const settings = { n: 1, tools: [{ type: 'function', function: { name: 'f' } }] }
    expect(score({ request: { ...settings, ...request } })).toBe(0)
  })

  test('arguments that are text', () => expect(score({ request: { messages: [called('{}')] } })).toBe(0.3))

  function called(given: JsonValue): JsonObject {
    return { role: 'assistant', tool_calls: [{ function: { name: 'f', arguments: given } }] }
  }
})

test("a developer message that becomes the user's is no longer a developer's", () => {
  const [message] = openaiChat.decodeMessages([{ role: 'developer', content: 'x' }]).value
  expect(message && openaiChat.encodeMessages([{ ...message, role: 'user' }]).value).toMatchObject([
    { role: 'user' },
  ])
})

test('log probabilities of a long answer are gathered in linear time', () => {
  const chunk = (index: number) => ({
    id: 'c',
    object: 'chat.completion.chunk',
    model: 'm',
    choices: [
      { index: 0, delta: { content: 'a' }, logprobs: { content: [{ token: 'a', logprob: -index }] } },
    ],
  })
  const end = { ...chunk(0), choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
  // Copying the list for each token takes minutes.
  return expectLinear(async (length) => {
    const chunks = Array.from({ length }, (_, index) => deepFreeze(chunk(index)))
    const response = openaiChat.encodeResponse(await openaiChat.collect([...chunks, end])).value
    expect(response.choices[0]).toHaveProperty('logprobs.content.length', length)
  }, 60_000)
})
