import { bodyJson, bodyText } from '../../base/http/recorded-body.js'
import type { RecordedRequest } from '../../base/http/recorded-exchange.js'
import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { matchesPointer } from '../../base/json/pointer.js'
import { at, isArray, isObject } from '../../base/json/read-json.js'
import { MAX_DEPTH } from '../../base/json/write-json.js'
import { stableHash } from '../../base/model/ids.js'

/** The target of requests that are compared as conversations, independent of their wire. */
export const ANY_CONVERSATION = 'conversation'

/** Differences between a request and its recording that are ignored. All of them are on by default. */
export interface Noise {
  /** UUIDs at any position of a text. */
  readonly uuids?: boolean
  /** Dates and times at any position of a text (ISO 8601, or in English words), and epoch milliseconds. */
  readonly dates?: boolean
  /** Ids of calls, items, messages and sessions. Only equality between ids is compared. */
  readonly ids?: boolean
  /** JSON Pointers to ignored parts of the body; `*` matches any one token. */
  readonly ignore?: readonly string[]
}

/** A request reduced to the parts that must match its recording. */
export interface NormalRequest {
  /** Method and path, without host and query. */
  readonly target: string
  readonly body: JsonValue
  /** A text that is equal for requests that match. */
  readonly key: string
  /** A text that is equal for identical requests, including ignored differences. */
  readonly exactKey: string
  /** True if texts replace media, so that requests with other media have the same key. Default: false. */
  readonly lacksMedia?: true
}

const UUID = /(?<![0-9a-f])[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}(?![0-9a-f])/gi
const ISO_DATE = /\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?/g
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\\.?'
/**
 * Matches written dates (`Saturday, November 22, 2025`, `Sat Nov 22 2025`, `22 November 2025`), since agents
 * include the current date.
 */
const WRITTEN_DATE = new RegExp(
  `(?:\\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?\\b(?:${MONTH} \\d{1,2}|\\d{1,2} ${MONTH}),? \\d{4}\\b`,
  'g',
)
/** Matches epoch milliseconds of the years 2014 to 2033. */
const EPOCH_TEXT = /(?<!\d)1[4-9]\d{11}(?!\d)/g
const ID_MEMBER = /^(id|.*_id|.*Id|.*_ids)$/
/** Matches internal ids of agents in texts, e.g. `ses_4c1f2a9b8effe7Qm`. */
const SESSION_ID =
  /\b(?:sess?|session|msg|message|prt|part|run|req|request|thread|conv|trace|span|turn)[_-](?=[A-Za-z]*\d)[A-Za-z0-9]{12,}\b/g

export function normalizeRequest(request: RecordedRequest, noise: Noise = {}): NormalRequest {
  const target = `${request.method} ${urlPath(request.url)}`
  return normalRequest(target, bodyJson(request.body) ?? bodyText(request.body), noise)
}

/**
 * Normalizes a request for comparison.
 * @param exactly the value that must be equal for identical requests. Default: `value`.
 */
export function normalRequest(
  target: string,
  value: JsonValue,
  noise: Noise = {},
  exactly: JsonValue = value,
): NormalRequest {
  const body = new Normalizer(noise).normalize(value, [])
  const exact = new Normalizer(NO_NOISE).normalize(exactly, [])
  return { target, body, key: keyOf(target, body), exactKey: keyOf(target, exact) }
}

const NO_NOISE: Noise = { uuids: false, dates: false, ids: false }

function keyOf(target: string, body: JsonValue): string {
  return stableHash(`${target}\n${JSON.stringify(body)}`)
}

/** Returns the path of a URL, without host and query: recordings replay under any base URL. */
export function urlPath(url: string): string {
  const path = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(url)?.[1] ?? ''
  return path.replace(/\/{2,}/g, '/') || '/'
}

/**
 * Sorts keys and replaces ignored differences. One instance per body, because ids are numbered in order of
 * appearance.
 */
class Normalizer {
  private readonly ids = new Map<string, string>()

  constructor(private readonly noise: Noise) {}

  /**
   * Normalizes a value.
   * @param inArguments true inside the arguments of a tool call, whose ids and numbers belong to the tool.
   */
  normalize(value: JsonValue, path: readonly string[], inArguments = false): JsonValue {
    if (path.length > MAX_DEPTH)
      throw new AdapterError('too-deep', '', `nested deeper than ${MAX_DEPTH} levels`)
    if (isArray(value))
      return value.map((item, index) => this.item(item, [...path, String(index)], inArguments))
    if (isObject(value)) return this.members(value, path, inArguments)
    if (typeof value === 'string') return this.text(value, inArguments)
    return typeof value === 'number' && !inArguments ? this.number(value) : value
  }

  private item(item: JsonValue, path: readonly string[], inArguments: boolean): JsonValue {
    return this.isIgnored(path) ? '<ignored>' : this.normalize(item, path, inArguments)
  }

  private members(value: JsonObject, path: readonly string[], inArguments: boolean): JsonValue {
    const members = Object.keys(value)
      .sort()
      .map((key) => ({ key, memberPath: [...path, key], member: value[key] ?? null }))
      .filter(({ memberPath }) => !this.isIgnored(memberPath))
      .map(({ key, memberPath, member }): [string, JsonValue] => {
        const inside = inArguments || isArguments(key, member, memberPath)
        const isId = !inside && typeof member === 'string' && ID_MEMBER.test(key) && this.noise.ids !== false
        return [key, isId ? this.numbered(member) : this.normalize(member, memberPath, inside)]
      })
    return Object.fromEntries(members)
  }

