import type { Timer } from '../base/http/timer.js'
import type { JsonObject } from '../base/json/json-types.js'
import type { Mode, Notice } from '../base/model/context.js'
import type { Conversation, Settings, Usage } from '../base/model/types.js'
import type { KeySource } from '../chat/send/key-and-endpoint.js'
import type { Platform } from '../codec/wire/contract.js'
import type { Adapter } from '../codec/wire/define-adapter.js'
import type { CachePolicy } from '../codec/wire/fit-step.js'
import type { LimitsChoice } from '../codec/wire/limits.js'
import type { StateStore } from '../tools/context/context-types.js'
import type { Catalogue } from '../translate/catalogue/catalogue.js'
import type { HostedPolicy } from '../translate/exchange/carry-hosted.js'
import type { RefusalSource } from '../translate/repair/refusal.js'
import type { DeferredPolicy } from './deferred-tools.js'
import type { Substitutes } from './substitute-tools.js'
import type { Unpackers } from './unpacking.js'

/** Settings that replace the client's; `null` omits one. */
export type SettingOverrides = {
  readonly [Name in Exclude<keyof Settings, 'model' | 'stream'> | 'parallelToolCalls']?:
    | Conversation[Name]
    | null
}

/** A server that answers requests. */
export interface ProxyTarget {
  /** Its wire. */
  readonly adapter: Adapter
  /** The base URL, as a client of that wire would use it: `https://api.openai.com/v1`, `https://api.anthropic.com`. */
  readonly url: string
  /** The model that is to answer. Default: the name that the client sends. */
  readonly model?: string | undefined
  /**
   * The API key. Default: at a host of the wire's vendor, over https, the first of its variables that `environment` has; else
   * requests have no key.
   */
  readonly key?: KeySource | undefined
  /** The platform that it is on: how it differs from the vendor's own server. Default: the vendor's own, or a compatible server. */
  readonly platform?: Platform | undefined
  /** The header that shows the key; `authorization` shows it as a bearer. Default: as the wire, or the platform, has it. */
  readonly keyHeader?: string | undefined
  /** Signs a request. Default: none. */
  readonly sign?: SignRequest | undefined
  /** Further headers of each request. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The limits of the target: the name of a profile, or single limits. Default: the wire's usual ones. */
  readonly limits?: LimitsChoice | undefined
  /** Settings that replace the client's. Default: none. */
  readonly settings?: SettingOverrides | undefined
  /**
   * What is done for the prompt cache where a later turn can profit: `auto` marks the prompt for models that cache only what is marked,
   * and gives conversations a key where the wire has one; `marks` does only the first; `none` leaves both out. Clients of the target's
   * own wire do it themselves. Default: `auto` at the vendor's own hosts; elsewhere `marks`, since servers may refuse unknown fields.
   */
  readonly cache?: CachePolicy | 'none' | undefined
  /**
   * Whether web search, code execution and MCP servers of a client's request become those of the target, and their calls in the answer
   * those of the client. `drop` leaves them out. Default: `carry`.
   */
  readonly hosted?: HostedPolicy | undefined
  /**
   * What runs calls of hosted tools in place of a provider, for a target that has none or is not to use its own: the proxy runs them
   * between two requests, and the client sees them as its own hosted tool. Default: none.
   */
  readonly substitutes?: Substitutes | undefined
  /**
   * What becomes of a request's tools with `defer_loading`, which a model of the client's provider finds by a search. `declare`: all
   * are declared. `search`: only those that were found; a function `tool_search`, which the proxy runs, stands for a search of the
   * provider. Targets of the client's own wire get them as they are. Default: `declare`.
   */
  readonly deferredTools?: DeferredPolicy | undefined
  /** The output limit of requests without one. Some wires refuse a request without. */
  readonly maxOutputTokens?: number | undefined
  /** Whether requests without one get the most that the model gives, where the wire requires one. Default: true. */
  readonly fill?: boolean | undefined
  /** Further fields of the native request, if it has none of that name. Default: none. */
  readonly fields?: JsonObject | undefined
  /**
   * How often a request that the target refuses (status 400 or 422) is mended and sent again, as far as `rules` know how. Calls, results
   * and texts are never left out. Not on strict routes. Default: 1; 0 passes each refusal on.
   */
  readonly repair?: number | undefined
  /**
   * What is known of the target's refusals: `[...rules, ...refusals]` of `toolwire/adapters/<wire>/rules`, or a function that loads them
   * at the first refusal; on strict routes requests that break a rule are not sent. Default: nothing is known, so that nothing is mended; the command line has those of the wire.
   */
  readonly rules?: RefusalSource | undefined
  /** Whether to request streams, for servers with only one of the two. Default: as the client does. */
  readonly stream?: boolean | undefined
}

/** Returns the headers of a signed request, from those of the request to be signed. */
export type SignRequest = (request: UnsignedRequest) => Promise<Readonly<Record<string, string>>>

/** A request that is to be signed as it is. */
export interface UnsignedRequest {
  /** With its query. */
  readonly url: string
  /** Upper case. */
  readonly method: string
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** As it is sent. */
  readonly body: string | Uint8Array | undefined
}

