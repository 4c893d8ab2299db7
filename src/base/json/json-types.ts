/** JSON as data: the type of every value that the library decodes or encodes. */
export type JsonValue = null | boolean | number | string | JsonArray | JsonObject
/** A list of JSON. */
export type JsonArray = readonly JsonValue[]
/** An object of JSON. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}
/**
 * An object of JSON, some members of which may be undefined. Those members are omitted when the object is
 * written.
 */
export interface JsonMembers {
  readonly [key: string]: JsonValue | undefined
}
