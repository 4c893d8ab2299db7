import { nearest, plain } from '../../base/json/nearest-name.js'
import type { AcceptedFields } from '../../codec/shape/settings/accepted-values.js'
import type { SettingsTable } from '../../codec/shape/settings/settings-table.js'
import type { RuleRow } from './limited.js'
import { WIRE_WORDS } from './wire-words.js'

/** The fields of a request whose values are checked. */
export interface RequestFields {
  /** The table of settings of the wire. */
  readonly settings: SettingsTable
  /** The accepted values of fields that are not settings, by field path. */
  readonly accepts?: AcceptedFields
  /**
   * The paths of all other fields. Names of members are checked only in objects of which some members are
   * listed.
   */
  readonly others: readonly string[]
  /** The severity of numbers that are out of range. Servers of a wire may accept more than its vendor. */
  readonly severity: RuleRow['severity']
  /** The paths of fields with a documented range that no server is known to check. Default: none. */
  readonly unchecked?: readonly string[]
  /** True to accept `maxTokens` for `max_tokens`. Default: false. */
  readonly isSpelledFreely?: true
  /** True to accept strings of digits as numbers, as in the JSON of protocol buffers. Default: false. */
  readonly hasNumbersAsText?: true
  /** The page with the ranges. */
  readonly evidence: string
}

/** Returns the forms of all settings of a wire. */
export function formsIn(
  settings: SettingsTable,
): { readonly fields: readonly string[]; readonly accepts?: AcceptedFields }[] {
  return Object.values(settings).flatMap((forms) => (forms === 'elsewhere' ? [] : [...forms]))
}

/** The member names of objects, by the path of the object. */
export type Names = ReadonlyMap<string, ReadonlySet<string>>

/** Returns the known names of request fields. */
export function fieldNames({ settings, accepts = {}, others }: RequestFields): Names {
  const paths = [...others, ...Object.keys(accepts), ...formsIn(settings).flatMap((form) => form.fields)]
  const listed = new Set(others.map(holderOf))
  const names = new Map<string, Set<string>>()
  for (const path of paths) {
    const [steps] = path.split('[')
    const tokens = (steps ?? '').split('.')
    tokens.forEach((name, depth) => {
      const holder = tokens.slice(0, depth).join('.')
      if (listed.has(holder)) names.set(holder, (names.get(holder) ?? new Set()).add(name))
    })
  }
  return names
}

function holderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')))
}

/** Minimum length of a name that is compared. Shorter names are too similar to each other. */
const LEAST_LETTERS = 5

/** Returns the known name that an unknown name probably means; undefined for a field of another wire. */
export function meantName(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name) || name.length < LEAST_LETTERS) return undefined
  const meant = nearest(name, known)
  const isOfOthers = Object.hasOwn(WIRE_WORDS.requestFields, name)
  return isOfOthers && !isMisspelling(name, known) ? undefined : meant
}

/**
 * Returns true if a setting of another wire is one of these names in another spelling, so that only the name
 * has to change.
 */
export function isMisspelling(name: string, known: readonly string[]): boolean {
  const says = Object.hasOwn(WIRE_WORDS.settings, name) ? WIRE_WORDS.settings[name] : undefined
  const isSetting = says !== undefined && !says.split(' ').includes('group')
  return isSetting && name.length >= LEAST_LETTERS && known.some((one) => plain(one) === plain(name))
}
