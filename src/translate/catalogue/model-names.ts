import { globMatcher } from '../../base/model/glob.js'

/**
 * Suffixes of a model name for its version or offer: dates, numbers of three or four digits, Bedrock's
 * `-v1:0`, and suffixes of gateways.
 */
const VERSION =
  /^(?:-(?:\d{8}|\d{3,4}|\d\d-\d\d(?:\d\d)?|v\d(?:-\d)?|latest|preview|exp|free|batch|instruct))*$/

/** Prefixes of Bedrock's regions and vendors. */
const VENDORS = /^(?:[a-z-]+\.)+(?=[a-z])/

/**
 * Normalizes a name for comparison: prefixes and suffixes of platforms are removed, and separators are
 * unified. Fireworks writes a dot between digits as a `p`.
 */
export function comparedName(name: string): string {
  const bare = name.toLowerCase().replace(/\[[^[\]]*\]$/, '')
  return bare
    .slice(bare.lastIndexOf('/') + 1)
    .replace(VENDORS, '')
    .replace(/(?<=\d)p(?=\d)/g, '-')
    .replace(/[._@:\s]/g, '-')
}

/** Returns a function that checks a normalized name against the name of a row. */
export function nameTest(pattern: string): (compared: string) => boolean {
  const meant = comparedName(pattern)
  if (meant.includes('*')) return globMatcher(meant)
  return (name) => name.startsWith(meant) && VERSION.test(name.slice(meant.length))
}
