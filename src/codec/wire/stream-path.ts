import type { HttpBinding } from './contract.js'

/** Whether the path of a request says that a stream is wanted; else a field of its body does, or that there is none. */
export function isStreamInPath(http: HttpBinding): boolean {
  return http.pathFor(undefined, true) !== http.pathFor(undefined, false)
}
