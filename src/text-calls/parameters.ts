import { JsonScan } from '../base/json/json-scan.js'
import { tryParseJson } from '../base/json/parse.js'
import type { DeclaredTool } from './declared.js'
import type { TextDialect, WrittenCall } from './dialect.js'
import type { FoundCall } from './found-call.js'
import { readEndMark, TOOL_RESPONSE } from './json-calls.js'
import type { TextReading, TextSource } from './text-source.js'
import { declaredTypes, jsonTypeOf, literal, typedText } from './typed.js'

/** The form of calls with one element per parameter. Of several literals, the first one is written. */
export interface ParameterForm {
  /** Marks that begin a block of calls. Default: none. */
  readonly blocks?: readonly string[]
  readonly blockEnds?: readonly string[]
  /** True if several calls are written into one block. */
  readonly sharesBlock?: boolean
  /** Marks that begin a call, followed by its name. */
  readonly begins: readonly string[]
  readonly named: readonly string[]
  /** Text after the name of a call without arguments and without another end mark. Default: none. */
  readonly empty?: readonly string[]
  /** Marks that begin a parameter, followed by its name. */
  readonly parameters: readonly string[]
  /** Text after the parameter's name, with the type of the value. Default: the schema determines the type. */
  readonly keyed: Readonly<Record<string, 'text' | 'json' | ''>>
  /** Returns the written text after a parameter's name, by the JSON type of its value. Default: from `keyed`. */
  readonly keyedFor?: (type: string) => string
  /** Optional text before the value, after white space. */
  readonly value?: string
  readonly ends: readonly string[]
  /** Marks that end a call. */
  readonly closes: readonly string[]
  /** True if one line end on either side of a value is not part of it. */
  readonly trims?: boolean
  /**
   * The text that ends the head of a call after its name and the position of the call in its block. Default:
   * the head ends with the name.
   */
  readonly headEnd?: string
  /** Marks around arguments that are written as one JSON object. Default: the object has no marks. */
  readonly whole?: readonly [open: string, close: string]
  /** Marks around a value that may contain other marks. Default: none. */
  readonly quoted?: readonly [open: string, close: string]
  /** The text between the marks of a call. Default: a line end. */
  readonly gap?: string
}

/** A form, with the marks that must follow the end of a call. */
interface OpenForm extends ParameterForm {
  readonly follows: readonly string[] | undefined
}

/** A parameter whose value follows. */
interface Key {
  readonly name: string
  readonly type: 'text' | 'json' | ''
}

/** The token after a value: another parameter, the end of the call, or the end of the text. */
type Next = Key | 'close' | 'cut'

/** Returns all marks that may be escaped in an argument of this form. */
function marksOf(form: ParameterForm): string[] {
  const { blocks, blockEnds, begins, parameters, ends, closes, whole, quoted } = form
  return [blocks, blockEnds, begins, parameters, ends, closes, whole, quoted].flatMap((marks) => marks ?? [])
}

/** Returns the texts that begin arguments that are one JSON object. */
function objectBegins({ whole }: ParameterForm): string[] {
  return whole === undefined ? ['{'] : [whole[0], '{']
}

/** Creates a dialect of this form. */
export function parameterDialect(
  id: string,
  {
    markers,
    results = TOOL_RESPONSE,
    ...form
  }: ParameterForm & Partial<Pick<TextDialect, 'markers' | 'results'>>,
): TextDialect {
  return {
    id,
    markers: markers ?? [...(form.blocks ?? []), ...form.begins],
    ends: marksOf(form).concat(form.value ?? []),
    read: (source, marker) => readParameterCalls(source, marker, form),
    nameCharacters: 'a-zA-Z0-9_.-',
    writeCalls: (calls) => writeParameterCalls(calls, form),
    results,
  }
}

/** Reads a call or a block of calls. */
function* readParameterCalls(source: TextSource, marker: string, form: ParameterForm): TextReading<boolean> {
  const { blocks = [], blockEnds = [], begins } = form
  const isInBlock = blocks.includes(marker)
  if (isInBlock) {
    yield* source.space()
    if ((yield* source.take(...begins)) === undefined) return false
  }
  // In a block, the marks after a call are known.
  const inside = { ...form, follows: isInBlock ? [...blockEnds, ...begins, ...blocks] : undefined }
  do {
    const call = yield* readCall(source, inside)
    if (call !== undefined) yield call
    yield* source.space()
    if (call !== undefined) continue
    if (source.refused === undefined || !(yield* source.isNext(...begins))) return false
    yield 'text'
  } while ((yield* source.take(...begins)) !== undefined)
  return yield* readEndMark(source, blockEnds)
}

