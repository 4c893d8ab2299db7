import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectArray, isArray, isObject } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, type OwnMetadata, wireMetadata } from '../../src/base/model/metadata.js'
import type { Conversation, ToolChoice } from '../../src/base/model/types.js'
import { carried, withCarried } from '../../src/codec/format/carry.js'
import type { RequestCodec } from '../../src/codec/shape/codecs.js'
import {
  extraFields,
  type Fields,
  innerExtras,
  negligibleFields,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { dropParallelSwitch } from '../../src/codec/shape/losses.js'
import { decodeSettings, encodeSettings } from '../../src/codec/shape/settings/settings-table.js'
import { decodeFrame, isFrame } from './frames.js'
import { carriedSystem, decodeSystem, messages } from './messages.js'
import { openMeta, withSlot } from './meta.js'
import { NEGLIGIBLE, SETTINGS } from './settings.js'
import { tools } from './tools.js'

const FIELDS: Fields = { messages: 'array', systemPrompt: 'string', tools: 'any', toolChoice: 'any' }

export const request: RequestCodec = { decode: decodeRequest, encode: encodeRequest }

/**
 * Decodes a request to a model (`sampling/createMessage`), a list of tools, or a frame of another kind. Each
 * may be bare or in its frame.
 */
function decodeRequest(native: JsonObject, context: Context): Conversation {
  const body = bodyOf(native)
  if (body === undefined) {
    const providerMetadata = wireMetadata(context, { form: 'frame' })
    return compact({ messages: decodeFrame(native, context), providerMetadata })
  }
  const { key, value } = body
  return decodeBody(
    value,
    key === undefined ? undefined : { key, ...innerExtras(native, { [key]: 'any' }) },
    context,
  )
}

interface FrameBody {
  readonly value: JsonObject
  /** The key of the body in its frame. */
  readonly key?: 'params' | 'result'
}

/** Returns undefined for frames of other kinds. */
function bodyOf(native: JsonObject): FrameBody | undefined {
  const { method, params, result } = native
  if (!isFrame(native)) return { value: native }
  if (method === 'sampling/createMessage' && isObject(params)) return { value: params, key: 'params' }
  return isObject(result) && isArray(result.tools) ? { value: result, key: 'result' } : undefined
}

function decodeBody(value: JsonObject, frame: JsonObject | undefined, context: Context): Conversation {
  const { native, slot } = openMeta(value)
  const isList = native.messages === undefined && isArray(native.tools)
  const history = isList
    ? []
    : messages.decode(expectArray(native.messages, '/messages'), { ...context, path: '/messages' })
  const carriedPrompt = isObject(slot) ? slot.system : undefined
  const prompt =
    typeof native.systemPrompt === 'string' ? decodeSystem(native.systemPrompt, carriedPrompt) : []
  const choice = decodeToolChoice(native.toolChoice, context)
  const settings = decodeSettings(native, SETTINGS, NEGLIGIBLE)
  const extra = extraFields(settings.rest, FIELDS)
  const conversation: Conversation = compact({
    ...settings.values,
    messages: [...prompt, ...history],
    tools:
      (native.tools ?? null) === null
        ? undefined
        : tools.decode(native.tools ?? null, { ...context, path: '/tools' }),
    toolChoice: choice?.toolChoice,
    providerMetadata: wireMetadata(context, {
      ...settings.metadata,
      extra,
      negligible: negligibleFields(extra, NEGLIGIBLE),
      absent: isList ? ['messages'] : undefined,
      toolChoice: choice?.extra,
      frame,
    }),
  })
  return withCarried(conversation, slot)
}

function decodeToolChoice(
  native: JsonValue | undefined,
  context: Context,
): { readonly toolChoice: ToolChoice; readonly extra?: OwnMetadata | undefined } | undefined {
  if (native === undefined || native === null) return undefined
  const toolChoice = tools.decodeChoice(native, { ...context, path: '/toolChoice' })
  if (toolChoice.type === 'opaque' || !isObject(native)) return { toolChoice }
  return { toolChoice, extra: innerExtras(native, { mode: 'any' }) }
}

function encodeRequest(conversation: Conversation, context: Context): JsonObject {
  const own = metadataOf(conversation, context)
  const encoded = messages.encode(conversation.messages, context)
  const [only] = encoded.messages
  if (own?.form === 'frame' && encoded.messages.length === 1 && isObject(only)) return only
  const isList = own?.absent !== undefined && encoded.messages.length === 0
  const { parallelToolCalls } = conversation
  if (parallelToolCalls !== undefined)
    dropParallelSwitch('the protocol has none', !parallelToolCalls, context)
  const body = withExtras(
    {
      ...encodeSettings(conversation, SETTINGS, own, context),
      systemPrompt: encoded.system,
      messages: isList ? undefined : encoded.messages,
      tools: conversation.tools && tools.encode(conversation.tools, context),
      toolChoice: encodeToolChoice(conversation, own, context),
    },
    own,
  )
  const slot = compact({
    ...carried(conversation, context),
    system: carriedSystem(conversation.messages),
  })
  return framed(withSlot(body, slot), own)
}

function encodeToolChoice(
  { toolChoice }: Conversation,
  own: OwnMetadata | undefined,
  context: Context,
): JsonValue | undefined {
  const choice = toolChoice && tools.encodeChoice(toolChoice, context)
  return isObject(choice) && toolChoice?.type !== 'opaque' ? withExtras(choice, own?.toolChoice) : choice
}

/** Wraps the body in the frame of the original request or answer. */
export function framed(body: JsonObject, own: OwnMetadata | undefined): JsonObject {
  const { frame } = own ?? {}
  return isObject(frame) && typeof frame.key === 'string' ? withExtras({ [frame.key]: body }, frame) : body
}
