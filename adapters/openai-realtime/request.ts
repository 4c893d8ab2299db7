import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import {
  at,
  expectArray,
  isArray,
  isObject,
  numberOr,
  objectIn,
  objectsIn,
} from '../../src/base/json/read-json.js'
import { compact, equalJson } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf, metadataUnder, wireMetadata, withMore } from '../../src/base/model/metadata.js'
import type { Conversation, Message, Part, ToolDefinition } from '../../src/base/model/types.js'
import type { RequestCodec } from '../../src/codec/shape/codecs.js'
import {
  absentFields,
  extraFields,
  type Fields,
  innerExtras,
  negligibleFields,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { decodeSettings, encodeSettings } from '../../src/codec/shape/settings/settings-table.js'
import { soundType } from './content.js'
import { PCM } from './limits.js'
import { ASKING, decodeEvents, encodeEvents, isAsked, isPlainAsking } from './messages.js'
import { NEGLIGIBLE, SETTINGS } from './settings.js'
import { tools } from './tools.js'

const UPDATE = 'session.update'
const SESSION: Fields = { instructions: 'string', tool_choice: 'any', type: 'string' }
const TOOLS: Fields = { tools: 'array' }
const EVENT: Fields = { type: 'any', session: 'object' }
const REQUEST: Fields = { clientEvents: 'array' }

/**
 * Decodes the client side of a session, `{clientEvents: […]}`: the first session update contains the
 * settings, the instructions and the tools; the other events are messages.
 */
function decode(request: JsonObject, context: Context): Conversation {
  const all = expectArray(request.clientEvents, '/clientEvents')
  const last = all.at(-1)
  // The request for an answer at the end is the default and is not recorded.
  const isEndAsked = isObject(last) && isPlainAsking(last)
  const events = isEndAsked ? all.slice(0, -1) : all
  const place = events.findIndex(isUpdate)
  const update = events[place]
  const session = isObject(update) && isObject(update.session) ? update.session : {}
  const here = contextAt({ ...context, path: '' }, 'clientEvents')
  const said = decodeEvents(place === -1 ? events : events.toSpliced(place, 1), here)
  const messages = withSoundType(said, inputType(session))
  const settings = decodeSettings(session, SETTINGS, NEGLIGIBLE)
  const { tool_choice: choice } = session
  const declared = declaredTools(session, events, place, here)
  const hasTools = isArray(session.tools) && session.tools.length > 0
  const extra = extraFields(settings.rest, SESSION, hasTools ? TOOLS : undefined)
  return compact({
    ...settings.values,
    messages: [...instructionsIn(session, context), ...messages],
    tools: declared,
    toolChoice: (choice ?? null) === null ? undefined : tools.decodeChoice(choice ?? null, context),
    providerMetadata: wireMetadata(context, {
      ...settings.metadata,
      extra,
      negligible: negligibleFields(extra, NEGLIGIBLE),
      body: innerExtras(request, REQUEST),
      event: isObject(update) ? innerExtras(update, EVENT) : undefined,
      place: place > 0 ? place : undefined,
      held: isHeld(messages, context) ? true : undefined,
      absent: absentOf(session, place, isEndAsked),
    }),
  })
}

function isUpdate(event: JsonValue): boolean {
  return isObject(event) && event.type === UPDATE && isObject(event.session)
}

/** Returns the format of the user's audio. */
function inputType({ audio, input_audio_format: older }: JsonObject): string | undefined {
  return soundType(objectIn(objectIn(audio).input).format ?? older)
}

function withSoundType(messages: readonly Message[], mediaType: string | undefined): readonly Message[] {
  if (mediaType === undefined || mediaType === PCM) return messages
  const isSound = (part: Part) => part.type === 'media' && part.kind === 'audio'
  return messages.map((message) =>
    message.role === 'user' && message.parts.some(isSound)
      ? { ...message, parts: message.parts.map((part) => (isSound(part) ? { ...part, mediaType } : part)) }
      : message,
  )
}

/**
 * Returns true if the server stores model output between these events, including calls that results here
 * answer.
 */
function isHeld(messages: readonly Message[], context: Context): boolean {
  const called = new Set<string>()
  return messages.some(
    (message) =>
      message.parts.some((part) => {
        if (part.type === 'tool-call') called.add(part.id)
        return part.type === 'tool-result' && !part.providerExecuted && !called.has(part.callId)
      }) || isAsked(message, context),
  )
}

function absentOf(session: JsonObject, place: number, isEndAsked: boolean): readonly string[] | undefined {
  const absent = [
    ...(place === -1 ? [UPDATE] : (absentFields(session, SESSION, ['type']) ?? [])),
    ...(isEndAsked ? [] : ['response.create']),
  ]
  return absent.length === 0 ? undefined : absent
}

function instructionsIn({ instructions: text }: JsonObject, context: Context): Message[] {
  if (typeof text !== 'string') return []
  const providerMetadata = metadataUnder(context, { form: 'instructions' })
  return [{ role: 'system', parts: [{ type: 'text', text }], providerMetadata }]
}

/**
 * Returns the tools of the session. The model knows the tools of a later update from then on; a mark records
 * that the update is still among the events.
 */
function declaredTools(
  session: JsonObject,
  events: JsonArray,
  place: number,
  context: Context,
): readonly ToolDefinition[] | undefined {
  const first = isArray(session.tools)
    ? tools.decode(session.tools, { ...context, path: `${at(context.path, place)}/session/tools` })
    : undefined
  const later = laterTools(events.slice(place + 1), context)
  const names = new Set(first?.map(({ name }) => name))
  const added = later.filter(({ name }) => !names.has(name) && names.add(name))
  return first === undefined && added.length === 0 ? undefined : [...(first ?? []), ...added]
}

function laterTools(events: JsonArray, context: Context): ToolDefinition[] {
  return objectsIn(events).flatMap((event) => {
    if (!isUpdate(event) || !isObject(event.session) || !isArray(event.session.tools)) return []
    return tools
      .decode(event.session.tools, context)
      .map((tool) => (tool.type === 'function' ? withMore(tool, { later: true }, context) : tool))
  })
}

function encode(conversation: Conversation, context: Context): JsonObject {
  const own = metadataOf(conversation, context)
  const { messages: written, system } = encodeEvents(conversation.messages, context)
  const session = encodeSession(conversation, system, written, context)
  const events = [...written]
  const isSilent = Object.keys(session).every((name) => name === 'type') && lacks(own?.absent, UPDATE)
  if (!isSilent) events.splice(numberOr(own?.place, 0), 0, withExtras({ type: UPDATE, session }, own?.event))
  if (!lacks(own?.absent, ASKING.type)) events.push(ASKING)
  return withExtras({ clientEvents: events }, own?.body)
}

function lacks(absent: JsonValue | undefined, what: JsonValue | undefined): boolean {
  return isArray(absent) && what !== undefined && absent.includes(what)
}

function encodeSession(
  conversation: Conversation,
  instructions: JsonValue | undefined,
  written: JsonArray,
  context: Context,
): JsonObject {
  const own = metadataOf(conversation, context)
  const { toolChoice } = conversation
  return withExtras(
    {
      ...encodeSettings(conversation, SETTINGS, own, context),
      instructions,
      tools: declaredFirst(conversation, written, context),
      tool_choice: toolChoice && tools.encodeChoice(toolChoice, context),
    },
    own,
    { type: 'realtime' },
  )
}

/** Returns the tools except those that a later event still adds unchanged. */
function declaredFirst(
  { tools: all }: Conversation,
  written: JsonArray,
  context: Context,
): JsonValue | undefined {
  if (all === undefined) return undefined
  const isLater = (tool: ToolDefinition) =>
    tool.type === 'function' && metadataOf(tool, context)?.later === true
  if (!all.some(isLater)) return tools.encode(all, context)
  const still = laterTools(written, { ...context, path: '' })
  const first = all.filter(
    (tool) =>
      !isLater(tool) || !still.some((other) => equalJson({ ...asPlain(other) }, { ...asPlain(tool) })),
  )
  return first.length === 0 ? undefined : tools.encode(first, context)
}

function asPlain(tool: ToolDefinition): JsonObject {
  return tool.type === 'function' ? compact({ name: tool.name, description: tool.description }) : {}
}

export const request: RequestCodec = { decode, encode }
