import type { Timer } from '../base/http/timer.js'
import type { Mode, Notice } from '../base/model/context.js'
import type { Outcome, Usage } from '../base/model/types.js'
import type { KeySource } from '../chat/send/key-and-endpoint.js'
import type { Platform } from '../codec/wire/contract.js'
import type { Adapter } from '../codec/wire/define-adapter.js'
import type { StateStore } from '../tools/context/context-types.js'
import type { Catalogue } from '../translate/catalogue/catalogue.js'
import type { RefusalSource } from '../translate/repair/refusal.js'
import type { KeyRing } from './key-ring.js'
import type {
  SharedProxyOptions,
  SharedRouteOptions,
  SharedTargetOptions,
  UserLimits,
} from './shared-options.js'
import type { Substitute } from './substitute-tools.js'
import type { Unpackers } from './unpacking.js'

/** A server that answers requests of the proxy. */
export interface ProxyTarget extends SharedTargetOptions<Substitute> {
  /** The wire of the target. */
  readonly adapter: Adapter
  /**
   * The base URL, in the form of the wire's clients: `https://api.openai.com/v1`,
   * `https://api.anthropic.com`.
   */
  readonly url: string
  /**
   * The API key. Of several keys the first one is used, and the next one after a refusal with 401 or 429. Default: at a host of the wire's vendor, over https, the first of the vendor's variables
   * that is set in `environment`; at other hosts, requests have no key.
   */
  readonly key?: KeySource | readonly string[] | KeyRing | undefined
  /** The platform that serves the wire, with its differences from the vendor's server. Default: the vendor's server, or a compatible one. */
  readonly platform?: Platform | undefined
  /** Signs a request. Default: requests are not signed. */
  readonly sign?: SignRequest | undefined
  /**
   * Known refusals of the target: `[...rules, ...refusals]` of `toolwire/adapters/<wire>/rules`, or a
   * function that loads them at the first refusal. On strict routes a request that breaks a rule is not sent.
   * Default: none, so requests are not fixed; the command line uses the rules and refusals of the wire.
   */
  readonly rules?: RefusalSource | undefined
}

/** A function that returns the headers of a signed request, given the request to sign. */
export type SignRequest = (request: UnsignedRequest) => Promise<Readonly<Record<string, string>>>

/** A request to sign. */
export interface UnsignedRequest {
  /** The URL with the query. */
  readonly url: string
  /** The HTTP method, in upper case. */
  readonly method: string
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The body in the form that is sent. */
  readonly body: string | Uint8Array | undefined
}

/** A selection of requests and the targets that answer them. */
export interface ProxyRoute extends SharedRouteOptions<Adapter, ProxyTarget> {
  /** `strict` refuses requests that cannot be translated without loss, or that break one of the target's `rules`, before they are sent. Default: `report`. */
  readonly mode?: Mode | undefined
}

/** The part of `fetch` that is used. */
export type UpstreamFetch = (url: string, init: RequestInit) => Promise<Response>

/** The token and the limits of a user. */
export interface ProxyUser extends UserLimits {
  /** The token that clients of the user send as their key. */
  readonly token: string
}

