import type { CompleteToolCall } from '../../model/create.js'
import type { ExecutionContext } from './execution.js'

/**
 * Where a conversation's state is kept: JSON text by key. Each method may answer at once or later; what it throws is a
 * failing store, which a `ToolContext` deals with. A handle has a scope of its own: whoever holds the same one shares it.
 */
export interface StateStore {
  /** The text under the key, or nothing. */
  get(key: string): string | undefined | Promise<string | undefined>
  /** Puts the text under the key, in place of what was there. */
  set(key: string, text: string): void | Promise<void>
  /**
   * Puts the text under the key if what is there is still the expected one, in one step: nothing else that is written, by
   * whatever process, comes in between. Without it `updateState` throws. Default: the store cannot do that.
   * @param expected the text that was read, or nothing where there was none.
   * @returns whether it did.
   */
  replace?(key: string, expected: string | undefined, text: string): boolean | Promise<boolean>
  /** True while the host knows that the store cannot be used: then it is not asked at all. Default: it can. */
  readonly isBroken?: boolean
}

/** Names a value of the host that tools find in their context: `createExtension` makes one, or it is a class. */
export type ExtensionKey<Value> = (abstract new (...given: never) => Value) | Extension<Value>

/** A name for a value of one type. Two of the same name are two. */
export interface Extension<Value> {
  /** For people. */
  readonly name: string
  /** Holds nothing: it only carries the type. */
  readonly value?: Value
}

/**
 * What tools share and are told of: who calls, in which conversation, with what state. Contexts do not change; another one
 * is derived. The host makes the first with `createToolContext`.
 */
export interface ToolContext {
  /** Which conversation it is. Default: none is named. */
  readonly conversationId?: string | undefined
  /** Who asked: a user, a session, an agent below another. Default: nobody in particular. */
  readonly callerId?: string | undefined
  /** The skills that are active in this turn. Default: none. */
  readonly skills: readonly string[]
  /** Where commands run. Default: the tool's own choice. */
  readonly execution?: ExecutionContext | undefined
  /** The handle of the state: give it to another context to share it. */
  readonly state: StateStore
  /** Whether the host has nothing else to do, asked at this moment. Default: false. */
  readonly isIdle: boolean
  /** Aborted when nobody waits for the result any more. Default: never. */
  readonly signal: AbortSignal
  /**
   * What is kept under the key, as a copy; a kept `null` is a value. When the store cannot be read, or what it holds is no
   * JSON, it warns and gives the fallback; `setState` of the key then throws until a read succeeds. Whether it is a `Value`
   * is not checked.
   * @throws ToolError when the context has no state at all, as at a worker of a queue that was given none.
   */
  getState<Value>(key: string, fallback: Value): Promise<Value>
  /**
   * Keeps a copy of the value, in place of what is there: what `toolResult` would make of it (dates as text, undefined
   * members left out). What depends on what is there is for `updateState`.
   * @throws ToolError that names the key: `server_error` when the store cannot be written, or could not be read before,
   * `permanent_failure` when the value has no JSON.
   */
  setState(key: string, value: unknown): Promise<void>
  /**
   * Changes what is kept under the key, in one step: no change that is made at the same time, by whatever call or process,
   * is lost.
   * @param fallback what `change` gets where nothing is kept.
   * @param change gets a copy of what is kept and gives what is to be kept. It is called again when another change came
   * first, so it should do nothing else.
   * @returns a copy of what is kept now.
   * @throws ToolError that names the key: `server_error` when the store cannot be read or written, `permanent_failure` when
   * the value has no JSON, or the store has no `replace`; and what `change` throws. Nothing is changed then.
   * @example const cart = await run.updateState<string[]>('cart', [], (items) => [...items, item])
   */
  updateState<Value>(
    key: string,
    fallback: Value,
    change: (value: Value) => Value | Promise<Value>,
  ): Promise<Value>
  /** The host's value of that type, if it gave one. */
  extension<Value>(key: ExtensionKey<Value>): Value | undefined
  /** Another context with the same state and extensions, but for what is said here. */
  derive(change: ToolContextOptions): ToolContext
}

/** What a context is made of. */
export interface ToolContextOptions {
  /** @see ToolContext.conversationId */
  readonly conversationId?: string
  /** @see ToolContext.callerId */
  readonly callerId?: string
  /** @see ToolContext.skills */
  readonly skills?: readonly string[]
  /** @see ToolContext.execution */
  readonly execution?: ExecutionContext
  /** Default: one of its own in memory; derived contexts share that of the context they come from. */
  readonly state?: StateStore
  /** Asked whenever `isIdle` is read. Default: false. */
  readonly isIdle?: () => boolean
  /** @see ToolContext.signal */
  readonly signal?: AbortSignal
  /**
   * Values of the host, each under its key, as `provide` gives them. Derived contexts have those of the context they come
   * from as well. They are never serialised. Default: none.
   */
  readonly extensions?: readonly (readonly [key: ExtensionKey<unknown>, value: unknown])[]
  /** Gets what went wrong without breaking anything. What it throws is dropped. Default: `console.warn`. */
  readonly onWarning?: (warning: ContextWarning) => void
}

/** Something that failed without breaking the run. */
export interface ContextWarning {
  /** For people: what failed, under which key, and what was done instead. */
  readonly message: string
  /** The key of the state, when it is about one. */
  readonly key?: string
  /** What was thrown. */
  readonly cause?: unknown
}

/** What a tool gets beside its input: the context, for this call. */
export interface ToolRun extends ToolContext {
  /** The call as the model made it; its `arguments` are as they came, without what the schema fills in. */
  readonly call: CompleteToolCall
  /** Same as `call.id`. */
  readonly callId: string
  /** 1, and one more for each time that it is tried again. */
  readonly attempt: number
  /** Tells listeners of output that is there already. Of such chunks some may be dropped; the result never is. */
  emit(chunk: string): void
  /** Tells listeners that what the call had changed was undone. */
  reportRollback(told: { readonly restoredCount: number; readonly deletedCount: number }): void
}
