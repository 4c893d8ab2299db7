/**
 * Minimum number of characters in a body whose work is split into pieces. Smaller bodies cause no noticeable
 * delay.
 */
const LARGE = 1 << 18

/** Lets other requests proceed. */
export type Pause = () => Promise<void>

/**
 * Returns the pause between two pieces of the work on a request. For a large request, other requests are
 * answered during the pause; for a small one, there is no wait.
 * @param length length of the request's body.
 */
export function pauseFor(length: number): Pause {
  return length < LARGE ? atOnce : anotherTurn
}

const atOnce: Pause = () => Promise.resolve()

/** Promises alone would resolve before other tasks run. */
const anotherTurn: Pause = () => new Promise((resolve) => setTimeout(resolve, 0))
