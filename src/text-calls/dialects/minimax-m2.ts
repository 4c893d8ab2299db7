import type { TextDialect } from '../dialect.js'
import { parameterDialect } from '../parameters.js'

/** MiniMax M2 to M2.7: an element per parameter. */
export const minimaxM2: TextDialect = /* @__PURE__ */ parameterDialect('minimax-m2', {
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
  results: { open: '<response>', close: '</response>' },
})
