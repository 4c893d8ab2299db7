import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectArray, isArray, isObject, numberOr, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, withMore } from '../../src/base/model/metadata.js'
import type { Conversation, Message } from '../../src/base/model/types.js'
import type { RequestCodec } from '../../src/codec/shape/codecs.js'
import { innerExtras, withExtras } from '../../src/codec/shape/fields.js'
import { generateRequest } from './family.js'
import { readNativeFrame, TURN_COMPLETE, writeFrame } from './frames.js'
import { asksByItself, decodeFrames, encodeFrames, isTurnComplete } from './messages.js'
import { inOpenApi, tools } from './tools.js'

/**
 * Decodes the client side of a session, `{clientEvents: […]}`: the setup is a request of generateContent
 * without contents, the other frames are messages.
 */
function decode(request: JsonObject, context: Context): Conversation {
  const all = expectArray(request.clientEvents, '/clientEvents')
  const isEndSaid = all.length > 1 && isTurnComplete(all.at(-1))
  const frames = isEndSaid ? all.slice(0, -1) : all
  const place = frames.findIndex(isSetup)
  const read = place === -1 ? undefined : readNativeFrame(frames[place] ?? null)
  const setup = isObject(read?.frame.setup) ? read.frame.setup : {}
  const conversation = generateRequest.decode(
    { ...setup, contents: [] },
    { ...context, path: '/clientEvents' },
  )
  const rest = place === -1 ? frames : frames.toSpliced(place, 1)
  const messages = decodeFrames(rest, { ...context, path: '/clientEvents' })
  const absent = [...(place === -1 ? ['setup'] : []), ...(isEndSaid ? [] : ['turnComplete'])]
  const event = read === undefined ? undefined : innerExtras(read.frame, { setup: 'object' })
  return withMore(
    { ...conversation, messages: [...conversation.messages, ...messages] },
    {
      place: place > 0 ? place : undefined,
      event: event || read?.snake ? compact({ ...event, snake: read?.snake }) : undefined,
      wrapper: innerExtras(request, { clientEvents: 'array' }),
      held: isHeld(messages) ? true : undefined,
      absent: absent.length === 0 ? undefined : absent,
    },
    context,
  )
}

function isSetup(frame: JsonValue): boolean {
  return isObject(frame) && isObject(frame.setup)
}

/** Returns true if results answer calls that only the server knows. */
function isHeld(messages: readonly Message[]): boolean {
  const called = new Set<string>()
  return messages.some(({ parts }) =>
    parts.some((part) => {
      if (part.type === 'tool-call') called.add(part.id)
      return part.type === 'tool-result' && !part.providerExecuted && !called.has(part.callId)
    }),
  )
}

function encode(conversation: Conversation, context: Context): JsonObject {
  const own = metadataOf(conversation, context)
  const { messages: frames, system } = encodeFrames(conversation.messages, context)
  const setup = encodeSetup(conversation, system, context)
  const all: JsonValue[] = [...frames]
  const event = isObject(own?.event) ? own.event : {}
  if (Object.keys(setup).length > 0 || !lacks(own?.absent, 'setup'))
    all.splice(numberOr(own?.place, 0), 0, writeFrame(withExtras({ setup }, event), event.snake))
  if (!lacks(own?.absent, 'turnComplete') && !asksByItself(frames.at(-1))) all.push(TURN_COMPLETE)
  return withExtras({ clientEvents: all }, own?.wrapper)
}

function lacks(absent: JsonValue | undefined, what: string): boolean {
  return isArray(absent) && absent.includes(what)
}

/**
 * Encodes the setup: the request of generateContent, with schemas in the form of sessions, and without a tool
 * choice.
 */
export function encodeSetup(
  conversation: Conversation,
  systemInstruction: JsonValue | undefined,
  context: Context,
): JsonObject {
  const { toolChoice, tools: declared, messages: _messages, ...settings } = conversation
  if (toolChoice !== undefined) tools.encodeChoice(toolChoice, context)
  const body = { ...settings, messages: [], ...(declared && { tools: inOpenApi(declared, context) }) }
  const { contents: _contents, ...setup } = generateRequest.encode(body, context)
  const own = metadataOf(conversation, context)
  const model = stringOr(setup.model, undefined)
  return compact({
    ...setup,
    model: own === undefined && model !== undefined ? fullName(model) : model,
    systemInstruction: systemInstruction ?? setup.systemInstruction,
  })
}

function fullName(model: string): string {
  return model.includes('/') ? model : `models/${model}`
}

export const request: RequestCodec = { decode, encode }
