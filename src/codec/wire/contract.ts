import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import type { Message } from '../../base/model/types.js'
import type { CacheField } from '../shape/cache-marks.js'
import type { CitationForms } from '../shape/citations.js'
import type { MessagesCodec, RequestCodec, ResponseCodec, ToolsCodec } from '../shape/codecs.js'
import type { HostedForms } from '../shape/hosted-forms.js'
import type { Converter, StreamCodec } from '../stream/codec.js'
import type { Framing } from '../stream/framing.js'
import type { SessionCodec } from '../stream/session-codec.js'
import type { FitStep } from './fit-step.js'
import type { Limits } from './limits.js'
import type { Pieces } from './pieces.js'
import type { ServerBinding } from './server.js'

/**
 * One sign by which bodies of the wire are recognized; never the name of a model. The sign with the highest
 * score decides, so a related wire lists only its differences, with higher scores.
 */
export interface Evidence {
  /**
   * The value that is tested: `event` is one event of a stream, `answer` a complete response or an event. An
   * `answer-piece` is a single choice, message, part or call; a `history-piece` is such a piece of a request,
   * especially a result.
   */
  readonly in: 'request' | 'response' | 'event' | 'answer' | 'answer-piece' | 'history-piece'
  /** The certainty: above 0, up to 1 (unique to this wire). */
  readonly score: number
  /** The reason in a few words. */
  readonly reason: string
  /** Tests a body. The function must accept any object. */
  test(body: JsonObject): boolean
}

/** The kind of an error. Each wire has its own names for it. */
export type ErrorCategory =
  | 'invalid-request'
  | 'authentication'
  | 'billing'
  | 'permission'
  | 'not-found'
  | 'too-large'
  | 'rate-limit'
  | 'server'
  | 'overloaded'
  | 'timeout'

/**
 * A provider's name of an error (the canonical `code`), its HTTP status, and a more general name on wires
 * that send two names.
 */
export type ErrorRow = readonly [category: ErrorCategory, status: number, code: string, type?: string]

/** The authentication with a key. */
export interface KeyAccess {
  /** The header with the key. Default: `authorization`, as `Bearer KEY`. */
  readonly header?: string
  /** The environment variables for the key; the first one that is set is used. */
  readonly variables: readonly string[]
}

/**
 * Authentication without a key: with a signature (AWS), or with a renewed token of the caller's account. The
 * platform's own library finds the account.
 */
export type Credentials =
  | { readonly kind: 'signature-v4' }
  | { readonly kind: 'application-default'; readonly scope: string }
  | { readonly kind: 'entra'; readonly scope: string }

/** A platform that offers the models of this wire to its own customers. */
export interface Platform extends KeyAccess {
  /**
   * Matches the host and the path of its base URLs. Groups `service` and `region` are the scope of
   * signatures.
   */
  readonly address: RegExp
  /** Authentication of requests without a key. */
  readonly credentials: Credentials
  /** Returns the path of a generating request below the base URL. Default: the path of the wire. */
  pathFor?(model: string | undefined, stream: boolean): string
  /** Fields that the platform requires in each request. Default: none. */
  readonly fields?: JsonObject
  /** Fields of the wire that the platform rejects, because they have another position. Default: none. */
  readonly without?: readonly string[]
  /** Headers of the wire's clients that are lists in the body here, with their fields. Default: none. */
  readonly headersInBody?: Readonly<Record<string, string>>
}

/** Authentication data that a client of the wire sends in addition to the request. */
export interface HttpAccess extends KeyAccess {
  /**
   * Matches a header with a signature that changes with each request. The group of the match identifies the
   * signer. Default: the header contains a key.
   */
  readonly signedBy?: RegExp
  /** The vendor's base URL, as in its official client. Default: no single URL exists. */
  readonly url?: string
  /** The vendor's hosts: a key from these variables is sent automatically only to them. Default: none. */
  readonly hosts?: RegExp
  /** Headers that every request requires. Default: none. */
  readonly headers?: Readonly<Record<string, string>>
  /** Returns the profile that applies to a model at the vendor's hosts because of these headers. Default: none. */
  profileFor?(model: string): string | undefined
  /**
   * Matches the `user-agent` of the wire's clients, if their headers are the same as on other wires. Default:
   * unknown.
   */
  readonly agents?: RegExp
  /** Lower-case names of further client headers that the provider reads. Default: none. */
  readonly options?: readonly string[]
}

