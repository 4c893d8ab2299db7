import { entryTools } from '../../src/adapter/entry-tools.js'

/** `ToolDefinition`. */
export const tools = /* @__PURE__ */ entryTools({ name: 'name', parameters: 'parameter_schema' })