function* readCall(source: TextSource, form: OpenForm): TextReading<FoundCall | undefined> {
  const { named, empty = [], parameters, closes } = form
  yield* source.space()
  const name = yield* source.name()
  const end = name === '' ? undefined : yield* source.take(...named, ...empty)
  // A name without an end mark may continue.
  if (end === undefined || (end === '' && (yield* source.peek()) === '')) return undefined
  const hasHead = yield* readHeadEnd(source, form, end)
  yield* source.space()
  const isEmpty = empty.includes(end)
  const bodies = [...parameters, ...closes, ...objectBegins(form)]
  const isCut = !hasHead || (!isEmpty && (yield* source.takeCut(...bodies)))
  if (!isEmpty && !isCut && !(yield* source.isNext(...bodies))) return undefined
  const tool = source.tools.get(name)
  if (tool === undefined) {
    source.refuse(name)
    if (!isEmpty) yield* readBody(source, NO_TOOL, form)
    return undefined
  }
  if (isEmpty) return { tool }
  if (isCut) return { tool, text: '', flaw: 'truncated' }
  source.cut()
  yield { begun: tool }
  return yield* readBody(source, tool, form)
}

/** Reads the rest of a head. @returns false if the text ends inside the head. */
function* readHeadEnd(source: TextSource, { headEnd }: ParameterForm, end: string): TextReading<boolean> {
  if (headEnd === undefined || end.endsWith(headEnd)) return true
  yield* source.until(headEnd)
  return (yield* source.take(headEnd)) !== undefined
}

const NO_TOOL: DeclaredTool = {
  name: '',
  isCustom: false,
  properties: undefined,
  schema: { additionalProperties: { type: 'string' } },
}

function* readBody(source: TextSource, tool: DeclaredTool, form: OpenForm): TextReading<FoundCall> {
  if (yield* source.isNext(...objectBegins(form))) return yield* readObject(source, tool, form)
  const members: (string | undefined)[] = []
  let next = yield* readNext(source, form)
  while (typeof next === 'object') {
    const value: ParameterValue = yield* readValue(source, form, next, tool)
    members.push(...value.members)
    next = value.after
  }
  if (next === undefined && (yield* source.until(...form.closes, ...form.begins)).found === '') next = 'cut'
  if (next === 'cut') return { tool, text: bodyOf(source, form), flaw: 'truncated' }
  if (next === undefined || members.includes(undefined)) {
    const text = bodyOf(source, form)
    yield* source.take(...form.closes)
    return { tool, text, flaw: 'malformed' }
  }
  return members.length === 0 ? { tool } : { tool, text: `{${members.join(', ')}}`, isMade: true }
}

/** Returns the text of a call without its end mark. Text that is not a call remains text. */
function bodyOf(source: TextSource, { closes }: OpenForm): string {
  const text = source.isReleased ? '' : source.cut().trim()
  const close = closes.find((end) => text.endsWith(end)) ?? ''
  return text.slice(0, text.length - close.length).trim()
}

function* readObject(
  source: TextSource,
  tool: DeclaredTool,
  { closes, begins, whole: [open, close] = ['', ''] }: ParameterForm,
): TextReading<FoundCall> {
  yield* source.take(open)
  yield* source.space()
  const scan = yield* source.json()
  if (scan.state === 'open') return { tool, text: scan.text, flaw: 'truncated' }
  if (scan.state === 'whole') {
    yield* readEndMark(source, [close])
    yield* readEndMark(source, closes)
    return { tool, text: scan.text }
  }
  const { before, found } = yield* source.until(...closes, ...begins)
  yield* source.take(...closes)
  return { tool, text: (scan.text + before).trim(), flaw: found === '' ? 'truncated' : 'malformed' }
}

/**
 * Reads a possible token after a value.
 * @param add receives text that was read but is not a token. Default: nothing was read yet.
 * @returns undefined if no token follows.
 */
function* readNext(
  source: TextSource,
  form: OpenForm,
  add?: (text: string) => void,
): TextReading<Next | undefined> {
  const { closes, follows, parameters, keyed } = form
  const gap = yield* source.space()
  if ((yield* source.peek()) === '') return 'cut'
  const close = yield* source.take(...closes)
  if (close !== undefined) {
    if (add === undefined || follows === undefined) return 'close'
    const after = yield* source.space()
    if (yield* source.takeCut(...follows)) return source.isCut ? 'cut' : 'close'
    if (yield* source.isNext(...follows)) return 'close'
    add(gap + close + after)
    return undefined
  }
  const begin = yield* source.take(...parameters)
  if (begin === undefined) {
    add?.(gap)
    return undefined
  }
  const { key, text } = yield* readKey(source, form)
  if (key !== undefined) return key
  if (yield* source.takeCut(...Object.keys(keyed))) return 'cut'
  add?.(gap + begin + text)
  return undefined
}

