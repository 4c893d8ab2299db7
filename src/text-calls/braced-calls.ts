import { tryParseJson } from '../base/json/parse.js'
import { isObject } from '../base/json/read-json.js'
import { readBroken } from './broken.js'
import type { DeclaredTool } from './declared.js'
import type { TextDialect, WrittenCall } from './dialect.js'
import type { FoundCall } from './found-call.js'
import { readEndMark } from './json-calls.js'
import type { TextReading, TextSource } from './text-source.js'
import { declaredTypes } from './typed.js'

/** The form of calls with bare keys: `call:NAME{key:value}`. */
export interface BracedForm {
  /** The mark that begins a call. */
  readonly open: string
  /** The mark that ends a call. */
  readonly close: string
  /** The mark on either side of a string. */
  readonly quote: string
}

const HEAD = 'call:'
/** Maximum nesting. Each level has a small cost for every chunk of a stream. */
const DEEPEST = 100
const WORDS = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/

/** Creates a dialect of this form. */
export function bracedDialect(id: string, form: BracedForm, results: TextDialect['results']): TextDialect {
  return {
    id,
    markers: [form.open],
    ends: [form.close, form.quote],
    read: (source) => readBracedCalls(source, form),
    nameCharacters: 'a-zA-Z0-9_.-',
    writeCalls: (calls) => calls.map((call) => writeCall(call, form)).join(''),
    results,
  }
}

/** Reads consecutive calls. */
function* readBracedCalls(source: TextSource, form: BracedForm): TextReading<boolean> {
  for (;;) {
    const call = yield* readCall(source, form)
    if (call === undefined) return false
    yield call
    if (!(yield* readEndMark(source, [form.close]))) return false
    source.cut()
    yield* source.space()
    if (!(yield* source.take(form.open))) return false
  }
}

/** Reads a call after its mark. Some models omit `call:`, or write round brackets. */
function* readCall(source: TextSource, form: BracedForm): TextReading<FoundCall | undefined> {
  yield* source.space()
  yield* source.take(HEAD, ':')
  const name = yield* source.name()
  yield* source.space()
  const open = name === '' ? undefined : yield* source.take('{', '(')
  if (open === undefined) return undefined
  const tool = source.tools.get(name)
  if (tool === undefined) source.refuse(name)
  else {
    source.cut()
    yield { begun: tool }
  }
  const close = open === '{' ? '}' : ')'
  const members = yield* readMembers(source, form, close, tool)
  if (tool === undefined) {
    yield* readEndMark(source, [form.close])
    return undefined
  }
  if (members !== undefined) return { tool, text: members, isMade: true }
  const head = source.cut()
  if ((yield* source.peek()) === '') return { tool, text: head, flaw: 'truncated' }
  const rest = yield* readBroken(source, open + head, close, [form.close])
  return { tool, text: (head + rest.text).trim(), flaw: rest.found === '' ? 'truncated' : 'malformed' }
}

/**
 * Reads the content of an object after its bracket, as JSON text.
 * @param tool the tool whose arguments the object contains. Default: none, the types are not declared.
 * @returns undefined if the text is not an object.
 */
function* readMembers(
  source: TextSource,
  form: BracedForm,
  close: string,
  tool?: DeclaredTool,
  depth = 0,
): TextReading<string | undefined> {
  const members: string[] = []
  for (;;) {
    yield* source.space()
    if (yield* source.take(close)) return `{${members.join(', ')}}`
    // In JSON, the types of values are written.
    const isJson = (yield* source.peek()) === '"'
    const key = yield* readKey(source, form)
    yield* source.space()
    if (key === undefined || !(yield* source.take(':', '='))) return undefined
    const isText = !isJson && tool !== undefined && isOnlyText(declaredTypes(key, tool))
    const value: string | undefined = yield* readValue(source, form, close, isText, depth + 1)
    if (value === undefined) return undefined
    members.push(`${JSON.stringify(key)}: ${value}`)
    yield* source.space()
    if (!(yield* source.take(',')) && !(yield* source.isNext(close))) return undefined
  }
}

