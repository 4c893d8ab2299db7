import { type ChildProcess, fork } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { contentResult } from '../../../src/base/model/create.js'
import type { ToolResult } from '../../../src/base/model/types.js'
import { defineTool, type RunnableTool, ToolError } from '../../../src/tools/index.js'
import { createToolWorker, type ToolWorker, type ToolWorkerOptions } from '../../../src/tools/queue/index.js'
import { bundled } from '../../support/bundled.js'
import { testTools } from './tools.mjs'

/** What the asking side knows of the tools of `worker.mjs`. */
export const remoteTools: readonly RunnableTool[] = [
  ...['once', 'echo', 'context', 'large', 'media', 'flood', 'fail', 'slow', 'chatty', 'block'].map((name) =>
    defineTool({ name, parameters: { type: 'object' } }),
  ),
  defineTool({ name: 'delete', parameters: { type: 'object' }, requiresApproval: true, destructive: true }),
  defineTool({ name: 'again', parameters: { type: 'object' }, retryable: true }),
]

/** The text of an error. */
export function textOf(result: ToolResult | undefined): string {
  return result?.output.type === 'error-text' ? result.output.value : ''
}

/** Waits until it holds; for so long only when something is wrong. */
export async function until(holds: () => boolean, milliseconds = 100_000): Promise<void> {
  const end = performance.now() + milliseconds
  while (!holds()) {
    if (performance.now() > end) throw new Error('It did not come to be in time.')
    await sleep(20)
  }
}

const here = fileURLToPath(new URL('.', import.meta.url))
const script = bundled('test/bullmq/support/worker.mjs')

/** What worker processes of a test are started with. */
export interface WorkerSettings {
  readonly port: number
  readonly queue: string
  readonly concurrency?: number
  readonly lease?: number
  readonly maxRuns?: number
  /** Milliseconds that what runs has when it is ended. */
  readonly grace?: number
  readonly maxResultBytes?: number
  readonly maxOutputCharacters?: number
}

/** Processes that run the tools of `worker.mjs`. */
export class Workers {
  readonly #folder = mkdtempSync(join(tmpdir(), 'toolwire-workers-'))
  readonly #log = join(this.#folder, 'runs.log')
  readonly #alive = new Set<ChildProcess>()
  /** Those that take calls, the oldest first. */
  readonly #ready = new Set<ChildProcess>()
  readonly #killAll = () => {
    for (const child of this.#alive) child.kill('SIGKILL')
  }

  constructor(private readonly settings: WorkerSettings) {
    writeFileSync(this.#log, '')
    process.on('exit', this.#killAll)
  }

  /** Starts one, and waits until it takes calls. @param clockOffset milliseconds that its clock is off. */
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

  /** Starts one in this process. */
  startHere(options: Partial<ToolWorkerOptions> = {}): ToolWorker {
    const { port, ...settings } = this.settings
    const note = (line: string) => appendFileSync(this.#log, `${line}\n`)
    const tools = testTools({ defineTool, ToolError, contentResult }, note)
    return createToolWorker({ connection: { port }, tools, onWarning: () => {}, ...settings, ...options })
  }

  /** Ids of the calls that began, in that order; twice for one that began twice. */
  begun(): string[] {
    return this.#ids('begin')
  }

  /** Ids of the calls whose tool was told to stop. */
  stopped(): string[] {
    return this.#ids('stop')
  }

  /** Kills one that takes calls, if any does. */
  killOne(): boolean {
    const [victim] = this.#ready
    if (victim !== undefined) this.#ready.delete(victim)
    return victim?.kill('SIGKILL') ?? false
  }

  /** Ends one as its host would, and gives its exit code. */
  static end(child: ChildProcess): Promise<number | null> {
    return new Promise((resolve) => {
      child.once('exit', resolve)
      child.send('end')
    })
  }

  /** Ends all of them for good. */
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
