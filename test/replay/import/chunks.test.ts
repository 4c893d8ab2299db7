import { describe, expect, it } from 'vitest'
import { openaiChat } from '../../../adapters/openai-chat/index.js'
import { bodyText } from '../../../src/base/http/recorded-body.js'
import { importChunks } from '../../../src/traffic/replay/import/chunks.js'
import { registry } from '../../support/adapters.js'

const chunk = (delta: object, finish: string | null = null) =>
  JSON.stringify({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'some-model',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
const CHAT = [chunk({ role: 'assistant', content: 'Hi' }), chunk({}, 'stop')].join('\n')

describe('importing the events of a stream', () => {
  it('recognizes the wire and writes the stream as it sends it', async () => {
    const { exchanges, failures } = importChunks(CHAT, { registry, name: 'hi.chunks.txt' })
    expect(failures).toEqual([])
    expect(exchanges).toMatchObject([
      {
        id: 'hi.chunks.txt',
        wire: 'openai-chat',
        request: {
          method: 'POST',
          url: '/v1/chat/completions',
          body: { json: { model: 'some-model', messages: [], stream: true } },
        },
        response: { status: 200, headers: { 'content-type': 'text/event-stream' } },
        notes: expect.stringContaining('placeholder'),
      },
    ])
    const text = bodyText(exchanges[0]?.response.body)
    expect(text).toBe(`${CHAT.replace(/^/gm, 'data: ').replace('\n', '\n\n')}\n\ndata: [DONE]\n\n`)
    expect((await openaiChat.collect(new Response(text))).message.parts).toMatchObject([
      { type: 'text', text: 'Hi' },
    ])
  })

  it('names events that have a type', () => {
    const { exchanges } = importChunks('{"type":"message_stop"}', { registry, wire: 'anthropic-messages' })
    expect(bodyText(exchanges[0]?.response.body)).toBe(
      'event: message_stop\ndata: {"type":"message_stop"}\n\n',
    )
  })

  it('accepts a URL instead of a wire, and a method and URL with a wire', () => {
    const [bare] = importChunks('{"a":1}', { url: 'https://a/b' }).exchanges
    expect(bare?.request).toEqual({ method: 'POST', url: 'https://a/b', headers: {} })
    const [named] = importChunks(CHAT, { registry, url: 'https://a/b', method: 'PUT' }).exchanges
    expect(named?.request).toMatchObject({ method: 'PUT', url: 'https://a/b' })
  })

  it('reports bad lines and keeps the others', () => {
    const { exchanges, failures } = importChunks(`{"a":1}\n{"b":\n\n{"c":3}\n`, { url: '/x' })
    expect(bodyText(exchanges[0]?.response.body)).toBe('data: {"a":1}\n\ndata: {"c":3}\n\n')
    expect(failures).toMatchObject([{ code: 'invalid-json', path: '/1' }])
  })

  it.each([
    ['an unknown wire', '{"a":1}', 'unknown-wire'],
    ['an empty file', ' \n', 'missing-field'],
    ['a file without JSON', 'hello', 'invalid-json'],
  ])('refuses %s', (_what, text, code) => {
    expect(() => importChunks(text, { registry })).toThrow(
      expect.objectContaining({ name: 'AdapterError', code }),
    )
  })
})
