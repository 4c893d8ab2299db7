import { sleep } from '../../base/http/timer.js'
import type { StateStore } from '../../tools/context/context-types.js'

/** What is kept of a run. */
export interface KeptFrames {
  /** Those after the position that was asked for. */
  readonly frames: readonly string[]
  /** Whether the run has ended, so that none will follow these. */
  readonly isEnded: boolean
}

/** Keeps streams, so that readers can come back. A stream has the id of its chat; each answer is a run of its own. */
export interface StreamStore {
  /** Makes it the latest run of the stream. */
  begin(stream: string, run: string): Promise<void>
  /** The latest run of a stream. */
  latest(stream: string): Promise<string | undefined>
  /** Adds frames to a run. The last call of a run has `isEnded`. */
  append(run: string, frames: readonly string[], isEnded: boolean): Promise<void>
  /** The frames of a run after the first `after` of them; undefined if nothing is kept of it. Does not wait. */
  read(run: string, after: number): Promise<KeptFrames | undefined>
  /** Resolves when there may be more than `after` frames, or when the signal aborts. */
  wait(run: string, after: number, signal: AbortSignal): Promise<void>
}

/** Options of `memoryStreams`. */
export interface MemoryStreamsOptions {
  /** Milliseconds that a run is kept after its end. Default: 60,000. */
  readonly keep?: number | undefined
}

interface KeptRun {
  readonly frames: string[]
  /** Milliseconds since 1970. */
  endedAt?: number
  readonly waiting: Set<() => void>
}

/** Keeps streams in the memory of one process. Runs that ended are removed when others begin. */
export function memoryStreams({ keep = 60_000 }: MemoryStreamsOptions = {}): StreamStore {
  const streams = new Map<string, string>()
  const runs = new Map<string, KeptRun>()
  const removeOld = () => {
    const before = Date.now() - keep
    for (const [id, { endedAt }] of runs) if (endedAt !== undefined && endedAt <= before) runs.delete(id)
    for (const [stream, run] of streams) if (!runs.has(run)) streams.delete(stream)
  }
  return {
    async begin(stream, run) {
      removeOld()
      runs.set(run, { frames: [], waiting: new Set() })
      streams.set(stream, run)
    },
    latest: async (stream) => streams.get(stream),
    async append(id, frames, isEnded) {
      const run = runs.get(id)
      if (run === undefined) return
      run.frames.push(...frames)
      if (isEnded) run.endedAt = Date.now()
      for (const wake of run.waiting) wake()
    },
    async read(id, after) {
      const run = runs.get(id)
      return run && { frames: run.frames.slice(after), isEnded: run.endedAt !== undefined }
    },
    async wait(id, after, signal) {
      const run = runs.get(id)
      if (run === undefined || run.frames.length > after || run.endedAt !== undefined || signal.aborted)
        return
      await new Promise<void>((resolve) => {
        const wake = () => {
          run.waiting.delete(wake)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        run.waiting.add(wake)
        signal.addEventListener('abort', wake)
      })
    },
  }
}

/** Options of `stateStreams`. */
export interface StateStreamsOptions {
  /** Milliseconds between two looks for new frames. Default: 100. */
  readonly interval?: number | undefined
}

/**
 * Keeps streams in a state that processes share. The state should forget: give `redisState` a `ttl`. A run whose process died never
 * ends; its readers wait until they leave.
 * @example stateStreams(redisState((...words) => client.call(...words), { scope: 'streams', ttl: 3_600_000 }))
 */
export function stateStreams(state: StateStore, { interval = 100 }: StateStreamsOptions = {}): StreamStore {
  const headKey = (run: string) => `run ${run}`
  const frameKey = (run: string, index: number) => `run ${run} ${index}`
  const headOf = async (run: string) => {
    const text = await state.get(headKey(run))
    const [count, end] = (text ?? '').split(' ')
    return text === undefined ? undefined : { count: Number(count), isEnded: end === 'ended' }
  }
  /** By the process that writes them. */
  const counts = new Map<string, number>()
  return {
    async begin(stream, run) {
      counts.set(run, 0)
      await state.set(headKey(run), '0')
      await state.set(`stream ${stream}`, run)
    },
    latest: async (stream) => (await state.get(`stream ${stream}`)) ?? undefined,
    async append(run, frames, isEnded) {
      const before = counts.get(run) ?? (await headOf(run))?.count ?? 0
      const count = before + frames.length
      await Promise.all(frames.map((frame, index) => state.set(frameKey(run, before + index), frame)))
      // Only now: readers take no frame that is not there.
      await state.set(headKey(run), isEnded ? `${count} ended` : String(count))
      if (isEnded) counts.delete(run)
      else counts.set(run, count)
    },
    async read(run, after) {
      const head = await headOf(run)
      if (head === undefined) return undefined
      const length = Math.max(0, head.count - after)
      const frames = await Promise.all(
        Array.from({ length }, (_, index) => state.get(frameKey(run, after + index))),
      )
      const isWhole = frames.every((frame) => typeof frame === 'string')
      return isWhole ? { frames, isEnded: head.isEnded } : undefined
    },
    async wait(run, after, signal) {
      while (!signal.aborted) {
        const head = await headOf(run)
        if (head === undefined || head.count > after || head.isEnded) return
        await sleep(interval, signal)
      }
    },
  }
}
