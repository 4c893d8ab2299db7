import { sleep } from '../../base/http/timer.js'
import { parseJson } from '../../base/json/parse.js'
import { asJson, asNative } from '../../base/json/read-json.js'
import { toJson } from '../../base/json/to-json.js'
import { type Compact, compact, stringifyJson } from '../../base/json/write-json.js'
import type { CompleteToolCall } from '../../base/model/create.js'
import { expectOptions, type KnownOptions } from '../../base/model/expect.js'
import { isToolError, ToolError, type ToolErrorOptions } from '../errors/tool-error.js'
import { forgotten } from '../thenable.js'
import { reportWarning } from '../warn.js'
import type {
  ContextWarning,
  ExtensionKey,
  StateStore,
  ToolContext,
  ToolContextOptions,
  ToolRun,
} from './context-types.js'
import { memoryState } from './memory-state.js'

const NEVER = new AbortController().signal

/**
 * Creates the context that the host passes to `runTools` or an executor. Contexts have separate states unless
 * they share a store.
 * @example const context = createToolContext({ conversationId: 'c-17', callerId: user.id, state: memoryState() })
 */
export function createToolContext(options: ToolContextOptions = {}): ToolContext {
  return contextOf(options)
}

/**
 * Returns the context that the caller passed, or creates one from options.
 * @throws TypeError for a context that `createToolContext` did not create, since its content could not be
 * inherited.
 */
export function contextOf(given: ToolContext | ToolContextOptions): Context {
  if (given instanceof Context) return given
  if (typeof given === 'object' && given !== null && 'getState' in given)
    throw new TypeError('A ToolContext is made by createToolContext.')
  expectOptions(given, OPTIONS, ['a context', 'createToolContext({ callerId, state })'])
  const { signal = NEVER } = given
  return new Context(changed({ skills: [], state: memoryState(), extensions: [] }, given), { signal })
}

const OPTIONS: KnownOptions<ToolContextOptions> = {
  conversationId: true,
  callerId: true,
  skills: true,
  execution: true,
  state: true,
  isIdle: true,
  signal: true,
  extensions: true,
  onWarning: true,
}

/** A source of a signal on demand: creating a signal takes longer than many calls. */
interface SignalSource {
  readonly signal: AbortSignal
}

/** Returns the context with another signal. */
export function signaledBy(context: ToolContext, source: SignalSource): ToolContext {
  return contextOf(context).signaledBy(source)
}

/** The members of a new run. Default: the first attempt, without listeners. */
export type ToldRun = Pick<ToolRun, 'call' | 'signal'> &
  Partial<Pick<ToolRun, 'attempt' | 'idempotencyKey' | 'emit' | 'send' | 'reportRollback'>>

/** Creates the context for one call. The caller and the skills of the call override those of the context. */
export function runOf(context: ToolContext, told: ToldRun): ToolRun {
  return contextOf(context).forCall(told)
}

type CompleteOptions = Omit<ToolContextOptions, 'signal'> &
  Compact<Required<Pick<ToolContextOptions, 'skills' | 'state' | 'extensions'>>>

function changed(from: CompleteOptions, { signal: _, ...change }: ToolContextOptions): CompleteOptions {
  return {
    ...from,
    ...compact(change),
    skills: change.skills === undefined ? from.skills : Object.freeze([...change.skills]),
    extensions: [...(change.extensions ?? []), ...from.extensions],
  }
}

/**
 * The context of tools. Members are private, so that neither JSON nor a log shows state and extensions.
 * Methods are bound, so that tools can destructure them.
 */
class Context implements ToolContext {
  readonly #given: CompleteOptions
  readonly #source: SignalSource
  /**
   * Keys that could not be read, with the reason. The stored values of these keys must not be replaced by
   * values derived from a fallback.
   */
  readonly #unread: Map<string, unknown>

  constructor(given: CompleteOptions, source: SignalSource, unread: Map<string, unknown> = new Map()) {
    this.#given = given
    this.#source = source
    this.#unread = unread
    if (new.target === Context) Object.freeze(this)
  }

