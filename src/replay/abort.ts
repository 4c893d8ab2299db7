/** The promise, or the signal's reason when that comes first. */
export function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** The response, whose body breaks off with the signal's reason, as that of a fetch does. */
export function abortable(response: Response, signal: AbortSignal): Response {
  const reader = response.body?.getReader()
  if (reader === undefined) return response
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const step = await unlessAborted(reader.read(), signal)
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
