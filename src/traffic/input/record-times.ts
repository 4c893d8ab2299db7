import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'

/** The time of a logged exchange, in milliseconds since 1970. */
export interface RecordTimes {
  readonly start: number
  /** Absent if unknown. */
  readonly end?: number
}

/**
 * The members of logs with the start and the end of a request: OTLP, LiteLLM and Langfuse, LangSmith. Spans of
 * an SDK have the names of Langfuse.
 */
const MEMBERS = [
  ['startTimeUnixNano', 'endTimeUnixNano'],
  ['startTime', 'endTime'],
  ['start_time', 'end_time'],
] as const

/** Returns the time that a record of a log states. */
export function timesIn(record: JsonObject): RecordTimes | undefined {
  for (const [first, last] of MEMBERS) {
    const start = millisecondsOf(record[first])
    if (start !== undefined) return compact({ start, end: millisecondsOf(record[last]) })
  }
  return undefined
}

/** Returns the time of a text in ISO 8601. Texts without a zone are UTC, as programs in Python write them. */
export function timeOf(text: string): number | undefined {
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text)
  const isDateTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)
  const time = Date.parse(isDateTime && !hasZone ? `${text.replace(' ', 'T')}Z` : text)
  return Number.isNaN(time) ? undefined : time
}

/** The least value of each unit: a time after 1990. */
const NANOSECONDS = 6e17
const MILLISECONDS = 6e11
const SECONDS = 6e8

/** Returns a time in milliseconds since 1970: of a text, a pair, or a number of seconds, milliseconds or nanoseconds. */
export function millisecondsOf(value: JsonValue | undefined): number | undefined {
  if (isArray(value)) return ofPair(value[0], value[1])
  if (typeof value === 'string') return /^\d{18,20}$/.test(value) ? ofNumber(Number(value)) : timeOf(value)
  return typeof value === 'number' ? ofNumber(value) : undefined
}

/** Converts `[seconds, nanoseconds]`, the form of OpenTelemetry's SDK. */
function ofPair(seconds: JsonValue | undefined, nanoseconds: JsonValue | undefined): number | undefined {
  const isPair = typeof seconds === 'number' && typeof nanoseconds === 'number'
  return isPair && seconds >= SECONDS ? seconds * 1000 + nanoseconds / 1e6 : undefined
}

function ofNumber(value: number): number | undefined {
  if (value >= NANOSECONDS) return value / 1e6
  if (value >= MILLISECONDS) return value
  return value >= SECONDS ? value * 1000 : undefined
}
