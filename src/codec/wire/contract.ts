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
 * One sign by which bodies of the wire are known; never a model's name. The best sign of a body counts, so the rows of a
 * relative only say what sets it apart, with a higher score.
 */
export interface Evidence {
  /**
   * Where it is looked for: `event` is one event of a stream, `answer` a whole response or an event. An `answer-piece` is a
   * choice, a message, a part or one call by itself, a `history-piece` the same of a request, above all a result.
   */
  readonly in: 'request' | 'response' | 'event' | 'answer' | 'answer-piece' | 'history-piece'
  /** How surely the wire is this one: above 0, up to 1 (only this wire looks so). */
  readonly score: number
  /** Why it speaks for the wire, in a few words. */
  readonly reason: string
  /** Must cope with any object. */
  test(body: JsonObject): boolean
}

/** What kind of thing went wrong. Each wire has words of its own for it. */
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
 * A provider's word for an error (the canonical `code`), the HTTP status that comes with it, and the wider word beside it
 * on wires that have two.
 */
export type ErrorRow = readonly [category: ErrorCategory, status: number, code: string, type?: string]

/** How a key is shown. */
export interface KeyAccess {
  /** The header that bears the key. Default: `authorization`, as `Bearer KEY`. */
  readonly header?: string
  /** The environment variables in which people keep the key; the first that is set counts. */
  readonly variables: readonly string[]
}

/**
 * How requests are let in without a key: signed (AWS), or with a token of the caller's account that is renewed. Where to find
 * the account is known to the platform's own library.
 */
export type Credentials =
  | { readonly kind: 'signature-v4' }
  | { readonly kind: 'application-default'; readonly scope: string }
  | { readonly kind: 'entra'; readonly scope: string }

/** A platform that offers the models of this wire to its own customers. */
export interface Platform extends KeyAccess {
  /** What the host and the path of its base URLs match. Groups `service` and `region` are what requests are signed for. */
  readonly address: RegExp
  /** How requests without a key are let in. */
  readonly credentials: Credentials
  /** The path of a request that generates, below the base URL. Default: that of the wire. */
  pathFor?(model: string | undefined, stream: boolean): string
  /** Fields that it asks for in each request. Default: none. */
  readonly fields?: JsonObject
  /** Fields of the wire that it refuses, because it has them elsewhere. Default: none. */
  readonly without?: readonly string[]
}

/** What a client of the wire sends beside the request, so that the provider lets it in. */
export interface HttpAccess extends KeyAccess {
  /** Who signed a request, as its group, where that header has a signature that is new each time. Default: it has a key. */
  readonly signedBy?: RegExp
  /** The vendor's base URL, as its official client has it. Default: there is no single one. */
  readonly url?: string
  /** The vendor's own hosts: to no others a key of these variables goes by itself. Default: there are none. */
  readonly hosts?: RegExp
  /** Headers that every request has to bear. Default: none. */
  readonly headers?: Readonly<Record<string, string>>
  /** How its clients call themselves (`user-agent`), where their headers are those of other wires. Default: nothing is known. */
  readonly agents?: RegExp
  /** Lower-case names of further headers of clients that mean something to the provider. Default: none. */
  readonly options?: readonly string[]
}

/** The list of models, as the wire's provider gives it. */
export interface ModelsBinding {
  /** What its path matches, under any base URL. */
  readonly path: RegExp
  /** The list with models of these names. */
  list(names: readonly string[]): JsonObject
  /** One of them. */
  one(name: string): JsonObject
}

/** How a provider counts the tokens of a request that is not sent. */
export interface CountBinding {
  /** What the path matches, under any base URL. */
  readonly path: RegExp
  /** The path, for a model. */
  pathFor(model: string | undefined): string
  /** The request that would generate, inside the one that asks for a count. Default: it is the same. */
  request?(body: JsonObject): JsonValue | undefined
  /** The request that asks for a count. Default: the one that would generate. */
  body?(request: JsonObject, model: string | undefined): JsonObject
  /** Where the answer has the number. */
  readonly field: string
  /** What an answer has beside it. Default: nothing. */
  readonly beside?: JsonObject
}

