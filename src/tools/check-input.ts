import type { JsonObject, JsonValue } from '../base/json/json-types.js'
import { at } from '../base/json/read-json.js'
import type { SchemaCheck } from './schema-check/schema-check.js'
import type { StandardIssue, StandardResult } from './standard-schema.js'

type ValidationResult = StandardResult<unknown> | Promise<StandardResult<unknown>>

/** The input of `execute`, or the problems of the arguments, one line for each path. */
export type Checked = { readonly input: unknown } | { readonly problems: readonly string[] }

/** Returns the value from the schema, with defaults and transformations. */
export async function checkedBy(outcome: ValidationResult): Promise<Checked> {
  const result = await outcome
  return result.issues === undefined ? { input: result.value } : { problems: result.issues.map(issueLine) }
}

/** Checks a value by JSON Schema. Returns the value itself, since JSON Schema does not fill in defaults. */
export function checkByJsonSchema(parameters: JsonObject, value: JsonValue): Checked | Promise<Checked> {
  const check = checks.get(parameters)
  return check === undefined
    ? checkFor(parameters).then((check) => checkedWith(check, value))
    : checkedWith(check, value)
}

/** Maximum number of reported problems. */
const MOST_PROBLEMS = 50

function checkedWith(check: SchemaCheck, value: JsonValue): Checked {
  const problems = check(value)
  if (problems.length === 0) return { input: value }
  const lines = problems.slice(0, MOST_PROBLEMS).map(({ path, message }) => line(path, message))
  const more = problems.length - lines.length
  return { problems: more > 0 ? [...lines, `and ${more} more`] : lines }
}

const checks = new WeakMap<JsonObject, SchemaCheck>()

/**
 * Returns the cached check of a JSON Schema. The validator is loaded for the first bare JSON Schema; programs
 * with other schemas do not load it.
 */
export async function checkFor(parameters: JsonObject): Promise<SchemaCheck> {
  const { schemaCheck } = await import('./schema-check/schema-check.js')
  const check = await schemaCheck(parameters)
  checks.set(parameters, check)
  return check
}

function issueLine(issue: StandardIssue): string {
  return line(pointerOf(issue), issue.message)
}

/** Returns the path of an issue as a JSON Pointer. */
export function pointerOf({ path = [] }: StandardIssue): string {
  const keys = path.map((segment) => String(typeof segment === 'object' ? segment.key : segment))
  return keys.reduce(at, '')
}

function line(pointer: string, message: string): string {
  const said = message === 'False boolean schema.' ? 'there is no such argument' : message
  return `${pointer === '' ? 'the arguments' : pointer}: ${said}`
}
