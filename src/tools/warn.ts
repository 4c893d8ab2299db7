import type { ContextWarning } from './context/context-types.js'

/**
 * Reports to the host a failure that does not stop the run. Errors of the listener, now or later, are
 * dropped.
 */
export async function reportWarning(
  onWarning: (warning: ContextWarning) => unknown = warnOnConsole,
  warning: ContextWarning,
): Promise<void> {
  try {
    await onWarning(warning)
  } catch {}
}

function warnOnConsole({ message, cause }: ContextWarning): void {
  if (cause === undefined) console.warn(message)
  else console.warn(message, cause)
}
