import { unlessAborted } from '../../base/http/abort.js'
import type { ByteSource } from '../../base/http/http-message.js'

/**
 * Waits for the answer of a `send` that may ignore the signal. An answer that arrives after the abort is
 * released.
 * @throws the reason of the signal as soon as it aborts; the error of `send`.
 */
export async function unlessAbandoned<Source>(
  answer: Source | PromiseLike<Source>,
  signal: AbortSignal,
): Promise<Source> {
  const late = Promise.resolve(answer)
  try {
    return await unlessAborted(late, signal)
  } catch (error) {
    if (signal.aborted) void late.then(release).catch(() => undefined)
    throw error
  }
}

/** Closes the connection of an answer from `fetch`, an official SDK, or an iterable. */
async function release(source: unknown): Promise<void> {
  if (typeof source !== 'object' || source === null) return
  // The streams of the SDKs of OpenAI and Anthropic do not close before they are iterated.
  if ('controller' in source && source.controller instanceof AbortController) source.controller.abort()
  const chunks = 'body' in source ? source.body : 'stream' in source ? source.stream : source
  if (isCancellable(chunks)) await chunks.cancel()
  else if (isAsyncIterable(chunks)) await chunks[Symbol.asyncIterator]().return?.()
}

/** Returns true for a ReadableStream and for a body of `fetchSend`. */
function isCancellable(value: unknown): value is ByteSource {
  return typeof value === 'object' && value !== null && 'getReader' in value
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
