import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import type { AnswerFields } from '../../base/model/context.js'

/** The times of an answer, in whole seconds since 1970. */
export interface AnswerClock {
  /** When it was asked for. */
  readonly began: number
  /** When it was complete: the time of the first call. */
  ended(): number
}

/** What a server of the wire says that no conversion knows. Clients of the wire count on it, whoever answers. */
export interface ServerBinding {
  /** What the ids of its answers begin with. */
  readonly answerIds: string
  /** What its answers say of themselves and of their request. */
  answerFields(request: JsonObject, clock: AnswerClock): AnswerFields
  /** How conversations are made shorter. Default: they are not. */
  readonly compaction?: CompactionBinding
  /** How requests come over a socket at the path of the wire. Default: they do not. */
  readonly turns?: TurnsBinding
}

/** A conversation made shorter, to be told to a client that asked for that alone. */
export interface Compacted {
  readonly id: string
  /** The item that stands for the conversation. */
  readonly item: JsonObject
  readonly request: JsonObject
  /** The native usage of the answer with the summary. */
  readonly usage: JsonValue
  /** In seconds since 1970. */
  readonly now: number
}

/**
 * Conversations that are made shorter: a summary stands for what was said, in an item that only who wrote it can read. The client
 * sends it back in its history.
 */
export interface CompactionBinding {
  /** Whether a request that would generate asks for the item in place of an answer. */
  isAsked(request: JsonObject): boolean
  /** The request as one that generates text. */
  question(request: JsonObject): JsonObject
  /** What such items of a history hold, and where it stands. */
  sealed(request: JsonObject): readonly { readonly path: string; readonly text: string }[]
  /** The request with messages in place of the items that could be read. @param texts by what the items hold. */
  opened(request: JsonObject, texts: ReadonlyMap<string, string>): JsonObject
  /** A summary as the model is told it. */
  shown(summary: string): string
  /** The item. */
  item(sealed: string): JsonObject
  /** The answer to who asked for nothing else. */
  answer(compacted: Compacted): JsonObject
}

/** A request that came as a message of a socket. */
export interface TurnRequest {
  /** As it is sent over HTTP, for a streamed answer. */
  readonly body: JsonObject
  /** The id of the answer that it goes on from. */
  readonly after: string | undefined
  /** Whether an answer is wanted. Clients also send what later requests begin with. */
  readonly generates: boolean
}

/** What a socket keeps of a turn, so that a later request can go on from it. */
export interface KeptTurn {
  /** The id of the answer before all of it, which the provider keeps itself. */
  readonly after: string | undefined
  /** The items of the history since then. */
  readonly items: JsonArray
}

/** Requests over a socket: each is a message, and so is each event of its answer. */
export interface TurnsBinding {
  /**
   * The request in a message; undefined for a message that asks for nothing.
   * @throws AdapterError for a message that the wire does not have.
   */
  request(message: JsonObject): TurnRequest | undefined
  /** The request with the turn that it goes on from in its history. */
  continued(request: JsonObject, turn: KeptTurn): JsonObject
  /** What has to be kept of a turn; undefined where the provider keeps it. @param answer as the last event has it. */
  kept(request: TurnRequest, answer: JsonObject): KeptTurn | undefined
  /** The answer in an event, and whether it ends the turn; undefined for events without one. */
  answerIn(event: JsonObject): { readonly answer: JsonObject; readonly end?: 'done' | 'failed' } | undefined
  /** An event as it is told to who went on from an answer by its id. */
  told(event: JsonObject, after: string): JsonObject
  /** The message that a request failed. @param body the refusal, as over HTTP. */
  failure(status: number, body: JsonValue): JsonObject
}
