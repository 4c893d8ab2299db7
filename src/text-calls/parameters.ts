import { JsonScan } from '../base/json/json-scan.js'
import { tryParseJson } from '../base/json/parse.js'
import type { DeclaredTool } from './declared.js'
import type { TextDialect, WrittenCall } from './dialect.js'
import type { FoundCall } from './found-call.js'
import { closed, TOOL_RESPONSE } from './json-calls.js'
import type { TextReading, TextSource } from './text-source.js'
import { declaredTypes, literal, typedText } from './typed.js'

/** How calls stand whose arguments are elements, one to a parameter. The first of several literals is the one that is written. */
export interface ParameterForm {
  /** With which a block of calls begins. Default: there is none. */
  readonly blocks?: readonly string[]
  readonly blockEnds?: readonly string[]
  /** Whether several calls are written into one block. */
  readonly sharesBlock?: boolean
  /** With which a call begins: its name follows. */
  readonly begins: readonly string[]
  readonly named: readonly string[]
  /** What follows the name of a call without arguments that nothing else ends. Default: there is no such. */
  readonly empty?: readonly string[]
  /** With which a parameter begins: its name follows. */
  readonly parameters: readonly string[]
  /** What follows its name, and of what type the value is then. Default: the schema decides. */
  readonly keyed: Readonly<Record<string, 'text' | 'json' | ''>>
  /** What may stand before the value, after white space. */
  readonly value?: string
  readonly ends: readonly string[]
  /** With which a call ends. */
  readonly closes: readonly string[]
  /** Whether one line end on either side of a value is not part of it. */
  readonly trims?: boolean
}

/** A form, and what has to follow a call for its end to be one. */
interface OpenForm extends ParameterForm {
  readonly follows: readonly string[] | undefined
}

/** A parameter whose value follows. */
interface Key {
  readonly name: string
  readonly type: 'text' | 'json' | ''
}

/** What follows a value: another parameter, the end of the call, or the end of the text. */
type Next = Key | 'close' | 'cut'

/** All that may be escaped in an argument of this form. */
function marksOf({ blocks, blockEnds, begins, parameters, ends, closes }: ParameterForm): string[] {
  return [blocks, blockEnds, begins, parameters, ends, closes].flatMap((marks) => marks ?? [])
}

/** A dialect of this form. */
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

/** Reads a call or a block of them. */
function* readParameterCalls(source: TextSource, marker: string, form: ParameterForm): TextReading<boolean> {
  const { blocks = [], blockEnds = [], begins } = form
  const isInBlock = blocks.includes(marker)
  if (isInBlock) {
    yield* source.space()
    if ((yield* source.take(...begins)) === undefined) return false
  }
  // In a block it is known what follows a call.
  const inside = { ...form, follows: isInBlock ? [...blockEnds, ...begins, ...blocks] : undefined }
  do {
    const call = yield* readCall(source, inside)
    if (call !== undefined) yield call
    yield* source.space()
    if (call !== undefined) continue
    if (source.refused === undefined || !(yield* source.isNext(...begins))) return false
    yield 'text'
  } while ((yield* source.take(...begins)) !== undefined)
  return yield* closed(source, blockEnds)
}

function* readCall(source: TextSource, form: OpenForm): TextReading<FoundCall | undefined> {
  const { named, empty = [], parameters, closes } = form
  yield* source.space()
  const name = yield* source.name()
  const end = name === '' ? undefined : yield* source.take(...named, ...empty)
  // A name that nothing ends may go on.
  if (end === undefined || (end === '' && (yield* source.peek()) === '')) return undefined
  yield* source.space()
  const isEmpty = empty.includes(end)
  const isCut = !isEmpty && (yield* source.takeCut(...parameters, ...closes, '{'))
  if (!isEmpty && !isCut && !(yield* source.isNext(...parameters, ...closes, '{'))) return undefined
  const tool = source.tools.get(name)
  if (tool === undefined) {
    source.refuse(name)
    if (!isEmpty) yield* readBody(source, NO_TOOL, form)
    return undefined
  }
  if (isEmpty) return { tool }
  if (isCut) return { tool, text: '', flaw: 'truncated' }
  source.cut()
  return yield* readBody(source, tool, form)
}

const NO_TOOL: DeclaredTool = {
  name: '',
  isCustom: false,
  properties: undefined,
  schema: { additionalProperties: { type: 'string' } },
}