  private numbered(id: string): string {
    const known = this.ids.get(id) ?? `<id ${this.ids.size + 1}>`
    this.ids.set(id, known)
    return known
  }

  private text(text: string, inArguments: boolean): string {
    const { uuids = true, dates = true, ids = true } = this.noise
    let result = text
    if (uuids) result = result.replace(UUID, '<uuid>')
    if (dates) result = result.replace(ISO_DATE, '<date>').replace(WRITTEN_DATE, '<date>')
    if (dates && !inArguments) result = result.replace(EPOCH_TEXT, '<time>')
    if (ids && !inArguments) result = result.replace(SESSION_ID, (id) => this.numbered(id))
    return result
  }

  private number(value: number): JsonValue {
    const isTime = this.noise.dates !== false && Number.isInteger(value) && value >= 1.4e12 && value < 2e12
    return isTime ? '<time>' : value
  }

  private isIgnored(path: readonly string[]): boolean {
    return this.noise.ignore?.some((pattern) => matchesPointer(pattern, path)) ?? false
  }
}

/**
 * Returns true if a member holds the arguments of a tool call. An `input` that is a list, or a text at the
 * top level, is a conversation.
 */
function isArguments(key: string, value: JsonValue, path: readonly string[]): boolean {
  if (key !== 'input') return key === 'arguments' || key === 'args'
  return isObject(value) || (typeof value === 'string' && path.length > 1)
}

/** One difference between two normalized bodies. */
export interface Difference {
  /** JSON Pointer. */
  readonly path: string
  /** The recorded value. Undefined if the recording has no value at this path. */
  readonly recorded: JsonValue | undefined
  /** The received value. Undefined if the request has no value at this path. */
  readonly received: JsonValue | undefined
}

/** Returns the differences between two JSON values in reading order, at most `most`. */
export function differences(recorded: JsonValue, received: JsonValue, most = 20): Difference[] {
  const found: Difference[] = []
  for (const difference of differencesAt('', recorded, received)) {
    if (found.length === most) break
    found.push(difference)
  }
  return found
}

function* differencesAt(
  path: string,
  recorded: JsonValue | undefined,
  received: JsonValue | undefined,
): Generator<Difference> {
  if (recorded === received) return
  const comparable =
    (isObject(recorded) && isObject(received)) || (Array.isArray(recorded) && Array.isArray(received))
  if (!comparable) {
    yield { path, recorded, received }
    return
  }
  const before = new Map(Object.entries(recorded ?? {}))
  const after = new Map(Object.entries(received ?? {}))
  for (const key of new Set([...before.keys(), ...after.keys()]))
    yield* differencesAt(at(path, key), before.get(key), after.get(key))
}

/** The distance between two values. */
export interface Distance {
  /** The number of differing paths. A value that only one side has counts once for each value in it. */
  readonly places: number
  /** The sum of the text differences at these paths, each from 0 to 1. */
  readonly unlikeness: number
}

export function distance(recorded: JsonValue, received: JsonValue): Distance {
  if (recorded === received) return SAME
  if (isArray(recorded) && isArray(received))
    return sum(longer(recorded, received).map((_, index) => memberDistance(recorded[index], received[index])))
  if (isObject(recorded) && isObject(received)) {
    const keys = [...new Set([...Object.keys(recorded), ...Object.keys(received)])]
    return sum(keys.map((key) => memberDistance(recorded[key], received[key])))
  }
  if (typeof recorded === 'string' && typeof received === 'string')
    return { places: 1, unlikeness: unlikeness(recorded, received) }
  const places = Math.max(valuesIn(recorded), valuesIn(received))
  return { places, unlikeness: places }
}

export function isNearer(one: Distance, other: Distance): boolean {
  return one.places === other.places ? one.unlikeness < other.unlikeness : one.places < other.places
}

const SAME: Distance = { places: 0, unlikeness: 0 }

function memberDistance(recorded: JsonValue | undefined, received: JsonValue | undefined): Distance {
  if (recorded !== undefined && received !== undefined) return distance(recorded, received)
  const places = valuesIn(recorded ?? received ?? null)
  return { places, unlikeness: places }
}

function sum(distances: readonly Distance[]): Distance {
  return distances.reduce(
    (total, { places, unlikeness }) => ({
      places: total.places + places,
      unlikeness: total.unlikeness + unlikeness,
    }),
    SAME,
  )
}

function longer<Item>(one: readonly Item[], other: readonly Item[]): readonly Item[] {
  return one.length > other.length ? one : other
}

/** Returns the number of leaf values in a value. An empty list or object counts as one. */
function valuesIn(value: JsonValue): number {
  const children = typeof value === 'object' && value !== null ? Object.values(value) : []
  return Math.max(
    1,
    children.reduce<number>((total, child) => total + valuesIn(child), 0),
  )
}

/** Returns the share of the longer text outside the common beginning and the common end. */
function unlikeness(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start += 1
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  return 1 - (start + end) / Math.max(one.length, other.length)
}
