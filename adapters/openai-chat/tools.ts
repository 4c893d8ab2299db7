import type { ToolsCodec } from '../../src/adapter/adapter.js'
import { extraFields, innerExtras, metadataOf, wireMetadata, withExtras } from '../../src/adapter/extras.js'
import { at, expectArray, isArray, isObject, objectOr, stringOr } from '../../src/json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, equalJson } from '../../src/json/write.js'
import type {
  CustomTool,
  FunctionTool,
  ProviderTool,
  ToolChoice,
  ToolDefinition,
} from '../../src/model/types.js'
import { type ChatContext, type Dialect, inDialect, openai } from './dialect.js'
import { vendorToolKind } from './maps.js'

export function chatTools(dialect: Dialect): ToolsCodec {
  return {
    decode: (natives, path, context) => decodeTools(natives, path, inDialect(context, dialect)),
    encode: (definitions, context) => encodeTools(definitions, inDialect(context, dialect)),
    decodeChoice: (choice, _path, context) => decodeChoice(choice, inDialect(context, dialect)),
    encodeChoice: (choice, context) => encodeChoice(choice, [], inDialect(context, dialect)),
  }
}

export const tools = /* @__PURE__ */ chatTools(openai)

export function decodeTools(natives: JsonValue, path: string, context: ChatContext): ToolDefinition[] {
  return expectArray(natives, path).map((native) => decodeTool(native, context))
}

export function encodeTools(definitions: readonly ToolDefinition[], context: ChatContext): JsonArray {
  return definitions.flatMap((tool, index) => {
    const native = encodeTool(tool, at('', index), context)
    return native === undefined ? [] : [native]
  })
}

function decodeTool(native: JsonValue, context: ChatContext): ToolDefinition {
  if (!isObject(native)) return providerTool(native, '', context)
  const { type, function: fn, custom } = native
  if (type === 'custom' && isNamed(custom)) return decodeCustomTool(native, custom, context)
  if ((type === 'function' || type === undefined) && isNamed(fn))
    return decodeFunctionTool(native, fn, context)
  return providerTool(native, stringOr(type, ''), context)
}

type Named = JsonObject & { readonly name: string }

function isNamed(body: JsonValue | undefined): body is Named {
  return isObject(body) && typeof body.name === 'string'
}

/** A tool that the vendor runs: `openrouter:web_search`, Groq's `browser_search`, Moonshot's `builtin_function`. */
function providerTool(value: JsonValue, type: string, { wire }: ChatContext): ProviderTool {
  const builtin = isObject(value) && isObject(value.function) ? stringOr(value.function.name, '') : ''
  const name = builtin === '' ? type : builtin
  return { type: 'provider', wire, kind: vendorToolKind(name), name, value }
}

/** Fields are read only where they have the type they should have; otherwise they stay extra fields. */
function functionBody(fn: Named) {
  const known = {
    name: fn.name,
    description: stringOr(fn.description, undefined),
    parameters: objectOr(fn.parameters, undefined),
    strict: typeof fn.strict === 'boolean' ? fn.strict : undefined,
  }
  return { body: known, extra: innerExtras(fn, keysOf(known)) }
}

function keysOf(fields: object): Set<string> {
  return new Set(Object.keys(compact(fields)))
}

function decodeFunctionTool(native: JsonObject, fn: Named, { wire }: ChatContext): FunctionTool {
  const { body, extra } = functionBody(fn)
  const providerMetadata = wireMetadata(wire, {
    extra: extraFields(native, new Set(['type', 'function'])),
    function: extra,
    omitted: native.type === undefined ? ['type'] : undefined,
  })
  return compact({ type: 'function' as const, ...body, providerMetadata })
}

function decodeCustomTool(native: JsonObject, custom: Named, { wire }: ChatContext): CustomTool {
  const { name } = custom
  const description = stringOr(custom.description, undefined)
  const grammar = decodeGrammar(custom.format)
  const known = keysOf({ name, description })
  // The format is kept where the canonical grammar does not say all of it.
  if (grammar !== undefined && equalJson(custom.format, encodeGrammar(grammar))) known.add('format')
  const providerMetadata = wireMetadata(wire, {
    extra: extraFields(native, new Set(['type', 'custom'])),
    custom: innerExtras(custom, known),
  })
  return compact({ type: 'custom' as const, name, description, grammar, providerMetadata })
}

function decodeGrammar(format: JsonValue | undefined): CustomTool['grammar'] {
  if (!isObject(format) || format.type !== 'grammar' || !isObject(format.grammar)) return undefined
  const { syntax, definition } = format.grammar
  return typeof syntax === 'string' && typeof definition === 'string' ? { syntax, definition } : undefined
}

function encodeGrammar(grammar: NonNullable<CustomTool['grammar']>): JsonObject {
  return { type: 'grammar', grammar: { ...grammar } }
}

