import type { TextDialect } from '../dialect.js'
import { parameterDialect } from '../parameters.js'

/** Hunyuan V3 (HY V3): keys and values after the name, in one block. */
export const hunyuanV3: TextDialect = /* @__PURE__ */ parameterDialect('hunyuan-v3', {
  blocks: ['<tool_calls>'],
  blockEnds: ['</tool_calls>'],
  sharesBlock: true,
  begins: ['<tool_call>'],
  named: ['<tool_sep>'],
  parameters: ['<arg_key>'],
  keyed: { '</arg_key>': '' },
  value: '<arg_value>',
  ends: ['</arg_value>'],
  closes: ['</tool_call>'],
})
