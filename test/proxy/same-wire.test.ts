import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { stringifyExact } from '../../src/base/json/parse.js'
import { isObject } from '../../src/base/json/read-json.js'
import type { ProxyTarget } from '../../src/proxy/proxy-types.js'
import { adapterOf } from '../support/adapters.js'
import { fixtures } from '../support/exchanges.js'
import { served, usualUrl } from '../support/proxy.js'

/** Returns the request to a target of the client's own wire. */
async function passed(wire: string, text: string, options: Partial<ProxyTarget> = {}): Promise<string> {
  const { adapter } = adapterOf(wire)
  const { http } = adapter.codecs
  const sent: unknown[] = []
  const to = { adapter, url: usualUrl(adapter), ...options }
  const proxy = served({
    routes: [{ from: adapter, to }],
    async fetch(_url, { body }) {
      sent.push(body)
      return new Response('', { status: 500 })
    },
  })
  const url = `https://proxy.test${http.base ?? ''}${http.pathFor('m', false)}`
  await proxy.fetch(url, { method: 'POST', body: text })
  return String(sent[0])
}

/** If the path names the model, a body with a model comes from an SDK. */
const requests = fixtures.filter(({ wire, request }) => {
  const { adapter } = adapterOf(wire)
  if (!isObject(request) || adapter.lacks.has('http')) return false
  return request.model === undefined || !isNamedByPath(wire)
})

function isNamedByPath(wire: string): boolean {
  const { http } = adapterOf(wire).adapter.codecs
  return http.pathFor('a', false) !== http.pathFor('b', false)
}

test('requests for their own wire are forwarded byte for byte, with blanks and digits that parsing loses', async () => {
  expect(requests.length).toBeGreaterThan(20)
  for (const { wire, request, id } of requests) {
    const text = JSON.stringify(request, null, 3).replace(/^\{/, '{ "x_digits": 1.0000000000000000001,')
    expect(await passed(wire, text), id).toBe(text)
  }
})

/** The proxy words errors itself. */
const answered = fixtures.filter(
  ({ wire, canonical }) =>
    !adapterOf(wire).adapter.lacks.has('http') && !JSON.stringify(canonical).includes('"error":{'),
)
const DIGITS = '90071992547409931234'

test('streams of their own wire keep digits that parsing loses; complete answers keep or report them', async () => {
  let streams = 0
  for (const { wire, response, stream, id } of answered) {
    const { adapter } = adapterOf(wire)
    const { http } = adapter.codecs
    // Fixtures of binary streams are texts.
    const isText = !adapter.codecs.stream.framing.contentType.includes('amazon')
    for (const text of [response && JSON.stringify(response), isText ? stream : undefined]) {
      if (typeof text !== 'string' || !text.includes('{')) continue
      const numbered = text.replaceAll(/(^|\n|data: )\{(?=")/g, `$1{"x_digits":${DIGITS},`)
      const isStream = text === stream
      if (isStream) streams += 1
      const type = isStream ? adapter.codecs.stream.framing.contentType : 'application/json'
      const proxy = served({
        routes: [{ from: adapter, to: { adapter, url: usualUrl(adapter) } }],
        fetch: async () => new Response(numbered, { headers: { 'content-type': type } }),
      })
      const url = `https://proxy.test${http.base ?? ''}${http.pathFor('m', isStream)}`
      const asked = requests.find((one) => one.wire === wire)?.request
      const body = isObject(asked)
        ? { ...asked, ...((isStream || 'stream' in asked) && { stream: isStream }) }
        : {}
      const answer = await proxy.fetch(url, { method: 'POST', body: JSON.stringify(body) })
      const count = (given: string) => given.split(DIGITS).length
      if (count(await answer.text()) === count(numbered)) continue
      const rounded = proxy.told[0]?.notices.filter(({ code }) => code === 'number-rounded')
      expect(isStream, id).toBe(false)
      expect(JSON.stringify(rounded), id).toContain(DIGITS)
    }
  }
  expect(streams).toBeGreaterThan(20)
})

/** Signatures of one model are not sent to another model. */
const PROOF = /encrypted_content|ignature/

test('another model is the only change', async () => {
  for (const { wire, request, id } of requests) {
    if (!isObject(request) || PROOF.test(JSON.stringify(request))) continue
    if (isNamedByPath(wire)) continue
    const text = await passed(wire, JSON.stringify({ ...request, model: 'm' }), { model: 'target-model' })
    expect(text, id).toBe(stringifyExact({ ...request, model: 'target-model' }))
  }
})

const asked = (messages: readonly JsonObject[], tool: JsonObject) =>
  JSON.stringify({ model: 'm', max_tokens: 9, tools: [tool], messages })
const SEARCH = { type: 'web_search_20250305', name: 'web_search' }
const HELLO = { role: 'user', content: 'Hello' }

test('a replaced hosted tool is not sent to the target', async () => {
  const text = asked([HELLO], SEARCH)
  expect(await passed('anthropic-messages', text)).toBe(text)
  const substitutes = { web_search: { run: () => 'found' } }
  expect(await passed('anthropic-messages', text, { substitutes })).not.toContain('web_search_20250305')
})

test('calls that one provider ran are not sent to another', async () => {
  const id = 'srvtoolu_toolwire_1'
  const call = { type: 'server_tool_use', id, name: 'web_search', input: { query: 'q' } }
  const result = { type: 'web_search_tool_result', tool_use_id: id, content: [] }
  const answer = { role: 'assistant', content: [call, result, { type: 'text', text: 'Found.' }] }
  const sent = await passed('anthropic-messages', asked([HELLO, answer, HELLO], SEARCH))
  expect(sent).not.toContain('server_tool_use')
  expect(sent).toContain('Found.')
})
