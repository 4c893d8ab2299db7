import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import {
  arrayOr,
  at,
  isArray,
  isObject,
  objectOr,
  stringOr,
  wrongType,
} from '../../src/base/json/read-json.js'
import { compact, equalJson } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf, opaque, wireMetadata } from '../../src/base/model/metadata.js'
import type { FunctionTool, ProviderTool, ToolChoice, ToolDefinition } from '../../src/base/model/types.js'
import type { ToolsCodec } from '../../src/codec/shape/codecs.js'
import type { Fields } from '../../src/codec/shape/fields.js'
import { functionOfCustomTool } from '../../src/codec/shape/free-text.js'
import { encodeHosted } from '../../src/codec/shape/hosted-forms.js'
import { dropProviderTool, encodeOpaqueChoice, reportCustomTool } from '../../src/codec/shape/losses.js'
import { decodeBody, encodeBody } from './envelope.js'
import { hosted } from './hosted.js'
import { builtInToolKind } from './maps.js'
import { fromOpenApi, type TypeForm, toOpenApi } from './schema.js'
import { camelize, DECLARATION, snakify, TOOL_CONFIG } from './spelling.js'

export const tools: ToolsCodec = {
  /** Like the servers, accepts a single entry in place of the list. */
  decode(native, context) {
    if (isArray(native))
      return native.flatMap((entry, index) => decodeEntry(entry, contextAt(context, index)))
    return decodeEntry(native, context)
  },
  encode: (definitions, context) => encodeTools(definitions, undefined, context),
  decodeChoice(native, context) {
    if (!isObject(native)) throw wrongType('a toolConfig', native, context.path)
    const { functionCallingConfig } = camelize(native, TOOL_CONFIG).value
    return (
      decodeCalling(isObject(functionCallingConfig) ? functionCallingConfig : {}, context) ?? { type: 'auto' }
    )
  },
  encodeChoice(choice, context) {
    const functionCallingConfig = encodeCalling(choice, context)
    return functionCallingConfig && { functionCallingConfig }
  },
}

/** Decodes one entry of `tools`: function declarations, built-in tools, or both (one tool each). */
function decodeEntry(native: JsonValue, context: Context): ToolDefinition[] {
  const { path } = context
  if (!isObject(native)) throw wrongType('a tools entry', native, path)
  const entry = camelize(native, {}).value
  return Object.keys(entry).flatMap((field): ToolDefinition[] => {
    const value = entry[field]
    if (value === undefined || reportCallable(value, contextAt(context, field))) return []
    if (field !== 'functionDeclarations' || !isArray(value)) return [builtInTool(field, value, context)]
    return value.map((declaration, index) =>
      decodeDeclaration(declaration, { ...context, path: at(at(path, field), index) }),
    )
  })
}

/**
 * Reports an object with methods (an MCP client), which is not data. The new SDK also accepts such objects as
 * tools.
 */
function reportCallable(value: JsonValue, context: Context): boolean {
  if (typeof value !== 'function') return false
  context.report({
    code: 'callable-tool-dropped',
    severity: 'warning',
    path: context.path,
    message: 'a tool object with methods is left out: it cannot be sent as data',
  })
  return true
}

function builtInTool(field: string, value: JsonValue, context: Context): ProviderTool {
  return {
    type: 'provider',
    wire: context.wire,
    kind: builtInToolKind(field),
    name: field,
    value: { [field]: value },
  }
}

const NAMED: Fields = { name: 'string', description: 'string' }

function decodeDeclaration(native: JsonValue, context: Context): FunctionTool {
  if (!isObject(native)) throw wrongType('a function declaration', native, context.path)
  const { value, snake } = camelize(native, DECLARATION)
  const { schema, fields, ...form } = decodeParameters(value)
  return compact({
    type: 'function' as const,
    name: stringOr(value.name, ''),
    description: stringOr(value.description, undefined),
    parameters: schema,
    providerMetadata: wireMetadata(context, {
      ...form,
      body: decodeBody(value, fields, ['name']),
      snake,
    }),
  })
}

