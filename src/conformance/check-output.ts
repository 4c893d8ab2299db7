import type { JsonObject, JsonValue } from '../base/json/json-types.js'
import { parseExact, stringifyExact, tryParseJson } from '../base/json/parse.js'
import { valueAt } from '../base/json/pointer.js'
import { isObject } from '../base/json/read-json.js'
import { equalJson, stringifySorted } from '../base/json/write-json.js'
import type { CallCheck, CaseCheck, ResultCheck } from './case.js'
import type { CaseOutput } from './output.js'
import type { BodyEntry, BodyReading, CallEntry, NativeEvent, ResultEntry } from './reading.js'

/** An output, read by the documented form of its API. */
export interface JudgedOutput {
  readonly output: CaseOutput
  /** The complete body; of a stream, the joined answer. */
  readonly body: JsonObject | undefined
  readonly reading: BodyReading
  /** The message of an error body, or of an error inside a stream. */
  readonly error: string | undefined
  readonly events: readonly NativeEvent[]
  /** The refusal of the strict server. */
  readonly refusal: string | undefined
}

/** Returns the reason why a check does not hold, or undefined if it holds. */
export function checkFailure(check: CaseCheck, read: JudgedOutput): string | undefined {
  if ('anyOf' in check) return anyFailure(check.anyOf, read)
  if ('declined' in check)
    return read.output.declined === undefined ? 'the program did not decline' : undefined
  if (read.output.declined !== undefined) return `the program declined: ${read.output.declined}`
  if ('status' in check) return statusFailure(check.status, read.output)
  if ('error' in check) return errorFailure(check.error, read)
  if ('contains' in check)
    return (read.output.body ?? '').includes(check.contains)
      ? undefined
      : `nothing contains ${short(check.contains)}`
  if ('event' in check) return eventFailure(check.event, read)
  if (read.body === undefined) return 'the output is not a JSON object'
  return bodyFailure(check, read, read.body)
}

type BodyCheck = Exclude<
  CaseCheck,
  | { readonly anyOf: readonly CaseCheck[] }
  | { readonly declined: true }
  | { readonly status: number }
  | { readonly error: string }
  | { readonly contains: string }
  | { readonly event: string }
>

function bodyFailure(check: BodyCheck, read: JudgedOutput, body: JsonObject): string | undefined {
  const { reading } = read
  if ('accepted' in check)
    return read.refusal === undefined ? undefined : `the server refuses: ${read.refusal}`
  if ('call' in check) return callFailure(check.call, reading)
  if ('result' in check) return resultFailure(check.result, reading)
  if ('text' in check) return wordsFailure('text', check.text, reading)
  if ('reasoning' in check) return wordsFailure('reasoning', check.reasoning, reading)
  if ('order' in check) return orderFailure(check.order, reading.entries)
  if ('count' in check)
    return equalOr(check.is, countOf(check.count, reading), `the number of ${check.count} is`)
  if ('paired' in check) return pairFailure(reading.entries)
  if ('ids' in check) return idFailure(check.ids, callsIn(reading))
  if ('outcome' in check) return outcomeFailure(check.outcome, reading.outcome)
  if ('usage' in check) return usageFailure(check.usage, reading)
  return valueFailure(check, body)
}

function short(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text)
}

function equalOr(wanted: number, found: number | undefined, words: string): string | undefined {
  return wanted === found ? undefined : `${words} ${found ?? 'not known'}, not ${wanted}`
}

/** Programs without HTTP have no status. */
function statusFailure(wanted: number, { status }: CaseOutput): string | undefined {
  return status === undefined ? undefined : equalOr(wanted, status, 'the status is')
}

function anyFailure(checks: readonly CaseCheck[], read: JudgedOutput): string | undefined {
  const failures = checks.map((check) => checkFailure(check, read))
  return failures.includes(undefined) ? undefined : `none of: ${failures.join(' / ')}`
}

function errorFailure(words: string, { error }: JudgedOutput): string | undefined {
  if (error === undefined) return 'the output is not an error of its API'
  return error.includes(words) ? undefined : `the error is ${short(error)}, without ${short(words)}`
}

function eventFailure(name: string, { events }: JudgedOutput): string | undefined {
  const has = events.some(
    (event) =>
      event.name === name || event.text.trim() === name || (isObject(event.data) && event.data.type === name),
  )
  return has ? undefined : `the stream has no event ${name}`
}

function callsIn({ entries }: BodyReading): readonly CallEntry[] {
  return entries.filter((entry) => entry.kind === 'call')
}

/** Returns true for a call that could run. Arguments that are a part of a text cannot. Free text has no form. */
function isWhole({ isFreeText, text }: CallEntry): boolean {
  return isFreeText || tryParseJson(text) !== undefined
}

function resultsIn({ entries }: BodyReading): readonly ResultEntry[] {
  return entries.filter((entry) => entry.kind === 'result')
}

function callFailure(check: CallCheck, reading: BodyReading): string | undefined {
  const calls = callsIn(reading)
  if (calls.some((call) => isCall(check, call))) return undefined
  const found = calls.map(({ id, name, text }) => `${name}(${text.slice(0, 120)}) ${id}`).join(', ')
  return `no call ${short(stringifyExact(check))}; the calls are ${found || 'none'}`
}

function isCall({ name, id, arguments: value, argumentsText }: CallCheck, call: CallEntry): boolean {
  return (
    (name === undefined || name === call.name) &&
    (id === undefined || id === call.id) &&
    (argumentsText === undefined ? isWhole(call) : argumentsText === call.text) &&
    (value === undefined || isSameJson(value, call.text))
  )
}