function isOnlyText(types: readonly string[]): boolean {
  return types.length > 0 && types.every((type) => type === 'string')
}

function* readKey(source: TextSource, form: BracedForm): TextReading<string | undefined> {
  const quoted = yield* readString(source, form)
  if (quoted !== undefined) {
    const key = tryParseJson(quoted)
    return typeof key === 'string' ? key : undefined
  }
  return (yield* source.run(/[^:=,{}[\]()\s]*/y)) || undefined
}

/** Reads a string between marks, or one in JSON. @returns undefined if no complete string follows. */
function* readString(source: TextSource, { quote }: BracedForm): TextReading<string | undefined> {
  if (yield* source.take(quote)) {
    const { before, found } = yield* source.until(quote)
    source.skip(found.length)
    return found === '' ? undefined : JSON.stringify(before)
  }
  if ((yield* source.peek()) !== '"') return undefined
  const scan = yield* source.json()
  return scan.state === 'whole' ? scan.text : undefined
}

function* readValue(
  source: TextSource,
  form: BracedForm,
  close: string,
  isText: boolean,
  depth: number,
): TextReading<string | undefined> {
  if (depth > DEEPEST) return undefined
  yield* source.space()
  const next = yield* source.peek()
  if (yield* source.isNext(form.quote, '"')) return yield* readString(source, form)
  if (next === '{' || next === '[') source.skip(1)
  if (next === '{') return yield* readMembers(source, form, '}', undefined, depth)
  if (next === '[') return yield* readItems(source, form, depth)
  const word = (yield* source.run(close === ')' ? /[^,{}[\]()]*/y : /[^,{}[\]]*/y)).trim()
  if (word === '' || (yield* source.peek()) === '') return undefined
  return WORDS.test(word) && !isText ? word : JSON.stringify(word)
}

function* readItems(source: TextSource, form: BracedForm, depth: number): TextReading<string | undefined> {
  const items: string[] = []
  for (;;) {
    yield* source.space()
    if (yield* source.take(']')) return `[${items.join(', ')}]`
    const item = yield* readValue(source, form, ']', false, depth + 1)
    if (item === undefined) return undefined
    items.push(item)
    yield* source.space()
    if (!(yield* source.take(',')) && !(yield* source.isNext(']'))) return undefined
  }
}

function writeCall(call: WrittenCall, form: BracedForm): string {
  const { name, text } = call
  return `${form.open}${HEAD}${name}${needsJson(call) ? text : braced(text, form)}${form.close}`
}

/** Returns true if a value is not text although the schema declares text: bare, it would be read as text. */
function needsJson({ text, tool }: WrittenCall): boolean {
  const value = tool && tryParseJson(text)
  if (tool === undefined || !isObject(value)) return false
  return Object.entries(value).some(
    ([key, given]) => typeof given !== 'string' && isOnlyText(declaredTypes(key, tool)),
  )
}

/** Converts JSON text: strings are put between marks, and keys are bare where possible. */
function braced(text: string, form: BracedForm): string {
  const plain = compacted(text)
  return plain.replace(STRINGS, (json, colon: string | undefined) => {
    const string: unknown = JSON.parse(colon === undefined ? json : json.slice(0, -1))
    const written = typeof string === 'string' ? string : ''
    const holdsMark = [form.open, form.close, form.quote].some((mark) => written.includes(mark))
    const end = colon ?? ''
    if (colon !== undefined && /^[\w.-]+$/.test(written)) return written + end
    return holdsMark ? json : form.quote + written + form.quote + end
  })
}

const STRINGS = /"[^"\\]*(?:\\.[^"\\]*)*"(:)?/g

/** Returns JSON text without white space outside strings. */
function compacted(text: string): string {
  return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"?|\s+/g, (token) => (token.startsWith('"') ? token : ''))
}
