import type { JsonMembers, JsonObject, JsonValue } from '../../base/json/json-types.js'
import { asJson, asNative, isArray, isObject } from '../../base/json/read-json.js'
import { asWord, compact, define, equalJson } from '../../base/json/write-json.js'
import type { Context } from '../../base/model/context.js'
import { wireMetadata } from '../../base/model/metadata.js'
import type { ProviderMetadata, WireMetadata } from '../../base/model/types.js'

/**
 * The type of a native field. `text` is a non-empty string, `strings` a list of strings, `any` any value
 * except null.
 */
export type FieldType = 'string' | 'text' | 'number' | 'boolean' | 'object' | 'array' | 'strings' | 'any'

type Row = FieldType | readonly [type: FieldType, canonical: string]

/**
 * The fields of a native object that a codec reads. A row states the type of a field; a field of another type
 * is not read, and stays among the unknown fields. If the canonical value has the same data under another
 * name, the row contains that name, and `decodeFields` and `encodeFields` copy it.
 */
export type Fields = Readonly<Record<string, Row | undefined>>

/** Additional fields that are recognized while an object is decoded. */
export type ReadFields = Record<string, FieldType>

/** Fields whose rows name members of this canonical value. */
export type FieldsOf<Canonical> = Readonly<Record<string, FieldType | RowOf<Canonical>>>

type RowOf<Canonical> = {
  [Name in keyof Canonical & string]-?: readonly [type: TypeOf<Canonical[Name]>, canonical: Name]
}[keyof Canonical & string]

/** The field type of a canonical member. */
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

/** Creates a table of fields that are read regardless of their type. */
export function anyOf(names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, 'any' as const]))
}

/** Returns true if a field has the type of its row. */
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
 * Returns the unknown native fields: decoding puts every field that it does not read into `extra`, and
 * encoding restores them. The canonical value takes precedence, so `extra` may also contain values for which
 * the canonical model has no equivalent (`content: null` next to tool calls). Methods, which objects of SDKs
 * may have, are ignored.
 * @param more further fields that are read, or the same fields with other types.
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
 * Returns the unknown fields of an object inside the native one, to be kept under its own key. In the
 * metadata of every adapter, unknown fields are members of an `extra` object at any depth, so that their loss
 * can be reported.
 */
export function innerExtras(native: JsonObject, fields: Fields): WireMetadata | undefined {
  const extra = extraFields(native, fields)
  return extra && { extra }
}

/** Returns the kept unknown fields of an object, from its metadata; an empty object if it has none. */
export function extraOf(metadata: JsonValue | undefined): JsonObject {
  return isObject(metadata) && isObject(metadata.extra) ? metadata.extra : NOTHING
}

/** Returns the metadata of an object: its unknown fields, and entries of the codec. */
export function metadataFor(
  native: JsonObject,
  fields: Fields,
  context: Pick<Context, 'wire'>,
  entries: JsonMembers = NOTHING,
): ProviderMetadata | undefined {
  const extra = extraFields(native, fields)
  return wireMetadata(context, extra === undefined ? entries : Object.assign({ extra }, entries))
}

/** Decodes the canonical members that the rows name. */
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

/** Encodes the native fields of the canonical members. */
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
 * Returns the native object with its unknown fields restored; undefined members are omitted.
 * @param fresh the encoded canonical value, which takes precedence over kept fields.
 * @param metadata the kept data of the object, which is the complete value or a value inside it.
 * @param defaults values of missing fields, except for fields that the object lacked when it was decoded.
 */
export function withExtras(
  fresh: JsonMembers,
  metadata: JsonValue | undefined,
  defaults?: JsonMembers,
): JsonObject {
  if (metadata === undefined && !defaults) return compact(fresh)
  const own = isObject(metadata) ? metadata : NOTHING
  if ((defaults ?? own.extra) === undefined) return compact(fresh)
  const usual: Record<string, JsonValue | undefined> = { ...defaults }
  if (isArray(own.absent)) for (const name of own.absent) usual[asWord(name)] = undefined
  return compact({ ...usual, ...extraOf(own), ...compact(fresh) })
}

/**
 * Returns the named fields that the native object lacks, to be kept as `absent`. Encoding omits these fields
 * as long as the canonical value has no data for them.
 */
export function absentFields(
  native: JsonObject,
  fields: Fields,
  names: readonly string[],
): readonly string[] | undefined {
  const absent = names.filter((name) => !isRead(native[name], fields[name]))
  return absent.length === 0 ? undefined : absent
}

/** Returns true if the decoded object lacked a usual field. */
export function wasAbsent(metadata: JsonValue | undefined, name: string): boolean {
  return isObject(metadata) && isArray(metadata.absent) && metadata.absent.includes(name)
}

/**
 * Settings that can be dropped on other wires without a notice: either with any value (`any`, such as
 * bookkeeping or transport options), or with one of the listed values, which are defaults. The key of a
 * setting inside an object consists of both names, joined by a dot.
 */
export type NegligibleSettings = Readonly<Record<string, 'any' | readonly JsonValue[]>>

/**
 * Returns the negligible settings among the extra fields, to be kept next to the extra fields as
 * `negligible`; undefined if there are none.
 */
export function negligibleFields(
  extra: JsonValue | undefined,
  settings: NegligibleSettings,
): string[] | undefined {
  const fields = isObject(extra) ? extra : NOTHING
  const found = Object.keys(fields).filter((field) => isNegligible(settings, field, fields[field]))
  return found.length === 0 ? undefined : found
}

/** Returns true if the value can be dropped on other wires without a notice. */
export function isNegligible(
  settings: NegligibleSettings,
  field: string,
  value: JsonValue | undefined,
): boolean {
  const values = Object.hasOwn(settings, field) ? settings[field] : undefined
  return values === 'any' || values?.some((one) => equalJson(one, value)) === true
}
