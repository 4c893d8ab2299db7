import { createServer, type IncomingHttpHeaders } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { google } from '../../adapters/google-generate-content/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import type { ProxyOptions } from '../../src/proxy/proxy-types.js'
import { chunked, served, targetOf as usualTargetOf } from '../support/proxy.js'

const targetOf = (adapter: Adapter) => ({
  ...usualTargetOf(adapter),
  url: `https://target.test${adapter.codecs.http.base ?? ''}`,
})

interface Passed {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: string | undefined
}

/** Returns a proxy with targets of the clients' wires, and the requests that they received. */
function passing(answer: (passed: Passed) => Response, options: Partial<ProxyOptions> = {}) {
  const asked: Passed[] = []
  const proxy = served({
    passOn: true,
    routes: [
      { from: anthropic, to: [targetOf(openaiChat), { ...targetOf(anthropic), key: 'claude-key' }] },
      { from: openaiResponses, to: targetOf(openaiResponses) },
      { from: google, to: { ...targetOf(google), key: 'gemini-key' } },
    ],
    async fetch(url, { method = '', headers, body }) {
      const bytes = body instanceof Uint8Array ? Buffer.from(body).toString('latin1') : undefined
      const passed = { method, url, headers: new Headers(headers), body: bytes }
      asked.push(passed)
      return answer(passed)
    },
    ...options,
  })
  return { ...proxy, asked }
}

const found = () =>
  Response.json({ object: 'file' }, { headers: { 'x-request-id': 'req-1', 'set-cookie': 'a=b' } })

test('unknown requests are forwarded to a target of the client’s own wire, unchanged, with the key of the target', async () => {
  const { fetch, asked, told } = passing(found)
  const binary = new Uint8Array([0, 255, 13, 10])
  const response = await fetch('https://proxy.test/v1/files?purpose=batch&key=client-key', {
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=x',
      authorization: 'Bearer client-key',
      cookie: 'a=b',
      'x-forwarded-for': '10.0.0.1',
    },
    body: binary,
  })
  expect([response.status, await response.json()]).toEqual([200, { object: 'file' }])
  expect([response.headers.get('x-request-id'), response.headers.get('set-cookie')]).toEqual(['req-1', null])
  expect(asked).toMatchObject([
    { method: 'POST', url: 'https://target.test/v1/files?purpose=batch', body: '\0\xff\r\n' },
  ])
  expect(Object.fromEntries(asked[0]?.headers ?? [])).toEqual({
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    authorization: 'Bearer target-key',
    'content-type': 'multipart/form-data; boundary=x',
  })
  expect(told).toMatchObject([{ from: 'openai-responses', to: 'openai-responses', status: 200 }])
})

test.each([
  [
    'GET',
    '/v1/messages/batches',
    { 'x-api-key': 'k', 'anthropic-version': 'v9' },
    'https://target.test/v1/messages/batches',
  ],
  ['DELETE', '/v1/responses/resp_1', {}, 'https://target.test/v1/responses/resp_1'],
  ['POST', '/v1/conversations', {}, 'https://target.test/v1/conversations'],
  ['POST', '/v1/responses/resp_1/cancel', {}, 'https://target.test/v1/responses/resp_1/cancel'],
  ['GET', '/v1beta/cachedContents', { 'x-goog-api-key': 'k' }, 'https://target.test/v1beta/cachedContents'],
  ['HEAD', '/v1beta/files/x', { 'x-goog-api-key': 'k' }, 'https://target.test/v1beta/files/x'],
  ['GET', '//evil.test/v1', {}, 'https://target.test/v1//evil.test/v1'],
  ['GET', '/v1/files/../x', {}, 'https://target.test/v1/x'],
] as const)('%s %s', async (method, path, headers, url) => {
  const { fetch, asked } = passing(found)
  const response = await fetch(`https://proxy.test${path}`, { method, headers: { ...headers } })
  expect([response.status, asked.map((each) => [each.method, each.url])]).toEqual([200, [[method, url]]])
  const keys = { 'x-api-key': 'claude-key', 'x-goog-api-key': 'gemini-key' }
  for (const [name, key] of Object.entries(keys))
    if (name in headers) expect(asked[0]?.headers.get(name)).toBe(key)
})

test.each(['/v1/..%2f..%2fadmin', '/v1/%2e%2e%2fadmin', '/v1/..%5cadmin'])(
  '%s does not lead out of the base URL',
  async (path) => {
    const { fetch, asked } = passing(found)
    expect((await fetch(`https://proxy.test${path}`)).status).toBe(400)
    expect(asked).toEqual([])
  },
)