/** The files in which many requests are sent at once, and many answers come: one JSON value per line. */
export interface BatchBinding {
  /** What the provider takes as the id of a request; each is used once. */
  readonly id: RegExp
  /** The line of a request. @param path of such a request. */
  request(id: string, body: JsonObject, path: string): JsonObject
  /** The line of an answer. */
  answer(id: string, body: JsonObject, status: number): JsonObject
}

/** A refusal of a request that goes on with what is not there. */
export interface UnknownStored {
  /** The HTTP status. */
  readonly status: number
  /** Members of the error, by which clients know what to do. Default: none. */
  readonly members?: JsonObject
}

/** What a provider keeps of conversations, so that a stand-in for it can. */
export interface StoredBinding {
  /** Whether the answer to a request is kept, to be gone on with by its id. */
  keeps(request: JsonObject): boolean
  /** The id of what a request goes on with. */
  after(request: JsonObject): string | undefined
  /** The id of the conversation to which a request adds its turn. Default: there are none. */
  conversation?(request: JsonObject): string | undefined
  /** How a request is refused that goes on with an id under which nothing is kept. */
  unknown(request: JsonObject): UnknownStored
  /** Whether instructions and tools of the first request hold for the next ones. Default: they are said anew. */
  readonly keepsTools?: boolean
  /** Whether a message counts for its request alone. Default: none does. */
  isForOneTurn?(message: Message): boolean
  /** The paths of what is kept, with the id as their group. Default: it cannot be asked for. */
  readonly path?: RegExp
  /** The path where conversations are begun. Default: they begin by themselves. */
  readonly begin?: RegExp
  /** A conversation, as it is told. @param now in seconds since 1970. */
  begun?(id: string, metadata: JsonValue, now: number): JsonObject
  /** What is told of something that was deleted. */
  deleted?(id: string): JsonObject
}

/** The path of requests that make a conversation shorter, and ask for nothing else. */
export interface CompactPath {
  /** What it matches, under any base URL. */
  readonly path: RegExp
  pathFor(): string
}

/** How the wire is reached over HTTP; recording, replay and the proxy need it, decoding does not. */
export interface HttpBinding {
  /** What the path of a request that generates matches, under any base URL. */
  readonly path: RegExp
  /** The path of such a request, for one that was never sent. */
  pathFor(model: string | undefined, stream: boolean): string
  /**
   * The field of requests that has the messages. It is written last: so the bytes of a request are the beginning of the next
   * one's, and the provider's prompt cache finds them.
   */
  readonly history?: string
  /** Whether a request asks for a streamed answer. */
  streams(path: string, request: JsonObject): boolean
  /**
   * How a stream comes that this address asks for, where addresses ask for several forms; a new one for each answer.
   * Default: as the wire's streams usually come.
   */
  framing?(url: string): Framing | undefined
  /** The model, where the path and not the body names it. */
  modelIn?(path: string): string | undefined
  /** The wire's own request, in what an address of a platform takes in its place. Default: they are the same. */
  requestAt?(path: string, request: JsonObject): JsonObject
  /** What errors are called. The first row of a category is the one that is written. */
  readonly errors: readonly ErrorRow[]
  /** Seconds after which a refused request may come again, where the body and not a header says it. */
  retryAfter?(error: JsonValue): number | undefined
  /** The beginning of the path that belongs to the base URL which clients are given (`/v1`). Default: nothing of it. */
  readonly base?: string
  /** How clients are let in. Default: without a key. */
  readonly access?: HttpAccess
  /**
   * The provider, by the word of OpenTelemetry's conventions (`gen_ai.provider.name`). Default: the wire's id.
   * https://opentelemetry.io/docs/specs/semconv/registry/attributes/gen-ai/
   */
  readonly provider?: string
  /** The header of answers that has the provider's id of the request. Default: `x-request-id`. */
  readonly requestId?: string
  /** What providers send into a stream to keep it open: a frame that means nothing. Default: they send none. */
  readonly keepAlive?: string
  /** Its list of models. Default: it has none. */
  readonly models?: ModelsBinding
  /** What is kept of conversations. Default: nothing is. */
  readonly stored?: StoredBinding
  /** How tokens are counted. Default: they cannot be. */
  readonly count?: CountBinding
  /** How many requests are sent at once. Default: they cannot be. */
  readonly batch?: BatchBinding
  /** Where conversations are made shorter. Default: nowhere. */
  readonly compact?: CompactPath
  /** What a server that stands in for the provider has to know besides; others never load it. Default: nothing. */
  readonly server?: () => Promise<ServerBinding>
}

