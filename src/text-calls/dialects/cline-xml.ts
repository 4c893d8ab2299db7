import type { JsonValue } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { isObject } from '../../base/json/read-json.js'
import { equalJson, stringifyJson } from '../../base/json/write-json.js'
import type { DeclaredTool } from '../declared.js'
import type { TextDialect, WrittenCall } from '../dialect.js'
import type { FoundCall } from '../found-call.js'
import { TOOL_RESPONSE } from '../json-calls.js'
import { readWhole, type TextReading, TextSource } from '../text-source.js'
import { declaredTypes, typedText } from '../typed.js'

/** Reads the tag that begins an argument. Tags of other names are not arguments. */
function* readKey(source: TextSource, tool: DeclaredTool): TextReading<string | undefined> {
  const keys = Object.keys(tool.properties ?? {})
  const tag = yield* source.take(...keys.map((key) => `<${key}>`))
  return tag?.slice(1, -1)
}

/**
 * Reads the arguments of a call.
 * @returns undefined if the text is not a call.
 */
function* readBody(source: TextSource, tool: DeclaredTool, end: string): TextReading<FoundCall | undefined> {
  yield* source.space()
  if ((yield* source.peek()) === '{') return yield* readObject(source, tool, end)
  if (yield* source.take(end)) return tool.properties === undefined ? { tool } : undefined
  const members: string[] = []
  let key = yield* readKey(source, tool)
  if (key === undefined) return undefined
  yield { begun: tool }
  while (key !== undefined) {
    const value: string | undefined = yield* readValue(source, tool, key, end)
    if (value === undefined) {
      // The begin tag is one character shorter than the end tag.
      const text = source.cut().slice(end.length - 1)
      return { tool, text: text.trimStart(), flaw: 'truncated' }
    }
    members.push(`${JSON.stringify(key)}: ${typedText(value, declaredTypes(key, tool))}`)
    yield* source.space()
    key = yield* readKey(source, tool)
  }
  yield* source.take(end)
  return { tool, text: `{${members.join(', ')}}`, isMade: true }
}

function* readObject(
  source: TextSource,
  tool: DeclaredTool,
  end: string,
): TextReading<FoundCall | undefined> {
  const scan = yield* source.json()
  yield* source.space()
  if (scan.state === 'open') return { tool, text: scan.text, flaw: 'truncated' }
  return scan.state === 'whole' && (yield* source.take(end)) ? { tool, text: scan.text } : undefined
}

/**
 * Reads a value. Its end tag counts only if another argument or the end of the call follows, because values
 * are not escaped. One line end on either side is not part of the value.
 */
function* readValue(
  source: TextSource,
  tool: DeclaredTool,
  key: string,
  end: string,
): TextReading<string | undefined> {
  const nexts = [end, ...Object.keys(tool.properties ?? {}).map((name) => `<${name}>`)]
  const close = `</${key}>`
  let text = ''
  for (;;) {
    const { before, found } = yield* source.until(close)
    text += before
    if (found === '') return undefined
    source.skip(found.length)
    const gap = yield* source.space()
    if (yield* source.isNext(...nexts)) return text.replace(/^\n/, '').replace(/\n$/, '')
    if ((yield* source.peek()) === '') return undefined
    text += found + gap
  }
}

/** Writes arguments as elements if they are read back unchanged, or else as JSON. */
function writeCall({ name, text, tool }: WrittenCall): string {
  const value = tryParseJson(text)
  const end = `</${name}>`
  const entries = isObject(value) ? Object.entries(value) : []
  const body = entries
    .map(([key, given = null]) => {
      const plain = typeof given === 'string' ? given : stringifyJson(given)
      return `<${key}>${plain.includes('\n') ? `\n${plain}\n` : plain}</${key}>\n`
    })
    .join('')
  return `<${name}>\n${tool !== undefined && isSame(body, value, tool, end) ? body : `${text}\n`}${end}`
}

function isSame(body: string, value: JsonValue | undefined, tool: DeclaredTool, end: string): boolean {
  const source = new TextSource(false)
  source.push(body + end)
  source.end()
  const read = readWhole(readBody(source, tool, end))
  const isCall = read !== undefined && read.flaw === undefined && !source.isWaiting
  return isCall && equalJson(tryParseJson(read.text ?? '{}'), value)
}

/** Cline and Roo Code: an element with the name of the tool, and an element per argument. */
export const clineXml: TextDialect = {
  id: 'cline-xml',
  markersOf: (name) => [`<${name}>`],
  *read(source, marker) {
    const name = marker.slice(1, -1)
    const tool = source.tools.get(name)
    const call = tool && (yield* readBody(source, tool, `</${name}>`))
    if (call === undefined) return false
    yield call
    return true
  },
  nameCharacters: 'a-zA-Z0-9_-',
  writeCalls: (calls) => calls.map(writeCall).join('\n'),
  results: TOOL_RESPONSE,
}
