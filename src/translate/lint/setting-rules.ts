import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { nearest, plain } from '../../base/json/meant.js'
import { pointerTokens, valueAt } from '../../base/json/pointer.js'
import { at, isObject } from '../../base/json/read-json.js'
import {
  type AcceptedFields,
  type AcceptedValues,
  hasAcceptedType,
  isInRange,
  rangeText,
  typeText,
} from '../../codec/shape/settings/accepted-values.js'
import type { SettingsTable } from '../../codec/shape/settings/settings-table.js'
import type { RuleRow, RuleRows } from './limited.js'
import { parentPath, replaced } from './mends.js'
import type { Fix } from './rule.js'
import type { ValueAt } from './view.js'

/** The fields of a request whose values are checked. */
export interface RequestFields {
  /** The table of settings of the wire. */
  readonly settings: SettingsTable
  /** The values of fields that are no settings, by the paths of the fields. */
  readonly accepts?: AcceptedFields
  /** The paths of all other fields. Members of an object are checked for misspelled names only if some of them are listed. */
  readonly others: readonly string[]
  /** The severity of numbers that are out of range. Servers of a wire may accept more than its vendor. */
  readonly severity: RuleRow['severity']
  /** The paths of fields whose range is documented, and that no server is known to check. Default: none. */
  readonly unchecked?: readonly string[]
  /** Accepts `maxTokens` for `max_tokens`. Default: no. */
  readonly isSpelledFreely?: true
  /** Accepts strings of digits as numbers, as in the JSON of protocol buffers. Default: no. */
  readonly hasNumbersAsText?: true
  /** The page with the ranges. */
  readonly evidence: string
}

/** Rules for the values and the names of request fields. @param prefix of the rule ids. */
export function settingRules(prefix: string, fields: RequestFields): RuleRows<unknown> {
  const accepted = [...acceptedBy(fields)]
  const names = namesIn(fields)
  const { evidence, severity, unchecked = [] } = fields
  return {
    [`${prefix}-SETTING-01`]: {
      evidence,
      summary: 'The values of settings have the types of their fields.',
      fix: typed(fields, new Map(accepted)),
      check(request, report) {
        for (const [field, each] of accepted) {
          const { value, path } = foundAt(request, field, fields)
          if (value === undefined || value === null || each.some((one) => isOfType(value, one, fields)))
            continue
          report(path, `this has to be ${each.map(typeText).join(' or ')}`)
        }
      },
    },
    [`${prefix}-SETTING-02`]: {
      evidence,
      severity: 'warning',
      summary: 'Numbers are in the ranges of their fields.',
      check(request, report) {
        for (const [field, each] of accepted) {
          const { value, path } = foundAt(request, field, fields)
          const number = typeof value === 'string' && fields.hasNumbersAsText ? Number(value) : value
          if (typeof number !== 'number') continue
          for (const range of each)
            if (range.type === 'number' && !isInRange(number, range))
              report(
                path,
                `${number} is out of range: ${rangeText(range)}`,
                (severity === 'error' && !unchecked.includes(field)) || undefined,
              )
        }
      },
    },
    [`${prefix}-SETTING-03`]: {
      evidence,
      severity: 'warning',
      summary: 'The names of fields are spelled as the wire spells them.',
      fix: (request, path) => renamed(request, path, fields, names),
      check(request, report) {
        for (const { path, meant } of misspelled(request, names, fields))
          report(path, `there is no such field; "${meant}" is meant`)
      },
    },
  }
}

function acceptedBy({ settings, accepts = {} }: RequestFields): Map<string, AcceptedValues[]> {
  const all = new Map<string, AcceptedValues[]>()
  const tables = [accepts, ...formsIn(settings).map((form) => form.accepts ?? {})]
  for (const table of tables)
    for (const [field, values] of Object.entries(table)) all.set(field, [...(all.get(field) ?? []), values])
  return all
}

