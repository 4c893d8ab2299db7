import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { expectArray, expectObject, isArray, isObject, objectIn } from '../../base/json/read-json.js'
import { compact, unlessEmpty } from '../../base/json/write-json.js'
import { type Context, contextAt } from '../../base/model/context.js'
import { metadataOf, opaque, wireMetadata } from '../../base/model/metadata.js'
import type { Conversation, Message, Part, Role, TextPart } from '../../base/model/types.js'
import { choicesOf } from '../shape/choices.js'
import type { MessagesCodec, RequestCodec, ToolsCodec } from '../shape/codecs.js'
import { extraFields, type Fields, metadataFor, withExtras } from '../shape/fields.js'
import { dropSwitches } from '../shape/losses.js'
import { number, text, texts } from '../shape/settings/forms.js'
import { decodeSettings, encodeSettings, type SettingsTable } from '../shape/settings/settings-table.js'
import type { Limits } from '../wire/limits.js'
import { CARRIED, carried, withCarried } from './carry.js'
import { joinPieces, type ReadPiece, type SplitForm, splitMessages } from './split-messages.js'
import { storeLimits } from './store-limits.js'

// Codecs for logs of systems with separate calls and results. This log is a list of entries; each entry has
// one element, so there are no messages of several parts.

/** One entry of a log. */
export interface Entry<Placed extends Part> {
  /** The role of the entry. */
  readonly role: Role
  /** The content of the entry. */
  readonly part: Placed
  /** True for a result of a form without a field for the name of its tool. Default: false. */
  readonly isNameless?: true
}

/** The form of each kind of entry in a format. */
export interface EntryForm<Placed extends Part> {
  /** Decodes an entry. Undefined for unknown entries, which are kept unchanged. */
  decode(native: JsonObject, context: Context): Entry<Placed> | undefined
  /** Encodes the entry of a part. */
  encode(part: Placed | TextPart, role: Role, context: Context): JsonObject
  /**
   * Returns the data without a field in the entry.
   * @param isNamed true if an earlier call determines the name of the result.
   */
  carried(part: Placed | TextPart, isNamed: boolean, context: Context): JsonObject | undefined
  /**
   * Returns true if the format has an entry for the part; other parts are carried in the slot of a neighbor.
   */
  isPlaced(part: Part): part is Placed
}

/** Creates the messages codec of a log of entries. Consecutive calls, or results, are one turn. */
export function entryMessages<Placed extends Part>(form: EntryForm<Placed>): MessagesCodec {
  const split: SplitForm<Placed> = {
    isPlaced: form.isPlaced,
    read: (value, context) => readEntry(form, value, context),
    writer:
      (context) =>
      (part, _more, { role, isNamed, slot, path }) => {
        const all = unlessEmpty({ ...form.carried(part, isNamed, context), ...slot })
        const entry = form.encode(part, role, { ...context, path })
        return all === undefined ? entry : { ...entry, [CARRIED]: all }
      },
  }
  return {
    ...splitMessages(split),
    decode(native, context) {
      const pieces = native.map((value, index) => readEntry(form, value, contextAt(context, index)))
      const lost = new Map<Part, boolean>()
      for (const { parts, slot, isNameless = false } of pieces)
        for (const part of parts)
          if (part.type === 'tool-result' && part.minted === true && slot.minted !== true)
            lost.set(part, isNameless)
      return pairByName(joinPieces(pieces, context), lost)
    },
  }
}

function readEntry<Placed extends Part>(
  form: EntryForm<Placed>,
  value: JsonValue,
  context: Context,
): ReadPiece & Pick<Entry<Part>, 'isNameless'> {
  const { path } = context
  const native = expectObject(value, path)
  const entry = form.decode(native, context)
  if (entry === undefined) return { role: 'user', parts: [opaque(native, context)], slot: {}, path }
  const { part, ...rest } = entry
  return { ...rest, parts: [part], slot: objectIn(native[CARRIED]), path: `${path}/${CARRIED}` }
}

/**
 * Pairs results without a call id with the first open call of their tool; in a form without tool names, with
 * the first open call of any tool. An empty name counts as a name.
 * @param lost the results without a call id; the value is true if the form of the result has no tool names.
 */
