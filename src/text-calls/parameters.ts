import { tryParseJson } from '../json/parse.js'
import { JsonScan } from '../json/scan.js'
import type { DeclaredTool } from './declared.js'
import type { FoundCall, WrittenCall } from './dialect.js'
import { closed } from './json-calls.js'
import type { Reading, TextSource } from './source.js'
import { typedText } from './typed.js'

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

/** What follows a value: another parameter, the end of the call, or the end of the text. */
type Next = { readonly key: string; readonly type: string } | 'close' | 'cut'

/** All that may be escaped in an argument of this form. */
export function marksOf({
  blocks = [],
  blockEnds = [],
  begins,
  parameters,
  ends,
  closes,
}: ParameterForm): string[] {
  return [...blocks, ...blockEnds, ...begins, ...parameters, ...ends, ...closes]
}

/** Reads a call or a block of them. */
export function* readParameterCalls(
  source: TextSource,
  marker: string,
  form: ParameterForm,
): Reading<boolean> {
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
    if (call === undefined) return false
    yield call
    yield* source.space()
  } while ((yield* source.take(...begins)) !== undefined)
  return yield* closed(source, blockEnds)
}

function* readCall(source: TextSource, form: OpenForm): Reading<FoundCall | undefined> {
  yield* source.space()
  const name = yield* source.run(/[^\s<>"']*/y)
  if (name === '' || (yield* source.take(...form.named)) === undefined) return undefined
  yield* source.space()
  if (!(yield* source.isNext(...form.parameters, ...form.closes, '{'))) return undefined
  const tool = source.tools.get(name)
  if (tool === undefined) {
    source.isReleased = true
    yield* readBody(source, NO_TOOL, form)
    return undefined
  }
  source.cut()
  return yield* readBody(source, tool, form)
}

const NO_TOOL: DeclaredTool = { name: '', isCustom: false, properties: undefined, schema: {} }

function* readBody(source: TextSource, tool: DeclaredTool, form: OpenForm): Reading<FoundCall> {
  if ((yield* source.peek()) === '{') return yield* readObject(source, tool, form)
  const members = new Map<string, string>()
  let next: Next | undefined = yield* readNext(source, form, () => true)
  while (typeof next === 'object') {
    const { key, type }: { readonly key: string; readonly type: string } = next
    const isDue = (other: string) => other !== key && isNew(other, tool, members)
    const { text, after }: Value = yield* readValue(source, form, isDue)
    next = after
    if (next === 'cut') break
    members.set(key, json(text, key, type, tool))
  }
  if (next === 'cut') return { tool, text: bodyOf(source), flaw: 'truncated' }
  if (next === undefined) {
    yield* source.until(...form.closes, ...form.begins)
    const text = bodyOf(source)
    yield* source.take(...form.closes)
    return { tool, text, flaw: 'malformed' }
  }
  const text = [...members].map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(', ')
  return members.size === 0 ? { tool } : { tool, text: `{${text}}`, isMade: true }
}

/** What a call was made of. When it is none all of it is text, and stays there. */
function bodyOf(source: TextSource): string {
  return source.isReleased ? '' : source.cut().trim()
}

function* readObject(
  source: TextSource,
  tool: DeclaredTool,
  { closes, begins }: ParameterForm,
): Reading<FoundCall> {
  const scan = yield* source.json()
  if (scan.state === 'open') return { tool, text: scan.text, flaw: 'truncated' }
  if (scan.state === 'whole') {
    yield* closed(source, closes)
    return { tool, text: scan.text }
  }
  const { before } = yield* source.until(...closes, ...begins)
  yield* source.take(...closes)
  return { tool, text: (scan.text + before).trim(), flaw: 'malformed' }
}

/** Whether a parameter of this name may follow another one. */
function isNew(key: string, { properties }: DeclaredTool, members: ReadonlyMap<string, string>): boolean {
  return key !== '' && !members.has(key) && (properties === undefined || Object.hasOwn(properties, key))
}

function json(text: string, key: string, type: string, tool: DeclaredTool): string {
  if (type === '') return typedText(text, key, tool)
  return type === 'json' && tryParseJson(text) !== undefined ? text.trim() : JSON.stringify(text)
}

/** @returns undefined when nothing follows that may; then what was read is in the source all the same. */
function* readNext(
  source: TextSource,
  form: OpenForm,
  isDue: (key: string) => boolean,
  add?: (text: string | undefined) => void,
): Reading<Next | undefined> {
  const gap = yield* source.space()
  if ((yield* source.peek()) === '') return 'cut'
  const close = yield* source.take(...form.closes)
  if (close !== undefined) {
    if (add === undefined || form.follows === undefined) return 'close'
    const after = yield* source.space()
    if ((yield* source.peek()) === '' || (yield* source.isNext(...form.follows))) return 'close'
    add(gap + close + after)
    return undefined
  }
  const begin = yield* source.take(...form.parameters)
  const key = begin === undefined ? '' : yield* source.run(/[^\s<>"']*/y)
  const keyEnd = begin === undefined ? undefined : yield* source.take(...Object.keys(form.keyed))
  if (keyEnd === undefined || !isDue(key)) {
    add?.(gap + (begin ?? '') + key + (keyEnd ?? ''))
    return undefined
  }
  if (form.value !== undefined) {
    yield* source.space()
    yield* source.take(form.value)
  }
  return { key, type: form.keyed[keyEnd] ?? '' }
}

interface Value {
  readonly text: string
  readonly after: Next
}

/**
 * Reads a value. Nothing in it is escaped, so what ends it counts only where the call goes on after it: with a parameter
 * that is declared and was not there, or with its end. What a model forgot to end ends there, too.
 */
function* readValue(source: TextSource, form: OpenForm, isDue: (key: string) => boolean): Reading<Value> {
  const { ends, parameters, closes, begins, blockEnds = [], trims = false } = form
  let text = ''
  for (;;) {
    const { before, found } = yield* source.until(...ends, ...parameters, ...closes)
    text += before
    if (found === '') return { text, after: 'cut' }
    if (closes.includes(found)) {
      yield* source.take(found)
      const gap = yield* source.space()
      if ((yield* source.peek()) === '') return { text, after: 'cut' }
      if (yield* source.isNext(...blockEnds, ...begins))
        return { text: unpadded(text, trims), after: 'close' }
      text += found + gap
      continue
    }
    const end = (yield* source.take(...ends)) ?? ''
    const value = text
    text += end
    const after = yield* readNext(source, form, isDue, (passed) => {
      text += passed
    })
    if (after !== undefined) return { text: unpadded(value, trims), after }
  }
}

function unpadded(text: string, trims: boolean): string {
  if (!trims) return text
  const start = text.startsWith('\n') ? 1 : 0
  return text.slice(start, text.length > start && text.endsWith('\n') ? -1 : undefined)
}

/** Writes the calls of one turn. */
export function writeParameterCalls(calls: readonly WrittenCall[], form: ParameterForm): string {
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
    const { properties } = tool
    const isDeclared = properties === undefined || Object.hasOwn(properties, key)
    const isSame = isDeclared && reads(json(plain, key, as, tool), value)
    if (!isSame || !/^[\w.-]+$/.test(key) || holdsMark(plain, form)) return undefined
    const gap = form.value === undefined ? '' : `\n${form.value}`
    written += `${form.parameters[0]}${key}${keyEnd}${gap}${pad}${plain}${pad}${form.ends[0]}\n`
  }
  return written
}

function reads(read: string, written: string): boolean {
  return read === written || read === JSON.stringify(tryParseJson(written))
}

function holdsMark(text: string, form: ParameterForm): boolean {
  return marksOf(form).some((mark) => text.includes(mark))
}
