import type { CompleteToolCall } from '../../base/model/create.js'
import type { ExecutionContext } from './execution.js'

/**
 * Stores the state of a conversation: JSON text by key. Methods may be asynchronous. If a method throws, the
 * store has failed; `ToolContext` handles this. Contexts with the same store share their state.
 */
export interface StateStore {
  /** Returns the text under the key, if any. */
  get(key: string): string | undefined | Promise<string | undefined>
  /** Stores the text under the key. */
  set(key: string, text: string): void | Promise<void>
  /**
   * Stores the text if the current one is `expected`, atomically across processes. Without this method
   * `updateState` throws.
   * @param expected the text that was read, or undefined if the key was absent.
   * @returns true if the text was stored.
   */
  replace?(key: string, expected: string | undefined, text: string): boolean | Promise<boolean>
  /** True if the store cannot be used at present. A broken store is not called. Default: false. */
  readonly isBroken?: boolean
}

/** The key of a host value in a context: a class, or the result of `createExtension`. */
export type ExtensionKey<Value> = (abstract new (...given: never) => Value) | Extension<Value>

/** A key for a value of one type. Two keys with the same name are different. */
export interface Extension<Value> {
  /** A human-readable name. */
  readonly name: string
  /** Never set. The member exists only for the type of the value. */
  readonly value?: Value
}

/**
 * The shared data of tools: caller, conversation, state, host values. Contexts are immutable;
 * `createToolContext` creates a context, and `derive` creates another context from it.
 */
export interface ToolContext {
  /** The id of the conversation. Default: none. */
  readonly conversationId?: string | undefined
  /** The caller: a user, a session, a sub-agent. Default: none. */
  readonly callerId?: string | undefined
  /** The skills that are active in this turn. Default: none. */
  readonly skills: readonly string[]
  /** The environment for commands. Default: the tool's own choice. */
  readonly execution?: ExecutionContext | undefined
  /** The store of the state. Pass the store to another context to share the state. */
  readonly state: StateStore
  /** True if the host is idle now. Default: false. */
  readonly isIdle: boolean
  /** Aborted when the result is no longer needed. Default: never. */
  readonly signal: AbortSignal
  /**
   * Returns a copy of the stored value; a stored `null` is a value. If the store cannot be read or does not
   * contain JSON, `getState` reports a warning and returns the fallback, and `setState` of the key throws
   * until a read succeeds. The type `Value` is not checked.
   * @throws ToolError if the context has no state, for instance in a queue worker without a state.
   */
  getState<Value>(key: string, fallback: Value): Promise<Value>
  /**
   * Stores a copy of the value, as JSON (dates as text, without undefined members). To change a stored value
   * use `updateState`.
   * @throws ToolError with the key in its message: `server_error` if the store cannot be written, or could
   * not be read before, `permanent_failure` if the value has no JSON form.
   */
  setState(key: string, value: unknown): Promise<void>
  /**
   * Changes the stored value atomically, across calls and processes.
   * @param fallback the argument of `change` if nothing is stored.
   * @param change receives a copy of the stored value and returns the new value. The function is called again
   * if another change came first, so it should not have side effects.
   * @returns a copy of the new value.
   * @throws ToolError with the key in its message: `server_error` if the store cannot be read or written,
   * `permanent_failure` if the value has no JSON form or the store has no `replace`; and errors of `change`.
   * In these cases nothing is changed.
   * @example const cart = await run.updateState<string[]>('cart', [], (items) => [...items, item])
   */
  updateState<Value>(
    key: string,
    fallback: Value,
    change: (value: Value) => Value | Promise<Value>,
  ): Promise<Value>
  /** Returns the host's value under the key, if any. */
  extension<Value>(key: ExtensionKey<Value>): Value | undefined
  /**
   * Returns a new context with these changes. State and extensions are shared with this context unless they
   * are changed.
   */
  derive(change: ToolContextOptions): ToolContext
}

/** Options of `createToolContext`. */
export interface ToolContextOptions {
  /** @see ToolContext.conversationId */
  readonly conversationId?: string | undefined
  /** @see ToolContext.callerId */
  readonly callerId?: string | undefined
  /** @see ToolContext.skills */
  readonly skills?: readonly string[] | undefined
  /** @see ToolContext.execution */
  readonly execution?: ExecutionContext | undefined
  /**
   * The store of the state. Default: a new store in memory. Derived contexts share the store of their origin.
   */
  readonly state?: StateStore | undefined
  /** Returns true if the host is idle. Called whenever `isIdle` is read. Default: false. */
  readonly isIdle?: (() => boolean) | undefined
  /** @see ToolContext.signal */
  readonly signal?: AbortSignal | undefined
  /**
   * Values of the host by key, created by `provide`. Derived contexts inherit these values. They are never
   * serialized. Default: none.
   */
  readonly extensions?: readonly (readonly [key: ExtensionKey<unknown>, value: unknown])[] | undefined
  /**
   * Receives failures that do not stop the run. Errors of this function are ignored. Default: `console.warn`.
   */
  readonly onWarning?: ((warning: ContextWarning) => void) | undefined
}

/** A failure that did not stop the run. */
export interface ContextWarning {
  /** A message with the failed operation, the key, and the fallback that was used. */
  readonly message: string
  /** The key of the state, if any. */
  readonly key?: string
  /** The thrown value. */
  readonly cause?: unknown
}

/** The second argument of `execute`: the context of this call. */
export interface ToolRun extends ToolContext {
  /** The call of the model, with its original `arguments`, not converted by the schema. */
  readonly call: CompleteToolCall
  /** Same as `call.id`. */
  readonly callId: string
  /** The number of the attempt, from 1. */
  readonly attempt: number
  /**
   * The same text for each attempt and each process that runs this call, for services that accept an idempotency key. Present in a
   * conversation of `openConversation`, and in queue workers.
   */
  readonly idempotencyKey?: string | undefined
  /** Emits output as `output-chunk` before the result. Slow listeners may lose chunks, never the result. */
  emit(chunk: string): void
  /**
   * Sends a message to the agent, as the event `sent` of the executor and the loop. The model does not read it. The host
   * handles it, for example with `loop.steer`.
   * @throws AdapterError for a message that has no JSON form.
   */
  send(message: unknown): void
  /** Emits `rolled-back` after the tool has undone its changes. */
  reportRollback(told: { readonly restoredCount: number; readonly deletedCount: number }): void
}
