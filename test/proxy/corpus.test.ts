import { describe, expect, test } from 'vitest'
import { bodyJson } from '../../src/base/http/recorded-body.js'
import { objectOr } from '../../src/base/json/read-json.js'
import type { Framer } from '../../src/codec/stream/framing.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { isStreamInPath } from '../../src/codec/wire/define-adapter.js'
import { urlPath } from '../../src/traffic/replay/match.js'
import { serveExchange } from '../../src/traffic/replay/serve.js'
import { decodeRecorded } from '../../src/traffic/replay/transcode.js'
import { modelAt } from '../../src/translate/exchange/registry.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { exchangesOf } from '../support/exchanges.js'
import { proxied, scripted } from '../support/proxy.js'
import { questions } from '../support/sdk-clients.js'
import { answersOf, type RecordedAnswer, replayAs } from '../support/transcoding.js'

const pairs = adapters.flatMap((from) =>
  adapters.filter(({ wire }) => wire !== from.wire).map((to) => [from.wire, to.wire] as const),
)

describe.each(someOf(pairs, 6, 'clients'))(
  'clients of %s get recordings of %s as a replay gives them',
  (from, to) => {
    test.each(['whole', 'streamed'] as const)('%s', async (form) => {
      const client = adapterOf(from).adapter
      const problems: string[] = []
      for (const answer of someOf(exchangesOf(to).flatMap(answersOf))) {
        const [url, init] = question(client, form === 'streamed')
        const expected = await seen(client, await replayAs(client, answer.exchange).fetch(url, init))
        const upstream = scripted(() => serveExchange(withType(answer)))
        const { fetch, told } = proxied(from, to, upstream.fetch, asked(answer))
        const received = await seen(client, await fetch(url, init))
        expect(told).toHaveLength(1)
        if (form === 'streamed' && foreseen(answer)) continue
        if (JSON.stringify(received) !== JSON.stringify(expected))
          problems.push(`${answer.id}:\n${JSON.stringify(received)}\n${JSON.stringify(expected)}`)
      }
      expect(problems.slice(0, 5), `${problems.length} differ`).toEqual([])
    })
  },
)

/**
 * Returns true if an answer has an unusable call. A complete recording shows this in advance, and the call is
 * sent in one piece.
 */
function foreseen({ wire, exchange }: RecordedAnswer): boolean {
  const { message } = decodeRecorded(exchange, adapterOf(wire).adapter)
  return message.parts.some((part) => part.type === 'tool-call' && part.status !== 'complete')
}

function question({ id, codecs }: Adapter, streams: boolean): [string, RequestInit] {
  const { http } = codecs
  const asks = streams && !isStreamInPath(http)
  const body = JSON.stringify({ ...questions[id], ...(asks && { stream: true }) })
  const headers = { 'content-type': 'application/json' }
  return [`https://proxy.test${http.pathFor('m', streams)}`, { method: 'POST', body, headers }]
}

/** Returns the model of the recording. Some answers do not contain it. */
function asked({ wire, exchange }: RecordedAnswer): { readonly model?: string } {
  const { url, body } = exchange.request
  const model = modelAt(urlPath(url), objectOr(bodyJson(body) ?? null, {}), adapterOf(wire).adapter)
  return model === undefined ? {} : { model }
}

/** Recordings of these tests have no content type. */
function withType({ wire, exchange }: RecordedAnswer): RecordedAnswer['exchange'] {
  const { response } = exchange
  const isStream = response.body !== undefined && 'chunks' in response.body
  const type = isStream ? adapterOf(wire).adapter.codecs.stream.framing.contentType : 'application/json'
  return { ...exchange, response: { ...response, headers: { 'content-type': type } } }
}

/**
 * Returns the response as seen by a client. Generated ids are replaced by their index, and times are removed.
 */
async function seen({ codecs }: Adapter, response: Response): Promise<object> {
  const { status, headers } = response
  const bytes = new Uint8Array(await response.arrayBuffer())
  const { framing } = codecs.stream
  // Binary frames have checksums, which also cover generated ids.
  const isBinary = headers.get('content-type') === framing.contentType && framing.contentType !== SSE
  const text = isBinary ? framed(framing.createFramer(), bytes) : Buffer.from(bytes).toString('latin1')
  const made: string[] = []
  const body = text.replaceAll(TIME, 'a time').replaceAll(MADE_UP, (id) => {
    if (!made.includes(id)) made.push(id)
    return `made-up-${made.indexOf(id)}`
  })
  return { status, type: headers.get('content-type'), retry: headers.get('retry-after'), body }
}

const SSE = 'text/event-stream'

const TIME = /(?<="(?:created|completed|created_at|completed_at|updated)\\?":)(?:\d+|\\?"[^"\\]*\\?")/g

function framed(framer: Framer, bytes: Uint8Array): string {
  return JSON.stringify([...framer.push(bytes), ...framer.finish()])
}

/** Generated ids. Calls without an id get a random id in a proxy, which is short on some wires. */
const MADE_UP =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:answer|msg|fc|rs|ctc|ws|minted|resp|v1)_[0-9a-f]{16,32}|(?<="id":")[A-Za-z\d]{9}(?=")/g
