const DATA_URL = /(?<![a-z])data:[a-z]{1,20}\/[\w.+-]{1,80};base64,[A-Za-z0-9+/]{256}/
/** Longer than hashes, signatures and ids are. */
const LONG_RUN = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{4096}/
/** Half of a long run: wherever one stands, it covers a whole piece of this length. */
const PIECE_LENGTH = 2048
const PIECE = /[A-Za-z0-9+/]{2048}/y

/** Whether a text holds a file in base64: in a URL, or bare. */
export function holdsFile(text: string): boolean {
  return (text.includes(';base64,') && DATA_URL.test(text)) || (mayHoldLongRun(text) && LONG_RUN.test(text))
}

/** A look at each piece, which ends at its first blank: ordinary text is not read. */
function mayHoldLongRun(text: string): boolean {
  for (let index = 0; index + PIECE_LENGTH <= text.length; index += PIECE_LENGTH) {
    PIECE.lastIndex = index
    if (PIECE.test(text)) return true
  }
  return false
}
