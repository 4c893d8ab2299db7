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
  type Conversation,
  encodeConversation,
  lint,
  type Message,
  type ModelResponse,
  type Part,
  type ResultPart,
  type StreamEvent,
  type ToolCall,
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
  test('everyday use: calls out, results in', () => {
    const [found] = openaiChat.toolCalls(
      JSON.stringify(answer({ tool_calls: [call('call_1', '{"city":"Porto"}')] }, 'tool_calls')),
    )
    expect(found).toMatchObject({
      id: 'call_1',
      name: 'get_weather',
      status: 'complete',
      arguments: { city: 'Porto' },
    })
    const output = { type: 'text' as const, value: '24 °C' }
    const result = {
      type: 'tool-result' as const,
      callId: 'call_1',
      name: 'get_weather',
      output,
      isError: false,
      providerExecuted: false,
    }
    expect(openaiChat.toolResults([result])).toEqual([
      { role: 'tool', tool_call_id: 'call_1', content: '24 °C' },
    ])
  })

  test('a call left to the client makes the reason tool-calls, whatever the server says', () => {
    for (const finish of ['stop', '', null, 'tool_calls', 'function_call']) {
      const { finish: read } = openaiChat.decodeResponse(
        JSON.stringify(answer({ tool_calls: [call('a')] }, finish)),
      ).value
      expect(read.reason, String(finish)).toBe('tool-calls')
    }
    expect(
      openaiChat.decodeResponse(JSON.stringify(answer({ tool_calls: [call('a')] }, 'length'))).value.finish
        .reason,
    ).toBe('length')
  })

  test('absent, null and empty arguments are a call without arguments', () => {
    const bodies: JsonObject[] = [
      { name: 'f' },
      { name: 'f', arguments: null },
      { name: 'f', arguments: '' },
      { name: 'f', arguments: 'null' },
    ]
    for (const body of bodies) {
      const native = answer({ tool_calls: [{ id: 'a', type: 'function', function: body }] }, 'tool_calls')
      const decoded = openaiChat.decodeResponse(JSON.stringify(native)).value
      expect(calls(decoded)[0]).toMatchObject({ status: 'complete', arguments: {} })
      expect(openaiChat.encodeResponse(decoded).value).toEqual(native)
    }
  })

  test('a call without arguments is sent back with some: servers refuse null there', () => {
    const { message } = openaiChat.decodeResponse(
      JSON.stringify(answer({ tool_calls: [{ id: 'a', type: 'function', function: { name: 'f' } }] })),
    ).value
    expect(openaiChat.encodeMessages([message]).value[0]).toMatchObject({
      tool_calls: [{ function: { name: 'f', arguments: '{}' } }],
    })
  })

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

  test('only the call that the output limit cut is truncated', () => {
    const native = answer({ tool_calls: [call('a', '{"x":1}'), call('b', '{"x":')] }, 'length')
    expect(
      calls(openaiChat.decodeResponse(JSON.stringify(native)).value).map(({ status }) => status),
    ).toEqual(['complete', 'truncated'])
    const whole = answer({ tool_calls: [call('b', '{"x":')] }, 'tool_calls')
    expect(calls(openaiChat.decodeResponse(JSON.stringify(whole)).value)[0]?.status).toBe('malformed')
  })

  test('zero values beside the real ones are no calls and no audio', () => {
    const zero = {
      function_call: { name: '', arguments: '' },
      audio: { id: '', data: '', expires_at: 0, transcript: '' },
      refusal: '',
    }
    const native = answer(
      { content: '', ...zero, tool_calls: [{ ...call('a'), custom: { name: '', input: '' } }] },
      '',
    )
    const decoded = openaiChat.decodeResponse(JSON.stringify(native)).value
    expect(decoded.message.parts.map(({ type }) => type)).toEqual(['tool-call'])
    expect(calls(decoded)[0]).toMatchObject({ kind: 'function', name: 'get_weather' })
    expect(openaiChat.encodeResponse(decoded).value).toEqual(native)
  })

  test('an unknown kind of call is kept as it is, in its place', () => {
    const strange = { id: 's', type: 'gesture', gesture: { name: 'wave' } }
    const native = answer({ tool_calls: [call('a'), strange, call('b')] }, 'tool_calls')
    const decoded = openaiChat.decodeResponse(JSON.stringify(native)).value
    expect(calls(decoded).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(openaiChat.encodeResponse(decoded).value).toEqual(native)
  })

  test('edited arguments win over the text they came with', () => {
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

  test('further choices are kept, with a notice', () => {
    const native = {
      ...answer({ content: 'one' }),
      choices: [{ ...choice({ content: 'two' }, 'stop'), index: 1 }, choice({ content: 'one' }, 'stop')],
    }
    const { value, notices } = openaiChat.decodeResponse(JSON.stringify(native))
    expect(value.message.parts).toMatchObject([{ type: 'text', text: 'one' }])
    expect(notices.map(({ code }) => code)).toEqual(['other-choices'])
    expect(openaiChat.encodeResponse(value).value).toEqual(native)
  })

  test('a refusal and generated media are parts of their own, so that their loss elsewhere is told', () => {
    const native = answer({
      refusal: 'I cannot.',
      audio: { id: 'audio_1', data: 'AAAA', expires_at: 1, transcript: 'Hi' },
    })
    const decoded = openaiChat.decodeResponse(JSON.stringify(native)).value
    expect(decoded.message.parts.map(({ type }) => type)).toEqual(['opaque', 'opaque'])
    expect(openaiChat.encodeResponse(decoded).value).toEqual(native)
  })

  test('errors beside choices, inside a choice and as bare text', () => {
    const inChoice = {
      ...answer({}),
      choices: [{ ...choice({ content: 'half' }, 'error'), error: { code: 502, message: 'upstream' } }],
    }
    const beside = answer({ content: 'half' }, 'error', { error: { code: 502, message: 'upstream' } })
    for (const native of [inChoice, beside]) {
      const decoded = openaiChat.decodeResponse(JSON.stringify(native)).value
      expect(decoded).toMatchObject({
        error: { message: 'upstream', code: '502' },
        finish: { reason: 'error' },
      })
      expect(openaiChat.encodeResponse(decoded).value).toEqual(native)
    }
    expect(openaiChat.decodeResponse({ error: 'busy' }).value).toMatchObject({ error: { message: 'busy' } })
  })
})

describe('thinking', () => {
  test('goes back into the field that it came in', () => {
    for (const field of ['reasoning_content', 'reasoning', 'reasoning_text']) {
      const decoded = openaiChat.decodeResponse(
        JSON.stringify(answer({ content: 'Yes.', [field]: 'Hm.' })),
      ).value
      expect(decoded.message.parts[0]).toMatchObject({ type: 'reasoning', text: 'Hm.' })
      expect(openaiChat.encodeMessages([decoded.message]).value[0]).toMatchObject({ [field]: 'Hm.' })
    }
  })

  test('an empty field is kept: DeepSeek wants it back', () => {
    const message = { role: 'assistant', content: 'Yes.', reasoning_content: '' }
    expect(roundTrip(history(message))).toEqual(history(message))
  })

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

  test('of another wire has no field in a request, and a notice says so', () => {
    const foreign: Message = {
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'Hm.' },
        { type: 'text', text: 'Yes.' },
      ],
    }
    const { value, notices } = openaiChat.encodeMessages([foreign])
    expect(value).toEqual([{ role: 'assistant', content: 'Yes.' }])
    expect(notices.map(({ code }) => code)).toEqual(['reasoning-dropped'])
  })
})

