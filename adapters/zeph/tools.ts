import { entryTools } from '../../src/codec/format/log-tools.js'

/** `ToolDef`. */
export const tools = /* @__PURE__ */ entryTools({
  name: 'id',
  parameters: 'schema',
  host: { output_schema: 'outputSchema', server_id: 'origin' },
})