function pairByName(messages: readonly Message[], lost: ReadonlyMap<Part, boolean>): Message[] {
  const open: { readonly id: string; readonly name: string }[] = []
  return messages.map((message) => {
    let isChanged = false
    const parts = message.parts.map((part) => {
      if (part.type === 'tool-call') open.push(part)
      if (part.type !== 'tool-result') return part
      const known = open.findIndex(({ id }) => id === part.callId)
      const isLost = known === -1 && lost.has(part)
      const index = isLost
        ? open.findIndex(({ name }) => name === part.name || lost.get(part) === true)
        : known
      const [call] = index === -1 ? [] : open.splice(index, 1)
      if (call === undefined || !isLost) return part
      isChanged = true
      return { ...part, callId: call.id, name: part.name || call.name }
    })
    return isChanged ? { ...message, parts } : message
  })
}

const TEXT_FIELDS: Fields = { role: 'string', content: 'string', [CARRIED]: 'object' }

/**
 * Decodes an entry with a role and a text; undefined for any other entry.
 * @param roles canonical roles by native role. An unknown role is kept and decoded as `user`.
 */
export function decodeEntryText(
  native: JsonObject,
  roles: Readonly<Record<string, Role>>,
  context: Context,
): Entry<TextPart> | undefined {
  const { role, content } = native
  if (typeof role !== 'string' || typeof content !== 'string') return undefined
  const known = Object.hasOwn(roles, role) ? roles[role] : undefined
  const providerMetadata = metadataFor(native, TEXT_FIELDS, context, { role: known ? undefined : role })
  const part: TextPart = compact({ type: 'text' as const, text: content, providerMetadata })
  return { role: known ?? 'user', part: withCarried(part, native[CARRIED]) }
}

/**
 * The settings of a log. Logs have no requests, so settings are stored next to the log under canonical names.
 */
const SETTINGS: SettingsTable = {
  model: [text('model')],
  maxOutputTokens: [number('maxOutputTokens')],
  temperature: [number('temperature')],
  topP: [number('topP')],
  topK: [number('topK')],
  stop: [texts('stop')],
  stream: 'elsewhere',
  parallelToolCalls: 'elsewhere',
  seed: [number('seed')],
  frequencyPenalty: [number('frequencyPenalty')],
  presencePenalty: [number('presencePenalty')],
  endUser: [text('endUser')],
  cacheKey: [text('cacheKey')],
}
const FIELDS: Fields = { messages: 'array', tools: 'array', toolChoice: 'object', [CARRIED]: 'object' }

/** Creates the codec of a log with the available tools. */
export function entryRequest(messages: MessagesCodec, tools: ToolsCodec): RequestCodec {
  return {
    decode(native, context) {
      const settings = decodeSettings(native, SETTINGS, {})
      const isList = native.messages === undefined && isArray(native.tools)
      const conversation: Conversation = compact({
        ...settings.values,
        messages: isList
          ? []
          : messages.decode(expectArray(native.messages, '/messages'), { ...context, path: '/messages' }),
        tools: isArray(native.tools) ? tools.decode(native.tools, { ...context, path: '/tools' }) : undefined,
        toolChoice: isObject(native.toolChoice)
          ? tools.decodeChoice(native.toolChoice, { ...context, path: '/toolChoice' })
          : undefined,
        providerMetadata: wireMetadata(context, {
          ...settings.metadata,
          extra: extraFields(settings.rest, FIELDS),
          absent: isList ? ['messages'] : undefined,
        }),
      })
      return withCarried(conversation, native[CARRIED])
    },
    encode(conversation, context) {
      const own = metadataOf(conversation, context)
      const { toolChoice } = conversation
      dropSwitches(conversation, 'the caller', context)
      const encoded = messages.encode(conversation.messages, context).messages
      const isList = own?.absent !== undefined && encoded.length === 0
      return withExtras(
        {
          ...encodeSettings(conversation, SETTINGS, own, context),
          messages: isList ? undefined : encoded,
          tools: conversation.tools && tools.encode(conversation.tools, context),
          toolChoice: toolChoice && tools.encodeChoice(toolChoice, context),
          [CARRIED]: carried(conversation, context),
        },
        own,
      )
    },
  }
}

/** The tool choice in canonical values. */
export const entryChoice = /* @__PURE__ */ choicesOf({
  words: { auto: { type: 'auto' }, none: { type: 'none' }, required: { type: 'required' } },
  named: [(name) => ({ type: 'tool', name })],
  allowed: (mode, names) => ({ type: 'allowed', mode, names }),
  listed: (name) => name,
  isExact: true,
})

/** Limits of logs: nothing is rejected, since data without an entry is carried by another entry. */
export const logLimits: Limits = { ...storeLimits, parallelSwitch: false, modelOutsideBody: true }
