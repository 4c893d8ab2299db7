import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, isArray, isObject, objectOr, wrongType } from '../../src/base/json/read-json.js'
import { compact, equalJson, stringifyJson } from '../../src/base/json/write-json.js'
import { type Context, createContext } from '../../src/base/model/context.js'
import { systemMessage } from '../../src/base/model/create.js'
import { metadataOf, type OwnMetadata, wireMetadata } from '../../src/base/model/metadata.js'
import type { Conversation, Message } from '../../src/base/model/types.js'
import type { RequestCodec } from '../../src/codec/shape/codecs.js'
import {
  absentFields,
  extraFields,
  extraOf,
  type Fields,
  negligibleFields,
  withExtras,
} from '../../src/codec/shape/fields.js'
import {
  type DecodedSettings,
  decodeSettings,
  encodeSettings,
} from '../../src/codec/shape/settings/settings-table.js'
import { bareText, messages } from './messages.js'
import { NEGLIGIBLE, SETTINGS } from './settings.js'
import { tools } from './tools.js'

const FIELDS: Fields = { input: 'any', system_instruction: 'string', tools: 'array' }
const CONFIG = 'generation_config'
const CHOICE = 'tool_choice'

export const request: RequestCodec = { decode, encode }

function decode(native: JsonObject, context: Context): Conversation {
  const { system_instruction: system, tools: declared } = native
  const { choice, rest } = withoutChoice(native)
  const settings = decodeSettings(rest, SETTINGS, NEGLIGIBLE)
  const opened = choice === undefined ? settings : withGroup(settings)
  const extra = extraFields(opened.rest, FIELDS)
  const [history, form] = decodeInput(native.input, { ...context, path: '/input' })
  // System text before the first message is the `system_instruction`.
  const instructions = typeof system === 'string' ? [systemMessage(system)] : []
  const toolChoice =
    choice === undefined
      ? undefined
      : tools.decodeChoice(choice, { ...context, path: `/${CONFIG}/${CHOICE}` })
  const isUsual = toolChoice && equalJson(tools.encodeChoice(toolChoice, createContext(context.wire)), choice)
  return compact({
    ...settings.values,
    messages: [...instructions, ...history],
    tools: isArray(declared) ? tools.decode(declared, { ...context, path: '/tools' }) : undefined,
    toolChoice,
    providerMetadata: wireMetadata(context, {
      ...opened.metadata,
      form,
      extra,
      negligible: negligibleFields(extra, NEGLIGIBLE),
      toolChoice: isUsual || choice === undefined ? undefined : keptChoice(choice),
      absent: absentFields(native, FIELDS, ['input']),
    }),
  })
}

/** Separates the tool choice from the other settings. */
function withoutChoice(native: JsonObject): { readonly choice?: JsonValue; readonly rest: JsonObject } {
  const config = native[CONFIG]
  if (!isObject(config) || (config[CHOICE] ?? null) === null) return { rest: native }
  const { [CHOICE]: choice, ...others } = config
  return { ...(choice !== undefined && { choice }), rest: { ...native, [CONFIG]: others } }
}

/**
 * Keeps the other fields of the group, if no setting was read from it: encoding puts the choice back into the
 * group.
 */
function withGroup(settings: DecodedSettings): Pick<DecodedSettings, 'rest' | 'metadata'> {
  const { [CONFIG]: config, ...rest } = settings.rest
  if (!isObject(config)) return settings
  const groups = objectOr(settings.metadata.groups, {})
  return { rest, metadata: { ...settings.metadata, groups: { ...groups, [CONFIG]: { extra: config } } } }
}

/** Decodes the history, and returns its form: a text, one content, or a list of steps or contents. */
function decodeInput(
  input: JsonValue | undefined,
  context: Context,
): readonly [Message[], 'text' | 'content' | undefined] {
  if (input === undefined || input === null) return [[], undefined]
  if (isArray(input)) return [messages.decode(input, context), undefined]
  if (isObject(input)) return [messages.decode([input], context), 'content']
  if (typeof input !== 'string') throw wrongType('a string, an object or an array', input, context.path)
  return [[{ role: 'user', parts: [{ type: 'text', text: input }] }], 'text']
}

function encode(conversation: Conversation, context: Context): JsonObject {
  const own = metadataOf(conversation, context)
  const encoded = messages.encode(conversation.messages, context)
  const declared = conversation.tools
  return withExtras(
    {
      ...encodeChosen(conversation, own, context),
      system_instruction: encoded.system,
      tools: declared && tools.encode(declared, context),
      input: encoded.messages.length === 0 ? undefined : encodeInput(encoded.messages, own),
    },
    own,
    { input: [] },
  )
}

/** Encodes the settings, including the tool choice. */
function encodeChosen(
  conversation: Conversation,
  own: OwnMetadata | undefined,
  context: Context,
): JsonObject {
  const settings = encodeSettings(conversation, SETTINGS, own, context)
  const { toolChoice } = conversation
  if (toolChoice === undefined) return settings
  const { [CHOICE]: kept } = extraOf(own?.toolChoice)
  const isKept =
    kept !== undefined &&
    equalJson(asJson(tools.decodeChoice(kept, createContext(context.wire))), asJson(toolChoice))
  const choice = isKept ? kept : tools.encodeChoice(toolChoice, context)
  if (choice === undefined) return settings
  const config = settings[CONFIG]
  return { ...settings, [CONFIG]: { ...(isObject(config) ? config : {}), [CHOICE]: choice } }
}

/**
 * Keeps the native choice. Losing enforced schemas on another wire is reported, losing only the form is not.
 */
function keptChoice(choice: JsonValue): JsonObject {
  const isValidated = /"validated"/.test(stringifyJson(choice))
  return { extra: { [CHOICE]: choice }, ...(!isValidated && { negligible: [CHOICE] }) }
}

function encodeInput(native: JsonArray, own: OwnMetadata | undefined): JsonValue {
  const [only = null, ...others] = native
  if (own?.form === 'content' && others.length === 0) return only
  return (own?.form === 'text' ? bareText(native) : undefined) ?? native
}
