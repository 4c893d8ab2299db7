import type { ContextWarning } from './context/context-types.js'

/** Tells the host of a failure that breaks nothing. What it throws, now or later, is dropped: nobody is left to be told. */
export async function warn(
  onWarning: (warning: ContextWarning) => unknown = warnOnConsole,
  warning: ContextWarning,
): Promise<void> {
  try {
    await onWarning(warning)
  } catch {}
}

function warnOnConsole({ message, cause }: ContextWarning): void {
  console.warn(message, cause)
}
