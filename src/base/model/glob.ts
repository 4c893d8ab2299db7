/** Whether a text matches a pattern. */
export type GlobMatcher = (text: string) => boolean

/**
 * A pattern in which `*` stands for any text, also for none, slashes and line ends, and `?` for one character. All else
 * stands for itself, and the whole text has to match. The parts between the stars are looked for one after another, which is
 * never taken back, so the time is at most the length of the text times that of the pattern.
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

/** Whether every text matches. */
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
