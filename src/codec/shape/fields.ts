import type { JsonMembers, JsonObject, JsonValue } from '../../base/json/json-types.js'
import { asJson, asNative, isArray, isObject } from '../../base/json/read-json.js'
import { asWord, compact, define, equalJson } from '../../base/json/write-json.js'
import type { Context } from '../../base/model/context.js'
import { wireMetadata } from '../../base/model/metadata.js'
import type { ProviderMetadata, WireMetadata } from '../../base/model/types.js'

/** `text` is a string that is not empty, `strings` a list of strings, `any` all but null. */
export type FieldType = 'string' | 'text' | 'number' | 'boolean' | 'object' | 'array' | 'strings' | 'any'

type Row = FieldType | readonly [type: FieldType, canonical: string]

/**
 * The fields that a codec reads of a native object. A row says the type that a field is read as: one of another type
 * is not read, and stays among the unknown fields. Where the canonical value has the same thing under a name of its own,
 * the row says that, too, and `decodeFields` and `encodeFields` carry it over.
 */
export type Fields = Readonly<Record<string, Row | undefined>>

/** Fields that are found to be read while an object is decoded. */
export type ReadFields = Record<string, FieldType>

/** Fields whose rows name members of this canonical value. */
export type FieldsOf<Canonical> = Readonly<Record<string, FieldType | RowOf<Canonical>>>

type RowOf<Canonical> = {
  [Name in keyof Canonical & string]-?: readonly [type: TypeOf<Canonical[Name]>, canonical: Name]
}[keyof Canonical & string]

/** As what a native field is read that holds such a member. */
export type TypeOf<Value> = Value extends undefined
  ? never
  : Value extends string
    ? 'string'
    : Value extends number
      ? 'number'
      : Value extends boolean
        ? 'boolean'
        : Value extends readonly string[]
          ? 'strings'
          : Value extends JsonObject
            ? 'object'
            : never

const NOTHING: JsonObject = {}

/** A table of fields that are read whatever they hold. */
export function anyOf(names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, 'any' as const]))
}

/** Whether a field has the type that it is read as. */
export function isRead(value: JsonValue | undefined, row: Row | undefined): boolean {
  const type = typeof row === 'string' ? row : row?.[0]
  if (type === typeof value && type !== 'object') return true
  if (type === undefined || (value ?? null) === null) return false
  if (isArray(value)) return type !== 'strings' ? type === 'array' || type === 'any' : value.every(isText)
  return (
    type === typeof value || type === 'any' || (type === 'text' && value !== '' && typeof value === 'string')
  )
}

function isText(value: JsonValue): boolean {
  return typeof value === 'string'
}

/**
 * How unknown native fields survive: decoding puts every field that it does not read into `extra`, encoding puts them
 * back. The canonical value always wins, so `extra` may also hold what stands there when the canonical model is silent
 * (`content: null` beside tool calls). Methods (objects of SDKs have some) are no data.
 * @param more further fields that are read, or the same ones as something else.
 */
export function extraFields(native: JsonObject, fields: Fields, more?: Fields): JsonObject | undefined {
  let extra: Record<string, JsonValue> | undefined
  for (const key in native) {
    const value = native[key]
    if (value === undefined || typeof value === 'function' || isRead(value, more?.[key] ?? fields[key]))
      continue
    extra ??= {}
    define(extra, key, value)
  }
  return extra
}

/**
 * The unknown fields of an object inside the native one, to be kept under a name of its own. Whatever the adapter, such
 * fields are the members of an `extra`, at any depth of the metadata: so the loss of any of them can be told.
 */
export function innerExtras(native: JsonObject, fields: Fields): WireMetadata | undefined {
  const extra = extraFields(native, fields)
  return extra && { extra }
}

/** The unknown fields that were kept of an object, out of its metadata; none when there are none. */
export function extraOf(metadata: JsonValue | undefined): JsonObject {
  return isObject(metadata) && isObject(metadata.extra) ? metadata.extra : NOTHING
}