/** How a wire of live sessions is reached: both sides send the wire's events, each as the JSON of one text message. */
export interface SocketBinding {
  /** What the path of the socket's address matches, under any base URL. */
  readonly path: RegExp
  /** The path of a session with this model, for one that was never opened. */
  pathFor(model: string | undefined): string
  /** What a client offers in the handshake. Default: none is needed. */
  readonly subprotocols?: readonly string[]
}

/** Everything that one wire format contributes. Each codec is pure, synchronous and callable alone. */
export interface WireCodecs {
  /** The wire id; the folder has the same name. */
  readonly id: string
  /** For people. */
  readonly title: string
  /** The vendor's own reference. */
  readonly docs: string
  /** How it is reached. */
  readonly http: HttpBinding
  /** Beside HTTP, or in place of it. */
  readonly socket?: SocketBinding
  /** What it accepts. */
  readonly limits: Limits
  /** Native messages. */
  readonly messages: MessagesCodec
  /** Native tool definitions. */
  readonly tools: ToolsCodec
  /** What hosted tools are here. Default: none has a form, and each is left out. */
  readonly hosted?: HostedForms
  /** Native requests. */
  readonly request: RequestCodec
  /** The fields that mark the prompt for its cache. `elsewhere`: its codecs see to marks themselves. Default: there are none. */
  readonly cacheFields?: readonly CacheField[] | 'elsewhere'
  /** Native answers. */
  readonly response: ResponseCodec
  /** How answers say what they cite. Default: nothing is known of it. */
  readonly citations?: CitationForms
  /** Native streams. */
  readonly stream: StreamCodec
  /** Live sessions. Default: there are none on this wire. */
  readonly session?: SessionCodec
  readonly evidence: readonly Evidence[]
  /** Where calls and results are in answers and histories. Default: they are not read by themselves. */
  readonly pieces?: Pieces
  /** Default: values in memory are JSON. */
  readonly converter?: Converter
  /** The messages in the order in which a provider gets them. Default: as they stand. */
  readonly sent?: (messages: readonly Message[]) => readonly Message[]
  /** Fit steps that only this wire needs; they run after the common ones. */
  readonly fit?: readonly FitStep[]
  /** Whether it is only read: nothing is ever written as it. Default: no. */
  readonly readOnly?: boolean
}

/** What a format may lack. `http`: it is none that a provider is asked in; `encoder`: its streams are read alone. */
export type Lack = 'http' | 'messages' | 'tools' | 'request' | 'response' | 'stream' | 'encoder'

type Always = 'id' | 'title' | 'docs' | 'limits' | 'evidence'

/** A wire as its folder states it: not every format has everything. What it lacks throws when it is asked for. */
export type Wire = Pick<WireCodecs, Always> & Partial<Omit<WireCodecs, Always>>

/** As much of a wire as is known. */
export type KnownWire = Pick<WireCodecs, 'id'> & Partial<WireCodecs>
