import type { HttpBinding } from './contract.js'

/**
 * Returns true if the path of a request selects a streamed answer; otherwise a field of its body does, or the
 * wire has no streams.
 */
export function isStreamInPath(http: HttpBinding): boolean {
  return http.pathFor(undefined, true) !== http.pathFor(undefined, false)
}
