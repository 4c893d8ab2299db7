import { compact } from '../../src/base/json/write-json.js'
import { toolSlot } from '../../src/codec/format/tool-slot.js'
import { to, usually } from '../../src/codec/shape/rows.js'
import { functionCodec, toolsCodec } from '../../src/codec/shape/tool-codec.js'
import { openMeta, withSlot } from './meta.js'

export const tools = /* @__PURE__ */ toolsCodec({
  functions: /* @__PURE__ */ functionCodec({
    rows: {
      description: to('description'),
      inputSchema: usually(to('parameters', 'object'), { type: 'object', properties: {} }),
    },
    slot: toolSlot({ open: openMeta, close: withSlot }),
    // Host fields in the form that `mcpTools` reads. Decoding keeps them unchanged, because they are for
    // hosts, not for the model.
    host({ title, outputSchema, destructive, retryable }) {
      const annotations = compact({ destructiveHint: destructive, idempotentHint: retryable })
      const isSilent = Object.keys(annotations).length === 0
      return { title, outputSchema, annotations: isSilent ? undefined : annotations }
    },
  }),
  choice: { words: { auto: { mode: 'auto' }, none: { mode: 'none' }, required: { mode: 'required' } } },
})
