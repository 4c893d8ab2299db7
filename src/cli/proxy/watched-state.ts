import type { StateStore } from '../../tools/context/context-types.js'

/** A store whose failures are known. */
export interface WatchedState {
  readonly state: StateStore
  /** Returns true from a failure until the store answers again. */
  isFailing(): boolean
  close(): void
}

/** Times in milliseconds. */
export interface StatePatience {
  /** The longest time of one call. Default: 2000. */
  readonly timeout?: number
  /** The time between two attempts to reach a store that failed. Default: 1000. */
  readonly interval?: number
}

/**
 * Watches a store. After a failed call, later calls fail immediately, so that requests do not wait for a store that is gone. In the
 * background the store is asked again, until it answers.
 */
export function watchedState(
  state: StateStore,
  { timeout = 2000, interval = 1000 }: StatePatience = {},
): WatchedState {
  let isFailing = false
  let probe: NodeJS.Timeout | undefined
  const inTime = async <Value>(call: () => Promise<Value> | Value): Promise<Value> => {
    let stop: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      stop = setTimeout(() => reject(new Error(`it did not answer within ${timeout} ms`)), timeout)
    })
    try {
      return await Promise.race([Promise.resolve(call()), late])
    } finally {
      clearTimeout(stop)
    }
  }
  const ask = async () => {
    try {
      await inTime(() => state.get(PROBE))
      isFailing = false
    } catch {
      askLater()
    }
  }
  const askLater = () => {
    probe = setTimeout(ask, interval).unref()
  }
  const run = async <Value>(call: () => Promise<Value> | Value): Promise<Value> => {
    if (isFailing) throw new Error('it failed, and is requested again in the background')
    try {
      return await inTime(call)
    } catch (error) {
      if (!isFailing) askLater()
      isFailing = true
      throw error
    }
  }
  const { replace } = state
  return {
    state: {
      get: (key) => run(() => state.get(key)),
      set: (key, value) => run(() => state.set(key, value)),
      ...(replace && { replace: (key, was, next) => run(() => replace.call(state, key, was, next)) }),
    },
    isFailing: () => isFailing,
    close: () => clearTimeout(probe),
  }
}

/** The key that is read to reach the store. It never has a value. */
const PROBE = 'probe'
