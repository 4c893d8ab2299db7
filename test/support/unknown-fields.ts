import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, isObject } from '../../src/base/json/read-json.js'
import { define } from '../../src/base/json/write-json.js'

/** A body whose objects have an additional unknown field, each with another name. */
export interface Salted {
  readonly body: JsonObject
  readonly fields: readonly string[]
}

/** Returns the value of the unknown field with this name. */
export function saltOf(field: string): string {
  return `the value of ${field}.`
}

/**
 * Adds an unknown field to objects of a body.
 * @param chooses returns true if the object at this index, counted from 0, gets a field. Default: all
 * objects.
 */
export function saltFields(body: JsonObject, chooses: (place: number) => boolean = () => true): Salted {
  const fields: string[] = []
  let place = -1
  const salt = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(salt)
    if (!isObject(value)) return value
    place += 1
    const field = `unheard_of_${place}`
    const isChosen = chooses(place)
    const copy: Record<string, JsonValue> = {}
    for (const [key, member] of Object.entries(value)) define(copy, key, salt(member))
    if (!isChosen) return copy
    fields.push(field)
    copy[field] = saltOf(field)
    return copy
  }
  const salted = salt(body)
  return { body: isObject(salted) ? salted : {}, fields }
}

/** Returns the JSON Pointer of the first text in a value that contains another text. */
export function findText(value: unknown, text: string, path = ''): string | undefined {
  if (typeof value === 'string') return value.includes(text) ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, member] of Object.entries(value)) {
    const found = findText(asJson(member), text, `${path}/${key}`)
    if (found !== undefined) return found
  }
  return undefined
}
