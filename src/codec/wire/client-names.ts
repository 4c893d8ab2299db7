import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { mapObjects } from '../../base/json/map.js'
import { asJson, asNative } from '../../base/json/read-json.js'
import { define } from '../../base/json/write-json.js'

type CamelCase<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

/** A native value with the names that an official client has, which writes them in camel case. */
export type InClient<Native> = Native extends readonly (infer Item)[]
  ? InClient<Item>[]
  : Native extends object
    ? { [Name in keyof Native as CamelCase<Name>]: InClient<Native[Name]> }
    : Native

/** Which names an official client writes otherwise than the wire. */
export interface ClientNames {
  /** The names of the client that are in camel case; others are left alone. */
  readonly renamed: RegExp
  /** The members, in either spelling, in which the names are the user's own. */
  readonly ofTheUser: RegExp
  /** Names that differ by more than their case, by those of the wire. Default: none do. */
  readonly others?: Readonly<Record<string, string>>
}

/** The way between the names of an official client and those of the wire. */
export interface Renaming {
  /** The client's objects as the wire has them. */
  toWire(value: JsonValue): JsonValue
  /** What the wire has as the client takes it. */
  toClient<Native extends object>(native: Native): InClient<Native>
}

/** The way there and back, by these names. */
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
