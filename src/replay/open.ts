import { existsSync } from 'node:fs'
import { wiresAt } from '../exchange/addressed.js'
import { refusalBody } from '../exchange/refusal.js'
import type { Registry } from '../exchange/registry.js'
import { bodyJson } from '../http/recorded-body.js'
import { AdapterError } from '../json/errors.js'
import type { Adapter } from '../wire/define.js'
import {
  createExactAnswerer,
  createTranscodingAnswerer,
  type FillableAnswerer,
  type MatchingOptions,
  type TranscodingOptions,
} from './answer.js'
import { CassetteWriter } from './cassette.js'
import { Library } from './cassette-files.js'
import { pathOf } from './match.js'
import { findAdapter } from './recognise.js'
import { createRecorder, type Fetch, type Recorder } from './record.js'
import { createReplayFetch, type ReplayFetchOptions } from './replay.js'

/** Options of `createReplay`. */
export interface ReplayOptions
  extends MatchingOptions,
    Omit<ReplayFetchOptions, 'answerer' | 'recorder' | 'refusal'>,
    Pick<TranscodingOptions, 'onNotices' | 'onUnreadable'> {
  /** A cassette file, a fixture folder, or a folder of them. */
  readonly from: string
  /** The cassette file that `record` and `auto` append to. Default: `from`. */
  readonly to?: string
  /** Answer clients of this wire from recordings of any wire. */
  readonly as?: Adapter
  /** Adapters, for `as`, for fixture folders, and to name the wire of recordings. */
  readonly registry?: Registry
}

/** Open recordings. */
export interface Replay {
  /** For the official SDKs: `new OpenAI({ fetch: replay.fetch })`. */
  readonly fetch: Fetch
  /** How many recordings can answer, new ones included, skipped ones not. */
  readonly size: number
  /** Waits for open recordings and closes the files. */
  close(): Promise<void>
}

/**
 * Opens recordings for replaying, recording, or both.
 * @throws AdapterError if `from` has no recordings to replay, or cannot be read.
 * @example
 * const replay = await createReplay({ from: 'fixtures/weather.cassette' })
 * const client = new OpenAI({ fetch: replay.fetch, apiKey: 'none' })
 */
export async function createReplay(options: ReplayOptions): Promise<Replay> {
  const { mode = 'replay', from, to = from } = options
  const answerer =
    options.as === undefined
      ? createExactAnswerer(options)
      : createTranscodingAnswerer(transcoding(options, options.as))
  let size = 0
  const add: Add = (exchange, recording) => {
    // A recorder that never answers has no use for what it recorded; it would only fill the memory.
    if (mode === 'record' || answerer.add(exchange, recording)) size += 1
  }
  const library = new Library(options.registry, (path, start) =>
    options.onUnreadable?.(`${path}, byte ${start}`, TORN),
  )
  let writer: CassetteWriter | undefined
  try {
    if (mode === 'replay' || mode === 'auto') await fill(add, library, from, mode === 'replay')
    if (mode === 'record' || mode === 'auto') writer = await CassetteWriter.open(to)
  } catch (error) {
    await library.close()
    throw error
  }
  const recorder = writer && recorderTo(writer, add, options)
  return {
    fetch: createReplayFetch({ ...options, answerer, recorder, refusal: refusalOf(options) }),
    get size() {
      return size
    },
    async close() {
      await recorder?.flush()
      await writer?.close()
      await library.close()
    },
  }
}

type Add = (...recorded: Parameters<FillableAnswerer['add']>) => void

const TORN = new AdapterError('invalid-json', '', 'it is not a complete JSON document')

/** Refusals look as those of the provider that the client believes to speak with. */
function refusalOf({ as, registry }: ReplayOptions): ReplayFetchOptions['refusal'] {
  return (request, status, message) => {
    const adapter =
      as ?? (registry && wiresAt(pathOf(request.url), () => bodyJson(request.body), registry)[0])
    return adapter && refusalBody(status, message, adapter)
  }
}

async function fill(add: Add, library: Library, from: string, mustExist: boolean): Promise<void> {
  let found = false
  if (existsSync(from)) {
    for await (const { exchange, recording } of library.list(from)) {
      found = true
      add(exchange, recording)
    }
  }
  if (!found && mustExist)
    throw new AdapterError(
      'missing-field',
      '',
      `there are no recordings at ${from}; record some first (mode: 'auto')`,
    )
}

function recorderTo(writer: CassetteWriter, add: Add, options: ReplayOptions): Recorder {
  const { registry } = options
  return createRecorder({
    fetch: options.fetch,
    redact: options.redact,
    ...(registry && { recognise: (exchange) => findAdapter(exchange, registry)?.id }),
    sink: {
      async append(exchange) {
        await writer.append(exchange)
        // What was just recorded answers the next request of its kind.
        add(exchange, { id: exchange.id, load: async () => exchange })
      },
    },
  })
}

function transcoding(options: ReplayOptions, target: Adapter): TranscodingOptions {
  if (options.registry === undefined)
    throw new TypeError('replaying as another wire requires adapters: pass `registry`')
  return { ...options, target, registry: options.registry }
}