test('requests that the proxy handles itself are still handled', async () => {
  const { fetch, asked } = passing(found)
  expect((await fetch('https://proxy.test/v1/models')).status).toBe(200)
  expect((await fetch('https://proxy.test/v1/responses', { method: 'POST', body: '{' })).status).toBe(400)
  expect(asked).toEqual([])
})

test('it needs the token, a body of the allowed length, and the wish for it', async () => {
  const { fetch, asked } = passing(found, { token: 'let-me-in', maxBodyBytes: 10 })
  const ask = (headers: Record<string, string>, body: string) =>
    fetch('https://proxy.test/v1/files', { method: 'POST', headers, body })
  const shown = { authorization: 'Bearer let-me-in' }
  expect((await ask({}, 'x')).status).toBe(401)
  expect((await ask(shown, 'x'.repeat(11))).status).toBe(413)
  expect(asked).toEqual([])
  expect((await ask(shown, 'x')).status).toBe(200)
  const unwanted = passing(found, { passOn: false })
  expect((await unwanted.fetch('https://proxy.test/v1/files')).status).toBe(404)
  expect(unwanted.asked).toEqual([])
})

test('a request that no target of its wire accepts is refused in the format of the wire', async () => {
  const { fetch, asked } = passing(found, { routes: [{ from: anthropic, to: targetOf(openaiChat) }] })
  const response = await fetch('https://proxy.test/v1/files', { headers: { 'x-api-key': 'k' } })
  expect([response.status, await response.json()]).toEqual([
    404,
    {
      type: 'error',
      error: {
        type: 'not_found_error',
        message:
          'toolwire proxy: there is no path /v1/files. Requests for answers are served at /v1/messages',
      },
    },
  ])
  expect(asked).toEqual([])
})

test('refusals are passed on unchanged, but for the key; redirects are not', async () => {
  const { fetch, told } = passing(({ headers, url }) =>
    url.endsWith('moved')
      ? new Response(null, { status: 302, headers: { location: 'https://evil.test' } })
      : Response.json(
          { error: headers.get('authorization') },
          { status: 403, headers: { 'retry-after': '3' } },
        ),
  )
  const refused = await fetch('https://proxy.test/v1/files')
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    403,
    '3',
    { error: 'Bearer [redacted]' },
  ])
  const moved = await fetch('https://proxy.test/v1/moved')
  expect([moved.status, moved.headers.get('location')]).toEqual([502, null])
  expect(told.map(({ error }) => error)).toEqual([
    'error of the target: 403',
    'toolwire proxy: the target answered with status 302, which is not forwarded',
  ])
})

test('an interrupted answer is interrupted for the client, too, and an answer that the client leaves is aborted', async () => {
  const { fetch, told } = passing(() =>
    chunked(['one', new Error('reset')], { 'content-type': 'text/plain' }),
  )
  await expect((await fetch('https://proxy.test/v1/files')).text()).rejects.toThrow('reset')
  const left = passing(() => chunked(['one', 'two', 'three'], {}))
  await (await left.fetch('https://proxy.test/v1/files')).body?.cancel()
  const stop = new AbortController()
  const aborted = await left.fetch('https://proxy.test/v1/files', { signal: stop.signal })
  stop.abort()
  await expect(aborted.text()).rejects.toThrow()
  expect(told).toMatchObject([{ status: 200, error: 'the answer of the target was cut off' }])
  expect(left.told).toMatchObject([{ aborted: true }, { aborted: true }])
})

test('the global fetch sends it so', async () => {
  const seen: [string | undefined, IncomingHttpHeaders, string][] = []
  const server = createServer(async (incoming, outgoing) => {
    let body = ''
    for await (const chunk of incoming) body += chunk
    seen.push([incoming.method, incoming.headers, body])
    outgoing.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => server.closeAllConnections())
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1`
  const route = { from: openaiChat, to: { ...targetOf(openaiChat), url } }
  const { fetch } = served({ routes: [route], passOn: true })
  for (const init of [{ method: 'DELETE' }, { method: 'PUT', body: 'x=1' }])
    expect((await fetch('https://proxy.test/v1/files/f', init)).status).toBe(204)
  expect(seen).toMatchObject([
    ['DELETE', { authorization: 'Bearer target-key' }, ''],
    ['PUT', { 'content-length': '3' }, 'x=1'],
  ])
  server.close()
})
