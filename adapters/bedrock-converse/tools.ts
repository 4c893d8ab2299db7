import { at, expectArray, expectObject, expectString, isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { Context } from '../../src/model/context.js'
import { metadataOf, type OwnMetadata } from '../../src/model/metadata.js'
import type { FunctionTool, ToolDefinition } from '../../src/model/types.js'
import { choicesOf } from '../../src/shape/choices.js'
import type { ToolsCodec } from '../../src/shape/codecs.js'
import { absentFields, extraOf, type Fields, wasAbsent } from '../../src/shape/fields.js'
import { typedSchema } from '../../src/shape/losses.js'
import { textAsFunction, toolWriter } from '../../src/shape/tools.js'
import { addOrMark, withPoint } from './cache.js'
import { hosted } from './hosted.js'
import { KIND_BY_SYSTEM_TOOL } from './maps.js'
import { union, unionMetadata } from './union.js'

const NO_PARAMETERS: JsonObject = { type: 'object', properties: {} }
const FIELDS: Fields = { name: 'string', description: 'string', inputSchema: 'any', strict: 'boolean' }

const FUNCTIONS = { write: encodeFunctionTool }
const writeTool = /* @__PURE__ */ toolWriter({
  functions: FUNCTIONS,
  custom: textAsFunction(FUNCTIONS),
  hosted,
})

export const tools: ToolsCodec = {
  decode: decodeTools,
  encode: (definitions, context) =>
    definitions.flatMap((tool, index) =>
      withPoint(tool, writeTool(tool, at('/tools', index), context), context),
    ),
  // Calls cannot be forbidden beside declared tools. Unknown fields in the objects are the request codec's.
  .../* @__PURE__ */ choicesOf({
    words: { auto: { auto: {} }, required: { any: {} } },
    named: [(name) => ({ tool: { name } })],
  }),
}

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

/** What is kept of a native choice beside its canonical form. */
export function choiceMetadata(choice: JsonObject, context: Context): OwnMetadata | undefined {
  const key = ['auto', 'any', 'tool'].find((each) => isObject(choice[each]))
  if (key === undefined) return undefined
  const own = unionMetadata(choice, key, { name: 'string' }, context)
  return own && metadataOf({ providerMetadata: own }, context)
}
