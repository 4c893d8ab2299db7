/** Characters of a body from which its work is done in pieces: less is done before anybody notices. */
const LARGE = 1 << 18

/** Lets all others have their turn. */
export type Pause = () => Promise<void>

/**
 * What stands between two pieces of the work on a request. Where that is large, other requests are answered in between; where
 * it is not, nothing waits.
 * @param length of the request's body.
 */
export function pauseFor(length: number): Pause {
  return length < LARGE ? atOnce : anotherTurn
}

const atOnce: Pause = () => Promise.resolve()

/** Promises alone would be settled before anything else has its turn. */
const anotherTurn: Pause = () => new Promise((resolve) => setTimeout(resolve, 0))
