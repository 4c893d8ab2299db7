import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectArray, isObject } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, type OwnMetadata, wireMetadata } from '../../src/base/model/metadata.js'
import type { Conversation } from '../../src/base/model/types.js'
import { CARRIED, carried, withCarried } from '../../src/codec/format/carry.js'
import type { RequestCodec } from '../../src/codec/shape/codecs.js'
import { anyOf, extraFields, extraOf, negligibleFields, withExtras } from '../../src/codec/shape/fields.js'
import { decodeSettings, encodeSettings } from '../../src/codec/shape/settings/settings-table.js'
import { messages } from './messages.js'
import { NEGLIGIBLE, SETTINGS } from './settings.js'
import { CAMEL_CASE, readNames, writeNames } from './slots.js'
import { tools } from './tools.js'

export const request: RequestCodec = { decode: decodeRequest, encode: encodeRequest }

/** Decodes `CallOptions`. The messages may also be in `messages`. */
function decodeRequest(object: JsonObject, context: Context): Conversation {
  const { native, spelling } = readNames(object, CAMEL_CASE)
  const field = native.prompt === undefined && native.messages !== undefined ? 'messages' : 'prompt'
  const settings = decodeSettings(native, SETTINGS, NEGLIGIBLE)
  const { tools: declared = null, toolChoice: choice = null } = native
  const extra = extraFields(settings.rest, anyOf([field, 'tools', 'toolChoice', CARRIED]))
  const conversation: Conversation = compact({
    ...settings.values,
    messages: messages.decode(expectArray(native[field], `/${field}`), { ...context, path: `/${field}` }),
    tools: declared === null ? undefined : tools.decode(declared, { ...context, path: '/tools' }),
    toolChoice: choice === null ? undefined : tools.decodeChoice(choice, { ...context, path: '/toolChoice' }),
    providerMetadata: wireMetadata(context, {
      ...settings.metadata,
      extra,
      negligible: negligibleFields(extra, NEGLIGIBLE),
      field: field === 'messages' ? field : undefined,
      spelling,
      toolChoice: keptChoice(choice),
    }),
  })
  return withCarried(conversation, native[CARRIED])
}

const CHOICE_NAMES: readonly string[] = ['toolName']

/** Returns the other fields of a choice and their spelling. A bare word is recorded as its form. */
function keptChoice(choice: JsonValue): JsonValue | undefined {
  if (typeof choice === 'string') return { form: 'word' }
  if (!isObject(choice)) return undefined
  const { native, spelling } = readNames(choice, CHOICE_NAMES)
  const extra = extraFields(native, anyOf(['type', 'toolName']))
  return extra === undefined && spelling === undefined
    ? undefined
    : compact({ extra, spelling: spelling && [...spelling] })
}

function encodeRequest(conversation: Conversation, context: Context): JsonObject {
  const own = metadataOf(conversation, context)
  const { tools: declared, toolChoice } = conversation
  const native = withExtras(
    {
      [own?.field === 'messages' ? 'messages' : 'prompt']: messages.encode(conversation.messages, context)
        .messages,
      ...encodeSettings(conversation, SETTINGS, own, context),
      tools: declared && tools.encode(declared, context),
      toolChoice: toolChoice && encodeChoice(tools.encodeChoice(toolChoice, context), own),
      [CARRIED]: carried(conversation, context),
    },
    own,
  )
  return writeNames(native, CAMEL_CASE, own?.spelling)
}

function encodeChoice(choice: JsonValue | undefined, own: OwnMetadata | undefined): JsonValue | undefined {
  const kept = own?.toolChoice
  if (!isObject(choice) || !isObject(kept)) return choice
  if (kept.form === 'word' && Object.keys(choice).length === 1) return choice.type
  const { native } = readNames(choice, CAMEL_CASE)
  return writeNames({ ...extraOf(kept), ...native }, CHOICE_NAMES, kept.spelling)
}
