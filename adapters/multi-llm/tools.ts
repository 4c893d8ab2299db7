import { toolSlot } from '../../src/codec/format/tool-slot.js'
import { to, usually } from '../../src/codec/shape/rows.js'
import { functionCodec, toolsCodec } from '../../src/codec/shape/tool-codec.js'

export const tools = /* @__PURE__ */ toolsCodec({
  functions: /* @__PURE__ */ functionCodec({
    rows: {
      description: usually(to('description'), ''),
      parameters: usually(to('parameters', 'object'), { type: 'object', properties: {} }),
    },
    slot: toolSlot(),
  }),
  // The request codec handles unknown fields next to `Specific`.
  choice: {
    words: { auto: 'Auto', none: 'None', required: 'Required' },
    named: [(name) => ({ Specific: name })],
  },
})
