import { sleep } from '../../base/http/timer.js'
import { expectOptions } from '../../base/model/expect.js'
import type { StateStore } from '../../tools/context/context-types.js'

/** The stored part of a run. */
export interface KeptFrames {
  /** The frames after the requested position. */
  readonly frames: readonly string[]
  /** True if the run has ended, so that no more frames follow. */
  readonly isEnded: boolean
  /** True if the run ended because its process sent no heartbeat. Default: false. */
  readonly isLost?: boolean | undefined
}

/**
 * Stores streams, so that clients can reconnect. The id of a stream is the id of its chat. Each answer is a
 * separate run.
 */
export interface StreamStore {
  /** Registers the latest run of the stream. */
  begin(stream: string, run: string): Promise<void>
  /** Returns the latest run of a stream. */
  latest(stream: string): Promise<string | undefined>
  /**
   * Adds frames to a run. The last call of a run has `isEnded`. A call without frames is a heartbeat. After a
   * failure, the same frames are added again.
   */
  append(run: string, frames: readonly string[], isEnded: boolean): Promise<void>
  /**
   * Returns the frames of a run after the first `after` frames; undefined if the run is not stored. Does not
   * wait.
   */
  read(run: string, after: number): Promise<KeptFrames | undefined>
  /** Resolves when there may be more than `after` frames, or when the signal aborts. */
  wait(run: string, after: number, signal: AbortSignal): Promise<void>
}

/** Options of `memoryStreams`. */
export interface MemoryStreamsOptions {
  /** Milliseconds for which a run is kept after its end. Default: 60,000. */
  readonly keep?: number | undefined
}

interface KeptRun {
  readonly frames: string[]
  /** The time at which the run ended, in milliseconds since 1970. */
  endedAt?: number
  readonly waiting: Set<() => void>
}

/** Stores streams in the memory of one process. Ended runs are removed when other runs begin. */
export function memoryStreams(options: MemoryStreamsOptions = {}): StreamStore {
  expectOptions(options, { keep: true }, ['memoryStreams', 'memoryStreams({ keep: 60_000 })'])
  const { keep = 60_000 } = options
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
  /** Milliseconds between two checks for new frames. Default: 100. */
  readonly interval?: number | undefined
  /**
   * Milliseconds without a heartbeat of the run's process after which the clients receive a failure. A
   * running process sends a heartbeat at least every 5 seconds. Default: 30,000.
   */
  readonly timeout?: number | undefined
}

interface Head {
  readonly text: string
  readonly count: number
  readonly isEnded: boolean
  readonly isLost: boolean
}

/**
 * Stores streams in a state that processes share. The state should expire: give `redisState` a `ttl`.
 * @example stateStreams(redisState((...words) => client.call(...words), { scope: 'streams', ttl: 3_600_000 }))
 */
export function stateStreams(state: StateStore, options: StateStreamsOptions = {}): StreamStore {
  expectOptions(options, { interval: true, timeout: true }, [
    'stateStreams',
    'stateStreams(state, { interval: 100 })',
  ])
  const { interval = 100, timeout = 30_000 } = options
  const headKey = (run: string) => `run ${run}`
  const frameKey = (run: string, index: number) => `run ${run} ${index}`
  const headOf = async (run: string): Promise<Head | undefined> => {
    const text = (await state.get(headKey(run))) ?? undefined
    if (text === undefined) return undefined
    const [count, end] = text.split(' ')
    const isLost = end === 'lost'
    return { text, count: Number(count), isEnded: isLost || end === 'ended', isLost }
  }
  /** Marks a run as lost, unless its process has just sent a heartbeat. */
  const lose = async (run: string, { text, count }: Head): Promise<void> => {
    const lost = `${count} lost`
    if (state.replace !== undefined) await state.replace(headKey(run), text, lost)
    else if ((await headOf(run))?.text === text) await state.set(headKey(run), lost)
  }
  /** Frame counts of the runs that this process writes. */
  const counts = new Map<string, number>()
  return {
    async begin(stream, run) {
      counts.set(run, 0)
      await state.set(headKey(run), aliveAt(0))
      await state.set(`stream ${stream}`, run)
    },
    latest: async (stream) => (await state.get(`stream ${stream}`)) ?? undefined,
    async append(run, frames, isEnded) {
      const before = counts.get(run) ?? (await headOf(run))?.count ?? 0
      const count = before + frames.length
      await Promise.all(frames.map((frame, index) => state.set(frameKey(run, before + index), frame)))
      // The head is set last, so that clients never read a missing frame.
      await state.set(headKey(run), isEnded ? `${count} ended` : aliveAt(count))
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
      if (!frames.every((frame) => typeof frame === 'string')) return undefined
      const { isEnded, isLost } = head
      return isLost ? { frames, isEnded, isLost } : { frames, isEnded }
    },
    async wait(run, after, signal) {
      let seen: { readonly text: string; readonly at: number } | undefined
      while (!signal.aborted) {
        const head = await headOf(run)
        if (head === undefined || head.count > after || head.isEnded) return
        // Clocks of other servers may differ: only changes are compared.
        if (seen?.text !== head.text) seen = { text: head.text, at: performance.now() }
        else if (performance.now() - seen.at >= timeout) return lose(run, head)
        await sleep(interval, signal)
      }
    },
  }
}

/** Creates the head of a running run. The time makes each heartbeat differ from the previous one. */
function aliveAt(count: number): string {
  return `${count} ${Date.now()}`
}
