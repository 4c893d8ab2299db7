/** A range of a text, and its replacement. */
export interface Replacement {
  readonly start: number
  readonly end: number
  readonly text: string
  /** The name of the rule that found the range. */
  readonly rule?: string | undefined
}

/** Sorts replacements by position. Overlapping replacements are merged, with the text of the first one. */
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

/**
 * Returns the pieces of a text after replacing. A replacement may span pieces; the new text goes to the piece
 * in which the old text began.
 */
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
