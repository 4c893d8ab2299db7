import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { arrayOr, asJson, asNative, objectOr, wrongType } from '../../base/json/read-json.js'
import { compact, define } from '../../base/json/write-json.js'
import type { Context } from '../../base/model/context.js'
import {
  type MetadataEntries,
  metadataOf,
  metadataUnder,
  type OwnMetadata,
} from '../../base/model/metadata.js'
import type { ProviderMetadata } from '../../base/model/types.js'
import { extraOf, type FieldType, isRead, type TypeOf, wasAbsent } from './fields.js'

/** Members of a canonical value, or of the wire's metadata on it, while they are decoded. */
export type Members = Record<string, JsonValue>

/** The targets of a decoded native object. */
export interface Reading {
  /** The canonical value. */
  readonly value: Members
  /** The metadata of the wire on the value. */
  readonly kept: Members
  /**
   * The metadata of this object: the same as `kept`; for an inner object, the member of `kept` under the
   * object's key.
   */
  readonly own: Members
  /** JSON Pointer to the object. */
  readonly path: string
  readonly context: Context
}

/** The sources of an encoded native object. */
export interface Writing {
  /** The canonical value. */
  readonly value: JsonObject
  /** The metadata of the wire on the value. */
  readonly kept: JsonObject
  /**
   * The metadata of this object: the same as `kept`; for an inner object, the member of `kept` under the
   * object's key.
   */
  readonly own: JsonObject
  /** The path of the canonical value. */
  readonly path: string
  readonly context: Context
  /** Values of fields that code outside the table encodes, by name. */
  readonly beside: Beside
}

/** Fields that code outside a table encodes. */
export type Beside = Readonly<Record<string, JsonValue | undefined>>

interface RowFacts {
  /** The type of the field. A field of another type stays among the unknown fields. */
  readonly type: FieldType
  /**
   * True if the field is required: an object without the field, or a value without its data, has another
   * shape. Default: false.
   */
  readonly isNeeded?: boolean
  /** True to record the absence of the field in `absent`. Default: false. */
  readonly isNoted?: boolean
  /**
   * The value that is encoded if the data is missing and the absence of the field was not recorded. Default:
   * none.
   */
  readonly usual?: JsonValue
}

/** A field with a canonical member of the same type. */
export interface MemberRow<Member extends string, Type extends FieldType> extends RowFacts {
  readonly type: Type
  readonly member: Member
}

/** A field that only this wire has: it is kept in the metadata under a key. */
export interface KeptRow extends RowFacts {
  /** The key of the field in the metadata. */
  readonly key: string
}

/** A field without meaning, or one that code outside the table reads. */
export type SilentRow = RowFacts

/** A field with the same value in all objects of the shape. */
export interface WordRow extends RowFacts {
  /** The value of the field. */
  readonly word: JsonValue
}

/** A field that is read and written by code. */
export interface CodedRow<Member extends string = never> extends RowFacts {
  /** The canonical member of the field. Default: none, or several. */
  readonly member?: Member
  /** Reads the field. Returns false if the field cannot be read and so stays among the unknown fields. */
  read(field: JsonValue, into: Reading, name: string): boolean
  /** Encodes the field. Returns undefined if the value has no data for the field. */
  write(from: Writing, name: string): JsonValue | undefined
}

/** A row for a value of this type: a named member exists, and the field has the member's type. */
export type RowOf<Value> =
  | {
      [Name in keyof Value & string]-?: MemberRow<Name, TypeOf<Value[Name]> | TextOf<Value[Name]>>
    }[keyof Value & string]
  | CodedRow<keyof Value & string>
  | KeptRow
  | WordRow
  | SilentRow

/** The field type `text` for members that may be any string. An empty string is not encoded. */
type TextOf<Value> = string extends Value ? 'text' : never

/** Native fields by name. A bare type means that code outside the table reads and writes the field. */
export type Rows<Value> = Readonly<Record<string, RowOf<Value> | FieldType>>

/** Rows of any value. */
export type AnyRows = Readonly<
  Record<string, MemberRow<string, FieldType> | CodedRow<string> | KeptRow | WordRow | SilentRow | FieldType>
>

/** The functions of a shape that is used inside another shape. */
export interface InnerShape {
  /** Returns true if the object has the fields that the shape requires. */
  fits(native: JsonObject): boolean
  /** Adds the data of the object. Returns false for another shape. */
  read(native: JsonObject, into: Reading): boolean
  /** Encodes the object. Returns undefined for a value that the shape cannot express. */
  write(from: Writing): JsonObject | undefined
}

