import type { GlobMatcher } from '../../base/model/glob.js'

/**
 * A path without `.`, `..` and empty parts, and with `/` for `\`. `..` that lead out of where a relative one begins stay at
 * its beginning; a text without a slash is what it is.
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

/** URLs may write a dot as %2e, and what reads them leaves out tabs and line ends. */
function plainDots(part: string): string {
  return part.replaceAll(/[\t\n\r]/g, '').replaceAll(/%2e/gi, '.')
}

/**
 * A pattern for resolved paths: `*` and `?` stand for what holds no slash, `**` for any text. A path matches only where it
 * begins as the pattern does: at the root, or above where it stands by as many `..`.
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

/** No system has longer paths; going through a text takes the time of its length times that of the pattern. */
const LONGEST = 65_536

function startOf(path: string): string {
  return /^(?:\/|(?:\.\.(?:\/|$))*)/.exec(path)?.[0] ?? ''
}

/** Goes through the text once, with all places of the pattern that may be reached by it. */
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

/** A star may stand for nothing. */
function withStars(signs: readonly string[], places: Set<number>): Set<number> {
  for (const place of places) if (isStar(signs[place])) places.add(place + 1)
  return places
}

function isStar(sign: string | undefined): boolean {
  return sign?.startsWith('*') === true
}
