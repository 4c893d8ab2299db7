import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import {
  expectArray,
  isArray,
  isObject,
  objectIn,
  objectOr,
  objectsIn,
  stringOr,
} from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf, type OwnMetadata, wireMetadata } from '../../src/base/model/metadata.js'
import type { Conversation, Message, ToolChoice } from '../../src/base/model/types.js'
import { CARRIED, carried, withCarried } from '../../src/codec/format/carry.js'
import type { RequestCodec } from '../../src/codec/shape/codecs.js'
import {
  anyOf,
  extraFields,
  type Fields,
  innerExtras,
  negligibleFields,
  wasAbsent,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { decodeSettings, encodeSettings } from '../../src/codec/shape/settings/settings-table.js'
import { decodeMessages, decodeSystem, type MessageForm, messagesFor } from './messages.js'
import { NEGLIGIBLE, SETTINGS } from './settings.js'
import { tools } from './tools.js'

const FIELDS: Fields = anyOf(['messages', 'prompt', 'instructions', 'system', 'tools', 'toolChoice'])
const FLAG = 'allowSystemInMessages'

/**
 * Creates the codec for call options of `generateText`, or of a model with a `prompt`. Both forms are
 * decoded.
 */
export function requestCodecFor(form: MessageForm): RequestCodec {
  return {
    decode: decodeRequest,
    encode: (conversation, context) => encodeRequest(conversation, form, context),
  }
}

function decodeRequest(request: JsonObject, context: Context): Conversation {
  const [native, kept] = withoutCarried(request)
  const field = native.messages === undefined && native.prompt !== undefined ? 'prompt' : 'messages'
  const list = native[field]
  const isText = typeof list === 'string'
  const history = isText ? [{ role: 'user', content: list }] : expectArray(list, `/${field}`)
  const beside = ['instructions', 'system'].find((name) => (native[name] ?? null) !== null)
  const settings = decodeSettings(native, SETTINGS, NEGLIGIBLE)
  const choice = decodeChoice(native, context)
  const extra = extraFields(settings.rest, {
    ...FIELDS,
    [field === 'prompt' ? 'messages' : 'prompt']: undefined,
    [beside === 'system' ? 'instructions' : 'system']: undefined,
    ...(choice?.toolChoice.type === 'allowed' && { activeTools: 'any' }),
  })
  const hasSystem = field === 'messages' && objectsIn(history).some(isInstruction)
  const conversation: Conversation = compact({
    ...settings.values,
    messages: [
      ...(beside === undefined
        ? []
        : decodeInstructions(native[beside] ?? '', { ...context, path: `/${beside}` })),
      ...decodeMessages(history, { ...context, path: `/${field}` }),
    ],
    tools:
      (native.tools ?? null) === null
        ? undefined
        : tools.decode(native.tools ?? [], { ...context, path: '/tools' }),
    toolChoice: choice?.toolChoice,
    providerMetadata: wireMetadata(context, {
      ...settings.metadata,
      extra,
      negligible: negligibleFields(extra, NEGLIGIBLE),
      form: isText ? 'text' : field === 'prompt' ? 'prompt' : undefined,
      field: beside === 'system' ? 'system' : undefined,
      toolChoice: choice?.kept,
      absent: hasSystem && native[FLAG] === undefined ? [FLAG] : undefined,
    }),
  })
  return withCarried(conversation, kept)
}

/** Separates carried data of other wires, which is nested deeper than settings. */
function withoutCarried(request: JsonObject): readonly [native: JsonObject, kept: JsonObject | undefined] {
  const options = objectIn(request.providerOptions)
  const slot = options[CARRIED]
  if (!isObject(slot) || !isObject(slot.providerMetadata)) return [request, undefined]
  const { providerMetadata, ...others } = slot
  const { [CARRIED]: _slot, ...namespaces } = options
  const rest = Object.keys(others).length === 0 ? namespaces : { ...namespaces, [CARRIED]: others }
  const { providerOptions: _options, ...native } = request
  return [
    Object.keys(rest).length === 0 ? native : { ...native, providerOptions: rest },
    { providerMetadata },
  ]
}

function decodeInstructions(value: JsonValue, context: Context): Message[] {
  if (!isArray(value)) return [decodeSystem(value, undefined, context)]
  return value.map((one, index) => decodeSystem(one, undefined, contextAt(context, index)))
}

/**
 * Returns true for a system message among the messages. The SDK allows system messages only with an option.
 */
function isInstruction({ role, content }: JsonObject): boolean {
  return role === 'system' && content !== undefined
}

interface DecodedChoice {
  readonly toolChoice: ToolChoice
  /** The data to keep: `word`, or the other fields of the choice. */
  readonly kept?: JsonValue | OwnMetadata | undefined
}

function decodeChoice(native: JsonObject, context: Context): DecodedChoice | undefined {
  const { toolChoice: value, activeTools } = native
  if (value === undefined || value === null) return undefined
  const choice = tools.decodeChoice(value, { ...context, path: '/toolChoice' })
  const kept = isObject(value) ? (innerExtras(value, { type: 'any', toolName: 'any' }) ?? {}) : undefined
  const isNarrow = choice.type === 'auto' || choice.type === 'required'
  if (!isNarrow || !isArray(activeTools)) return { toolChoice: choice, kept }
  const names = activeTools.map((name) => stringOr(name, ''))
  return { toolChoice: { type: 'allowed', mode: choice.type, names }, kept }
}

function encodeRequest(conversation: Conversation, form: MessageForm, context: Context): JsonObject {
  const metadata = metadataOf(conversation, context)
  const { messages, system } = messagesFor(form).encode(conversation.messages, context)
  const { toolChoice } = conversation
  const settings = encodeSettings(conversation, SETTINGS, metadata, context)
  const slot = carried(conversation, context)
  const options = objectOr(settings.providerOptions, objectIn(extra(metadata).providerOptions))
  const kept = slot && {
    providerOptions: { ...options, [CARRIED]: { ...objectIn(options[CARRIED]), ...slot } },
  }
  const field = form === 'prompt' || metadata?.form === 'prompt' ? 'prompt' : 'messages'
  const text = form === 'prompt' || metadata?.form !== 'text' ? undefined : bareText(messages)
  const isTold = field === 'messages' && form === 'model' && objectsIn(messages).some(isInstruction)
  return withExtras(
    {
      ...settings,
      ...kept,
      [metadata?.field === 'system' ? 'system' : 'instructions']: system,
      [text === undefined ? field : 'prompt']: text ?? messages,
      [FLAG]: isTold && !wasAbsent(metadata, FLAG) ? true : undefined,
      tools: conversation.tools === undefined ? undefined : tools.encode(conversation.tools, context),
      toolChoice: toolChoice && encodeChoice(toolChoice, metadata, form, context),
      activeTools: toolChoice?.type === 'allowed' ? toolChoice.names : undefined,
    },
    metadata,
  )
}

function extra(metadata: OwnMetadata | undefined): JsonObject {
  return isObject(metadata?.extra) ? metadata.extra : {}
}

function bareText([first, ...more]: JsonArray): string | undefined {
  const isBare =
    isObject(first) && more.length === 0 && first.role === 'user' && Object.keys(first).length === 2
  return isBare ? stringOr(first.content, undefined) : undefined
}

/** Encodes the tool choice: as a word for `generateText`, as an object for a model. */
function encodeChoice(
  choice: ToolChoice,
  metadata: OwnMetadata | undefined,
  form: MessageForm,
  context: Context,
): JsonValue | undefined {
  const native = tools.encodeChoice(choice, context)
  if (!isObject(native) || choice.type === 'opaque') return native
  const isWord = form !== 'prompt' && metadata?.toolChoice === undefined && choice.type !== 'tool'
  return isWord ? native.type : withExtras(native, metadata?.toolChoice)
}
