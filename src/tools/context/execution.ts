import type { JsonValue } from '../../base/json/json-types.js'
import { asJson, isObject } from '../../base/json/read-json.js'
import type { ToolCall } from '../../base/model/types.js'
import { ToolError } from '../errors/tool-error.js'

/**
 * Where a command runs: immutable, shared by calls that run side by side. `createExecutionContext` makes one. As JSON it is
 * what it is made of, without the trust.
 */
export interface ExecutionContext extends ExecutionOptions {
  /** Variables that are set over the inherited ones. Default: none. */
  readonly env: Readonly<Record<string, string>>
  /** Whether the host vouches for it, by `trustExecutionContext`. Claimed by an object of another origin, it does not count. */
  readonly isTrusted: boolean
  /** Another one with this change: its variables are set over those here. It is not trusted, whatever this one is. */
  with(change: ExecutionOptions): ExecutionContext
}

/** What an `ExecutionContext` is made of. */
export interface ExecutionOptions {
  /** The environment that the host has under this name. Default: none. */
  readonly name?: string | undefined
  /** The working directory; may be relative. Default: that of the named entry. */
  readonly cwd?: string | undefined
  /** Variables that are set over the inherited ones. Default: none. */
  readonly env?: Readonly<Record<string, string>> | undefined
}

/** Marks of what host code vouches for. Nothing that is read or copied can be in here. */
const TRUSTED = new WeakSet<object>()

/** Whether host code put the mark on this very object. */
export function isVouchedFor(context: object | undefined): boolean {
  return context !== undefined && TRUSTED.has(context)
}

/**
 * Says where a command is to run. Nobody vouches for it: variables by which programs load code are kept from it.
 * @throws ToolError when a name, a directory or a variable is no text, or none that a process can have.
 * @example createToolContext({ execution: createExecutionContext({ cwd: 'packages/api', env: { CI: 'true' } }) })
 */
export function createExecutionContext(options: ExecutionOptions = {}): ExecutionContext {
  return new Execution(options)
}

/**
 * The same, vouched for by the host: none of its variables is filtered. To be called by host code only, for what an
 * operator wrote; never for what a model or a file said.
 * @returns another context; the one given stays as it is.
 */
export function trustExecutionContext(context: ExecutionOptions): ExecutionContext {
  const trusted = new Execution(context)
  TRUSTED.add(trusted)
  return trusted
}

/**
 * Where a call is to run: what its own `context` says as JSON, which nobody vouches for, else what the host said.
 * @throws ToolError when the `context` of the call has not the members of `ExecutionOptions`.
 */
export function executionOf({
  call,
  execution,
}: {
  readonly call: Pick<ToolCall, 'context'>
  readonly execution?: ExecutionContext | undefined
}): ExecutionContext | undefined {
  // Others write null for what is absent.
  const said = call.context ?? undefined
  return said === undefined ? execution : readExecutionContext(said)
}

/**
 * Reads one from JSON. It is never trusted.
 * @throws ToolError for anything but an object with `name`, `cwd` and `env`; others are passed over.
 */
export function readExecutionContext(json: JsonValue): ExecutionContext {
  if (!isObject(json)) throw unusable('an execution context has to be an object')
  return new Execution(json)
}

/** The mark is looked up, so that no object can claim it; deriving does not hand it on. */
class Execution implements ExecutionContext {
  readonly name?: string
  readonly cwd?: string
  readonly env: Readonly<Record<string, string>>

  constructor({ name, cwd, env = {} }: { readonly [Key in keyof ExecutionOptions]: unknown }) {
    if (name !== undefined) this.name = textOf(name, 'name')
    if (cwd !== undefined) this.cwd = textOf(cwd, 'cwd')
    this.env = envOf(env)
    Object.freeze(this)
  }

  get isTrusted(): boolean {
    return isVouchedFor(this)
  }

  with({ name = this.name, cwd = this.cwd, env }: ExecutionOptions): ExecutionContext {
    return new Execution({ name, cwd, env: { ...this.env, ...env } })
  }
}

/** No process can be given a text with a NUL in it. */
function textOf(value: unknown, what: string): string {
  if (typeof value === 'string' && !value.includes('\0')) return value
  throw unusable(`${what} has to be a text without NUL`)
}

function envOf(env: unknown): Readonly<Record<string, string>> {
  const members = asJson(env)
  if (!isObject(members)) throw unusable('env has to be an object of texts')
  const variables = Object.entries(members).map(([name, value]) => {
    if (!/^[^=\0]+$/.test(name)) throw unusable(`"${name}" is not the name of a variable`)
    return [name, textOf(value, `env ${name}`)] as const
  })
  return Object.freeze(Object.fromEntries(variables))
}

function unusable(what: string): ToolError {
  return new ToolError(`The execution context cannot be used: ${what}.`)
}
