import type { TextDialect } from '../dialect.js'
import { jsonCall, NAME_ARGUMENTS, readJsonCalls } from '../json-calls.js'
import { parameterDialect } from '../parameters.js'

const OPEN = '<longcat_tool_call>'
const CLOSE = '</longcat_tool_call>'
const FORM = { ...NAME_ARGUMENTS, closes: [CLOSE], markers: [OPEN] }

/** The form with keys and values that LongCat 2 writes. */
const PAIRS = /* @__PURE__ */ parameterDialect('long-cat', {
  begins: [OPEN],
  named: [''],
  parameters: ['<longcat_arg_key>'],
  keyed: { '</longcat_arg_key>': '' },
  value: '<longcat_arg_value>',
  ends: ['</longcat_arg_value>'],
  closes: [CLOSE],
  results: { open: '<longcat_tool_response>\n', close: '\n</longcat_tool_response>' },
})

/** LongCat Flash (JSON) and LongCat 2 (keys and values). */
export const longCat: TextDialect = {
  ...PAIRS,
  nameCharacters: 'a-zA-Z0-9_.-',
  *read(source, marker) {
    yield* source.space()
    if ((yield* source.peek()) === '{') return yield* readJsonCalls(source, FORM)
    return yield* PAIRS.read(source, marker)
  },
  writeCalls: (calls) => calls.map((call) => `${OPEN}\n${jsonCall(call)}\n${CLOSE}`).join('\n'),
}
