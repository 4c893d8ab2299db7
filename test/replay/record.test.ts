import { createServer, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bodyText } from '../../src/base/http/recorded-body.js'
import type { RecordedExchange } from '../../src/base/http/recorded-exchange.js'
import { createRecorder } from '../../src/traffic/replay/recorder.js'
import { MemorySink, readPieces } from '../support/replay.js'

type Handler = Parameters<typeof createServer>[1]

async function upstream(handler: Handler): Promise<string> {
  const server: Server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${address instanceof Object ? address.port : 0}`
}

function recorderWith(fetch?: Parameters<typeof createRecorder>[0]['fetch']) {
  const sink = new MemorySink()
  const recorder = createRecorder({ sink, fetch })
  const only = (): RecordedExchange => {
    expect(sink.exchanges).toHaveLength(1)
    const [first] = sink.exchanges
    if (first === undefined) throw new Error('nothing was recorded')
    return first
  }
  return { recorder, sink, only }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe('a recorder', () => {
  it('records the transferred bytes before the client receives the end', async () => {
    const url = await upstream((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(200, {
          'content-type': 'application/json',
          'x-request-id': 'r1',
          'set-cookie': 'c',
        })
        response.end('{"ok":true}')
      })
    })
    const { recorder, only } = recorderWith()
    const response = await recorder.fetch(`${url}/v1?key=secret`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer x' },
      body: '{"a":1}',
    })
    expect(await response.json()).toEqual({ ok: true })
    expect(only()).toMatchObject({
      recordedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      request: {
        method: 'POST',
        url: `${url}/v1?key=[redacted]`,
        headers: { 'content-type': 'application/json' },
        body: { json: { a: 1 } },
      },
      response: {
        status: 200,
        headers: { 'content-type': 'application/json', 'x-request-id': 'r1' },
        body: { json: { ok: true } },
      },
    })
    expect(JSON.stringify(only())).not.toMatch(/Bearer|cookie|aborted/)
  })

  it('passes a stream through unbuffered', async () => {
    let release = () => {}
    const url = await upstream((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: 1\n\n')
      release = () => response.end('data: 2\n\n')
    })
    const { recorder, sink, only } = recorderWith()
    const response = await recorder.fetch(url)
    const reader = response.body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 1\n\n')
    expect(sink.exchanges).toEqual([])
    await pause(30)
    release()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 2\n\n')
    expect((await reader?.read())?.done).toBe(true)
    const { body } = only().response
    expect(body).toMatchObject({ chunks: [{ text: 'data: 1\n\n' }, { text: 'data: 2\n\n' }] })
    const times = body && 'chunks' in body ? body.chunks.map(({ at }) => at) : []
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(20)
  })

  it('decodes compressed bodies', async () => {
    const url = await upstream((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(gzipSync('{"a":"zipped"}'))
    })
    const { recorder, only } = recorderWith()
    const response = await recorder.fetch(url)
    expect([...response.headers.keys()]).not.toContain('content-encoding')
    expect(await response.json()).toEqual({ a: 'zipped' })
    expect(only().response).toMatchObject({ headers: {}, body: { json: { a: 'zipped' } } })
  })

  it.each([
    [
      'while a read is pending',
      async (reader: ReadableStreamDefaultReader, _abort: AbortController) => reader.cancel(),
    ],
    ['by its signal', async (_reader: ReadableStreamDefaultReader, abort: AbortController) => abort.abort()],
  ])('records a stream that the client breaks off %s, once, as aborted', async (_name, breakOff) => {
    let closed = false
    const url = await upstream((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: 1\n\n')
      response.on('close', () => {
        closed = true
      })
    })
    const { recorder, only } = recorderWith()
    const abort = new AbortController()
    const response = await recorder.fetch(url, { signal: abort.signal })
    const reader = response.body?.getReader()
    if (reader === undefined) throw new Error('no body')
    await reader.read()
    await pause(10)
    const pending = reader.read().catch(() => undefined)
    await breakOff(reader, abort)
    await pending
    await expect.poll(() => closed).toBe(true)
    await recorder.flush()
    expect(only().response).toMatchObject({ aborted: true, body: { chunks: [{ text: 'data: 1\n\n' }] } })
  })

  it('records a stream that the server interrupts as aborted, and forwards the interruption', async () => {
    const url = await upstream((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: 1\n\n', () => setTimeout(() => response.destroy(), 10))
    })
    const { recorder, only } = recorderWith()
    const { pieces, error } = await readPieces(await recorder.fetch(url))
    expect(pieces).toEqual(['data: 1\n\n'])
    expect(error).toBeInstanceOf(TypeError)
    expect(only().response).toMatchObject({ aborted: true, body: { chunks: [{ text: 'data: 1\n\n' }] } })
  })

  it.each([400, 401, 429, 500, 529])('records an answer with status %s', async (status) => {
    const { recorder, only } = recorderWith(async () =>
      Response.json({ error: 'no' }, { status, headers: { 'retry-after': '7' } }),
    )
    const response = await recorder.fetch('https://example.com/')
    expect([response.status, await response.json()]).toEqual([status, { error: 'no' }])
    expect(only().response).toMatchObject({ status, headers: { 'retry-after': '7' } })
  })

  it('records an answer that has no body at once', async () => {
    for (const response of [new Response(null, { status: 204 }), new Response(null)]) {
      const { recorder, only } = recorderWith(async () => response)
      expect((await recorder.fetch('https://example.com/')).body).toBeNull()
      expect(only().response).toEqual({ status: response.status, headers: {} })
    }
  })

  it('records nothing when there was no answer', async () => {
    const { recorder, sink } = recorderWith()
    await expect(recorder.fetch('http://127.0.0.1:1/')).rejects.toThrow('fetch failed')
    expect(sink.exchanges).toEqual([])
  })

  const form = new FormData()
  form.set('field', 'value')
  it.each<[string, () => RequestInit['body'], string | RegExp]>([
    ['a string', () => 'text ü', 'text ü'],
    ['bytes', () => new TextEncoder().encode('bytes'), 'bytes'],
    ['a buffer', () => new TextEncoder().encode('buffer').buffer, 'buffer'],
    ['a blob', () => new Blob(['blob']), 'blob'],
    ['parameters', () => new URLSearchParams({ a: '1 2', b: 'ü' }), 'a=1+2&b=%C3%BC'],
    ['a form', () => form, /name="field"\r\n\r\nvalue\r\n/],
    ['a stream', () => new Blob(['streamed']).stream(), 'streamed'],
  ])('sends and records a body that is %s', async (_name, body, expected) => {
    const url = await upstream((request, response) => {
      request.pipe(response)
    })
    const { recorder, only } = recorderWith()
    const init = { method: 'POST', body: body() ?? null, duplex: 'half' }
    const echoed = await (await recorder.fetch(url, init)).text()
    expect(echoed).toMatch(expected)
    expect(bodyText(only().request.body)).toBe(echoed)
  })

  it('accepts a Request, and leaves it in the same state as fetch', async () => {
    const { recorder, only } = recorderWith(async (input) => new Response(new Request(input).body))
    const request = new Request('https://example.com/x', {
      method: 'PUT',
      body: 'hi',
      headers: { accept: 'a/b' },
    })
    expect(await (await recorder.fetch(request)).text()).toBe('hi')
    expect(request.bodyUsed).toBe(true)
    expect(only().request).toMatchObject({ method: 'PUT', headers: { accept: 'a/b' }, body: { text: 'hi' } })
  })

  it('reports to the client when an exchange could not be kept', async () => {
    const recorder = createRecorder({
      sink: { append: () => Promise.reject(new Error('disk full')) },
      fetch: async () => new Response('x'),
    })
    const response = await recorder.fetch('https://example.com/')
    await expect(response.text()).rejects.toThrow('disk full')
    await recorder.flush()
  })

  it('names the wire if it is recognized, and flushes pending writes', async () => {
    const written: unknown[] = []
    const recorder = createRecorder({
      fetch: async () => new Response('x'),
      recognise: () => 'some-wire',
      sink: {
        async append(exchange) {
          await pause(30)
          written.push(exchange.wire)
        },
      },
    })
    const response = await recorder.fetch('https://example.com/')
    await response.body?.cancel()
    await recorder.flush()
    expect(written).toEqual(['some-wire'])
  })
})
