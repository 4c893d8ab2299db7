/** What `setTimeout` can wait: https://developer.mozilla.org/en-US/docs/Web/API/Window/setTimeout#maximum_delay_value */
export const LONGEST_TIMER = 2_147_483_647

/** @throws RangeError for what is no positive number of milliseconds, or too large. */
export function checkDuration(name: string, value: number | undefined, most = Number.MAX_SAFE_INTEGER): void {
  if (value === undefined || (value > 0 && value <= most)) return
  throw new RangeError(`${name} has to be a number of milliseconds, got ${value}`)
}

/** The answer, if it comes in time. @throws what `late` gives when it does not. */
export async function inTime<Answer>(
  answer: Promise<Answer>,
  timeout: number,
  late: () => Error,
): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), timeout)
  })
  try {
    return await Promise.race([answer, over])
  } finally {
    clearTimeout(timer)
  }
}

/** The name of a key that no two scopes share. */
export function scopedKey(scope: string): (key: string) => string {
  const prefix = `state:${scope.replaceAll('%', '%25').replaceAll(':', '%3A')}:`
  return (key) => prefix + key
}
