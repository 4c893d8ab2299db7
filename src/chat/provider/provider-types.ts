import type { Notice } from '../../base/model/context.js'
import type { NothingBeside } from '../../base/model/expect.js'
import type { ProviderError } from '../../base/model/types.js'
import type { Adapter, RequestOf, StreamSourceOf } from '../../codec/wire/define-adapter.js'
import type { FitOptions } from '../../translate/fit/fit.js'
import type { RefusalSource } from '../../translate/repair/refusal.js'
import type { ObjectIn, TurnInput } from '../output/answer-object.js'
import type { FetchSendOptions } from '../send/send-types.js'
import type { Turn } from './turn.js'

/** The second argument of `send`. */
export interface SendOptions {
  /** The model, for APIs that name it outside the request. */
  readonly model: string
  /** Aborted when the reader stops or its signal aborts. Pass this signal to the SDK or to `fetch`. */
  readonly signal: AbortSignal
  /** The path of the request below the provider's base URL, for `fetch`. */
  readonly path: string
}

/** Options of `provider`: either `send`, or `key` and further options of `fetchSend`. */
export type ProviderOptions<To extends Adapter> = ProviderWithSend<To> | ProviderWithKey

/**
 * The output limit, which is an option of every turn on wires whose requests require one. Without a limit, `fill`
 * has to add the maximum of the model.
 */
export type NeededLimit<To extends Adapter> =
  RequestOf<To> extends { readonly max_tokens: number }
    ? { readonly maxOutputTokens: number } | { readonly fill: true }
    : unknown

/** Options of a provider whose requests are sent by `send`. */
export interface ProviderWithSend<To extends Adapter> extends ProviderSettings {
  /**
   * Sends the native request and returns the result of the official SDK or `fetch`: a stream, or a complete
   * answer.
   * @example send: (request, { signal }) => client.messages.create(request, { signal })
   */
  send(request: RequestOf<To>, options: SendOptions): StreamSourceOf<To> | PromiseLike<StreamSourceOf<To>>
  /** Only allowed without `send`. */
  readonly key?: undefined
}

/** Options of a provider whose requests are sent by `fetchSend`. */
export interface ProviderWithKey extends ProviderSettings, FetchSendOptions {
  /** Only allowed without `key`. */
  readonly send?: undefined
}

/**
 * Options of every provider, in addition to the options of fitting: `limits`, `models`, `fill`, `mode`,
 * `providerExecuted`, `pendingCalls`, `cache`.
 */
export interface ProviderSettings extends Omit<FitOptions, 'from' | 'exactText' | 'parseExact' | 'model'> {
  /** The model as the provider names it. */
  readonly model: string
  /**
   * The output limit of conversations without a limit. On wires that require a limit, a turn without a limit
   * throws AdapterError before the request is sent.
   */
  readonly maxOutputTokens?: number | undefined
  /** True to request streams. Default: true. */
  readonly stream?: boolean | undefined
  /**
   * True to request objects as the arguments of a tool that the model has to call, for models without
   * structured output. Default: true only if the wire or its `limits` do not support structured output for
   * the schema.
   */
  readonly outputThroughTool?: boolean | undefined
  /**
   * The maximum number of times that a refused request (status 400 or 422) is fixed and sent again, with a
   * notice. Calls, results and texts are never dropped. Requires `rules`; not available with `mode:
   * 'strict'`. Default: 0, because each request may be billed.
   */
  readonly repair?: number | undefined
  /**
   * The known reasons for refusals: `[...rules, ...refusals]` of `toolwire/adapters/<wire>/rules`, or a
   * function that loads them. A refusal that a rule explains is thrown as a RefusalError. In strict mode a
   * request that breaks a rule of severity `error` throws AdapterError before it is sent. Default: none;
   * refusals are thrown unchanged.
   */
  readonly rules?: RefusalSource | undefined
  /**
   * True to keep the body of each answer as it was received. `rawBodyOf(await turn.response)` returns it, also for
   * the `response` of a ResponseError. Default: false, because a body can be large.
   */
  readonly rawBody?: boolean | undefined
  /** Called once per notice, without repetition in later turns. */
  readonly onNotice?: ((notice: Notice) => void) | undefined
}

/** Options of a turn. */
export interface TurnOptions {
  /**
   * A signal that aborts the request and ends the events. Default: the events end only when the loop is left.
   */
  readonly signal?: AbortSignal | undefined
  /**
   * The maximum number of extra requests, with the errors, if the answer is not the requested object. Each
   * request is billed. Truncated or refused answers are not retried. Default: 0.
   */
  readonly outputRetries?: number | undefined
}

/** A model of a provider. All wires share this type. */
export interface Provider {
  /** The wire id. */
  readonly wire: string
  /** The model as the provider names it. */
  readonly model: string
  /** The base URL of requests. Default: unknown; an SDK chooses it. */
  readonly url?: string | undefined
  /** True if answers are requested as streams. Default: unknown. */
  readonly streams?: boolean
  /** The adapters of all providers that may answer, the first tried first. Default: unknown. */
  readonly adapters?: readonly Adapter[]
  /**
   * True if the provider continues a paused turn when the conversation with this turn is sent again. Default:
   * false.
   */
  readonly resumesPaused?: boolean
  /**
   * Returns the HTTP status that the provider uses for an error without a status, by the code of the error:
   * 529 for `overloaded_error`. Default: 500 for all errors.
   */
  readonly statusOf?: (error: ProviderError) => number
  /**
   * Sends the conversation, adapted to the wire, and reads the answer: events as they arrive, then the
   * complete response, with the conversation's tool names. A schema as `outputFormat` requests an object,
   * which is then `object` of the response.
   * @throws AdapterError `unsupported` for a schema that cannot produce JSON Schema.
   */
  turn<const Input extends TurnInput>(
    conversation: Input & NothingBeside<TurnInput, Input>,
    options?: TurnOptions,
  ): Turn<ObjectIn<Input>>
}
