/** Whether it is a promise, of whatever make: those of other libraries and realms are no instance of this `Promise`. */
export function isThenable<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

/** What nobody waits for: when it is a promise that rejects, that may not end the process. */
export function forgotten<Given>(given: Given): Given {
  if (isThenable(given)) Promise.resolve(given).catch(() => undefined)
  return given
}
