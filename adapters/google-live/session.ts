import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { arrayOr, isArray, isObject, objectIn, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { type Context, inform } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { Conversation, Message } from '../../src/base/model/types.js'
import type { StreamEncoder } from '../../src/codec/stream/codec.js'
import type {
  SessionAction,
  SessionCodec,
  SessionDecoder,
  SessionEncoder,
  SessionEvent,
} from '../../src/codec/stream/session-codec.js'
import { readNativeFrame, TURN_COMPLETE } from './frames.js'
import { decodeFrames, encodeFrames, encodeResults } from './messages.js'
import { encodeSetup, request } from './request.js'
import { LiveDecoder } from './stream.js'
import { streamEncoder } from './stream-encoder.js'

const NONE: readonly never[] = []

/** Decodes server frames of a session. */
class ServerDecoder implements SessionDecoder<SessionEvent> {
  readonly #turns: LiveDecoder
  /** Number of user utterances, which have no ids. */
  #sayings = 0
  #isSaying = false

  constructor(context: Context) {
    this.#turns = new LiveDecoder(context, true)
  }

  push(native: JsonValue): readonly SessionEvent[] {
    const { frame } = readNativeFrame(native) ?? {}
    if (frame === undefined) return NONE
    const content = objectIn(frame.serverContent)
    const heard = this.#heard(objectIn(content.inputTranscription), content)
    const beside = besideOf(frame, content)
    return [...heard, ...beside, ...this.#turns.push(native)]
  }

  finish(): readonly SessionEvent[] {
    return this.#turns.isOpen ? this.#turns.finish() : NONE
  }

  #heard({ text }: JsonObject, { modelTurn, outputTranscription }: JsonObject): readonly SessionEvent[] {
    // Output of the model ends the user's utterance.
    if (isObject(modelTurn) || isObject(outputTranscription)) this.#isSaying = false
    if (typeof text !== 'string') return NONE
    if (!this.#isSaying) this.#sayings += 1
    this.#isSaying = true
    return [{ type: 'input-text', id: `saying_${this.#sayings}`, text, isWhole: false }]
  }
}

/** Returns events between the answers. */
function besideOf(frame: JsonObject, content: JsonObject): SessionEvent[] {
  const { setupComplete, toolCallCancellation, goAway, sessionResumptionUpdate: resumption } = frame
  const events: SessionEvent[] = []
  if (isObject(setupComplete))
    events.push(compact({ type: 'session-ready' as const, id: stringOr(setupComplete.sessionId, undefined) }))
  if (content.interrupted === true) events.push({ type: 'interrupted' })
  if (isObject(toolCallCancellation)) {
    const ids = arrayOr(toolCallCancellation.ids, [])
    events.push({
      type: 'calls-cancelled',
      callIds: ids.flatMap((id) => (typeof id === 'string' ? [id] : [])),
    })
  }
  if (isObject(goAway))
    events.push(compact({ type: 'session-ending' as const, millisecondsLeft: milliseconds(goAway.timeLeft) }))
  if (isObject(resumption)) {
    const handle = resumption.resumable === true ? stringOr(resumption.newHandle, undefined) : undefined
    events.push({ type: 'resumption', handle })
  }
  return events
}

/** Parses a duration of protocol buffers: `10s`, `1.5s`. */
function milliseconds(time: JsonValue | undefined): number | undefined {
  const seconds = typeof time === 'string' && time.endsWith('s') ? Number(time.slice(0, -1)) : Number.NaN
  return Number.isFinite(seconds) ? Math.round(seconds * 1000) : undefined
}

/** Encodes server frames of a session. */
class ServerEncoder implements SessionEncoder<SessionEvent> {
  readonly #context: Context
  readonly #turns: StreamEncoder

  constructor(context: Context) {
    this.#context = context
    this.#turns = streamEncoder(context)
  }

  push(event: SessionEvent): readonly JsonObject[] {
    switch (event.type) {
      case 'session-ready':
        return [{ setupComplete: compact({ sessionId: event.id }) }]
      case 'input-text':
        return [{ serverContent: { inputTranscription: { text: event.text } } }]
      case 'interrupted':
        // The end of the turn repeats this mark.
        return [{ serverContent: { interrupted: true } }]
      case 'calls-cancelled':
        return [{ toolCallCancellation: { ids: event.callIds } }]
      case 'session-ending': {
        const { millisecondsLeft: left } = event
        return [{ goAway: compact({ timeLeft: left === undefined ? undefined : `${left / 1000}s` }) }]
      }
      case 'resumption':
        return [
          {
            sessionResumptionUpdate: compact({
              newHandle: event.handle,
              resumable: event.handle !== undefined,
            }),
          },
        ]
      case 'message-added':
        return unsaid('what the client wrote', this.#context)
      case 'respond-refused':
        return unsaid('a refused request for an answer', this.#context)
      default:
        return this.#turns.push(event).flatMap(({ data }) => (isObject(data) ? [data] : []))
    }
  }
}

function unsaid(what: string, context: Context): readonly never[] {
  inform('session-event-dropped', `sessions of this wire cannot express ${what}; it is left out`, context)
  return NONE
}

/** Decodes client frames of a session. */
class ClientDecoder implements SessionDecoder<SessionAction> {
  constructor(private readonly context: Context) {}

  push(native: JsonValue): readonly SessionAction[] {
    const { frame } = readNativeFrame(native) ?? {}
    if (frame === undefined) return NONE
    if (isObject(frame.setup)) return [this.#opened(native, objectIn(frame.setup))]
    if (isObject(frame.contextUpdate)) return [this.#updated(frame.contextUpdate)]
    if (isObject(frame.realtimeInput)) return this.#input(frame.realtimeInput, native)
    return this.#said(native, objectIn(frame.clientContent).turnComplete === true)
  }

  finish(): readonly SessionAction[] {
    return NONE
  }

  #opened(native: JsonValue, { sessionResumption }: JsonObject): SessionAction {
    const conversation = request.decode({ clientEvents: [native] }, this.context)
    const handle = stringOr(objectIn(sessionResumption).handle, undefined)
    return compact({ type: 'open' as const, conversation, handle })
  }

  #updated({ tools, systemInstruction }: JsonObject): SessionAction {
    const setup = compact({ systemInstruction, tools: isObject(tools) ? tools.tools : undefined })
    return { type: 'update', conversation: request.decode({ clientEvents: [{ setup }] }, this.context) }
  }

  #input(input: JsonObject, native: JsonValue): readonly SessionAction[] {
    if (input.audioStreamEnd === true || isObject(input.activityEnd)) return [{ type: 'input-end' }]
    const [message] = decodeFrames([native], { ...this.context, path: '' })
    const part = message?.parts[0]
    if (part?.type === 'media') return [{ type: 'input', part }]
    if (message === undefined || part?.type !== 'text') return unsaid('this input', this.context)
    return [{ type: 'messages', messages: [message] }, { type: 'respond' }]
  }

  #said(native: JsonValue, asks: boolean): readonly SessionAction[] {
    const messages = decodeFrames([native], { ...this.context, path: '' })
    const results = messages.flatMap((message) =>
      metadataOf(message, this.context)?.form === 'toolResponse'
        ? message.parts.filter((part) => part.type === 'tool-result')
        : [],
    )
    if (results.length > 0) return [{ type: 'results', results }]
    const said = messages.filter((message) => metadataOf(message, this.context)?.form !== 'frame')
    const actions: SessionAction[] = said.length === 0 ? [] : [{ type: 'messages', messages: said }]
    return asks ? [...actions, { type: 'respond' }] : actions
  }
}

/** Encodes client frames of a session. */
class ClientEncoder implements SessionEncoder<SessionAction> {
  /** True if the model continues automatically after the latest message. */
  #goesOn = false

  constructor(private readonly context: Context) {}

  push(action: SessionAction): readonly JsonObject[] {
    const before = this.#goesOn
    this.#goesOn =
      action.type === 'results' || action.type === 'input' || (action.type === 'input-end' && before)
    switch (action.type) {
      case 'open':
        return this.#opened(action.conversation, action.handle)
      case 'update':
        return [this.#updated(action.conversation)]
      case 'messages':
        return this.#written(action.messages)
      case 'input':
        return this.#input(action.part)
      case 'input-end':
        return [{ realtimeInput: { audioStreamEnd: true } }]
      case 'results':
        return objectsIn(encodeResults(action.results, this.context))
      case 'respond':
        return before ? NONE : [TURN_COMPLETE]
      case 'cancel':
        return unsaid('stopping an answer', this.context)
    }
  }

  #opened(conversation: Conversation, handle: string | undefined): readonly JsonObject[] {
    const { messages, system } = encodeFrames(conversation.messages, this.context)
    const setup = encodeSetup(conversation, system, this.context)
    const resumed = handle === undefined ? setup : { ...setup, sessionResumption: { handle } }
    return [{ setup: resumed }, ...objectsIn(messages)]
  }

  #updated(conversation: Conversation): JsonObject {
    const { system } = encodeFrames(conversation.messages, this.context)
    const { tools, systemInstruction } = encodeSetup(conversation, system, this.context)
    return {
      contextUpdate: compact({ systemInstruction, tools: isArray(tools) ? { tools } : undefined }),
    }
  }

  /** Encodes messages as frames that do not request an answer: `respond` does that. */
  #written(messages: readonly Message[]): readonly JsonObject[] {
    const { messages: frames, system } = encodeFrames(messages, this.context)
    const instructions: JsonObject[] =
      system === undefined ? [] : [{ contextUpdate: { systemInstruction: system } }]
    return [...instructions, ...objectsIn(frames).map(unasked)]
  }

  #input(part: Extract<SessionAction, { type: 'input' }>['part']): readonly JsonObject[] {
    const { kind, source, mediaType = '' } = part
    if (source.type !== 'data') return unsaid('media that are not data', this.context)
    const field = kind === 'audio' ? 'audio' : 'video'
    return [{ realtimeInput: { [field]: { mimeType: mediaType, data: source.data } } }]
  }
}

function unasked(frame: JsonObject): JsonObject {
  const { clientContent } = frame
  return isObject(clientContent) ? { clientContent: { ...clientContent, turnComplete: false } } : frame
}

/** Live sessions of the wire. */
export const session: SessionCodec = {
  serverDecoder: (context) => new ServerDecoder(context),
  serverEncoder: (context) => new ServerEncoder(context),
  clientDecoder: (context) => new ClientDecoder(context),
  clientEncoder: (context) => new ClientEncoder(context),
}
