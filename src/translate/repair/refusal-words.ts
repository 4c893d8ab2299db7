import { thrownBody } from '../../base/http/error-facts.js'
import { bodyWords, errorWords } from '../../base/http/error-words.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { asJson, isArray, isObject } from '../../base/json/read-json.js'
import { ResponseError } from '../../base/model/response-error.js'

/** Maximum length of a text. Longer texts quote the request or are a web page. */
const LONGEST = 20_000
const DEEPEST = 12
const MOST_VALUES = 2000

/** The content of a provider's error. */
export interface RefusalWords {
  /** The provider's human-readable message. */
  readonly message: string
  /** All texts of the error, for searching. */
  readonly text: string
}

/**
 * Reads the texts of an error response: the body of an error, its text, an error that an SDK threw, or a
 * ResponseError. Returns undefined if the error contains no text.
 */
export function refusalWords(error: unknown): RefusalWords | undefined {
  const texts: string[] = []
  collect(saidBy(error), { texts, left: MOST_VALUES }, 0)
  const text = texts.join('\n').slice(0, LONGEST)
  return text.trim() === '' ? undefined : { message: messageOf(saidBy(error)) ?? text.slice(0, 1000), text }
}

function messageOf(said: JsonValue): string | undefined {
  const { message } =
    typeof said === 'string' && innerOf(said) === undefined ? bodyWords(said) : errorWords(said)
  return message?.slice(0, 1000)
}

function saidBy(error: unknown): JsonValue {
  if (error instanceof ResponseError) return error.error.raw ?? error.error.message
  if (error instanceof Error) return thrownBody(error) ?? error.message
  return asJson(error)
}

interface Collected {
  readonly texts: string[]
  /** The number of values that may still be read: since a thrown value may contain itself. */
  left: number
}

/**
 * Collects the texts of a value, including JSON in a text, since gateways quote the error of the server
 * behind them.
 */
function collect(value: JsonValue | undefined, into: Collected, depth: number): void {
  into.left -= 1
  if (depth > DEEPEST || into.left < 0) return
  if (typeof value === 'string') {
    const inner = innerOf(value)
    if (inner === undefined) into.texts.push(value.slice(0, LONGEST))
    else collect(inner, into, depth + 1)
  } else if (isArray(value)) {
    if (value.length > 0 && value.every(isStep)) into.texts.push(value.join('.'))
    else for (const item of value) collect(item, into, depth + 1)
  } else if (isObject(value)) for (const member of Object.values(value)) collect(member, into, depth + 1)
}

/** Parses the JSON in a text. */
function innerOf(text: string): JsonValue | undefined {
  return /^\s*[{[]/.test(text) && text.length <= LONGEST ? tryParseJson(text) : undefined
}

/** Returns true for a step of a path. Some servers report a path as a list: `["body", "messages", 2]`. */
function isStep(value: JsonValue): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && /^[\w$-]{1,100}$/.test(value))
}

/** Returns the words of a text, normalized for comparison. */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/…|[\p{L}\p{N}_][\p{L}\p{N}_-]*/gu) ?? []
}

/** The maximum number of words that `…` matches. */
const MOST_SKIPPED = 8

/**
 * Counts the words of a fragment that occur consecutively in the provider's message; 0 without a match. Ids,
 * numbers and the words that `…` matches may differ and are not counted.
 */
export function wordsShared(fragment: readonly string[], words: readonly string[]): number {
  let best = 0
  for (let start = 0; start < words.length; start += 1)
    best = Math.max(best, sharedAt(words, start, fragment, 0) ?? 0)
  return best
}

/** Returns undefined if the fragment does not occur at this position. */
function sharedAt(
  words: readonly string[],
  start: number,
  fragment: readonly string[],
  from: number,
): number | undefined {
  let shared = 0
  for (let index = from; index < fragment.length; index += 1) {
    const wanted = fragment[index] ?? ''
    const at = start + index - from
    if (wanted === '…') return skipping(words, at, fragment, index + 1, shared)
    const word = words[at]
    if (word === undefined || (word !== wanted && !standsForAny(wanted))) return undefined
    if (word === wanted) shared += 1
  }
  return shared
}

function skipping(
  words: readonly string[],
  at: number,
  fragment: readonly string[],
  from: number,
  shared: number,
): number | undefined {
  if (from === fragment.length) return shared
  for (let skipped = 0; skipped <= MOST_SKIPPED; skipped += 1) {
    const rest = sharedAt(words, at + skipped, fragment, from)
    if (rest !== undefined) return shared + rest
  }
  return undefined
}

/** Matches ids and indices, and the letters that the documentation uses for them. */
function standsForAny(word: string): boolean {
  return word === 'n' || word === 'x' || /\d/.test(word)
}