/** The list of models in the form of the wire's provider. */
export interface ModelsBinding {
  /** Matches the path of the list, under any base URL. */
  readonly path: RegExp
  /** The list of the provider: its path, the field with the models, and the field of a model's name. */
  readonly at: { readonly path: string; readonly field: string; readonly name: string }
  /**
   * Returns the list with models of these names.
   * @param query of the request, which some clients use to ask for another form.
   */
  list(names: readonly string[], query?: URLSearchParams): JsonObject
  /** Returns one model. */
  one(name: string): JsonObject
  /** The description of a model, which clients request with its name in a body. Default: none. */
  readonly show?: ShowBinding
  /** The path and the answer of a request for the version of the server. Default: none. */
  readonly version?: { readonly path: RegExp; readonly answer: JsonObject }
}

/** Model facts that the description of a model contains; absent if unknown. */
export interface ShownFacts {
  /** Maximum number of tokens of request and answer together. */
  readonly context?: number | undefined
  readonly hasVision?: boolean | undefined
  readonly hasReasoning?: boolean | undefined
}

/** The description of a model in the form of the wire's provider. */
export interface ShowBinding {
  /** Matches the path, under any base URL. */
  readonly path: RegExp
  /** Returns the description of a model. */
  answer(name: string, facts: ShownFacts): JsonObject
}

/** The token counting of a provider for requests that are not sent. */
export interface CountBinding {
  /** Matches the path, under any base URL. */
  readonly path: RegExp
  /** Returns the path for a model. */
  pathFor(model: string | undefined): string
  /** Extracts the generating request from a token-count request. Default: both requests are the same. */
  request?(body: JsonObject): JsonValue | undefined
  /** Builds the token-count request. Default: the generating request. */
  body?(request: JsonObject, model: string | undefined): JsonObject
  /** The field of the answer with the number. */
  readonly field: string
  /** Fields of the answer other than `field`. Default: none. */
  readonly beside?: JsonObject
}

/** The files of batch requests and their answers: one JSON value per line. */
export interface BatchBinding {
  /** Matches valid ids of a request; each id is used once. */
  readonly id: RegExp
  /**
   * Returns the line of a request.
   * @param path the path of the request.
   */
  request(id: string, body: JsonObject, path: string): JsonObject
  /** Returns the line of an answer. */
  answer(id: string, body: JsonObject, status: number): JsonObject
}

/** The refusal of a request that continues a missing answer or conversation. */
export interface UnknownStored {
  /** The HTTP status. */
  readonly status: number
  /** Members of the error that clients evaluate. Default: none. */
  readonly members?: JsonObject
}

/** Stored conversations of a provider, for servers that replace it. */
export interface StoredBinding {
  /** Returns true if the answer to a request is stored, so that it can be continued by its id. */
  keeps(request: JsonObject): boolean
  /** Returns the id that a request continues. */
  after(request: JsonObject): string | undefined
  /**
   * Returns the id of the conversation to which a request adds its turn. Default: the provider has no
   * conversations.
   */
  conversation?(request: JsonObject): string | undefined
  /** Returns the refusal of a request that continues an unknown id. */
  unknown(request: JsonObject): UnknownStored
  /**
   * True if instructions and tools of the first request also apply to later ones. Default: each request
   * repeats them.
   */
  readonly keepsTools?: boolean
  /** Returns true if a message applies only to its request. Default: false for all messages. */
  isForOneTurn?(message: Message): boolean
  /** The paths of stored data, with the id as their group. Default: stored data cannot be requested. */
  readonly path?: RegExp
  /** The path that creates conversations. Default: they are created implicitly. */
  readonly begin?: RegExp
  /**
   * Returns the native form of a new conversation.
   * @param now the current time, in seconds since 1970.
   */
  begun?(id: string, metadata: JsonValue, now: number): JsonObject
  /** Returns the answer to a deletion. */
  deleted?(id: string): JsonObject
}

/** The path of requests that only compact a conversation. */
export interface CompactPath {
  /** Matches the path, under any base URL. */
  readonly path: RegExp
  pathFor(): string
}

