import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectArray, isArray, isObject } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { type Context, inform } from '../../src/base/model/context.js'
import { metadataOf, wireMetadata } from '../../src/base/model/metadata.js'
import type { Conversation } from '../../src/base/model/types.js'
import type { RequestCodec } from '../../src/codec/shape/codecs.js'
import {
  extraFields,
  type Fields,
  innerExtras,
  negligibleFields,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { decodeSettings, encodeSettings } from '../../src/codec/shape/settings/settings-table.js'
import { messages } from './messages.js'
import { NEGLIGIBLE, SETTINGS } from './settings.js'
import { plainSpelling, spelled } from './spelling.js'
import { tools } from './tools.js'

const FIELDS: Fields = { messages: 'any', tools: 'array', tool_choice: 'object' }
const CHOICE: Fields = { mode: 'string', function_name: 'string' }

export const request: RequestCodec = { decode: decodeRequest, encode: encodeRequest }

function decodeRequest(given: JsonObject, context: Context): Conversation {
  const { value: native, spelling } = plainSpelling(given)
  const settings = decodeSettings(native, SETTINGS, NEGLIGIBLE)
  const { tool_choice: choice, tools: definitions } = native
  const extra = extraFields(settings.rest, FIELDS)
  return compact({
    ...settings.values,
    messages: messages.decode(expectArray(native.messages, '/messages'), { ...context, path: '/messages' }),
    tools: isArray(definitions) ? tools.decode(definitions, { ...context, path: '/tools' }) : undefined,
    toolChoice: isObject(choice)
      ? tools.decodeChoice(choice, { ...context, path: '/tool_choice' })
      : undefined,
    providerMetadata: wireMetadata(context, {
      ...settings.metadata,
      extra,
      negligible: negligibleFields(extra, NEGLIGIBLE),
      toolChoice: isObject(choice) ? innerExtras(choice, CHOICE) : undefined,
      spelling,
    }),
  })
}

function encodeRequest(conversation: Conversation, context: Context): JsonObject {
  const own = metadataOf(conversation, context)
  const { tools: definitions, toolChoice, stream } = conversation
  if (stream === true) tellStream(context)
  const choice = toolChoice && tools.encodeChoice(toolChoice, context)
  const native = withExtras(
    {
      ...encodeSettings(conversation, SETTINGS, own, context),
      messages: messages.encode(conversation.messages, context).messages,
      tools: definitions && tools.encode(definitions, context),
      tool_choice: withKept(choice, own?.toolChoice),
    },
    own,
  )
  return spelled(native, own?.spelling)
}

function tellStream(context: Context): void {
  const message = 'on this wire the method GetCompletionChunk requests a stream, not the body'
  inform('stream-in-url', message, { ...context, path: '/stream' })
}

/** Restores other members of the tool choice. */
function withKept(choice: JsonValue | undefined, kept: JsonValue | undefined): JsonValue | undefined {
  return isObject(choice) && kept !== undefined ? withExtras(choice, kept) : choice
}
