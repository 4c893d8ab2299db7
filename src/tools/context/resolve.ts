import { ToolError } from '../errors/tool-error.js'
import { ENV_BLOCKLIST, ENV_LOCKED, matcherOf } from './env-lists.js'
import { type ExecutionContext, isVouchedFor } from './execution.js'

/** What commands of this host run in, and how it looks for directories. */
export interface ExecutionHost {
  /** The process's own directory, for contexts that name none. */
  readonly cwd: string
  /**
   * Finds a directory: gives the path to run in (absolute, without links, as the host likes), or nothing when there is
   * none there, or none that may be used. What it throws counts as none.
   * @param path may be relative to the process's own directory.
   * @param isTrusted whether the host vouches for who asks: others can be kept inside of a folder.
   */
  findDirectory(path: string, isTrusted: boolean): string | undefined | Promise<string | undefined>
  /** The process's own variables: what commands inherit. Default: none. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Environments by the names that contexts may give. Default: none. */
  readonly entries?: Readonly<Record<string, ExecutionContext>>
  /** What counts where neither a context nor its named entry says anything. Default: nothing. */
  readonly fallback?: ExecutionContext
  /** Variables of the skills that are active; nobody vouches for them. Default: none. */
  readonly skillEnv?: Readonly<Record<string, string>>
  /** Patterns of variables that commands do not get. Default: `ENV_BLOCKLIST`. */
  readonly blocklist?: readonly string[]
  /** Patterns of variables that only a trusted context can set. Default: `ENV_LOCKED`. */
  readonly locked?: readonly string[]
}

/** Where a command runs, as a process can be started with it. */
export interface ResolvedExecution {
  /** As `findDirectory` gave it. */
  readonly cwd: string
  /** All variables of the process. */
  readonly env: Readonly<Record<string, string>>
  /** The entry that was named. */
  readonly name?: string
  /** Whether the host vouches for all of it. */
  readonly isTrusted: boolean
}

/**
 * Works out where a command is to run. The directory is that of the first who says one: the context, its named entry, the
 * host's fallback, the process. Variables are merged, and who comes first wins: the context, its named entry, the skills,
 * the fallback, the process. Nothing blocked is inherited; of those that nobody vouches for nothing blocked or locked is
 * taken; when the context is one of them, of its named entry and the fallback neither.
 * @param context of the call, such as `executionOf(run)`. Default: the fallback alone.
 * @throws ToolError for a name that the host does not know, and a directory that is not there.
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

/** @param layers the last one wins. */
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
