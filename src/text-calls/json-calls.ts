import type { JsonScan } from '../json/scan.js'
import type { FoundCall, WrittenCall } from './dialect.js'
import type { Reading, TextSource } from './source.js'

/** How calls stand in JSON. */
export interface JsonForm {
  /** Members that hold the name. */
  readonly names: readonly string[]
  /** Members that hold the arguments. */
  readonly values: readonly string[]
  /** Members that hold the id. Default: there is none. */
  readonly ids?: readonly string[]
  /** Other members that may be there; then no further ones may, and the arguments must be. Default: any. */
  readonly others?: readonly string[]
  /** What may follow the calls and belongs to them. */
  readonly closes?: readonly string[]
  /** With which the next call begins: a broken one goes no further. */
  readonly markers?: readonly string[]
}

/** The usual members. */
export const NAME_ARGUMENTS = { names: ['name'], values: ['arguments', 'parameters'] }

/** Where and how results are told, where a model has no way of its own. */
export const TOOL_RESPONSE = { open: '<tool_response>\n', close: '\n</tool_response>' }

/** Reads a call, or calls one after another or in a list, and what closes them. */
export function* readJsonCalls(source: TextSource, form: JsonForm): Reading<boolean> {
  yield* source.space()
  const isList = (yield* source.take('[')) !== undefined
  yield* source.space()
  let count = 0
  while ((yield* source.peek()) === '{') {
    const call = yield* readJsonCall(source, form)
    if (call === undefined) return false
    yield call
    count += 1
    if (call.flaw !== undefined) break
    yield* source.space()
    if (yield* source.take(',', ';')) yield* source.space()
  }
  if (isList && count > 0 && (yield* source.take(']'))) source.cut()
  return count > 0 && (yield* closed(source, form.closes ?? []))
}

/** Reads what closes a call, if it is there, after white space. */
export function* closed(source: TextSource, closes: readonly string[]): Reading<boolean> {
  yield* source.space()
  return (yield* source.take(...closes)) !== undefined
}

/** Reads one object. @returns undefined when it is no call of a declared tool. */
export function* readJsonCall(source: TextSource, form: JsonForm): Reading<FoundCall | undefined> {
  const { names, values, ids = [], others, closes = [], markers = [] } = form
  const known = others && new Set([...names, ...values, ...ids, ...others])
  const nameIn = (partial: JsonScan) =>
    first(
      [...partial.keys()].filter((key) => names.includes(key)),
      (key) => partial.string(key),
    )
  const scan = yield* source.json(
    (partial) => {
      const name = nameIn(partial)
      if (name !== undefined) source.isReleased = !source.tools.has(name)
    },
    known && ((key) => known.has(key)),
  )
  const tool = source.tools.get(nameIn(scan) ?? '')
  const text = first(values, (key) => scan.member(key))
  if (tool === undefined || scan.isRefused || (known !== undefined && text === undefined)) return undefined
  if (scan.state === 'whole') return { tool, id: first(ids, (key) => scan.string(key)), text }
  if (scan.state === 'open') return { tool, text: text ?? '', flaw: 'truncated' }
  if (source.repairs && (yield* source.isNext(...closes)) && scan.mend())
    return { tool, text: first(values, (key) => scan.member(key)) }
  const { before } = yield* source.until(...closes, ...markers)
  return { tool, text: broken((text ?? '') + before), flaw: 'malformed' }
}

/** Without what closes the object around it. */
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

/** A call as an object. */
export function jsonCall(
  { name, text }: Pick<WrittenCall, 'name' | 'text'>,
  nameKey = 'name',
  valueKey = 'arguments',
): string {
  return `{${JSON.stringify(nameKey)}: ${JSON.stringify(name)}, ${JSON.stringify(valueKey)}: ${text}}`
}