describe('tools that the server ran', () => {
  const tool = {
    index: 0,
    type: 'search',
    arguments: '{"query":"x"}',
    output: 'found',
    search_results: { results: [] },
  }

  test('are calls with results that nobody runs again', () => {
    const native = answer({ content: 'Found.', executed_tools: [tool] })
    const decoded = openaiChat.decodeResponse(JSON.stringify(native)).value
    expect(decoded.message.parts.slice(0, 2)).toMatchObject([
      { type: 'tool-call', name: 'search', kind: 'web_search', providerExecuted: true },
      {
        type: 'tool-result',
        name: 'search',
        output: { type: 'text', value: 'found' },
        providerExecuted: true,
      },
    ])
    expect(decoded.finish.reason).toBe('stop')
    expect(openaiChat.encodeResponse(decoded).value).toEqual(native)
  })

  test('are not sent back by a conversation that goes on: the server has no field for them', () => {
    const { message } = openaiChat.decodeResponse(
      JSON.stringify(answer({ content: 'Found.', executed_tools: [tool] })),
    ).value
    const { value, notices } = openaiChat.encodeMessages([message])
    expect(value).toEqual([{ role: 'assistant', content: 'Found.' }])
    expect(notices.map(({ code }) => code)).toContain('executed-tool-not-sent')
  })
})

