/** Reads a file of expected failures: an id per line, with `*` for any text and `#` before a comment. */
export function parseExpectedFailures(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/#.*$/, '').trim())
    .filter((line) => line !== '')
}

/** Returns true if a pattern matches the id. */
export function isExpected(patterns: readonly string[], id: string): boolean {
  return patterns.some((pattern) => matches(pattern, id))
}

/** Matches `*` without a regular expression, whose time would grow with the stars. */
function matches(pattern: string, id: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return pattern === id
  if (!id.startsWith(first)) return false
  const last = rest.pop() ?? ''
  let from = first.length
  for (const piece of rest) {
    const found = id.indexOf(piece, from)
    if (found === -1) return false
    from = found + piece.length
  }
  return id.length - last.length >= from && id.endsWith(last)
}
