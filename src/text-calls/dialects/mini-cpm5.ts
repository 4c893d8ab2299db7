import type { TextDialect } from '../dialect.js'
import { parameterDialect } from '../parameters.js'

/** MiniCPM 5: an element per parameter, whose value may be CDATA. */
export const miniCpm5: TextDialect = /* @__PURE__ */ parameterDialect('mini-cpm5', {
  begins: ['<function name="', "<function name='"],
  named: ['">', "'>"],
  empty: ['"/>', '" />'],
  parameters: ['<param name="', "<param name='"],
  keyed: { '">': '', "'>": '' },
  ends: ['</param>'],
  closes: ['</function>'],
  quoted: ['<![CDATA[', ']]>'],
})
