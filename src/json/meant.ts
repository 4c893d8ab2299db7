/** The known name that somebody meant by another one: of other case, with underscores, or with a slip or two in it. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const given = plain(name)
  let best: string | undefined
  let least = Math.min(2, Math.floor(given.length / 3)) + 1
  for (const each of known) {
    const distance = distanceOf(given, plain(each), least)
    if (distance < least) [best, least] = [each, distance]
  }
  return best
}

/** A name as it is compared. */
export function plain(name: string): string {
  return name.replaceAll(/[_\-. ]/g, '').toLowerCase()
}

/** A name's length at most: texts that came in by mistake are long. */
const LONGEST = 40

/** How many letters have to be added, left out, replaced, or swapped with the next one. https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance */
function distanceOf(a: string, b: string, least: number): number {
  if (a.length > LONGEST || Math.abs(a.length - b.length) >= least) return least
  let [before, row] = [[0], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + cost,
          ...(swapped ? [(before[j - 2] ?? 0) + 1] : []),
        ),
      )
    }
    ;[before, row] = [row, next]
  }
  return row[b.length] ?? least
}
