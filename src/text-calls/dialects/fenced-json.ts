import type { FoundCall, TextDialect } from '../dialect.js'
import { jsonCall, readJsonCall, TOOL_RESPONSE } from '../json-calls.js'

const TAGS = ['', 'json', 'tool_call', 'tool_calls', 'tool_code']
const FORM = {
  names: ['name', 'tool_name', 'tool', 'tool_id'],
  values: ['arguments', 'parameters', 'args', 'params'],
  ids: ['id', 'tool_call_id'],
  others: ['type'],
  closes: ['```'],
}

/** Any model: a code fence that holds nothing but calls. */
export const fencedJson: TextDialect = {
  id: 'fenced-json',
  markers: ['```'],
  *read(source) {
    if (!TAGS.includes(yield* source.run(/\w*/y))) return false
    yield* source.space()
    const isList = (yield* source.take('[')) !== undefined
    const calls: FoundCall[] = []
    do {
      yield* source.space()
      if ((yield* source.peek()) !== '{') return false
      const call = yield* readJsonCall(source, FORM)
      if (call === undefined) return false
      calls.push(call)
      yield* source.space()
    } while (isList && (yield* source.take(',')) !== undefined)
    if (isList) yield* source.take(']')
    yield* source.space()
    // A broken call has taken all up to here, and one that was cut all there was.
    const isClosed = (yield* source.take('```')) !== undefined
    if (!isClosed && calls.at(-1)?.flaw === undefined) return false
    for (const call of calls) yield call
    return true
  },
  writeCalls: (calls) => calls.map((call) => `\`\`\`json\n${jsonCall(call)}\n\`\`\``).join('\n'),
  results: TOOL_RESPONSE,
}
