import { isObject } from '../json/read.js'
import type { JsonObject } from '../json/types.js'

/** Servers add a request id, a status, the user. */
const MOST_BESIDE_ERROR = 4

/** Whether a body is an error and hardly more. Log lines have one among much else, every answer of JSON-RPC may have one. */
export function isErrorBody({ error, ...rest }: JsonObject): boolean {
  return isObject(error) && Object.keys(rest).length <= MOST_BESIDE_ERROR && !('jsonrpc' in rest)
}
