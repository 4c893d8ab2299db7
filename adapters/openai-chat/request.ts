import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, expectArray, isArray, stringOr } from '../../src/base/json/read-json.js'
import { append, compact, equalJson } from '../../src/base/json/write-json.js'
import { metadataOf, type OwnMetadata, wireMetadata } from '../../src/base/model/metadata.js'
import type { Conversation, ToolChoice, ToolDefinition } from '../../src/base/model/types.js'
import type { RequestCodec } from '../../src/codec/shape/codecs.js'
import {
  extraFields,
  extraOf,
  type Fields,
  type NegligibleSettings,
  negligibleFields,
  type ReadFields,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { dropChoice } from '../../src/codec/shape/losses.js'
import {
  decodeSettings,
  encodeSettings,
  type SettingsTable,
} from '../../src/codec/shape/settings/settings-table.js'
import { type ChatContext, type Dialect, inDialect } from './dialect.js'
import { decodeMessages, encodeMessages } from './messages.js'
import { openai } from './openai.js'
import { NEGLIGIBLE, SETTINGS } from './settings.js'
import {
  decodeLegacyTools,
  decodeTools,
  encodeLegacyTool,
  encodeTools,
  isLegacyTool,
  toolChoices,
} from './tools.js'

/** Names of settings in a related format. */
export interface RequestWords {
  readonly settings: SettingsTable
  /** True if a stream reports its usage only when `stream_options` requests it. */
  readonly asksForUsage: boolean
  readonly negligible: NegligibleSettings
}

export function chatRequest(dialect: Dialect, words: RequestWords): RequestCodec {
  return {
    decode: (native, context) => decode(native, words, inDialect(context, dialect)),
    encode: (conversation, context) => encode(conversation, words, inDialect(context, dialect)),
  }
}

export const request = /* @__PURE__ */ chatRequest(openai, {
  settings: SETTINGS,
  asksForUsage: true,
  negligible: NEGLIGIBLE,
})

const FIELDS: Fields = { messages: 'any', tools: 'array' }

function decode(native: JsonObject, words: RequestWords, context: ChatContext): Conversation {
  const taken: ReadFields = {}
  const settings = decodeSettings(native, words.settings, words.negligible)
  const definitions = decodeDefinitions(native, taken, context)
  const choice = decodeToolChoice(native, definitions ?? [], taken, context)
  const extra = extraFields(settings.rest, FIELDS, taken)
  const isSilent = words.asksForUsage && native.stream === true && native.stream_options === undefined
  return compact({
    ...settings.values,
    messages: decodeMessages(expectArray(native.messages, '/messages'), { ...context, path: '/messages' }),
    tools: definitions,
    toolChoice: choice.value,
    providerMetadata: wireMetadata(context, {
      ...settings.metadata,
      extra,
      negligible: negligibleFields(extra, words.negligible),
      absent: isSilent ? ['stream_options'] : undefined,
      ...choice.forms,
    }),
  })
}

function decodeDefinitions(
  native: JsonObject,
  taken: ReadFields,
  context: ChatContext,
): ToolDefinition[] | undefined {
  const { tools: modern } = native
  const legacy = decodeLegacyTools(native.functions, context)
  const definitions: ToolDefinition[] = []
  if (isArray(modern)) append(definitions, decodeTools(modern, { ...context, path: '/tools' }))
  if (legacy !== undefined) {
    taken.functions = 'any'
    append(definitions, legacy)
  }
  return isArray(modern) || legacy !== undefined ? definitions : undefined
}

interface DecodedChoice {
  readonly value?: ToolChoice
  /** `choiceField` if it was not `tool_choice`; the native choice if encoding would write another form. */
  readonly forms?: { readonly choiceField: string | undefined; readonly choice: JsonValue | undefined }
}

function decodeToolChoice(
  native: JsonObject,
  definitions: readonly ToolDefinition[],
  taken: ReadFields,
  context: ChatContext,
): DecodedChoice {
  const field = ['tool_choice', 'function_call'].find((name) => (native[name] ?? null) !== null)
  const choice = field === undefined ? undefined : native[field]
  if (field === undefined || choice === undefined) return {}
  taken[field] = 'any'
  const value = toolChoices(context.dialect).decodeChoice(choice, context)
  const rewritten =
    field === 'tool_choice'
      ? toolChoices(context.dialect, definitions).encodeChoice(value, context)
      : legacyChoice(value)
  const forms = {
    choiceField: field === 'tool_choice' ? undefined : field,
    choice: equalJson(rewritten, choice) ? undefined : { extra: { [field]: choice }, negligible: [field] },
  }
  return { value, forms }
}

function legacyChoice(choice: ToolChoice): JsonValue | undefined {
  if (choice.type === 'tool') return { name: choice.name }
  return choice.type === 'auto' || choice.type === 'none' ? choice.type : undefined
}

function encode(conversation: Conversation, words: RequestWords, context: ChatContext): JsonObject {
  const metadata = metadataOf(conversation, context)
  const { tools: definitions } = conversation
  // The two forms cannot be combined: functions next to tools are tools.
  const older = definitions?.filter((tool) => isLegacyTool(tool, context)) ?? []
  const legacy = older.length === definitions?.length ? older : []
  const modern = legacy.length > 0 ? [] : definitions
  const hasModern = modern !== undefined && (modern.length > 0 || legacy.length === 0)
  const fresh = {
    ...encodeSettings(conversation, words.settings, metadata, context),
    messages: encodeMessages(conversation.messages, context),
    tools: hasModern ? encodeTools(modern, context) : undefined,
    functions: legacy.length > 0 ? legacy.map((tool) => encodeLegacyTool(tool, context)) : undefined,
    ...encodeToolChoice(conversation, metadata, context),
  }
  // Without this option a streamed answer reports no usage, which other wires always report.
  const asks = words.asksForUsage && conversation.stream === true
  return withExtras(fresh, metadata, asks ? { stream_options: { include_usage: true } } : undefined)
}

function encodeToolChoice(
  { toolChoice: choice, tools: definitions = [] }: Conversation,
  metadata: OwnMetadata | undefined,
  context: ChatContext,
): Readonly<Record<string, JsonValue | undefined>> {
  if (choice === undefined) return {}
  // The older form of functions requires the older form of the choice (rule OPENAI-CHAT-TOOLS-03).
  const isLegacy = definitions.length > 0 && definitions.every((tool) => isLegacyTool(tool, context))
  const field = stringOr(metadata?.choiceField, isLegacy ? 'function_call' : 'tool_choice')
  const kept = extraOf(metadata?.choice)[field]
  const { decodeChoice } = toolChoices(context.dialect)
  if (kept !== undefined && equalJson(asJson(decodeChoice(kept, context)), asJson(choice)))
    return { [field]: kept }
  const legacy = field === 'tool_choice' ? undefined : legacyChoice(choice)
  if (legacy === undefined && isLegacy)
    dropChoice(`"${choice.type}" is not supported by the older functions form`, context)
  return legacy === undefined && !isLegacy
    ? { tool_choice: toolChoices(context.dialect, definitions).encodeChoice(choice, context) }
    : { [field]: legacy }
}
