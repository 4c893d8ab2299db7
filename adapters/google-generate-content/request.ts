import type { RequestCodec } from '../../src/adapter/adapter.js'
import { type Context, createContext } from '../../src/adapter/context.js'
import {
  decodeFields,
  encodeFields,
  extraFields,
  extraOf,
  type Fields,
  type FieldsOf,
  type NegligibleSettings,
  negligibleFields,
} from '../../src/adapter/fields.js'
import { dropSwitches } from '../../src/adapter/losses.js'
import { metadataOf, wireMetadata } from '../../src/adapter/metadata.js'
import { asJson, isArray, isObject, objectOr } from '../../src/json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, equalJson } from '../../src/json/write.js'
import type { Conversation, Settings, ToolDefinition } from '../../src/model/types.js'
import { decodeBody, encodeBody } from './envelope.js'
import { contentList, decodeSystem, messages, restoreForm } from './messages.js'
import { fromSdk, isSdkRequest, toSdk } from './sdk.js'
import { NEGLIGIBLE, NEGLIGIBLE_GENERATION, NEGLIGIBLE_TOOL_CONFIG } from './settings.js'
import { camelize, REQUEST, snakify } from './spelling.js'
import { decodeCalling, encodeCalling, encodeInLayout, toolLayout, tools } from './tools.js'

const GENERATION: FieldsOf<Settings> = {
  maxOutputTokens: ['number', 'maxOutputTokens'],
  temperature: ['number', 'temperature'],
  topP: ['number', 'topP'],
  stopSequences: ['strings', 'stop'],
}
const FIELDS: FieldsOf<Settings> = {
  model: ['string', 'model'],
  contents: 'any',
  generationConfig: 'object',
  toolConfig: 'object',
}
const CALLING_FIELD = 'functionCallingConfig'
const CALLING: Fields = { mode: 'string', allowedFunctionNames: 'array' }

export const request: RequestCodec = {
  decode(native, context) {
    const { value, snake } = camelize(native, REQUEST)
    const isSdk = isSdkRequest(value)
    const body = isSdk ? fromSdk(value) : value
    const [contents, form] = contentList(body.contents, '/contents')
    const { systemInstruction: system } = body
    const extra = extraFields(body, FIELDS, readOf(body))
    const instructions = isInstruction(system) ? [decodeSystem(system, '/systemInstruction', context)] : []
    const { metadata: toolMetadata, ...toolFields } = decodeTools(body, context)
    return compact({
      messages: [...instructions, ...messages.decode(contents, '/contents', context)],
      ...decodeFields(body, FIELDS),
      ...decodeFields(objectOr(body.generationConfig, {}), GENERATION),
      ...toolFields,
      providerMetadata: wireMetadata(context, {
        extra,
        negligible: negligibleFields(extra, NEGLIGIBLE),
        form: isSdk ? 'sdk' : undefined,
        contents: form,
        generation: generationMetadata(body.generationConfig),
        ...toolMetadata,
        snake,
      }),
    })
  },
  encode(conversation, context) {
    const metadata = metadataOf(conversation, context)
    const { messages: contents, system } = messages.encode(conversation.messages, context)
    dropSwitches(conversation, 'the method (streamGenerateContent)', context)
    const body = encodeBody(
      {
        ...encodeFields(conversation, FIELDS),
        contents: restoreForm(contents, metadata?.contents),
        systemInstruction: system,
        generationConfig: encodeSettings(conversation, metadata?.generation),
        tools: encodeTools(conversation.tools, metadata, context),
        toolConfig: encodeToolConfig(conversation, metadata, context),
      },
      metadata,
    )
    return snakify(metadata?.form === 'sdk' ? toSdk(body) : body, metadata?.snake)
  },
}

function isInstruction(system: JsonValue | undefined): system is JsonValue {
  return typeof system === 'string' || isObject(system) || isArray(system)
}

/** What else is read of this very body. */
function readOf({ systemInstruction, tools: toolsField }: JsonObject): Fields {
  return {
    ...(isInstruction(systemInstruction) ? { systemInstruction: 'any' } : {}),
    ...(isArray(toolsField) || isObject(toolsField) ? { tools: 'any' } : {}),
  }
}

/** The rest of `generationConfig`; `{}` when it stood there with nothing that is read. */
function generationMetadata(config: JsonValue | undefined): JsonObject | undefined {
  if (!isObject(config)) return undefined
  const metadata = withNegligible(decodeBody(config, GENERATION), NEGLIGIBLE_GENERATION)
  return metadata ?? (Object.keys(config).length === 0 ? {} : undefined)
}

