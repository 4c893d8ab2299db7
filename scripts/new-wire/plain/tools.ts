import { to } from '../../src/codec/shape/rows.js'
import { functionCodec, toolsCodec } from '../../src/codec/shape/tool-codec.js'

/** Definitions `{name, description?, parameters?}`, and the choice among them. */
export const tools = /* @__PURE__ */ toolsCodec({
  functions: functionCodec({
    rows: { description: to('description'), parameters: to('parameters', 'object') },
  }),
  choice: {
    words: { auto: 'auto', none: 'none', required: 'required' },
    named: [(name) => ({ name })],
    isExact: true,
  },
})
