import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { asJson, asNative, objectOr, wrongType } from '../../base/json/read-json.js'
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

/** Members of a canonical value, or of what a wire keeps of it, while they are read. */
export type Members = Record<string, JsonValue>

/** Where what an object of the wire says goes. */
export interface Reading {
  /** The canonical value. */
  readonly value: Members
  /** What the wire keeps of it as its metadata. */
  readonly kept: Members
  /** What it keeps of this object: the same, or for an object inside what stands in there under its key. */
  readonly own: Members
  /** Where the object stands, as a JSON Pointer. */
  readonly path: string
  readonly context: Context
}

/** Where it comes from when the object is written. */
export interface Writing {
  /** The canonical value. */
  readonly value: JsonObject
  /** What the wire kept of it as its metadata. */
  readonly kept: JsonObject
  /** What it kept of this object: the same, or for an object inside what stands in there under its key. */
  readonly own: JsonObject
  /** Where the canonical value stands. */
  readonly path: string
  readonly context: Context
  /** What code beside the table has for fields of its own, by their names. */
  readonly beside: Beside
}

/** Fields that code beside a table writes. */
export type Beside = Readonly<Record<string, JsonValue | undefined>>

interface RowFacts {
  /** As what the field is read. One of another type stays among the unknown fields. */
  readonly type: FieldType
  /** Whether an object without it is of another shape, and so is a value that does not say it. Default: no. */
  readonly isNeeded?: boolean
  /** Whether its absence is noted in `absent`. Default: no. */
  readonly isNoted?: boolean
  /** What is written when nobody says anything and its absence was not noted. Default: nothing. */
  readonly usual?: JsonValue
}

/** A field that the canonical value has as a member of the same type. */
export interface MemberRow<Member extends string, Type extends FieldType> extends RowFacts {
  readonly type: Type
  readonly member: Member
}

/** A field that only this wire knows: it is kept in the metadata under a key. */
export interface KeptRow extends RowFacts {
  /** Its key in the metadata. */
  readonly key: string
}

/** A field that says nothing, or what code beside the table reads. */
export type SilentRow = RowFacts

/** A field that says the same in all objects of the shape. */
export interface WordRow extends RowFacts {
  /** What stands in it. */
  readonly word: JsonValue
}

/** A field that takes code. */
export interface CodedRow<Member extends string = never> extends RowFacts {
  /** The canonical member that it says. Default: none, or several. */
  readonly member?: Member
  /** False when it cannot be read after all, so that it stays among the unknown fields. */
  read(field: JsonValue, into: Reading, name: string): boolean
  /** Undefined when there is nothing to be written. */
  write(from: Writing, name: string): JsonValue | undefined
}

/** A row for a value of this type: what it names is a member, and holds what the member holds. */
export type RowOf<Value> =
  | {
      [Name in keyof Value & string]-?: MemberRow<Name, TypeOf<Value[Name]> | TextOf<Value[Name]>>
    }[keyof Value & string]
  | CodedRow<keyof Value & string>
  | KeptRow
  | WordRow
  | SilentRow

/** A text that must not be empty is one all the same; an empty one is not written. */
type TextOf<Value> = string extends Value ? 'text' : never

/** Native fields by their names. A bare type says that code beside the table reads and writes the field. */
export type Rows<Value> = Readonly<Record<string, RowOf<Value> | FieldType>>

/** Rows of whatever value. */
export type AnyRows = Readonly<
  Record<string, MemberRow<string, FieldType> | CodedRow<string> | KeptRow | WordRow | SilentRow | FieldType>
>

/** What a shape can do inside of another one. */
export interface InnerShape {
  /** Whether it has what the shape needs. */
  fits(native: JsonObject): boolean
  /** Adds what it says. False when it is of another shape. */
  read(native: JsonObject, into: Reading): boolean
  /** Undefined for a value that the shape cannot say. */
  write(from: Writing): JsonObject | undefined
}

/** How an object of the wire and a canonical value say the same. Fields without a row are kept as `extra`. */
export interface Shape<Value> extends InnerShape {
  /**
   * The canonical value with its metadata, or undefined for an object of another shape.
   * @param entries what else is kept of it.
   */
  decode(native: JsonObject, context: Context, path?: string, entries?: MetadataEntries): Value | undefined
  /**
   * The canonical value of an object that has to be of this shape.
   * @throws AdapterError with the path of a field that is missing or of another type.
   */
  expect(native: JsonObject, context: Context, entries?: MetadataEntries): Value
  /**
   * The object with its unknown fields back, or undefined for a value that the shape cannot say.
   * @param beside what code has for the fields that the table leaves to it. Default: nothing.
   */
  encode(value: Value, context: Context, path?: string, beside?: Beside): JsonObject | undefined
}

/** All that a row may have; each has all members, so that reading them stays fast. */
interface CompiledRow {
  readonly name: string
  readonly type: FieldType
  /** Set where the field was read; rows that nobody asks for have none. */
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

/** The rows of a shape, ready to be looked up. */
interface Table {
  readonly entries: readonly CompiledRow[]
  readonly byName: ReadonlyMap<string, CompiledRow>
  readonly noted: readonly CompiledRow[]
  /** Those of the fields that an object of the shape has to have. */
  readonly neededBits: number
  /** What a value has to say to be of the shape; where there are marks, what was kept of it. */
  readonly signs: JsonObject
  readonly marks: OwnMetadata | undefined
}

/**
 * A shape of these fields.
 * @param says members that every value of the shape has.
 * @param marks what is kept of every object of the shape; values without it are of another one. Default: nothing.
 */
export function shape<Value extends object>(
  says: Partial<Value>,
  rows: Rows<Value>,
  marks?: OwnMetadata,
): Shape<Value> {
  const fixed = objectOr(asJson(says), NOTHING)
  const table = tableOf(rows, fixed, marks)
  const decode: Shape<Value>['decode'] = (native, context, path = '', entries) => {
    // An object that is copied from another one takes a microsecond for each member that is added to it.
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

/** What stands inside another object and has these fields. @param marks as those of `shape`. */
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
 * Several shapes of what may stand in one place: the first that an object is of reads it, the first that can say a value
 * writes it.
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

/** One pass over the fields that are there: rows cost nothing where the object lacks their field. */
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
        // It says nothing when it holds what is written anyway.
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
  const absent = noted.filter(({ bit }) => (seen & bit) === 0)
  if (absent.length > 0) kept.absent = absent.map(({ name }) => name)
}

function fail({ entries }: Table, native: JsonObject, path: string): never {
  const culprit = entries.find((entry) => entry.isNeeded && !hasField(native, entry))
  const { name = '', type = 'object' } = culprit ?? {}
  throw wrongType(`${/^[ao]/.test(type) ? 'an' : 'a'} ${type}`, native[name], `${path}/${name}`)
}
