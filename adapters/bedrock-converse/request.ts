import type { JsonMembers, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectArray, isArray, isObject } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, type OwnMetadata, wireMetadata, withMetadata } from '../../src/base/model/metadata.js'
import type { Conversation, ToolChoice } from '../../src/base/model/types.js'
import type { RequestCodec } from '../../src/codec/shape/codecs.js'
import {
  extraFields,
  type Fields,
  innerExtras,
  negligibleFields,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { dropSwitches } from '../../src/codec/shape/losses.js'
import { decodeSettings, encodeSettings } from '../../src/codec/shape/settings/settings-table.js'
import { decodeSystem, messages } from './messages.js'
import { NEGLIGIBLE, SETTINGS } from './settings.js'
import { choiceMetadata, tools } from './tools.js'

const FIELDS: Fields = { messages: 'array', toolConfig: 'object' }
const SYSTEM: Fields = { system: 'array' }
const TOOL_CONFIG: Fields = { tools: 'array', toolChoice: 'object' }

export const request: RequestCodec = {
  decode: (native, context) => decodeCounted(native, context) ?? decodeRequest(native, context),
  encode(conversation, context) {
    const native = encodeRequest(conversation, context)
    const counted = metadataOf(conversation, context)?.counted
    return isObject(counted) ? encodeCounted(native, counted) : native
  },
}

/**
 * Decodes the request to count in a body of CountTokens, like any other request.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_CountTokens.html
 */
function decodeCounted(native: JsonObject, context: Context): Conversation | undefined {
  const { input, modelId, ...beside } = native
  if (!isObject(input) || !isObject(input.converse)) return undefined
  const { converse, ...others } = input
  const conversation = decodeRequest(compact({ ...converse, modelId }), context)
  const counted = { extra: beside, input: { extra: others } }
  return withMetadata(conversation, { ...metadataOf(conversation, context), counted }, context)
}

function encodeCounted({ modelId, ...converse }: JsonObject, counted: JsonObject): JsonObject {
  return withExtras({ modelId, input: withExtras({ converse }, counted.input) }, counted)
}

/** Decodes a REST body, or the input of the SDK's commands, which contains the model, too. */
function decodeRequest(native: JsonObject, context: Context): Conversation {
  const { system, toolConfig } = native
  const history = decodeHistory(native, context)
  const instructions =
    isArray(system) && system.length > 0 ? [decodeSystem(system, { ...context, path: '/system' })] : undefined
  const config = isObject(toolConfig) ? toolConfig : undefined
  const choice = config?.toolChoice
  const settings = decodeSettings(native, SETTINGS, NEGLIGIBLE)
  const extra = extraFields(settings.rest, FIELDS, instructions && SYSTEM)
  return compact({
    ...settings.values,
    messages: [...(instructions ?? []), ...history],
    tools: isArray(config?.tools)
      ? tools.decode(config.tools, { ...context, path: '/toolConfig/tools' })
      : undefined,
    toolChoice: isObject(choice)
      ? tools.decodeChoice(choice, { ...context, path: '/toolConfig/toolChoice' })
      : undefined,
    providerMetadata: wireMetadata(context, {
      ...settings.metadata,
      extra,
      negligible: negligibleFields(extra, NEGLIGIBLE),
      form: native.messages === undefined ? 'absent' : undefined,
      toolConfig: config && keptOf(config, TOOL_CONFIG),
      toolChoice: isObject(choice) ? choiceMetadata(choice, context) : undefined,
    }),
  })
}

/**
 * Decodes the history. A stored prompt has separate messages; a CountTokens body may contain a model's
 * request as bytes.
 */
function decodeHistory(native: JsonObject, context: Context): Conversation['messages'] {
  const isElsewhere = isObject(native.input) || isObject(native.promptVariables)
  if (native.messages === undefined && isElsewhere) return []
  return messages.decode(expectArray(native.messages, '/messages'), { ...context, path: '/messages' })
}

/** Returns the unknown members of a settings group, or `{}` for an empty group. */
function keptOf(group: JsonObject, fields: Fields): OwnMetadata | undefined {
  return innerExtras(group, fields) ?? (Object.keys(group).length === 0 ? {} : undefined)
}

function encodeRequest(conversation: Conversation, context: Context): JsonObject {
  const metadata = metadataOf(conversation, context)
  const encoded = messages.encode(conversation.messages, context)
  dropSwitches(conversation, 'the path (converse-stream)', context)
  const isAbsent = metadata?.form === 'absent' && encoded.messages.length === 0
  return withExtras(
    {
      ...encodeSettings(conversation, SETTINGS, metadata, context),
      system: encoded.system,
      messages: isAbsent ? undefined : encoded.messages,
      toolConfig: group(
        {
          tools: conversation.tools && tools.encode(conversation.tools, context),
          toolChoice: encodeToolChoice(conversation.toolChoice, metadata?.toolChoice, context),
        },
        metadata?.toolConfig,
      ),
    },
    metadata,
  )
}

/** Builds a settings group, or returns undefined for an empty group that was absent. */
function group(members: JsonMembers, kept: JsonValue | undefined): JsonObject | undefined {
  const whole = withExtras(members, kept)
  return Object.keys(whole).length === 0 && kept === undefined ? undefined : whole
}

function encodeToolChoice(
  choice: ToolChoice | undefined,
  kept: JsonValue | undefined,
  context: Context,
): JsonObject | undefined {
  const native = choice && tools.encodeChoice(choice, context)
  if (!isObject(native) || choice?.type === 'opaque') return isObject(native) ? native : undefined
  const body = isObject(kept) ? kept.body : undefined
  const inner = Object.entries(native).map(([key, value]) => [
    key,
    withExtras(isObject(value) ? value : {}, body),
  ])
  return withExtras(Object.fromEntries(inner), kept)
}
