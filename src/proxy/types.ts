import type { JsonObject } from '../json/types.js'
import type { Mode, Notice } from '../model/context.js'
import type { Conversation, Settings, Usage } from '../model/types.js'
import type { StateStore } from '../tools/context/types.js'
import type { Adapter } from '../wire/define.js'
import type { LimitsChoice } from '../wire/limits.js'

/** Settings of a request that take the place of the client's; `null` leaves one out. */
export type SettingOverrides = {
  readonly [Name in Exclude<keyof Settings, 'model' | 'stream'> | 'parallelToolCalls']?:
    | Conversation[Name]
    | null
}

/** A key, or what gives one for each request (one that expires, or comes from a vault). */
export type KeySource = string | (() => string | undefined | Promise<string | undefined>)

/** Where requests are answered. */
export interface ProxyTarget {
  /** The wire that is spoken there. */
  readonly adapter: Adapter
  /** The base URL as a client of that wire would be given it: `https://api.openai.com/v1`, `https://api.anthropic.com`. */
  readonly url: string
  /** The model that is to answer, as its provider names it. Default: the name that the client gave. */
  readonly model?: string
  /**
   * Default: at a host of the wire's own vendor, over https, the first of its variables that `environment` has. Else requests
   * bear no key.
   */
  readonly key?: KeySource
  /** Further headers of each request. Default: none. */
  readonly headers?: Readonly<Record<string, string>>
  /** The limits of the target: the name of a profile, or single limits. Default: the wire's usual ones. */
  readonly limits?: LimitsChoice
  /** What takes the place of the client's settings. Default: nothing. */
  readonly settings?: SettingOverrides
  /** The output limit of requests without one. Some wires refuse a request without. */
  readonly maxOutputTokens?: number
  /** Further fields of the native request, if it has none of that name. Default: none. */
  readonly fields?: JsonObject
  /** Whether answers are asked for as streams, where the server knows only one of the two. Default: as the client asks. */
  readonly stream?: boolean
}

/** Which requests go where. */
export interface ProxyRoute {
  /** What the route is called in what is told. Default: the client's wire and that of the target. */
  readonly name?: string
  /** The wire of the clients. Default: any of `clients`. */
  readonly from?: Adapter
  /** The clients' names of models, as globs (`small-*`). Default: all. */
  readonly models?: readonly string[]
  /** The first answers; the next one is asked when it cannot be reached or refuses with 429 or 5xx. */
  readonly to: ProxyTarget | readonly ProxyTarget[]
  /** `strict` refuses a request that cannot be carried without a loss, before it is sent. Default: `report`. */
  readonly mode?: Mode
}

/** As much of `fetch` as is used. */
export type UpstreamFetch = (url: string, init: RequestInit) => Promise<Response>

/** Calls once, after so many milliseconds, unless the function that it returns is called before. */
export type ProxyTimer = (milliseconds: number, call: () => void) => () => void

/** What `createProxy` takes. */
export interface ProxyOptions {
  /** The first that takes the client's wire and model counts. */
  readonly routes: readonly ProxyRoute[]
  /** The wires that clients may speak, beside those that routes name; where two have one path, the body decides. */
  readonly clients?: readonly Adapter[]
  /** Sends to the targets. Default: the global one. */
  readonly fetch?: UpstreamFetch
  /** Where keys are looked for: `process.env`, or the bindings of a worker. Default: nowhere. */
  readonly environment?: Readonly<Record<string, unknown>>
  /**
   * Where what clients cannot carry is kept for their next requests: reasoning with its proofs, ids. Default:
   * `proxyMemory()`. Proxies behind one balancer share one: `redisState` or `sqlState` of `toolwire/tools`.
   */
  readonly state?: StateStore
  /** What clients have to show as their key. Default: nothing: for this machine alone. */
  readonly token?: string
  /**
   * Pages that may use the proxy from a browser, by their origins (`https://chat.example.com`, `*` for all). Default: none:
   * their requests are refused where no token is asked for, and never may they read an answer.
   */
  readonly origins?: readonly string[]
  /**
   * Whether requests that mean nothing here (files, batches, embeddings, …) go to the first target of the client's own wire,
   * as they came but with that target's key. Default: they are refused.
   */
  readonly passOn?: boolean
  /** The longest body of a request, in bytes. Default: 64 MiB. */
  readonly maxBodyBytes?: number
  /** Milliseconds until a target has to begin its answer. Default: 10 minutes. */
  readonly answerTimeout?: number
  /** Milliseconds for which a target may be silent in the middle of an answer. Default: 5 minutes. */
  readonly idleTimeout?: number
  /** Milliseconds of silence after which a stream gets a frame that keeps it open, where the client's wire has one. Default: 15 s. */
  readonly keepAliveInterval?: number
  /** Default: `setTimeout`. */
  readonly timer?: ProxyTimer
  /** Called when an answer was given, was let go by the client, or could not be given. What it throws is dropped. */
  readonly onAnswered?: (told: ProxiedRequest) => void
}

/** What became of one request. It holds nothing of what was said, unless `providerError` quotes it. */
export interface ProxiedRequest {
  /** Upper case. */
  readonly method: string
  /** Without the query. */
  readonly path: string
  /**
   * What was asked for: an answer (`generate`), a count of tokens, a list of models, what was kept (`stored`), that something be
   * kept (`begin`), or what was passed on. Absent where it means nothing.
   */
  readonly kind?: 'generate' | 'count' | 'models' | 'stored' | 'begin' | 'passed-on'
  /** The client's wire, when its path is one. */
  readonly from?: string
  /** The name of the route. */
  readonly route?: string
  /** The model as the client names it. */
  readonly model?: string
  /** The wire of the target that was asked last. */
  readonly to?: string
  /** The provider of that wire, by the word of OpenTelemetry's conventions: `openai`. */
  readonly provider?: string
  /** The model that it was asked for. */
  readonly targetModel?: string
  /** What the client got; 499 when it let go before. */
  readonly status: number
  /** Whether the client got a stream. */
  readonly streamed: boolean
  /** From the beginning to the first event of the answer. Absent where none came. */
  readonly firstEventMilliseconds?: number
  /** From the beginning to the end of the answer. */
  readonly milliseconds: number
  /** As the provider counted. */
  readonly usage?: Usage
  /** What could not be carried as it was, of the request and of the answer. */
  readonly notices: readonly Notice[]
  /** Why targets before the one that answered were passed over. */
  readonly passedOver: readonly string[]
  /** Whether the client let go before the end. */
  readonly aborted: boolean
  /** What went wrong: in the words of the proxy, or by the name that the provider has for its error. */
  readonly error?: string
  /** What the provider says of its error. It may quote the request: it is nothing for a log that others read. */
  readonly providerError?: string
}

/** A proxy, ready to be served. */
export interface ToolwireProxy {
  /** Answers one request. It never rejects: what goes wrong is an answer in the words of the client's wire. */
  fetch(request: Request): Promise<Response>
}
