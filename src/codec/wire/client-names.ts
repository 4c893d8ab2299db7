import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { mapObjects } from '../../base/json/map.js'
import { asJson, asNative } from '../../base/json/read-json.js'
import { define } from '../../base/json/write-json.js'

type CamelCase<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

/** A native value with the camel-case names of an official client. */
export type InClient<Native> = Native extends readonly (infer Item)[]
  ? InClient<Item>[]
  : Native extends object
    ? { [Name in keyof Native as CamelCase<Name>]: InClient<Native[Name]> }
    : Native

/** The names that an official client spells differently from the wire. */
export interface ClientNames {
  /** The client's names in camel case; other names are unchanged. */
  readonly renamed: RegExp
  /** Members, in either spelling, whose content has names of the user. */
  readonly ofTheUser: RegExp
  /** Names that differ in more than their case, by wire name. Default: none. */
  readonly others?: Readonly<Record<string, string>>
}

/** Converts between the names of an official client and those of the wire. */
export interface Renaming {
  /** Converts the client's objects to the form of the wire. */
  toWire(value: JsonValue): JsonValue
  /** Converts native values to the form of the client. */
  toClient<Native extends object>(native: Native): InClient<Native>
}

/** Creates the conversion in both directions. */
export function renaming({ renamed, ofTheUser, others = {} }: ClientNames): Renaming {
  const wireNames = new Map(Object.entries(others).map(([wire, client]) => [client, wire]))
  const inSnakeCase = (name: string) =>
    wireNames.get(name) ??
    (renamed.test(name) ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name)
  const inCamelCase = (name: string) =>
    Object.hasOwn(others, name)
      ? (others[name] ?? name)
      : name.replace(/_[a-z]/g, (pair) => pair.slice(1).toUpperCase())
  const map = (value: JsonValue, rename: (name: string) => string) =>
    mapObjects(
      value,
      (object) => withNames(object, rename),
      (key) => !ofTheUser.test(key),
    )
  return {
    toWire: (value) => map(value, inSnakeCase),
    toClient: (native) => asNative(map(asJson(native), inCamelCase)),
  }
}

function withNames(object: JsonObject, rename: (name: string) => string): JsonObject {
  if (Object.keys(object).every((key) => rename(key) === key)) return object
  const copy: Record<string, JsonValue> = {}
  for (const key in object) define(copy, rename(key), object[key])
  return copy
}
