import type { ToolsCodec } from '../../src/adapter/adapter.js'
import type { Context } from '../../src/adapter/context.js'
import { withExtras } from '../../src/adapter/extras.js'
import { dropChoice, dropProviderTool, widenAllowed } from '../../src/adapter/losses.js'
import { at, expectArray, expectObject, expectString, isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type {
  CustomTool,
  FunctionTool,
  ProviderTool,
  ToolChoice,
  ToolDefinition,
  ToolKind,
} from '../../src/model/types.js'
import { KIND_BY_TOOL_TYPE, WIRE } from './maps.js'
import { absentFields, metadataFor, ownMetadata, wasAbsent } from './metadata.js'

const NO_PARAMETERS: JsonObject = { type: 'object', properties: {} }
const TEXT_PARAMETERS: JsonObject = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
}

export const tools: ToolsCodec = {
  decode: (native, path) =>
    expectArray(native, path).map((tool, index) =>
      decodeTool(expectObject(tool, at(path, index)), at(path, index)),
    ),
  encode: (definitions, context) =>
    definitions.flatMap((tool, index) => encodeTool(tool, at('/tools', index), context) ?? []),
  decodeChoice,
  encodeChoice,
}

/** A tool without `type`, or of type `custom`, is the user's own; every other type is one that the vendor defines. */
function decodeTool(tool: JsonObject, path: string): ToolDefinition {
  const { type } = tool
  if (typeof type === 'string' && type !== 'custom') return decodeProviderTool(tool, type)
  return compact({
    type: 'function' as const,
    name: expectString(tool.name, `${path}/name`),
    description: stringOr(tool.description, undefined),
    parameters: isObject(tool.input_schema) ? tool.input_schema : undefined,
    strict: typeof tool.strict === 'boolean' ? tool.strict : undefined,
    providerMetadata: metadataFor(tool, readableFields(tool), {
      absent: absentFields(tool, ['input_schema']),
    }),
  })
}

const FIELDS = new Set(['name', 'description', 'input_schema', 'strict'])

/** A field of another type than it should have stays in `extra`. */
function readableFields({
  description = '',
  input_schema = {},
  strict = false,
}: JsonObject): ReadonlySet<string> {
  if (typeof description === 'string' && isObject(input_schema) && typeof strict === 'boolean') return FIELDS
  const readable = new Set(['name'])
  if (typeof description === 'string') readable.add('description')
  if (isObject(input_schema)) readable.add('input_schema')
  if (typeof strict === 'boolean') readable.add('strict')
  return readable
}

function decodeProviderTool(tool: JsonObject, type: string): ProviderTool {
  return {
    type: 'provider',
    wire: WIRE,
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
      return encodeFunctionTool(tool)
    case 'custom':
      return encodeCustomTool(tool, path, context)
    case 'provider':
      if (tool.wire === WIRE) return tool.value
      return dropProviderTool(tool, path, context)
  }
}

function encodeFunctionTool(tool: FunctionTool): JsonObject {
  const metadata = ownMetadata(tool)
  const hasOwnSchema = isObject(metadata?.extra) && Object.hasOwn(metadata.extra, 'input_schema')
  const isMissing = wasAbsent(metadata, 'input_schema') || hasOwnSchema
  return withExtras(
    {
      name: tool.name,
      description: tool.description,
      input_schema: tool.parameters ?? (isMissing ? undefined : NO_PARAMETERS),
      strict: tool.strict,
    },
    metadata,
  )
}

function encodeCustomTool(tool: CustomTool, path: string, context: Context): JsonObject {
  context.report({
    code: 'custom-tool-as-function',
    severity: tool.grammar === undefined ? 'info' : 'warning',
    path,
    message: `this wire has no free-text tools; ${tool.name} takes its text as "input"${tool.grammar === undefined ? '' : ', and its grammar is lost'}`,
  })
  return compact({ name: tool.name, description: tool.description, input_schema: TEXT_PARAMETERS })
}

/** `disable_parallel_tool_use` and unknown fields beside the choice are the request codec's. */
function decodeChoice(choice: JsonValue, path: string): ToolChoice {
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
      return { type: 'opaque', wire: WIRE, value: native }
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
      return choice.wire === WIRE ? choice.value : dropChoice(choice.wire, context)
  }
}

/** The wire cannot allow some tools only: one required tool can be named, more than one leaves all of them allowed. */
function encodeAllowed(mode: 'auto' | 'required', names: readonly string[], context: Context): JsonObject {
  const [only] = names
  if (mode === 'required' && names.length === 1 && only !== undefined) return { type: 'tool', name: only }
  widenAllowed(names, context)
  return { type: mode === 'required' ? 'any' : 'auto' }
}
