import type { JsonObject } from '../../base/json/json-types.js'
import type { Notice } from '../../base/model/context.js'
import type { ProviderError, ToolResult } from '../../base/model/types.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import type { StreamStore } from './stream-stores.js'

/**
 * What the reader of a stream expects.
 * - `ui`: the UI message stream of the AI SDK, which `useChat` reads.
 * - `ag-ui`: the events of AG-UI.
 * - an adapter: the stream of that wire, for its clients.
 */
export type ServedAs = 'ui' | 'ag-ui' | Adapter

/** Something failed whose message the reader is not told by default. */
export type Failure =
  /** The events threw. */
  | { readonly type: 'thrown'; readonly error: unknown }
  /** The provider, or a gateway before it, answered with an error, or its answer was cut off. */
  | { readonly type: 'provider'; readonly error: ProviderError }
  /** A call ended with an error. */
  | { readonly type: 'tool'; readonly result: ToolResult }

/** What a stream says. */
export interface WriteOptions {
  /** What the reader expects. */
  readonly as: ServedAs
  /**
   * The id of the chat or thread. Needed with `secret` and `store`. In AG-UI it is the `threadId`. Default: none, in AG-UI a new one.
   */
  readonly id?: string | undefined
  /** The id of the run, for AG-UI. Default: a new one. */
  readonly runId?: string | undefined
  /** Whether to tell the tokens that were used, of all steps together. Default: false. */
  readonly usage?: boolean | undefined
  /**
   * Whether to tell what providers need back (signatures, encrypted reasoning, native fields), the model's name and ids. Host data of
   * calls and results is never told. Default: false.
   */
  readonly metadata?: boolean | undefined
  /**
   * Signs calls, results and requests for approval, so that `readUiMessages` with the same secret knows them again. Any text that
   * nobody else has. For `ui`. Default: nothing is signed.
   */
  readonly secret?: string | undefined
  /** What the reader is told of a failure. Default: a general sentence, because messages of providers and tools may leak. */
  readonly onError?: ((failure: Failure) => string) | undefined
  /** Called for what the stream cannot say. */
  readonly onNotice?: ((notice: Notice) => void) | undefined
}

/** Options of `toResponse` and `pipe`. */
export interface ResponseOptions extends WriteOptions {
  /** The HTTP status. Default: 200. */
  readonly status?: number | undefined
  /** Further headers. They win over the default ones. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Ends the stream and the events. Default: only the reader's leaving does. */
  readonly signal?: AbortSignal | undefined
  /**
   * Keeps the stream under `id`, so that readers can come back (`resume`). The events then go on when the reader leaves. Default: not
   * kept, and the events end when the reader leaves.
   */
  readonly store?: StreamStore | undefined
  /**
   * Called once, when the events have ended, failed or were left. The reader hears of the end when it is done: store the conversation
   * here. If it throws, the reader is told of a failure.
   * @example onEnd: () => save(id, loop.messages)
   */
  readonly onEnd?: (() => unknown) | undefined
  /** Keeps the process alive until the kept stream has ended, on platforms that stop it after the response. */
  readonly waitUntil?: ((done: Promise<void>) => void) | undefined
}

/** Options of `resume`. `as`, `status` and `headers` are those of `toResponse`. */
export interface ResumeOptions extends Pick<ResponseOptions, 'as' | 'status' | 'headers'> {
  /** The store that `toResponse` had. */
  readonly store: StreamStore
  /** The id of the chat. Whether the reader may see this chat is yours to check. */
  readonly id: string
  /** The header `last-event-id` of the request. Default: none, the run is told from its start. */
  readonly lastEventId?: string | null | undefined
}

/** A chunk of a protocol, before it is framed. */
export type Chunk = JsonObject
