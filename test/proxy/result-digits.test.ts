import { describe, expect, test } from 'vitest'
import { adapterOf } from '../support/adapters.js'
import { DIGITS, LOSSY_ARGUMENTS, LOSSY_REQUESTS } from '../support/digits.js'
import { served, usualUrl } from '../support/proxy.js'

const WIRES = Object.keys(LOSSY_REQUESTS)
const QUOTED = JSON.stringify(LOSSY_ARGUMENTS)

/** Returns the request of a wire, whose only numbers with many digits are in the result of the call. */
function requestOf(wire: string): string {
  const text = LOSSY_REQUESTS[wire] ?? ''
  const plain = text.replace(LOSSY_ARGUMENTS, '{}').replace(QUOTED, '"{}"')
  return plain.replace(/"maximum":[^}]*/, '"maximum":1').replace(/"default":[^}]*/, '"default":1')
}

/** Returns the text that the proxy sends to a server of another wire. */
async function sentText(from: string, to: string): Promise<string> {
  const client = adapterOf(from).adapter
  const { adapter } = adapterOf(to)
  const sent: string[] = []
  const proxy = served({
    routes: [{ from: client, to: { adapter, url: usualUrl(adapter), model: 'm', maxOutputTokens: 100 } }],
    async fetch(_url, { body }) {
      sent.push(String(body))
      return new Response('', { status: 500 })
    },
  })
  const { http } = client.codecs
  const url = `https://proxy.test${http.base ?? ''}${http.pathFor('m', false)}`
  await proxy.fetch(url, { method: 'POST', body: requestOf(from) })
  return sent.join()
}

// https://github.com/earendil-works/pi/issues/8943
describe.each(WIRES)('a result from a client of %s', (from) => {
  test.each(WIRES)('keeps the digits of its numbers for %s', async (to) => {
    const [id, rate] = DIGITS
    expect(requestOf(from).split(id)).toHaveLength(2)
    const text = await sentText(from, to)
    expect(text).toContain(id)
    expect(text).toContain(rate)
  })
})