interface Parameters {
  readonly schema?: JsonObject
  /** Fields that are decoded from the declaration. */
  readonly fields: Fields
  /** The field of the schema: `parameters` if it contains the schema, in the OpenAPI subset. */
  readonly field?: string
  /** The original form of the schema's types, if the schema was rewritten as JSON Schema. */
  readonly openApi?: TypeForm
}

function decodeParameters({ parametersJsonSchema, parameters }: JsonObject): Parameters {
  if (isObject(parametersJsonSchema))
    return { schema: parametersJsonSchema, fields: { ...NAMED, parametersJsonSchema: 'object' } }
  if (!isObject(parameters)) return { fields: NAMED }
  const { schema, form } = fromOpenApi(parameters)
  const fields: Fields = { ...NAMED, parameters: 'object' }
  return { schema, fields, field: 'parameters', ...(form && { openApi: form }) }
}

function encodeDeclaration(tool: FunctionTool, context: Context): JsonObject {
  const { name, description, parameters } = tool
  const metadata = metadataOf(tool, context)
  if (tool.strict === true) reportStrict(name, context)
  const field = stringOr(metadata?.field, 'parametersJsonSchema')
  const schema = parameters && openApi(parameters, metadata?.openApi)
  return snakify(encodeBody({ name, description, [field]: schema }, metadata?.body), metadata?.snake)
}

function openApi(parameters: JsonObject, form: JsonValue | undefined): JsonObject {
  return form === 'names' || form === 'numbers' ? toOpenApi(parameters, form) : parameters
}

function reportStrict(name: string, context: Context): void {
  context.report({
    code: 'strict-not-carried',
    severity: 'info',
    path: '/tools',
    message: `${name} asks for strict mode; on this wire the tool choice VALIDATED enforces the schemas of all tools`,
  })
}

const FUNCTIONS = 'functionDeclarations'

/**
 * A native tool, before it is put into an entry: a declaration, or the value of the built-in tool's field.
 */
interface NativeTool {
  readonly name: string
  readonly isFunction: boolean
  readonly value: JsonValue
}

function nativeTools(definitions: readonly ToolDefinition[], context: Context): NativeTool[] {
  return definitions.flatMap((tool): NativeTool[] => {
    const { name } = tool
    if (tool.type === 'function') return [{ name, isFunction: true, value: encodeDeclaration(tool, context) }]
    if (tool.type === 'custom') {
      reportCustomTool(tool, { ...context, path: '/tools' })
      return [{ name, isFunction: true, value: encodeDeclaration(functionOfCustomTool(tool), context) }]
    }
    if (tool.type === 'hosted')
      return Object.entries(encodeHosted(tool, hosted, { ...context, path: '/tools' }) ?? {}).map(
        ([field, value]) => ({ name: field, isFunction: false, value }),
      )
    if (tool.wire === context.wire && isObject(tool.value))
      return [{ name, isFunction: false, value: tool.value[name] === undefined ? {} : tool.value[name] }]
    dropProviderTool(tool, { ...context, path: '/tools' })
    return []
  })
}

/**
 * Groups all functions in one entry, since several entries are rejected, and each built-in tool in a separate
 * entry.
 */
function grouped<Tool extends Pick<NativeTool, 'isFunction'>>(tools: readonly Tool[]): Tool[][] {
  const entries: Tool[][] = []
  for (const tool of tools) {
    const functions = entries.find(([first]) => first?.isFunction)
    if (tool.isFunction && functions !== undefined) functions.push(tool)
    else entries.push([tool])
  }
  return entries
}

function joinFields(entry: readonly NativeTool[]): JsonObject {
  const functions = entry.filter(({ isFunction }) => isFunction).map(({ value }) => value)
  const builtIn = entry.filter(({ isFunction }) => !isFunction).map(({ name, value }) => [name, value])
  return { ...(functions.length > 0 ? { [FUNCTIONS]: functions } : {}), ...Object.fromEntries(builtIn) }
}

