import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { assistantMessage, toolCall } from '../../src/base/model/create.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import { adapterOf } from '../support/adapters.js'
import { chunked, nativeAnswer, proxied, requestOf, scripted, user } from '../support/proxy.js'

const GOOGLE = 'google-generate-content'
const ANSWER: ModelResponse = {
  id: 'a1',
  model: 'm',
  message: assistantMessage(
    'Two\u2028lines, "quoted", and [brackets].',
    toolCall('c1', 'look', { at: '},{' }),
  ),
  finish: { reason: 'tool-calls' },
}

/** Returns a request of a Google client that expects a list or, with `alt=sse`, events. */
function listRequest(alt = ''): Parameters<ReturnType<typeof proxied>['fetch']> {
  const [url, init] = requestOf(GOOGLE, user('Look.'), true)
  return [url.replace('?alt=sse', alt), init]
}

async function asked(wire: string, alt?: string): Promise<Response> {
  const upstream = scripted((sent) => nativeAnswer(adapterOf(wire).adapter, ANSWER, sent))
  return proxied(GOOGLE, wire, upstream.fetch).fetch(...listRequest(alt))
}

describe('a client of Google that does not ask for events gets one JSON list', () => {
  for (const wire of [GOOGLE, 'anthropic-messages', 'openai-chat', 'openai-responses', 'bedrock-converse'])
    test(`of a target of ${wire}`, async () => {
      const response = await asked(wire)
      expect(response.headers.get('content-type')).toBe('application/json; charset=UTF-8')
      const text = await response.text()
      expect(text).toMatch(/^\[\{.*\}\n,\r\n\{.*\}\n\]\n$/s)
      const chunks: JsonObject[] = JSON.parse(text)
      expect(chunks.every(({ candidates }) => Array.isArray(candidates))).toBe(true)
      const { message, finish } = await adapterOf(GOOGLE).adapter.collect(text)
      expect(finish.reason).toBe('tool-calls')
      expect(message.parts).toMatchObject([
        { type: 'text', text: 'Two\u2028lines, "quoted", and [brackets].' },
        { type: 'tool-call', name: 'look', arguments: { at: '},{' } },
      ])
    })

  test('a request for events is answered with events, at any position in the query', async () => {
    for (const alt of ['?alt=sse', '?key=k&alt=sse', '?alt=sse&key=k']) {
      const response = await asked('anthropic-messages', alt)
      expect(response.headers.get('content-type')).toBe('text/event-stream')
      expect(await response.text()).toMatch(/^data: \{/)
    }
  })

  test('each element is sent as soon as it arrives', async () => {
    const events = [
      { candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'One. ' }] } }] },
      {
        candidates: [
          { index: 0, content: { role: 'model', parts: [{ text: 'Two.' }] }, finishReason: 'STOP' },
        ],
      },
    ].map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`)
    const { fetch } = proxied(GOOGLE, GOOGLE, async () =>
      chunked(events, { 'content-type': 'text/event-stream' }),
    )
    const reader = (await fetch(...listRequest())).body?.getReader()
    const pieces: string[] = []
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read())
      pieces.push(new TextDecoder().decode(read.value))
    expect(pieces[0]).toMatch(/^\[\{.*One\. .*\}$/)
    expect(JSON.parse(pieces.join(''))).toHaveLength(2)
  })

  for (const wire of [GOOGLE, 'anthropic-messages'])
    test(`a list whose ${wire} answer is interrupted ends with an error, and is still a list`, async () => {
      const whole = nativeAnswer(adapterOf(wire).adapter, ANSWER, {
        path: streamPath(wire),
        body: { stream: true },
      })
      const [first = ''] = (await whole.text()).split(/(?<=\n\n)/)
      const { fetch } = proxied(GOOGLE, wire, async () =>
        chunked([first, new Error('gone')], { 'content-type': 'text/event-stream' }),
      )
      const chunks: JsonObject[] = JSON.parse(await (await fetch(...listRequest())).text())
      expect(chunks.at(-1)).toHaveProperty('error')
    })

  test('two answers at once do not share a list', async () => {
    const texts = await Promise.all(
      [asked('openai-chat'), asked('openai-chat')].map(async (each) => (await each).text()),
    )
    for (const text of texts) expect(JSON.parse(text)).toBeInstanceOf(Array)
  })
})

function streamPath(wire: string): string {
  return adapterOf(wire).adapter.codecs.http.pathFor('m', true)
}
