import type { TextDialect } from '../dialect.js'
import { marksOf, type ParameterForm, readParameterCalls, writeParameterCalls } from '../parameters.js'

const FORM: ParameterForm = {
  blocks: ['<minimax:tool_call>'],
  blockEnds: ['</minimax:tool_call>'],
  sharesBlock: true,
  begins: ['<invoke name="', "<invoke name='", '<invoke name='],
  named: ['">', "'>", '>'],
  empty: ['"/>', '" />', "'/>", "' />"],
  parameters: ['<parameter name="', "<parameter name='", '<parameter name='],
  keyed: { '">': '', "'>": '', '>': '' },
  ends: ['</parameter>'],
  closes: ['</invoke>'],
}

/** MiniMax M2 to M2.7: an element per parameter. */
export const minimaxM2: TextDialect = {
  id: 'minimax-m2',
  markers: [...(FORM.blocks ?? []), ...FORM.begins],
  ends: /* @__PURE__ */ marksOf(FORM),
  read: (source, marker) => readParameterCalls(source, marker, FORM),
  nameCharacters: 'a-zA-Z0-9_.-',
  writeCalls: (calls) => writeParameterCalls(calls, FORM),
  results: { open: '<response>', close: '</response>' },
}
