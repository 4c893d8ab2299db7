import { toolSlot } from '../../src/codec/format/tool-slot.js'
import { to } from '../../src/codec/shape/rows.js'
import { functionCodec, toolsCodec } from '../../src/codec/shape/tool-codec.js'

/** Any other value is the name of a tool. */
const WORDS = ['auto', 'none', 'any', 'required']

export const tools = /* @__PURE__ */ toolsCodec({
  functions: /* @__PURE__ */ functionCodec({
    rows: {
      description: to('description'),
      parameters: to('parameters', 'object'),
      strict: to('strict', 'boolean'),
    },
    slot: toolSlot(),
  }),
  choice: {
    words: { auto: 'auto', none: 'none', required: 'any' },
    named: [(name) => (WORDS.includes(name) ? undefined : name)],
  },
})
