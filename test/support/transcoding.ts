import { recordText } from '../../src/base/http/recorded-body.js'
import type { RecordedBody, RecordedExchange } from '../../src/base/http/recorded-exchange.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import type { Notice } from '../../src/base/model/context.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { createTranscodingAnswerer } from '../../src/traffic/replay/recorded-answers.js'
import { createReplayFetch } from '../../src/traffic/replay/replay-fetch.js'
import { adapterOf, registry } from './adapters.js'
import type { Exchange } from './exchanges.js'
import { type Fetch, questions } from './sdk-clients.js'

/** One answer of a recorded exchange: complete or streamed. */
export interface RecordedAnswer {
  readonly id: string
  readonly wire: string
  readonly exchange: RecordedExchange
}

/** Returns the answers of an exchange, each as a recording of the short question. */
export function answersOf({ id, wire, status, response, stream }: Exchange): RecordedAnswer[] {
  const answer = (body: RecordedBody, streams: boolean): RecordedAnswer => ({
    id: streams ? `${id} (streamed)` : id,
    wire,
    exchange: recordingOf(id, wire, questions[wire] ?? {}, { status, body, streams }),
  })
  return [
    ...(response === undefined ? [] : [answer(recordText(JSON.stringify(response)), false)]),
    ...(stream === undefined ? [] : [answer({ chunks: [{ at: 0, text: stream }] }, true)]),
  ]
}

export function recordingOf(
  id: string,
  wire: string,
  request: JsonObject,
  answer: { readonly status: number; readonly body: RecordedBody; readonly streams: boolean },
): RecordedExchange {
  const { http } = adapterOf(wire).adapter.codecs
  const { status, body, streams } = answer
  return {
    id,
    wire,
    request: { method: 'POST', url: http.pathFor('m', streams), headers: {}, body: { json: request } },
    response: { status, headers: {}, body },
  }
}

export interface Played {
  readonly fetch: Fetch
  /** Notices about unsupported content, added when an answer is requested. */
  readonly notices: Notice[]
}

/** Returns a fetch that answers clients of another wire from one recording. */
export function replayAs(target: Adapter, exchange: RecordedExchange): Played {
  const notices: Notice[] = []
  const answerer = createTranscodingAnswerer({
    target,
    registry,
    onNotices: (_id, list) => notices.push(...list),
    onUnreadable: (_id, error) => {
      throw error
    },
  })
  answerer.add(exchange, { id: exchange.id, load: async () => exchange })
  return { fetch: createReplayFetch({ answerer }), notices }
}
