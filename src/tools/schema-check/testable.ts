import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { at, isObject } from '../../base/json/read-json.js'
import { schemasOf } from '../../base/schema/walk.js'

const ATOM = String.raw`(?:\\[dDsSwWtnrfv]|\\[\^$\\.*+?()[\]{}|/]|\[(?:[^\\[\]]|\\.)+\]|[^\\^$.*+?()[\]{}|]|\.)`
/** Anchored, without alternatives, and with one repetition at most: any engine is done with it in proportion to the text. */
const PLAIN = new RegExp(`^\\^${ATOM}*(?:${ATOM}(?:[*+?]|\\{\\d+(?:,\\d*)?\\})${ATOM}*)?\\$?$`, 'u')

/** Whether the runtime's own engine is done with a pattern in proportion to the text. */
export function isPlain(pattern: string): boolean {
  return PLAIN.test(pattern)
}

/** Whether any engine is, as far as can be told without RE2. */
export function isTestable(pattern: string): boolean {
  return isPlain(pattern) || !isBeyondRe2(pattern)
}

/**
 * Looks at the patterns of a schema without the engine that tests them, which is large and is loaded for the first call.
 * @throws AdapterError `unsupported` for one that no engine tests in proportion to the text.
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

/** A lookahead that a pattern begins with. */
export interface Lookahead {
  readonly source: string
  /** Whether it has to be there. */
  readonly wanted: boolean
}

/** `^(?=…)(?!…)rest` as its parts. One that stands elsewhere stays where it is. */
export function leadingLookaheads(pattern: string): { readonly ahead: Lookahead[]; readonly rest: string } {
  const ahead: Lookahead[] = []
  let rest = pattern.slice(1)
  for (let begin = /^\(\?[=!]/.exec(rest); begin !== null; begin = /^\(\?[=!]/.exec(rest)) {
    const end = endOfGroup(rest)
    ahead.push({ source: rest.slice(3, end - 1), wanted: begin[0].endsWith('=') })
    rest = rest.slice(end)
  }
  // Of alternatives they would belong to the first one alone.
  const isSplit = pattern.startsWith('^') && ahead.length > 0 && !hasAlternatives(rest)
  return isSplit ? { ahead, rest: `^${rest}` } : { ahead: [], rest: pattern }
}

const GROUPING = /\\[\s\S]|\[(?:[^\\\]]|\\[\s\S])*|\(\?[=!]|\{\d+(?:,\d*)?\}|[()|]/g

/** What RE2 counts at most. */
const MOST_REPEATED = 1000

/** Whether a pattern refers back, looks ahead elsewhere than at its beginning, or counts further than RE2 does. */
function isBeyondRe2(pattern: string): boolean {
  const { ahead, rest } = leadingLookaheads(pattern)
  return [rest, ...ahead.map(({ source }) => source)].some((source) =>
    source.match(GROUPING)?.some((token) => {
      const counts = token.startsWith('{') ? token.slice(1, -1).split(',') : []
      return /^\\[1-9k]|^\(\?/.test(token) || counts.some((count) => Number(count) > MOST_REPEATED)
    }),
  )
}

/** Index after the group that the pattern begins with. */
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
