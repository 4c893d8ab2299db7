import type { JsonObject } from '../../src/base/json/json-types.js'
import { expectArray } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, wireMetadata } from '../../src/base/model/metadata.js'
import type { Conversation } from '../../src/base/model/types.js'
import type { RequestCodec } from '../../src/codec/shape/codecs.js'
import {
  absentFields,
  extraFields,
  type Fields,
  negligibleFields,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { decodeSettings, encodeSettings } from '../../src/codec/shape/settings/settings-table.js'
import { API } from './maps.js'
import { messages } from './messages.js'
import { NEGLIGIBLE, SETTINGS } from './settings.js'
import { tools } from './tools.js'

const FIELDS: Fields = { messages: 'array', tools: 'array', tool_choice: 'any' }

export const request: RequestCodec = { decode, encode }

function decode(native: JsonObject, context: Context): Conversation {
  const settings = decodeSettings(native, SETTINGS, NEGLIGIBLE)
  const extra = extraFields(settings.rest, FIELDS)
  const { tools: definitions, tool_choice: choice } = native
  const history = expectArray(native.messages, '/messages')
  return compact({
    ...settings.values,
    messages: messages.decode(history, { ...context, path: '/messages' }),
    tools: (definitions ?? null) === null ? undefined : decodeTools(native, context),
    toolChoice:
      choice === undefined || choice === null
        ? undefined
        : tools.decodeChoice(choice, { ...context, path: '/tool_choice' }),
    providerMetadata: wireMetadata(context, {
      ...settings.metadata,
      extra,
      negligible: negligibleFields(extra, NEGLIGIBLE),
      absent: absentFields(native, { api: 'any' }, ['api']),
    }),
  })
}

function decodeTools(native: JsonObject, context: Context) {
  return tools.decode(expectArray(native.tools, '/tools'), { ...context, path: '/tools' })
}

function encode(conversation: Conversation, context: Context): JsonObject {
  const metadata = metadataOf(conversation, context)
  const { tools: definitions, toolChoice } = conversation
  const fresh = {
    ...encodeSettings(conversation, SETTINGS, metadata, context),
    ...messages.encode(conversation.messages, { ...context, path: '/messages' }),
    tools: definitions && tools.encode(definitions, context),
    tool_choice: toolChoice && tools.encodeChoice(toolChoice, { ...context, path: '/toolChoice' }),
  }
  return withExtras(fresh, metadata, API)
}
