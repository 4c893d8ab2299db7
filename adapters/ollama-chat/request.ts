import type { JsonObject } from '../../src/base/json/json-types.js'
import { expectArray, isArray } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, wireMetadata } from '../../src/base/model/metadata.js'
import type { Conversation } from '../../src/base/model/types.js'
import type { RequestCodec } from '../../src/codec/shape/codecs.js'
import {
  extraFields,
  type Fields,
  negligibleFields,
  wasAbsent,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { dropChoice } from '../../src/codec/shape/losses.js'
import { decodeSettings, encodeSettings } from '../../src/codec/shape/settings/settings-table.js'
import { messages } from './messages.js'
import { NEGLIGIBLE, SETTINGS } from './settings.js'
import { tools } from './tools.js'

const FIELDS: Fields = { messages: 'any', tools: 'array', stream: 'boolean' }

export const request: RequestCodec = { decode, encode }

function decode(native: JsonObject, context: Context): Conversation {
  const settings = decodeSettings(native, SETTINGS, NEGLIGIBLE)
  const extra = extraFields(settings.rest, FIELDS)
  const { stream, tools: definitions } = native
  const history = expectArray(native.messages, '/messages')
  return compact({
    ...settings.values,
    // Answers are streamed by default.
    stream: stream !== false,
    messages: messages.decode(history, { ...context, path: '/messages' }),
    tools: isArray(definitions) ? tools.decode(definitions, { ...context, path: '/tools' }) : undefined,
    providerMetadata: wireMetadata(context, {
      ...settings.metadata,
      extra,
      negligible: negligibleFields(extra, NEGLIGIBLE),
      absent: typeof stream === 'boolean' ? undefined : ['stream'],
    }),
  })
}

function encode(conversation: Conversation, context: Context): JsonObject {
  const metadata = metadataOf(conversation, context)
  const { tools: definitions, toolChoice, stream = false } = conversation
  if (toolChoice !== undefined) dropChoice('has no field on this wire', context)
  const fresh = {
    ...encodeSettings(conversation, SETTINGS, metadata, context),
    ...messages.encode(conversation.messages, context),
    tools: definitions && tools.encode(definitions, context),
    stream: stream && wasAbsent(metadata, 'stream') ? undefined : stream,
  }
  return withExtras(fresh, metadata)
}
