import type { GlobMatcher } from '../../base/model/glob.js'

/**
 * Removes `.`, `..` and empty parts of a path, and replaces `\` with `/`. Leading `..` of a relative path are
 * kept; a text without a slash is unchanged.
 */
export function resolvedPath(text: string): string {
  if (!/[\\/]/.test(text)) return text
  const root = /^[\\/]/.test(text) ? '/' : ''
  const parts: string[] = []
  for (const part of text.split(/[\\/]+/)) {
    const plain = /^[.%2e\t\n\r]*$/i.test(part) ? plainDots(part) : part
    if (plain === '' || plain === '.') continue
    if (plain !== '..') parts.push(part)
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (root === '') parts.push('..')
  }
  return root + parts.join('/')
}

/**
 * Returns the part with plain dots. URLs may encode a dot as %2e, and URL parsers drop tabs and line ends.
 */
function plainDots(part: string): string {
  return part.replaceAll(/[\t\n\r]/g, '').replaceAll(/%2e/gi, '.')
}

/**
 * Compiles a pattern for resolved paths: `*` and `?` match text without a slash, `**` matches any text. A
 * path matches only if it begins like the pattern: at the root, or with the same number of `..`.
 */
export function pathMatcher(pattern: string): GlobMatcher {
  const wanted = resolvedPath(pattern)
  const signs = wanted.match(/\*\*+|./gsu) ?? []
  return (text) => {
    if (text.length > LONGEST) return false
    const path = resolvedPath(text)
    return startOf(path) === startOf(wanted) && matchesSigns(signs, path)
  }
}

/**
 * Maximum length of a path. Systems have no longer paths, and the matching time is the length of the text
 * times that of the pattern.
 */
const LONGEST = 65_536

function startOf(path: string): string {
  return /^(?:\/|(?:\.\.(?:\/|$))*)/.exec(path)?.[0] ?? ''
}

/** Scans the text once, tracking all reachable positions of the pattern. */
function matchesSigns(signs: readonly string[], text: string): boolean {
  let places = withStars(signs, new Set([0]))
  for (const character of text) {
    const next = new Set<number>()
    for (const place of places) {
      const sign = signs[place]
      if (sign === undefined) continue
      if (isStar(sign) && (sign !== '*' || character !== '/')) next.add(place)
      else if (sign === character || (sign === '?' && character !== '/')) next.add(place + 1)
    }
    places = withStars(signs, next)
  }
  return places.has(signs.length)
}

/** Adds the positions after a star, which may match an empty text. */
function withStars(signs: readonly string[], places: Set<number>): Set<number> {
  for (const place of places) if (isStar(signs[place])) places.add(place + 1)
  return places
}

function isStar(sign: string | undefined): boolean {
  return sign?.startsWith('*') === true
}
