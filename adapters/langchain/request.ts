import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectArray, objectIn } from '../../src/base/json/read-json.js'
import { compact, equalJson, unlessEmpty } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, withMore } from '../../src/base/model/metadata.js'
import type { Conversation } from '../../src/base/model/types.js'
import { CARRIED, carried, withCarried } from '../../src/codec/format/carry.js'
import type { MessagesCodec, RequestCodec } from '../../src/codec/shape/codecs.js'
import {
  anyOf,
  extraFields,
  type Fields,
  negligibleFields,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { decodeSettings, encodeSettings } from '../../src/codec/shape/settings/settings-table.js'
import { NEGLIGIBLE, SETTINGS } from './settings.js'
import { leftOf } from './slots.js'
import { decodeTools, toolSlots, tools } from './tools.js'

const FIELDS: Fields = anyOf(['messages', 'tools', 'tool_choice', CARRIED])

/** Creates the codec for `{messages, tools?, tool_choice?, …}`: messages and the other inputs of a chat model. */
export function requestIn(messages: MessagesCodec): RequestCodec {
  return {
    decode: (native, context) => decodeRequest(native, messages, context),
    encode: (conversation, context) => encodeRequest(conversation, messages, context),
  }
}

function decodeRequest(native: JsonObject, messages: MessagesCodec, context: Context): Conversation {
  const settings = decodeSettings(native, SETTINGS, NEGLIGIBLE)
  const extra = extraFields(settings.rest, FIELDS)
  const { tools: declared, tool_choice: choice, [CARRIED]: slot } = native
  const toolChoice = isSaid(choice)
    ? tools.decodeChoice(choice, { ...context, path: '/tool_choice' })
    : undefined
  const conversation = withCarried<Conversation>(
    compact({
      ...settings.values,
      messages: messages.decode(expectArray(native.messages, '/messages'), { ...context, path: '/messages' }),
      tools: isSaid(declared)
        ? decodeTools(declared, toolSlotsIn(slot), { ...context, path: '/tools' })
        : undefined,
      toolChoice,
    }),
    slot,
  )
  const again = toolChoice && tools.encodeChoice(toolChoice, context)
  const own = {
    ...settings.metadata,
    extra,
    negligible: negligibleFields(extra, NEGLIGIBLE),
    toolChoice: isSaid(choice) && !equalJson(again, choice) ? choice : undefined,
    slot: leftOf(slot, slotOf(conversation, context)),
  }
  return withMore(conversation, own, context)
}

function toolSlotsIn(slot: JsonValue | undefined): JsonObject {
  return objectIn(objectIn(slot).tools)
}

/** Returns the data of the conversation and its tools that has no field in a request. */
function slotOf(conversation: Conversation, context: Context): JsonObject {
  const ofTools = toolSlots(conversation.tools ?? [], context)
  return compact({ ...carried(conversation, context), tools: unlessEmpty(ofTools) })
}

function isSaid(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined && value !== null
}

function encodeRequest(conversation: Conversation, messages: MessagesCodec, context: Context): JsonObject {
  const { tools: declared, toolChoice } = conversation
  const own = metadataOf(conversation, context)
  const kept = own?.toolChoice
  const isSame =
    kept !== undefined &&
    equalJson(choiceJson(tools.decodeChoice(kept, { ...context, path: '' })), choiceJson(toolChoice))
  return withExtras(
    {
      ...encodeSettings(conversation, SETTINGS, own, context),
      messages: messages.encode(conversation.messages, context).messages,
      tools: declared && tools.encode(declared, context),
      tool_choice: isSame ? kept : toolChoice && tools.encodeChoice(toolChoice, context),
      [CARRIED]: unlessEmpty({ ...objectIn(own?.slot), ...slotOf(conversation, context) }),
    },
    own,
  )
}

function choiceJson(choice: Conversation['toolChoice']): JsonValue | undefined {
  return choice && { ...choice }
}