/** Reads the name of a parameter, up to its value. */
function* readKey(
  source: TextSource,
  { keyed, value }: ParameterForm,
): TextReading<{ readonly key?: Key; readonly text: string }> {
  const name = yield* source.run(/[^\s<>"']*/y)
  const end = yield* source.take(...Object.keys(keyed))
  const text = name + (end ?? '')
  if (name === '' || end === undefined) return { text }
  const key = { name, type: keyed[end] ?? '' }
  if (value === undefined) return { key, text }
  const gap = yield* source.space()
  return { key, text: text + gap + ((yield* source.take(value)) ?? '') }
}

interface ParameterValue {
  /**
   * The JSON members of the parameter and of later ones whose values could not be separated in time;
   * undefined for an unusable value.
   */
  readonly members: readonly (string | undefined)[]
  /** The token after the value. Undefined if no token follows. */
  readonly after: Next | undefined
}

/** Reads a value between marks. @returns undefined if the value has no marks. */
function* readQuoted(
  source: TextSource,
  form: OpenForm,
  { name, type }: Key,
  tool: DeclaredTool,
): TextReading<ParameterValue | undefined> {
  const [open, close] = form.quoted ?? []
  if (open === undefined || close === undefined || !(yield* source.take(open))) return undefined
  const { before, found } = yield* source.until(close)
  if (found === '') return { members: [], after: 'cut' }
  source.skip(close.length)
  yield* source.space()
  yield* source.take(...form.ends)
  const members = [`${JSON.stringify(name)}: ${json(before, name, type, tool)}`]
  return { members, after: yield* readNext(source, form) }
}

/** Maximum white space before a mark that begins a line. */
const LONGEST_INDENT = 40

/** A parameter that began in a value. */
interface OpenParameter extends Key {
  /** The positions at which the name and the value of the parameter begin in the text. */
  readonly from: number
  readonly start: number
}

/**
 * Reads a value. Nothing in it is escaped, so an end mark counts only if another parameter or the end of the
 * call follows. Any other mark is part of the text. If a parameter begins inside the value (a declared one,
 * or one at the start of a line), the previous value was not closed, unless an end mark of this value
 * follows. Nested calls are skipped completely.
 */
function* readValue(
  source: TextSource,
  form: OpenForm,
  first: Key,
  tool: DeclaredTool,
): TextReading<ParameterValue> {
  const { ends, parameters, closes, begins, blockEnds = [] } = form
  const quoted = yield* readQuoted(source, form, first, tool)
  if (quoted !== undefined) return quoted
  const marks = [...ends, ...parameters, ...closes, ...begins]
  const opened: OpenParameter[] = [{ ...first, from: 0, start: 0 }]
  let text = ''
  /** The number of calls that began inside. */
  let depth = 0
  let keepsMarks = false
  const told = (end: number, after: Next, isEnded: boolean): ParameterValue => {
    const read = opened.map((key, index): ReadParameter => {
      const next = opened[index + 1]
      const value = text.slice(key.start, next?.from ?? end)
      return { ...key, text: value, isEnded: isEnded && next === undefined, keepsMarks }
    })
    return { members: read.map((one) => memberOf(one, form, tool)), after }
  }
  for (;;) {
    text += (yield* source.until(...marks)).before
    const found = yield* source.take(...marks)
    if (found === undefined) return { members: [], after: 'cut' }
    const end = text.length
    text += found
    if (begins.includes(found)) {
      const inner = yield* readCallHead(source, form)
      text += inner.text
      if (inner.isCall) depth += 1
    } else if (depth > 0) depth -= closes.includes(found) ? 1 : 0
    else if (parameters.includes(found)) {
      const { key, text: head } = yield* readKey(source, form)
      const before = text.slice(0, end).slice(-LONGEST_INDENT)
      const beginsLine = before.slice(before.lastIndexOf('\n') + 1).trim() === ''
      text += head
      if (key !== undefined && (beginsLine || declaredTypes(key.name, tool).length > 0)) {
        opened.push({ ...key, from: end, start: text.length })
        continue
      }
    } else if (closes.includes(found)) {
      const gap = yield* source.space()
      const isBlank = text.slice(opened.at(-1)?.start, end).trim() === ''
      if (isBlank || (yield* source.isNext(...blockEnds, ...begins))) return told(end, 'close', false)
      text += gap
    } else {
      const after = yield* readNext(source, form, (passed) => {
        text += passed
      })
      if (after !== undefined) return told(end, after, true)
      if (opened.length > 1) opened.pop()
    }
    keepsMarks = true
  }
}

/**
 * Reads the head of a call inside a value.
 * @returns the text of the head, and true if the head begins a call.
 */
function* readCallHead(
  source: TextSource,
  form: ParameterForm,
): TextReading<{ readonly text: string; readonly isCall: boolean }> {
  const { named, parameters, closes, headEnd } = form
  const before = yield* source.space()
  const name = yield* source.name()
  const end = yield* source.take(...named)
  const rest = headEnd === undefined || end === undefined ? '' : (yield* source.until(headEnd)).before
  const last = headEnd === undefined || end === undefined ? '' : ((yield* source.take(headEnd)) ?? '')
  const after = rest + last + (yield* source.space())
  const bodies = [...parameters, ...closes, ...objectBegins(form)]
  const isCall = name !== '' && end !== undefined && (yield* source.isNext(...bodies))
  return { text: before + name + (end ?? '') + after, isCall }
}

/** A parameter with the text of its value. */
interface ReadParameter extends Key {
  readonly text: string
  /** True if the value had an end mark. */
  readonly isEnded: boolean
  /** True if the text still contains a mark. */
  readonly keepsMarks: boolean
}

/**
 * Returns a member of an object as JSON text; undefined without a value, or for marks in a value that is not
 * text.
 */
function memberOf(
  { name, type, text, isEnded, keepsMarks }: ReadParameter,
  { trims }: ParameterForm,
  tool: DeclaredTool,
): string | undefined {
  if (!isEnded && text.trim() === '') return undefined
  const value = trims ? unpadded(text) : text
  const isText = type === 'text' || (type === '' && declaredTypes(name, tool).some((one) => TEXTS.has(one)))
  if (keepsMarks && !isText && literal(value.trim()) === undefined) return undefined
  return `${JSON.stringify(name)}: ${json(value, name, type, tool)}`
}

const TEXTS = new Set(['string', 'any'])

function json(text: string, key: string, type: string, tool: DeclaredTool): string {
  if (type === '') return typedText(text, declaredTypes(key, tool))
  return (type === 'json' ? literal(text.trim()) : undefined) ?? JSON.stringify(text)
}

function unpadded(text: string): string {
  return text.replace(/^\n/, '').replace(/\n$/, '')
}

/** Writes the calls of one turn. */
function writeParameterCalls(calls: readonly WrittenCall[], form: ParameterForm): string {
  const { blocks: [block] = [], blockEnds: [blockEnd] = [], sharesBlock = false, gap = '\n' } = form
  const written = calls.map((call, position) => writeCall(call, form, position))
  if (block === undefined || blockEnd === undefined) return written.join('\n')
  const blocks = sharesBlock ? [written.join(gap)] : written
  return blocks.map((inner) => block + gap + inner + gap + blockEnd).join('\n')
}

function writeCall(call: WrittenCall, form: ParameterForm, position: number): string {
  const { headEnd, gap = '\n', whole: [open, close] = ['', ''] } = form
  const body = writeMembers(call, form) ?? open + call.text + close + gap
  const rest = headEnd === undefined ? '' : `${position + 1}${headEnd}`
  return form.begins[0] + call.name + form.named[0] + rest + gap + body + form.closes[0]
}

/**
 * Writes the members of the arguments as parameters. Returns undefined if they could not all be read back
 * unchanged; they are then written as one object.
 */
function writeMembers({ text, tool = NO_TOOL }: WrittenCall, form: ParameterForm): string | undefined {
  const scan = new JsonScan()
  scan.push(text, 0)
  const { gap = '\n' } = form
  const pad = form.trims ? '\n' : ''
  let written = ''
  for (const key of scan.keys()) {
    const value = scan.member(key) ?? ''
    const parsed = tryParseJson(value)
    const plain = typeof parsed === 'string' ? parsed : value
    const type = typeof parsed === 'string' ? 'text' : 'json'
    const [usualEnd = '', as = ''] =
      Object.entries(form.keyed).find(([, stated]) => stated === type) ?? Object.entries(form.keyed)[0] ?? []
    const keyEnd = form.keyedFor?.(jsonTypeOf(parsed ?? null)) ?? usualEnd
    const read = json(plain, key, as, tool)
    const isSame = read === value || read === JSON.stringify(parsed)
    const holdsMark = marksOf(form).some((mark) => plain.includes(mark))
    if (!isSame || !/^[\w.-]+$/.test(key) || holdsMark) return undefined
    const before = form.value === undefined ? '' : `${gap}${form.value}`
    written += `${form.parameters[0]}${key}${keyEnd}${before}${pad}${plain}${pad}${form.ends[0]}${gap}`
  }
  return written
}
