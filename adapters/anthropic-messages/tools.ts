import { at, expectArray, expectObject, expectString, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { Context } from '../../src/model/context.js'
import { metadataOf, opaque } from '../../src/model/metadata.js'
import type {
  CustomTool,
  FunctionTool,
  ProviderTool,
  ToolChoice,
  ToolDefinition,
  ToolKind,
} from '../../src/model/types.js'
import type { ToolsCodec } from '../../src/shape/codecs.js'
import {
  absentFields,
  decodeFields,
  encodeFields,
  type FieldsOf,
  metadataFor,
  withExtras,
} from '../../src/shape/fields.js'
import { encodeHosted } from '../../src/shape/hosted.js'
import {
  dropProviderTool,
  encodeOpaqueChoice,
  reportCustomTool,
  widenAllowed,
} from '../../src/shape/losses.js'
import { hosted } from './hosted.js'
import { KIND_BY_TOOL_TYPE } from './maps.js'

const NO_PARAMETERS: JsonObject = { type: 'object', properties: {} }
const TEXT_PARAMETERS: JsonObject = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
}

export const tools: ToolsCodec = {
  decode: (native, path, context) =>
    expectArray(native, path).map((tool, index) =>
      decodeTool(expectObject(tool, at(path, index)), at(path, index), context),
    ),
  encode: (definitions, context) =>
    definitions.flatMap((tool, index) => encodeTool(tool, at('/tools', index), context) ?? []),
  decodeChoice,
  encodeChoice,
}

/** A tool without `type`, or of type `custom`, is the user's own; every other type is one that the vendor defines. */
function decodeTool(tool: JsonObject, path: string, context: Context): ToolDefinition {
  const { type } = tool
  if (typeof type === 'string' && type !== 'custom') return decodeProviderTool(tool, type, context)
  return compact({
    type: 'function' as const,
    name: expectString(tool.name, `${path}/name`),
    ...decodeFields<FunctionTool>(tool, FIELDS),
    providerMetadata: metadataFor(tool, FIELDS, context, {
      absent: absentFields(tool, FIELDS, ['input_schema']),
    }),
  })
}

const FIELDS: FieldsOf<FunctionTool> = {
  name: 'string',
  description: ['string', 'description'],
  input_schema: ['object', 'parameters'],
  strict: ['boolean', 'strict'],
}

function decodeProviderTool(tool: JsonObject, type: string, context: Context): ProviderTool {
  return {
    type: 'provider',
    wire: context.wire,
    kind: providerKind(type),
    name: stringOr(tool.name, undefined) ?? stringOr(tool.mcp_server_name, undefined) ?? toolsetName(type),
    value: tool,
  }
}

function providerKind(type: string): ToolKind {
  return KIND_BY_TOOL_TYPE.find(([prefix]) => type.startsWith(prefix))?.[1] ?? 'other'
}

/** `computer_toolset_20260801` has no name; its calls carry `toolset_name: 'computer'`. */
function toolsetName(type: string): string {
  return type.replace(/_toolset_\d+$/, '')
}

function encodeTool(tool: ToolDefinition, path: string, context: Context): JsonValue | undefined {
  switch (tool.type) {
    case 'function':
      return encodeFunctionTool(tool, context)
    case 'custom':
      return encodeCustomTool(tool, path, context)
    case 'provider':
      if (tool.wire === context.wire) return tool.value
      return dropProviderTool(tool, path, context)
    case 'hosted':
      return encodeHosted(tool, hosted, path, context)
  }
}

function encodeFunctionTool(tool: FunctionTool, context: Context): JsonObject {
  const fresh = { name: tool.name, ...encodeFields(tool, FIELDS) }
  return withExtras(fresh, metadataOf(tool, context), { input_schema: NO_PARAMETERS })
}

function encodeCustomTool(tool: CustomTool, path: string, context: Context): JsonObject {
  reportCustomTool(tool, path, context, false)
  const fresh = { name: tool.name, description: tool.description, input_schema: TEXT_PARAMETERS }
  return withExtras(fresh, metadataOf(tool, context))
}

/** `disable_parallel_tool_use` and unknown fields beside the choice are the request codec's. */
function decodeChoice(choice: JsonValue, path: string, context: Context): ToolChoice {
  const native = expectObject(choice, path)
  switch (native.type) {
    case 'auto':
    case 'none':
      return { type: native.type }
    case 'any':
      return { type: 'required' }
    case 'tool':
      return { type: 'tool', name: expectString(native.name, `${path}/name`) }
    default:
      return opaque(native, context)
  }
}

function encodeChoice(choice: ToolChoice, context: Context): JsonValue | undefined {
  switch (choice.type) {
    case 'auto':
    case 'none':
      return { type: choice.type }
    case 'required':
      return { type: 'any' }
    case 'tool':
      return { type: 'tool', name: choice.name }
    case 'allowed':
      return encodeAllowed(choice.mode, choice.names, context)
    case 'opaque':
      return encodeOpaqueChoice(choice, context)
  }
}

/** The wire cannot allow some tools only: one required tool can be named, more than one leaves all of them allowed. */
function encodeAllowed(mode: 'auto' | 'required', names: readonly string[], context: Context): JsonObject {
  const [only] = names
  if (mode === 'required' && names.length === 1 && only !== undefined) return { type: 'tool', name: only }
  widenAllowed(names, context)
  return { type: mode === 'required' ? 'any' : 'auto' }
}
