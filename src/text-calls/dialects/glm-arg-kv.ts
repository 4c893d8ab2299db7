import type { TextDialect } from '../dialect.js'
import { parameterDialect } from '../parameters.js'

/** GLM 4.5 to 5: keys and values after the name. */
export const glmArgKv: TextDialect = /* @__PURE__ */ parameterDialect('glm-arg-kv', {
  begins: ['<tool_call>'],
  named: [''],
  parameters: ['<arg_key>'],
  keyed: { '</arg_key>': '' },
  value: '<arg_value>',
  ends: ['</arg_value>'],
  closes: ['</tool_call>'],
})