/** The mapping between a native object and a canonical value. Fields without a row are kept as `extra`. */
export interface Shape<Value> extends InnerShape {
  /**
   * Returns the canonical value with its metadata; undefined for an object of another shape.
   * @param entries further metadata.
   */
  decode(native: JsonObject, context: Context, path?: string, entries?: MetadataEntries): Value | undefined
  /**
   * Returns the canonical value of an object that must have this shape.
   * @throws AdapterError with the path of a field that is missing or of another type.
   */
  expect(native: JsonObject, context: Context, entries?: MetadataEntries): Value
  /**
   * Returns the object with its unknown fields restored; undefined for a value that the shape cannot express.
   * @param beside values of the fields that the table leaves to code. Default: none.
   */
  encode(value: Value, context: Context, path?: string, beside?: Beside): JsonObject | undefined
}

/**
 * A row with all members that any row may have. All rows have the same members, so that reading them stays
 * fast.
 */
interface CompiledRow {
  readonly name: string
  readonly type: FieldType
  /** The bit that is set if the field was read. Rows whose presence is never checked have no bit. */
  readonly bit: number
  readonly isNeeded: boolean
  readonly isNoted: boolean
  readonly usual: JsonValue | undefined
  readonly member: string | undefined
  readonly key: string | undefined
  readonly word: JsonValue | undefined
  readonly read: CodedRow['read'] | undefined
  readonly write: CodedRow['write'] | undefined
}

interface WithMetadata extends JsonObject {
  readonly providerMetadata: ProviderMetadata
}

const NOTHING: JsonObject = {}

/** The rows of a shape, compiled for fast lookup. */
interface Table {
  readonly entries: readonly CompiledRow[]
  readonly byName: ReadonlyMap<string, CompiledRow>
  readonly noted: readonly CompiledRow[]
  /** The bits of the required fields. */
  readonly neededBits: number
  /**
   * The members by which a value of the shape is recognized. If the shape has marks, the metadata is one of
   * them.
   */
  readonly signs: JsonObject
  readonly marks: OwnMetadata | undefined
}

/**
 * Creates a shape of these fields.
 * @param says members that every value of the shape has.
 * @param marks metadata of every object of the shape; values without it have another shape. Default: none.
 */
export function shape<Value extends object>(
  says: Partial<Value>,
  rows: Rows<Value>,
  marks?: OwnMetadata,
): Shape<Value> {
  const fixed = objectOr(asJson(says), NOTHING)
  const table = tableOf(rows, fixed, marks)
  const decode: Shape<Value>['decode'] = (native, context, path = '', entries) => {
    // Members are added to a new object, since adding a member to a copied object takes a microsecond.
    const value: Members = {}
    for (const name in fixed) value[name] = fixed[name] ?? null
    const kept: Members = {}
    if (entries !== undefined) Object.assign(kept, compact(entries))
    if (!readObject(table, native, { value, kept, own: kept, path, context })) return undefined
    for (const _ in kept) {
      value.providerMetadata = asJson(metadataUnder(context, kept))
      break
    }
    return asNative<Value>(value)
  }
  return {
    ...innerShape(table),
    decode,
    expect: (native, context, kept) =>
      decode(native, context, context.path, kept) ?? fail(table, native, context.path),
    encode(value, context, path = '', beside = NOTHING) {
      const members = asNative<WithMetadata>(asJson(value))
      const kept = metadataOf(members, context) ?? NOTHING
      return writeObject(table, { value: members, kept, own: kept, path, context, beside })
    },
  }
}

/**
 * Creates the shape of an inner object.
 * @param marks as those of `shape`.
 */
export function fields(rows: AnyRows, marks?: OwnMetadata): InnerShape {
  return innerShape(tableOf(rows, NOTHING, marks))
}

function innerShape(table: Table): InnerShape {
  return {
    fits: (native) => table.entries.every((entry) => !entry.isNeeded || hasField(native, entry)),
    read: (native, into) => readObject(table, native, into),
    write: (from) => writeObject(table, from),
  }
}

/**
 * Combines several shapes for one position. The first shape that matches an object decodes it; the first that
 * can express a value encodes it.
 */
export function oneOf(...shapes: readonly InnerShape[]): InnerShape {
  return {
    fits: (native) => shapes.some((one) => one.fits(native)),
    read: (native, into) => shapes.some((one) => one.fits(native) && one.read(native, into)),
    write(from) {
      for (const one of shapes) {
        const native = one.write(from)
        if (native !== undefined) return native
      }
      return undefined
    },
  }
}

