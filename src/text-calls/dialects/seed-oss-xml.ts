import type { TextDialect } from '../dialect.js'
import { parameterDialect } from '../parameters.js'

/** Seed-OSS 36B: an element per parameter. */
export const seedOssXml: TextDialect = /* @__PURE__ */ parameterDialect('seed-oss-xml', {
  blocks: ['<seed:tool_call>'],
  blockEnds: ['</seed:tool_call>'],
  begins: ['<function='],
  named: ['>'],
  parameters: ['<parameter='],
  keyed: { '>': '' },
  ends: ['</parameter>'],
  closes: ['</function>'],
  markers: ['<seed:tool_call>'],
})
