import type { JsonArray, JsonValue } from '../../src/base/json/json-types.js'
import { expectArray, isArray, isObject, objectOr, stringOr } from '../../src/base/json/read-json.js'
import { metadataOf, type Wired, withMetadata } from '../../src/base/model/metadata.js'
import type { CustomTool, FunctionTool, ProviderTool, ToolDefinition } from '../../src/base/model/types.js'
import { choicesOf } from '../../src/codec/shape/choices.js'
import type { ToolsCodec } from '../../src/codec/shape/codecs.js'
import type { HostedForms } from '../../src/codec/shape/hosted-forms.js'
import { beside, inside, is, needed, to, usually } from '../../src/codec/shape/rows.js'
import { shape } from '../../src/codec/shape/shape.js'
import { grammarRow, toolWriter, writeAll } from '../../src/codec/shape/tool-codec.js'
import { type ChatContext, type Dialect, inDialect } from './dialect.js'
import { hosted } from './hosted.js'
import { vendorToolKind } from './maps.js'
import { openai } from './openai.js'

export function chatTools(dialect: Dialect, forms: HostedForms): ToolsCodec {
  return {
    decode: (natives, context) => decodeTools(natives, inDialect(context, dialect)),
    encode: (definitions, context) => encodeTools(definitions, inDialect(context, dialect), forms),
    ...toolChoices(dialect),
  }
}

export const tools = /* @__PURE__ */ chatTools(openai, hosted)

export function decodeTools(natives: JsonValue, context: ChatContext): ToolDefinition[] {
  return expectArray(natives, context.path).map((native) => decodeTool(native, context))
}

/**
 * Encodes tool definitions.
 * @param hosted forms of hosted tools that the request already resolved.
 */
export function encodeTools(
  definitions: readonly ToolDefinition[],
  context: ChatContext,
  hosted: HostedForms = {},
): JsonArray {
  const write = toolWriter({
    functions: { write: (tool) => FUNCTION.encode(tool, context) ?? {} },
    custom: (tool) => CUSTOM.encode(tool, context),
    hosted,
  })
  return writeAll(definitions, write, { ...context, path: '' })
}

function decodeTool(native: JsonValue, context: ChatContext): ToolDefinition {
  if (!isObject(native)) return providerTool(native, '', context)
  const { type = 'function' } = native
  const own = type === 'function' ? FUNCTION.decode(native, context) : CUSTOM.decode(native, context)
  return own ?? providerTool(native, stringOr(native.type, ''), context)
}

/**
 * Decodes a tool that the vendor runs: `openrouter:web_search`, Groq's `browser_search`, Moonshot's
 * `builtin_function`.
 */
function providerTool(value: JsonValue, type: string, context: ChatContext): ProviderTool {
  const builtin = isObject(value) && isObject(value.function) ? stringOr(value.function.name, '') : ''
  const name = builtin === '' ? type : builtin
  return { type: 'provider', wire: context.wire, kind: vendorToolKind(name), name, value }
}

const FUNCTION = /* @__PURE__ */ shape<FunctionTool>(
  { type: 'function' },
  {
    type: usually(beside('string'), 'function'),
    function: needed(
      inside('function', {
        name: needed(to('name')),
        description: to('description'),
        parameters: to('parameters', 'object'),
        strict: to('strict', 'boolean'),
      }),
    ),
  },
)
const CUSTOM = /* @__PURE__ */ shape<CustomTool>(
  { type: 'custom' },
  {
    type: is('custom'),
    custom: needed(
      inside('custom', {
        name: needed(to('name')),
        description: to('description'),
        format: grammarRow('grammar'),
      }),
    ),
  },
)

/**
 * Decodes `functions` of a request, the form before `tools`. Returns undefined if an item is not a function.
 */
export function decodeLegacyTools(
  natives: JsonValue | undefined,
  context: ChatContext,
): ToolDefinition[] | undefined {
  if (!isArray(natives) || natives.length === 0) return undefined
  const tools = natives.flatMap((native) => decodeLegacyTool(native, context) ?? [])
  return tools.length === natives.length ? tools : undefined
}

function decodeLegacyTool(native: JsonValue, context: ChatContext): FunctionTool | undefined {
  const tool = FUNCTION.decode({ type: 'function', function: native }, context)
  return tool && withMetadata(tool, { ...metadataOf(tool, context), form: 'function' }, context)
}

export function isLegacyTool(tool: ToolDefinition, context: Wired): tool is FunctionTool {
  return tool.type === 'function' && metadataOf(tool, context)?.form === 'function'
}

export function encodeLegacyTool(tool: FunctionTool, context: ChatContext): JsonValue {
  return FUNCTION.encode(tool, context)?.function ?? {}
}

/**
 * Returns the codec for tool choices. `any` is Mistral's and older vLLM's name for `required`.
 * @param definitions distinguish functions from custom tools, which are named differently.
 */
export function toolChoices({ required }: Dialect, definitions: readonly ToolDefinition[] = []) {
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

/** Returns the name in `{function: {name}}`, or in the bare `{name}` of the form before `tools`. */
function untypedName(choice: JsonValue): string | undefined {
  if (!isObject(choice) || choice.type !== undefined) return undefined
  return stringOr(objectOr(choice.function, choice).name, undefined)
}
