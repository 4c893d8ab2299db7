/** JSON as data. Everything the library decodes or encodes is one of these. */
export type JsonValue = null | boolean | number | string | JsonArray | JsonObject
/** A list of JSON. */
export type JsonArray = readonly JsonValue[]
/** An object of JSON. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}
