import type { JsonScan } from '../base/json/json-scan.js'
import { readBroken } from './broken.js'
import type { TextDialect, WrittenCall } from './dialect.js'
import type { FoundCall } from './found-call.js'
import { memberPieces } from './live-arguments.js'
import type { TextReading, TextSource } from './text-source.js'

/** The form of calls in JSON. */
export interface JsonForm {
  /** Members that contain the name. */
  readonly names: readonly string[]
  /** Members that contain the arguments. */
  readonly values: readonly string[]
  /** Members that contain the id. Default: none. */
  readonly ids?: readonly string[]
  /**
   * Other allowed members. If set, all further members are rejected and the arguments are required. Default:
   * any.
   */
  readonly others?: readonly string[]
  /** Marks that may follow the calls and are part of them. */
  readonly closes?: readonly string[]
  /** Marks that begin the next call; a broken call ends there. */
  readonly markers?: readonly string[]
}

/** The usual members. */
export const NAME_ARGUMENTS = { names: ['name'], values: ['arguments', 'parameters'] }

/** A form with the usual members as defaults, and the other members of a dialect. */
type JsonDialect = Partial<JsonForm> &
  Pick<TextDialect, 'id' | 'starts' | 'writeCalls'> &
  Partial<Pick<TextDialect, 'results'>>

/**
 * Creates a dialect of this form. Marks for the start of an answer end with the opening bracket of the JSON.
 */
export function jsonDialect({
  id,
  starts = [],
  writeCalls,
  results = TOOL_RESPONSE,
  ...form
}: JsonDialect): TextDialect {
  const { markers = [], closes = [] } = form
  const whole = { ...NAME_ARGUMENTS, ...form }
  return {
    id,
    markers,
    starts,
    ends: closes,
    read: (source, marker) => readJsonCalls(starts.includes(marker) ? source.back(1) : source, whole),
    writeCalls,
    results,
  }
}

/** Writes calls as a list of objects. */
export function jsonList(calls: readonly WrittenCall[]): string {
  return `[${calls.map((call) => jsonCall(call)).join(', ')}]`
}

/** The default form of results, for models without a specific form. */
export const TOOL_RESPONSE = { open: '<tool_response>\n', close: '\n</tool_response>' }

/**
 * Reads one call, consecutive calls or a list of calls, and their end marks. Other content between them is
 * text.
 * @param inList true if the bracket of a list was already read.
 */
export function* readJsonCalls(source: TextSource, form: JsonForm, inList = false): TextReading<boolean> {
  yield* source.space()
  const isList = inList || (yield* source.take('[')) !== undefined
  yield* source.space()
  let count = 0
  while ((yield* source.peek()) === '{') {
    const call = yield* readJsonCall(source, form, count > 0)
    // Content without a distinct marker is rejected at once.
    if (call === undefined && count === 0 && form.others !== undefined) return false
    if (call !== undefined) {
      yield call
      count += 1
    }
    yield* source.space()
    if (yield* source.take(',', ';')) yield* source.space()
    if (call !== undefined) continue
    if (count === 0 && (yield* source.peek()) !== '{') return false
    yield 'text'
  }
  if (isList && count > 0 && (yield* source.take(']'))) source.cut()
  return count > 0 && (yield* readEndMark(source, form.closes ?? []))
}

/** Reads the end mark of a call after white space, if present. */
export function* readEndMark(source: TextSource, closes: readonly string[]): TextReading<boolean> {
  yield* source.space()
  return (yield* source.take(...closes)) !== undefined || (yield* source.takeCut(...closes))
}

/**
 * Reads one object.
 * @param isNext true if the object comes after a call. Default: only a mark shows that it should be a call.
 * @returns undefined if the object is not a call of a declared tool.
 */
export function* readJsonCall(
  source: TextSource,
  form: JsonForm,
  isNext = false,
): TextReading<FoundCall | undefined> {
  const { names, values, ids = [], others, closes = [], markers = [] } = form
  const known = new Set([...names, ...values, ...ids, ...(others ?? OTHERS)])
  const nameIn = (partial: JsonScan) =>
    first(
      [...partial.keys()].filter((key) => names.includes(key)),
      (key) => partial.string(key),
    )
  const idIn = (partial: JsonScan) => first(ids, (key) => partial.string(key))
  const pieces = memberPieces(source, values[0])
  let isBegun = false
  const scan = yield* source.json(
    function* (partial, read) {
      const called = nameIn(partial)
      const begun = called === undefined ? undefined : source.tools.get(called)
      if (called !== undefined && begun === undefined) source.refuse(called)
      // An object of a form without marks may still be rejected.
      const hasId = ids.length === 0 || idIn(partial) !== undefined
      if (!isBegun && begun !== undefined && others === undefined && hasId) {
        isBegun = true
        yield { begun, id: idIn(partial) }
      }
      yield* pieces(partial, read, isBegun)
    },
    others && ((key) => known.has(key)),
  )
  const name = nameIn(scan) ?? ''
  const tool = source.tools.get(name)
  const text = first(values, (key) => scan.member(key))
  const isBare =
    text === undefined && (others !== undefined || [...scan.keys()].some((key) => !known.has(key)))
  // The object only happens to have a member with a name.
  if (others !== undefined && (scan.isRefused || text === undefined)) source.refused = undefined
  if (tool === undefined || scan.isRefused) {
    if (scan.state === 'broken' && (isNext || others === undefined)) {
      source.isReleased = true
      yield* readBroken(source, scan.text, '}', [...closes, ...markers])
    }
    return undefined
  }
  const id = idIn(scan)
  if (scan.state === 'open') return { tool, id, text: text ?? '', flaw: 'truncated' }
  if (scan.state === 'whole' && isBare) {
    source.doubted = name
    return others === undefined ? { tool, id, text: scan.text, flaw: 'malformed' } : undefined
  }
  if (scan.state === 'whole') return { tool, id, text }
  if (source.repairs && (yield* source.isNext(...closes)) && scan.fix())
    return { tool, id, text: first(values, (key) => scan.member(key)) }
  const rest = yield* readBroken(source, scan.text, '}', [...closes, ...markers])
  return {
    tool,
    id,
    text: (text ?? '') + broken(rest.text),
    flaw: rest.found === '' ? 'truncated' : 'malformed',
  }
}

/** Allowed members of a call other than its name, arguments and id. */
const OTHERS = ['type', 'id', 'tool_call_id']

/** Removes the closing brace of the surrounding object. */
function broken(text: string): string {
  const trimmed = text.trimEnd()
  return trimmed.endsWith('}') ? trimmed.slice(0, -1) : trimmed
}

function first<Value>(keys: readonly string[], read: (key: string) => Value | undefined): Value | undefined {
  for (const key of keys) {
    const value = read(key)
    if (value !== undefined) return value
  }
  return undefined
}

/** Writes a call as an object. */
export function jsonCall(
  { name, text }: Pick<WrittenCall, 'name' | 'text'>,
  nameKey = 'name',
  valueKey = 'arguments',
): string {
  return `{${JSON.stringify(nameKey)}: ${JSON.stringify(name)}, ${JSON.stringify(valueKey)}: ${text}}`
}
