import { toolsCodec } from '../../src/codec/shape/tool-codec.js'
import { functions, readVendorTool } from './definition.js'
import { hosted } from './hosted.js'

export const tools = /* @__PURE__ */ toolsCodec({
  functions,
  readOther: readVendorTool,
  hosted,
  // The request codec handles `disable_parallel_tool_use` and unknown fields of the choice.
  choice: {
    words: { auto: { type: 'auto' }, none: { type: 'none' }, required: { type: 'any' } },
    named: [(name) => ({ type: 'tool', name })],
  },
})
