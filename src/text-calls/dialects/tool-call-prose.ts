import type { TextDialect } from '../dialect.js'
import { TOOL_RESPONSE } from '../json-calls.js'
import { readArguments } from '../named-calls.js'

const MARKER = 'Tool call:'

/** Models that copy multi-llm's description of calls: `Tool call: NAME with args: {…}`. */
export const toolCallProse: TextDialect = {
  id: 'tool-call-prose',
  markers: [MARKER],
  *read(source) {
    yield* source.space()
    const name = yield* source.name()
    const tool = source.tools.get(name)
    const gap = yield* source.space()
    if (tool !== undefined && gap !== '' && (yield* source.takeCut('with args: {'))) {
      yield { tool, text: '', flaw: 'truncated' }
      return true
    }
    if ((yield* source.take('with args:', 'with args')) === undefined) return false
    yield* source.space()
    if ((yield* source.peek()) !== '{') return false
    if (tool === undefined) {
      source.refuse(name)
      yield* source.json()
      return false
    }
    const call = yield* readArguments(source, tool, [], [MARKER])
    if (call !== undefined) yield call
    return true
  },
  nameCharacters: 'a-zA-Z0-9_-',
  writeCalls: (calls) => calls.map(({ name, text }) => `${MARKER} ${name} with args: ${text}`).join('\n'),
  results: TOOL_RESPONSE,
}
