/**
 * Calls the callback when the signal is aborted, or immediately if it is already aborted.
 * @returns a function that removes the callback. Each signal has one listener for all callbacks, since
 * engines report a warning for more than ten listeners.
 */
export function whenAborted(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) callback()
  const waiting = waitingFor.get(signal) ?? listen(signal)
  waiting.add(callback)
  return () => waiting.delete(callback)
}

const waitingFor = new WeakMap<AbortSignal, Set<() => void>>()

function listen(signal: AbortSignal): Set<() => void> {
  const waiting = new Set<() => void>()
  waitingFor.set(signal, waiting)
  const callAll = () => {
    for (const callback of [...waiting]) callback()
  }
  signal.addEventListener('abort', callAll, { once: true })
  return waiting
}
