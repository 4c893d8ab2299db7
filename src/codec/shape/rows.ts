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

// The row types of shapes.

/** Creates the row of a field with a canonical member. */
export function to<Member extends string>(member: Member): MemberRow<Member, 'string'>
export function to<Member extends string, Type extends FieldType>(
  member: Member,
  type: Type,
): MemberRow<Member, Type>
export function to(member: string, type: FieldType = 'string'): MemberRow<string, FieldType> {
  return { type, member }
}

/** Creates the row of a field that only this wire has. Its value is kept in the metadata under a key. */
export function keep(key: string, type: FieldType = 'string'): KeptRow {
  return { type, key }
}

/** Creates the row of a field with the same value in all objects of the shape, such as their type. */
export function is(word: string): WordRow {
  return { type: 'string', word, isNeeded: true }
}

/** Creates the row of a required field: an object without it has another shape. */
export function needed<Row extends object>(row: Row): Row & { readonly isNeeded: true } {
  return { ...row, isNeeded: true }
}

/** Creates the row of a field whose absence is recorded. */
export function noted<Row extends object>(row: Row): Row & { readonly isNoted: true } {
  return { ...row, isNoted: true }
}

/** Creates the row of a field with a default that is written unless the field was absent. */
export function usually<Row extends object>(
  row: Row,
  usual: JsonValue,
): Row & { readonly isNoted: true; readonly usual: JsonValue } {
  return { ...row, isNoted: true, usual }
}

/** Creates the row of a field that code outside the table reads and writes. */
export function beside(type: FieldType = 'any'): SilentRow {
  return { type }
}

/** Creates the row of a boolean flag. `false` is kept as an unknown field. */
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

/**
 * Creates the row of a field without canonical meaning: its usual value is ignored; any other value is kept
 * as an unknown field.
 */
export function unread(usual: JsonValue): CodedRow {
  return { type: 'any', isNoted: true, usual, read: () => false, write: () => undefined }
}

/**
 * Creates the row of an inner object whose fields belong to the same canonical value. Unknown fields of the
 * inner object are kept under the key.
 * @param of selects the metadata that contains the key: the metadata of the surrounding object (default) or
 * of the complete value.
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

/** The members that a row reads. */
type MemberOf<Row> = Row extends { readonly member?: infer Member } ? Extract<Member, string> : never

function isShape(inner: AnyRows | InnerShape): inner is InnerShape {
  return typeof inner.read === 'function'
}

const NOTHING: JsonObject = {}
const MEMBERS = { data: 'data', url: 'url', 'file-id': 'id', text: 'text' } as const

/** Creates the row of a media source of this type. */
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
 * Creates the row of a native word for a canonical one. An unknown word, or a word that is not the first with
 * its meaning, is kept under the key.
 * @param words canonical words by native word. The first of several with the same meaning is encoded.
 * @param said returns the canonical word of a value. Default: the value of the member.
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
