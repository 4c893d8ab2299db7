import type { JsonObject } from '../../src/base/json/json-types.js'
import { expectArray } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, wireMetadata } from '../../src/base/model/metadata.js'
import type { Conversation } from '../../src/base/model/types.js'
import { CARRIED, carried, withCarried } from '../../src/codec/format/carry.js'
import type { RequestCodec } from '../../src/codec/shape/codecs.js'
import { anyOf, extraFields, withExtras } from '../../src/codec/shape/fields.js'
import { dropParallelSwitch } from '../../src/codec/shape/losses.js'
import { decodeSettings, encodeSettings } from '../../src/codec/shape/settings/settings-table.js'
import { decodeMessages, messagesCodec, type WrittenShape } from './messages.js'
import { SETTINGS } from './settings.js'
import { tools } from './tools.js'

const FIELDS = /* @__PURE__ */ anyOf(['messages', 'tools', 'tool_choice', CARRIED])

export function requestCodec(shape: WrittenShape): RequestCodec {
  const messages = messagesCodec(shape)
  return {
    decode: decodeRequest,
    encode: (conversation, context) => encodeRequest(conversation, messages.encode, context),
  }
}

function decodeRequest(native: JsonObject, context: Context): Conversation {
  const settings = decodeSettings(native, SETTINGS, {})
  const { tools: declared = null, tool_choice: choice = null } = native
  const conversation: Conversation = compact({
    ...settings.values,
    messages: decodeMessages(expectArray(native.messages, '/messages'), { ...context, path: '/messages' }),
    tools: declared === null ? undefined : tools.decode(declared, { ...context, path: '/tools' }),
    toolChoice:
      choice === null ? undefined : tools.decodeChoice(choice, { ...context, path: '/tool_choice' }),
    providerMetadata: wireMetadata(context, {
      ...settings.metadata,
      extra: extraFields(settings.rest, FIELDS),
    }),
  })
  return withCarried(conversation, native[CARRIED])
}

function encodeRequest(
  conversation: Conversation,
  encodeMessages: ReturnType<typeof messagesCodec>['encode'],
  context: Context,
): JsonObject {
  const own = metadataOf(conversation, context)
  const { tools: declared, toolChoice, parallelToolCalls } = conversation
  if (parallelToolCalls !== undefined) dropParallelSwitch('this format has none', !parallelToolCalls, context)
  return withExtras(
    {
      ...encodeSettings(conversation, SETTINGS, own, context),
      messages: encodeMessages(conversation.messages, context).messages,
      tools: declared && tools.encode(declared, context),
      tool_choice: toolChoice && tools.encodeChoice(toolChoice, context),
      [CARRIED]: carried(conversation, context),
    },
    own,
  )
}
