/** Returns the reason of a failed fetch. `fetch` throws a general error and puts the reason into `cause`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
