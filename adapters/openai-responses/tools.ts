import type { ToolsCodec } from '../../src/adapter/adapter.js'
import type { Context } from '../../src/adapter/context.js'
import { extraFields, innerExtras, metadataOf, wireMetadata, withExtras } from '../../src/adapter/extras.js'
import { at, expectArray, expectObject, isArray, isObject, stringOr } from '../../src/json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, equalJson } from '../../src/json/write.js'
import type {
  ClientTool,
  CustomTool,
  FunctionTool,
  ToolChoice,
  ToolDefinition,
} from '../../src/model/types.js'
import { readableFields } from './fields.js'
import { TOOL_KINDS, WIRE } from './maps.js'

const CUSTOM_FIELDS = { type: 'string', name: 'string', description: 'string' } as const
const FUNCTION_FIELDS = { ...CUSTOM_FIELDS, parameters: 'object', strict: 'boolean' } as const

export function decodeTool(tool: JsonObject): ToolDefinition {
  const name = stringOr(tool.name, undefined)
  if (tool.type === 'function' && name !== undefined) return decodeFunction(tool, name)
  if (tool.type === 'custom' && name !== undefined) return decodeCustom(tool, name)
  const type = stringOr(tool.type, 'other')
  return compact({
    type: 'provider' as const,
    wire: WIRE,
    kind: TOOL_KINDS.get(type) ?? 'other',
    name: name ?? type,
    value: tool,
    client: type === 'tool_search' && tool.execution === 'client' ? decodeClientSearch(tool) : undefined,
  })
}

const SEARCH_CALL = wireMetadata(WIRE, {
  type: 'tool_search_call',
  extra: { execution: 'client', status: 'completed' },
})

/** The search for tools that the client does itself, and describes like a function. */
function decodeClientSearch({ description, parameters }: JsonObject): ClientTool {
  return compact({
    description: stringOr(description, undefined),
    parameters: isObject(parameters) ? parameters : undefined,
    callMetadata: SEARCH_CALL,
  })
}

const NAMESPACE_FIELDS = { type: 'string', name: 'string', description: 'string', tools: 'array' } as const

/** The tools of a namespace, or the tool itself. The first one keeps the unknown fields of the namespace. */
export function decodeEntry(native: JsonObject): readonly ToolDefinition[] {
  const { name } = native
  if (native.type !== 'namespace' || typeof name !== 'string' || !isArray(native.tools))
    return [decodeTool(native)]
  const inside = native.tools.map((tool) => (isObject(tool) ? decodeTool(tool) : undefined))
  const description = stringOr(native.description, undefined)
  const namespace = compact({ name, description })
  const around = innerExtras(native, readableFields(native, NAMESPACE_FIELDS)) ?? {}
  const tools = inside.flatMap((tool, index): ToolDefinition[] => {
    if (tool === undefined || tool.type === 'provider') return []
    if (index > 0) return [{ ...tool, namespace }]
    return [
      {
        ...tool,
        namespace,
        providerMetadata: wireMetadata(WIRE, { ...metadataOf(tool, WIRE), around }),
      },
    ]
  })
  return tools.length === 0 || tools.length < inside.length ? [decodeTool(native)] : tools
}

function decodeFunction(tool: JsonObject, name: string): FunctionTool {
  const description = stringOr(tool.description, undefined)
  const parameters = isObject(tool.parameters) ? tool.parameters : undefined
  const strict = typeof tool.strict === 'boolean' ? tool.strict : undefined
  const omitted = ['parameters', 'strict'].filter((field) => tool[field] === undefined)
  return compact({
    type: 'function' as const,
    name,
    description,
    parameters,
    strict,
    providerMetadata: wireMetadata(WIRE, {
      extra: extraFields(tool, readableFields(tool, FUNCTION_FIELDS)),
      omitted: omitted.length === 0 ? undefined : omitted,
    }),
  })
}

function decodeCustom(tool: JsonObject, name: string): CustomTool {
  const grammar = grammarOf(tool.format)
  const known = readableFields(tool, CUSTOM_FIELDS)
  if (grammar !== undefined) known.add('format')
  return compact({
    type: 'custom' as const,
    name,
    description: stringOr(tool.description, undefined),
    grammar,
    providerMetadata: wireMetadata(WIRE, { extra: extraFields(tool, known) }),
  })
}

/** `{type: 'grammar', syntax, definition}`: flat, unlike Chat Completions' nested form. */
function grammarOf(format: JsonValue | undefined): CustomTool['grammar'] {
  if (!isObject(format) || format.type !== 'grammar' || Object.keys(format).length !== 3) return undefined
  const { syntax, definition } = format
  return typeof syntax === 'string' && typeof definition === 'string' ? { syntax, definition } : undefined
}

