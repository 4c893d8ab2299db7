/**
 * Calls back when the signal ends, at once when it has.
 * @returns forgets the callback. A signal bears one listener however many wait: engines warn of more than ten.
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