/** Metadata of an object: its unknown fields, and entries of the codec's own. */
export function metadataFor(
  native: JsonObject,
  fields: Fields,
  context: Pick<Context, 'wire'>,
  entries?: JsonMembers,
): ProviderMetadata | undefined {
  return wireMetadata(context, Object.assign({ extra: extraFields(native, fields) }, entries))
}

/** The members of the canonical value that the rows name. */
export function decodeFields<Canonical extends object>(
  native: JsonObject,
  fields: FieldsOf<Canonical>,
): Partial<Canonical> {
  const decoded: Partial<Canonical> = {}
  const rows: Fields = fields
  for (const name in rows) {
    const row = rows[name]
    const value = native[name]
    if (typeof row === 'object' && isRead(value, row)) define(decoded, row[1], value)
  }
  return decoded
}

/** The native fields of what the canonical value says. */
export function encodeFields<Canonical extends object>(
  value: Canonical,
  fields: FieldsOf<Canonical>,
): JsonMembers {
  const native: Record<string, JsonValue> = {}
  const members = asNative<JsonMembers>(asJson(value))
  const rows: Fields = fields
  for (const name in rows) {
    const row = rows[name]
    const member = typeof row === 'object' ? members[row[1]] : undefined
    if (member !== undefined) native[name] = member
  }
  return native
}

/**
 * The native object with its unknown fields back; members that are undefined are left out.
 * @param fresh what the canonical value says: it wins over what was kept.
 * @param metadata what was kept of the object: of the whole value, or of one inside it.
 * @param defaults what stands there when nobody says anything, but for what the object lacked when it was decoded.
 */
export function withExtras(
  fresh: JsonMembers,
  metadata: JsonValue | undefined,
  defaults?: JsonMembers,
): JsonObject {
  const own = isObject(metadata) ? metadata : NOTHING
  const usual: Record<string, JsonValue | undefined> = { ...defaults }
  if (isArray(own.absent)) for (const name of own.absent) usual[asWord(name)] = undefined
  return compact({ ...usual, ...extraOf(own), ...compact(fresh) })
}

/**
 * Those of the named fields that decoding does not find here, to be kept as `absent`: although encoding writes them,
 * they stay away for as long as the canonical value has nothing to say there.
 */
export function absentFields(
  native: JsonObject,
  fields: Fields,
  names: readonly string[],
): readonly string[] | undefined {
  const absent = names.filter((name) => !isRead(native[name], fields[name]))
  return absent.length === 0 ? undefined : absent
}

/** Whether the object that this metadata is of lacked a usual field. */
export function wasAbsent(metadata: JsonValue | undefined, name: string): boolean {
  return isObject(metadata) && isArray(metadata.absent) && metadata.absent.includes(name)
}

/**
 * Settings that nobody misses on another wire: with any value (`any`: bookkeeping, what the transport asks for), or with
 * one of these, which is what happens anyway. Those in an object are under its name and their own, joined by a dot.
 */
export type NegligibleSettings = Readonly<Record<string, 'any' | readonly JsonValue[]>>

/** Which of the extra fields are such settings, to be kept beside them as `negligible`; undefined when none. */
export function negligibleFields(
  extra: JsonValue | undefined,
  settings: NegligibleSettings,
): string[] | undefined {
  const fields = isObject(extra) ? extra : NOTHING
  const found = Object.keys(fields).filter((field) => isNegligible(settings, field, fields[field]))
  return found.length === 0 ? undefined : found
}

/** Whether nobody misses this value elsewhere. */
export function isNegligible(
  settings: NegligibleSettings,
  field: string,
  value: JsonValue | undefined,
): boolean {
  const values = Object.hasOwn(settings, field) ? settings[field] : undefined
  return values === 'any' || values?.some((one) => equalJson(one, value)) === true
}
