import { ToolError } from '../errors/tool-error.js'
import { ENV_BLOCKLIST, ENV_LOCKED, matcherOf } from './env-lists.js'
import { type ExecutionContext, isVouchedFor } from './execution.js'

/** The environment of commands on this host, and the lookup of directories. */
export interface ExecutionHost {
  /** The directory of the process, for contexts without a directory. */
  readonly cwd: string
  /**
   * Finds a directory. Returns the path in which commands run (absolute or with resolved links, as the host
   * requires), or undefined if the directory is missing or not allowed. A thrown error counts as missing.
   * @param path may be relative to the directory of the process.
   * @param isTrusted true if the host trusts the caller: other callers can be restricted to a folder.
   */
  findDirectory(path: string, isTrusted: boolean): string | undefined | Promise<string | undefined>
  /** The variables of the process, which commands inherit. Default: none. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Environments by the names that contexts may use. Default: none. */
  readonly entries?: Readonly<Record<string, ExecutionContext>>
  /** The environment for values that neither a context nor the named entry sets. Default: none. */
  readonly fallback?: ExecutionContext
  /** Variables of the active skills; they are untrusted. Default: none. */
  readonly skillEnv?: Readonly<Record<string, string>>
  /** Patterns of variables that commands do not receive. Default: `ENV_BLOCKLIST`. */
  readonly blocklist?: readonly string[]
  /** Patterns of variables that only a trusted context can set. Default: `ENV_LOCKED`. */
  readonly locked?: readonly string[]
}

/** The environment of a command, ready to start a process. */
export interface ResolvedExecution {
  /** The path that `findDirectory` returned. */
  readonly cwd: string
  /** All variables of the process. */
  readonly env: Readonly<Record<string, string>>
  /** The named entry. */
  readonly name?: string
  /** True if the host trusts all parts of the environment. */
  readonly isTrusted: boolean
}

/**
 * Resolves the environment of a command. The directory comes from the first source that sets one: the
 * context, the named entry, the host's fallback, the process. Variables are merged, and the first source
 * wins: the context, the named entry, the skills, the fallback, the process. Blocked variables are not
 * inherited. Untrusted sources cannot set blocked or locked variables; if the context is untrusted, the named
 * entry and the fallback cannot set them either.
 * @param context the context of the call, such as `executionOf(run)`. Default: only the fallback.
 * @throws ToolError for a name that the host does not know, and for a missing directory.
 * @example
 * const { cwd, env } = await resolveExecution(executionOf(run), host)
 * spawn(command, { cwd, env })
 */
export async function resolveExecution(
  context: ExecutionContext | undefined,
  host: ExecutionHost,
): Promise<ResolvedExecution> {
  const entry = entryOf(context, host)
  const isTrusted = isVouchedFor(context ?? host.fallback) && (entry === undefined || isVouchedFor(entry))
  const cwd = await directoryOf(context?.cwd ?? entry?.cwd ?? host.fallback?.cwd ?? host.cwd, host, isTrusted)
  const env = Object.freeze(
    mergedEnv([host.fallback, { env: host.skillEnv ?? {} }, entry, context], host, isTrusted),
  )
  return { cwd, env, isTrusted, ...(context?.name !== undefined && { name: context.name }) }
}

function entryOf(
  context: ExecutionContext | undefined,
  { entries = {} }: ExecutionHost,
): ExecutionContext | undefined {
  if (context?.name === undefined) return undefined
  if (Object.hasOwn(entries, context.name)) return entries[context.name]
  throw wrong(`There is no execution environment "${context.name}".`)
}

async function directoryOf(path: string, host: ExecutionHost, isTrusted: boolean): Promise<string> {
  let cause: unknown
  try {
    const found = await host.findDirectory(path, isTrusted)
    if (found !== undefined) return found
  } catch (error) {
    cause = error
  }
  throw wrong(`There is no directory "${path}".`, cause)
}

type Layer = Pick<ExecutionContext, 'env'> | undefined

/**
 * Merges environment variables of several layers.
 * @param layers the last layer takes precedence.
 */
function mergedEnv(
  layers: readonly Layer[],
  host: ExecutionHost,
  isTrusted: boolean,
): Record<string, string> {
  const { env = {}, blocklist = ENV_BLOCKLIST, locked = ENV_LOCKED } = host
  const isBlocked = matcherOf(blocklist)
  const isKept = matcherOf([...blocklist, ...locked])
  const variables: [string, string][] = []
  for (const [name, value] of Object.entries(env))
    if (value !== undefined && !isBlocked(name)) variables.push([name, value])
  for (const layer of layers) {
    const isFree = isTrusted && isVouchedFor(layer)
    variables.push(...Object.entries(layer?.env ?? {}).filter(([name]) => isFree || !isKept(name)))
  }
  return Object.fromEntries(variables)
}

function wrong(message: string, cause?: unknown): ToolError {
  return new ToolError(message, { cause })
}
