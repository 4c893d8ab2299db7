import { JsonScan } from '../base/json/json-scan.js'
import { readBroken } from './broken.js'
import type { WrittenCall } from './dialect.js'
import type { FoundCall } from './found-call.js'
import { readKeywords } from './python.js'
import type { TextReading, TextSource } from './text-source.js'

/** The form of calls in Python. */
export interface PythonicForm {
  /** The separator between two calls: a comma, or empty for consecutive calls. */
  readonly separator: string
  /** Marks that end the calls. */
  readonly closes: readonly string[]
  /** Marks that end a broken call, regardless of its content. */
  readonly marks: readonly string[]
}

/** Reads calls up to their end mark. Other content between them is text. */
export function* readPythonicCalls(
  source: TextSource,
  { separator, closes, marks }: PythonicForm,
): TextReading<boolean> {
  let count = 0
  for (let goesOn = true; goesOn; ) {
    yield* source.space()
    if (count > 0 && ((yield* source.peek()) === '' || (yield* source.isNext(...closes)))) break
    const call = yield* readCall(source, marks)
    if (call === undefined && source.refused === undefined) return false
    if (call !== undefined) {
      yield call
      count += 1
    }
    yield* source.space()
    goesOn =
      separator === ''
        ? (yield* source.peek()) !== '' && !(yield* source.isNext(...closes))
        : (yield* source.take(separator)) !== undefined
    if (call !== undefined) continue
    if (count === 0 && !goesOn) return false
    yield 'text'
  }
  return (yield* source.take(...closes)) !== undefined || (yield* source.takeCut(...closes))
}

function* readCall(source: TextSource, marks: readonly string[]): TextReading<FoundCall | undefined> {
  const name = yield* source.name()
  if (name === '' || !(yield* source.take('('))) return undefined
  const tool = source.tools.get(name)
  if (tool === undefined) source.refuse(name)
  else {
    source.cut()
    yield { begun: tool }
  }
  const text = yield* readKeywords(source)
  if (tool === undefined) return undefined
  if (text !== undefined) return { tool, text, isMade: true }
  const head = source.cut()
  if ((yield* source.peek()) === '') return { tool, text: head, flaw: 'truncated' }
  const rest = yield* readBroken(source, `(${head}`, ')', marks)
  source.cut()
  const given = (head + rest.text).trim()
  const isEnded = rest.found !== '' || given.endsWith(']')
  return { tool, text: given.replace(/\)?\]?$/, ''), flaw: isEnded ? 'malformed' : 'truncated' }
}

/** Writes a call with keywords; names that are not valid keywords are written in an object. */
export function pythonicCall({ name, text }: WrittenCall): string {
  const scan = new JsonScan()
  scan.push(text, 0)
  const keys = [...scan.keys()]
  const isPlain = keys.every((key) => /^[a-zA-Z_]\w*$/.test(key))
  const keywords = keys.map((key) => `${key}=${pythonic(scan.member(key) ?? '')}`)
  return `${name}(${isPlain ? keywords.join(', ') : `**${pythonic(text)}`})`
}

/** Converts JSON text to Python. Only keywords differ. */
function pythonic(json: string): string {
  return json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|\b(?:true|false|null)\b/g, (token) => NAMES[token] ?? token)
}

const NAMES: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }
