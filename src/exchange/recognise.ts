import type { Evidence } from '../adapter/adapter.js'
import { tryParseJson } from '../json/parse.js'
import { isObject } from '../json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../json/types.js'
import { type Framing, ndjson, sse } from '../stream/framing.js'

/** What is known of one exchange when its wire is not. */
export interface Exchange {
  readonly request?: JsonObject
  readonly response?: JsonObject
  /** The first events of a streamed answer. */
  readonly events?: JsonArray
}

/** How sure it is that an exchange is of a wire: 0 (no) to 1 (only this wire looks so), and why. */
export interface Recognition {
  readonly score: number
  readonly reason: string
}

const NONE: Recognition = { score: 0, reason: 'nothing of this wire' }

/** A request that scores less may be of any wire: it says nothing beside an answer that shows nothing of the wire. */
const SAYS_ENOUGH = 0.6

/** Weighs an exchange by what is known of a wire: the best sign of either side counts. */
export function recognise(
  evidence: readonly Evidence[],
  { request, response, events }: Exchange,
): Recognition {
  const asked = best(evidence, 'request', request === undefined ? [] : [request])
  const answer = response === undefined ? events?.filter(isObject) : [response]
  if (answer === undefined) return asked
  const answered = best(evidence, response === undefined ? 'event' : 'response', answer)
  if (answered.score === 0 && asked.score < SAYS_ENOUGH) return NONE
  return answered.score < asked.score ? asked : answered
}

function best(
  evidence: readonly Evidence[],
  place: Exclude<Evidence['in'], 'answer'>,
  bodies: readonly JsonObject[],
): Recognition {
  let found = NONE
  for (const sign of evidence) {
    const isHere = sign.in === place || (sign.in === 'answer' && place !== 'request')
    if (isHere && sign.score > found.score && bodies.some((body) => sign.test(body))) found = sign
  }
  return found
}

/** Enough to tell a wire by, and little to look at. */
const EVENTS = 5
const TEXT = 65_536

/** The first events of a stream whose framing is not known yet. */
export function firstEvents(stream: string | JsonArray): JsonArray {
  if (typeof stream !== 'string') return stream.slice(0, EVENTS)
  const text = stream.slice(0, TEXT)
  const events = framedEvents(text, sse)
  return events.length > 0 ? events : framedEvents(text, ndjson)
}

function framedEvents(text: string, framing: Framing): JsonValue[] {
  const framer = framing.createFramer()
  const frames = [...framer.push(text), ...framer.finish()]
  return frames.flatMap(({ data }) => tryParseJson(data) ?? []).slice(0, EVENTS)
}
