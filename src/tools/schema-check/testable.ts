import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { at, isObject } from '../../base/json/read-json.js'
import { schemasOf } from '../../base/schema/walk.js'

const ATOM = String.raw`(?:\\[dDsSwWtnrfv]|\\[\^$\\.*+?()[\]{}|/]|\[(?:[^\\[\]]|\\.)+\]|[^\\^$.*+?()[\]{}|]|\.)`
/**
 * Matches a pattern that is anchored, has no alternatives and at most one repetition. Any engine tests such
 * patterns in linear time.
 */
const PLAIN = new RegExp(`^\\^${ATOM}*(?:${ATOM}(?:[*+?]|\\{\\d+(?:,\\d*)?\\})${ATOM}*)?\\$?$`, 'u')

/** Returns true if the runtime's engine tests a pattern in linear time. */
export function isPlain(pattern: string): boolean {
  return PLAIN.test(pattern)
}

/**
 * Returns true if the runtime's engine or RE2 tests a pattern in linear time, as far as can be determined
 * without RE2.
 */
export function isTestable(pattern: string): boolean {
  return isPlain(pattern) || !isBeyondRe2(pattern)
}

/**
 * Checks the patterns of a schema without RE2, which is large and is loaded for the first call.
 * @throws AdapterError `unsupported` for a pattern that no engine tests in linear time.
 */
export function expectTestable(schema: JsonObject, path: string): void {
  for (const { value, path: place } of schemasOf({ value: schema, path })) {
    const { pattern, patternProperties } = value
    if (typeof pattern === 'string') expectTestablePattern(pattern, at(place, 'pattern'))
    for (const name of isObject(patternProperties) ? Object.keys(patternProperties) : [])
      expectTestablePattern(name, at(at(place, 'patternProperties'), name))
  }
}

function expectTestablePattern(pattern: string, path: string): void {
  if (isTestable(pattern)) return
  throw new AdapterError(
    'unsupported',
    path,
    `the pattern ${pattern.slice(0, 200)} cannot be tested in linear time: remove back references and lookaheads that do not begin it, and use counts up to ${MOST_REPEATED}`,
  )
}

/** A lookahead at the start of a pattern. */
export interface Lookahead {
  readonly source: string
  /** True if the lookahead must match. */
  readonly wanted: boolean
}

/** Splits `^(?=…)(?!…)rest` into its parts. Other lookaheads stay in the rest. */
export function leadingLookaheads(pattern: string): { readonly ahead: Lookahead[]; readonly rest: string } {
  const ahead: Lookahead[] = []
  let rest = pattern.slice(1)
  for (let begin = /^\(\?[=!]/.exec(rest); begin !== null; begin = /^\(\?[=!]/.exec(rest)) {
    const end = endOfGroup(rest)
    ahead.push({ source: rest.slice(3, end - 1), wanted: begin[0].endsWith('=') })
    rest = rest.slice(end)
  }
  // In a pattern with alternatives, the lookaheads belong only to the first alternative.
  const isSplit = pattern.startsWith('^') && ahead.length > 0 && !hasAlternatives(rest)
  return isSplit ? { ahead, rest: `^${rest}` } : { ahead: [], rest: pattern }
}

const GROUPING = /\\[\s\S]|\[(?:[^\\\]]|\\[\s\S])*|\(\?[=!]|\{\d+(?:,\d*)?\}|[()|]/g

/** The maximum repetition count in RE2. */
const MOST_REPEATED = 1000

/**
 * Returns true if a pattern has a backreference, a lookahead after its beginning, or a higher repetition
 * count than RE2 allows.
 */
function isBeyondRe2(pattern: string): boolean {
  const { ahead, rest } = leadingLookaheads(pattern)
  return [rest, ...ahead.map(({ source }) => source)].some((source) =>
    source.match(GROUPING)?.some((token) => {
      const counts = token.startsWith('{') ? token.slice(1, -1).split(',') : []
      return /^\\[1-9k]|^\(\?/.test(token) || counts.some((count) => Number(count) > MOST_REPEATED)
    }),
  )
}

/** Returns the index after the group at the start of the pattern. */
function endOfGroup(pattern: string): number {
  let depth = 0
  for (const { 0: token, index } of pattern.matchAll(GROUPING)) {
    if (token[0] === '(') depth += 1
    else if (token === ')') depth -= 1
    if (depth === 0) return index + 1
  }
  return pattern.length
}

function hasAlternatives(pattern: string): boolean {
  let depth = 0
  for (const [token] of pattern.matchAll(GROUPING)) {
    if (token[0] === '(') depth += 1
    else if (token === ')') depth -= 1
    else if (token === '|' && depth === 0) return true
  }
  return false
}
