import type { Schema, Validator } from '@cfworker/json-schema'
import { parseJson } from '../json/parse.js'
import { asNative, at } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import { stringifyJson } from '../json/write.js'
import type { StandardIssue, StandardResult } from './standard-schema.js'

type Outcome = StandardResult<unknown> | Promise<StandardResult<unknown>>

/** What `execute` gets, or what is wrong with the arguments, a line for each place. */
export type Checked = { readonly input: unknown } | { readonly problems: readonly string[] }

/** The value as a schema gave it back: with defaults and transformations. */
export async function checkedBy(outcome: Outcome): Promise<Checked> {
  const result = await outcome
  return result.issues === undefined ? { input: result.value } : { problems: result.issues.map(issueLine) }
}

/** The value itself. JSON Schema fills nothing in. */
export function checkByJsonSchema(parameters: JsonObject, value: JsonValue): Checked | Promise<Checked> {
  const validator = validators.get(parameters)
  if (validator !== undefined) return checkedWith(validator, value)
  return compiled(parameters).then((made) => checkedWith(made, value))
}

function checkedWith(validator: Validator, value: JsonValue): Checked {
  const { valid, errors } = validator.validate(value)
  if (valid) return { input: value }
  // Above each error stands one for every object around it, which only says that something inside is wrong.
  const isOuter = (location: string) =>
    errors.some((other) => other.instanceLocation.startsWith(`${location}/`))
  const inner = errors.filter(({ instanceLocation }) => !isOuter(instanceLocation))
  return { problems: inner.map(({ instanceLocation, error }) => line(instanceLocation.slice(1), error)) }
}

const validators = new WeakMap<JsonObject, Validator>()

/** The validator is loaded for the first bare JSON Schema: whoever has other schemas does without it. */
async function compiled(parameters: JsonObject): Promise<Validator> {
  const { Validator } = await import('@cfworker/json-schema')
  // The validator marks the schema that it is given.
  const copy: Schema = asNative(parseJson(stringifyJson(parameters)))
  const validator = new Validator(copy, '2020-12', false)
  validators.set(parameters, validator)
  return validator
}

function issueLine({ path = [], message }: StandardIssue): string {
  const keys = path.map((segment) => String(typeof segment === 'object' ? segment.key : segment))
  return line(keys.reduce(at, ''), message)
}

function line(pointer: string, message: string): string {
  return `${pointer === '' ? 'the arguments' : pointer}: ${message}`
}
