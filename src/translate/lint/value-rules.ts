import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { plain } from '../../base/json/nearest-name.js'
import { tryParseJson } from '../../base/json/parse.js'
import { at, isArray, isObject } from '../../base/json/read-json.js'
import { stringifyJson } from '../../base/json/write-json.js'
import { leftOut, replaced } from './fixes.js'
import { fixChoice } from './foreign-choice.js'
import type { Find, Found } from './found.js'
import type { RuleRows } from './limited.js'
import { remembered } from './remembered.js'
import type { Fix } from './rule.js'
import type { WrittenForm } from './wire-shapes.js'

type Kind = 'text' | 'number' | 'boolean' | 'object' | 'list'

/** The accepted values of the members of some objects. `null` and absent members are not checked. */
export interface ValueTable {
  /** Finds the objects. */
  readonly of: Find
  /** The JSON types of members, separated by spaces: `text`, `number`, `boolean`, `object`, `list`. */
  readonly types?: Readonly<Record<string, string>>
  /** The accepted words of members that are texts, separated by spaces. */
  readonly words?: Readonly<Record<string, string>>
  /** Members that the provider does not need: an unknown word is removed. */
  readonly optional?: string
  /** Converts the values of another type, where its conversion is not obvious. */
  readonly convert?: Readonly<Record<string, (value: JsonValue) => JsonValue | undefined>>
  /** Servers of other vendors accept other values, too: violations are warnings. Default: they are errors. */
  readonly isLenient?: true
  /** All members, separated by spaces, for objects whose other members the provider refuses. */
  readonly members?: string
}

/** Options of the rules. */
export interface ValueRuleOptions {
  readonly form: WrittenForm
  readonly tables: readonly ValueTable[]
  readonly evidence: string
  /** The provider's words. Default: none. */
  readonly errors?: readonly string[]
}

interface BrokenValue {
  readonly path: string
  readonly says: string
  readonly table: ValueTable
  readonly name: string
}

/**
 * Returns the rules for the JSON types and words of values, and for members that the provider refuses.
 * @param prefix of the rule ids.
 */
export function valueRules(prefix: string, options: ValueRuleOptions): RuleRows<unknown> {
  const { tables, evidence, errors } = options
  return {
    [`${prefix}-VALUE-01`]: {
      ...{ evidence, ...(errors && { errors }) },
      severity: 'warning',
      summary: 'Values have the JSON types and words that the provider accepts.',
      fix: fixOf(options),
      check(request, report) {
        for (const { path, says, table } of brokenIn(request, options))
          report(path, says, table.isLenient ? undefined : true)
      },
    },
    ...(tables.some(({ members }) => members !== undefined) && {
      [`${prefix}-VALUE-02`]: {
        evidence,
        severity: 'warning' as const,
        summary: 'Parts have only the members that the provider accepts.',
        error: 'Extra inputs are not permitted',
        fix: leftOut,
        check(request, report) {
          for (const { path, word } of extraIn(request, tables))
            report(path, `"${word}" is not a member of this part, and the provider refuses it`)
        },
      },
    }),
  }
}

function brokenIn(request: JsonObject, { tables }: ValueRuleOptions): BrokenValue[] {
  return tables.flatMap((table) => {
    const { of, types = {}, words = {} } = table
    return of(request).flatMap((found) => [
      ...broken(found, table, types, (value, kinds) =>
        kinds.split(' ').includes(kindOf(value) ?? '')
          ? undefined
          : `this has to be ${kinds.split(' ').join(' or ')}`,
      ),
      ...broken(found, table, words, (value, known) =>
        typeof value !== 'string' || known.split(' ').includes(value)
          ? undefined
          : `this has to be one of ${known.split(' ').join(', ')}`,
      ),
    ])
  })
}

function broken(
  { value, path }: Found,
  table: ValueTable,
  expected: Readonly<Record<string, string>>,
  flaw: (value: JsonValue, expected: string) => string | undefined,
): BrokenValue[] {
  return Object.entries(expected).flatMap(([name, each]) => {
    const given = Object.hasOwn(value, name) ? value[name] : undefined
    const says = given === undefined || given === null ? undefined : flaw(given, each)
    return says === undefined ? [] : [{ says, path: at(path, name), table, name }]
  })
}

function kindOf(value: JsonValue): Kind | undefined {
  if (isArray(value)) return 'list'
  if (isObject(value)) return 'object'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'boolean') return 'boolean'
  return value === null ? undefined : 'number'
}

function extraIn(request: JsonObject, tables: readonly ValueTable[]) {
  return tables.flatMap(({ of, members }) => {
    const known = members?.split(' ')
    if (known === undefined) return []
    return of(request).flatMap(({ value, path }) =>
      Object.keys(value)
        .filter((word) => !known.includes(word) && value[word] !== undefined)
        .map((word) => ({ path: at(path, word), word })),
    )
  })
}

function fixOf(options: ValueRuleOptions): Fix {
  const { form } = options
  const choice = fixChoice(form)
  // One request is fixed at many paths.
  const brokenByPath = remembered(
    (request: JsonObject) =>
      new Map(
        brokenIn(request, options)
          .toReversed()
          .map((each) => [each.path, each]),
      ),
  )
  return (request, path, limits) => {
    const broken = brokenByPath(request).get(path)
    if (broken === undefined) return undefined
    const { table, name } = broken
    const isOptional = table.optional?.split(' ').includes(name) === true
    return (
      (path === form.choicePath ? choice(request, path, limits) : undefined) ??
      replaced((value) => (value === undefined ? undefined : converted(value, name, table)))(request, path) ??
      (isOptional ? leftOut(request, path) : undefined)
    )
  }
}

function converted(value: JsonValue, name: string, table: ValueTable): JsonValue | undefined {
  const { types = {}, words = {}, convert = {} } = table
  const kinds = types[name]?.split(' ') ?? []
  const known = words[name]?.split(' ') ?? []
  const special = convert[name]?.(value)
  if (special !== undefined) return special
  if (typeof value === 'string' && known.length > 0) return wordLike(value, known)
  if (typeof value === 'string') {
    const parsed = tryParseJson(value)
    return parsed !== undefined && parsed !== null && kinds.includes(kindOf(parsed) ?? '')
      ? parsed
      : undefined
  }
  return kinds.includes('text') ? stringifyJson(value) : undefined
}

/** Words of the same meaning. */
const SYNONYMS = [
  ['any', 'required'],
  ['success', 'ok', 'completed', 'complete', 'succeeded', 'done'],
  ['error', 'failed', 'failure', 'fail', 'denied', 'incomplete'],
  ['user', 'human'],
  ['assistant', 'model', 'ai', 'bot'],
]

function wordLike(word: string, known: readonly string[]): string | undefined {
  const same = SYNONYMS.find((words) => words.includes(plain(word))) ?? [plain(word)]
  return known.find((each) => same.includes(plain(each)))
}
