type FetchInput = Parameters<typeof fetch>[0]

/**
 * Returns the signal that the caller passed to fetch. The signal of a new Request is not a replacement: Node
 * forwards aborts to a Request only until it is garbage collected
 * (https://github.com/nodejs/undici/issues/3644).
 */
export function signalOf(input: FetchInput, init?: RequestInit): AbortSignal | undefined {
  return init?.signal ?? (input instanceof Request ? input.signal : undefined)
}

/**
 * Returns a promise that settles like the given one, or rejects with the signal's reason if the signal aborts
 * first.
 */
export function unlessAborted<Value>(promise: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (signal === undefined) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    const release = () => signal.removeEventListener('abort', abort)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
    promise.then(
      (value) => {
        release()
        resolve(value)
      },
      (error: unknown) => {
        release()
        reject(error)
      },
    )
  })
}

/** A controller that aborts when another signal does, until it is released. */
export interface LinkedAbort extends Pick<AbortController, 'signal' | 'abort'> {
  /** Removes the listener of the other signal. */
  release(): void
}

/** Creates a controller that aborts when the signal does. `AbortSignal.any` takes five times as long. */
export function linkedAbort(signal?: AbortSignal): LinkedAbort {
  const own = new AbortController()
  const follow = () => own.abort(signal?.reason)
  if (signal?.aborted) follow()
  else signal?.addEventListener('abort', follow)
  return {
    signal: own.signal,
    abort: (reason) => own.abort(reason),
    release: () => signal?.removeEventListener('abort', follow),
  }
}

/**
 * Returns the response to a fetch of `input`. An abort makes its body fail with the abort reason, as with a
 * real fetch.
 */
export function abortable(response: Response, input: FetchInput, init?: RequestInit): Response {
  const reader = response.body?.getReader()
  if (reader === undefined) return response
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        // The signal is read at each step: the reference to `input` keeps the Request in memory, so aborts
        // still reach its signal.
        const step = await unlessAborted(reader.read(), signalOf(input, init))
        if (step.done) controller.close()
        else controller.enqueue(step.value)
      } catch (error) {
        void reader.cancel(error).catch(() => undefined)
        throw error
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return new Response(body, response)
}
