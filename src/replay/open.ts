import { existsSync } from 'node:fs'
import type { Adapter } from '../adapter/define.js'
import type { Registry } from '../adapter/registry.js'
import {
  type AnswerOptions,
  createExactAnswerer,
  createTranscodingAnswerer,
  type TranscodingOptions,
} from './answer.js'
import { CassetteWriter } from './cassette.js'
import type { RecordedExchange } from './exchange.js'
import { Library } from './library.js'
import type { ExchangeSink, Fetch } from './record.js'
import { createReplayFetch, type ReplayFetchOptions } from './replay.js'

export interface ReplayOptions
  extends AnswerOptions,
    Omit<ReplayFetchOptions, 'answerer' | 'sink'>,
    Pick<TranscodingOptions, 'onNotices' | 'onUnreadable'> {
  /** A cassette file, a fixture folder, or a folder of them. With `record` and `auto`, the cassette file to write. */
  readonly from: string
  /** Answer clients of this wire from recordings of any wire. */
  readonly as?: Adapter
  /** The adapters that may be needed: for `as`, for fixture folders, and to name the wire of what is recorded. */
  readonly registry?: Registry
}

export interface Replay {
  /** For the official SDKs: `new OpenAI({ fetch: replay.fetch })`. */
  readonly fetch: Fetch
  /** How many recordings were found. */
  readonly size: number
  /** Waits for what is being recorded, and closes the files. */
  close(): Promise<void>
}

/** Opens recordings for replaying, recording, or both. */
export async function createReplay(options: ReplayOptions): Promise<Replay> {
  const library = new Library(options.registry)
  const answerer =
    options.as === undefined
      ? createExactAnswerer(options)
      : createTranscodingAnswerer(transcoding(options, options.as))
  let size = 0
  if (existsSync(options.from)) {
    for await (const { exchange, recording } of library.list(options.from)) {
      answerer.add(exchange, recording)
      size += 1
    }
  } else if (options.mode === undefined || options.mode === 'replay') {
    throw new Error(`there are no recordings at ${options.from}; record some first (mode: 'auto')`)
  }
  const writer = writes(options) ? await CassetteWriter.open(options.from) : undefined
  const sink: ExchangeSink | undefined = writer && {
    async append(exchange: RecordedExchange) {
      await writer.append(exchange)
      // What was just recorded answers the next request of its kind.
      answerer.add(exchange, { id: exchange.id, load: async () => exchange })
    },
  }
  return {
    fetch: createReplayFetch({ ...options, answerer, sink }),
    size,
    async close() {
      await writer?.close()
      await library.close()
    },
  }
}

function writes({ mode }: ReplayOptions): boolean {
  return mode === 'record' || mode === 'auto'
}

function transcoding(options: ReplayOptions, target: Adapter): TranscodingOptions {
  if (options.registry === undefined)
    throw new TypeError('replaying as another wire needs a registry of adapters')
  return { ...options, target, registry: options.registry }
}