function encodeTool(tool: ToolDefinition, path: string, context: ChatContext): JsonValue | undefined {
  const metadata = tool.type === 'provider' ? undefined : metadataOf(tool, context.wire)
  switch (tool.type) {
    case 'function':
      return withExtras({ type: 'function', function: encodeFunctionBody(tool, context) }, metadata)
    case 'custom':
      return withExtras({ type: 'custom', custom: encodeCustomBody(tool, context) }, metadata)
    case 'provider':
      if (tool.wire === context.wire) return tool.value
      context.report({
        code: 'tool-dropped',
        severity: 'warning',
        path,
        message: `${tool.name} is a tool of ${tool.wire}; ${context.dialect.name} cannot declare it`,
      })
      return undefined
  }
}

function encodeFunctionBody(tool: FunctionTool, { wire }: ChatContext): JsonObject {
  const { name, description, parameters, strict } = tool
  return withExtras({ name, description, parameters, strict }, metadataOf(tool, wire)?.function)
}

function encodeCustomBody(tool: CustomTool, { wire }: ChatContext): JsonObject {
  const { name, description, grammar } = tool
  const custom = objectOr(metadataOf(tool, wire)?.custom, undefined)
  const extra = objectOr(custom?.extra, undefined)
  const unchanged = equalJson(compact({ ...decodeGrammar(extra?.format) }), compact({ ...grammar }))
  const format = grammar === undefined || unchanged ? undefined : encodeGrammar(grammar)
  const kept = unchanged || extra === undefined ? extra : withoutFormat(extra)
  return withExtras({ name, description, format }, { extra: kept ?? null })
}

function withoutFormat({ format: _, ...rest }: JsonObject): JsonObject {
  return rest
}

/** `functions` of a request: the form before `tools`. Undefined when one of them is none. */
export function decodeLegacyTools(
  natives: JsonValue | undefined,
  { wire }: ChatContext,
): ToolDefinition[] | undefined {
  if (!isArray(natives) || natives.length === 0) return undefined
  const named = natives.filter(isNamed)
  return named.length === natives.length ? named.map((native) => decodeLegacyTool(native, wire)) : undefined
}

function decodeLegacyTool(native: Named, wire: string): FunctionTool {
  const { body, extra } = functionBody(native)
  return compact({
    type: 'function' as const,
    ...body,
    providerMetadata: wireMetadata(wire, { form: 'function', function: extra }),
  })
}

export function isLegacyTool(tool: ToolDefinition, wire: string): tool is FunctionTool {
  return tool.type === 'function' && metadataOf(tool, wire)?.form === 'function'
}

export function encodeLegacyTool(tool: FunctionTool, context: ChatContext): JsonObject {
  return encodeFunctionBody(tool, context)
}

/** `any` is Mistral's and older vLLM's word for `required`. */
export function decodeChoice(choice: JsonValue, { wire }: ChatContext): ToolChoice {
  if (choice === 'auto' || choice === 'none' || choice === 'required') return { type: choice }
  if (choice === 'any') return { type: 'required' }
  const name = isObject(choice) ? choiceName(choice) : undefined
  if (name !== undefined) return { type: 'tool', name }
  return decodeAllowed(choice) ?? { type: 'opaque', wire, value: choice }
}

/** `{type, function: {name}}`, `{type, custom: {name}}` and the bare `{name}` of the form before `tools`. */
function choiceName(choice: JsonObject): string | undefined {
  const { type, function: fn, custom, name } = choice
  if (isObject(fn) && (type === 'function' || type === undefined)) return stringOr(fn.name, undefined)
  if (isObject(custom) && type === 'custom') return stringOr(custom.name, undefined)
  return type === undefined ? stringOr(name, undefined) : undefined
}

function decodeAllowed(choice: JsonValue): ToolChoice | undefined {
  const allowed = isObject(choice) && choice.type === 'allowed_tools' ? choice.allowed_tools : undefined
  if (!isObject(allowed) || !isArray(allowed.tools)) return undefined
  const { mode, tools: entries } = allowed
  const names = entries.map((entry) => (isObject(entry) ? choiceName(entry) : undefined))
  if ((mode !== 'auto' && mode !== 'required') || !names.every((name) => name !== undefined)) return undefined
  return { type: 'allowed', mode, names }
}

/** @param definitions tell functions from custom tools, which are named differently. */
export function encodeChoice(
  choice: ToolChoice,
  definitions: readonly ToolDefinition[],
  context: ChatContext,
): JsonValue | undefined {
  switch (choice.type) {
    case 'tool':
      return namedTool(choice.name, definitions)
    case 'allowed': {
      const allowed = choice.names.map((name) => namedTool(name, definitions))
      return { type: 'allowed_tools', allowed_tools: { mode: choice.mode, tools: allowed } }
    }
    case 'opaque':
      if (choice.wire === context.wire) return choice.value
      context.report({
        code: 'tool-choice-dropped',
        severity: 'warning',
        path: '/toolChoice',
        message: `this tool choice has a meaning only for ${choice.wire}`,
      })
      return undefined
    case 'required':
      return context.dialect.required
    default:
      return choice.type
  }
}

function namedTool(name: string, definitions: readonly ToolDefinition[]): JsonObject {
  const isCustom = definitions.some((tool) => tool.type === 'custom' && tool.name === name)
  return isCustom ? { type: 'custom', custom: { name } } : { type: 'function', function: { name } }
}
