import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectArray, isArray, isObject, objectOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, type OwnMetadata, wireMetadata } from '../../src/base/model/metadata.js'
import type { Conversation } from '../../src/base/model/types.js'
import { CARRIED, carried, withCarried } from '../../src/codec/format/carry.js'
import type { RequestCodec } from '../../src/codec/shape/codecs.js'
import {
  extraFields,
  type Fields,
  innerExtras,
  negligibleFields,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { dropSwitches } from '../../src/codec/shape/losses.js'
import {
  type DecodedSettings,
  decodeSettings,
  encodeSettings,
} from '../../src/codec/shape/settings/settings-table.js'
import { messages } from './messages.js'
import { decodeRound, encodeRound } from './round.js'
import { NEGLIGIBLE, SETTINGS, UNSET } from './settings.js'
import { tools } from './tools.js'

const FIELDS: Fields = {
  messages: 'array',
  config: 'object',
  current_tool_round: 'object',
  [CARRIED]: 'object',
}
const CONFIG_FIELDS: Fields = { tools: 'array', tool_choice: 'any' }
const NOTHING: JsonObject = {}

export const request: RequestCodec = { decode: decodeRequest, encode: encodeRequest }

function decodeRequest(native: JsonObject, context: Context): Conversation {
  const config = objectOr(native.config, NOTHING)
  const { response_schema: schema } = native
  const settings = decodeSettings(
    compact({ ...config, response_schema: schema ?? undefined }),
    SETTINGS,
    NEGLIGIBLE,
  )
  const { tools: declared, tool_choice: choice = null } = config
  const history = messages.decode(expectArray(native.messages, '/messages'), {
    ...context,
    path: '/messages',
  })
  const { response_schema: _schema, ...others } = native
  const isRead = isObject(schema) && settings.rest.response_schema === undefined
  const conversation: Conversation = compact({
    ...settings.values,
    messages: [
      ...history,
      ...decodeRound(native.current_tool_round, { ...context, path: '/current_tool_round' }),
    ],
    tools:
      isArray(declared) && declared.length > 0
        ? tools.decode(declared, { ...context, path: '/config/tools' })
        : undefined,
    toolChoice:
      choice === null ? undefined : tools.decodeChoice(choice, { ...context, path: '/config/tool_choice' }),
    providerMetadata: wireMetadata(context, {
      forms: settings.metadata.forms,
      extra: extraFields(isRead ? others : native, FIELDS),
      absent: ['response_schema', 'config'].filter((name) => !(name in native)),
      config: isObject(native.config) ? decodeConfig(native.config, settings) : undefined,
      toolChoice:
        isObject(choice) && 'Specific' in choice ? innerExtras(choice, { Specific: 'any' }) : undefined,
    }),
  })
  return withCarried(conversation, native[CARRIED])
}

/** Keeps the other fields of the configuration, only for this format. */
function decodeConfig(config: JsonObject, { rest, metadata }: DecodedSettings): JsonObject {
  const { response_schema: _schema, ...others } = rest
  const extra = extraFields(others, CONFIG_FIELDS)
  return compact({
    extra,
    absent: Object.keys(UNSET).filter((name) => !(name in config)),
    negligible: negligibleFields(extra, NEGLIGIBLE),
    groups: metadata.groups,
  })
}

function encodeRequest(conversation: Conversation, context: Context): JsonObject {
  const own = metadataOf(conversation, context)
  const config = objectOr(own?.config, undefined)
  dropSwitches(conversation, 'the client', context)
  const { response_schema, ...settings } = encodeSettings(
    conversation,
    SETTINGS,
    { ...own, groups: config?.groups },
    context,
  )
  const { tools: declared, toolChoice } = conversation
  const fresh = compact({
    ...settings,
    tools: declared && tools.encode(declared, context),
    tool_choice: toolChoice && encodeChoice(tools.encodeChoice(toolChoice, context), own),
  })
  const isNeeded = config !== undefined || Object.keys(fresh).length > 0
  const { history, round } = encodeRound(conversation.messages, context)
  return withExtras(
    {
      messages: messages.encode(history, context).messages,
      response_schema,
      config: isNeeded ? withExtras(fresh, config, UNSET) : undefined,
      current_tool_round: round,
      [CARRIED]: carried(conversation, context),
    },
    own,
    { response_schema: null, config: null },
  )
}

function encodeChoice(choice: JsonValue | undefined, own: OwnMetadata | undefined): JsonValue | undefined {
  return isObject(choice) && 'Specific' in choice ? withExtras(choice, own?.toolChoice) : choice
}