function formsIn(
  settings: SettingsTable,
): { readonly fields: readonly string[]; readonly accepts?: AcceptedFields }[] {
  return Object.values(settings).flatMap((forms) => (forms === 'elsewhere' ? [] : [...forms]))
}

function isOfType(value: JsonValue, accepted: AcceptedValues, { hasNumbersAsText }: RequestFields): boolean {
  const isDigits = typeof value === 'string' && value !== '' && Number.isFinite(Number(value))
  return (
    hasAcceptedType(value, accepted) || (isDigits && accepted.type === 'number' && hasNumbersAsText === true)
  )
}

/** A field by its path of names and dots. */
function foundAt(request: JsonObject, field: string, { isSpelledFreely }: RequestFields): ValueAt {
  let value: JsonValue | undefined = request
  let path = ''
  for (const name of field.split('.')) {
    const holder: JsonObject = isObject(value) ? value : {}
    const key =
      isSpelledFreely && holder[name] === undefined
        ? (Object.keys(holder).find((other) => plain(other) === plain(name)) ?? name)
        : name
    value = Object.hasOwn(holder, key) ? holder[key] : undefined
    path = at(path, key)
  }
  return { value, path }
}

/** Numbers and switches that are texts, and single texts in place of a list. */
function typed(fields: RequestFields, accepted: ReadonlyMap<string, readonly AcceptedValues[]>): Fix {
  return (request, path, choice) => {
    const field = pointerTokens(path).join('.')
    const all = accepted.get(field) ?? [...accepted].find(([name]) => plain(name) === plain(field))?.[1] ?? []
    const change = replaced((value) => {
      const meant = typeof value === 'string' ? meantBy(value) : []
      return meant.find((one) => all.some((each) => isOfType(one, each, fields) && isWithin(one, each)))
    })
    return change(request, path, choice)
  }
}

function isWithin(value: JsonValue, accepted: AcceptedValues): boolean {
  return typeof value !== 'number' || accepted.type !== 'number' || isInRange(value, accepted)
}

function meantBy(text: string): JsonValue[] {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return [
    ...(Number.isFinite(number) ? [number] : []),
    ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
    [text],
  ]
}

/** The names of the members of objects, by the paths of the objects. */
type Names = ReadonlyMap<string, ReadonlySet<string>>

function namesIn({ settings, accepts = {}, others }: RequestFields): Names {
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

function* misspelled(
  request: JsonObject,
  names: Names,
  fields: RequestFields,
): Generator<{ readonly path: string; readonly meant: string }> {
  for (const [holder, known] of names) {
    const { value, path } = holder === '' ? { value: request, path: '' } : foundAt(request, holder, fields)
    for (const name of isObject(value) ? Object.keys(value) : []) {
      const meant = meantName(name, known, fields)
      if (meant !== undefined) yield { path: at(path, name), meant }
    }
  }
}

/** Short names are too much alike. */
const LEAST_LETTERS = 5

function meantName(
  name: string,
  known: ReadonlySet<string>,
  { isSpelledFreely }: RequestFields,
): string | undefined {
  if (known.has(name) || name.length < LEAST_LETTERS) return undefined
  const meant = nearest(name, [...known])
  return isSpelledFreely && meant !== undefined && plain(meant) === plain(name) ? undefined : meant
}

/** Renames a misspelled field, unless the request has the right one, too. */
function renamed(request: JsonObject, path: string, fields: RequestFields, names: Names): ReturnType<Fix> {
  const found = [...misspelled(request, names, fields)].find((one) => one.path === path)
  const value = valueAt(request, path)
  const place = found && at(parentPath(path), found.meant)
  if (place === undefined || value === undefined || valueAt(request, place) !== undefined) return undefined
  return [
    { op: 'remove', path },
    { op: 'add', path: place, value },
  ]
}

/** Tests that a field of a request is misspelled; such a field is renamed instead of left out. */
export function isMisspelled(name: string, fields: RequestFields): boolean {
  return meantName(name, namesIn(fields).get('') ?? new Set(), fields) !== undefined
}
