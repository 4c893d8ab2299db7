/** A function that calls `call` once after the given milliseconds. The returned function cancels the call. */
export type Timer = (milliseconds: number, call: () => void) => () => void

/** The timer of the platform. */
export const realTimer: Timer = (milliseconds, call) => {
  const timer = setTimeout(call, milliseconds)
  return () => clearTimeout(timer)
}

/**
 * Longest delay of a timer:
 * https://developer.mozilla.org/en-US/docs/Web/API/Window/setTimeout#maximum_delay_value
 */
export const LONGEST_TIMER = 2 ** 31 - 1

/**
 * Returns a time in milliseconds after checking its range.
 * @throws RangeError for a value that no timer supports, or that is greater than `most`.
 */
export function milliseconds(name: string, value: number, most = LONGEST_TIMER): number {
  if (value > 0 && value <= most) return value
  throw new RangeError(`${name} has to be a number of milliseconds, got ${value}`)
}

/** Waits the given milliseconds, or until the signal aborts. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end)
  })
}

/** Waits until the work succeeds or fails, or until the given milliseconds have passed. */
export async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController()
  await Promise.race([work.catch(() => {}), sleep(milliseconds, over.signal)])
  over.abort()
}

/**
 * Minimum length of a body that is processed in pieces, in characters. Smaller bodies cause no noticeable
 * delay.
 */
const LARGE = 1 << 18

/** A function that waits while other requests are processed. */
export type Pause = () => Promise<void>

/**
 * Returns the function to call between two pieces of the work on a request. For a large request, it waits
 * while other requests are answered; for a small request, it does nothing.
 * @param length length of the request's body.
 */
export function pauseFor(length: number): Pause {
  return length < LARGE ? atOnce : anotherTurn
}

const atOnce: Pause = () => Promise.resolve()

/** A timer is necessary: promises alone would resolve before other tasks run. */
const anotherTurn: Pause = () => new Promise((resolve) => setTimeout(resolve, 0))
