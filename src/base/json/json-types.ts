/** JSON as data. Everything the library decodes or encodes is one of these. */
export type JsonValue = null | boolean | number | string | JsonArray | JsonObject
/** A list of JSON. */
export type JsonArray = readonly JsonValue[]
/** An object of JSON. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}
/** An object of JSON, some members of which may be undefined. They are left out when it is written. */
export interface JsonMembers {
  readonly [key: string]: JsonValue | undefined
}
