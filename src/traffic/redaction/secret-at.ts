import { HARMLESS, type SecretPlace } from './harmless-values.js'
import { isSecretName, isWeakName } from './secret-names.js'

/** Maximum length of a value that is compared with the harmless classes. No harmless value is longer. */
export const LONGEST_HARMLESS = 1000

/**
 * Returns true if a value is a secret because of its name. Every search by name asks this function: members of
 * JSON, parameters, headers, settings, options of commands, markup and code.
 * @param name is undefined for a value whose position identifies it, such as the password of `curl -u`.
 */
export function secretAt(name: string | undefined, value: string, place: SecretPlace): boolean {
  if (name === undefined) return !isHarmless(value, place)
  if (!isSecretName(name)) return false
  if (!isWeakName(name)) return !isHarmless(value, place)
  return !isHarmless(value, place === 'member' ? 'nested' : place) && !ABSOLUTE_PATH.test(value)
}

/** Matches the folder in `PWD=/home/ann/x7`. */
const ABSOLUTE_PATH = /^(?:[~.]{0,2}\/|[A-Za-z]:\\)/

/** Returns true if the value is of a class that is not secret in this place. */
export function isHarmless(value: string, place: SecretPlace): boolean {
  if (value.trim().length === 0) return true
  if (value.length > LONGEST_HARMLESS) return false
  return HARMLESS.some(
    ({ places, matches }) => (places?.includes(place) ?? place !== 'sent') && matches(value.trim()),
  )
}
