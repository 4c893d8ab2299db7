import { AdapterError } from '../../base/json/adapter-error.js'
import { type Compact, compact } from '../../base/json/write-json.js'
import { expectOptions, type KnownOptions } from '../../base/model/expect.js'
import type { StateStore, ToolContext } from '../context/context-types.js'
import { memoryStates } from '../context/memory-state.js'
import { contextOf } from '../context/tool-context.js'
import type { RunnableTool } from '../define-tool.js'
import { createToolEvents, type ToolEvents } from '../events/bus.js'
import { expectDistinct } from '../lookup.js'
import { forgotten } from '../thenable.js'
import { reportWarning } from '../warn.js'
import type { ExecutionMode, ExecutorOptions, RetryOptions } from './executor-types.js'

/** The settings of an executor, with defaults filled in. */
export interface ExecutorSettings extends Omit<ExecutorOptions, 'context' | 'retries' | 'tools'> {
  /** Returns the current tools. */
  readonly tools: () => readonly RunnableTool[]
  readonly context: ToolContext
  /** Creates states for the conversations of batches, if the host passed no state. */
  readonly stateOf?: ((conversationId: string) => StateStore) | undefined
  readonly events: ToolEvents
  readonly retries: Compact<Required<RetryOptions>>
  readonly maxOutputCharacters: number
  readonly mode: ExecutionMode
}

/**
 * Checks the options of an executor and adds their defaults.
 * @throws AdapterError `wrong-type` for invalid options.
 */
export function settingsOf(options: ExecutorOptions): ExecutorSettings {
  expectOptions(options, OPTIONS, ['createExecutor', 'createExecutor({ tools })'])
  const { retries = {}, onWarning, events = createToolEvents({ onWarning }) } = options
  for (const name of ['concurrency', 'timeout', 'totalTimeout', 'maxOutputCharacters'] as const)
    expectAtLeast(1, options[name], `/${name}`)
  expectAtLeast(1, retries.attempts, '/retries/attempts')
  expectAtLeast(0, retries.delay, '/retries/delay')
  expectAtLeast(0, retries.maxDelay, '/retries/maxDelay')
  expectAtLeast(0, options.quota?.calls, '/quota/calls')
  for (const [name, most] of Object.entries(options.quota?.perTool ?? {}))
    expectAtLeast(0, most, `/quota/perTool/${name}`)
  expectMode(options.mode)
  expectDestructive(options.destructive)
  expectSecret(options)
  if (options.onEvent !== undefined) events.subscribe(options.onEvent)
  // A spread before these members takes 5 µs.
  return Object.assign({}, options, {
    mode: options.mode ?? 'parallel',
    maxOutputCharacters: options.maxOutputCharacters ?? 100_000,
    tools: liveTools(options),
    context: contextOf(options.context ?? {}),
    stateOf: options.context?.state === undefined ? memoryStates() : undefined,
    events,
    retries: options.retries === undefined ? RETRIES : { ...RETRIES, ...compact(retries) },
  })
}

const RETRIES = { attempts: 3, delay: 500, maxDelay: 30_000 }

const OPTIONS: KnownOptions<ExecutorOptions> = {
  tools: true,
  context: true,
  mode: true,
  concurrency: true,
  releaseAbandoned: true,
  timeout: true,
  totalTimeout: true,
  retries: true,
  quota: true,
  policy: true,
  approve: true,
  approvalSecret: true,
  approvalState: true,
  destructive: true,
  allowedTools: true,
  hooks: true,
  maxOutputCharacters: true,
  formatError: true,
  telemetry: true,
  events: true,
  onWarning: true,
  onEvent: true,
}

/**
 * Checks that a number is not too small.
 * @throws AdapterError `wrong-type` for a number that is too small.
 */
export function expectAtLeast(least: number, value: number | undefined, path: string): void {
  if (value === undefined || value >= least) return
  throw new AdapterError('wrong-type', path, `expected a number of at least ${least}, got ${value}`)
}

/**
 * Checks the secret of approvals.
 * @throws AdapterError `wrong-type` for an invalid secret. Without a secret, every approval would be
 * accepted.
 */
export function expectSecret(options: Pick<ExecutorOptions, 'approvalSecret'>): void {
  const { approvalSecret: secret } = options
  if (!('approvalSecret' in options) || (typeof secret === 'string' && secret !== '')) return
  throw new AdapterError(
    'wrong-type',
    '/approvalSecret',
    'expected a non-empty text; omit it to accept unsigned approvals',
  )
}

/**
 * Checks the mode of an executor.
 * @throws AdapterError `wrong-type` for an unknown mode, since a misspelled mode must not allow calls.
 */
export function expectMode(mode: ExecutorOptions['mode']): void {
  if (mode === undefined || MODES.has(mode)) return
  throw new AdapterError('wrong-type', '/mode', `expected ${[...MODES].join(', ')}, got ${String(mode)}`)
}

/**
 * Checks the treatment of destructive tools.
 * @throws AdapterError `wrong-type` for an unknown word, which must not allow calls.
 */
export function expectDestructive(given: ExecutorOptions['destructive']): void {
  if (given === undefined || given === 'allow' || given === 'refuse') return
  throw new AdapterError('wrong-type', '/destructive', `expected allow or refuse, got ${String(given)}`)
}

const MODES: ReadonlySet<string> = new Set(['parallel', 'guarded', 'sequential'])

/**
 * Returns a function for the current tools. If the host's function fails, the tools of the last success are
 * used.
 */
function liveTools({ tools, onWarning }: ExecutorOptions): ExecutorSettings['tools'] {
  if (typeof tools !== 'function') {
    expectTools(tools)
    return () => tools
  }
  let last: readonly RunnableTool[] = []
  return () => {
    try {
      last = expectTools(tools())
    } catch (cause) {
      void reportWarning(onWarning, {
        message: 'The function `tools` failed: its previous tools are used.',
        cause,
      })
    }
    return last
  }
}

function expectTools<List extends readonly RunnableTool[]>(given: List): List {
  forgotten(given)
  if (!Array.isArray(given)) throw new AdapterError('wrong-type', '/tools', 'expected a list')
  expectDistinct(given)
  for (const { name, timeout } of given) expectAtLeast(1, timeout, `/tools/${name}/timeout`)
  return given
}
