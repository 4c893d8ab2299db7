import { readBroken } from '../broken.js'
import type { TextDialect } from '../dialect.js'
import type { FoundCall } from '../found-call.js'
import { readEndMark, TOOL_RESPONSE } from '../json-calls.js'
import type { TextReading, TextSource } from '../text-source.js'

const OPEN = '<|tools_prefix|>'
const CLOSE = '<|tools_suffix|>'

/** Reads an object whose only key is the name of the tool. */
function* readCall(source: TextSource): TextReading<FoundCall | undefined> {
  const scan = yield* source.json((partial) => {
    const [name, second] = partial.keys()
    if (name !== undefined && (second !== undefined || !source.tools.has(name))) source.refuse(name)
    return undefined
  })
  const [name = ''] = scan.keys()
  const tool = source.refused === undefined ? source.tools.get(name) : undefined
  if (tool === undefined) return undefined
  const text = scan.member(name) ?? ''
  if (scan.state === 'whole') return { tool, text }
  if (scan.state === 'open') return { tool, text, flaw: 'truncated' }
  const rest = yield* readBroken(source, scan.text, '}', [CLOSE])
  const given = (text + rest.text).trimEnd().replace(/\}$/, '')
  return { tool, text: given, flaw: rest.found === '' ? 'truncated' : 'malformed' }
}

/** Apertus: a list of objects, each with the name of the tool as its only key. */
export const apertus: TextDialect = {
  id: 'apertus',
  markers: [OPEN],
  ends: [CLOSE],
  *read(source) {
    yield* source.space()
    if (!(yield* source.take('['))) return false
    let count = 0
    yield* source.space()
    while ((yield* source.peek()) === '{') {
      const call = yield* readCall(source)
      if (call !== undefined) count += 1
      yield call ?? 'text'
      yield* source.space()
      if (yield* source.take(',')) yield* source.space()
    }
    if (count > 0 && (yield* source.take(']'))) source.cut()
    return count > 0 && (yield* readEndMark(source, [CLOSE]))
  },
  writeCalls: (calls) =>
    `${OPEN}[${calls.map(({ name, text }) => `{${JSON.stringify(name)}: ${text}}`).join(', ')}]${CLOSE}`,
  results: TOOL_RESPONSE,
}
