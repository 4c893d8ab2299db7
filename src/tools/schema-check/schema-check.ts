import { format, type OutputUnit, type Schema, Validator } from '@cfworker/json-schema'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { parseJson } from '../../base/json/parse.js'
import { asNative, isArray, isObject } from '../../base/json/read-json.js'
import { define, stringifyJson } from '../../base/json/write-json.js'
import { CheckBudget, tooCostly } from './budget.js'
import { type Metered, meter } from './metered.js'
import { patternTest, type TextTest } from './patterns.js'
import { FORMATS, formatTest } from './text-formats.js'

/** A problem of a value: its path as a JSON Pointer, and a message. */
export interface Problem {
  readonly path: string
  readonly message: string
}

/** A function that returns the problems of a value. */
export type SchemaCheck = (value: JsonValue) => readonly Problem[]

/**
 * Creates the check of a JSON Schema. Schemas may come from third parties, so the cost of a check is limited:
 * the check throws a ToolError if a value exceeds the limit.
 * @throws ToolError for a schema with a pattern that cannot be tested in linear time.
 */
export async function schemaCheck(parameters: JsonObject): Promise<SchemaCheck> {
  const budget = new CheckBudget()
  // A copy, since the validator modifies its schema.
  const schema = parseJson(stringifyJson(parameters))
  const metered = meter(schema, budget)
  const formats = await formatsOf(metered, budget)
  const tellMembers = await membersTeller(metered, budget)
  const made: Schema = asNative(schema)
  const validator = new Validator(made, '2020-12', false)
  return (value) => {
    budget.begin()
    try {
      if (metered.comparesItems) budget.spend(comparisons(value).count)
      tellMembers(value)
      // The validator looks up formats by name, globally for all schemas: these formats exist only during the
      // check.
      Object.assign(format, formats)
      return innermost(validator.validate(value).errors)
    } catch (error) {
      throw error instanceof RangeError ? tooCostly(error) : error
    } finally {
      for (const name of Object.keys(formats)) delete format[name]
      Object.assign(format, FORMATS)
    }
  }
}

async function formatsOf({ texts }: Metered, budget: CheckBudget): Promise<Record<string, TextTest>> {
  const formats: Record<string, TextTest> = {}
  for (const [name, asked] of texts) {
    const tests = [
      asked.format === undefined ? undefined : formatTest(asked.format),
      asked.pattern === undefined ? undefined : await patternTest(asked.pattern),
    ]
    define(formats, name, (text: string) => {
      budget.spend(text.length)
      return tests.every((test) => test?.(text) !== false)
    })
  }
  return formats
}

/**
 * Returns a function that assigns the names in a value to the matching `patternProperties` for the validator.
 */
async function membersTeller({ members }: Metered, budget: CheckBudget): Promise<(value: JsonValue) => void> {
  const patterns = new Set(members.flatMap(({ rules }) => rules.map(([pattern]) => pattern)))
  const tests = new Map<string, TextTest>()
  for (const pattern of patterns) tests.set(pattern, await patternTest(pattern))
  return (value) => {
    if (members.length === 0) return
    const names = [...namesIn(value)]
    const matching = new Map<string, string[]>()
    for (const [pattern, test] of tests)
      matching.set(
        pattern,
        names.filter((name) => {
          budget.spend(name.length + 1)
          return test(name)
        }),
      )
    for (const { schema, rules } of members) {
      const told = rules.map(([pattern, inner], index) => [oneOf(matching.get(pattern) ?? [], index), inner])
      define(schema, 'patternProperties', Object.fromEntries(told))
    }
  }
}

/** Returns an expression for exactly these texts, which is unique for each index. */
function oneOf(texts: readonly string[], index: number): string {
  const escaped = texts.map((text) =>
    Array.from(text, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`).join(''),
  )
  return `${texts.length === 0 ? '[]' : `^(?:${escaped.join('|')})$`}(?:){${index}}`
}

function namesIn(root: JsonValue): Set<string> {
  const names = new Set<string>()
  const open = [root]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (isArray(value)) for (const item of value) open.push(item)
    if (!isObject(value)) continue
    for (const [name, member] of Object.entries(value)) {
      names.add(name)
      open.push(member)
    }
  }
  return names
}

/**
 * Returns the number of values in a value, and the maximum number of comparisons for finding equal items in
 * its lists.
 */
function comparisons(value: JsonValue): { readonly size: number; readonly count: number } {
  if (typeof value !== 'object' || value === null) return { size: 1, count: 0 }
  const inner = Object.values<JsonValue>(value).map(comparisons)
  const size = inner.reduce((sum, each) => sum + each.size, 1)
  const count = inner.reduce((sum, each) => sum + each.count, 0)
  return { size, count: isArray(value) ? count + value.length * size : count }
}

/** Removes errors of outer objects, which only state that something inside is wrong. */
function innermost(errors: readonly OutputUnit[]): Problem[] {
  const outer = new Set<string>()
  for (const { instanceLocation } of errors) {
    let end = instanceLocation.lastIndexOf('/')
    for (
      ;
      end !== -1 && !outer.has(instanceLocation.slice(0, end));
      end = instanceLocation.lastIndexOf('/', end - 1)
    )
      outer.add(instanceLocation.slice(0, end))
  }
  return errors
    .filter(({ instanceLocation }) => !outer.has(instanceLocation))
    .map(({ instanceLocation, error }) => ({ path: instanceLocation.slice(1), message: error }))
}
