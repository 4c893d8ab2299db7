import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import type { AnswerFields } from '../../base/model/context.js'

/** Facts of an answer that a server knows. Times are in seconds since 1970, as integers. */
export interface ServedFacts {
  /** The time of the request. */
  readonly began: number
  /** Returns the time of completion, which is the time of the first call of this function. */
  ended(): number
  /** Returns the estimated tokens of the request. Default: unknown. */
  inputTokens?(): number
}

/** Data that clients of the wire expect from every server, and that conversions cannot produce. */
export interface ServerBinding {
  /** The prefix of answer ids. Default: ids of any form. */
  readonly answerIds?: string
  /** Returns the fields of an answer that describe the answer and its request. */
  answerFields(request: JsonObject, facts: ServedFacts): AnswerFields
  /** Requests at `promptPath` of the wire. Default: unsupported. */
  readonly prompts?: PromptsBinding
  /**
   * Returns the answer to a generating request that only loads its model; undefined for other requests.
   * Default: the wire has no such requests.
   * @param now the current time, in seconds since 1970.
   */
  prepared?(request: JsonObject, now: number): JsonObject | undefined
  /** The compaction of conversations. Default: unsupported. */
  readonly compaction?: CompactionBinding
  /** Requests over a socket at the path of the wire. Default: unsupported. */
  readonly turns?: TurnsBinding
}

/** Requests with one prompt in place of a conversation, and their answers. */
export interface PromptsBinding {
  /** Converts the request to a generating request of the wire. */
  request(body: JsonObject): JsonObject
  /** Converts a complete answer of the wire, an error, or one event of a stream. */
  answer(body: JsonObject): JsonObject
}

/** A compacted conversation, for a client that only requested the compaction. */
export interface Compacted {
  readonly id: string
  /** The item that replaces the conversation. */
  readonly item: JsonObject
  readonly request: JsonObject
  /** The native usage of the answer with the summary. */
  readonly usage: JsonValue
  /** The current time, in seconds since 1970. */
  readonly now: number
}

/**
 * Compaction of conversations: a summary replaces the earlier messages, in an item that only the author of
 * the item can read. The client sends the item back in its history.
 */
export interface CompactionBinding {
  /** Returns true if a generating request asks for the item in place of an answer. */
  isAsked(request: JsonObject): boolean
  /** Converts a compaction request to a request that generates the summary text. */
  question(request: JsonObject): JsonObject
  /** Returns the content and the path of readable items in a history. */
  sealed(request: JsonObject): readonly { readonly path: string; readonly text: string }[]
  /**
   * Returns the request with messages in place of the readable items.
   * @param texts by the content of the items.
   */
  opened(request: JsonObject, texts: ReadonlyMap<string, string>): JsonObject
  /** Returns the text of a summary for the model. */
  shown(summary: string): string
  /** Creates the item. */
  item(sealed: string): JsonObject
  /** Creates the answer to a client that only requested the compaction. */
  answer(compacted: Compacted): JsonObject
}

/** A request from a message of a socket. */
export interface RequestedTurn {
  /** The body as sent over HTTP, for a streamed answer. */
  readonly body: JsonObject
  /** The id of the answer that the request continues. */
  readonly after: string | undefined
  /** True if the client wants an answer. Clients also send the beginning of later requests in advance. */
  readonly generates: boolean
}

/** The data of a turn that a socket keeps, so that a later request can continue it. */
export interface KeptTurn {
  /** The id of the answer before these items, which the provider itself stores. */
  readonly after: string | undefined
  /** The items of the history after this answer. */
  readonly items: JsonArray
}

/** A message of the user to an answer that is being generated. */
export interface SteeringMessage {
  /** The id of the answer. */
  readonly after: string
  /** The input as sent. */
  readonly input: JsonValue
  /** The items of the input. Absent if the message is invalid. */
  readonly items?: JsonArray
}

/** The reason why a message does not steer an answer. */
export type SteeringFailure =
  | 'unknown'
  | 'ended'
  | 'inactive'
  | 'invalid'
  | 'unsupported'
  | 'refused'
  | 'too-many'

/** The ids of a steering message in its events. */
export interface SteeringIds {
  /** The id of the message. Absent if it was not accepted. */
  readonly id?: string
  /** The id of the answer. */
  readonly previous_response_id: string
}

/** Messages of the user to an answer that is being generated, over a socket. */
export interface SteeringBinding {
  /** Returns the steering message in a message of the socket; undefined for other messages. */
  read(message: JsonObject): SteeringMessage | undefined
  /** Returns true if answers to the request can be steered. */
  supports(request: JsonObject): boolean
  /** Returns true if the model ended the answer itself. */
  isComplete(answer: JsonObject): boolean
  /** Returns the items, without results, that the client has to send before the answer can be continued. */
  required(answer: JsonObject): readonly JsonObject[]
  /** Returns the request that continues an answer with the settings of a request. */
  continued(request: JsonObject, after: string, input: JsonArray): JsonObject
  /** Creates the event about an accepted message. */
  accepted(steer: SteeringIds, number: number): JsonObject
  /** Creates the event about a message that waits for results. */
  pending(steer: SteeringIds, required: readonly JsonObject[], number: number): JsonObject
  /** Creates the event about a rejected message. */
  failed(steer: SteeringIds, input: JsonValue, failure: SteeringFailure, number: number): JsonObject
}

/** Requests over a socket: each request is a message, and so is each event of its answer. */
export interface TurnsBinding {
  /**
   * Returns the request in a message; undefined for a message without a request.
   * @throws AdapterError for a message that the wire does not have.
   */
  request(message: JsonObject): RequestedTurn | undefined
  /** Adds the continued turn to the history of a request. */
  continued(request: JsonObject, turn: KeptTurn): JsonObject
  /**
   * Returns the data of a turn to keep; undefined if the provider keeps the turn.
   * @param answer the answer from the last event.
   */
  kept(request: RequestedTurn, answer: JsonObject): KeptTurn | undefined
  /**
   * Returns the answer in an event, and the kind of end if it ends the turn; undefined for events without an
   * answer.
   */
  answerIn(event: JsonObject): { readonly answer: JsonObject; readonly end?: 'done' | 'failed' } | undefined
  /** Converts an event for a client that continued an answer by its id. */
  told(event: JsonObject, after: string): JsonObject
  /**
   * Creates the message about a failed request.
   * @param body the refusal, as over HTTP.
   */
  failure(status: number, body: JsonValue): JsonObject
  /** Messages to an answer that is being generated. */
  readonly steering: SteeringBinding
}
