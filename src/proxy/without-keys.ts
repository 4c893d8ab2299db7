import { type Replacement, replaceAll } from '../redaction/replacements.js'
import { plainSecrets, REDACTED } from '../redaction/secrets-in-text.js'

/** Shorter ones are no secrets, and stand in other words. */
export const SHORTEST_KEY = 8

/** A text for people, without keys: those that are known, and what looks like one. */
export function withoutKeys(text: string, keys: readonly string[]): string {
  const known = keys.filter((key) => key.length >= SHORTEST_KEY)
  const left = known.reduce((rest, key) => rest.replaceAll(key, REDACTED), text)
  const found: Replacement[] = []
  plainSecrets(left, { echoes: [], named: new Set() }, found)
  return replaceAll(left, found)
}

/** The path of a request, likewise. What is no word and no number may be a key of whatever kind. */
export function pathWithoutKeys(url: string, keys: readonly string[]): string {
  const { pathname } = new URL(url)
  return withoutKeys(pathname, keys).replaceAll(/[A-Za-z\d]{16,}/g, (run) =>
    /\d/.test(run) && /[A-Za-z]/.test(run) ? REDACTED : run,
  )
}
