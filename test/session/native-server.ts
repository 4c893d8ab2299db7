import { googleLive } from '../../adapters/google-live/index.js'
import { openaiRealtime } from '../../adapters/openai-realtime/index.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, expectObject, objectIn, objectsIn } from '../../src/base/json/read-json.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { ScriptedSocket } from '../support/plain-session.js'

/** An answer of the model: a text, or calls without arguments by their ids. */
export type Answer = string | Readonly<Record<string, string>>

/** Returns the next answer. @param heard the frames of the client, besides settings and tools. */
export type Model = (heard: string) => Answer

/** A server of a provider that follows its reference, on one connection. */
export class NativeServer {
  readonly socket: ScriptedSocket
  /** The frames of the client, besides settings and tools. */
  readonly heard: JsonObject[] = []
  readonly #open = new Set<string>()
  #answers = 0

  constructor(
    private readonly wire: NativeWire,
    private readonly model: Model,
  ) {
    this.socket = new ScriptedSocket((action) => {
      const frame = expectObject(asJson(action), '')
      // As over a network.
      queueMicrotask(() => this.#hear(frame))
    })
    queueMicrotask(() => {
      this.socket.open()
      this.say(...wire.greeting)
    })
  }

  /** Sends frames to the client. */
  say(...frames: readonly JsonObject[]): void {
    for (const frame of frames) if (this.socket.readyState === 1) this.socket.frame(JSON.stringify(frame))
  }

  /** Answers as the model does on its own, for example after speech. */
  answer(): void {
    this.#answers += 1
    const answer = this.model(JSON.stringify(this.heard))
    if (typeof answer !== 'string') for (const id of Object.keys(answer)) this.#open.add(id)
    this.say(...this.wire.answer(`resp_${this.#answers}`, answer))
  }

  #hear(frame: JsonObject): void {
    if (this.wire.isSettings(frame)) this.say(...this.wire.accepted(frame))
    else this.#answerTo(frame)
  }

  #answerTo(frame: JsonObject): void {
    this.heard.push(frame)
    this.say(...this.wire.added(frame))
    const answered = this.wire.answered(frame)
    for (const id of answered) this.#open.delete(id)
    const isLast = answered.length > 0 && this.#open.size === 0
    if (this.wire.isRequest(frame) || (isLast && this.wire.goesOn)) this.answer()
  }
}

/** The frames of a wire. */
export interface NativeWire {
  readonly name: string
  readonly adapter: Adapter
  readonly greeting: readonly JsonObject[]
  /** True if the model continues without a request after results. */
  readonly goesOn: boolean
  isSettings(frame: JsonObject): boolean
  accepted(frame: JsonObject): readonly JsonObject[]
  added(frame: JsonObject): readonly JsonObject[]
  /** Returns the ids of the calls that the frame answers. */
  answered(frame: JsonObject): readonly string[]
  isRequest(frame: JsonObject): boolean
  answer(id: string, answer: Answer): readonly JsonObject[]
  /** Returns the frames of a text that the user interrupts. */
  interrupted(id: string, text: string): readonly JsonObject[]
  /** Returns the frames of transcribed speech. */
  speech(text: string): readonly JsonObject[]
}

const event_id = 'e'

function item(answer: string | readonly [string, string], status: string): JsonObject {
  return typeof answer === 'string'
    ? {
        id: 'item_text',
        ...{ type: 'message', role: 'assistant', status },
        content: status === 'in_progress' ? [] : [{ type: 'output_text', text: answer }],
      }
    : {
        id: `item_${answer[0]}`,
        ...{ type: 'function_call', status, call_id: answer[0], name: answer[1] },
        arguments: status === 'in_progress' ? '' : '{}',
      }
}

function response(
  id: string,
  status: string,
  output: readonly JsonObject[],
  more: JsonObject = {},
): JsonObject {
  const type = status === 'in_progress' ? 'response.created' : 'response.done'
  return { type, event_id, response: { id, object: 'realtime.response', status, output, ...more } }
}

function textFrames(id: string, text: string): JsonObject[] {
  const head = { event_id, response_id: id, output_index: 0 }
  const at = { ...head, item_id: 'item_text', content_index: 0 }
  return [
    { type: 'response.output_item.added', ...head, item: item(text, 'in_progress') },
    { type: 'response.content_part.added', ...at, part: { type: 'text', text: '' } },
    { type: 'response.output_text.delta', ...at, delta: text },
    { type: 'response.output_text.done', ...at, text },
  ]
}

