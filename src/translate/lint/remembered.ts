import type { JsonObject } from '../../base/json/json-types.js'

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

/** The same look at a request, or at a view of it, taken once while rules run. */
export function remembered<Value, Looked extends object = JsonObject>(
  look: (looked: Looked) => Value,
): (looked: Looked) => Value {
  const seen = new WeakMap<Looked, { readonly run: object; readonly value: Value }>()
  return (looked) => {
    const run = current
    if (run === undefined) return look(looked)
    const before = seen.get(looked)
    if (before?.run === run) return before.value
    const value = look(looked)
    seen.set(looked, { run, value })
    return value
  }
}
