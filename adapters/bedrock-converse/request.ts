import type { RequestCodec } from '../../src/adapter/adapter.js'
import type { Context } from '../../src/adapter/context.js'
import {
  extraFields,
  innerExtras,
  metadataOf,
  negligibleFields,
  wireMetadata,
  withExtras,
} from '../../src/adapter/extras.js'
import { asJson, expectArray, isArray, isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, define } from '../../src/json/write.js'
import type { Conversation, Settings, ToolChoice, WireMetadata } from '../../src/model/types.js'
import { readable, type Types } from './fields.js'
import { decodeSystem, messages } from './messages.js'
import { NEGLIGIBLE } from './settings.js'
import { choiceMetadata, tools } from './tools.js'

/** Members of `inferenceConfig`, and what they are called in a conversation. */
const SETTINGS: readonly (readonly [native: string, canonical: keyof Settings, type: 'number' | 'array'])[] =
  [
    ['maxTokens', 'maxOutputTokens', 'number'],
    ['temperature', 'temperature', 'number'],
    ['topP', 'topP', 'number'],
    ['stopSequences', 'stop', 'array'],
  ]
const SETTING_TYPES: Types = Object.fromEntries(SETTINGS.map(([native, , type]) => [native, type]))

export const request: RequestCodec = { decode: decodeRequest, encode: encodeRequest }

/** A REST body, or the input of the SDK's commands, which names the model, too. */
function decodeRequest(native: JsonObject, context: Context): Conversation {
  const { system, toolConfig, inferenceConfig, modelId } = native
  const history = decodeHistory(native, context)
  const instructions =
    isArray(system) && system.length > 0 ? [decodeSystem(system, '/system', context)] : undefined
  const config = isObject(toolConfig) ? toolConfig : undefined
  const inference = isObject(inferenceConfig) ? inferenceConfig : undefined
  const choice = config?.toolChoice
  const extra = extraFields(
    native,
    readable(native, {
      modelId: 'string',
      messages: 'array',
      toolConfig: 'object',
      inferenceConfig: 'object',
      ...(instructions && { system: 'array' }),
    }),
  )
  return compact({
    model: stringOr(modelId, undefined),
    ...decodeSettings(inference),
    messages: [...(instructions ?? []), ...history],
    tools: isArray(config?.tools) ? tools.decode(config.tools, '/toolConfig/tools', context) : undefined,
    toolChoice: isObject(choice) ? tools.decodeChoice(choice, '/toolConfig/toolChoice', context) : undefined,
    providerMetadata: wireMetadata(context.wire, {
      extra,
      negligible: negligibleFields(extra, NEGLIGIBLE),
      form: native.messages === undefined ? 'absent' : undefined,
      inferenceConfig: inference && keptOf(inference, inferenceTypes(inference)),
      toolConfig: config && keptOf(config, { tools: 'array', toolChoice: 'object' }),
      toolChoice: isObject(choice) ? choiceMetadata(choice, context) : undefined,
    }),
  })
}

/** A stored prompt brings its own messages; a body of CountTokens has them under `input`. */
function decodeHistory(native: JsonObject, context: Context): Conversation['messages'] {
  const isElsewhere = isObject(native.input) || isObject(native.promptVariables)
  if (native.messages === undefined && isElsewhere) return []
  return messages.decode(expectArray(native.messages, '/messages'), '/messages', context)
}

/** The unknown members of a group of settings; `{}` when it stood there with nothing at all. */
function keptOf(group: JsonObject, types: Types): WireMetadata | undefined {
  return innerExtras(group, readable(group, types)) ?? (Object.keys(group).length === 0 ? {} : undefined)
}

function inferenceTypes({ stopSequences }: JsonObject): Types {
  if (isTexts(stopSequences)) return SETTING_TYPES
  const { stopSequences: _stop, ...rest } = SETTING_TYPES
  return rest
}

function isTexts(value: JsonValue | undefined): boolean {
  return isArray(value) && value.every((item) => typeof item === 'string')
}

function decodeSettings(inference: JsonObject | undefined): Settings {
  const settings: Settings = {}
  if (inference === undefined) return settings
  const known = readable(inference, inferenceTypes(inference))
  for (const [native, canonical] of SETTINGS)
    if (known.has(native)) define(settings, canonical, inference[native])
  return settings
}

function encodeRequest(conversation: Conversation, context: Context): JsonObject {
  const metadata = metadataOf(conversation, context.wire)
  const encoded = messages.encode(conversation.messages, context)
  reportUnsupported(conversation, context)
  const isAbsent = metadata?.form === 'absent' && encoded.messages.length === 0
  return withExtras(
    {
      modelId: conversation.model,
      system: encoded.system,
      messages: isAbsent ? undefined : encoded.messages,
      inferenceConfig: group(encodeSettings(conversation), metadata?.inferenceConfig),
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

/** A group of settings, or undefined when there are none and was none. */
function group(
  members: { readonly [key: string]: JsonValue | undefined },
  kept: JsonValue | undefined,
): JsonObject | undefined {
  const whole = withExtras(members, kept)
  return Object.keys(whole).length === 0 && kept === undefined ? undefined : whole
}

function encodeSettings(conversation: Conversation): { readonly [key: string]: JsonValue | undefined } {
  return Object.fromEntries(
    SETTINGS.map(([native, canonical]) => [native, asJson(conversation[canonical])] as const),
  )
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

function reportUnsupported({ stream, parallelToolCalls }: Conversation, context: Context): void {
  if (stream === true)
    context.report({
      code: 'stream-in-url',
      severity: 'info',
      path: '/stream',
      message: 'on this wire the path (converse-stream) asks for a stream, not the body',
    })
  if (parallelToolCalls !== undefined)
    context.report({
      code: 'parallel-switch-unsupported',
      severity: parallelToolCalls ? 'info' : 'warning',
      path: '/parallelToolCalls',
      message: 'this wire has no switch for parallel calls; the model may always make them',
    })
}
