// Options that programs and config files share. `docs/proxy.schema.json`, the help of the command and the tables of
// `docs/proxy-deployment.md` are generated from these docstrings; help texts are the first sentence and the default.
import type { JsonObject } from '../base/json/json-types.js'
import type { Milliseconds, PositiveInteger } from '../base/json/number-ranges.js'
import type { Conversation, Settings } from '../base/model/types.js'
import type { CachePolicy } from '../codec/wire/fit-step.js'
import type { LimitsChoice } from '../codec/wire/limits.js'
import type { HostedPolicy } from '../translate/exchange/carry-hosted.js'
import type { DeferredPolicy } from './deferred-tools.js'
import type { Substitutes } from './substitute-tools.js'
import type { RestingOptions } from './target-health.js'

/** Settings that replace the client's settings; `null` omits a setting. */
export type SettingOverrides = {
  readonly [Name in Exclude<keyof Settings, 'model' | 'stream'> | 'parallelToolCalls']?:
    | Conversation[Name]
    | null
}

/** Options of a target. `Tool` runs the calls of a hosted tool. */
export interface SharedTargetOptions<Tool> {
  /** The model of the target. Default: the name that the client sends. */
  readonly model?: string | undefined
  /** The header that contains the key; `authorization` contains it as a bearer token. Default: the header of the wire or the platform. */
  readonly keyHeader?: string | undefined
  /** Further headers of each request, without keys. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * A profile of the target, listed in docs/servers.md. An object replaces individual limits. Default: the
   * profile for the host of the URL, or the usual limits at the vendor's own hosts.
   */
  readonly limits?: LimitsChoice | undefined
  /**
   * Settings that replace the client's settings, under their canonical names; `null` omits a setting.
   * Default: none.
   */
  readonly settings?: SettingOverrides | undefined
  /** Further fields of the native request, for names that the request does not have. Default: none. */
  readonly fields?: JsonObject | undefined
  /**
   * The output limit of requests without a limit. Default: none; some wires refuse a request without a limit.
   */
  readonly maxOutputTokens?: PositiveInteger | undefined
  /** Fills in a missing output limit with the model's maximum, if the wire requires a limit. Default: true. */
  readonly fill?: boolean | undefined
  /**
   * The prompt-cache policy. `auto` marks the prompt for models that cache only marked prompts, and sends a
   * key for the conversation if the wire has a field for it; `marks` only sets marks; `none` does neither.
   * Requests of the target's wire are unchanged. Default: `auto` at the vendor's hosts, otherwise `marks`,
   * because other servers may refuse unknown fields.
   */
  readonly cache?: CachePolicy | 'none' | undefined
  /**
   * The policy for web search, code execution and MCP servers of requests. `carry` converts them, and their calls in the answer; `drop`
   * omits them. Default: `carry`.
   */
  readonly hosted?: HostedPolicy | undefined
  /**
   * Tools that run web searches or code in place of the target's provider. The proxy runs their calls between two requests, and the
   * client receives them as calls of its hosted tool. Default: none.
   */
  readonly substitutes?: Substitutes<Tool> | undefined
  /**
   * The policy for tools with `defer_loading`, which models of the client's provider find by a search.
   * `declare` declares all tools; `search` declares only found tools, and a function `tool_search` that the
   * proxy runs. Targets of the client's wire receive the tools unchanged. Default: `declare`.
   */
  readonly deferredTools?: DeferredPolicy | undefined
  /**
   * The number of times that a refused request (status 400 or 422) is fixed by known rules and sent again.
   * Calls, results and texts are kept. Strict routes do not fix requests. Default: 1.
   * @asType integer
   * @minimum 0
   * @maximum 5
   */
  readonly repair?: number | undefined
  /**
   * Requests streams from the target, or complete answers if false, for servers that support only one of the
   * two. Default: the form that the client requests.
   */
  readonly stream?: boolean | undefined
  /**
   * The share of conversations whose first target this is, among the targets of its route. All requests of a conversation have the same
   * first target. 0 for a target that only answers in place of others. Default: the first target is always first; 1, if another target
   * of the route has a weight.
   * @minimum 0
   */
  readonly weight?: number | undefined
}

/** Options of a route. `Wire` is an adapter or its name. */
export interface SharedRouteOptions<Wire, Target> {
  /** The name in logs and metrics. Default: the wires of client and target. */
  readonly name?: string | undefined
  /** The wire of the clients. Default: any wire of `clients`. */
  readonly from?: Wire | undefined
  /**
   * Globs for the models that clients name (`small-*`). Default: all models.
   * @minItems 1
   */
  readonly models?: readonly string[] | undefined
  /**
   * The targets. If one cannot be reached, or refuses with 429 or 5xx, the request is sent to the next one.
   * @minItems 1
   */
  readonly to: Target | readonly Target[]
}

/** Limits of a user. Requests beyond a limit are refused with 429. */
export interface UserLimits {
  /** Requests for answers in a minute. Forwarded POST requests are counted. Default: no limit. */
  readonly requestsPerMinute?: PositiveInteger | undefined
  /** Input and output tokens in a day (UTC), as counted by providers. Default: no limit. */
  readonly tokensPerDay?: PositiveInteger | undefined
  /**
   * US dollars in a day (UTC), by list prices. Answers of models without a known price are not counted. Default: no limit.
   * @exclusiveMinimum 0
   */
  readonly costPerDay?: number | undefined
}

/** Options of a proxy. */
export interface SharedProxyOptions<Route> {
  /**
   * The routes. The first one that matches the client's wire and model is used.
   * @minItems 1
   */
  readonly routes: readonly Route[]
  /**
   * Origins of web pages that may use the proxy: `https://chat.example.com`, or `*` for all. Without a token, requests of other pages
   * are refused. Default: none.
   * @minItems 1
   */
  readonly origins?: readonly string[] | undefined
  /**
   * Other requests (files, batches, embeddings) are forwarded unchanged to the first target of the client's wire, with that target's
   * key. Default: false.
   */
  readonly passOn?: boolean | undefined
  /**
   * The rests of failing targets, on routes with several targets: a resting target is tried last. `false` turns rests off. Default: a
   * target rests for the time that it requests, and for 30 seconds after 5 failures in a row.
   */
  readonly resting?: RestingOptions | false | undefined
  /**
   * The largest body of a request, in bytes, after decompression; larger bodies are refused with 413.
   * Default: 67108864 (64 MiB).
   */
  readonly maxBodyBytes?: PositiveInteger | undefined
  /**
   * Milliseconds until a target begins its answer. After this time, the next target is tried, or the status
   * is 504. Default: 600000 (10 minutes).
   */
  readonly answerTimeout?: Milliseconds | undefined
  /**
   * Milliseconds that a target may be silent within an answer. After this time the answer is aborted. The
   * command also disconnects a client that does not read for this time. Default: 300000 (5 minutes).
   */
  readonly idleTimeout?: Milliseconds | undefined
  /**
   * Milliseconds of silence until a stream gets a keep-alive frame, if the client's wire has such a frame.
   * Default: 15000.
   */
  readonly keepAliveInterval?: Milliseconds | undefined
}