function* readBody(source: TextSource, tool: DeclaredTool, form: OpenForm): TextReading<FoundCall> {
  if ((yield* source.peek()) === '{') return yield* readObject(source, tool, form)
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

/** What a call was made of, without what ends it. When it is none all of it is text, and stays there. */
function bodyOf(source: TextSource, { closes }: OpenForm): string {
  const text = source.isReleased ? '' : source.cut().trim()
  const close = closes.find((end) => text.endsWith(end)) ?? ''
  return text.slice(0, text.length - close.length).trim()
}

function* readObject(
  source: TextSource,
  tool: DeclaredTool,
  { closes, begins }: ParameterForm,
): TextReading<FoundCall> {
  const scan = yield* source.json()
  if (scan.state === 'open') return { tool, text: scan.text, flaw: 'truncated' }
  if (scan.state === 'whole') {
    yield* closed(source, closes)
    return { tool, text: scan.text }
  }
  const { before, found } = yield* source.until(...closes, ...begins)
  yield* source.take(...closes)
  return { tool, text: (scan.text + before).trim(), flaw: found === '' ? 'truncated' : 'malformed' }
}

/**
 * Reads what may follow a value.
 * @param add told of what was read, where it is not that. Default: nothing has come yet.
 * @returns undefined when it is not that.
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
   * What it is as a member of an object, and those after it whose values were not told apart by then; undefined for one that
   * cannot be used.
   */
  readonly members: readonly (string | undefined)[]
  readonly after: Next
}

/** White space before the mark that begins a line. */
const LONGEST_INDENT = 40

/** A parameter that began in a value. */
interface OpenParameter extends Key {
  /** Where its name begins in the text, and its value. */
  readonly from: number
  readonly start: number
}

/**
 * Reads a value. Nothing in it is escaped, so what ends it counts only where the call goes on after it: with another
 * parameter, or with its end. Whatever else looks like a mark is part of a text. Where a parameter begins inside, one that
 * is declared or begins a line, the one before it was not ended, unless it has an end of its own. Calls inside are passed
 * over whole.
 */
function* readValue(
  source: TextSource,
  form: OpenForm,
  first: Key,
  tool: DeclaredTool,
): TextReading<ParameterValue> {
  const { ends, parameters, closes, begins, blockEnds = [] } = form
  const marks = [...ends, ...parameters, ...closes, ...begins]
  const opened: OpenParameter[] = [{ ...first, from: 0, start: 0 }]
  let text = ''
  /** Calls that began inside. */
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

/** Reads the head of a call that stands in a value. @returns its text, and whether it is one. */
function* readCallHead(
  source: TextSource,
  { named, parameters, closes }: ParameterForm,
): TextReading<{ readonly text: string; readonly isCall: boolean }> {
  const before = yield* source.space()
  const name = yield* source.name()
  const end = yield* source.take(...named)
  const after = yield* source.space()
  const isCall = name !== '' && end !== undefined && (yield* source.isNext(...parameters, ...closes, '{'))
  return { text: before + name + (end ?? '') + after, isCall }
}

/** A parameter with what was read as its value. */
interface ReadParameter extends Key {
  readonly text: string
  /** Whether the value had an end of its own. */
  readonly isEnded: boolean
  /** Whether a mark stayed in what was read. */
  readonly keepsMarks: boolean
}

/** A member of an object as JSON text; undefined when there is no value, or marks in one that is no text. */
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
  const { blocks: [block] = [], blockEnds: [blockEnd] = [], sharesBlock = false } = form
  const written = calls.map((call) => writeCall(call, form))
  if (block === undefined || blockEnd === undefined) return written.join('\n')
  const blocks = sharesBlock ? [written.join('\n')] : written
  return blocks.map((inner) => `${block}\n${inner}\n${blockEnd}`).join('\n')
}

function writeCall(call: WrittenCall, form: ParameterForm): string {
  const body = writeMembers(call, form) ?? `${call.text}\n`
  return `${form.begins[0]}${call.name}${form.named[0]}\n${body}${form.closes[0]}`
}

/** Undefined when they cannot all be read again as they are: then they are written as one object. */
function writeMembers({ text, tool = NO_TOOL }: WrittenCall, form: ParameterForm): string | undefined {
  const scan = new JsonScan()
  scan.push(text, 0)
  const pad = form.trims ? '\n' : ''
  let written = ''
  for (const key of scan.keys()) {
    const value = scan.member(key) ?? ''
    const parsed = tryParseJson(value)
    const plain = typeof parsed === 'string' ? parsed : value
    const type = typeof parsed === 'string' ? 'text' : 'json'
    const [keyEnd = '', as = ''] =
      Object.entries(form.keyed).find(([, stated]) => stated === type) ?? Object.entries(form.keyed)[0] ?? []
    const read = json(plain, key, as, tool)
    const isSame = read === value || read === JSON.stringify(parsed)
    const holdsMark = marksOf(form).some((mark) => plain.includes(mark))
    if (!isSame || !/^[\w.-]+$/.test(key) || holdsMark) return undefined
    const gap = form.value === undefined ? '' : `\n${form.value}`
    written += `${form.parameters[0]}${key}${keyEnd}${gap}${pad}${plain}${pad}${form.ends[0]}\n`
  }
  return written
}
