import { globMatcher } from '../../base/model/glob.js'

/**
 * What stands behind a name and says which version, or which offer, of the model it is: dates, numbers of three or four digits,
 * Bedrock's `-v1:0`, and the words of gateways.
 */
const VERSION =
  /^(?:-(?:\d{8}|\d{3,4}|\d\d-\d\d(?:\d\d)?|v\d(?:-\d)?|latest|preview|exp|free|batch|instruct))*$/

/** Bedrock's regions and vendors before the name. */
const VENDORS = /^(?:[a-z-]+\.)+(?=[a-z])/

/**
 * A name as it is compared: what platforms put around it is left out, and separators are all one. Fireworks writes a dot between digits
 * as a `p`.
 */
export function comparedName(name: string): string {
  const bare = name.toLowerCase().replace(/\[[^[\]]*\]$/, '')
  return bare
    .slice(bare.lastIndexOf('/') + 1)
    .replace(VENDORS, '')
    .replace(/(?<=\d)p(?=\d)/g, '-')
    .replace(/[._@:\s]/g, '-')
}

/** Whether a name, as it is compared, is one that a row's name means. */
export function nameTest(pattern: string): (compared: string) => boolean {
  const meant = comparedName(pattern)
  if (meant.includes('*')) return globMatcher(meant)
  return (name) => name.startsWith(meant) && VERSION.test(name.slice(meant.length))
}
