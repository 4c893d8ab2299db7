type FetchInput = Parameters<typeof fetch>[0]

/**
 * The signal that the caller of a fetch gave. One of a Request made of it is no substitute: Node passes an abort on to
 * that only until the Request is garbage collected (https://github.com/nodejs/undici/issues/3644).
 */
export function signalOf(input: FetchInput, init?: RequestInit): AbortSignal | undefined {
  return init?.signal ?? (input instanceof Request ? input.signal : undefined)
}

/** The promise, or the signal's reason when that comes first. */
export function unlessAborted<Value>(promise: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (signal === undefined) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** The response to a fetch of `input`, whose body breaks off with the reason of an abort, as that of a fetch does. */
export function abortable(response: Response, input: FetchInput, init?: RequestInit): Response {
  const reader = response.body?.getReader()
  if (reader === undefined) return response
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        // Asked for each time, so that a Request stays in memory, and with it the way of its signal.
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
