import type { RequestCodec } from '../../src/adapter/adapter.js'
import type { Context } from '../../src/adapter/context.js'
import {
  extraFields,
  innerExtras,
  negligibleFields,
  wireMetadata,
  withExtras,
} from '../../src/adapter/extras.js'
import { expectArray, isArray, isObject } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, define } from '../../src/json/write.js'
import type { Conversation, Message, Settings, ToolChoice, WireMetadata } from '../../src/model/types.js'
import { WIRE } from './maps.js'
import { decodeSystem, messages } from './messages.js'
import { ownMetadata } from './metadata.js'
import { NEGLIGIBLE } from './settings.js'
import { tools } from './tools.js'

type Is = (value: JsonValue | undefined) => boolean
const isText: Is = (value) => typeof value === 'string'
const isNumber: Is = (value) => typeof value === 'number'
const isBoolean: Is = (value) => typeof value === 'boolean'
const isTexts: Is = (value) => isArray(value) && value.every(isText)

/** Settings in both vocabularies. A value of another type stays in `extra`. */
const SETTINGS: readonly (readonly [native: string, canonical: keyof Settings, is: Is])[] = [
  ['model', 'model', isText],
  ['max_tokens', 'maxOutputTokens', isNumber],
  ['temperature', 'temperature', isNumber],
  ['top_p', 'topP', isNumber],
  ['stop_sequences', 'stop', isTexts],
  ['stream', 'stream', isBoolean],
]
const CHOICE_FIELDS = new Set(['type', 'name', 'disable_parallel_tool_use'])
const NO_PARALLEL = 'disable_parallel_tool_use'

export const request: RequestCodec = { decode: decodeRequest, encode: encodeRequest }

function decodeRequest(native: JsonObject, context: Context): Conversation {
  const known = new Set(['system', 'messages', 'tools', 'tool_choice'])
  const settings: Settings = {}
  for (const [name, canonical, is] of SETTINGS) {
    if (!is(native[name])) continue
    known.add(name)
    define(settings, canonical, native[name])
  }
  const history = messages.decode(expectArray(native.messages, '/messages'), '/messages', context)
  const { system } = native
  const choice = decodeToolChoice(native.tool_choice, context)
  const extra = extraFields(native, known)
  return compact({
    ...settings,
    messages:
      system === undefined || system === null
        ? history
        : [decodeSystem(system, '/system', context), ...history],
    tools:
      native.tools === undefined || native.tools === null
        ? undefined
        : tools.decode(native.tools, '/tools', context),
    toolChoice: choice?.toolChoice,
    parallelToolCalls: choice?.parallelToolCalls,
    providerMetadata: wireMetadata(WIRE, {
      extra,
      negligible: negligibleFields(extra, NEGLIGIBLE),
      toolChoice: choice?.extra,
    }),
  })
}

interface DecodedChoice {
  readonly toolChoice: ToolChoice
  readonly parallelToolCalls?: boolean
  readonly extra?: WireMetadata
}

function decodeToolChoice(native: JsonValue | undefined, context: Context): DecodedChoice | undefined {
  if (native === undefined || native === null) return undefined
  const toolChoice = tools.decodeChoice(native, '/tool_choice', context)
  if (toolChoice.type === 'opaque' || !isObject(native)) return { toolChoice }
  // The switch means nothing beside `none`, where it stays in `extra`.
  const disabled = toolChoice.type === 'none' ? undefined : native[NO_PARALLEL]
  const known = new Set(CHOICE_FIELDS)
  if (typeof disabled !== 'boolean') known.delete(NO_PARALLEL)
  return {
    toolChoice,
    parallelToolCalls: typeof disabled === 'boolean' ? !disabled : undefined,
    extra: innerExtras(native, known),
  }
}

function encodeRequest(conversation: Conversation, context: Context): JsonObject {
  const metadata = ownMetadata(conversation)
  const settings: Record<string, JsonValue> = {}
  for (const [name, canonical] of SETTINGS) {
    const value = conversation[canonical]
    if (value !== undefined) settings[name] = value
  }
  const encoded = messages.encode(conversation.messages, context)
  return withExtras(
    {
      ...settings,
      system: encoded.system,
      messages: encoded.messages,
      tools: conversation.tools === undefined ? undefined : tools.encode(conversation.tools, context),
      tool_choice: encodeToolChoice(conversation, context),
      container: hasContainer(metadata) ? undefined : neededContainer(conversation.messages),
    },
    metadata,
  )
}

function hasContainer(metadata: WireMetadata | undefined): boolean {
  return isObject(metadata?.extra) && metadata.extra.container !== undefined
}

/**
 * The container that the latest answer left code or a paused turn waiting in: the provider refuses to go on without it
 * (https://github.com/anthropics/anthropic-sdk-typescript/issues/1114).
 */
function neededContainer(history: readonly Message[]): string | undefined {
  const answer = history.findLast(({ role }) => role === 'assistant')
  const container = answer && ownMetadata(answer)?.container
  if (answer === undefined || typeof container !== 'string') return undefined
  const answered = new Set(answer.parts.map((part) => (part.type === 'tool-result' ? part.callId : '')))
  const waits = answer.parts.some(
    (part) => part.type === 'tool-call' && part.providerExecuted && !answered.has(part.id),
  )
  return waits ? container : undefined
}

/** Parallel calls are the default here, so only their prohibition needs a `tool_choice` of its own. */
function encodeToolChoice(conversation: Conversation, context: Context): JsonValue | undefined {
  const { toolChoice, parallelToolCalls, tools: declared = [] } = conversation
  const prohibits = parallelToolCalls === false
  if (toolChoice === undefined)
    return prohibits && declared.length > 0 ? { type: 'auto', [NO_PARALLEL]: true } : undefined
  const choice = tools.encodeChoice(toolChoice, context)
  if (!isObject(choice) || toolChoice.type === 'opaque') return choice
  const kept = ownMetadata(conversation)?.toolChoice
  const switchable = parallelToolCalls !== undefined && choice.type !== 'none'
  return withExtras({ ...choice, [NO_PARALLEL]: switchable ? prohibits : undefined }, kept)
}
