import * as zlib from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { nodeUnpackers } from '../../src/cli/proxy/unpackers.js'
import { type Unpackers, webUnpackers } from '../../src/proxy/unpacking.js'
import { streaming } from '../../src/traffic/replay/passing.js'
import { adapterOf } from '../support/adapters.js'
import {
  nativeAnswer,
  type Proxied,
  proxied,
  requestOf,
  type Scripted,
  scripted,
  user,
} from '../support/proxy.js'

const ANSWER = {
  id: 'a',
  model: 'm',
  message: { role: 'assistant', parts: [{ type: 'text', text: 'Hello.' }] },
  finish: { reason: 'stop' },
} as const

/** The compressor for each encoding. zstd is tested only if Node supports it. */
const PACKERS: Readonly<Record<string, (text: string) => Uint8Array>> = {
  gzip: (text) => zlib.gzipSync(text),
  'x-gzip': (text) => zlib.gzipSync(text),
  deflate: (text) => zlib.deflateSync(text),
  br: (text) => zlib.brotliCompressSync(text),
  ...('zstdCompressSync' in zlib && { zstd: (text: string) => zlib.zstdCompressSync(text) }),
}

const LIMIT = 1_000_000

function proxyWith(unpackers?: Unpackers): Proxied & { readonly upstream: Scripted } {
  const upstream = scripted((sent) => nativeAnswer(adapterOf('openai-chat').adapter, ANSWER, sent))
  const options = { maxBodyBytes: LIMIT, ...(unpackers && { unpackers }) }
  return { ...proxied('anthropic-messages', 'openai-chat', upstream.fetch, {}, options), upstream }
}

function packed(text: string, encoding: string, bytes = PACKERS[encoding]?.(text)): RequestInit {
  const [, init] = requestOf('anthropic-messages', user('Hi'))
  return { ...init, body: new Uint8Array(bytes ?? []), headers: { 'content-encoding': encoding } }
}

const [URL, { body: BODY }] = requestOf('anthropic-messages', user('Grüße, 🌧️'))

describe.each(Object.keys(PACKERS))('a body packed as %s', (encoding) => {
  const { fetch, upstream, told } = proxyWith(nodeUnpackers())

  test('is read', async () => {
    expect((await fetch(URL, packed(String(BODY), encoding))).status).toBe(200)
    expect(
      (await fetch(URL, packed(String(BODY), encoding.toUpperCase(), PACKERS[encoding]?.(String(BODY)))))
        .status,
    ).toBe(200)
    expect(upstream.sent.splice(0).map(({ text }) => text.includes('Grüße, 🌧️'))).toEqual([true, true])
  })

  test('is unpacked to its limit and no further', async () => {
    const bomb = PACKERS[encoding]?.('x'.repeat(60_000_000)) ?? new Uint8Array()
    expect(bomb.length).toBeLessThan(LIMIT)
    const before = process.memoryUsage()
    const { status } = await fetch(URL, packed('', encoding, bomb))
    const { rss } = process.memoryUsage()
    expect(status).toBe(413)
    expect(rss - before.rss).toBeLessThan(40 << 20)
  })

  test('is refused if it is not packed as declared, or is truncated', async () => {
    const whole = Buffer.from(PACKERS[encoding]?.(String(BODY).padEnd(5000)) ?? [])
    const wrong = [Buffer.from(String(BODY)), whole.subarray(0, whole.length - 6), whole.subarray(0, 5)]
    for (const bytes of wrong) expect((await fetch(URL, packed('', encoding, bytes))).status).toBe(400)
    expect(told.at(-1)?.error).toContain('not packed as it says')
    expect(upstream.sent).toEqual([])
  })

  test('is refused if its connection breaks', async () => {
    const bytes = PACKERS[encoding]?.(String(BODY)) ?? new Uint8Array()
    const broken = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.subarray(0, 10))
      },
      pull(controller) {
        controller.error(new Error('gone'))
      },
    })
    const init = streaming(packed('', encoding), broken)
    expect((await fetch(URL, init)).status).toBe(400)
  })
})

describe('decompressed bodies', () => {
  test.each([
    ['the handler', undefined, Object.keys(webUnpackers).join(', ')],
    ['the command', nodeUnpackers(), Object.keys(nodeUnpackers()).join(', ')],
  ])('is said by %s', async (_who, unpackers, accepted) => {
    const { fetch, upstream } = proxyWith(unpackers)
    for (const encoding of ['compress', 'gzip, gzip', '__proto__', 'constructor']) {
      const refused = await fetch(URL, packed('', encoding, Buffer.from('x')))
      expect([refused.status, refused.headers.get('x-toolwire-error')]).toEqual([415, 'unknown-encoding'])
      expect(refused.headers.get('accept-encoding')).toBe(accepted)
      expect(await refused.text()).toContain(`packed once as ${accepted}`)
    }
    expect(upstream.sent).toEqual([])
  })

  test('a body that declares no compression is read', async () => {
    const { fetch } = proxyWith()
    expect((await fetch(URL, packed('', 'identity', Buffer.from(String(BODY))))).status).toBe(200)
  })

  test('sends an uncompressed answer for every accept-encoding of the client', async () => {
    const [url, init] = requestOf('anthropic-messages', user('Hi'), false, {
      'accept-encoding': 'br, gzip, zstd',
    })
    const answer = await proxyWith().fetch(url, init)
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(await answer.text()).toContain('Hello.')
  })
})
