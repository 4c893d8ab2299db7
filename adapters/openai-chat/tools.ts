import { at, expectArray, isArray, isObject, objectOr, stringOr } from '../../src/json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, equalJson } from '../../src/json/write.js'
import type { Context } from '../../src/model/context.js'
import { metadataOf, type Wired, wireMetadata } from '../../src/model/metadata.js'
import type {
  CustomTool,
  FunctionTool,
  ProviderTool,
  ToolChoice,
  ToolDefinition,
} from '../../src/model/types.js'
import { choicesOf } from '../../src/shape/choices.js'
import type { ToolsCodec } from '../../src/shape/codecs.js'
import {
  decodeFields,
  encodeFields,
  extraOf,
  type Fields,
  type FieldsOf,
  innerExtras,
  metadataFor,
  withExtras,
} from '../../src/shape/fields.js'
import type { HostedForms } from '../../src/shape/hosted.js'
import { grammarIn, toolWriter } from '../../src/shape/tools.js'
import { type ChatContext, type Dialect, inDialect } from './dialect.js'
import { hosted } from './hosted.js'
import { vendorToolKind } from './maps.js'
import { openai } from './openai.js'

export function chatTools(dialect: Dialect, forms: HostedForms): ToolsCodec {
  return {
    decode: (natives, path, context) => decodeTools(natives, path, inDialect(context, dialect)),
    encode: (definitions, context) => encodeTools(definitions, inDialect(context, dialect), forms),
    decodeChoice: (choice, _path, context) => decodeChoice(choice, inDialect(context, dialect)),
    encodeChoice: (choice, context) => encodeChoice(choice, [], inDialect(context, dialect)),
  }
}

export const tools = /* @__PURE__ */ chatTools(openai, hosted)

export function decodeTools(natives: JsonValue, path: string, context: ChatContext): ToolDefinition[] {
  return expectArray(natives, path).map((native) => decodeTool(native, context))
}

