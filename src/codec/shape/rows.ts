import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isObject, objectOr } from '../../base/json/read-json.js'
import { asWord } from '../../base/json/write-json.js'
import type { MediaContent } from '../../base/model/types.js'
import { type FieldType, wasAbsent } from './fields.js'
import {
  type AnyRows,
  type CodedRow,
  fields,
  type InnerShape,
  type KeptRow,
  type MemberRow,
  type Members,
  type SilentRow,
  type WordRow,
} from './shape.js'

// The rows that shapes are made of.

/** A field that the canonical value has, too. */
export function to<Member extends string>(member: Member): MemberRow<Member, 'string'>
export function to<Member extends string, Type extends FieldType>(
  member: Member,
  type: Type,
): MemberRow<Member, Type>
export function to(member: string, type: FieldType = 'string'): MemberRow<string, FieldType> {
  return { type, member }
}

/** A field that only this wire knows, kept in the metadata under a key. */
export function keep(key: string, type: FieldType = 'string'): KeptRow {
  return { type, key }
}

/** A field that is the same in all objects of the shape, such as their type. */
export function is(word: string): WordRow {
  return { type: 'string', word, isNeeded: true }
}

/** The row of a field without which the object is of another shape. */
export function needed<Row extends object>(row: Row): Row & { readonly isNeeded: true } {
  return { ...row, isNeeded: true }
}

/** The row of a field whose absence is noted. */
export function noted<Row extends object>(row: Row): Row & { readonly isNoted: true } {
  return { ...row, isNoted: true }
}

/** The row of a field that is written also when nobody says anything, but where it was absent. */
export function usually<Row extends object>(
  row: Row,
  usual: JsonValue,
): Row & { readonly isNoted: true; readonly usual: JsonValue } {
  return { ...row, isNoted: true, usual }
}

/** A field that code beside the table reads and writes. */
export function beside(type: FieldType = 'any'): SilentRow {
  return { type }
}

/** A switch. What is off says nothing, and stays among the unknown fields. */
export function flag<Member extends string>(member: Member): CodedRow<Member> {
  return {
    type: 'boolean',
    member,
    read(field, { value }) {
      if (field === true) value[member] = true
      return field === true
    },
    write: ({ value }) => value[member] === true || undefined,
  }
}

/** The row of a field that says nothing as long as it holds what is usual: anything else is kept as of an unknown field. */
export function unread(usual: JsonValue): CodedRow {
  return { type: 'any', isNoted: true, usual, read: () => false, write: () => undefined }
}

/**
 * An object inside. What it says is said of the same value; what is unknown in it is kept under the key.
 * @param of what the wire keeps of the object around it has the key, or what it keeps of the whole value. Default: the former.
 */
export function inside<Inner extends AnyRows | InnerShape>(
  key: string,
  inner: Inner,
  of: 'own' | 'kept' = 'own',
): CodedRow<Inner extends AnyRows ? MemberOf<Inner[keyof Inner]> : never> {
  const shape = isShape(inner) ? inner : fields(inner)
  return {
    type: 'object',
    read(field, into, name) {
      const own: Members = {}
      const { value, kept, path, context } = into
      if (!isObject(field) || !shape.read(field, { value, kept, own, path: `${path}/${name}`, context }))
        return false
      for (const _ in own) {
        into[of][key] = own
        break
      }
      return true
    },
    write(from) {
      const { value, kept, path, context, beside } = from
      return shape.write({ value, kept, own: objectOr(from[of][key], NOTHING), path, context, beside })
    },
  }
}

/** The members that a row says. */
type MemberOf<Row> = Row extends { readonly member?: infer Member } ? Extract<Member, string> : never

function isShape(inner: AnyRows | InnerShape): inner is InnerShape {
  return typeof inner.read === 'function'
}

const NOTHING: JsonObject = {}
const MEMBERS = { data: 'data', url: 'url', 'file-id': 'id', text: 'text' } as const

/** What media are of, where it is of this kind. */
export function source(type: MediaContent['type']): CodedRow<'source'> {
  const member = MEMBERS[type]
  return {
    type: 'string',
    member: 'source',
    isNeeded: true,
    read(field, { value }) {
      value.source = { type, [member]: field }
      return true
    },
    write({ value: { source: from } }) {
      return isObject(from) && from.type === type ? from[member] : undefined
    },
  }
}

/**
 * A word of the wire for one of ours. A word that is unknown, or not the first for what it means, is kept under the key.
 * @param words ours by the wire's. Of several that mean the same the first is written.
 * @param said our word for a value. Default: the member.
 */
export function wordOf<Member extends string>(
  member: Member,
  key: string,
  words: ReadonlyMap<string, string>,
  said: (value: JsonObject) => JsonValue | undefined = (value) => value[member],
): CodedRow<Member> {
  const first = new Map([...words].reverse().map(([native, ours]) => [ours, native]))
  return {
    type: 'text',
    member,
    read(field, { value, kept }) {
      const ours = words.get(asWord(field))
      if (ours === undefined || first.get(ours) !== field) kept[key] = field
      if (ours !== undefined) value[member] = ours
      return ours !== undefined
    },
    write({ value, kept }, name) {
      if (value[member] === undefined && wasAbsent(kept, name)) return undefined
      const before = kept[key]
      if (typeof before === 'string' && words.get(before) === value[member]) return before
      return first.get(asWord(said(value)))
    },
  }
}
