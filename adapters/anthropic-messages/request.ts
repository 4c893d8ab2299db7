import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectArray, isObject } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, type OwnMetadata, wireMetadata } from '../../src/base/model/metadata.js'
import type { Conversation, Message, ToolChoice } from '../../src/base/model/types.js'
import type { RequestCodec } from '../../src/codec/shape/codecs.js'
import {
  anyOf,
  extraFields,
  extraOf,
  type Fields,
  innerExtras,
  negligibleFields,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { decodeSettings, encodeSettings } from '../../src/codec/shape/settings/settings-table.js'
import { decodeSystem, messages } from './messages.js'
import { NEGLIGIBLE, SETTINGS } from './settings.js'
import { tools } from './tools.js'

const FIELDS: Fields = anyOf(['system', 'messages', 'tools', 'tool_choice'])
const CHOICE_FIELDS: Fields = { type: 'any', name: 'any' }
const SWITCHABLE_CHOICE_FIELDS: Fields = { ...CHOICE_FIELDS, disable_parallel_tool_use: 'boolean' }
const NO_PARALLEL = 'disable_parallel_tool_use'

export const request: RequestCodec = { decode: decodeRequest, encode: encodeRequest }

function decodeRequest(native: JsonObject, context: Context): Conversation {
  const history = messages.decode(expectArray(native.messages, '/messages'), {
    ...context,
    path: '/messages',
  })
  const { system } = native
  const choice = decodeToolChoice(native.tool_choice, context)
  const settings = decodeSettings(native, SETTINGS, NEGLIGIBLE)
  const extra = extraFields(settings.rest, FIELDS)
  return compact({
    ...settings.values,
    messages:
      system === undefined || system === null
        ? history
        : [decodeSystem(system, { ...context, path: '/system' }), ...history],
    tools:
      native.tools === undefined || native.tools === null
        ? undefined
        : tools.decode(native.tools, { ...context, path: '/tools' }),
    toolChoice: choice?.toolChoice,
    parallelToolCalls: choice?.parallelToolCalls,
    providerMetadata: wireMetadata(context, {
      ...settings.metadata,
      extra,
      negligible: negligibleFields(extra, NEGLIGIBLE),
      toolChoice: choice?.extra,
    }),
  })
}

interface DecodedChoice {
  readonly toolChoice: ToolChoice
  readonly parallelToolCalls?: boolean | undefined
  readonly extra?: OwnMetadata | undefined
}

function decodeToolChoice(native: JsonValue | undefined, context: Context): DecodedChoice | undefined {
  if (native === undefined || native === null) return undefined
  const toolChoice = tools.decodeChoice(native, { ...context, path: '/tool_choice' })
  if (toolChoice.type === 'opaque' || !isObject(native)) return { toolChoice }
  // With `none`, the flag has no effect and stays in `extra`.
  const isNone = toolChoice.type === 'none'
  const disabled = isNone ? undefined : native[NO_PARALLEL]
  return {
    toolChoice,
    parallelToolCalls: typeof disabled === 'boolean' ? !disabled : undefined,
    extra: innerExtras(native, isNone ? CHOICE_FIELDS : SWITCHABLE_CHOICE_FIELDS),
  }
}

function encodeRequest(conversation: Conversation, context: Context): JsonObject {
  const metadata = metadataOf(conversation, context)
  const encoded = messages.encode(conversation.messages, context)
  return withExtras(
    {
      ...encodeSettings(conversation, SETTINGS, metadata, context),
      system: encoded.system,
      messages: encoded.messages,
      tools: conversation.tools === undefined ? undefined : tools.encode(conversation.tools, context),
      tool_choice: encodeToolChoice(conversation, context),
      container: extraOf(metadata).container ?? neededContainer(conversation.messages, context),
    },
    metadata,
  )
}

/**
 * Returns the container in which the latest answer left code or a paused turn: the provider rejects a request
 * without it (https://github.com/anthropics/anthropic-sdk-typescript/issues/1114).
 */
function neededContainer(history: readonly Message[], context: Context): string | undefined {
  const answer = history.findLast(({ role }) => role === 'assistant')
  const container = answer && metadataOf(answer, context)?.container
  if (answer === undefined || typeof container !== 'string') return undefined
  const answered = new Set(answer.parts.map((part) => (part.type === 'tool-result' ? part.callId : '')))
  const waits = answer.parts.some(
    (part) => part.type === 'tool-call' && part.providerExecuted && !answered.has(part.id),
  )
  return waits ? container : undefined
}

/** Parallel calls are the default, so a `tool_choice` is needed only to forbid them. */
function encodeToolChoice(conversation: Conversation, context: Context): JsonValue | undefined {
  const { toolChoice, parallelToolCalls, tools: declared = [] } = conversation
  const prohibits = parallelToolCalls === false
  if (toolChoice === undefined)
    return prohibits && declared.length > 0 ? { type: 'auto', [NO_PARALLEL]: true } : undefined
  const choice = tools.encodeChoice(toolChoice, context)
  if (!isObject(choice) || toolChoice.type === 'opaque') return choice
  const kept = metadataOf(conversation, context)?.toolChoice
  const switchable = parallelToolCalls !== undefined && choice.type !== 'none'
  return withExtras({ ...choice, [NO_PARALLEL]: switchable ? prohibits : undefined }, kept)
}
