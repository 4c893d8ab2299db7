import type { JsonObject } from '../../src/base/json/json-types.js'
import { expectArray, isArray } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, wireMetadata } from '../../src/base/model/metadata.js'
import type { Conversation, ToolDefinition } from '../../src/base/model/types.js'
import type { RequestCodec } from '../../src/codec/shape/codecs.js'
import {
  extraFields,
  type Fields,
  negligibleFields,
  type ReadFields,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { decodeSettings, encodeSettings } from '../../src/codec/shape/settings/settings-table.js'
import { messages } from './messages.js'
import { NEGLIGIBLE, SETTINGS } from './settings.js'
import { dropStrict, isStrict, markStrict } from './strict.js'
import { tools } from './tools.js'

const FIELDS: Fields = { messages: 'any', tools: 'array', tool_choice: 'any' }

export const request: RequestCodec = { decode: decodeRequest, encode: encodeRequest }

function decodeRequest(native: JsonObject, context: Context): Conversation {
  const settings = decodeSettings(native, SETTINGS, NEGLIGIBLE)
  const taken: ReadFields = {}
  const { tool_choice: choice } = native
  const definitions = decodeTools(native, taken, context)
  const extra = extraFields(settings.rest, FIELDS, taken)
  return compact({
    ...settings.values,
    messages: messages.decode(expectArray(native.messages, '/messages'), { ...context, path: '/messages' }),
    tools: definitions,
    toolChoice:
      choice === undefined || choice === null
        ? undefined
        : tools.decodeChoice(choice, { ...context, path: '/tool_choice' }),
    providerMetadata: wireMetadata(context, {
      ...settings.metadata,
      extra,
      negligible: negligibleFields(extra, NEGLIGIBLE),
    }),
  })
}

/** `strict_tools` applies to all functions. Without functions it stays an extra field. */
function decodeTools(
  native: JsonObject,
  taken: ReadFields,
  context: Context,
): readonly ToolDefinition[] | undefined {
  if (!isArray(native.tools)) return undefined
  const definitions = tools.decode(native.tools, { ...context, path: '/tools' })
  if (native.strict_tools !== true) return definitions
  const strict = markStrict(definitions)
  if (isStrict(strict)) taken.strict_tools = 'any'
  return strict
}

function encodeRequest(conversation: Conversation, context: Context): JsonObject {
  const own = metadataOf(conversation, context)
  const { tools: definitions, toolChoice } = conversation
  const strict = definitions !== undefined && isStrict(definitions)
  if (!strict) dropStrict(definitions ?? [], 'only all tools together can be strict', context)
  return withExtras(
    {
      ...encodeSettings(conversation, SETTINGS, own, context),
      messages: messages.encode(conversation.messages, context).messages,
      tools: definitions && tools.encode(definitions, context),
      strict_tools: strict || undefined,
      tool_choice: toolChoice && tools.encodeChoice(toolChoice, context),
    },
    own,
  )
}
