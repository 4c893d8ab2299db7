import type { JsonValue } from '../../base/json/json-types.js'
import { asJson, isObject } from '../../base/json/read-json.js'
import { expectOptions, type KnownOptions } from '../../base/model/expect.js'
import type { ToolCall } from '../../base/model/types.js'
import { ToolError } from '../errors/tool-error.js'

/**
 * The environment of a command: immutable, shared by concurrent calls. `createExecutionContext` creates one.
 * The JSON of an environment contains the options without the trust.
 */
export interface ExecutionContext extends ExecutionOptions {
  /** Variables that override inherited variables. Default: none. */
  readonly env: Readonly<Record<string, string>>
  /**
   * True if host code marked the environment with `trustExecutionContext`. The value has no effect on objects
   * that were created in any other way.
   */
  readonly isTrusted: boolean
  /**
   * Returns a context with this change. New variables override existing variables. The new context is always
   * untrusted.
   */
  with(change: ExecutionOptions): ExecutionContext
}

/** Options of an `ExecutionContext`. */
export interface ExecutionOptions {
  /** The name of a host environment. Default: none. */
  readonly name?: string | undefined
  /** The working directory, which may be relative. Default: the directory of the named entry. */
  readonly cwd?: string | undefined
  /** Variables that override inherited variables. Default: none. */
  readonly env?: Readonly<Record<string, string>> | undefined
}

/** Objects marked as trusted by host code. Objects that were parsed or copied are never in this set. */
const TRUSTED = new WeakSet<object>()

/** Returns true if host code marked this exact object as trusted. */
export function isVouchedFor(context: object | undefined): boolean {
  return context !== undefined && TRUSTED.has(context)
}

/**
 * Creates the environment of a command. It is untrusted: variables by which programs load code are filtered
 * out.
 * @throws ToolError if a name, a directory or a variable is not a text, or is invalid for a process.
 * @example createToolContext({ execution: createExecutionContext({ cwd: 'packages/api', env: { CI: 'true' } }) })
 */
export function createExecutionContext(options: ExecutionOptions = {}): ExecutionContext {
  expectOptions(options, OPTIONS, ['createExecutionContext', 'createExecutionContext({ cwd, env })'])
  return new Execution(options)
}

const OPTIONS: KnownOptions<ExecutionOptions> = { name: true, cwd: true, env: true }

/**
 * Creates a trusted environment: none of its variables is filtered. Call it only from host code, for an
 * operator's settings; never for input from a model or a file.
 * @returns a new context; the given one is unchanged.
 */
export function trustExecutionContext(context: ExecutionOptions): ExecutionContext {
  const trusted = new Execution(context)
  TRUSTED.add(trusted)
  return trusted
}

/**
 * Returns the environment of a call: the `context` of the call, which is untrusted JSON, or else the host's
 * environment.
 * @throws ToolError if the `context` of the call does not have the members of `ExecutionOptions`.
 */
export function executionOf({
  call,
  execution,
}: {
  readonly call: Pick<ToolCall, 'context'>
  readonly execution?: ExecutionContext | undefined
}): ExecutionContext | undefined {
  // Other programs write null for an absent value.
  const said = call.context ?? undefined
  return said === undefined ? execution : readExecutionContext(said)
}

/**
 * Reads an environment from JSON. The result is never trusted.
 * @throws ToolError for anything but an object with `name`, `cwd` and `env`; other members are ignored.
 */
export function readExecutionContext(json: JsonValue): ExecutionContext {
  if (!isObject(json)) throw unusable('an execution context has to be an object')
  return new Execution(json)
}

/**
 * An environment. The trust is looked up in `TRUSTED`, so that an object cannot claim it and derived contexts
 * do not inherit it.
 */
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

/** Returns a text without NUL characters, which processes reject. */
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
