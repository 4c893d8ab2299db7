import type { JsonValue } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { isArray, isObject } from '../../base/json/read-json.js'
import { equalJson, stringifyJson } from '../../base/json/write-json.js'
import type { DeclaredTool } from '../declared.js'
import type { TextDialect, WrittenCall } from '../dialect.js'
import type { FoundCall } from '../found-call.js'
import { readEndMark } from '../json-calls.js'
import { readWhole, type TextReading, TextSource } from '../text-source.js'
import { itemSchemas, memberSchemas, typedText, typesAllowed } from '../typed.js'

/** The mark before each tag. Models write white space after it. */
const MARK = ']<]minimax[>['
const BLOCK = `${MARK}<tool_call>`
const BLOCK_END = `${MARK}</tool_call>`
const INVOKE = `${MARK}<invoke name="`
const INVOKE_END = `${MARK}</invoke>`
const ITEM = 'item'
/** Maximum nesting. Each level has a small cost for every chunk of a stream. */
const DEEPEST = 100

/** The schemas of a value. */
interface Typing {
  readonly stated: readonly JsonValue[]
  readonly root: DeclaredTool['schema']
}

/**
 * Reads elements up to an end tag, as the JSON text of an object, or of a list if all elements are items.
 * @returns undefined if the text is not elements.
 */
function* readElements(
  source: TextSource,
  end: string,
  typing: Typing,
  depth = 0,
): TextReading<string | undefined> {
  const members: { readonly key: string; readonly value: string }[] = []
  const isList = typesAllowed(typing.stated, typing.root).includes('array')
  for (;;) {
    yield* source.space()
    if (depth > DEEPEST || !(yield* source.take(MARK))) return undefined
    yield* source.space()
    if (yield* source.take(`</${end}>`)) break
    if (!(yield* source.take('<'))) return undefined
    const key = yield* source.run(/[^<>/]*/y)
    if (key === '' || !(yield* source.take('>'))) return undefined
    const { root } = typing
    const isItem = key === ITEM && (isList || typing.stated.length === 0)
    const stated = isItem ? itemSchemas(typing.stated, root) : memberSchemas(key, typing.stated, root)
    const value: string | undefined = yield* readValue(source, key, { stated, root }, depth + 1)
    if (value === undefined) return undefined
    members.push({ key, value })
  }
  const isItems = members.length > 0 && members.every(({ key }) => key === ITEM) && isList
  if (isItems) return `[${members.map(({ value }) => value).join(', ')}]`
  return `{${members.map(({ key, value }) => `${JSON.stringify(key)}: ${value}`).join(', ')}}`
}

/** Reads a value and its end tag. A value that is declared as text contains no elements. */
function* readValue(
  source: TextSource,
  key: string,
  typing: Typing,
  depth: number,
): TextReading<string | undefined> {
  const types = typesAllowed(typing.stated, typing.root)
  const mayNest = types.length === 0 || types.some((type) => NESTED.includes(type))
  let text = yield* source.space()
  if (mayNest && (yield* source.isNext(MARK)) && !(yield* isEnd(source, key)))
    return yield* readElements(source, key, typing, depth)
  for (;;) {
    const { before, found } = yield* source.until(MARK)
    text += before
    if (found === '') return undefined
    source.skip(MARK.length)
    const gap = yield* source.space()
    if (yield* source.take(`</${key}>`)) return typedText(text, types)
    text += MARK + gap
  }
}

const NESTED = ['object', 'array', 'any']

/** Returns true if the end tag of this element is next. */
function* isEnd(source: TextSource, key: string): TextReading<boolean> {
  return yield* source.isNext(`${MARK}</${key}>`)
}

function* readBody(source: TextSource, tool: DeclaredTool): TextReading<FoundCall> {
  yield* source.space()
  source.cut()
  if ((yield* source.peek()) === '{') {
    const scan = yield* source.json()
    if (scan.state === 'open') return { tool, text: scan.text, flaw: 'truncated' }
    if (scan.state === 'whole' && (yield* readEndMark(source, [INVOKE_END]))) return { tool, text: scan.text }
  } else {
    const text = yield* readElements(source, 'invoke', { stated: [tool.schema], root: tool.schema })
    if (text !== undefined) return { tool, text, isMade: true }
  }
  const { found } = yield* source.until(INVOKE_END)
  const text = source.cut().trim()
  source.skip(found.length)
  return { tool, text, flaw: found === '' ? 'truncated' : 'malformed' }
}

function* readInvoke(source: TextSource): TextReading<FoundCall | undefined> {
  if (!(yield* source.take(INVOKE))) return undefined
  const name = yield* source.name()
  if (!(yield* source.take('">'))) return undefined
  const tool = source.tools.get(name)
  if (tool !== undefined) {
    yield { begun: tool }
    return yield* readBody(source, tool)
  }
  source.refuse(name)
  const { found } = yield* source.until(INVOKE_END)
  source.skip(found.length)
  return undefined
}

/** Writes a value as the content of an element. */
function written(value: JsonValue): string {
  if (typeof value === 'string') return value
  if (isArray(value)) return value.map((item) => element(ITEM, item)).join('')
  if (!isObject(value)) return stringifyJson(value)
  return Object.entries(value)
    .map(([key, inner]) => (inner === undefined ? '' : element(key, inner)))
    .join('')
}

function element(key: string, value: JsonValue): string {
  return `${MARK}<${key}>${written(value)}${MARK}</${key}>`
}

/** Writes arguments as elements if they are read back unchanged, or else as JSON. */
function writeCall({ name, text, tool }: WrittenCall): string {
  const value = tryParseJson(text)
  if (value === undefined) return `${INVOKE}${name}">${text}${INVOKE_END}`
  const body = written(value)
  const source = new TextSource(false)
  source.push(body + INVOKE_END)
  source.end()
  const called = tool ?? { name, isCustom: false, properties: undefined, schema: {} }
  const read = readWhole(readBody(source, called))
  const isSame = read.flaw === undefined && equalJson(tryParseJson(read.text ?? '{}'), value)
  return `${INVOKE}${name}">${isSame && !source.isWaiting ? body : text}${INVOKE_END}`
}

/** MiniMax M3: nested elements, each after a mark. */
export const minimaxM3: TextDialect = {
  id: 'minimax-m3',
  markers: [BLOCK],
  ends: [MARK],
  *read(source) {
    for (let count = 0; ; ) {
      yield* source.space()
      const call = yield* readInvoke(source)
      if (call !== undefined) {
        yield call
        count += 1
      } else if (source.refused !== undefined) yield 'text'
      else return count > 0 && (yield* readEndMark(source, [BLOCK_END]))
    }
  },
  nameCharacters: 'a-zA-Z0-9_.-',
  writeCalls: (calls) => `${BLOCK}\n${calls.map(writeCall).join('\n')}\n${BLOCK_END}`,
  results: { open: '<response>', close: '</response>' },
}
