import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { at, expectArray, expectObject, isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { isVendorTool } from '../../src/base/model/calls-to-answer.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, metadataUnder, withMetadata } from '../../src/base/model/metadata.js'
import type { ClientTool, CustomTool, FunctionTool, ToolDefinition } from '../../src/base/model/types.js'
import { choicesOf } from '../../src/codec/shape/choices.js'
import type { ToolsCodec } from '../../src/codec/shape/codecs.js'
import { type Fields, innerExtras, withExtras } from '../../src/codec/shape/fields.js'
import { is, needed, to, usually } from '../../src/codec/shape/rows.js'
import { shape } from '../../src/codec/shape/shape.js'
import { grammarRow, toolWriter } from '../../src/codec/shape/tool-codec.js'
import { hosted } from './hosted.js'
import { toolTypeKind } from './maps.js'

/**
 * The shape of a function. The API's types require the last two fields. Without `strict`, the server enables
 * strict mode if the schema allows it, which would change the tools of a caller who did not request strict
 * mode. https://platform.openai.com/docs/guides/function-calling
 */
const FUNCTION = /* @__PURE__ */ shape<FunctionTool>(
  { type: 'function' },
  {
    type: is('function'),
    name: needed(to('name')),
    description: to('description'),
    parameters: usually(to('parameters', 'object'), null),
    strict: usually(to('strict', 'boolean'), false),
    async: to('async', 'boolean'),
  },
)
const CUSTOM = /* @__PURE__ */ shape<CustomTool>(
  { type: 'custom' },
  {
    type: is('custom'),
    name: needed(to('name')),
    description: to('description'),
    format: grammarRow(),
    async: to('async', 'boolean'),
  },
)

export function decodeTool(tool: JsonObject, context: Context): ToolDefinition {
  const own = FUNCTION.decode(tool, context) ?? CUSTOM.decode(tool, context)
  if (own !== undefined) return own
  const type = stringOr(tool.type, 'other')
  return compact({
    type: 'provider' as const,
    wire: context.wire,
    kind: toolTypeKind(type),
    name: stringOr(tool.name, type),
    value: tool,
    client:
      type === 'tool_search' && tool.execution === 'client' ? decodeClientSearch(tool, context) : undefined,
  })
}

const SEARCH_CALL = {
  type: 'tool_search_call',
  extra: { execution: 'client', status: 'completed' },
}

/** Decodes a tool search that the client runs and describes like a function. */
function decodeClientSearch({ description, parameters }: JsonObject, context: Context): ClientTool {
  return compact({
    description: stringOr(description, undefined),
    parameters: isObject(parameters) ? parameters : undefined,
    callMetadata: metadataUnder(context, SEARCH_CALL),
  })
}

const NAMESPACE_FIELDS: Fields = { type: 'string', name: 'string', description: 'string', tools: 'array' }

/**
 * Decodes the tools of a namespace, or a single tool. The first tool keeps the unknown fields of the
 * namespace.
 */
export function decodeEntry(native: JsonObject, context: Context): readonly ToolDefinition[] {
  const { name } = native
  if (native.type !== 'namespace' || typeof name !== 'string' || !isArray(native.tools))
    return [decodeTool(native, context)]
  const inside = native.tools.map((tool) => (isObject(tool) ? decodeTool(tool, context) : undefined))
  const description = stringOr(native.description, undefined)
  const namespace = compact({ name, description })
  const around = innerExtras(native, NAMESPACE_FIELDS) ?? {}
  const tools = inside.flatMap((tool, index): ToolDefinition[] => {
    if (tool === undefined || isVendorTool(tool)) return []
    if (index > 0) return [{ ...tool, namespace }]
    return [withMetadata({ ...tool, namespace }, { ...metadataOf(tool, context), around }, context)]
  })
  return tools.length === 0 || tools.length < inside.length ? [decodeTool(native, context)] : tools
}

const writeTool = /* @__PURE__ */ toolWriter({
  functions: { write: (tool, context) => FUNCTION.encode(tool, context) ?? {} },
  custom: (tool, context) => CUSTOM.encode(tool, context),
  hosted,
})

/**
 * Returns the codec of the tool choice, which refers to tools by their declared type.
 * @param isExact true if a choice that would be written differently is kept verbatim.
 */
export function toolChoices(tools: readonly ToolDefinition[] = [], isExact?: true) {
  const custom = new Set(tools.flatMap((tool) => (tool.type === 'custom' ? [tool.name] : [])))
  return choicesOf({
    words: { auto: 'auto', none: 'none', required: 'required' },
    named: [
      (name) => ({ type: custom.has(name) ? 'custom' : 'function', name }),
      (name) => ({ type: 'function', name }),
      (name) => ({ type: 'custom', name }),
    ],
    allowed: (mode, tools) => ({ type: 'allowed_tools', mode, tools }),
    ...(isExact && { isExact }),
  })
}

export function decodeTools(tools: JsonValue, context: Context): ToolDefinition[] {
  const { path } = context
  return expectArray(tools, path).flatMap((tool, index) =>
    decodeEntry(expectObject(tool, at(path, index)), context),
  )
}

/** Encodes tools. Consecutive tools of one namespace share one entry. */
export function encodeTools(definitions: readonly ToolDefinition[], context: Context): JsonArray {
  const entries: JsonValue[] = []
  let open: { readonly name: string; readonly tools: JsonValue[] } | undefined
  for (const [index, tool] of definitions.entries()) {
    const native = writeTool(tool, { ...context, path: at('/tools', index) })
    if (native === undefined) continue
    if (isVendorTool(tool) || tool.namespace === undefined) {
      open = undefined
      entries.push(native)
      continue
    }
    const around = metadataOf(tool, context)?.around
    const { name, description = around === undefined ? '' : undefined } = tool.namespace
    if (open?.name !== name || around !== undefined) {
      open = { name, tools: [] }
      entries.push(withExtras({ type: 'namespace', name, description, tools: open.tools }, around))
    }
    open.tools.push(native)
  }
  return entries
}

export const tools: ToolsCodec = {
  decode: decodeTools,
  encode: encodeTools,
  .../* @__PURE__ */ toolChoices(),
}
