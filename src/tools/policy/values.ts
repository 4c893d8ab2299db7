import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { asJson, expectString, isArray, isObject } from '../../base/json/read-json.js'
import { stringifyJson } from '../../base/json/write-json.js'
import { type GlobMatcher, globMatcher, matchesAll } from '../../base/model/glob.js'
import { pathMatcher, resolvedPath } from './path.js'
import type { Globs, Verdict } from './policy-types.js'

/** A function that returns true if a value of the input matches. */
export type ValueMatcher = (value: JsonValue) => boolean

/**
 * Compiles patterns. For a rule that allows, each text and number in the value must match a pattern,
 * strictly. For a rule that asks or denies, at least one of them must match, broadly.
 * @throws AdapterError `wrong-type` if a pattern is not a text, or the list of patterns is empty.
 */
export function valueMatcher(globs: Globs, action: Verdict['action'], path: string): ValueMatcher {
  const patterns = patternsOf(globs, path)
  if (patterns.some(matchesAll)) return () => true
  const matchers = patterns.map(action === 'allow' ? strictly : broadly)
  const matches = (text: string) => matchers.some((matcher) => matcher(text))
  if (action !== 'allow')
    return (value) => textsIn(value).some(matches) || (typeof value === 'object' && matches(textOf(value)))
  return (value) => {
    const texts = textsIn(value)
    return texts.length > 0 && texts.every(matches)
  }
}

/**
 * Returns the patterns of a rule.
 * @throws AdapterError `wrong-type` if a pattern is not a text, or the list of patterns is empty, since a
 * rule that can never match is a mistake.
 */
export function patternsOf(globs: Globs, path: string): readonly string[] {
  const patterns = [globs].flat().map((glob) => expectString(asJson(glob), path))
  if (patterns.length > 0) return patterns
  throw new AdapterError(
    'wrong-type',
    path,
    'the list of patterns is empty, so the rule never matches: remove it',
  )
}

/** Creates a matcher that is case-sensitive and does not match paths outside the folder of the pattern. */
function strictly(pattern: string): GlobMatcher {
  const asWritten = globMatcher(pattern)
  if (isCommand(pattern)) return (text) => asWritten(text) && asWritten(resolvedPath(text))
  const asPath = pathMatcher(pattern)
  return (text) => asWritten(text) && asPath(text)
}

/**
 * Returns true for a pattern of commands and other prose, with blanks and without a slash: in these patterns,
 * `*` matches any text.
 */
function isCommand(pattern: string): boolean {
  return /\s/.test(pattern) && !/[\\/]/.test(pattern)
}

/** Creates a matcher that is case-insensitive and matches any spelling of a path. */
function broadly(pattern: string): GlobMatcher {
  const asWritten = globMatcher(pattern.toLowerCase())
  const asPath = globMatcher(resolvedPath(pattern).toLowerCase())
  return (text) => asWritten(text.toLowerCase()) || asPath(resolvedPath(text).toLowerCase())
}

/** Returns the texts in a value, at any depth, and the JSON of numbers and other values. */
function textsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value]
  if (isArray(value)) return value.flatMap(textsIn)
  return isObject(value)
    ? Object.values(value).flatMap((member) => textsIn(member ?? null))
    : [stringifyJson(value)]
}

/** Returns the JSON of a value with its texts unescaped. */
function textOf(value: JsonValue): string {
  if (typeof value === 'string') return `"${value}"`
  if (isArray(value)) return `[${value.map(textOf).join(',')}]`
  if (!isObject(value)) return stringifyJson(value)
  const members = Object.entries(value).map(([name, member]) => `"${name}":${textOf(member ?? null)}`)
  return `{${members.join(',')}}`
}