/** Which requests go where. */
export interface ProxyRoute {
  /** The name in logs and metrics. Default: the wires of client and target. */
  readonly name?: string | undefined
  /** The wire of the clients. Default: any of `clients`. */
  readonly from?: Adapter | undefined
  /** The clients' names of models, as globs (`small-*`). Default: all. */
  readonly models?: readonly string[] | undefined
  /** The targets. The next one is asked if one cannot be reached or refuses with 429 or 5xx. */
  readonly to: ProxyTarget | readonly ProxyTarget[]
  /** `strict` refuses requests that cannot be translated without loss, or that break one of the target's `rules`, before they are sent. Default: `report`. */
  readonly mode?: Mode | undefined
}

/** As much of `fetch` as is used. */
export type UpstreamFetch = (url: string, init: RequestInit) => Promise<Response>

/** Options of `createProxy`. */
export interface ProxyOptions {
  /** The first route that matches the client's wire and model is used. */
  readonly routes: readonly ProxyRoute[]
  /**
   * What is known of the models of targets: requests are fitted to them when they are translated. Default: `models` of `toolwire/models`;
   * `new Catalogue([])` knows nothing.
   */
  readonly models?: Catalogue | undefined
  /** The wires of clients, besides those that routes name. If two have the same path, the body decides. */
  readonly clients?: readonly Adapter[] | undefined
  /** Sends requests to targets. Default: the global fetch. */
  readonly fetch?: UpstreamFetch | undefined
  /** Variables with keys: `process.env`, or the bindings of a worker. Default: none. */
  readonly environment?: Readonly<Record<string, unknown>> | undefined
  /**
   * Stores what clients cannot send back (reasoning, signatures, ids) for later requests. Default: `proxyMemory()`. Several proxies
   * share one: `redisState` or `sqlState` of `toolwire/tools`.
   */
  readonly state?: StateStore | undefined
  /**
   * Encrypts the summaries that clients keep for the proxy, together with the key that a client shows. Several proxies share one.
   * Default: the client's key alone.
   */
  readonly secret?: string | undefined
  /** The token that clients send as their key. Default: none, for this machine only. */
  readonly token?: string
  /**
   * Tokens of several users, by their names. What is stored for one user no other one finds. The name is told to `onAnswered`.
   * Default: none.
   */
  readonly users?: Readonly<Record<string, string>> | undefined
  /**
   * Origins of web pages that may use the proxy (`https://chat.example.com`, `*` for all). Default: none: pages can never read
   * answers, and without a token their requests are refused.
   */
  readonly origins?: readonly string[] | undefined
  /**
   * Whether to forward other requests (files, batches, embeddings, …) to the first target of the client's own wire, with that
   * target's key. Default: false, they are refused.
   */
  readonly passOn?: boolean | undefined
  /** The longest body of a request, in bytes. Default: 64 MiB. */
  readonly maxBodyBytes?: number | undefined
  /**
   * What unpacks the bodies of requests, by the names of `content-encoding`. Default: gzip and deflate, as every runtime has
   * them.
   */
  readonly unpackers?: Unpackers | undefined
  /** Milliseconds until a target has to begin its answer. Default: 10 minutes. */
  readonly answerTimeout?: number | undefined
  /** Milliseconds that a target may be silent within an answer. Default: 5 minutes. */
  readonly idleTimeout?: number | undefined
  /** Milliseconds of silence after which a stream gets a keep-alive frame, if the client's wire has one. Default: 15 s. */
  readonly keepAliveInterval?: number | undefined
  /** Default: `setTimeout`. */
  readonly timer?: Timer | undefined
  /** Called when a request was answered, aborted by the client, or failed. Its errors are ignored. */
  readonly onAnswered?: ((told: ProxiedRequest) => void) | undefined
}

/** The outcome of one request, without any content of the conversation, unless `providerError` quotes it. */
export interface ProxiedRequest {
  /** Upper case. */
  readonly method: string
  /** Without the query. */
  readonly path: string
  /**
   * The kind of request: an answer (`generate`), a shorter conversation (`compact`), a count of tokens, a list of models, stored state (`stored`), creating stored state
   * (`begin`), or a forwarded request. Absent for unknown paths.
   */
  readonly kind?: 'generate' | 'compact' | 'count' | 'models' | 'stored' | 'begin' | 'passed-on'
  /** The client's wire, if its path has one. */
  readonly from?: string
  /** The user whose token the client showed. Absent if the token has no user. */
  readonly user?: string
  /** The name of the route. */
  readonly route?: string
  /** The model as the client names it. */
  readonly model?: string
  /** The wire of the last target. */
  readonly to?: string
  /** The provider of that wire, as in OpenTelemetry's conventions: `openai`. */
  readonly provider?: string
  /** The model of the target. */
  readonly targetModel?: string
  /** The status that the client got; 499 if it aborted. */
  readonly status: number
  /** Whether the client got a stream. */
  readonly streamed: boolean
  /** From the request to the first event of the answer. Absent without one. */
  readonly firstEventMilliseconds?: number
  /** From the request to the end of the answer. */
  readonly milliseconds: number
  /** As the provider counted. */
  readonly usage?: Usage
  /** Notices of the request and of the answer. */
  readonly notices: readonly Notice[]
  /** Why earlier targets were skipped. */
  readonly passedOver: readonly string[]
  /** Whether the client aborted the request. */
  readonly aborted: boolean
  /** The proxy's error message, or the code of the provider's error. */
  readonly error?: string
  /** The provider's error message. It may quote the request, so do not log it where others can read it. */
  readonly providerError?: string
}

/** A proxy as a `fetch` handler. */
export interface ToolwireProxy {
  /** Answers a request. Never rejects: errors are answers in the form of the client's wire. */
  fetch(request: Request): Promise<Response>
}
