import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject } from '../../base/json/read-json.js'
import { roundedText, stringifyRounded } from '../../base/json/rounded-numbers.js'
import { without } from '../../base/json/write-json.js'

/** A function that returns the JSON text of a request. */
export type WriteBody = (body: JsonValue) => string

/**
 * Creates a function that writes requests like `stringifyRounded` and keeps the text of each native message,
 * so that a growing conversation is written from its first new message on. The messages must not be edited in
 * place.
 * @param field the field of the messages.
 */
export function createHistoryText(field: string | undefined): WriteBody {
  const texts = new WeakMap<object, string>()
  const textOf = (message: JsonValue): string => {
    if (!isObject(message)) return stringifyRounded(message)
    const text = texts.get(message) ?? stringifyRounded(message)
    texts.set(message, text)
    return text
  }
  return (body) => {
    if (field === undefined || !isObject(body) || !endsWith(body, field)) return stringifyRounded(body)
    const history = body[field]
    // A text of the body or of its list is known only for the complete value.
    if (!isArray(history) || hasText(body) || hasText(history)) return stringifyRounded(body)
    try {
      const head = stringifyRounded(without(body, field)).slice(0, -1)
      const items = history.map(textOf).join(',')
      return `${head}${head === '{' ? '' : ','}${JSON.stringify(field)}:[${items}]}`
    } catch {
      // The error of the complete body has the complete path.
      return stringifyRounded(body)
    }
  }
}

function hasText(value: object): boolean {
  return roundedText(value) !== undefined
}

function endsWith(body: JsonObject, field: string): boolean {
  return Object.keys(body).at(-1) === field
}
