import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { plain } from '../../base/json/nearest-name.js'
import { pointerTokens, valueAt } from '../../base/json/pointer.js'
import { at, isObject } from '../../base/json/read-json.js'
import {
  type AcceptedValues,
  hasAcceptedType,
  isInRange,
  rangeText,
  typeText,
} from '../../codec/shape/settings/accepted-values.js'
import { parentPath, replaced } from './fixes.js'
import type { RuleRows } from './limited.js'
import { fieldNames, formsIn, meantName, type Names, type RequestFields } from './request-names.js'
import type { Fix } from './rule.js'
import type { ValueAt } from './view.js'

/** Creates the rules for the values and the names of request fields. @param prefix of the rule ids. */
export function settingRules(prefix: string, fields: RequestFields): RuleRows<unknown> {
  const accepted = [...acceptedBy(fields)]
  const names = fieldNames(fields)
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
          report(path, `there is no such field; use "${meant}"`)
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

function isOfType(value: JsonValue, accepted: AcceptedValues, { hasNumbersAsText }: RequestFields): boolean {
  const isDigits = typeof value === 'string' && value !== '' && Number.isFinite(Number(value))
  return (
    hasAcceptedType(value, accepted) || (isDigits && accepted.type === 'number' && hasNumbersAsText === true)
  )
}

/** Finds a field by its dotted path. */
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

/** Converts texts to numbers and booleans, and single texts to a list. */
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

function* misspelled(
  request: JsonObject,
  names: Names,
  fields: RequestFields,
): Generator<{ readonly path: string; readonly meant: string }> {
  for (const [holder, known] of names) {
    const { value, path } = holder === '' ? { value: request, path: '' } : foundAt(request, holder, fields)
    for (const name of isObject(value) ? Object.keys(value) : []) {
      const meant = meantIn(name, known, fields)
      if (meant !== undefined) yield { path: at(path, name), meant }
    }
  }
}

function meantIn(
  name: string,
  known: ReadonlySet<string>,
  { isSpelledFreely }: RequestFields,
): string | undefined {
  const meant = meantName(name, [...known])
  return isSpelledFreely && meant !== undefined && plain(meant) === plain(name) ? undefined : meant
}

/** Renames a misspelled field, unless the request also has the correct field. */
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

/** Returns true if a request field is misspelled, so that a fix renames the field instead of dropping it. */
export function isMisspelled(name: string, fields: RequestFields): boolean {
  return meantIn(name, fieldNames(fields).get('') ?? new Set(), fields) !== undefined
}
