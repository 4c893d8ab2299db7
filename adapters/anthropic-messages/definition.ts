import type { JsonObject } from '../../src/base/json/json-types.js'
import { stringOr } from '../../src/base/json/read-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { ProviderTool, ToolDefinition } from '../../src/base/model/types.js'
import { to, usually } from '../../src/codec/shape/rows.js'
import { functionCodec } from '../../src/codec/shape/tool-codec.js'
import { toolTypeKind } from './maps.js'

export const functions = /* @__PURE__ */ functionCodec({
  rows: {
    description: to('description'),
    input_schema: usually(to('parameters', 'object'), { type: 'object', properties: {} }),
    strict: to('strict', 'boolean'),
  },
})

/** Decodes one definition, of a request or of a block that adds a tool within a history. */
export function readDefinition(tool: JsonObject, context: Context): ToolDefinition {
  return readVendorTool(tool, context) ?? functions.read(tool, context)
}

/**
 * Decodes a vendor-defined tool. A tool without `type` or of type `custom` is defined by the user. All other
 * types are vendor-defined.
 */
export function readVendorTool(tool: JsonObject, { wire }: Context): ProviderTool | undefined {
  const { type } = tool
  if (typeof type !== 'string' || type === 'custom') return undefined
  const name = stringOr(tool.name, undefined) ?? stringOr(tool.mcp_server_name, undefined)
  return { type: 'provider', wire, kind: toolTypeKind(type), name: name ?? toolsetName(type), value: tool }
}

/**
 * Returns the name of a toolset. `computer_toolset_20260801` has no name, but its calls contain
 * `toolset_name: 'computer'`.
 */
function toolsetName(type: string): string {
  return type.replace(/_toolset_\d+$/, '')
}
