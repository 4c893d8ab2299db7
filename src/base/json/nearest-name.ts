/**
 * Returns the known name that a misspelled name probably means. The names may differ in case, underscores,
 * and one or two typos.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const given = plain(name)
  for (let slips = 0; slips <= Math.min(2, given.length / 3); slips += 1) {
    const found = known.find((each) => isNear(given, plain(each), slips))
    if (found !== undefined) return found
  }
  return undefined
}

/** Normalizes a name for comparison. */
export function plain(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase()
}

/**
 * Returns true if the texts differ in at most `slips` letters that are added, removed, replaced or swapped
 * with their neighbour.
 */
function isNear(a: string, b: string, slips: number): boolean {
  let same = 0
  while (same < a.length && a[same] === b[same]) same += 1
  const [x, y] = [a.slice(same), b.slice(same)]
  if (x === y || slips === 0) return x === y
  const isSwapped = x[0] !== undefined && x[0] === y[1] && x[1] === y[0]
  return (
    (isSwapped && isNear(x.slice(2), y.slice(2), slips - 1)) ||
    [x, x.slice(1)].some((rest) => isNear(rest, y.slice(1), slips - 1)) ||
    isNear(x.slice(1), y, slips - 1)
  )
}
