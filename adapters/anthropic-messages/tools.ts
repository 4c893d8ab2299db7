import { toolsOf } from '../../src/codec/shape/tool-codec.js'
import { functions, readVendorTool } from './definition.js'
import { hosted } from './hosted.js'

export const tools = /* @__PURE__ */ toolsOf({
  functions,
  readOther: readVendorTool,
  hosted,
  // `disable_parallel_tool_use` and unknown fields beside the choice are the request codec's.
  choice: {
    words: { auto: { type: 'auto' }, none: { type: 'none' }, required: { type: 'any' } },
    named: [(name) => ({ type: 'tool', name })],
  },
})
