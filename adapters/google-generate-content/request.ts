import type { JsonMembers, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, isArray, isObject, objectOr } from '../../src/base/json/read-json.js'
import { compact, equalJson } from '../../src/base/json/write-json.js'
import { type Context, createContext } from '../../src/base/model/context.js'
import { metadataOf, wireMetadata } from '../../src/base/model/metadata.js'
import type { Conversation } from '../../src/base/model/types.js'
import type { RequestCodec } from '../../src/codec/shape/codecs.js'
import { extraFields, extraOf, type Fields, negligibleFields } from '../../src/codec/shape/fields.js'
import { dropSwitches } from '../../src/codec/shape/losses.js'
import { decodeSettings, encodeSettings } from '../../src/codec/shape/settings/settings-table.js'
import { decodeBody, encodeBody } from './envelope.js'
import { contentList, decodeSystem, messages, restoreForm } from './messages.js'
import { fromSdk, isSdkRequest, toSdk } from './sdk.js'
import { NEGLIGIBLE, NEGLIGIBLE_TOOL_CONFIG, SETTINGS } from './settings.js'
import { camelize, REQUEST, snakify } from './spelling.js'
import { decodeCalling, encodeCalling, encodeTools, toolLayout, tools } from './tools.js'

const FIELDS: Fields = { contents: 'any', toolConfig: 'object' }
const CALLING_FIELD = 'functionCallingConfig'
const CALLING: Fields = { mode: 'string', allowedFunctionNames: 'array' }

export const request: RequestCodec = {
  decode(native, context) {
    const { value, snake } = camelize(native, REQUEST)
    const isSdk = isSdkRequest(value)
    const body = isSdk ? fromSdk(value) : value
    const [contents, form] = contentList(body.contents, '/contents')
    const { systemInstruction: system } = body
    const settings = decodeSettings(body, SETTINGS, NEGLIGIBLE)
    const extra = extraFields(settings.rest, FIELDS, readOf(body))
    const instructions = isInstruction(system)
      ? [decodeSystem(system, { ...context, path: '/systemInstruction' })]
      : []
    const { metadata: toolMetadata, ...toolFields } = decodeTools(body, context)
    return compact({
      messages: [...instructions, ...messages.decode(contents, { ...context, path: '/contents' })],
      ...settings.values,
      ...toolFields,
      providerMetadata: wireMetadata(context, {
        ...settings.metadata,
        extra,
        negligible: negligibleFields(extra, NEGLIGIBLE),
        form: isSdk ? 'sdk' : undefined,
        contents: form,
        ...toolMetadata,
        snake,
      }),
    })
  },
  encode(conversation, context) {
    const metadata = metadataOf(conversation, context)
    const { messages: contents, system } = messages.encode(conversation.messages, context)
    dropSwitches(conversation, 'the method (streamGenerateContent)', context)
    const settings = encodeSettings(conversation, SETTINGS, metadata, context)
    const declared = conversation.tools && encodeTools(conversation.tools, metadata?.layout, context)
    const isSingle = metadata?.tools === 'object' && declared?.length === 1
    const body = encodeBody(
      {
        ...settings,
        contents: restoreForm(contents, metadata?.contents),
        systemInstruction: system,
        tools: isSingle ? declared[0] : declared,
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

/** Returns the other fields that are decoded from this body. */
function readOf({ systemInstruction, tools: toolsField }: JsonObject): Fields {
  return {
    ...(isInstruction(systemInstruction) ? { systemInstruction: 'any' } : {}),
    ...(isArray(toolsField) || isObject(toolsField) ? { tools: 'any' } : {}),
  }
}

interface DecodedTools {
  readonly tools: Conversation['tools'] | undefined
  readonly toolChoice: Conversation['toolChoice'] | undefined
  readonly metadata: JsonMembers
}

function decodeTools(body: JsonObject, context: Context): DecodedTools {
  const { tools: native, toolConfig } = body
  const list = isArray(native) ? native : isObject(native) ? [native] : undefined
  const definitions = list && tools.decode(native ?? [], { ...context, path: '/tools' })
  const calling = isObject(toolConfig) ? objectOr(toolConfig.functionCallingConfig, undefined) : undefined
  const toolChoice = calling && decodeCalling(calling, context)
  return {
    tools: definitions,
    toolChoice,
    metadata: {
      tools: isObject(native) ? 'object' : undefined,
      layout: definitions && list && toolLayout(list, definitions),
      toolConfig: isObject(toolConfig)
        ? toolConfigMetadata(toolConfig, calling, toolChoice, context)
        : undefined,
    },
  }
}

/** Keeps the native choice if encoding would write a different one (VALIDATED, streamed arguments). */
function toolConfigMetadata(
  toolConfig: JsonObject,
  calling: JsonObject | undefined,
  choice: Conversation['toolChoice'],
  { wire }: Context,
): JsonObject | undefined {
  const fields: Fields = calling === undefined ? {} : { functionCallingConfig: 'object' }
  const isUsual = choice !== undefined && equalJson(encodeCalling(choice, createContext(wire)), calling)
  const body = decodeBody(toolConfig, fields)
  const metadata = compact({
    ...body,
    negligible: negligibleFields(body?.extra, NEGLIGIBLE_TOOL_CONFIG),
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
  const calling = isObject(stored) ? objectOr(extraOf(stored.calling)[CALLING_FIELD], undefined) : undefined
  const isUnchanged =
    calling !== undefined && equalJson(asJson(decodeCalling(calling, context)), asJson(toolChoice))
  const fresh = toolChoice && encodeCalling(toolChoice, context)
  const rest = calling && extraFields(calling, CALLING)
  const functionCallingConfig = isUnchanged ? calling : (fresh ?? rest) && { ...rest, ...fresh }
  const config = encodeBody({ functionCallingConfig }, stored)
  return Object.keys(config).length === 0 && stored === undefined ? undefined : config
}
