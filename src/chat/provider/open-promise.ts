/** A promise with external `resolve` and `reject`. */
export interface Deferred {
  readonly promise: Promise<void>
  resolve(): void
  reject(error: unknown): void
}

/** Creates a deferred promise whose rejection may be unhandled. */
export function deferred(): Deferred {
  let settle: Omit<Deferred, 'promise'> | undefined
  const promise = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject }
  })
  promise.catch(() => undefined)
  return { promise, resolve: () => settle?.resolve(), reject: (error) => settle?.reject(error) }
}
