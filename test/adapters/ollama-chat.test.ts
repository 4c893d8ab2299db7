import { describe, expect, test } from 'vitest'
import { ollamaChat } from '../../adapters/ollama-chat/index.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { ndjson } from '../../src/codec/stream/framing.js'
import { callsOf } from '../support/parts.js'
import { stored } from '../support/values.js'

const END = { done: true, done_reason: 'stop', prompt_eval_count: 3, eval_count: 4 }
const line = (message: JsonObject, more: JsonObject = {}): string =>
  `${JSON.stringify({ model: 'm', created_at: 'T1', message: { role: 'assistant', content: '', ...message }, done: false, ...more })}\n`
const call = (name: string, more: JsonObject = {}) => ({
  function: { index: 0, name, arguments: {} },
  ...more,
})
const hi = { role: 'user', content: 'Hi' }
const decode = (request: JsonObject) => ollamaChat.decodeRequest({ model: 'm', messages: [hi], ...request })

/** Expects that decoding and encoding a native request returns the same JSON. */
function expectSame(request: JsonObject): void {
  const again = ollamaChat.encodeRequest(stored(ollamaChat.decodeRequest(request).value))
  expect(stored(again.value)).toEqual(request)
}

describe('streams of lines', () => {
  test('collects the calls of every line, including the last line, for any index', async () => {
    const text = line({ tool_calls: [call('a'), call('b')] }) + line({ tool_calls: [call('a')] }, END)
    const { message, finish } = await ollamaChat.collect(text)
    const calls = message.parts.filter((part) => part.type === 'tool-call')
    expect(calls.map(({ name }) => name)).toEqual(['a', 'b', 'a'])
    expect(new Set(calls.map(({ id }) => id)).size).toBe(3)
    expect(finish).toEqual({ outcome: 'tool-calls', reason: 'tool-calls', raw: 'stop' })
  })

  test('minted ids are the same in the complete answer with the same timestamp', async () => {
    const streamed = await ollamaChat.collect(
      line({ tool_calls: [call('a')] }) + line({}, { ...END, created_at: 'T2' }),
    )
    const whole = {
      model: 'm',
      created_at: 'T1',
      message: { role: 'assistant', content: '', tool_calls: [call('a')] },
      ...END,
    }
    expect(ollamaChat.toolCalls(whole)[0]?.id).toBe(
      streamed.message.parts[0]?.type === 'tool-call' && streamed.message.parts[0].id,
    )
  })

  test('calls in separate lines have the ids of the complete answer', async () => {
    const head = { model: 'qwen3:8b', created_at: '2026-10-02T09:30:02.412345678Z' }
    const weather = (city: string) => ({
      function: { index: 0, name: 'get_weather', arguments: { city } },
    })
    const [lisbon, porto] = [weather('Lisbon'), weather('Porto')]
    const streamed = await ollamaChat.collect(
      line({ tool_calls: [lisbon] }, head) +
        line({ tool_calls: [porto] }, head) +
        line({}, { ...head, ...END }),
    )
    const message = { role: 'assistant', content: '', tool_calls: [lisbon, porto] }
    const complete = ollamaChat.toolCalls({ ...head, message, ...END })
    expect(new Set(complete.map(({ id }) => id)).size).toBe(2)
    expect(callsOf(streamed).map(({ id }) => id)).toEqual(complete.map(({ id }) => id))
  })

  test('a complete answer may replace a stream, over one line or several', async () => {
    const answer = {
      model: 'm',
      created_at: 'T1',
      message: { role: 'assistant', content: 'Yes.', thinking: 'Hm.' },
      ...END,
    }
    const decoded = ollamaChat.decodeResponse(answer).value
    for (const text of [JSON.stringify(answer), `${JSON.stringify(answer, null, 2)}\n`])
      expect((await ollamaChat.collect(text)).message).toEqual(decoded.message)
  })

  test('pictures, probabilities and unknown fields of a message are kept', async () => {
    const text =
      line({ content: 'See', mood: 'calm' }, { logprobs: [{ token: 'See' }] }) +
      line({ images: ['iVBORw0KGgo=', 7] }, { ...END, logprobs: [{ token: '.' }] })
    const { message, providerMetadata } = await ollamaChat.collect(text)
    expect(message.parts).toMatchObject([
      { text: 'See' },
      { kind: 'image' },
      { type: 'opaque', value: { images: [7] } },
    ])
    expect(message.providerMetadata).toEqual({ 'ollama-chat': { extra: { mood: 'calm' } } })
    expect(providerMetadata?.['ollama-chat']?.extra).toMatchObject({
      logprobs: [{ token: 'See' }, { token: '.' }],
    })
    const again = ollamaChat.encodeResponse({ message, finish: { reason: 'stop' } }).value
    expect(stored(again)).toMatchObject({
      message: { content: 'See', images: ['iVBORw0KGgo=', 7], mood: 'calm' },
    })
  })

  test('does not decode a multi-line body or a page as a list of lines', () => {
    for (const text of ['{\n  "error": "x"\n}\n', '<html>\nno\n</html>', '[\n1]\n']) {
      const framer = ndjson.createFramer()
      const pushed = [...text].flatMap((character) => framer.push(character))
      expect([...pushed, ...framer.finish()]).toEqual([{ data: text.trim(), isWhole: true }])
    }
  })
})

describe('requests', () => {
  test('results without ids answer the calls in their order, of their name first', () => {
    const messages: JsonObject[] = [
      { role: 'Assistant', content: '', tool_calls: [call('a'), call('b'), call('a')] },
      { role: 'tool', content: '1', tool_name: 'b' },
      { role: 'tool', content: '2', tool_name: 'a', tool_call_id: 'unknown' },
      { role: 'tool', content: '3' },
    ]
    const [answer, results] = decode({ messages }).value.messages
    const ids = answer?.parts.map((part) => (part.type === 'tool-call' ? part.id : ''))
    expect(results?.parts).toMatchObject([
      { callId: ids?.[1], name: 'b' },
      { callId: ids?.[0], name: 'a' },
      { callId: ids?.[2], name: 'a' },
    ])
    expectSame({ model: 'm', messages, stream: true })
  })

  test('bytes of the official client are base64', () => {
    const messages = [{ role: 'user', content: 'x', images: [new Uint8Array([1, 2, 3])] }]
    expect(ollamaChat.decodeMessages(messages).value[0]?.parts[1]).toMatchObject({ source: { data: 'AQID' } })
  })
})