function callFrames(id: string, call: readonly [string, string], output_index: number): JsonObject[] {
  const head = { event_id, response_id: id, output_index }
  const at = { ...head, item_id: `item_${call[0]}`, call_id: call[0] }
  return [
    { type: 'response.output_item.added', ...head, item: item(call, 'in_progress') },
    { type: 'response.function_call_arguments.delta', ...at, delta: '{}' },
    { type: 'response.function_call_arguments.done', ...at, name: call[1], arguments: '{}' },
    { type: 'response.output_item.done', ...head, item: item(call, 'completed') },
  ]
}

/** https://developers.openai.com/api/docs/guides/realtime-conversations */
export const realtimeServer: NativeWire = {
  name: 'openai-realtime',
  adapter: openaiRealtime,
  greeting: [{ type: 'session.created', event_id, session: { id: 'sess_1' } }],
  goesOn: false,
  isSettings: ({ type }) => type === 'session.update',
  accepted: ({ session = null }) => [{ type: 'session.updated', event_id, session }],
  added: (frame) =>
    frame.type === 'conversation.item.create'
      ? ['conversation.item.added', 'conversation.item.done'].map((type) => {
          const added = { id: 'item_of_client', ...objectIn(frame.item) }
          return { type, event_id, previous_item_id: null, item: added }
        })
      : [],
  answered: (frame) => textsOf(objectIn(frame.item).call_id),
  isRequest: ({ type }) => type === 'response.create',
  answer(id, answer) {
    if (typeof answer === 'string') {
      const done = item(answer, 'completed')
      const end = {
        type: 'response.output_item.done',
        event_id,
        response_id: id,
        output_index: 0,
        item: done,
      }
      return [
        response(id, 'in_progress', []),
        ...textFrames(id, answer),
        end,
        response(id, 'completed', [done]),
      ]
    }
    const calls = Object.entries(answer)
    return [
      response(id, 'in_progress', []),
      ...calls.flatMap((call, at) => callFrames(id, call, at)),
      response(
        id,
        'completed',
        calls.map((call) => item(call, 'completed')),
      ),
    ]
  },
  interrupted(id, text) {
    const cut = item(text, 'incomplete')
    const details = { type: 'cancelled', reason: 'turn_detected' }
    return [
      response(id, 'in_progress', []),
      ...textFrames(id, text),
      { type: 'response.output_item.done', event_id, response_id: id, output_index: 0, item: cut },
      response(id, 'cancelled', [cut], { status_details: details }),
    ]
  },
  speech: (text) => {
    const at = { event_id, item_id: `item_${text}`, content_index: 0 }
    return [{ type: 'conversation.item.input_audio_transcription.completed', ...at, transcript: text }]
  },
}

/** https://ai.google.dev/api/live */
export const liveServer: NativeWire = {
  name: 'google-live',
  adapter: googleLive,
  greeting: [],
  goesOn: true,
  isSettings: ({ setup }) => setup !== undefined,
  accepted: () => [{ setupComplete: {} }],
  added: () => [],
  answered: ({ toolResponse = {} }) =>
    objectsIn(objectIn(toolResponse).functionResponses).flatMap(({ id }) => textsOf(id)),
  // Incomplete turns are history.
  isRequest: ({ clientContent = {} }) => objectIn(clientContent).turnComplete === true,
  answer(_id, answer) {
    if (typeof answer !== 'string') {
      const functionCalls = Object.entries(answer).map(([id, name]) => ({ id, name, args: {} }))
      return [{ toolCall: { functionCalls } }]
    }
    return [
      { serverContent: { modelTurn: { parts: [{ text: answer }] } } },
      { serverContent: { generationComplete: true } },
      { serverContent: { turnComplete: true } },
    ]
  },
  interrupted: (_id, text) => [
    { serverContent: { modelTurn: { parts: [{ text }] } } },
    { serverContent: { interrupted: true } },
    { serverContent: { turnComplete: true } },
  ],
  speech: (text) => [{ serverContent: { inputTranscription: { text } } }],
}

function textsOf(value: JsonValue | undefined): string[] {
  return typeof value === 'string' ? [value] : []
}