/** The HTTP interface of the wire, for recording, replay and the proxy; decoding does not need it. */
export interface HttpBinding {
  /** Matches the path of a generating request, under any base URL. */
  readonly path: RegExp
  /** Builds the request path for this model. */
  pathFor(model: string | undefined, stream: boolean): string
  /**
   * The field of requests with the messages. This field is written last, so that the bytes of a request are a
   * prefix of the next request and the provider's prompt cache matches.
   */
  readonly history?: string
  /**
   * True if no other field of a request depends on the messages after the instructions, so that the messages
   * added to a conversation are encoded without its settings. Default: false.
   */
  readonly isHistoryApart?: true
  /**
   * Matches the path of generating requests with one prompt in place of a conversation, which only servers
   * answer. Default: none.
   */
  readonly promptPath?: RegExp
  /** Returns true if a request asks for a streamed answer. */
  streams(path: string, request: JsonObject): boolean
  /**
   * Returns the framing of a stream from this address, if the wire has several framings. Called for each
   * answer. Default: the usual framing of the wire.
   */
  framing?(url: string): Framing | undefined
  /** Returns the model, if it is in the path and not in the body. */
  modelIn?(path: string): string | undefined
  /**
   * Extracts the wire's request from the request of a platform's address. Default: both requests are the
   * same.
   */
  requestAt?(path: string, request: JsonObject): JsonObject
  /** The names of errors. The first row of a category is the one that is encoded. */
  readonly errors: readonly ErrorRow[]
  /** The prefix of the path that belongs to the base URL of clients (`/v1`). Default: none. */
  readonly base?: string
  /** The authentication of clients. Default: without a key. */
  readonly access?: HttpAccess
  /**
   * The name of the provider in OpenTelemetry's conventions (`gen_ai.provider.name`). Default: the wire's id.
   * https://opentelemetry.io/docs/specs/semconv/registry/attributes/gen-ai/
   */
  readonly provider?: string
  /** The answer header with the provider's request id. Default: `x-request-id`. */
  readonly requestId?: string
  /** A frame without meaning that providers send to keep a stream open. Default: none. */
  readonly keepAlive?: string
  /** The list of models. Default: the wire has none. */
  readonly models?: ModelsBinding
  /** The stored conversations. Default: none. */
  readonly stored?: StoredBinding
  /** The token counting. Default: unsupported. */
  readonly count?: CountBinding
  /** Batch requests. Default: unsupported. */
  readonly batch?: BatchBinding
  /** The compaction of conversations. Default: unsupported. */
  readonly compact?: CompactPath
  /** Further data for a server that replaces the provider; loaded only by these servers. Default: none. */
  readonly server?: () => Promise<ServerBinding>
}

/**
 * The interface of a wire with live sessions: both sides send events of the wire, each as the JSON of one
 * text message.
 */
export interface SocketBinding {
  /** Matches the path of the socket's address, under any base URL. */
  readonly path: RegExp
  /** Builds the path of a session with this model. */
  pathFor(model: string | undefined): string
  /** The subprotocols that a client offers in the handshake. Default: none. */
  readonly subprotocols?: readonly string[]
}

/** All parts of one wire format. Each codec is pure, synchronous and usable without the others. */
export interface WireCodecs {
  /** The wire id; the folder has the same name. */
  readonly id: string
  /** The human-readable name. */
  readonly title: string
  /** The vendor's reference documentation. */
  readonly docs: string
  /** The HTTP interface. */
  readonly http: HttpBinding
  /** The socket interface, in addition to HTTP or in place of it. */
  readonly socket?: SocketBinding
  /** The limits of accepted values. */
  readonly limits: Limits
  /** Native messages. */
  readonly messages: MessagesCodec
  /** Native tool definitions. */
  readonly tools: ToolsCodec
  /** The forms of hosted tools. Default: each is dropped. */
  readonly hosted?: HostedForms
  /** Native requests. */
  readonly request: RequestCodec
  /**
   * The fields that mark the prompt for its cache. `elsewhere`: the codecs handle marks themselves. Default:
   * none.
   */
  readonly cacheFields?: readonly CacheField[] | 'elsewhere'
  /** Native answers. */
  readonly response: ResponseCodec
  /** The forms of citations in answers. Default: unknown. */
  readonly citations?: CitationForms
  /** Native streams. */
  readonly stream: StreamCodec
  /** Live sessions. Default: unsupported on this wire. */
  readonly session?: SessionCodec
  readonly evidence: readonly Evidence[]
  /**
   * The positions of calls and results in answers and histories. Default: individual calls and results are
   * not decoded.
   */
  readonly pieces?: Pieces
  /** Converts values of the official client to JSON. Default: the client's values are already JSON. */
  readonly converter?: Converter
  /** Returns the messages in the order in which a provider receives them. Default: unchanged. */
  readonly sent?: (messages: readonly Message[]) => readonly Message[]
  /** Fit steps that only this wire needs. They run after the common steps. */
  readonly fit?: readonly FitStep[]
  /** True for a format that is only decoded, never encoded. Default: false. */
  readonly readOnly?: boolean
}

/**
 * The parts that a format may lack. `http`: providers have no HTTP interface in this format; `encoder`: its
 * streams are only decoded.
 */
export type Lack = 'http' | 'messages' | 'tools' | 'request' | 'response' | 'stream' | 'encoder'

type Always = 'id' | 'title' | 'docs' | 'limits' | 'evidence'

/** A wire as defined in its folder. Formats may lack parts; using a missing part throws an error. */
export type Wire = Pick<WireCodecs, Always> & Partial<Omit<WireCodecs, Always>>

/** The known parts of a wire. */
export type KnownWire = Pick<WireCodecs, 'id'> & Partial<WireCodecs>
