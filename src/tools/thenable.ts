/**
 * Returns true for any kind of promise: promises of other libraries and realms are not instances of this
 * `Promise`.
 */
export function isThenable<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

/** Prevents a promise that is not awaited from ending the process when it rejects. */
export function forgotten<Given>(given: Given): Given {
  if (isThenable(given)) Promise.resolve(given).catch(() => undefined)
  return given
}
