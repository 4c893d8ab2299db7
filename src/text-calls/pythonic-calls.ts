import { JsonScan } from '../json/scan.js'
import type { FoundCall, WrittenCall } from './dialect.js'
import { readKeywords } from './python.js'
import type { Reading, TextSource } from './source.js'

/** How calls stand in Python. */
export interface PythonicForm {
  /** What stands between two calls: a comma, or for calls that follow each other nothing. */
  readonly separator: string
  /** With which the calls end, the usual one first. */
  readonly closes: readonly string[]
}

/** Reads calls up to what closes them. */
export function* readPythonicCalls(
  source: TextSource,
  { separator, closes }: PythonicForm,
): Reading<boolean> {
  let count = 0
  do {
    yield* source.space()
    if (count > 0 && (yield* source.isNext(...closes))) break
    const call = yield* readCall(source, closes)
    if (call === undefined) return false
    yield call
    count += 1
    yield* source.space()
  } while (separator === '' ? yield* source.isNext(...LETTERS) : yield* source.take(separator))
  return (yield* source.take(...closes)) !== undefined
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_']

function* readCall(source: TextSource, closes: readonly string[]): Reading<FoundCall | undefined> {
  const name = yield* source.run(/[\w.]*/y)
  if (name === '' || !(yield* source.take('('))) return undefined
  const tool = source.tools.get(name)
  if (tool === undefined) source.isReleased = true
  else source.cut()
  const text = yield* readKeywords(source)
  if (tool === undefined) return undefined
  if (text !== undefined) return { tool, text, isMade: true }
  if ((yield* source.peek()) === '') return { tool, text: source.cut(), flaw: 'truncated' }
  yield* source.until(...closes)
  return { tool, text: source.cut().trim().replace(/\)$/, ''), flaw: 'malformed' }
}

/** Writes a call with keywords; names that are none go into an object. */
export function pythonicCall({ name, text }: WrittenCall): string {
  const scan = new JsonScan()
  scan.push(text, 0)
  const keys = [...scan.keys()]
  const isPlain = keys.every((key) => /^[a-zA-Z_]\w*$/.test(key))
  const keywords = keys.map((key) => `${key}=${pythonic(scan.member(key) ?? '')}`)
  return `${name}(${isPlain ? keywords.join(', ') : `**${pythonic(text)}`})`
}

/** JSON text as Python: the words differ, texts do not. */
function pythonic(json: string): string {
  return json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|\b(?:true|false|null)\b/g, (token) => NAMES[token] ?? token)
}

const NAMES: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }
