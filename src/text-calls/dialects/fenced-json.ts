import type { TextDialect } from '../dialect.js'
import type { FoundCall } from '../found-call.js'
import { jsonCall, readEndMark, readJsonCall, TOOL_RESPONSE } from '../json-calls.js'

const TAGS = ['', 'json', 'tool_call', 'tool_calls', 'tool_code']
const FENCE = '```'
const FORM = {
  names: ['name', 'tool_name', 'tool', 'tool_id'],
  values: ['arguments', 'parameters', 'args', 'params'],
  ids: ['id', 'tool_call_id'],
  others: ['type'],
  closes: [FENCE],
}

/** Any model: a code fence that contains only calls. */
export const fencedJson: TextDialect = {
  id: 'fenced-json',
  markers: [FENCE],
  *read(source) {
    if (!TAGS.includes(yield* source.run(/\w*/y))) return false
    yield* source.space()
    const isList = (yield* source.take('[')) !== undefined
    const calls: FoundCall[] = []
    do {
      yield* source.space()
      if ((yield* source.peek()) === '' && calls.length > 0) break
      if ((yield* source.peek()) !== '{') return false
      const call = yield* readJsonCall(source, FORM)
      if (call === undefined) return false
      calls.push(call)
      yield* source.space()
    } while (isList && (yield* source.take(',')) !== undefined)
    if (isList) yield* readEndMark(source, [']'])
    yield* source.space()
    const isCut = yield* source.takeCut(FENCE)
    if (!isCut && (yield* source.take(FENCE)) === undefined) return false
    const last = calls.pop()
    for (const call of calls) yield call
    // The rest of the fence is unknown.
    if (last !== undefined) yield isCut ? { ...last, text: last.text ?? '', flaw: 'truncated' } : last
    return true
  },
  writeCalls: (calls) => calls.map((call) => `\`\`\`json\n${jsonCall(call)}\n\`\`\``).join('\n'),
  results: TOOL_RESPONSE,
}
