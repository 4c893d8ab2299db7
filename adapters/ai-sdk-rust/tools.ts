import { functionTool } from '../../src/fit/custom-tools.js'
import { carried, withCarried } from '../../src/format/carry.js'
import {
  asJson,
  at,
  expectArray,
  expectObject,
  expectString,
  isObject,
  objectOr,
  stringOr,
} from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import { TOOL_KINDS } from '../../src/model/constants.js'
import type { Context } from '../../src/model/context.js'
import { metadataOf, opaque } from '../../src/model/metadata.js'
import type { FunctionTool, ProviderTool, ToolChoice, ToolDefinition } from '../../src/model/types.js'
import type { ToolsCodec } from '../../src/shape/codecs.js'
import {
  absentFields,
  decodeFields,
  encodeFields,
  type FieldsOf,
  metadataFor,
} from '../../src/shape/fields.js'
import { dropHostedTool, encodeOpaqueChoice, reportCustomTool, widenAllowed } from '../../src/shape/losses.js'
import { definedTool, toolOfProvider } from './provider-tools.js'
import { CAMEL_CASE, closed, opened, readNames } from './slots.js'

const NOTHING: JsonObject = {}
const PLACE = 'providerOptions'
const FIELDS: FieldsOf<FunctionTool> = {
  type: 'string',
  name: 'string',
  description: ['string', 'description'],
  inputSchema: ['object', 'parameters'],
}
/** The crate does not take a function without a schema. */
const NO_PARAMETERS: JsonObject = { type: 'object', properties: {} }
const PROVIDER_DEFINED = /^provider-?(?:defined)?$/
/** A tool of another wire: no module of the crate knows it. */
const FOREIGN = 'toolwire.provider'

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

function decodeTool(tool: JsonObject, path: string, context: Context): ToolDefinition {
  if (PROVIDER_DEFINED.test(stringOr(tool.type, ''))) return decodeProviderTool(tool, path, context)
  const { native, slot, spelling } = opened(tool, CAMEL_CASE, PLACE)
  const definition: FunctionTool = compact({
    type: 'function' as const,
    name: expectString(native.name, `${path}/name`),
    ...decodeFields<FunctionTool>(native, FIELDS),
    providerMetadata: metadataFor(native, FIELDS, context, {
      spelling,
      absent: absentFields(native, FIELDS, ['type', 'inputSchema']),
    }),
  })
  return withCarried(definition, slot)
}

function decodeProviderTool(native: JsonObject, path: string, context: Context): ProviderTool {
  const id = stringOr(native.id, '')
  const name = stringOr(native.name, undefined) ?? id.slice(id.indexOf('.') + 1)
  if (name === '') expectString(native.name, `${path}/name`)
  const args = objectOr(native.args, NOTHING)
  const kind = TOOL_KINDS.find((one) => one === args.kind) ?? 'other'
  if (id !== FOREIGN || typeof args.wire !== 'string' || args.value === undefined)
    return (
      toolOfProvider(native, name) ?? {
        type: 'provider',
        wire: context.wire,
        kind: 'other',
        name,
        value: native,
      }
    )
  const client = isObject(args.client) ? args.client : undefined
  return compact({
    type: 'provider' as const,
    wire: args.wire,
    kind,
    name,
    value: args.value,
    client: client && decodeFields<NonNullable<ProviderTool['client']>>(client, CLIENT_FIELDS),
  })
}

const CLIENT_FIELDS = {
  description: ['string', 'description'],
  parameters: ['object', 'parameters'],
} as const

function encodeTool(tool: ToolDefinition, path: string, context: Context): JsonValue | undefined {
  switch (tool.type) {
    case 'function':
      return encodeFunction(tool, context)
    case 'custom':
      reportCustomTool(tool, path, context, true)
      return encodeFunction(functionTool(tool), context)
    case 'provider': {
      if (tool.wire === context.wire) return tool.value
      const defined = definedTool(tool)
      if (defined !== undefined) return defined
      const { wire, kind, name, value, client } = tool
      const args = asJson(compact({ wire, kind, value, client }))
      return { type: 'providerdefined', id: FOREIGN, name, args }
    }
    case 'hosted':
      return dropHostedTool(tool, path, context)
  }
}

function encodeFunction(tool: FunctionTool, context: Context): JsonObject {
  const own = metadataOf(tool, context)
  const absent = arrayOf(own?.absent)
  const schema = absent.includes('inputSchema') ? undefined : NO_PARAMETERS
  return closed(
    {
      ...encodeFields(tool, FIELDS),
      type: absent.includes('type') ? undefined : 'function',
      name: tool.name,
      inputSchema: tool.parameters ?? schema,
    },
    own,
    carried(tool, context),
    CAMEL_CASE,
    PLACE,
  )
}

function arrayOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

/** An object of that type, or the bare word; what stands beside it is the request codec's. */
function decodeChoice(choice: JsonValue, path: string, context: Context): ToolChoice {
  const said = typeof choice === 'string' ? { type: choice } : expectObject(choice, path)
  const { native } = readNames(said, CAMEL_CASE)
  switch (native.type) {
    case 'auto':
    case 'none':
    case 'required':
      return { type: native.type }
    case 'tool':
      return { type: 'tool', name: expectString(native.toolName, `${path}/tool_name`) }
    default:
      return opaque(choice, context)
  }
}

function encodeChoice(choice: ToolChoice, context: Context): JsonValue | undefined {
  switch (choice.type) {
    case 'tool':
      return { type: 'tool', tool_name: choice.name }
    case 'allowed':
      widenAllowed(choice.names, context)
      return { type: choice.mode }
    case 'opaque':
      return encodeOpaqueChoice(choice, context)
    default:
      return { type: choice.type }
  }
}
