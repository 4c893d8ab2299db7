import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { assistantMessage } from '../../src/base/model/create.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { adapters } from '../support/adapters.js'
import { projectRoot } from '../support/project.js'
import { nativeAnswer, requestOf, scripted, served, targetOf, user } from '../support/proxy.js'

const WIRES = adapters.map(({ adapter }) => adapter)
const ENVIRONMENT = Object.fromEntries(
  WIRES.flatMap(({ codecs }) => codecs.http.access?.variables ?? []).map((name) => [name, `key-of-${name}`]),
)

/** The URL of each wire's vendor, from the guide. */
const VENDORS = new Map(
  readFileSync(join(projectRoot, 'docs/proxy-clients.md'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, wire, url] = /^\| [^|]+ \| `([a-z-]+)`, `(https:[^`]+)` \|/.exec(line) ?? []
      return wire && url ? [[wire, url.replace('REGION', 'eu-central-1')] as const] : []
    }),
)

/** Returns the credentials that a server at this address receives. */
async function shown(adapter: Adapter, url: string, key?: string): Promise<string> {
  const message = assistantMessage('Yes.')
  const upstream = scripted((sent) => nativeAnswer(adapter, { message, finish: { reason: 'stop' } }, sent))
  const { key: _key, ...target } = targetOf(adapter)
  const { fetch } = served({
    routes: [{ from: adapter, to: { ...target, url, ...(key && { key }) } }],
    fetch: upstream.fetch,
    environment: ENVIRONMENT,
  })
  expect((await fetch(...requestOf(adapter.id, user('Hi')))).status).toBe(200)
  return JSON.stringify([...(upstream.sent[0]?.headers ?? [])])
}

describe.each(WIRES.map((adapter) => [adapter.id, adapter] as const))('the key of %s', (wire, adapter) => {
  const vendor = new URL(VENDORS.get(wire) ?? expect.fail())
  const { variables = [] } = adapter.codecs.http.access ?? {}

  test('goes to its vendor', async () => {
    expect(await shown(adapter, vendor.href)).toContain(`key-of-${variables[0]}`)
  })

  const { host } = vendor
  test.each([
    `http://${host}`,
    `https://${host}.example.com`,
    `https://evil-${host}`,
    `https://evil${host}`,
    `https://example.com/${host}`,
    `https://${host.replace('.', '-')}`,
    'http://127.0.0.1:8000/v1',
    'https://openrouter.ai/api/v1',
    ...[...VENDORS.values()].filter((url) => new URL(url).host !== host),
  ])('goes not to %s, unless it is named', async (url) => {
    expect(await shown(adapter, url)).not.toContain('key-of-')
    expect(await shown(adapter, url, 'named-one')).toContain('named-one')
  })
})

describe('keys in a path', () => {
  const KEYS = [
    'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD',
    'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789',
    'AIzaSyA1234567890abcdefghijklmnopqrstuv',
    'a81f2c9d3e4b5a6978f0e1d2c3b4a5f6',
    'the-token-of-this-proxy',
    'target-key-of-words',
  ]
  const places = KEYS.flatMap((key) => [
    `/${key}/v1/chat/completions`,
    `/v1/${key}`,
    `/${key}/v1/models/nothing`,
  ])

  test.each(places)('are neither in reports nor in the answer: %s', async (path) => {
    const [adapter = expect.fail()] = WIRES.filter(({ id }) => id === 'openai-chat')
    const { fetch, told } = served({
      routes: [{ from: adapter, to: { ...targetOf(adapter), key: 'target-key-of-words' } }],
      fetch: async () => Promise.reject(new TypeError('fetch failed')),
      token: 'the-token-of-this-proxy',
    })
    const headers = { authorization: 'Bearer the-token-of-this-proxy' }
    for (const init of [{ headers }, { method: 'POST', body: '{"model":"m","messages":[]}', headers }]) {
      const response = await fetch(`https://proxy.test${path}`, init)
      const all = JSON.stringify(told) + (await response.text())
      for (const key of KEYS) expect(all).not.toContain(key)
    }
    expect(told[0]?.path).toContain('[redacted]')
  })

  test('do not change names of models', async () => {
    const { fetch, told } = served({ routes: [{ from: WIRES[0], to: targetOf(WIRES[0] ?? expect.fail()) }] })
    for (const path of [
      '/v1beta/models/gemini-2.5-flash-preview-09-2025',
      '/model/us.anthropic.claude-sonnet-4-20250514-v1:0/no',
    ])
      await fetch(`https://proxy.test${path}`)
    expect(told.map(({ path }) => path)).toEqual([
      '/v1beta/models/gemini-2.5-flash-preview-09-2025',
      '/model/us.anthropic.claude-sonnet-4-20250514-v1:0/no',
    ])
  })
})
