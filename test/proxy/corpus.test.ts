import { describe, expect, test } from 'vitest'
import type { Adapter } from '../../src/adapter/define.js'
import { serveExchange } from '../../src/replay/serve.js'
import { decodeRecorded } from '../../src/replay/transcode.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { exchangesOf } from '../support/exchanges.js'
import { proxied, scripted } from '../support/proxy.js'
import { questions } from '../support/sdk-clients.js'
import { answersOf, type RecordedAnswer, replayAs } from '../support/transcoding.js'

const pairs = adapters.flatMap((from) =>
  adapters.filter(({ wire }) => wire !== from.wire).map((to) => [from.wire, to.wire] as const),
)

describe.each(pairs)('clients of %s get recordings of %s as a replay gives them', (from, to) => {
  test.each(['whole', 'streamed'] as const)('%s', async (form) => {
    const client = adapterOf(from).adapter
    const problems: string[] = []
    for (const answer of exchangesOf(to).flatMap(answersOf)) {
      const [url, init] = question(client, form === 'streamed')
      const expected = await seen(await replayAs(client, answer.exchange).fetch(url, init))
      const upstream = scripted(() => serveExchange(withType(answer)))
      const { fetch, told } = proxied(from, to, upstream.fetch)
      const received = await seen(await fetch(url, init))
      expect(told).toHaveLength(1)
      if (form === 'streamed' && foreseen(answer)) continue
      if (JSON.stringify(received) !== JSON.stringify(expected))
        problems.push(`${answer.id}:\n${JSON.stringify(received)}\n${JSON.stringify(expected)}`)
    }
    expect(problems.slice(0, 5), `${problems.length} differ`).toEqual([])
  })
})

/** A recording knows beforehand that a call will turn out to be none, and tells it in one piece. */
function foreseen({ wire, exchange }: RecordedAnswer): boolean {
  const { message } = decodeRecorded(exchange, adapterOf(wire).adapter)
  return message.parts.some((part) => part.type === 'tool-call' && part.status !== 'complete')
}

function question({ id, codecs }: Adapter, streams: boolean): [string, RequestInit] {
  const { http } = codecs
  const asks = streams && !http.streams(http.pathFor('m', true), {})
  const body = JSON.stringify({ ...questions[id], ...(asks && { stream: true }) })
  const headers = { 'content-type': 'application/json' }
  return [`https://proxy.test${http.pathFor('m', streams)}`, { method: 'POST', body, headers }]
}

/** Recordings of these tests say no type. */
function withType({ wire, exchange }: RecordedAnswer): RecordedAnswer['exchange'] {
  const { response } = exchange
  const isStream = response.body !== undefined && 'chunks' in response.body
  const type = isStream ? adapterOf(wire).adapter.codecs.stream.framing.contentType : 'application/json'
  return { ...exchange, response: { ...response, headers: { 'content-type': type } } }
}

/** What a client sees, but for ids that are made up. */
async function seen(response: Response): Promise<object> {
  const { status, headers } = response
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1')
  return { status, type: headers.get('content-type'), retry: headers.get('retry-after'), body }
}
