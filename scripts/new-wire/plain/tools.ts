import { to } from '../../src/codec/shape/rows.js'
import { functionsOf, toolsOf } from '../../src/codec/shape/tool-codec.js'

/** Definitions `{name, description?, parameters?}`, and the choice among them. */
export const tools = /* @__PURE__ */ toolsOf({
  functions: functionsOf({
    rows: { description: to('description'), parameters: to('parameters', 'object') },
  }),
  choice: {
    words: { auto: 'auto', none: 'none', required: 'required' },
    named: [(name) => ({ name })],
    isExact: true,
  },
})
