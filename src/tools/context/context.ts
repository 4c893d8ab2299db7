import { parseJson } from '../../json/parse.js'
import { asJson, asNative } from '../../json/read.js'
import { compact, stringifyJson } from '../../json/write.js'
import type { CompleteToolCall } from '../../model/create.js'
import { ToolError } from '../errors/tool-error.js'
import { forgotten } from '../thenable.js'
import { memoryState } from './state.js'
import type {
  ContextWarning,
  ExtensionKey,
  StateStore,
  ToolContext,
  ToolContextOptions,
  ToolRun,
} from './types.js'

const NEVER = new AbortController().signal

/**
 * The context that the host gives to `runTools` or an executor. Separate contexts have separate states, unless they are
 * given one handle.
 * @example const context = createToolContext({ conversationId: 'c-17', callerId: user.id, state: memoryState() })
 */
export function createToolContext(options: ToolContextOptions = {}): ToolContext {
  return contextOf(options)
}

/**
 * The context that a caller may also give as what it is made of.
 * @throws TypeError for a context that `createToolContext` did not make: what it holds could not be handed on.
 */
export function contextOf(given: ToolContext | ToolContextOptions): Context {
  if (given instanceof Context) return given
  if ('getState' in given) throw new TypeError('A ToolContext is made by createToolContext.')
  const { signal = NEVER } = given
  return new Context(changed({ skills: [], state: memoryState(), extensions: [] }, given), { signal })
}

/** Where a signal comes from when somebody asks for it: making one takes longer than many calls do. */
interface SignalSource {
  readonly signal: AbortSignal
}

/** The context with another signal. */
export function signalledBy(context: ToolContext, source: SignalSource): ToolContext {
  return contextOf(context).signalledBy(source)
}

/** What is told of a call that begins. Default: its first attempt, and nobody listens. */
export type ToldRun = Pick<ToolRun, 'call' | 'signal'> &
  Partial<Pick<ToolRun, 'attempt' | 'emit' | 'reportRollback'>>

/** The context for one call. What the call says of its caller and its skills goes before what the context says. */
export function runOf(context: ToolContext, told: ToldRun): ToolRun {
  return contextOf(context).forCall(told)
}

type Given = Omit<ToolContextOptions, 'signal'> &
  Required<Pick<ToolContextOptions, 'skills' | 'state' | 'extensions'>>

function changed(from: Given, { signal: _, ...change }: ToolContextOptions): Given {
  return {
    ...from,
    ...compact(change),
    skills: change.skills === undefined ? from.skills : Object.freeze([...change.skills]),
    extensions: [...(change.extensions ?? []), ...from.extensions],
  }
}

/**
 * What it holds is private, so that neither JSON nor a log shows state and extensions. Its functions are bound: tools may
 * take them out of it.
 */
class Context implements ToolContext {
  readonly #given: Given
  readonly #source: SignalSource

  constructor(given: Given, source: SignalSource) {
    this.#given = given
    this.#source = source
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
      this.#warn({ message: 'Whether the host is idle could not be told: taken as no.', cause })
      return false
    }
  }

  readonly getState = async <Value>(key: string, fallback: Value): Promise<Value> => {
    try {
      // Stores that are not typed may answer with null.
      const text = (await usable(this.state).get(key)) ?? undefined
      return text === undefined ? fallback : asNative(parseJson(text))
    } catch (cause) {
      this.#warn({ message: `The state "${key}" could not be read: its fallback is used.`, key, cause })
      return fallback
    }
  }

  readonly setState = async (key: string, value: unknown): Promise<void> => {
    const failed = (cause: unknown, category?: 'server_error') =>
      new ToolError(`The state "${key}" could not be kept.`, { category, cause })
    let text: string
    try {
      text = stringifyJson(asJson(value))
    } catch (cause) {
      throw failed(cause)
    }
    try {
      await usable(this.state).set(key, text)
    } catch (cause) {
      throw failed(cause, 'server_error')
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
    return new Context(changed({ ...this.#given, callerId, skills }, change), source)
  }

  signalledBy(source: SignalSource): Context {
    return new Context(this.#given, source)
  }

  forCall(told: ToldRun): ToolRun {
    return new Run(this.#given, told)
  }

  /** Nobody waits for the host's answer, and what it throws, now or later, is dropped. */
  async #warn(warning: ContextWarning): Promise<void> {
    try {
      await (this.#given.onWarning ?? warnOnConsole)(warning)
    } catch {}
  }
}

function warnOnConsole({ message, cause }: ContextWarning): void {
  console.warn(message, cause)
}

function usable(state: StateStore): StateStore {
  if (state.isBroken) throw new Error('The store is marked as broken.')
  return state
}

class Run extends Context implements ToolRun {
  readonly call: CompleteToolCall
  readonly callId: string
  readonly attempt: number
  readonly emit: ToolRun['emit']
  readonly reportRollback: ToolRun['reportRollback']

  constructor(given: Given, told: ToldRun) {
    super(given, told)
    const { call, attempt = 1, emit = ignore, reportRollback = ignore } = told
    this.call = call
    this.callId = call.id
    this.attempt = attempt
    this.emit = emit
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
