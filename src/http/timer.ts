/** Calls once, after so many milliseconds, unless the function that it returns is called before. */
export type Timer = (milliseconds: number, call: () => void) => () => void

/** The timer of the platform. */
export const realTimer: Timer = (milliseconds, call) => {
  const timer = setTimeout(call, milliseconds)
  return () => clearTimeout(timer)
}

/** @throws RangeError for what no timer can wait. */
export function milliseconds(name: string, value: number): number {
  // https://developer.mozilla.org/en-US/docs/Web/API/Window/setTimeout#maximum_delay_value
  if (value > 0 && value <= 2_147_483_647) return value
  throw new RangeError(`${name} has to be a number of milliseconds, got ${value}`)
}
