import { Worker } from 'node:worker_threads'
import { concatenate } from '../base/http/recorded-body.js'
import type { InputRecord } from '../traffic/input/input-record.js'
import type { Line } from '../traffic/input/lines.js'
import { type InputSource, lineEntry } from '../traffic/input/open-text.js'
import type { Convert } from './convert.js'
import { Progress } from './progress.js'
import { FAILED_STATUS } from './pump.js'
import { OutputStream, type Streams } from './standard-streams.js'

/** The start data of a thread: the run of the command line to which the thread belongs. */
export interface ThreadData {
  readonly argv: readonly string[]
  /** URL. */
  readonly adaptersFolder: string
}

/** Lines that a thread converts as one batch. */
export interface LineBatch {
  /** The file of the lines. Absent for standard input. */
  readonly file: string | undefined
  /** The number of the first line. */
  readonly first: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The conversion result of a batch. */
export interface ConvertedBatch {
  readonly text: string | Uint8Array
  readonly records: number
  readonly failed: number
  /** The exit status set by the command, regardless of failed records. */
  readonly exitCode: number
}

export interface ThreadOptions {
  readonly count: number
  readonly data: ThreadData
}

/** Number of bytes in a batch, large enough that transferring it costs little compared with converting it. */
const BATCH = 1 << 18
/** Number of pending batches per thread, so that threads do not wait for the output of other threads. */
const AHEAD = 2
const LINE_BREAK = Uint8Array.of(0x0a)

/** Converts entries like `pump`, with the same output, but on several threads. Returns the exit status. */
export async function pumpThreads(
  sources: AsyncIterable<InputSource>,
  prepare: () => Promise<Convert>,
  { stdout, stderr }: Streams,
  { count, data }: ThreadOptions,
): Promise<number> {
  const output = new OutputStream(stdout)
  const progress = new Progress(stderr)
  const threads: WorkerThread[] = []
  let exitCode = 0
  const write = async ({ text, records, failed, ...converted }: ConvertedBatch) => {
    progress.countMany(records, failed)
    exitCode ||= converted.exitCode
    await output.write(text)
  }
  try {
    const written: Promise<void>[] = []
    for await (const work of worksOf(sources)) {
      if ('bytes' in work && threads.length < count) threads.push(new WorkerThread(data))
      const converted = 'bytes' in work ? idlest(threads)?.convert(work) : convertHere(work, prepare)
      // Awaited together, so that a rejection is handled while its batch waits.
      written.push(Promise.all([converted, written.at(-1)]).then(([batch]) => batch && write(batch)))
      if (written.length > AHEAD * count) await written.shift()
      if (output.closed) break
    }
    await Promise.all(written)
  } finally {
    await Promise.all(threads.map((thread) => thread.stop()))
  }
  await output.finish().finally(() => progress.finish())
  return progress.failed > 0 ? FAILED_STATUS : exitCode
}

/**
 * Yields lines in batches. Entries that are not lines, and lines that are too long for a string, are yielded
 * separately.
 */
async function* worksOf(
  sources: AsyncIterable<InputSource>,
): AsyncGenerator<LineBatch | InputRecord, void, undefined> {
  for await (const source of sources) {
    if ('lines' in source) yield* batchesOf(source.lines, source.file)
    else yield* source.entries
  }
}

async function* batchesOf(
  lines: AsyncIterable<Line>,
  file: string | undefined,
): AsyncGenerator<LineBatch | InputRecord, void, undefined> {
  let pieces: Uint8Array[] = []
  let first = 1
  let length = 0
  const take = (next: number): LineBatch => {
    // The bytes are copied to a separate buffer that can be transferred.
    const batch = { file, first, bytes: concatenate(pieces) }
    pieces = []
    first = next
    length = 0
    return batch
  }
  for await (const { number, pieces: own, text } of lines) {
    if (own.length === 0) {
      if (length > 0) yield take(number)
      const entry = lineEntry({ number, pieces: own, text }, file)
      if (entry !== undefined) yield entry
      first = number + 1
      continue
    }
    for (const piece of [...own, LINE_BREAK]) {
      pieces.push(piece)
      length += piece.length
    }
    if (length >= BATCH) yield take(number + 1)
  }
  if (length > 0) yield take(0)
}

async function convertHere(entry: InputRecord, prepare: () => Promise<Convert>): Promise<ConvertedBatch> {
  const convert = await prepare()
  const { text, failed } = convert(entry)
  return { text, records: 1, failed: failed ? 1 : 0, exitCode: 0 }
}

function idlest(threads: readonly WorkerThread[]): WorkerThread | undefined {
  return threads.toSorted((a, b) => a.load - b.load)[0]
}

interface WaitingBatch {
  resolve(batch: ConvertedBatch): void
  reject(error: unknown): void
}

/** A thread that answers its batches in order. */
class WorkerThread {
  readonly #worker: Worker
  #waiting: WaitingBatch[] = []

  constructor(data: ThreadData) {
    this.#worker = new Worker(new URL('./thread.js', import.meta.url), { workerData: data })
    this.#worker.on('message', (batch: ConvertedBatch) => this.#waiting.shift()?.resolve(batch))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(new Error('a thread ended before its work was done')))
  }

  /** The number of unanswered batches. */
  get load(): number {
    return this.#waiting.length
  }

  convert(batch: LineBatch): Promise<ConvertedBatch> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      this.#worker.postMessage(batch, [batch.bytes.buffer])
    })
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }

  #fail(error: unknown): void {
    for (const { reject } of this.#waiting) reject(error)
    this.#waiting = []
  }
}
