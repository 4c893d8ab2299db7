import type { TextDialect } from '../dialect.js'
import { TOOL_RESPONSE } from '../json-calls.js'
import { readArguments } from '../named-calls.js'

const MARKER = 'Tool call:'

/** Models that repeat how multi-llm tells them of calls: `Tool call: NAME with args: {…}`. */
export const toolCallProse: TextDialect = {
  id: 'tool-call-prose',
  markers: [MARKER],
  *read(source) {
    yield* source.space()
    const tool = source.tools.get(yield* source.run(/[\w.-]*/y))
    yield* source.space()
    if (tool === undefined || (yield* source.take('with args:', 'with args')) === undefined) return false
    yield* source.space()
    if ((yield* source.peek()) !== '{') return false
    const call = yield* readArguments(source, tool, [], [MARKER])
    if (call !== undefined) yield call
    return true
  },
  nameCharacters: 'a-zA-Z0-9_-',
  writeCalls: (calls) => calls.map(({ name, text }) => `${MARKER} ${name} with args: ${text}`).join('\n'),
  results: TOOL_RESPONSE,
}
