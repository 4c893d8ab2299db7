import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject } from '../../base/json/read-json.js'
import { asWord } from '../../base/json/write-json.js'

/** Values for the placeholders of a template, by name. */
export type Values = Readonly<Record<string, JsonValue | undefined>>

/**
 * Fills the placeholders of a JSON template. The text `{code}` becomes the value with its type; a placeholder
 * within a longer text becomes text. Members whose value is missing are left out, and so are elements of
 * lists.
 */
export function fill(template: JsonValue, values: Values): JsonValue {
  return filled(template, values) ?? null
}

/** Fills a template that is an object. */
export function fillObject(template: JsonObject, values: Values): JsonObject {
  return Object.fromEntries(
    Object.entries(template).flatMap(([key, value]) => {
      const given = filled(value, values)
      return given === undefined ? [] : [[key, given]]
    }),
  )
}

/** Fills the placeholders of a text. Unknown names in braces are part of the text. */
export function fillText(template: string, values: Values): string {
  return template.replace(PLACEHOLDER, (placeholder, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : placeholder
    return value === undefined ? '' : asWord(value)
  })
}

const PLACEHOLDER = /\{(\w+)\}/g
const ONE_PLACEHOLDER = /^\{(\w+)\}$/

function isGiven(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined
}

function filled(template: JsonValue, values: Values): JsonValue | undefined {
  if (typeof template === 'string') {
    const name = ONE_PLACEHOLDER.exec(template)?.[1]
    if (name !== undefined && Object.hasOwn(values, name)) return values[name]
    return fillText(template, values)
  }
  if (isArray(template)) return template.map((item) => filled(item, values)).filter(isGiven)
  return isObject(template) ? fillObject(template, values) : template
}
