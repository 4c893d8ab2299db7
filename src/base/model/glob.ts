/** A function that returns true if the text matches a pattern. */
export type GlobMatcher = (text: string) => boolean

/**
 * Compiles a pattern in which `*` matches any text, including the empty text, slashes and line ends, and `?`
 * matches one character. Other characters match themselves, and the pattern has to match the complete text.
 * The parts between the stars are searched one after another without backtracking, so the time is at most the
 * length of the text times that of the pattern.
 */
export function globMatcher(pattern: string): GlobMatcher {
  const searches = sourcesOf(pattern).map((source) => new RegExp(source, 'gsu'))
  return (text) => {
    let position = 0
    return searches.every((search) => {
      search.lastIndex = position
      const isFound = search.test(text)
      position = search.lastIndex
      return isFound
    })
  }
}

/** Returns true for patterns that match every text. */
export function matchesAll(pattern: string): boolean {
  return /^\*+$/.test(pattern)
}

function sourcesOf(pattern: string): string[] {
  const [first = '', ...others] = pattern.split('*').map(sourceOf)
  const last = others.pop()
  if (last === undefined) return [`^${first}$`]
  return [`^${first}`, ...others, `${last}$`].filter((source) => !/^[\^$]?$/.test(source))
}

function sourceOf(part: string): string {
  return part.replaceAll(/[\\^$.+()[\]{}|/]/g, '\\$&').replaceAll('?', '.')
}
