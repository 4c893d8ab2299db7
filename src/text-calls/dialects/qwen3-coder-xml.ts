import type { TextDialect } from '../dialect.js'
import { parameterDialect } from '../parameters.js'

/** Qwen3-Coder, Qwen 3.5 and later, Nemotron 3 Nano, Step 3.5: an element per parameter; the outer tags may be missing. */
export const qwen3CoderXml: TextDialect = /* @__PURE__ */ parameterDialect('qwen3-coder-xml', {
  blocks: ['<tool_call>'],
  blockEnds: ['</tool_call>'],
  begins: ['<function='],
  named: ['>'],
  parameters: ['<parameter='],
  keyed: { '>': '' },
  ends: ['</parameter>'],
  closes: ['</function>'],
  trims: true,
})
