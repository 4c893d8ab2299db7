import type { JsonObject, JsonValue } from '../json/json-types.js'
import type { ProviderMetadata } from './types.js'

// Schemas of the canonical model's values, as data. `canonical.ts` is generated from the types. The zod
// schemas and the command line's reader are built from `canonical.ts`. A description that disagrees with its
// type does not compile.

/** An object with exactly these members. */
export interface ObjectForm {
  readonly type: 'members'
  readonly required: Forms
  readonly optional: Forms
}

/** One of several objects, distinguished by one member. */
export interface VariantForm {
  readonly type: 'variant'
  readonly by: string
  readonly forms: readonly (ObjectForm | VariantForm)[]
}

/**
 * The form of a value. `absent` is a member that must not be present, `textOrObject` a text or a JSON
 * object.
 */
export type ValueForm =
  | { readonly type: 'text'; readonly minLength: number }
  | {
      readonly type:
        | 'number'
        | 'boolean'
        | 'json'
        | 'object'
        | 'texts'
        | 'metadata'
        | 'textOrObject'
        | 'absent'
    }
  | { readonly type: 'words'; readonly words: readonly (string | true)[] }
  | { readonly type: 'list'; readonly item: ValueForm }
  | ObjectForm
  | VariantForm

/** Forms by the name of a member. */
export interface Forms {
  readonly [member: string]: ValueForm
}

/**
 * The form of a `Value`. The function member is never present. Its type makes `Description` invariant, so
 * that neither a narrower nor a wider type is assignable.
 */
export interface Description<Value, Of extends ValueForm = ValueForm> {
  readonly form: Of
  readonly value?: (value: Value) => Value
}

type OptionalKeys<Value> = {
  [Key in keyof Value]-?: object extends Pick<Value, Key> ? Key : never
}[keyof Value]
type Required<Value> = {
  readonly [Key in Exclude<keyof Value, OptionalKeys<Value>>]: Description<Value[Key]>
}
type Optional<Value> = {
  readonly [Key in OptionalKeys<Value>]-?: Description<Exclude<Value[Key], undefined>>
}

export const textValue: Description<string> = { form: { type: 'text', minLength: 0 } }
export const nonEmptyText: Description<string> = { form: { type: 'text', minLength: 1 } }
export const numberValue: Description<number> = { form: { type: 'number' } }
export const booleanValue: Description<boolean> = { form: { type: 'boolean' } }
export const json: Description<JsonValue> = { form: { type: 'json' } }
export const jsonObject: Description<JsonObject> = { form: { type: 'object' } }
export const textOrObject: Description<string | JsonObject> = { form: { type: 'textOrObject' } }
export const textsValue: Description<Readonly<Record<string, string>>> = { form: { type: 'texts' } }
export const metadata: Description<ProviderMetadata> = { form: { type: 'metadata' } }
export const absent: Description<never> = { form: { type: 'absent' } }

/** Creates the description of a value that is one of these words. */
export function words<const Word extends string | true>(...list: readonly Word[]): Description<Word> {
  return { form: { type: 'words', words: list } }
}

/** Creates the description of a value that is one of these words except `but`. */
export function wordsBut<Word extends string, const But extends Word>(
  list: readonly Word[],
  but: But,
): Description<Exclude<Word, But>> {
  return { form: { type: 'words', words: list.filter((word) => word !== but) } }
}

/** Creates the description of a list whose items have the same description. */
export function list<Value>(item: Description<Value>): Description<readonly Value[]> {
  return { form: { type: 'list', item: item.form } }
}

/** Creates the description of an object with required and optional members. */
export function members<Value>(
  required: Required<Value>,
  optional: Optional<Value>,
): Description<Value, ObjectForm> {
  return { form: { type: 'members', required: formsOf(required), optional: formsOf(optional) } }
}

/**
 * Creates the description of one of several objects, distinguished by a member with different words in each.
 */
export function variant<Values extends readonly unknown[]>(
  by: string,
  ...descriptions: { readonly [Index in keyof Values]: Description<Values[Index], ObjectForm | VariantForm> }
): Description<Values[number], VariantForm> {
  return { form: { type: 'variant', by, forms: descriptions.map(({ form }) => form) } }
}

/** Returns the words of the member that distinguishes a form from others. */
export function memberWords(form: ValueForm, member: string): readonly (string | true)[] {
  if (form.type === 'variant') return form.forms.flatMap((one) => memberWords(one, member))
  const said = form.type === 'members' ? form.required[member] : undefined
  return said?.type === 'words' ? said.words : []
}

function formsOf(descriptions: Readonly<Record<string, { readonly form: ValueForm }>>): Forms {
  return Object.fromEntries(Object.entries(descriptions).map(([member, { form }]) => [member, form]))
}
