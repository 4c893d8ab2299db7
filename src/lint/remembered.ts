import type { JsonObject } from '../json/json-types.js'

/** The rules that run now; each run is an object of its own. */
let current: object | undefined

/**
 * Runs rules so that what several of them look for in one request is looked for once. The next run looks again: callers
 * may change a request between two.
 */
export function remembering<Result>(run: () => Result): Result {
  const outer = current
  current = outer ?? {}
  try {
    return run()
  } finally {
    current = outer
  }
}

/** The same look at a request, taken once while rules run. */
export function remembered<Value>(look: (request: JsonObject) => Value): (request: JsonObject) => Value {
  const seen = new WeakMap<JsonObject, { readonly run: object; readonly value: Value }>()
  return (request) => {
    const run = current
    if (run === undefined) return look(request)
    const before = seen.get(request)
    if (before?.run === run) return before.value
    const value = look(request)
    seen.set(request, { run, value })
    return value
  }
}
