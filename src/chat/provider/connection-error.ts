/** Matches error codes of Node and undici: `ECONNRESET`, `ENOTFOUND`, `UND_ERR_HEADERS_TIMEOUT`. */
const SYSTEM_CODE = /^(?:E[A-Z]{3,}|EAI_[A-Z]+|UND_ERR_[A-Z_]+)$/
/**
 * Matches names and messages of connection errors of fetch in Node, Deno, Bun and browsers, and of the
 * official SDKs.
 */
const CONNECTION =
  /connection|network|socket|timeout|timed out|fetch failed|failed to fetch|load failed|terminated/i
const DEEPEST_CAUSE = 5

/** Returns true for an error of the connection, not for an error of the program, such as a TypeError. */
export function isConnectionError(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > DEEPEST_CAUSE) return false
  if ('code' in error && typeof error.code === 'string' && SYSTEM_CODE.test(error.code)) return true
  return (
    CONNECTION.test(`${error.constructor.name} ${error.name} ${error.message}`) ||
    isConnectionError(error.cause, depth + 1)
  )
}