describe('requests', () => {
  test('content keeps its form: text, one part, none, null and absent', () => {
    const request = history(
      { role: 'system', content: 'Be brief.' },
      { role: 'developer', content: [{ type: 'text', text: 'Be kind.' }] },
      { role: 'user', name: 'ana', content: '' },
      { role: 'user', content: [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral' } }] },
      { role: 'user', content: [] },
      { role: 'user', content: [{ type: 'hologram', data: 1 }, null] },
      { role: 'assistant', content: null, tool_calls: [call('a'), call('b'), call('c')] },
      { role: 'tool', tool_call_id: 'b', content: '' },
      { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'ok' }] },
      { role: 'tool', tool_call_id: 'c', name: 'get_weather', content: null },
      { role: 'assistant', tool_calls: [call('d')], content: '' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'So' },
          { type: 'refusal', refusal: 'No.' },
        ],
      },
      { role: 'assistant' },
    )
    expect(roundTrip(request)).toEqual(request)
  })

  test('results in a row are one message, each named after its call', () => {
    const { messages } = openaiChat.decodeRequest(
      JSON.stringify(
        history(
          { role: 'assistant', tool_calls: [call('a'), call('b', '{}', 'get_time')] },
          { role: 'tool', tool_call_id: 'b', content: '1' },
          { role: 'tool', tool_call_id: 'a', content: '2' },
        ),
      ),
    ).value
    expect(messages.map(({ role }) => role)).toEqual(['assistant', 'tool'])
    expect(messages[1]?.parts).toMatchObject([
      { callId: 'b', name: 'get_time' },
      { callId: 'a', name: 'get_weather' },
    ])
  })

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

  test('errors and refusals survive as marked text', () => {
    const request = history(
      { role: 'assistant', tool_calls: [call('a'), call('b'), call('c')] },
      { role: 'tool', tool_call_id: 'a', content: '<tool_error>full</tool_error>' },
      { role: 'tool', tool_call_id: 'b', content: '<tool_denied></tool_denied>' },
      { role: 'tool', tool_call_id: 'c', content: '<tool_error type="json">{"code":7}</tool_error>' },
    )
    const { messages } = openaiChat.decodeRequest(JSON.stringify(request)).value
    expect(messages[1]?.parts).toMatchObject([
      { isError: true, output: { type: 'error-text', value: 'full' } },
      { isError: true, output: { type: 'denied' } },
      { isError: true, output: { type: 'error-json', value: { code: 7 } } },
    ])
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

  test('every form of tool choice is read and kept', () => {
    const custom = { type: 'custom', custom: { name: 'sql' } }
    const named = { type: 'function', function: { name: 'f' } }
    const forms: readonly [JsonValue, object][] = [
      ['auto', { type: 'auto' }],
      ['any', { type: 'required' }],
      [named, { type: 'tool', name: 'f' }],
      [{ function: { name: 'f' } }, { type: 'tool', name: 'f' }],
      [custom, { type: 'tool', name: 'sql' }],
      [
        { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [named, custom] } },
        { type: 'allowed', mode: 'auto', names: ['f', 'sql'] },
      ],
      [{ type: 'browser_search' }, { type: 'opaque' }],
    ]
    for (const [choice, canonical] of forms) {
      const request = { ...history(), tools: [named, custom], tool_choice: choice }
      expect(openaiChat.decodeRequest(JSON.stringify(request)).value.toolChoice).toMatchObject(canonical)
      expect(roundTrip(request)).toEqual(request)
    }
  })

  test('settings of other types, doubled limits and a bare stop word stay what they are', () => {
    const requests: JsonObject[] = [
      { ...history(), max_tokens: 1, max_completion_tokens: 2, stop: 'END', temperature: null },
      { ...history(), max_tokens: 1, stop: ['a', 'b'], top_p: '0.5', tools: [] },
      { ...history(), stop: null, tool_choice: null, parallel_tool_calls: null, tools: null },
    ]
    for (const request of requests) expect(roundTrip(request)).toEqual(request)
    expect(openaiChat.decodeRequest(JSON.stringify(requests[1])).value.maxOutputTokens).toBe(1)
  })

  test('custom tools and vendor tools', () => {
    const grammar = { type: 'grammar', grammar: { syntax: 'regex', definition: '.+', version: 1 } }
    const tools: JsonObject[] = [
      { type: 'custom', custom: { name: 'a', format: grammar } },
      { type: 'openrouter:web_search', parameters: {} },
      { type: 'builtin_function', function: { name: '$web_search' } },
    ]
    const request = { ...history(), tools }
    expect(openaiChat.decodeRequest(JSON.stringify(request)).value.tools).toMatchObject([
      { type: 'custom', grammar: { syntax: 'regex' } },
      { type: 'provider', kind: 'web_search', name: 'openrouter:web_search' },
      { type: 'provider', kind: 'web_search', name: '$web_search' },
    ])
    expect(roundTrip(request)).toEqual(request)
  })
})

