import type { JsonObject } from '../../base/json/json-types.js'

/** The current run of rules; each run is a separate object. */
let current: object | undefined

/**
 * Runs rules and caches the lookups that they share. The next run repeats the lookups: callers may change a
 * request between two runs.
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

/** Caches a lookup in a request, or in a view of a request, while rules run. */
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