/** Represents an empty list of declarations in a layout. Tools cannot have this name. */
const NO_FUNCTIONS = '[]'

/**
 * Returns the entries as lists of tool names, or undefined if encoding would group the tools the same way.
 */
export function toolLayout(native: JsonArray, definitions: readonly ToolDefinition[]): JsonArray | undefined {
  const usual = grouped(definitions.map(({ name, type }) => ({ name, isFunction: type !== 'provider' })))
  const layout = native.map(namesIn)
  const isUsual = equalJson(
    layout,
    usual.map((entry) => entry.map(({ name }) => name)),
  )
  return isUsual ? undefined : layout
}

function namesIn(entry: JsonValue): string[] {
  if (!isObject(entry)) return []
  return Object.keys(entry).flatMap((field) => {
    const value = entry[field]
    if (field !== FUNCTIONS || !isArray(value)) return [field]
    if (value.length === 0) return [NO_FUNCTIONS]
    return value.map((declaration) => (isObject(declaration) ? stringOr(declaration.name, '') : ''))
  })
}

/**
 * Encodes tools in their original layout. Without a layout, or if the tools changed, the usual grouping is
 * used.
 */
export function encodeTools(
  definitions: readonly ToolDefinition[],
  layout: JsonValue | undefined,
  context: Context,
): JsonObject[] {
  const natives = nativeTools(definitions, context)
  const entries = arrayOr(layout, []).map((names): JsonArray => arrayOr(names, []))
  const names = entries.flat().filter((name) => name !== NO_FUNCTIONS)
  const isSame =
    names.length === definitions.length && names.every((name, index) => definitions[index]?.name === name)
  if (layout === undefined || !isSame) return grouped(natives).map(joinFields)
  return entries.map((entry) => {
    const own = natives.splice(0, entry.filter((name) => name !== NO_FUNCTIONS).length)
    return { ...(entry.includes(NO_FUNCTIONS) ? { [FUNCTIONS]: [] } : {}), ...joinFields(own) }
  })
}

function isString(value: JsonValue): value is string {
  return typeof value === 'string'
}

/** The modes, in the order of their numbers. */
const MODES: readonly (string | undefined)[] = ['MODE_UNSPECIFIED', 'AUTO', 'ANY', 'NONE']

/** Returns undefined if the config does not restrict the tools. */
export function decodeCalling(config: JsonObject, context: Context): ToolChoice | undefined {
  const names = isArray(config.allowedFunctionNames) ? config.allowedFunctionNames.filter(isString) : []
  const [only] = names
  switch (typeof config.mode === 'number' ? MODES[config.mode] : config.mode) {
    case 'AUTO':
    case 'MODE_UNSPECIFIED':
      return { type: 'auto' }
    case 'NONE':
      return { type: 'none' }
    case 'ANY':
      if (only === undefined) return { type: 'required' }
      return names.length === 1 ? { type: 'tool', name: only } : { type: 'allowed', mode: 'required', names }
    case 'VALIDATED':
      return only === undefined ? { type: 'auto' } : { type: 'allowed', mode: 'auto', names }
    default:
      return config.mode === undefined ? undefined : opaque(config, context)
  }
}

/**
 * Encodes the choice. VALIDATED is AUTO with enforced schemas, and the only way to limit the choice without
 * forcing a call.
 */
export function encodeCalling(choice: ToolChoice, context: Context): JsonObject | undefined {
  switch (choice.type) {
    case 'auto':
      return { mode: 'AUTO' }
    case 'none':
      return { mode: 'NONE' }
    case 'required':
      return { mode: 'ANY' }
    case 'tool':
      return { mode: 'ANY', allowedFunctionNames: [choice.name] }
    case 'allowed':
      return { mode: choice.mode === 'auto' ? 'VALIDATED' : 'ANY', allowedFunctionNames: choice.names }
    case 'opaque':
      return objectOr(encodeOpaqueChoice(choice, context), undefined)
  }
}
