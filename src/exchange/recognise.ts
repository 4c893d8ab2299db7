import { AdapterError } from '../json/errors.js'
import { tryParseJson } from '../json/parse.js'
import { arrayOr, isObject, objectOr } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import { compact } from '../json/write.js'
import { type Framing, ndjson, sse } from '../stream/framing.js'
import type { Evidence } from '../wire/contract.js'

/** What is known of one exchange when its wire is not. */
export interface Exchange {
  /** The native request. */
  readonly request?: JsonObject
  /** The native answer, when it came whole. */
  readonly response?: JsonObject
  /** A streamed answer, or its beginning: text or bytes however cut, or parsed events. */
  readonly stream?: readonly (JsonValue | Uint8Array)[]
}

/** What is to be seen in a record of traffic, `{request?, response?, sse?, chunks?}`. */
export function shownIn({ request, response, sse, chunks }: JsonObject): Exchange {
  return compact({
    request: objectOr(request, undefined),
    response: objectOr(response, undefined),
    stream: typeof sse === 'string' ? [sse] : arrayOr(chunks, undefined),
  })
}

/** How sure it is that an exchange is of a wire: 0 (no) to 1 (only this wire looks so), and why. */
export interface Recognition {
  /** 0 (no) to 1 (only this wire looks so). */
  readonly score: number
  /** What it was known by. */
  readonly reason: string
}

const NONE: Recognition = { score: 0, reason: 'nothing of this wire' }

/** A request that scores less may be of any wire: it says nothing beside an answer that shows nothing of the wire. */
const SAYS_ENOUGH = 0.6

/** Weighs an exchange by what is known of a wire: the best sign of either side counts. */
export function recognise(
  evidence: readonly Evidence[],
  { request, response, stream }: Exchange,
): Recognition {
  const asked = best(evidence, 'request', request === undefined ? [] : [request])
  const answer = response === undefined ? stream && firstEvents(stream).filter(isObject) : [response]
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
const CHUNKS = 10
const LENGTH = 65_536

/** The first events of a stream, in the first framing that finds some. */
export function firstEvents(
  stream: NonNullable<Exchange['stream']>,
  framings: Iterable<Framing> = [sse, ndjson],
): readonly JsonValue[] {
  const chunks: (string | Uint8Array)[] = []
  const events: JsonValue[] = []
  for (const chunk of stream.slice(0, CHUNKS)) {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(chunk.slice(0, LENGTH))
    else events.push(chunk)
  }
  for (const framing of framings) if (events.length === 0) events.push(...framedEvents(chunks, framing))
  return events.slice(0, EVENTS)
}

function framedEvents(chunks: readonly (string | Uint8Array)[], framing: Framing): JsonValue[] {
  const framer = framing.createFramer()
  try {
    const frames = chunks.flatMap((chunk) => framer.push(chunk))
    return [...frames, ...framer.finish()].flatMap(({ data }) => tryParseJson(data) ?? [])
  } catch (error) {
    if (error instanceof AdapterError) return []
    throw error
  }
}
