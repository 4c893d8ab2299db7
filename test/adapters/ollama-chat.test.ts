import { describe, expect, test } from 'vitest'
import { ollamaChat } from '../../adapters/ollama-chat/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { ndjson } from '../../src/codec/stream/framing.js'
import { encodeConversation, translateRequest } from '../../src/translate/exchange/translate-conversation.js'
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

/** What comes back of a native request is the same JSON. */
function expectSame(request: JsonObject): void {
  const again = ollamaChat.encodeRequest(stored(ollamaChat.decodeRequest(request).value))
  expect(stored(again.value)).toEqual(request)
}

describe('streams of lines', () => {
  test('calls of every line count, those of the last one, too, whatever their index', async () => {
    const text = line({ tool_calls: [call('a'), call('b')] }) + line({ tool_calls: [call('a')] }, END)
    const { message, finish } = await ollamaChat.collect(text)
    const calls = message.parts.filter((part) => part.type === 'tool-call')
    expect(calls.map(({ name }) => name)).toEqual(['a', 'b', 'a'])
    expect(new Set(calls.map(({ id }) => id)).size).toBe(3)
    expect(finish).toEqual({ outcome: 'tool-calls', reason: 'tool-calls', raw: 'stop' })
  })

  test('ids that were made are the same in the whole answer of that time', async () => {
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

  test('without a last line an answer was cut, and its calls are whole', async () => {
    const { error, finish, message } = await ollamaChat.collect(
      line({ content: 'So' }) + line({ tool_calls: [call('a')] }),
    )
    expect(error?.code).toBe('stream-cut')
    expect(finish.reason).toBe('error')
    expect(message.parts).toMatchObject([{ text: 'So' }, { name: 'a', status: 'complete' }])
  })

  test('an error may come in a line', async () => {
    const { error, message } = await ollamaChat.collect(
      `${line({ content: 'So' })}{"error":"error parsing tool call"}\n`,
    )
    expect(error).toMatchObject({ message: 'error parsing tool call' })
    expect(message.parts).toMatchObject([{ text: 'So' }])
  })

  test('a whole answer may stand in place of a stream, over one line or several', async () => {
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

  test('a body over several lines is no list of lines, nor is a page', () => {
    for (const text of ['{\n  "error": "x"\n}\n', '<html>\nno\n</html>', '[\n1]\n']) {
      const framer = ndjson.createFramer()
      const pushed = [...text].flatMap((character) => framer.push(character))
      expect([...pushed, ...framer.finish()]).toEqual([{ data: text.trim(), isWhole: true }])
    }
  })

  test('half a line at the end is told as a cut, not as a damaged one', async () => {
    const { error } = await ollamaChat.collect(`${line({ content: 'So' })}{"model":"m","mess`)
    expect(error?.code).toBe('stream-cut')
  })
})

describe('requests', () => {
  test('are streamed unless they say otherwise', () => {
    expect(decode({}).value.stream).toBe(true)
    expect(decode({ stream: false }).value.stream).toBe(false)
    expect(stored(ollamaChat.encodeRequest({ messages: [] }).value)).toEqual({ stream: false, messages: [] })
    expectSame({ model: 'm', messages: [hi] })
    expectSame({ model: 'm', messages: [hi], stream: true })
  })

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

  test.each<[string, JsonObject]>([
    [
      'arguments that are a text',
      { tool_calls: [call('a', { function: { name: 'a', arguments: '{"x":1}' } })] },
    ],
    ['arguments that are a list', { tool_calls: [call('a', { function: { name: 'a', arguments: [1] } })] }],
    ['no arguments', { tool_calls: [{ function: { name: 'a' } }] }],
    ['what calls no function', { tool_calls: [{ type: 'magic' }, 'x'] }],
    [
      'a list of texts',
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
    ],
    ['other content', { content: [{ type: 'image_url', image_url: 'x' }] }],
    ['null', { content: null, images: null, tool_calls: null }],
    ['a data URL', { content: 'x', images: ['data:image/png;base64,iVBORw0KGgo=', 7] }],
  ])('%s goes round on each role', (_title, fields) => {
    for (const role of ['system', 'user', 'assistant', 'tool', 'narrator'])
      expectSame({ model: 'm', messages: [hi, { role, ...fields }], stream: true })
  })

  test('results hold lists of texts and pictures', () => {
    const messages: JsonObject[] = [
      { role: 'assistant', content: '', tool_calls: [call('a', { id: 'c' })] },
      { role: 'tool', tool_name: 'a', tool_call_id: 'c', content: 'seen', images: ['iVBORw0KGgo='] },
      { role: 'tool', tool_name: 'a', tool_call_id: 'd', content: [{ type: 'text', text: 'x' }] },
    ]
    const [, results] = decode({ messages }).value.messages
    expect(results?.parts).toMatchObject([
      { callId: 'c', output: { value: [{ text: 'seen' }, { kind: 'image' }] } },
      { callId: 'd', output: { value: [{ text: 'x' }] } },
    ])
    expectSame({ model: 'm', messages, stream: false })
  })

  test('bytes of the official client are base64', () => {
    const messages = [{ role: 'user', content: 'x', images: [new Uint8Array([1, 2, 3])] }]
    expect(ollamaChat.decodeMessages(messages).value[0]?.parts[1]).toMatchObject({ source: { data: 'AQID' } })
  })

  test('a tool without a name is refused with its place', () => {
    expect(() => decode({ tools: [{ type: 'function', function: {} }] })).toThrow(
      expect.objectContaining({ path: '/tools/0/function' }),
    )
  })
})

describe('translation to it', () => {
  const chat = (messages: JsonObject[], more: JsonObject = {}) =>
    translateRequest({ model: 'm', messages, ...more }, { from: openaiChat, to: ollamaChat, model: 'm' })

  test('texts are joined, pictures stand beside them, and links are left out', () => {
    const content: JsonObject[] = [
      { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
      { type: 'text', text: 'What' },
      { type: 'text', text: ' is it?' },
      { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
    ]
    const { value, notices } = chat([{ role: 'user', content }])
    expect(value.messages).toMatchObject([{ role: 'user', images: ['iVBORw0KGgo='] }])
    expect(value.messages[0]?.content).toContain('What is it?')
    expect(notices.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['media-beside-text', 'texts-joined']),
    )
  })

  test('a choice is told as lost; with none no tools are declared', () => {
    const tools = [
      { type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } },
    ]
    const forced = chat([hi], { tools, tool_choice: 'required' })
    expect(forced.notices).toMatchObject([{ code: 'tool-choice-repaired', severity: 'warning' }])
    expect(chat([hi], { tools, tool_choice: 'none' }).value.tools).toBeUndefined()
    const { notices } = ollamaChat.encodeRequest({ messages: [], toolChoice: { type: 'required' } })
    expect(notices).toMatchObject([{ code: 'tool-choice-dropped' }])
  })

  test('of a schema what the server drops is said in the description', () => {
    const parameters = {
      type: 'object',
      properties: { n: { type: 'integer', minimum: 1 }, p: { $ref: '#/$defs/p' } },
      $defs: { p: { type: 'string' } },
    }
    const { value } = chat([hi], { tools: [{ type: 'function', function: { name: 'f', parameters } }] })
    expect(value.tools?.[0]?.function.parameters).toEqual({
      type: 'object',
      properties: { n: { type: 'integer', description: '(minimum: 1)' }, p: { type: 'string' } },
    })
  })

  test('earlier thinking goes back, but not on native runs, nor that of another wire', () => {
    const thought = (wire: string) => ({
      messages: [
        {
          role: 'assistant' as const,
          parts: [
            { type: 'reasoning' as const, text: 'Hm.' },
            { type: 'text' as const, text: 'Yes.' },
          ],
          origin: { wire, model: 'm' },
        },
        { role: 'user' as const, parts: [{ type: 'text' as const, text: 'So?' }] },
      ],
    })
    const thinkingOf = (wire: string, limits?: string) =>
      encodeConversation(thought(wire), { to: ollamaChat, model: 'm', ...(limits && { limits }) }).value
        .messages[0]?.thinking
    expect(thinkingOf('ollama-chat')).toBe('Hm.')
    expect(thinkingOf('ollama-chat', 'native')).toBeUndefined()
    expect(thinkingOf('openai-chat')).toBeUndefined()
  })
})

describe('answers', () => {
  test('an answer that only loaded the model ended for another reason', () => {
    const load = {
      model: 'm',
      created_at: 'T',
      message: { role: 'assistant', content: '' },
      done: true,
      done_reason: 'load',
    }
    const { value } = ollamaChat.decodeResponse(load)
    expect(value).toMatchObject({ finish: { reason: 'other', raw: 'load' }, message: { parts: [] } })
    expect(stored(ollamaChat.encodeResponse(value).value)).toEqual(load)
  })

  test('calls of an answer that the output limit ended are whole; a missing count is zero', () => {
    const cut = {
      model: 'm',
      created_at: 'T',
      message: { role: 'assistant', content: '', tool_calls: [call('a', { id: 'c' })] },
      done: true,
      done_reason: 'length',
      eval_count: 9,
    }
    const { value } = ollamaChat.decodeResponse(cut)
    expect(value).toMatchObject({ finish: { reason: 'length' }, usage: { inputTokens: 0, outputTokens: 9 } })
    expect(value.message.parts).toMatchObject([{ id: 'c', status: 'complete' }])
    expect(stored(ollamaChat.encodeResponse(value).value)).toEqual(cut)
  })

  test('errors are bare texts; a gateway may send an object', () => {
    for (const error of ['model is required', { message: 'no', code: 7 }]) {
      const { value } = ollamaChat.decodeResponse({ error } as JsonObject)
      expect(value.error?.message).toBe(typeof error === 'string' ? error : 'no')
      expect(stored(ollamaChat.encodeResponse(value).value)).toEqual({ error })
    }
    const foreign = {
      message: { role: 'assistant' as const, parts: [] },
      finish: { reason: 'error' as const },
      error: { message: 'no', raw: { error: { message: 'no' } } },
    }
    expect(stored(ollamaChat.encodeResponse(foreign).value)).toEqual({ error: 'no' })
  })

  test('what an answer has no place for is told', () => {
    const message = {
      role: 'assistant' as const,
      parts: [
        { type: 'source' as const, url: 'https://example.com' },
        {
          type: 'tool-call' as const,
          id: 'c',
          name: 'web_search',
          kind: 'web_search' as const,
          status: 'complete' as const,
          arguments: {},
          providerExecuted: true,
        },
        {
          type: 'tool-result' as const,
          callId: 'c',
          name: 'web_search',
          output: { type: 'text' as const, value: 'x' },
          isError: false,
          providerExecuted: true,
        },
        { type: 'text' as const, text: 'Yes.' },
      ],
    }
    const { value, notices } = ollamaChat.encodeResponse({
      message,
      finish: { reason: 'stop' },
      id: 'i',
      error: { message: 'late' },
    })
    expect(value.message).toEqual({ role: 'assistant', content: 'Yes.' })
    expect(notices.map(({ code }) => code)).toEqual(
      expect.arrayContaining([
        'source-dropped',
        'provider-call-dropped',
        'provider-result-dropped',
        'answer-head-dropped',
        'error-dropped',
      ]),
    )
  })
})