function withNegligible(body: JsonObject | undefined, settings: NegligibleSettings): JsonObject | undefined {
  return body && compact({ ...body, negligible: negligibleFields(body.extra, settings) })
}

function encodeSettings(settings: Settings, metadata: JsonValue | undefined): JsonObject | undefined {
  const config = encodeBody(encodeFields(settings, GENERATION), metadata)
  return Object.keys(config).length === 0 && metadata === undefined ? undefined : config
}

interface DecodedTools extends Pick<Conversation, 'tools' | 'toolChoice'> {
  readonly metadata: { readonly [key: string]: JsonValue | undefined }
}

function decodeTools(body: JsonObject, context: Context): DecodedTools {
  const { tools: native, toolConfig } = body
  const list = isArray(native) ? native : isObject(native) ? [native] : undefined
  const definitions = list && tools.decode(native ?? [], '/tools', context)
  const calling = isObject(toolConfig) ? objectOr(toolConfig.functionCallingConfig, undefined) : undefined
  const toolChoice = calling && decodeCalling(calling, context)
  return {
    tools: definitions,
    toolChoice,
    metadata: {
      tools: isObject(native) ? 'object' : undefined,
      layout: definitions && list && layoutToKeep(list, definitions),
      toolConfig: isObject(toolConfig)
        ? toolConfigMetadata(toolConfig, calling, toolChoice, context)
        : undefined,
    },
  }
}

/** The layout is kept only where it is not how encoding groups the tools anyway. */
function layoutToKeep(list: JsonArray, definitions: readonly ToolDefinition[]): JsonValue | undefined {
  const names = toolLayout(list)
  return equalJson(names, toolLayout(usualLayout(definitions))) ? undefined : names
}

function usualLayout(definitions: readonly ToolDefinition[]): JsonArray {
  const functions = definitions.filter(({ type }) => type !== 'provider').map(({ name }) => ({ name }))
  let written = false
  return definitions.flatMap((tool): JsonObject[] => {
    if (tool.type === 'provider') return [{ [tool.name]: {} }]
    if (written) return []
    written = true
    return [{ functionDeclarations: functions }]
  })
}

function encodeTools(
  definitions: Conversation['tools'],
  metadata: JsonObject | undefined,
  context: Context,
): JsonValue | undefined {
  if (definitions === undefined) return undefined
  const layout = metadata?.layout
  const entries = isArray(layout)
    ? encodeInLayout(definitions, layout, context)
    : tools.encode(definitions, context)
  const isSingle = metadata?.tools === 'object' && isArray(entries) && entries.length === 1
  return isSingle && isArray(entries) ? entries[0] : entries
}

/** The native choice is kept where encoding would write it otherwise (VALIDATED, streamed arguments). */
function toolConfigMetadata(
  toolConfig: JsonObject,
  calling: JsonObject | undefined,
  choice: Conversation['toolChoice'],
  { wire }: Context,
): JsonObject | undefined {
  const fields: Fields = calling === undefined ? {} : { functionCallingConfig: 'object' }
  const isUsual = choice !== undefined && equalJson(encodeCalling(choice, createContext(wire)), calling)
  const metadata = compact({
    ...withNegligible(decodeBody(toolConfig, fields), NEGLIGIBLE_TOOL_CONFIG),
    calling:
      isUsual || calling === undefined
        ? undefined
        : { extra: { [CALLING_FIELD]: calling }, negligible: [CALLING_FIELD] },
  })
  return Object.keys(metadata).length > 0 || calling === undefined ? metadata : undefined
}

function encodeToolConfig(
  { toolChoice }: Conversation,
  metadata: JsonObject | undefined,
  context: Context,
): JsonObject | undefined {
  const stored = metadata?.toolConfig
  const calling = isObject(stored) ? storedCalling(stored) : undefined
  const isUnchanged =
    calling !== undefined && equalJson(asJson(decodeCalling(calling, context)), asJson(toolChoice))
  const fresh = toolChoice && encodeCalling(toolChoice, context)
  const rest = calling && extraFields(calling, CALLING)
  const functionCallingConfig = isUnchanged ? calling : (fresh ?? rest) && { ...rest, ...fresh }
  const config = encodeBody({ functionCallingConfig }, stored)
  return Object.keys(config).length === 0 && stored === undefined ? undefined : config
}

function storedCalling(toolConfig: JsonObject): JsonObject | undefined {
  return objectOr(extraOf(toolConfig.calling)[CALLING_FIELD], undefined)
}
