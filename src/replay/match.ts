import { stableHash } from '../adapter/ids.js'
import { AdapterError } from '../json/errors.js'
import { at, isArray, isObject } from '../json/read.js'
import type { JsonValue } from '../json/types.js'
import { MAX_DEPTH } from '../json/write.js'
import { bodyJson, bodyText } from './body.js'
import type { RecordedRequest } from './exchange.js'

/** What may differ between a request and its recording. All on by default. */
export interface Noise {
  /** UUIDs anywhere in a text. */
  readonly uuids?: boolean
  /** ISO 8601 dates and times anywhere in a text. */
  readonly dates?: boolean
  /** Ids of calls, items and messages: only which ones are the same counts. */
  readonly ids?: boolean
  /** JSON Pointers into the body that do not count; `*` stands for any one token. */
  readonly ignore?: readonly string[]
}

/** A request reduced to what must be the same in its recording. */
export interface NormalRequest {
  /** Method and path, without host and query. */
  readonly target: string
  readonly body: JsonValue
  /** One text per request that counts as the same. */
  readonly key: string
  /** One text per request that is the same, noise included. */
  readonly exactKey: string
}

const UUID = /\b[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}\b/gi
const DATE = /\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?/g
const ID_MEMBER = /^(id|.*_id|.*Id|.*_ids)$/
/** Members that hold what a tool was called with: ids in there are of the tool's world, and matter. */
const ARGUMENTS_MEMBER = /^(input|args|arguments)$/

export function normalizeRequest(request: RecordedRequest, noise: Noise = {}): NormalRequest {
  const target = `${request.method} ${pathOf(request.url)}`
  return normalRequest(target, bodyJson(request.body) ?? bodyText(request.body), noise)
}

export function normalRequest(target: string, value: JsonValue, noise: Noise = {}): NormalRequest {
  const body = new Normalizer(noise).normalize(value, [])
  const exact = new Normalizer(NO_NOISE).normalize(value, [])
  return { target, body, key: keyOf(target, body), exactKey: keyOf(target, exact) }
}

const NO_NOISE: Noise = { uuids: false, dates: false, ids: false }

function keyOf(target: string, body: JsonValue): string {
  return stableHash(`${target}\n${JSON.stringify(body)}`)
}

/** The path of a URL, without host and query: recordings replay under any base URL. */
export function pathOf(url: string): string {
  const path = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(url)?.[1] ?? ''
  return path.replace(/\/{2,}/g, '/') || '/'
}

/** Sorts keys and replaces noise. One instance per body: it numbers ids in the order in which they appear. */
class Normalizer {
  private readonly ids = new Map<string, string>()

  constructor(private readonly noise: Noise) {}

  normalize(value: JsonValue, path: readonly string[]): JsonValue {
    if (path.length > MAX_DEPTH)
      throw new AdapterError('too-deep', '', `nested deeper than ${MAX_DEPTH} levels`)
    if (isArray(value)) return value.map((item, index) => this.normalize(item, [...path, String(index)]))
    if (isObject(value)) {
      const members = Object.keys(value)
        .sort()
        .filter((key) => !this.isIgnored([...path, key]))
        .map((key): [string, JsonValue] => [key, this.member(key, value[key] ?? null, [...path, key])])
      return Object.fromEntries(members)
    }
    return typeof value === 'string' ? this.text(value) : value
  }

  private member(key: string, value: JsonValue, path: readonly string[]): JsonValue {
    const isId = typeof value === 'string' && ID_MEMBER.test(key) && this.noise.ids !== false
    if (!isId || path.some((token) => ARGUMENTS_MEMBER.test(token))) return this.normalize(value, path)
    const known = this.ids.get(value) ?? `<id ${this.ids.size + 1}>`
    this.ids.set(value, known)
    return known
  }

  private text(text: string): string {
    let result = text
    if (this.noise.uuids !== false) result = result.replace(UUID, '<uuid>')
    if (this.noise.dates !== false) result = result.replace(DATE, '<date>')
    return result
  }

  private isIgnored(path: readonly string[]): boolean {
    return this.noise.ignore?.some((pattern) => matchesPointer(pattern, path)) ?? false
  }
}

/** Whether a path is the one a JSON Pointer names, `*` standing for any one token. */
export function matchesPointer(pattern: string, path: readonly string[]): boolean {
  const tokens = pattern.split('/').slice(1)
  return (
    tokens.length === path.length && tokens.every((token, index) => token === '*' || token === path[index])
  )
}

/** One place where two normalized bodies differ. */
export interface Difference {
  readonly path: string
  readonly recorded: JsonValue | undefined
  readonly received: JsonValue | undefined
}

/** Where two JSON values differ, in reading order; at most `most` places. */
export function differences(recorded: JsonValue, received: JsonValue, most = 20): Difference[] {
  const found: Difference[] = []
  compare(recorded, received, '', found, most)
  return found
}

function compare(
  recorded: JsonValue | undefined,
  received: JsonValue | undefined,
  path: string,
  found: Difference[],
  most: number,
): void {
  if (found.length >= most || recorded === received) return
  const comparable =
    (isObject(recorded) && isObject(received)) || (Array.isArray(recorded) && Array.isArray(received))
  if (!comparable) {
    found.push({ path, recorded, received })
    return
  }
  const before = new Map(Object.entries(recorded ?? {}))
  const after = new Map(Object.entries(received ?? {}))
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    compare(before.get(key), after.get(key), at(path, key), found, most)
  }
}
