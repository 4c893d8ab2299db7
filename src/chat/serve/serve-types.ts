import type { JsonObject } from '../../base/json/json-types.js'
import type { Notice } from '../../base/model/context.js'
import type { Message, ProviderError, ToolResult } from '../../base/model/types.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import type { LoopEvent } from '../loop/loop-events.js'
import type { StreamStore } from './stream-stores.js'

/**
 * The format of a stream for its client.
 * - `ui`: the UI message stream of the AI SDK, which `useChat` reads.
 * - `ag-ui`: the events of AG-UI.
 * - an adapter: the stream of the adapter's wire, for clients of this wire.
 */
export type ServedAs = 'ui' | 'ag-ui' | Adapter

/** A failure whose message is not sent to the client by default. */
export type Failure =
  /** The source of the events threw an error. */
  | { readonly type: 'thrown'; readonly error: unknown }
  /** The provider, or a gateway before it, answered with an error, or its answer was interrupted. */
  | { readonly type: 'provider'; readonly error: ProviderError }
  /** A call ended with an error. */
  | { readonly type: 'tool'; readonly result: ToolResult }

/** Options that control the content of a stream. */
export interface WriteOptions {
  /** The format for the client. */
  readonly as: ServedAs
  /**
   * The id of the chat or thread. Required with `secret` and `store`. In AG-UI it is the `threadId`. Default:
   * none, in AG-UI a new one.
   */
  readonly id?: string | undefined
  /** The id of the run, for AG-UI. Default: a new one. */
  readonly runId?: string | undefined
  /** True to send the token usage, summed over all steps. Default: false. */
  readonly usage?: boolean | undefined
  /**
   * True to send the name of the model, ids, and data that must be returned to providers (signatures,
   * encrypted reasoning, native fields). Host data of calls and results is never sent. Default: false.
   */
  readonly metadata?: boolean | undefined
  /**
   * The secret that signs calls, results and approval requests, so that `readUiMessages` with the same secret
   * can verify them: any private text. Only for `ui`. Default: nothing is signed.
   */
  readonly secret?: string | undefined
  /**
   * Milliseconds for which a request for approval that is signed with `secret` can be approved. Default: 24
   * hours.
   */
  readonly approvalTtl?: number | undefined
  /**
   * Returns the message for the client about a failure. Default: a general sentence, because messages of
   * providers and tools may contain private data; errors of the provider are then logged with `console.error`.
   */
  readonly onError?: ((failure: Failure) => string) | undefined
  /** Called for information that the stream cannot represent. */
  readonly onNotice?: ((notice: Notice) => void) | undefined
}

/** A loop, a turn, or any other source of their events. */
export interface ServedSource extends AsyncIterable<LoopEvent> {
  /**
   * The conversation, as in a loop. A stored stream begins with the answers in `messages` to the user's last
   * message.
   */
  readonly messages?: readonly Message[]
}

/** Options of `toResponse` and `pipeResponse`. */
export interface ResponseOptions extends WriteOptions {
  /** The HTTP status. Default: 200. */
  readonly status?: number | undefined
  /** Additional headers. These headers override the default headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** A signal that ends the stream and the events. Default: they end only when the client disconnects. */
  readonly signal?: AbortSignal | undefined
  /**
   * The store in which the stream is kept under `id`, so that clients can reconnect (`resumeResponse`). The events
   * then continue when the client disconnects. Default: not stored, and the events end when the client
   * disconnects.
   */
  readonly store?: StreamStore | undefined
  /**
   * Called once, when the events have ended, failed or were aborted, and a loop's `result` is settled. The
   * client receives the end afterwards, except for an aborted run. Store the conversation in this function.
   * If it throws, a failure is sent to the client.
   * @example onEnd: () => save(id, loop.messages)
   */
  readonly onEnd?: (() => unknown) | undefined
  /**
   * Called with a promise that keeps the process alive until the run, `onEnd` and the stored stream have
   * ended, on platforms that stop it after the response.
   */
  readonly waitUntil?: ((done: Promise<void>) => void) | undefined
}

/** Options of `resumeResponse`. `as`, `status` and `headers` are the same as in `toResponse`. */
export interface ResumeOptions extends Pick<ResponseOptions, 'as' | 'status' | 'headers'> {
  /** The store that was passed to `toResponse`. */
  readonly store: StreamStore
  /** The id of the chat. First check that the client may read this chat. */
  readonly id: string
  /** The header `last-event-id` of the request. Default: none; the run is sent from the start. */
  readonly lastEventId?: string | null | undefined
}

/** A chunk of a protocol before framing. */
export type Chunk = JsonObject