/** The native tool, or undefined when it is another vendor's own. */
function encodeTool(tool: ToolDefinition, path: string, context: Context): JsonValue | undefined {
  switch (tool.type) {
    case 'function':
      return encodeFunction(tool)
    case 'custom': {
      const { name, description, grammar } = tool
      const format = grammar === undefined ? undefined : { type: 'grammar', ...grammar }
      return withExtras({ type: 'custom', name, description, format }, metadataOf(tool, WIRE))
    }
    case 'provider':
      if (tool.wire === WIRE) return tool.value
      context.report({
        code: 'tool-dropped',
        severity: 'warning',
        path,
        message: `${tool.name} is a tool of ${tool.wire}; this wire does not have it`,
      })
      return undefined
  }
}

/**
 * Both fields are required by the API's own types. Without `strict` the server turns strict mode on by itself when the
 * schema allows it, which would change the tools of a caller who did not ask for that.
 * https://platform.openai.com/docs/guides/function-calling
 */
function encodeFunction(tool: FunctionTool): JsonObject {
  const own = metadataOf(tool, WIRE)
  const extra = isObject(own?.extra) ? own.extra : {}
  const { name, description, parameters, strict } = tool
  return withExtras(
    {
      type: 'function',
      name,
      description,
      parameters: parameters ?? (extra.parameters === undefined ? null : undefined),
      strict: strict ?? (extra.strict === undefined ? false : undefined),
    },
    strict === undefined && parameters === undefined ? own : withoutOmitted(own, tool),
  )
}

/** A field that was absent when decoded is written all the same once it has a value. */
function withoutOmitted(own: JsonObject | undefined, tool: FunctionTool): JsonObject | undefined {
  if (own === undefined || !isArray(own.omitted)) return own
  const omitted = own.omitted.filter(
    (field) =>
      !(field === 'strict' && tool.strict !== undefined) &&
      !(field === 'parameters' && tool.parameters !== undefined),
  )
  return { ...own, omitted }
}

/** The type under which a tool choice names a tool; it depends on how the tool is declared. */
export type ChoiceType = (name: string) => 'function' | 'custom'

const asFunction: ChoiceType = () => 'function'

export function choiceTypeOf(tools: readonly ToolDefinition[] | undefined): ChoiceType {
  const custom = new Set((tools ?? []).flatMap((tool) => (tool.type === 'custom' ? [tool.name] : [])))
  return (name) => (custom.has(name) ? 'custom' : 'function')
}

function decodeChoice(choice: JsonValue): ToolChoice {
  if (choice === 'auto' || choice === 'none' || choice === 'required') return { type: choice }
  const opaque: ToolChoice = { type: 'opaque', wire: WIRE, value: choice }
  if (!isObject(choice)) return opaque
  const name = choiceName(choice)
  if (name !== undefined) return { type: 'tool', name }
  if (choice.type !== 'allowed_tools' || !isArray(choice.tools)) return opaque
  const names = choice.tools.map(choiceName)
  const known = names.filter((item) => item !== undefined)
  const { mode } = choice
  if (known.length !== names.length || (mode !== 'auto' && mode !== 'required')) return opaque
  return { type: 'allowed', mode, names: known }
}

function choiceName(choice: JsonValue): string | undefined {
  if (!isObject(choice) || (choice.type !== 'function' && choice.type !== 'custom')) return undefined
  return stringOr(choice.name, undefined)
}

/** Like `decodeChoice`, but what would not be written the same way again is kept verbatim. */
export function decodeChoiceExactly(choice: JsonValue, typeOf: ChoiceType, context: Context): ToolChoice {
  const decoded = decodeChoice(choice)
  const again = encodeChoice(decoded, typeOf, context)
  return equalJson(again, choice) ? decoded : { type: 'opaque', wire: WIRE, value: choice }
}

export function encodeChoice(
  choice: ToolChoice,
  typeOf: ChoiceType,
  context: Context,
): JsonValue | undefined {
  switch (choice.type) {
    case 'tool':
      return { type: typeOf(choice.name), name: choice.name }
    case 'allowed':
      return {
        type: 'allowed_tools',
        mode: choice.mode,
        tools: choice.names.map((name) => ({ type: typeOf(name), name })),
      }
    case 'opaque':
      if (choice.wire === WIRE) return choice.value
      context.report({
        code: 'tool-choice-dropped',
        severity: 'warning',
        path: '/toolChoice',
        message: `a tool choice of ${choice.wire} has no counterpart here`,
      })
      return undefined
    default:
      return choice.type
  }
}

export function decodeTools(tools: JsonValue, path: string): ToolDefinition[] {
  return expectArray(tools, path).flatMap((tool, index) => decodeEntry(expectObject(tool, at(path, index))))
}

/** Tools of one namespace that follow each other stand in one entry. */
export function encodeTools(definitions: readonly ToolDefinition[], context: Context): JsonArray {
  const entries: JsonValue[] = []
  let open: { readonly name: string; readonly tools: JsonValue[] } | undefined
  for (const [index, tool] of definitions.entries()) {
    const native = encodeTool(tool, at('/tools', index), context)
    if (native === undefined) continue
    if (tool.type === 'provider' || tool.namespace === undefined) {
      open = undefined
      entries.push(native)
      continue
    }
    const around = metadataOf(tool, WIRE)?.around
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
  decodeChoice,
  encodeChoice: (choice, context) => encodeChoice(choice, asFunction, context),
}
