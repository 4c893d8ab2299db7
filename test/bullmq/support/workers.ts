import { type ChildProcess, fork } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { contentResult } from '../../../src/base/model/create.js'
import type { ToolResult } from '../../../src/base/model/types.js'
import { defineTool, type RunnableTool } from '../../../src/index.js'
import { ToolError } from '../../../src/tools/index.js'
import { createToolWorker, type ToolWorker, type ToolWorkerOptions } from '../../../src/tools/queue/index.js'
import { bundled } from '../../support/bundled.js'
import { testTools } from './tools.mjs'

/** The definitions of the tools in `worker.mjs` for the calling side. */
export const remoteTools: readonly RunnableTool[] = [
  ...['once', 'echo', 'context', 'large', 'media', 'flood', 'fail', 'slow', 'chatty', 'block'].map((name) =>
    defineTool({ name, parameters: { type: 'object' } }),
  ),
  defineTool({ name: 'delete', parameters: { type: 'object' }, requiresApproval: true, destructive: true }),
  defineTool({ name: 'again', parameters: { type: 'object' }, retryable: true }),
]

/** Returns the text of an error. */
export function textOf(result: ToolResult | undefined): string {
  return result?.output.type === 'error-text' ? result.output.value : ''
}

/** Waits until the condition holds. The long timeout is reached only on failure. */
export async function until(holds: () => boolean, milliseconds = 100_000): Promise<void> {
  const end = performance.now() + milliseconds
  while (!holds()) {
    if (performance.now() > end) throw new Error('It did not come to be in time.')
    await sleep(20)
  }
}

const here = fileURLToPath(new URL('.', import.meta.url))
const script = bundled('test/bullmq/support/worker.mjs')

/** Settings of the worker processes in a test. */
export interface WorkerSettings {
  readonly port: number
  readonly queue: string
  readonly concurrency?: number
  readonly lease?: number
  readonly maxRuns?: number
  /** Milliseconds for running calls to end when the worker is stopped. */
  readonly grace?: number
  readonly maxResultBytes?: number
  readonly maxOutputCharacters?: number
}

/** Processes that run the tools of `worker.mjs`. */
export class Workers {
  readonly #folder = mkdtempSync(join(tmpdir(), 'toolwire-workers-'))
  readonly #log = join(this.#folder, 'runs.log')
  readonly #alive = new Set<ChildProcess>()
  /** Workers that accept calls, the oldest first. */
  readonly #ready = new Set<ChildProcess>()
  readonly #killAll = () => {
    for (const child of this.#alive) child.kill('SIGKILL')
  }

  constructor(private readonly settings: WorkerSettings) {
    writeFileSync(this.#log, '')
    process.on('exit', this.#killAll)
  }

  /**
   * Starts a worker and waits until it accepts calls.
   * @param clockOffset milliseconds by which its clock is shifted.
   */
  async start(change: Partial<WorkerSettings> = {}, clockOffset = 0): Promise<ChildProcess> {
    const given = JSON.stringify({ ...this.settings, ...change, log: this.#log })
    const preload = ['--import', pathToFileURL(join(here, 'hour-off.mjs')).href]
    const child = fork(script, [given], {
      execArgv: clockOffset === 0 ? [] : preload,
      env: { ...process.env, CLOCK_OFFSET: String(clockOffset) },
    })
    this.#alive.add(child)
    child.once('exit', () => {
      this.#alive.delete(child)
      this.#ready.delete(child)
    })
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => {
        this.#ready.add(child)
        resolve()
      })
      child.once('exit', (code) => reject(new Error(`a worker ended with ${code}`)))
    })
    return child
  }

  /** Starts a worker in this process. */
  startHere(options: Partial<ToolWorkerOptions> = {}): ToolWorker {
    const { port, ...settings } = this.settings
    const note = (line: string) => appendFileSync(this.#log, `${line}\n`)
    const tools = testTools({ defineTool, ToolError, contentResult }, note)
    return createToolWorker({ connection: { port }, tools, onWarning: () => {}, ...settings, ...options })
  }

  /** Returns the ids of the started calls, in order. A call that started twice is listed twice. */
  begun(): string[] {
    return this.#ids('begin')
  }

  /** Returns the ids of the calls whose tool was aborted. */
  stopped(): string[] {
    return this.#ids('stop')
  }

  /** Kills a worker that accepts calls. Returns false if no worker accepts calls. */
  killOne(): boolean {
    const [victim] = this.#ready
    if (victim !== undefined) this.#ready.delete(victim)
    return victim?.kill('SIGKILL') ?? false
  }

  /** Ends a worker as its host would, and returns its exit code. */
  static end(child: ChildProcess): Promise<number | null> {
    return new Promise((resolve) => {
      child.once('exit', resolve)
      child.send('end')
    })
  }

  /** Kills all workers. */
  async close(): Promise<void> {
    const gone = [...this.#alive].map((child) => new Promise((resolve) => child.once('exit', resolve)))
    this.#killAll()
    await Promise.all(gone)
    process.off('exit', this.#killAll)
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #ids(word: string): string[] {
    return readFileSync(this.#log, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith(`${word} `))
      .map((line) => line.slice(word.length + 1))
  }
}