  get conversationId() {
    return this.#given.conversationId
  }
  get callerId() {
    return this.#given.callerId
  }
  get skills() {
    return this.#given.skills
  }
  get execution() {
    return this.#given.execution
  }
  get signal(): AbortSignal {
    return this.#source.signal
  }
  get state(): StateStore {
    return this.#given.state
  }
  get isIdle(): boolean {
    try {
      return forgotten(this.#given.isIdle?.()) === true
    } catch (cause) {
      this.#warn({ message: 'The function isIdle failed: it counts as false.', cause })
      return false
    }
  }

  readonly getState = async <Value>(key: string, fallback: Value): Promise<Value> => {
    try {
      const value = parsed(await this.#read(key), fallback)
      this.#unread.delete(key)
      return value
    } catch (cause) {
      if (isToolError(cause)) throw cause
      this.#unread.set(key, cause)
      this.#warn({ message: `The state "${key}" could not be read: the fallback is used.`, key, cause })
      return fallback
    }
  }

  readonly setState = async (key: string, value: unknown): Promise<void> => {
    if (this.#unread.has(key))
      throw failed(key, 'written: it could not be read before, and the stored value must not be lost', {
        category: 'server_error',
        cause: this.#unread.get(key),
      })
    const text = textOf(key, value)
    await this.#try(key, 'kept', () => usable(this.state).set(key, text))
  }

  readonly updateState = async <Value>(
    key: string,
    fallback: Value,
    change: (value: Value) => Value | Promise<Value>,
  ): Promise<Value> => {
    for (let attempt = 0; attempt < MOST_CHANGES; attempt += 1) {
      if (attempt > 0) await sleep(Math.random() * Math.min(attempt, 20))
      const before = await this.#try(key, 'read', () => this.#read(key))
      const value = await this.#try(key, 'read', () => parsed(before, fallback))
      const text = textOf(key, await change(value))
      if (await this.#try(key, 'changed', () => replaced(this.state, key, before, text)))
        return parsed(text, fallback)
    }
    throw failed(key, 'changed: concurrent changes did not stop', { category: 'server_error' })
  }

  /** Reads a text from the store. Untyped stores may return null. */
  async #read(key: string): Promise<string | undefined> {
    return (await usable(this.state).get(key)) ?? undefined
  }

  async #try<Value>(key: string, what: string, work: () => Value | Promise<Value>): Promise<Value> {
    try {
      return await work()
    } catch (cause) {
      if (isToolError(cause)) throw cause
      throw failed(key, what, { category: 'server_error', cause })
    }
  }

  readonly extension = <Value>(key: ExtensionKey<Value>): Value | undefined => {
    const found = this.#given.extensions.find(([other]) => other === key)
    return asNative(asJson(found?.[1]))
  }

  readonly derive = (change: ToolContextOptions): ToolContext => {
    const { callerId, skills } = this
    const { signal } = change
    const source = signal === undefined ? this.#source : { signal }
    const unread = change.state === undefined ? this.#unread : undefined
    return new Context(changed({ ...this.#given, callerId, skills }, change), source, unread)
  }

  signaledBy(source: SignalSource): Context {
    return new Context(this.#given, source, this.#unread)
  }

  forCall(told: ToldRun): ToolRun {
    return new Run(this.#given, told)
  }

  /** Calls the host's function for warnings, without awaiting its result. */
  #warn(warning: ContextWarning): void {
    void reportWarning(this.#given.onWarning, warning)
  }
}

/**
 * The maximum number of tries of a change under contention. For each failed try, another change succeeded.
 */
const MOST_CHANGES = 1000

function replaced(state: StateStore, key: string, before: string | undefined, text: string) {
  const store = usable(state)
  if (store.replace !== undefined) return store.replace(key, before, text)
  throw failed(key, 'changed: its store has no `replace` (compare and write in one step)', {})
}

function parsed<Value>(text: string | undefined, fallback: Value): Value {
  return text === undefined ? fallback : asNative(parseJson(text))
}

/**
 * Encodes a value of the state.
 * @throws ToolError for a value that has no JSON form.
 */
function textOf(key: string, value: unknown): string {
  try {
    return stringifyJson(toJson(value))
  } catch (cause) {
    throw failed(key, 'kept', { cause })
  }
}

function failed(key: string, what: string, options: ToolErrorOptions): ToolError {
  return new ToolError(`The state "${key}" could not be ${what}.`, options)
}

function usable(state: StateStore): StateStore {
  if (state.isBroken) throw new Error('The store is marked as broken.')
  return state
}

class Run extends Context implements ToolRun {
  readonly call: CompleteToolCall
  readonly callId: string
  readonly attempt: number
  readonly idempotencyKey: string | undefined
  readonly emit: ToolRun['emit']
  readonly send: ToolRun['send']
  readonly reportRollback: ToolRun['reportRollback']

  constructor(given: CompleteOptions, told: ToldRun) {
    super(given, told)
    const { call, attempt = 1, idempotencyKey, emit = ignore, send = ignore, reportRollback = ignore } = told
    this.call = call
    this.callId = call.id
    this.attempt = attempt
    this.idempotencyKey = idempotencyKey
    this.emit = emit
    this.send = send
    this.reportRollback = reportRollback
    Object.freeze(this)
  }

  override get callerId() {
    return this.call.callerId ?? super.callerId
  }
  override get skills() {
    return this.call.skills ?? super.skills
  }
}

function ignore(): void {}