/** @param hosted forms of hosted tools, which a request has settled before. */
export function encodeTools(
  definitions: readonly ToolDefinition[],
  context: ChatContext,
  hosted: HostedForms = {},
): JsonArray {
  const functions = { write: encodeFunctionTool }
  const write = toolWriter({ functions, writeCustom: encodeCustomTool, hosted })
  return definitions.flatMap((tool, index) => {
    const native = write(tool, at('', index), context)
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
function providerTool(value: JsonValue, type: string, context: ChatContext): ProviderTool {
  const builtin = isObject(value) && isObject(value.function) ? stringOr(value.function.name, '') : ''
  const name = builtin === '' ? type : builtin
  return { type: 'provider', wire: context.wire, kind: vendorToolKind(name), name, value }
}

const FUNCTION_TOOL: Fields = { type: 'any', function: 'any' }
const CUSTOM_TOOL: Fields = { type: 'any', custom: 'any' }
const CUSTOM_FIELDS: Fields = { name: 'string', description: 'string' }
const GRAMMAR_FIELDS: Fields = { ...CUSTOM_FIELDS, format: 'any' }
const FUNCTION_FIELDS: FieldsOf<FunctionTool> = {
  name: 'string',
  description: ['string', 'description'],
  parameters: ['object', 'parameters'],
  strict: ['boolean', 'strict'],
}

function decodeFunctionTool(native: JsonObject, fn: Named, context: ChatContext): FunctionTool {
  const providerMetadata = metadataFor(native, FUNCTION_TOOL, context, {
    function: innerExtras(fn, FUNCTION_FIELDS),
    absent: native.type === undefined ? ['type'] : undefined,
  })
  const body = decodeFields<FunctionTool>(fn, FUNCTION_FIELDS)
  return compact({ type: 'function' as const, name: fn.name, ...body, providerMetadata })
}

function decodeCustomTool(native: JsonObject, custom: Named, context: ChatContext): CustomTool {
  const { name } = custom
  const description = stringOr(custom.description, undefined)
  const grammar = decodeGrammar(custom.format)
  // The format is kept where the canonical grammar does not say all of it.
  const isSaid = grammar !== undefined && equalJson(custom.format, encodeGrammar(grammar))
  const providerMetadata = metadataFor(native, CUSTOM_TOOL, context, {
    custom: innerExtras(custom, isSaid ? GRAMMAR_FIELDS : CUSTOM_FIELDS),
  })
  return compact({ type: 'custom' as const, name, description, grammar, providerMetadata })
}

function decodeGrammar(format: JsonValue | undefined): CustomTool['grammar'] {
  return isObject(format) && format.type === 'grammar' ? grammarIn(format.grammar) : undefined
}

function encodeGrammar(grammar: NonNullable<CustomTool['grammar']>): JsonObject {
  return { type: 'grammar', grammar: { ...grammar } }
}

function encodeFunctionTool(tool: FunctionTool, _path: string, context: Context): JsonObject {
  const body = encodeFunctionBody(tool, context)
  return withExtras({ function: body }, metadataOf(tool, context), { type: 'function' })
}

function encodeCustomTool(tool: CustomTool, context: Context): JsonObject {
  return withExtras({ type: 'custom', custom: encodeCustomBody(tool, context) }, metadataOf(tool, context))
}

function encodeFunctionBody(tool: FunctionTool, context: Context): JsonObject {
  return withExtras(
    { name: tool.name, ...encodeFields(tool, FUNCTION_FIELDS) },
    metadataOf(tool, context)?.function,
  )
}

function encodeCustomBody(tool: CustomTool, context: Context): JsonObject {
  const { name, description, grammar } = tool
  const extra = extraOf(metadataOf(tool, context)?.custom)
  const unchanged = equalJson(compact({ ...decodeGrammar(extra.format) }), compact({ ...grammar }))
  const format = grammar === undefined || unchanged ? undefined : encodeGrammar(grammar)
  return withExtras({ name, description, format }, { extra: unchanged ? extra : withoutFormat(extra) })
}

function withoutFormat({ format: _, ...rest }: JsonObject): JsonObject {
  return rest
}

/** `functions` of a request: the form before `tools`. Undefined when one of them is none. */
export function decodeLegacyTools(
  natives: JsonValue | undefined,
  context: ChatContext,
): ToolDefinition[] | undefined {
  if (!isArray(natives) || natives.length === 0) return undefined
  const named = natives.filter(isNamed)
  return named.length === natives.length
    ? named.map((native) => decodeLegacyTool(native, context))
    : undefined
}

function decodeLegacyTool(native: Named, context: ChatContext): FunctionTool {
  return compact({
    type: 'function' as const,
    name: native.name,
    ...decodeFields<FunctionTool>(native, FUNCTION_FIELDS),
    providerMetadata: wireMetadata(context, {
      form: 'function',
      function: innerExtras(native, FUNCTION_FIELDS),
    }),
  })
}

export function isLegacyTool(tool: ToolDefinition, context: Wired): tool is FunctionTool {
  return tool.type === 'function' && metadataOf(tool, context)?.form === 'function'
}

export function encodeLegacyTool(tool: FunctionTool, context: ChatContext): JsonObject {
  return encodeFunctionBody(tool, context)
}

/** `any` is Mistral's and older vLLM's word for `required`. */
function choices({ dialect: { required } }: ChatContext, definitions: readonly ToolDefinition[]) {
  const custom = new Set(definitions.flatMap((tool) => (tool.type === 'custom' ? [tool.name] : [])))
  return choicesOf({
    words: { auto: 'auto', none: 'none', required },
    otherWords: [
      ['any', 'required'],
      ['required', 'required'],
    ],
    named: [
      (name) => (custom.has(name) ? undefined : { type: 'function', function: { name } }),
      (name) => ({ type: 'custom', custom: { name } }),
    ],
    otherName: untypedName,
    allowed: (mode, tools) => ({ type: 'allowed_tools', allowed_tools: { mode, tools } }),
  })
}

/** `{function: {name}}`, and the bare `{name}` of the form before `tools`. */
function untypedName(choice: JsonValue): string | undefined {
  if (!isObject(choice) || choice.type !== undefined) return undefined
  return stringOr(objectOr(choice.function, choice).name, undefined)
}

export function decodeChoice(choice: JsonValue, context: ChatContext): ToolChoice {
  return choices(context, []).decodeChoice(choice, '', context)
}

/** @param definitions tell functions from custom tools, which are named differently. */
export function encodeChoice(
  choice: ToolChoice,
  definitions: readonly ToolDefinition[],
  context: ChatContext,
): JsonValue | undefined {
  return choices(context, definitions).encodeChoice(choice, context)
}
