import { entryTools } from '../../src/codec/format/log-tools.js'

/** `ToolDefinition`. */
export const tools = /* @__PURE__ */ entryTools({ name: 'name', parameters: 'parameter_schema' })