describe('streams', () => {
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

  test('whole calls that all come at index 0, with and without ids', () => {
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

  test('empty ids and repeated names on later deltas', () => {
    const response = read([
      fragment(0, { name: 'f', arguments: '' }, { id: 'x', type: 'function' }),
      fragment(0, { name: 'f', arguments: '{"a"' }, { id: '' }),
      fragment(0, { name: '', arguments: ':1}' }, { id: 'x' }),
    ])
    expect(whole(response)).toEqual([['x', 'f', '{"a":1}']])
  })

  test('a name that comes after the first delta', () => {
    const response = read([
      fragment(0, { arguments: '' }, { id: 'x' }),
      fragment(0, { name: 'f' }),
      fragment(0, { arguments: '{}' }),
    ])
    expect(whole(response)).toEqual([['x', 'f', '{}']])
  })

  test('a call without any arguments is complete', () => {
    expect(calls(read([fragment(0, { name: 'f' }, { id: 'x' })]))[0]).toMatchObject({
      status: 'complete',
      arguments: {},
    })
  })

  test('the first delta of a server without padding: no role, empty choices, null deltas', () => {
    const chunks: JsonObject[] = [
      { id: '', object: '', created: 0, model: '', choices: [], prompt_filter_results: [] },
      chunk({ content: 'Hi' }),
      { ...chunk({}), choices: [{ index: 0, delta: null, finish_reason: null }] },
      chunk({}, 'stop'),
    ]
    const response = assemble(readEvents(chunks), openaiChat.id)
    expect(response).toMatchObject({ id: 'chatcmpl-1', model: 'm', finish: { reason: 'stop', raw: 'stop' } })
    expect(response.message.parts).toEqual([{ type: 'text', text: 'Hi' }])
  })

  test('usage in the last chunk, in the choice (Moonshot) and in x_groq', () => {
    const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 }
    const forms: JsonObject[] = [
      { ...chunk({}), choices: [], usage },
      { ...chunk({}), choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage }] },
      chunk({}, 'stop', { x_groq: { id: 'r', usage } }),
    ]
    for (const form of forms) {
      const response = assemble(
        readEvents([chunk({ content: 'Hi' }), chunk({}, 'stop'), form]),
        openaiChat.id,
      )
      expect(response.usage).toEqual({ inputTokens: 3, outputTokens: 4, totalTokens: 7 })
    }
  })

  test('a null finish reason is no cut when the usage came', () => {
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
    const events = readEvents([
      chunk(fragment(0, { name: 'f', arguments: '{}' }, { id: 'x' })),
      { ...chunk({}), choices: [], usage },
    ])
    expect(events.some(({ type }) => type === 'error')).toBe(false)
    expect(assemble(events, openaiChat.id)).toMatchObject({ finish: { reason: 'tool-calls' } })
  })

  test('a text ends where a call begins, a whole call where the next part begins', () => {
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

  test('calls that a server interleaves stay open until they are whole', () => {
    const response = read(
      [
        fragment(0, { name: 'f', arguments: '{"a":' }, { id: 'x' }),
        fragment(1, { name: 'g', arguments: '{"b":' }, { id: 'y' }),
        fragment(0, { arguments: '1}' }),
        fragment(1, { arguments: '2}' }),
      ],
      'tool_calls',
    )
    expect(calls(response)).toMatchObject([{ arguments: { a: 1 } }, { arguments: { b: 2 } }])
  })

  test('arguments that come for a call after its end are told as an error', () => {
    const response = read(
      [
        fragment(0, { name: 'f', arguments: '{"a":1}' }, { id: 'x' }),
        fragment(1, { name: 'g', arguments: '{}' }, { id: 'y' }),
        fragment(0, { arguments: '{"a":2}' }),
      ],
      'tool_calls',
    )
    expect(response.error).toMatchObject({ code: 'call-continued', raw: { id: 'x', arguments: '{"a":2}' } })
  })

  test('a cut stream keeps what came and completes no call', () => {
    const response = assemble(
      readEvents([
        chunk({ content: 'Let me' }),
        chunk(fragment(0, { name: 'f', arguments: '{}' }, { id: 'x' })),
      ]),
      openaiChat.id,
    )
    expect(response).toMatchObject({ error: { code: 'stream-cut' }, finish: { reason: 'error' } })
    expect(response.message.parts).toMatchObject([
      { type: 'text', text: 'Let me' },
      { type: 'tool-call', status: 'truncated', rawArguments: '{}' },
    ])
  })

  test('an error inside the stream is told once, and what came before stays', () => {
    const events = readEvents([
      chunk({ content: 'maybe' }),
      { error: { message: 'no call', code: 'tool_use_failed', status_code: 400 } },
    ])
    expect(events.filter(({ type }) => type === 'error')).toHaveLength(1)
    const response = assemble(events, openaiChat.id)
    expect(response).toMatchObject({
      error: { code: 'tool_use_failed' },
      message: { parts: [{ text: 'maybe' }] },
    })
    expect(
      assemble(
        readEvents([chunk({ content: 'x' }), chunk({}, null, { x_groq: { error: 'over capacity' } })]),
        openaiChat.id,
      ).error,
    ).toMatchObject({ message: 'over capacity' })
  })

  test('thinking ends where the answer begins', () => {
    const types = readEvents([
      chunk({ reasoning_content: 'Hm' }),
      chunk({ reasoning_content: '.', content: null }),
      chunk({ content: 'Yes' }),
      chunk({}, 'stop'),
    ]).map(({ type }) => type)
    expect(types).toEqual([
      'response-start',
      'reasoning-start',
      'reasoning-delta',
      'reasoning-delta',
      'reasoning-end',
      'text-start',
      'text-delta',
      'text-end',
      'finish',
    ])
  })

  test('thinking blocks are put together from their pieces', () => {
    const piece = (more: JsonObject) => ({
      reasoning_details: [{ type: 'reasoning.text', index: 0, ...more }],
    })
    const response = read(
      [
        piece({ text: 'Hm' }),
        piece({ text: '.' }),
        piece({ signature: 'sig' }),
        { content: 'Yes' },
        { reasoning_details: [{ type: 'reasoning.encrypted', index: 1, data: 'x' }] },
      ],
      'stop',
    )
    const encoded = openaiChat.encodeResponse(response).value.choices[0]?.message
    expect(encoded).toMatchObject({
      reasoning_details: [
        { type: 'reasoning.text', index: 0, text: 'Hm.', signature: 'sig' },
        { type: 'reasoning.encrypted', index: 1, data: 'x' },
      ],
    })
  })

  test('a streamed function_call', () => {
    const response = read(
      [
        { function_call: { name: 'f', arguments: '' } },
        { function_call: { arguments: '{"a"' } },
        { function_call: { arguments: ':1}' } },
      ],
      'function_call',
    )
    expect(calls(response)).toMatchObject([{ name: 'f', minted: true, arguments: { a: 1 } }])
    expect(openaiChat.encodeResponse(response).value.choices[0]?.message).toMatchObject({
      function_call: { name: 'f', arguments: '{"a":1}' },
    })
  })

  test('custom calls stream their text', () => {
    const response = read([
      { tool_calls: [{ index: 0, id: 'x', type: 'custom', custom: { name: 'sql', input: '' } }] },
      { tool_calls: [{ index: 0, custom: { input: 'SELECT' } }] },
      { tool_calls: [{ index: 0, custom: { input: ' 1' } }] },
    ])
    expect(calls(response)).toMatchObject([{ kind: 'custom', name: 'sql', arguments: 'SELECT 1' }])
  })

  test('the tool that the server ran comes twice under one index', () => {
    const tool = { index: 0, type: 'search', arguments: '{}' }
    const response = read(
      [
        { executed_tools: [tool] },
        { executed_tools: [{ ...tool, output: 'found' }] },
        { executed_tools: [{ ...tool, output: 'again' }] },
        { content: 'Found.' },
      ],
      'stop',
    )
    expect(response.message.parts.map(({ type }) => type)).toEqual([
      'tool-call',
      'tool-result',
      'tool-call',
      'tool-result',
      'text',
    ])
  })

  test('log probabilities, refusals, spoken answers and citations add up', () => {
    const response = assemble(
      readEvents([
        {
          ...chunk({}),
          choices: [
            {
              index: 0,
              delta: { refusal: 'I ', audio: { id: 'a', data: 'AA' } },
              logprobs: { content: [{ token: 'I' }] },
              finish_reason: null,
            },
          ],
        },
        {
          ...chunk({}),
          choices: [
            {
              index: 0,
              delta: {
                refusal: 'cannot',
                audio: { data: 'BB', expires_at: 2 },
                annotations: [
                  { type: 'url_citation', url_citation: { url: 'https://a.example', title: 'A' } },
                ],
              },
              logprobs: { content: [{ token: 'cannot' }] },
              finish_reason: 'stop',
            },
          ],
        },
      ]),
      openaiChat.id,
    )
    expect(openaiChat.encodeResponse(response).value.choices[0]).toMatchObject({
      logprobs: { content: [{ token: 'I' }, { token: 'cannot' }] },
      message: {
        refusal: 'I cannot',
        audio: { id: 'a', data: 'AABB', expires_at: 2 },
        annotations: [{ url_citation: { title: 'A' } }],
      },
    })
  })

  test('other choices are left out with one notice', () => {
    const events = [
      chunk({ content: 'one' }, 'stop'),
      { ...chunk({}), choices: [{ index: 1, delta: { content: 'two' }, finish_reason: 'stop' }] },
    ]
    expect(assemble(readEvents(events), openaiChat.id).message.parts).toEqual([{ type: 'text', text: 'one' }])
  })

  test('events that are no chunks are ignored', () => {
    expect(
      readEvents([{ type: 'ping' }, chunk({ content: 'Hi' }), { choices: 'none' }, chunk({}, 'stop')]).at(-1),
    ).toMatchObject({ finish: { reason: 'stop' } })
  })
})

describe('what comes from other wires', () => {
  const fitted = (conversation: Conversation) => {
    const { value, notices } = encodeConversation(conversation, { to: openaiChat, from: 'elsewhere' })
    return { value, codes: notices.map(({ code }) => code) }
  }

  test('texts around calls become one string, neighbors without a gap', () => {
    const text = (value: string) => ({ type: 'text' as const, text: value })
    const made: ToolCall = {
      type: 'tool-call',
      kind: 'function',
      id: 'a',
      name: 'f',
      status: 'complete',
      arguments: {},
      providerExecuted: false,
    }
    const output = { type: 'content' as const, value: [text('ok')] }
    const messages: Message[] = [
      {
        role: 'assistant',
        parts: [text('Cited '), text('text.'), made, text('Then.')],
        origin: { wire: 'elsewhere' },
      },
      {
        role: 'tool',
        parts: [
          { type: 'tool-result', callId: 'a', name: 'f', output, isError: true, providerExecuted: false },
        ],
      },
    ]
    const { value, codes } = fitted({ messages, model: 'm' })
    expect(value.messages).toMatchObject([
      { content: 'Cited text.\n\nThen.' },
      { content: '<tool_error>ok</tool_error>' },
    ])
    expect(codes).toContain('texts-joined')
  })

  test.each(['system', 'user', 'assistant', 'tool'] as const)(
    'what holds nothing this wire can write is an empty text, never an empty list: %s',
    (role) => {
      const stranger: Part = { type: 'opaque', wire: 'elsewhere', value: {} }
      const nothing = [[], [stranger]] as const
      const result = (value: readonly ResultPart[], isError: boolean): Part => ({
        type: 'tool-result',
        callId: 'a',
        name: 'f',
        output: { type: 'content', value },
        isError,
        providerExecuted: false,
      })
      const messages: Message[] =
        role === 'tool'
          ? [{ role, parts: [result([], false), result([stranger], false), result([], true)] }]
          : nothing.map((parts) => ({ role, parts }))
      const contents = openaiChat.encodeMessages(messages).value.map(({ content }) => content)
      expect(contents).toEqual(role === 'tool' ? ['', '', '<tool_error></tool_error>'] : ['', ''])
    },
  )

  test('an empty list of this wire is nothing to the others', () => {
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

  test('a list that became an error says so', () => {
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

  test('schemas are completed, what may be missing may be null, and what cannot be strict is not', () => {
    const parameters = {
      type: 'object',
      properties: { list: { type: 'array' }, note: { type: 'string' } },
      required: ['list'],
      additionalProperties: false,
    }
    const tools = [{ type: 'function' as const, name: 'f', parameters, strict: true }]
    const { value, codes } = fitted({ messages: [], tools, model: 'm' })
    expect(value.tools?.[0]).toMatchObject({
      function: { parameters: { properties: { list: { items: {} } } } },
    })
    expect(value.tools?.[0]).not.toHaveProperty('function.strict')
    expect(codes).toEqual(expect.arrayContaining(['schema-fitted', 'strict-dropped']))
    const open = [
      { ...tools[0], type: 'function' as const, name: 'g', parameters: { type: 'object', properties: {} } },
    ]
    expect(fitted({ messages: [], tools: open, model: 'm' }).codes).toContain('schema-fitted')
  })

  test('encoding alone says what it leaves out', () => {
    const foreign = { type: 'opaque' as const, wire: 'elsewhere', value: 1 }
    const file = {
      type: 'media' as const,
      kind: 'file' as const,
      source: { type: 'url' as const, url: 'https://x.example' },
    }
    const note = {
      type: 'media' as const,
      kind: 'file' as const,
      source: { type: 'text' as const, text: 'Hi' },
    }
    const thought = { type: 'reasoning' as const, text: 'Hm.' }
    const source = { type: 'source' as const, url: 'https://x.example' }
    const messages: Message[] = [
      { role: 'user', parts: [foreign, file, note, thought] },
      { role: 'assistant', parts: [foreign, file, source] },
      { role: 'tool', parts: [thought] },
    ]
    const { value, notices } = openaiChat.encodeMessages(messages)
    expect(value).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
      { role: 'assistant', content: '' },
    ])
    expect(notices.map(({ code }) => code)).toEqual([
      'part-dropped',
      'part-dropped',
      'part-dropped',
      'document-as-text',
      'part-dropped',
      'part-dropped',
      'part-dropped',
      'part-dropped',
    ])
  })

  test('tools and choices of other wires are left out with a notice', () => {
    const tool = {
      type: 'provider' as const,
      wire: 'elsewhere',
      kind: 'web_search' as const,
      name: 'web_search',
      value: {},
    }
    expect(openaiChat.encodeTools([tool])).toMatchObject({
      value: [],
      notices: [{ code: 'provider-tool-dropped' }],
    })
    const toolChoice = { type: 'opaque' as const, wire: 'elsewhere', value: 1 }
    expect(openaiChat.encodeRequest({ messages: [], toolChoice }).notices).toMatchObject([
      { code: 'tool-choice-dropped' },
    ])
  })

  test('a response gets what its readers expect', () => {
    const parts = [
      { type: 'reasoning' as const, text: 'Hm.' },
      { type: 'text' as const, text: 'A' },
      { type: 'text' as const, text: 'B' },
      { type: 'source' as const, url: 'https://x.example' },
    ]
    const response: ModelResponse = {
      message: { role: 'assistant', parts },
      finish: { reason: 'stop', raw: 'end_turn' },
      id: 'r',
      model: 'm',
      usage: { inputTokens: 1, outputTokens: 2, cachedInputTokens: 1 },
    }
    expect(openaiChat.encodeResponse(response).value).toEqual({
      id: 'r',
      object: 'chat.completion',
      created: 0,
      model: 'm',
      choices: [
        {
          index: 0,
          logprobs: null,
          message: {
            role: 'assistant',
            content: 'AB',
            refusal: null,
            reasoning_content: 'Hm.',
            annotations: [
              {
                type: 'url_citation',
                url_citation: { url: 'https://x.example', title: '', start_index: 0, end_index: 0 },
              },
            ],
          },
          finish_reason: 'stop',
        },
      ],
      usage: {
        prompt_tokens: 1,
        completion_tokens: 2,
        total_tokens: 3,
        prompt_tokens_details: { cached_tokens: 1 },
      },
    })
    const failed: ModelResponse = {
      message: { role: 'assistant', parts: [] },
      finish: { reason: 'error' },
      error: { message: 'no', code: 'busy', raw: { kind: 'x' } },
    }
    expect(openaiChat.encodeResponse(failed).value).toEqual({
      error: { message: 'no', type: null, param: null, code: 'busy' },
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

  test('the body says it, or its shape does', () => {
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
  test('the length of call ids is one figure: of the limits, the rules and what the READMEs say', () => {
    const { maxLength } = openaiChat.codecs.limits.callId
    const warned = (length: number) =>
      lint(rules, history({ role: 'assistant', tool_calls: [call('x'.repeat(length))] })).some(({ rule }) =>
        rule.startsWith('OPENAI-CHAT-ID'),
      )
    expect([warned(maxLength), warned(maxLength + 1)]).toEqual([false, true])
    for (const file of ['README.md', 'adapters/openai-chat/README.md'])
      expect(readFileSync(join(projectRoot, file), 'utf8')).toContain(`ids over ${maxLength} characters`)
  })

  const broken = (request: JsonObject, vendor?: string) =>
    lint(rules, request, vendor).map(({ rule }) => rule.replace('OPENAI-CHAT-', ''))
  test('a plain loop breaks none', () => {
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

describe('what mutated bodies showed', () => {
  test('a function message whose name is none goes back as it came', () => {
    for (const name of [5, null, '']) {
      const request = history(
        { role: 'assistant', content: null, function_call: { name: 'get_weather', arguments: '{}' } },
        { role: 'function', name, content: 'sunny' },
      )
      expect(roundTrip(request)).toEqual(request)
    }
  })

  test('a free-text call without text goes back as it came', () => {
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

  // Searching for each of them among all makes each of eight times as many cost eight times as much.
  test('many calls in one stream cost what each costs alone', () => expectLinear(readCalls, 60_000))
})

describe('tools that the server ran', () => {
  const executed = (more: JsonObject) => answer({ content: 'So.', executed_tools: [{ index: 0, ...more }] })

  test.each<[string, JsonObject, object[]]>([
    [
      'a named one of an MCP server',
      { type: 'mcp', name: 'look_up', arguments: '{}', output: 'ok' },
      [{ name: 'look_up' }, { name: 'look_up', output: { type: 'text', value: 'ok' } }],
    ],
    [
      'output that is JSON',
      { type: 'python', arguments: '{}', output: { code: 0 } },
      [{ name: 'python' }, { output: { type: 'json', value: { code: 0 } } }],
    ],
    ['arguments that are an object', { type: 'search', arguments: { q: 'x' } }, [{ arguments: { q: 'x' } }]],
    ['arguments that are a list', { type: 'search', arguments: ['x'] }, [{ status: 'not-object' }]],
    ['an empty object', { type: 'search', arguments: {} }, [{ arguments: {} }]],
    ['no arguments', { type: 'search' }, [{ arguments: {} }]],
    ['null', { type: 'search', arguments: null }, [{ arguments: {} }]],
  ])('%s', (_name, tool, parts) => {
    const native = executed(tool)
    const { value } = openaiChat.decodeResponse(JSON.stringify(native))
    expect(value.message.parts.slice(0, -1)).toMatchObject(parts)
    expect(openaiChat.encodeResponse(value).value).toEqual(native)
  })

  test('go back into a request only when they came from one', () => {
    const message = {
      role: 'assistant',
      content: 'So.',
      executed_tools: [{ index: 0, type: 'search', arguments: '{}' }],
    }
    expect(roundTrip(history({ role: 'user', content: 'hi' }, message))).toMatchObject({
      messages: [{}, message],
    })
    const { value } = openaiChat.decodeResponse(JSON.stringify(executed({ type: 'search', arguments: '{}' })))
    const encoded = openaiChat.encodeMessages([value.message])
    expect(encoded.value[0]).not.toHaveProperty('executed_tools')
    expect(encoded.notices).toMatchObject([{ code: 'executed-tool-not-sent' }])
  })

  test('of another provider have no place, nor have their results', () => {
    const ran = {
      type: 'tool-call',
      id: '1',
      name: 'f',
      kind: 'web_search',
      status: 'complete',
      arguments: {},
    } as const
    const encoded = openaiChat.encodeMessages([
      {
        role: 'assistant',
        parts: [
          { ...ran, providerExecuted: true },
          {
            type: 'tool-result',
            callId: '1',
            name: 'f',
            output: { type: 'text', value: '' },
            isError: false,
            providerExecuted: true,
          },
          { type: 'text', text: 'So.' },
        ],
      },
    ])
    expect(encoded.value).toEqual([{ role: 'assistant', content: 'So.' }])
    expect(encoded.notices.map(({ code }) => code)).toEqual(['part-dropped', 'part-dropped'])
  })
})

describe('media', () => {
  const parts: [string, JsonObject, object][] = [
    ['a film', { type: 'video_url', video_url: { url: 'https://a/b.mp4' } }, { kind: 'video' }],
    ['audio without data', { type: 'input_audio', input_audio: { format: 'wav' } }, { type: 'opaque' }],
    [
      'data without a type',
      { type: 'image_url', image_url: { url: 'data:;base64,AAAA' } },
      { kind: 'image', source: { data: 'AAAA' } },
    ],
    ['an image that is text', { type: 'image_url', image_url: 'https://a/b.png' }, { kind: 'image' }],
    ['an image that is a number', { type: 'image_url', image_url: 5 }, { type: 'opaque' }],
    ['a file without anything', { type: 'file', file: {} }, { type: 'opaque' }],
  ]
  test.each(parts)('%s', (_name, native, part) => {
    const request = history({ role: 'user', content: [{ type: 'text', text: 'Look' }, native] })
    expect(openaiChat.decodeRequest(JSON.stringify(request)).value.messages[0]?.parts[1]).toMatchObject(part)
    expect(roundTrip(request)).toEqual(request)
  })

  test('what has no form here is reported, by kind', () => {
    const media = (
      kind: 'image' | 'audio' | 'file',
      source: Extract<Part, { type: 'media' }>['source'],
    ): Part => ({
      type: 'media',
      kind,
      source,
    })
    const { value, notices } = openaiChat.encodeMessages([
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'Look' },
          media('image', { type: 'file-id', id: 'f' }),
          media('audio', { type: 'url', url: 'https://a' }),
          media('file', { type: 'url', url: 'https://a' }),
          media('file', { type: 'text', text: 'words' }),
          media('image', { type: 'data', data: 'AAAA' }),
        ],
      },
    ])
    expect(value).toMatchObject([
      { content: [{ text: 'Look' }, { text: 'words' }, { image_url: { url: 'data:;base64,AAAA' } }] },
    ])
    expect(notices.map(({ code }) => code)).toEqual([
      'part-dropped',
      'part-dropped',
      'part-dropped',
      'document-as-text',
    ])
  })

  test('an error with an image says in text that it is one', () => {
    const { value } = openaiChat.encodeMessages([
      {
        role: 'tool',
        parts: [
          {
            type: 'tool-result',
            callId: '1',
            name: 'f',
            isError: true,
            providerExecuted: false,
            output: {
              type: 'content',
              value: [
                { type: 'text', text: 'no' },
                { type: 'media', kind: 'image', source: { type: 'url', url: 'https://a' } },
              ],
            },
          },
        ],
      },
    ])
    expect(value).toMatchObject([{ role: 'tool', content: '<tool_error>no</tool_error>' }])
  })
})

describe('proof of thinking', () => {
  test.each<JsonObject>([
    { extra_content: { google: { thought_signature: 's' } } },
    { extra_content: { google: { thought_signature: 's', more: 1 }, other: 2 } },
    { extra_content: { google: { thought_signature: 's' } }, thought_signature: 's' },
    { extra_content: { google: { thought_signature: 's' } }, thought_signature: 'another' },
  ])('on the message: %j', (fields) => {
    const native = answer({ content: 'So.', ...fields })
    const { value } = openaiChat.decodeResponse(JSON.stringify(native))
    expect(value.message.providerMetadata?.[openaiChat.id]).toMatchObject({ signature: 's' })
    expect(openaiChat.encodeResponse(value).value).toEqual(native)
  })
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
    ['arguments that are no text', { messages: [called({ city: 'Bern' })] }],
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

test("a developer message that becomes the user's is no developer's any more", () => {
  const [message] = openaiChat.decodeMessages([{ role: 'developer', content: 'x' }]).value
  expect(message && openaiChat.encodeMessages([{ ...message, role: 'user' }]).value).toMatchObject([
    { role: 'user' },
  ])
})

describe('answers that went wrong', () => {
  test.each<[string, JsonObject, object]>([
    ['an error that is text', { error: 'overloaded' }, { message: 'overloaded' }],
    [
      'an error in a choice',
      {
        id: 'c',
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: '' },
            finish_reason: 'error',
            error: { message: 'no', code: 502 },
          },
        ],
      },
      { message: 'no', code: '502' },
    ],
  ])('%s', (_name, body, error) => {
    const { value } = openaiChat.decodeResponse(JSON.stringify(body))
    expect(value.error).toMatchObject(error)
    expect(openaiChat.encodeResponse(value).value).toEqual(body)
  })

  test('an error of another wire without a code', () => {
    const message = { role: 'assistant', parts: [] } as const
    const { value } = openaiChat.encodeResponse({
      message,
      finish: { reason: 'error' },
      error: { message: 'no' },
    })
    expect(value).toMatchObject({ error: { message: 'no', code: null } })
  })

  test('an error inside the choice of a stream', () => {
    const broken = {
      ...chunk({}),
      choices: [{ index: 0, delta: {}, finish_reason: null, error: { message: 'no' } }],
    }
    const { error, message } = assemble(readEvents([chunk({ content: 'so far' }), broken]), openaiChat.id)
    expect(error?.message).toBe('no')
    expect(message.parts).toMatchObject([{ text: 'so far' }])
  })

  test('a free-text call that the limit cut must not run', () => {
    const native = answer(
      { tool_calls: [{ id: 'call_1', type: 'custom', custom: { name: 'sql', input: 'SEL' } }] },
      'length',
    )
    const { value } = openaiChat.decodeResponse(JSON.stringify(native))
    expect(calls(value)).toMatchObject([{ status: 'truncated', rawArguments: 'SEL' }])
    expect(openaiChat.encodeResponse(value).value).toEqual(native)
  })

  test('nothing is lost where a stream mixes lists of parts with plain text', () => {
    const { message } = read([{ content: [{ type: 'text', text: 'a' }] }, { content: 'b' }], 'stop')
    expect(message.parts.map((part) => 'text' in part && part.text).sort()).toEqual(['a', 'b'])
  })

  test('a streamed call without a body goes back as the fields that came', () => {
    const { message } = read([{ tool_calls: [{ index: 0, id: 'call_1', type: 'function' }] }])
    expect(message.parts).toMatchObject([{ type: 'opaque', value: { tool_calls: [{ id: 'call_1' }] } }])
  })
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
