/** A stretch of a text, and what takes its place. */
export interface Replacement {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** In the order of the text. Of those that overlap one remains, with the first one's text. */
export function disjoint(replacements: readonly Replacement[]): Replacement[] {
  const result: Replacement[] = []
  for (const next of replacements.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1)
    if (last === undefined || next.start >= last.end) result.push(next)
    else if (next.end > last.end) result[result.length - 1] = { ...last, end: next.end }
  }
  return result
}

export function replaceAll(text: string, replacements: readonly Replacement[]): string {
  return replaceInPieces([text], disjoint(replacements)).join('')
}

/** The pieces of a text after replacing, which may go over their cuts: what is new stands where the old began. */
export function replaceInPieces(pieces: readonly string[], replacements: readonly Replacement[]): string[] {
  let pieceStart = 0
  let index = 0
  return pieces.map((piece) => {
    const pieceEnd = pieceStart + piece.length
    const result: string[] = []
    let from = pieceStart
    for (
      let next = replacements[index];
      next !== undefined && next.start < pieceEnd;
      next = replacements[index]
    ) {
      if (next.start >= pieceStart)
        result.push(piece.slice(from - pieceStart, next.start - pieceStart), next.text)
      from = Math.min(next.end, pieceEnd)
      if (next.end > pieceEnd) break
      index += 1
    }
    result.push(piece.slice(from - pieceStart))
    pieceStart = pieceEnd
    return result.join('')
  })
}
