import type { TextDialect } from '../dialect.js'
import { TOOL_RESPONSE } from '../json-calls.js'
import { readArguments } from '../named-calls.js'

const MARK = '>>>'

/** Functionary 3 and GLM-4 of 2025: the name of a tool on a line, and JSON on the next one. */
export const functionaryV3: TextDialect = {
  id: 'functionary-v3',
  markersOf: (name) => [`${MARK}${name}\n{`],
  // The first mark was part of the prompt.
  startsOf: (name) => [`${name}\n{`],
  *read(source, marker) {
    const tool = source.tools.get(marker.slice(marker.startsWith(MARK) ? MARK.length : 0, -2))
    const call = yield* readArguments(source.back(1), tool, [], [MARK])
    if (call === undefined) return false
    yield call
    return true
  },
  nameCharacters: 'a-zA-Z0-9_-',
  writeCalls: (calls) => calls.map(({ name, text }) => `${MARK}${name}\n${text}`).join(''),
  results: TOOL_RESPONSE,
}
