import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { arrayOr, isObject, objectIn, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { type Context, inform } from '../../src/base/model/context.js'
import type { StreamEvent } from '../../src/base/model/events.js'
import type { Message } from '../../src/base/model/types.js'
import type { StreamEncoder } from '../../src/codec/stream/codec.js'
import type {
  SessionAction,
  SessionCodec,
  SessionDecoder,
  SessionEncoder,
  SessionEvent,
} from '../../src/codec/stream/session-codec.js'
import { content, sound, soundType } from './content.js'
import { ItemMessages, nonEmpty } from './family.js'
import { ASKING, decodeEvents, encodeEvents, encodeResults } from './messages.js'
import { request } from './request.js'
import { RealtimeDecoder } from './stream.js'
import { turnsEncoder } from './stream-encoder.js'

const NONE: readonly never[] = []
const TRANSCRIPTION = 'conversation.item.input_audio_transcription'

/** Speech detection may have started an answer before a `response.create` arrived. */
const ANSWER_RUNS = 'conversation_already_has_active_response'

const REFUSED: JsonObject = {
  type: 'invalid_request_error',
  code: ANSWER_RUNS,
  message: 'Conversation already has an active response in progress.',
  param: null,
  event_id: null,
}

/** Decodes the server's events of a session. */
class ServerDecoder implements SessionDecoder<SessionEvent> {
  readonly #context: Context
  readonly #turns: RealtimeDecoder
  /** Ids of reported items. The server announces an item once or twice, under two event names. */
  readonly #added = new Set<string>()
  /** True if an answer may still be playing and was not interrupted. */
  #isHeard = false

  constructor(context: Context) {
    this.#context = context
    this.#turns = new RealtimeDecoder(context, true)
  }

  push(frame: JsonValue): readonly SessionEvent[] {
    if (!isObject(frame)) return NONE
    if (frame.type === 'error' && objectIn(frame.error).code === ANSWER_RUNS)
      return [{ type: 'respond-refused' }]
    const beside = this.#beside(frame)
    const events = this.#turns.push(frame)
    return beside.length === 0 ? events : [...beside, ...events]
  }

  finish(): readonly SessionEvent[] {
    return this.#turns.isOpen ? this.#turns.finish() : NONE
  }

  /** Decodes events between the answers. */
  #beside(frame: JsonObject): readonly SessionEvent[] {
    switch (frame.type) {
      case 'session.created':
      case 'session.updated':
        return [compact({ type: 'session-ready' as const, id: nonEmpty(objectIn(frame.session).id) })]
      case 'conversation.item.added':
      case 'conversation.item.created':
        return this.#addedItem(objectIn(frame.item))
      case `${TRANSCRIPTION}.delta`:
        return [inputText(frame, frame.delta, false)]
      case `${TRANSCRIPTION}.completed`:
        return [inputText(frame, frame.transcript, true)]
      case 'response.created':
        this.#isHeard = true
        return NONE
      case 'input_audio_buffer.speech_started':
        return this.#interrupted()
      case 'response.done':
        return isInterrupted(objectIn(frame.response)) ? this.#interrupted() : NONE
      default:
        return NONE
    }
  }

  #interrupted(): readonly SessionEvent[] {
    if (!this.#isHeard) return NONE
    this.#isHeard = false
    return [{ type: 'interrupted' }]
  }

  /** Reports items of the client, typed or spoken. The items of the model are reported as turns. */
  #addedItem(item: JsonObject): readonly SessionEvent[] {
    const id = stringOr(item.id, '')
    const isClients = item.type === 'function_call_output' || item.role === 'user' || item.role === 'system'
    // xAI assigns the model's calls to the user.
    if (!isClients || item.type === 'function_call' || this.#added.has(id)) return NONE
    this.#added.add(id)
    const items = new ItemMessages(this.#context, content)
    items.item(item, '/item')
    return items.messages.map((message): SessionEvent => ({ type: 'message-added', message }))
  }
}

function inputText({ item_id: id }: JsonObject, text: JsonValue | undefined, isWhole: boolean): SessionEvent {
  return { type: 'input-text', id: stringOr(id, ''), text: stringOr(text, ''), isWhole }
}

function isInterrupted({ status, status_details: details }: JsonObject): boolean {
  return status === 'cancelled' && objectIn(details).reason === 'turn_detected'
}

/** Encodes the server's events of a session. */
class ServerEncoder implements SessionEncoder<SessionEvent> {
  readonly #context: Context
  readonly #turns: StreamEncoder
  #isOpen = false
  #count = 0

  constructor(context: Context) {
    this.#context = context
    this.#turns = turnsEncoder(context, true)
  }

  push(event: SessionEvent): readonly JsonObject[] {
    switch (event.type) {
      case 'session-ready':
        return [
          this.#frame(this.#openedAs(), {
            session: compact({ type: 'realtime', object: 'realtime.session', id: event.id }),
          }),
        ]
      case 'input-text': {
        const place = { item_id: event.id, content_index: 0 }
        return event.isWhole
          ? [this.#frame(`${TRANSCRIPTION}.completed`, { ...place, transcript: event.text })]
          : [this.#frame(`${TRANSCRIPTION}.delta`, { ...place, delta: event.text })]
      }
      case 'message-added':
        return this.#added(event.message)
      case 'interrupted':
        return [this.#frame('input_audio_buffer.speech_started', { audio_start_ms: 0, item_id: '' })]
      case 'respond-refused':
        return [this.#frame('error', { error: REFUSED })]
      case 'calls-cancelled':
      case 'session-ending':
      case 'resumption':
        return unsaid(event.type, this.#context)
      default:
        return this.#told(event)
    }
  }

  #told(event: StreamEvent): readonly JsonObject[] {
    return this.#turns.push(event).flatMap(({ data }) => (isObject(data) ? [data] : []))
  }

  #openedAs(): string {
    const type = this.#isOpen ? 'session.updated' : 'session.created'
    this.#isOpen = true
    return type
  }

  #added(message: Message): readonly JsonObject[] {
    const { messages } = encodeEvents([message], this.#context, false)
    return objectsIn(messages).flatMap((event) => {
      if (!isObject(event.item)) return []
      const item = { id: `item_added_${this.#count}`, ...event.item }
      const fields = { previous_item_id: null, item }
      return [this.#frame('conversation.item.added', fields), this.#frame('conversation.item.done', fields)]
    })
  }

  #frame(type: string, fields: JsonObject): JsonObject {
    this.#count += 1
    return { type, event_id: `event_beside_${this.#count}`, ...fields }
  }
}

function unsaid(what: string, context: Context): readonly never[] {
  inform('session-event-dropped', `sessions of this wire cannot express ${what}; it is left out`, context)
  return NONE
}

/** Decodes the client's events of a session. */
class ClientDecoder implements SessionDecoder<SessionAction> {
  #isOpen = false
  #soundType: string | undefined

  constructor(private readonly context: Context) {}

  push(frame: JsonValue): readonly SessionAction[] {
    if (!isObject(frame)) return NONE
    switch (frame.type) {
      case 'session.update':
        return this.#settings(frame)
      case 'conversation.item.create':
        return this.#item(frame)
      case 'input_audio_buffer.append': {
        const part = sound(stringOr(frame.audio, ''))
        return [{ type: 'input', part: { ...part, mediaType: this.#soundType ?? part.mediaType ?? '' } }]
      }
      case 'input_audio_buffer.commit':
        return [{ type: 'input-end' }]
      case 'response.create':
        return [{ type: 'respond' }]
      case 'response.cancel':
        return [{ type: 'cancel' }]
      default:
        return unsaid(stringOr(frame.type, 'this event'), this.context)
    }
  }

  finish(): readonly SessionAction[] {
    return NONE
  }

  #settings(frame: JsonObject): readonly SessionAction[] {
    const { audio, input_audio_format: older } = objectIn(frame.session)
    this.#soundType = soundType(objectIn(objectIn(audio).input).format ?? older) ?? this.#soundType
    const conversation = request.decode({ clientEvents: [frame] }, this.context)
    const type = this.#isOpen ? 'update' : 'open'
    this.#isOpen = true
    return [{ type, conversation }]
  }

  #item(frame: JsonObject): readonly SessionAction[] {
    this.#isOpen = true
    const messages = decodeEvents([frame], { ...this.context, path: '' })
    const results = messages.flatMap(({ role, parts }) =>
      role === 'tool' ? parts.filter((part) => part.type === 'tool-result') : [],
    )
    return results.length > 0 ? [{ type: 'results', results }] : [{ type: 'messages', messages }]
  }
}

/** Encodes the client's events of a session. */
class ClientEncoder implements SessionEncoder<SessionAction> {
  constructor(private readonly context: Context) {}

  push(action: SessionAction): readonly JsonObject[] {
    switch (action.type) {
      case 'open':
        return eventsIn(request.encode(action.conversation, this.context)).filter(
          ({ type }) => type !== ASKING.type,
        )
      case 'update':
        return eventsIn(
          request.encode(
            { ...action.conversation, messages: action.conversation.messages.slice(0, 1) },
            this.context,
          ),
        ).filter(({ type }) => type === 'session.update')
      case 'messages':
        return objectsIn(encodeEvents(action.messages, this.context, false).messages)
      case 'input': {
        const { kind, source } = action.part
        if (kind === 'audio' && source.type === 'data')
          return [{ type: 'input_audio_buffer.append', audio: source.data }]
        const message: Message = { role: 'user', parts: [action.part] }
        return objectsIn(encodeEvents([message], this.context, false).messages)
      }
      case 'input-end':
        return [{ type: 'input_audio_buffer.commit' }]
      case 'results':
        return objectsIn(encodeResults(action.results, this.context))
      case 'respond':
        return [ASKING]
      case 'cancel':
        return [{ type: 'response.cancel' }]
    }
  }
}

function eventsIn({ clientEvents }: JsonObject): readonly JsonObject[] {
  return objectsIn(arrayOr(clientEvents, []))
}

/** Codec of live sessions. */
export const session: SessionCodec = {
  serverDecoder: (context) => new ServerDecoder(context),
  serverEncoder: (context) => new ServerEncoder(context),
  clientDecoder: (context) => new ClientDecoder(context),
  clientEncoder: (context) => new ClientEncoder(context),
}
