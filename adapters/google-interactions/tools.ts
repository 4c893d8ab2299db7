import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import type { Context } from '../../src/base/model/context.js'
import { opaque } from '../../src/base/model/metadata.js'
import type { ProviderTool, ToolChoice } from '../../src/base/model/types.js'
import { encodeOpaqueChoice } from '../../src/codec/shape/losses.js'
import { is, to } from '../../src/codec/shape/rows.js'
import { functionCodec, toolsCodec } from '../../src/codec/shape/tool-codec.js'
import { hosted } from './hosted.js'
import { toolKindOf } from './maps.js'

export const tools = /* @__PURE__ */ toolsCodec({
  functions: /* @__PURE__ */ functionCodec({
    rows: { type: is('function'), description: to('description'), parameters: to('parameters', 'object') },
  }),
  readOther: readGoogleTool,
  hosted,
  choice: { decodeChoice, encodeChoice },
})

function readGoogleTool(tool: JsonObject, { wire }: Context): ProviderTool | undefined {
  const { type } = tool
  if (typeof type !== 'string' || type === 'function') return undefined
  const kind = toolKindOf(type)
  const name = kind === 'mcp' ? stringOr(tool.name, type) : type
  return { type: 'provider', wire, kind, name, value: tool }
}

/**
 * Decodes the tool choice. `validated` means `auto` with enforced schemas. The request codec keeps the
 * original mode.
 */
function decodeChoice(native: JsonValue, context: Context): ToolChoice {
  const { allowed_tools: allowed } = isObject(native) ? native : {}
  const { mode, tools: names } = isObject(allowed) ? allowed : {}
  const choice = typeof native === 'string' ? choiceOf(native, []) : choiceOf(mode, names)
  return choice ?? opaque(native, context)
}

function choiceOf(mode: JsonValue = 'auto', tools: JsonValue = []): ToolChoice | undefined {
  const names = isArray(tools) && isTexts(tools) ? tools : undefined
  const [only, ...others] = names ?? []
  if (names === undefined) return undefined
  if (mode === 'none' && only === undefined) return { type: 'none' }
  if (mode === 'auto' || mode === 'validated')
    return only === undefined ? { type: 'auto' } : { type: 'allowed', mode: 'auto', names }
  if (mode !== 'any') return undefined
  if (only === undefined) return { type: 'required' }
  return others.length === 0 ? { type: 'tool', name: only } : { type: 'allowed', mode: 'required', names }
}

function isTexts(values: JsonArray): values is readonly string[] {
  return values.every((value) => typeof value === 'string')
}

/**
 * Encodes the tool choice: `ToolChoiceConfig` of @google/genai,
 * https://ai.google.dev/gemini-api/docs/interactions
 */
function encodeChoice(choice: ToolChoice, context: Context): JsonValue | undefined {
  switch (choice.type) {
    case 'auto':
    case 'none':
      return choice.type
    case 'required':
      return 'any'
    case 'tool':
      return { allowed_tools: { mode: 'any', tools: [choice.name] } }
    case 'allowed':
      return { allowed_tools: { mode: choice.mode === 'auto' ? 'auto' : 'any', tools: choice.names } }
    case 'opaque':
      return encodeOpaqueChoice(choice, context)
  }
}
