/** JSON as data: the type of every value that the library decodes or encodes. */
export type JsonValue = null | boolean | number | string | JsonArray | JsonObject
/** A JSON array. */
export type JsonArray = readonly JsonValue[]
/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}
/**
 * A JSON object with members that may be undefined. Undefined members are omitted when the object is written.
 */
export interface JsonMembers {
  readonly [key: string]: JsonValue | undefined
}