/** Compares a value with a text, numbers by their digits. */
function isSameJson(value: JsonValue, text: string): boolean {
  if (tryParseJson(text) === undefined) return false
  const found = parseExact(text)
  return stringifyExact(sorted(value)) === stringifyExact(sorted(found))
}

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value) || 'toJSON' in value) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    members.map(([key, member]) => [key, member === undefined ? null : sorted(member)]),
  )
}

function resultFailure(check: ResultCheck, reading: BodyReading): string | undefined {
  const results = resultsIn(reading)
  if (results.some((result) => isResult(check, result))) return undefined
  const found = results
    .map(({ name, text, isError }) => `${name}: ${short(text)}${isError ? ' (error)' : ''}`)
    .join(', ')
  return `no result ${short(stringifySorted(check))}; the results are ${found || 'none'}`
}

function isResult({ call, text, isError, media }: ResultCheck, result: ResultEntry): boolean {
  return (
    (call === undefined || call === result.name) &&
    (text === undefined || result.text.includes(text)) &&
    (isError === undefined || isError === result.isError) &&
    (media === undefined || result.media.includes(media))
  )
}

function wordsFailure(
  kind: 'text' | 'reasoning',
  words: string,
  { entries }: BodyReading,
): string | undefined {
  const texts = entries.flatMap((entry) => (entry.kind === kind ? entry.text : []))
  // Several parts may hold the words of one.
  if (texts.some((text) => text.includes(words)) || texts.join('').includes(words)) return undefined
  return `no ${kind} contains ${short(words)}`
}

function orderFailure(order: readonly string[], entries: readonly BodyEntry[]): string | undefined {
  let from = 0
  for (const step of order) {
    const found = entries.findIndex((entry, index) => index >= from && isStep(step, entry))
    if (found === -1)
      return `${short(step)} is missing after ${from} parts of ${entries.map(shownEntry).join(', ')}`
    from = found + 1
  }
  return undefined
}

function shownEntry(entry: BodyEntry): string {
  if (entry.kind === 'call' || entry.kind === 'result') return `${entry.kind}:${entry.name}`
  if (entry.kind === 'media') return `media:${entry.media}`
  return `${entry.kind === 'text' ? entry.role : entry.kind}:${entry.text.slice(0, 30)}`
}

function isStep(step: string, entry: BodyEntry): boolean {
  const [, kind = step, words = ''] = /^([a-z]+):?([\s\S]*)$/.exec(step) ?? []
  if (entry.kind === 'text') return (kind === 'text' || kind === entry.role) && entry.text.includes(words)
  if (kind !== entry.kind) return false
  if (entry.kind === 'reasoning') return entry.text.includes(words)
  return words === '' || words === (entry.kind === 'media' ? entry.media : entry.name)
}

const KINDS = {
  calls: 'call',
  results: 'result',
  texts: 'text',
  reasoning: 'reasoning',
  media: 'media',
} as const

/** Media are counted in messages and in results. */
function countOf(kind: keyof typeof KINDS, { entries }: BodyReading): number {
  const inResults = entries.flatMap((entry) => (entry.kind === 'result' ? entry.media : []))
  const parts = entries.filter((entry) => entry.kind === KINDS[kind])
  return parts.length + (kind === 'media' ? inResults.length : 0)
}

function pairFailure(entries: readonly BodyEntry[]): string | undefined {
  const open = new Map<string, string>()
  for (const entry of entries) {
    if (entry.kind === 'call' && open.has(entry.id)) return `two open calls have the id ${entry.id}`
    if (entry.kind === 'call') open.set(entry.id, entry.name)
    if (entry.kind === 'result' && !open.delete(entry.id)) return `a result ${entry.id} has no call before it`
  }
  const [left] = open.values()
  return left === undefined ? undefined : `the call of ${left} has no result`
}

function idFailure(
  {
    maxLength,
    pattern,
    unique,
  }: { readonly maxLength?: number; readonly pattern?: string; readonly unique?: true },
  calls: readonly CallEntry[],
): string | undefined {
  const ids = calls.map(({ id }) => id)
  const long = ids.find((id) => maxLength !== undefined && id.length > maxLength)
  if (long !== undefined) return `the id ${long} has more than ${maxLength} characters`
  const wrong = ids.find((id) => pattern !== undefined && !new RegExp(pattern, 'u').test(id))
  if (wrong !== undefined) return `the id ${short(wrong)} does not match ${pattern}`
  return unique === true && new Set(ids).size < ids.length ? `ids repeat: ${ids.join(', ')}` : undefined
}

function outcomeFailure(wanted: string | readonly string[], found: string | undefined): string | undefined {
  const words = typeof wanted === 'string' ? [wanted] : wanted
  return words.includes(found ?? '')
    ? undefined
    : `the turn ended ${found ?? 'without a word'}, not ${words.join(' or ')}`
}

function usageFailure(
  wanted: Readonly<Record<string, number>>,
  { usage = {} }: BodyReading,
): string | undefined {
  const found: Readonly<Record<string, number | undefined>> = { ...usage }
  const wrong = Object.keys(wanted).filter((key) => wanted[key] !== found[key])
  const words = wrong.map((key) => `${key} ${found[key] ?? 'missing'}, not ${wanted[key]}`)
  return words.length === 0 ? undefined : `usage: ${words.join(', ')}`
}

function valueFailure(
  { at, value }: { readonly at: string; readonly value?: JsonValue },
  body: JsonObject,
): string | undefined {
  const found = valueAt(body, at)
  if (found === undefined) return `nothing at ${at}`
  if (value === undefined || equalJson(found, value)) return undefined
  return `${at} is ${short(stringifyExact(found))}, not ${short(stringifyExact(value))}`
}
