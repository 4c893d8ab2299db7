import type { JsonObject, JsonValue } from '../../src/json/json-types.js'
import { mapObjects } from '../../src/json/map.js'
import { asJson, asNative, isObject } from '../../src/json/read-json.js'
import { define } from '../../src/json/write-json.js'
import type { Converter } from '../../src/stream/codec.js'
import type { MistralRequest } from './wire.js'

/** The first words of names that the official client (`@mistralai/mistralai` 2.7) has in camel case. */
const RENAMED =
  /^(tool|finish|reference|image|document|input|file|prompt|completion|total|service|max|top|random|response|json|presence|frequency|parallel|reasoning|safe)[A-Z]/
/** What stands in them has the names that the user gave. */
const OF_THE_USER = /^(arguments|parameters|metadata|schema|schemaDefinition)$/

/** The official client's objects as the wire has them; an event of its streams is within `data`. */
export const converter: Converter = (value) => {
  const native = asJson(value)
  return renamed(isObject(native) && isObject(native.data) ? native.data : native, inSnakeCase)
}

function renamed(value: JsonValue, rename: (name: string) => string): JsonValue {
  const change = (object: JsonObject) => withNames(object, rename)
  return mapObjects(value, change, (key) => !OF_THE_USER.test(key))
}

function withNames(object: JsonObject, rename: (name: string) => string): JsonObject {
  if (Object.keys(object).every((key) => rename(key) === key)) return object
  const copy: Record<string, JsonValue> = {}
  for (const key in object) define(copy, rename(key), object[key])
  return copy
}

function inSnakeCase(name: string): string {
  if (name === 'schemaDefinition') return 'schema'
  return RENAMED.test(name) ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name
}

function inCamelCase(name: string): string {
  if (name === 'schema') return 'schemaDefinition'
  return name.replace(/_[a-z]/g, (pair) => pair.slice(1).toUpperCase())
}

type CamelCase<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

/** A native value with the names that the official client has. */
export type InClient<Native> = Native extends readonly (infer Item)[]
  ? InClient<Item>[]
  : Native extends object
    ? { [Name in keyof Native as CamelCase<Name>]: InClient<Native[Name]> }
    : Native

/** A request or messages as the official client takes them: `client.chat.complete(sdkParameters(request))`. */
export function sdkParameters<Native extends MistralRequest | readonly object[]>(
  native: Native,
): InClient<Native> {
  return asNative(renamed(asJson(native), inCamelCase))
}
