/**
 * Calls the callback when the signal is aborted, or at once if it already is.
 * @returns a function that removes the callback. Each signal has a single listener for all callbacks: engines
 * warn of more than ten.
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