function entriesOf(rows: AnyRows): readonly CompiledRow[] {
  let bits = 1
  return Object.entries(rows).map(([name, row]) => {
    const facts: Partial<CompiledRow> & RowFacts = typeof row === 'string' ? { type: row } : row
    const { type, isNeeded = false, isNoted = false, usual, member, key, word, read, write } = facts
    const bit = isNeeded || isNoted ? bits : 0
    if (bit !== 0) bits *= 2
    return { name, type, bit, isNeeded, isNoted, usual, member, key, word, read, write }
  })
}

function tableOf(rows: AnyRows, fixed: JsonObject, marks: OwnMetadata | undefined): Table {
  const entries = entriesOf(rows)
  return {
    entries,
    byName: new Map(entries.map((entry) => [entry.name, entry])),
    noted: entries.filter(({ isNoted }) => isNoted),
    neededBits: entries.reduce((bits, { bit, isNeeded }) => (isNeeded ? bits | bit : bits), 0),
    signs: marks === undefined ? fixed : objectOr(asJson(marks), NOTHING),
    marks,
  }
}

/** Reads an object in one pass over its existing fields, so that rows of missing fields cost nothing. */
function readObject({ byName, neededBits, noted, marks }: Table, native: JsonObject, into: Reading): boolean {
  let seen = 0
  let extra: Members | undefined
  for (const name in native) {
    const field = native[name]
    const entry = byName.get(name)
    if (field === undefined || typeof field === 'function') continue
    if (entry !== undefined && readField(field, entry, into)) seen |= entry.bit
    else {
      if (entry?.usual !== undefined && !entry.isNeeded) {
        seen |= entry.bit
        // The default value has no meaning: it is encoded anyway.
        if (field === entry.usual) continue
      }
      extra ??= {}
      define(extra, name, field)
    }
  }
  if ((seen & neededBits) !== neededBits) return false
  if (extra !== undefined) into.own.extra = extra
  if (noted.length > 0) noteAbsent(seen, noted, into.kept)
  if (marks !== undefined) Object.assign(into.kept, marks)
  return true
}

function hasField(native: JsonObject, { name, type, word }: CompiledRow): boolean {
  const field = native[name]
  return isRead(field, type) && (word === undefined || field === word)
}

function readField(field: JsonValue, entry: CompiledRow, into: Reading): boolean {
  const { type, member, key, word } = entry
  if (!isRead(field, type) || (word !== undefined && field !== word)) return false
  if (entry.read !== undefined) return entry.read(field, into, entry.name)
  if (member !== undefined) into.value[member] = field
  else if (key !== undefined) into.kept[key] = field
  return true
}

function writeObject({ entries, noted, signs, marks }: Table, from: Writing): JsonObject | undefined {
  const said = marks === undefined ? from.value : from.kept
  for (const name in signs) if (said[name] !== signs[name]) return undefined
  const native: Members = {}
  for (const entry of entries) {
    const field = writtenField(entry, from)
    if (field !== undefined) native[entry.name] = field
    else if (entry.isNeeded) return undefined
  }
  const extra = extraOf(from.own)
  for (const name in extra) if (!Object.hasOwn(native, name)) define(native, name, extra[name])
  for (const { name, usual } of noted)
    if (usual !== undefined && native[name] === undefined && !wasAbsent(from.kept, name)) native[name] = usual
  return native
}

function writtenField(
  { name, type, member, key, word, write }: CompiledRow,
  from: Writing,
): JsonValue | undefined {
  if (write !== undefined) return write(from, name)
  if (member !== undefined)
    return type === 'text' && from.value[member] === '' ? undefined : from.value[member]
  return key === undefined ? (word ?? from.beside[name]) : from.kept[key]
}

function noteAbsent(seen: number, noted: readonly CompiledRow[], kept: Members): void {
  // An inner object may already have recorded its absent fields.
  for (const { bit, name } of noted) if ((seen & bit) === 0) kept.absent = [...arrayOr(kept.absent, []), name]
}

function fail({ entries }: Table, native: JsonObject, path: string): never {
  const culprit = entries.find((entry) => entry.isNeeded && !hasField(native, entry))
  const { name = '', type = 'object' } = culprit ?? {}
  throw wrongType(`${/^[ao]/.test(type) ? 'an' : 'a'} ${type}`, native[name], `${path}/${name}`)
}
