import { functionTool } from '../../src/fit/custom-tools.js'
import {
  at,
  expectArray,
  expectObject,
  expectString,
  isObject,
  objectOr,
  stringOr,
} from '../../src/json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { Context } from '../../src/model/context.js'
import { metadataOf, type OwnMetadata, opaque } from '../../src/model/metadata.js'
import type { FunctionTool, ToolChoice, ToolDefinition } from '../../src/model/types.js'
import type { ToolsCodec } from '../../src/shape/codecs.js'
import { absentFields, extraOf, type Fields, wasAbsent } from '../../src/shape/fields.js'
import { encodeHosted } from '../../src/shape/hosted.js'
import {
  dropChoice,
  dropProviderTool,
  encodeOpaqueChoice,
  reportCustomTool,
  typedSchema,
  widenAllowed,
} from '../../src/shape/losses.js'
import { addOrMark, withPoint } from './cache.js'
import { hosted } from './hosted.js'
import { KIND_BY_SYSTEM_TOOL } from './maps.js'
import { union, unionMetadata } from './union.js'

const NO_PARAMETERS: JsonObject = { type: 'object', properties: {} }
const FIELDS: Fields = { name: 'string', description: 'string', inputSchema: 'any', strict: 'boolean' }

export const tools: ToolsCodec = { decode: decodeTools, encode: encodeTools, decodeChoice, encodeChoice }

function decodeTools(native: JsonValue, path: string, context: Context): ToolDefinition[] {
  const definitions: ToolDefinition[] = []
  expectArray(native, path).forEach((value, index) => {
    const here = at(path, index)
    addOrMark(definitions, value, () => decodeTool(expectObject(value, here), here, context), context)
  })
  return definitions
}

/** `toolSpec` is the user's own; everything else (`systemTool`) is the provider's. */
function decodeTool(tool: JsonObject, path: string, context: Context): ToolDefinition {
  const { toolSpec: spec, systemTool } = tool
  if (!isObject(spec)) {
    const name = isObject(systemTool) ? stringOr(systemTool.name, '') : ''
    const kind = KIND_BY_SYSTEM_TOOL.get(name) ?? 'other'
    const value = { type: 'provider' as const, wire: context.wire, kind, value: tool }
    return { ...value, name: name || (Object.keys(tool)[0] ?? 'tool') }
  }
  const schema = isObject(spec.inputSchema) ? spec.inputSchema : {}
  const parameters = isObject(schema.json) ? schema.json : undefined
  const isEmpty = spec.description === ''
  const { description, inputSchema, ...others } = FIELDS
  const types: Fields = compact({
    ...others,
    description: isEmpty ? undefined : description,
    inputSchema: parameters && inputSchema,
  })
  return compact({
    type: 'function' as const,
    name: expectString(spec.name, `${path}/toolSpec/name`),
    description: isEmpty ? undefined : stringOr(spec.description, undefined),
    parameters,
    strict: typeof spec.strict === 'boolean' ? spec.strict : undefined,
    providerMetadata: unionMetadata(tool, 'toolSpec', types, context, {
      schema: parameters && schemaMetadata(schema),
      absent: parameters === undefined ? ['inputSchema'] : absentFields(spec, FIELDS, ['inputSchema']),
    }),
  })
}

function schemaMetadata(schema: JsonObject): OwnMetadata | undefined {
  const { json: _json, ...extra } = schema
  return Object.keys(extra).length === 0 ? undefined : { extra }
}

function encodeTools(definitions: readonly ToolDefinition[], context: Context): JsonArray {
  return definitions.flatMap((tool, index) =>
    withPoint(tool, encodeTool(tool, at('/tools', index), context), context),
  )
}

function encodeTool(tool: ToolDefinition, path: string, context: Context): JsonValue | undefined {
  switch (tool.type) {
    case 'function':
      return encodeFunctionTool(tool, path, context)
    case 'custom':
      reportCustomTool(tool, path, context, true)
      return encodeFunctionTool(functionTool(tool), path, context)
    case 'provider':
      if (tool.wire === context.wire) return tool.value
      return dropProviderTool(tool, path, context)
    case 'hosted':
      return encodeHosted(tool, hosted, path, context)
  }
}

function encodeFunctionTool(tool: FunctionTool, path: string, context: Context): JsonObject {
  const metadata = metadataOf(tool, context)
  const isMissing = tool.parameters === undefined && wasAbsent(metadata, 'inputSchema')
  const json = tool.parameters ?? NO_PARAMETERS
  const spec = {
    name: tool.name,
    // An empty description is refused (BEDROCK-TOOLCFG-02).
    description: tool.description === '' ? undefined : tool.description,
    // Only schemas of type object are taken (BEDROCK-SCHEMA-02).
    inputSchema: isMissing
      ? undefined
      : { ...extraOf(metadata?.schema), json: typedSchema(tool.name, json, path, context) },
    strict: tool.strict,
  }
  return union('toolSpec', spec, metadata)
}

/** `{auto: {}}`, `{any: {}}` or `{tool: {name}}`; unknown fields in them are kept by the request codec. */
function decodeChoice(choice: JsonValue, path: string, context: Context): ToolChoice {
  const native = expectObject(choice, path)
  if (isObject(native.auto)) return { type: 'auto' }
  if (isObject(native.any)) return { type: 'required' }
  if (isObject(native.tool) && typeof native.tool.name === 'string')
    return { type: 'tool', name: native.tool.name }
  return opaque(native, context)
}

/** What is kept of a native choice beside its canonical form. */
export function choiceMetadata(choice: JsonObject, context: Context): OwnMetadata | undefined {
  const key = ['auto', 'any', 'tool'].find((each) => isObject(choice[each]))
  if (key === undefined) return undefined
  const own = unionMetadata(choice, key, { name: 'string' }, context)
  return own && metadataOf({ providerMetadata: own }, context)
}

function encodeChoice(choice: ToolChoice, context: Context): JsonObject | undefined {
  switch (choice.type) {
    case 'auto':
      return { auto: {} }
    case 'required':
      return { any: {} }
    case 'tool':
      return { tool: { name: choice.name } }
    case 'allowed':
      return encodeAllowed(choice.mode, choice.names, context)
    case 'none':
      return dropChoice('forbids calls, which this wire cannot beside declared tools', context)
    case 'opaque':
      return objectOr(encodeOpaqueChoice(choice, context), undefined)
  }
}

/** The wire cannot allow some tools only: one required tool can be named, more than one leaves all of them allowed. */
function encodeAllowed(mode: 'auto' | 'required', names: readonly string[], context: Context): JsonObject {
  const [only] = names
  if (mode === 'required' && names.length === 1 && only !== undefined) return { tool: { name: only } }
  widenAllowed(names, context)
  return mode === 'required' ? { any: {} } : { auto: {} }
}