/** Options of `createProxy`. */
export interface ProxyOptions extends SharedProxyOptions<ProxyRoute> {
  /**
   * The model facts of targets. Translated requests are fitted to them. Default: `models` of `toolwire/models`; `new Catalogue([])`
   * is empty.
   */
  readonly models?: Catalogue | undefined
  /**
   * The wires of clients, in addition to the wires that routes name. If two wires have the same path, the
   * body decides.
   */
  readonly clients?: readonly Adapter[] | undefined
  /** Sends requests to targets. Default: the global fetch. */
  readonly fetch?: UpstreamFetch | undefined
  /** Variables with keys: `process.env`, or the bindings of a worker. Default: none. */
  readonly environment?: Readonly<Record<string, unknown>> | undefined
  /**
   * The store of data that clients cannot send back (reasoning, signatures, ids), for later requests.
   * Default: `proxyMemory()`. Several proxies need a shared store: `redisState` or `sqlState` of
   * `toolwire/tools`.
   */
  readonly state?: StateStore | undefined
  /**
   * The secret that encrypts, together with the client's key, the summaries that clients keep for the proxy.
   * Several proxies share one secret. Default: only the client's key.
   */
  readonly secret?: string | undefined
  /** The token that clients send as their key. Default: none; the proxy is then for this machine only. */
  readonly token?: string
  /**
   * Tokens of several users, by user name, or objects with a token and limits. Data stored for one user is not accessible to others.
   * The name is reported to `onAnswered`. What users have used is in `state`, so proxies with a shared store share the limits.
   * Default: none.
   */
  readonly users?: Readonly<Record<string, string | ProxyUser>> | undefined
  /**
   * Decompressors of request bodies, by the names of `content-encoding`. Default: gzip and deflate, which
   * every runtime supports.
   */
  readonly unpackers?: Unpackers | undefined
  /** Returns the current time in milliseconds. Default: `Date.now`. */
  readonly now?: (() => number) | undefined
  /** The timer. Default: `setTimeout`. */
  readonly timer?: Timer | undefined
  /**
   * Called when a request was answered, aborted by the client, or failed. Errors of this function are
   * ignored.
   */
  readonly onAnswered?: ((told: ProxiedRequest) => void) | undefined
}

/** The outcome of one request, without any content of the conversation, unless `providerError` quotes it. */
export interface ProxiedRequest {
  /**
   * The id of the request: the client's `x-request-id`, or a new one. Targets receive it, and answers contain
   * it unless the provider's id has the same header.
   */
  readonly requestId: string
  /** The id that the provider gave the request. */
  readonly targetRequestId?: string
  /** The HTTP method, in upper case. */
  readonly method: string
  /** The path without the query. */
  readonly path: string
  /**
   * The kind of request: an answer (`generate`), a compaction (`compact`), a token count, a model list,
   * the description of a model (`show`), the version of the server (`version`), stored state (`stored`), creating stored state (`begin`), or a forwarded request. Absent for unknown
   * paths.
   */
  readonly kind?:
    | 'generate'
    | 'compact'
    | 'count'
    | 'models'
    | 'show'
    | 'version'
    | 'stored'
    | 'begin'
    | 'passed-on'
  /** The client's wire, if the path belongs to a known wire. */
  readonly from?: string
  /** The user of the client's token. Absent if the token has no user. */
  readonly user?: string
  /** The name of the route. */
  readonly route?: string
  /** The model name sent by the client. */
  readonly model?: string
  /** The wire of the last target. */
  readonly to?: string
  /** The provider of the target's wire, as in OpenTelemetry's conventions: `openai`. */
  readonly provider?: string
  /** The model of the target. */
  readonly targetModel?: string
  /** The status sent to the client; 499 if the client aborted. */
  readonly status: number
  /** True if the client received a stream. */
  readonly streamed: boolean
  /** Milliseconds from the request to the first event of the answer. Absent without an event. */
  readonly firstEventMilliseconds?: number
  /** Milliseconds from the request to the end of the answer. */
  readonly milliseconds: number
  /** The outcome of the turn. Absent for requests without a turn, and if no answer began. */
  readonly outcome?: Outcome
  /** The token counts of the provider. */
  readonly usage?: Usage
  /** Notices of the request and of the answer. */
  readonly notices: readonly Notice[]
  /** The reasons why earlier targets were skipped. */
  readonly passedOver: readonly string[]
  /** True if the client aborted the request. */
  readonly aborted: boolean
  /** The proxy's error message, or the code of the provider's error. */
  readonly error?: string
  /** The provider's error message. It may quote the request, so do not log it where others can read it. */
  readonly providerError?: string
}

/** A proxy as a `fetch` handler. */
export interface ToolwireProxy {
  /** Answers a request. Never rejects: errors are returned as answers in the form of the client's wire. */
  fetch(request: Request): Promise<Response>
}
