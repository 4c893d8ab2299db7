import { z } from 'zod'
import type { JsonObject, JsonValue } from '../json/json-types.js'
import { asJson, isArray, isObject } from '../json/read-json.js'
import { MAX_DEPTH } from '../json/write-json.js'
import type { Description, Forms, ObjectForm, ValueForm, VariantForm } from './description.js'

/** Returns the schema of a description. The schema returns parsed values unchanged. */
export function schemaOf<Value>(description: Description<Value>): z.ZodType<Value>
export function schemaOf({ form }: Description<unknown>): z.ZodType {
  const known = SCHEMAS.get(form)
  if (known !== undefined) return known
  const schema = create(form)
  SCHEMAS.set(form, schema)
  return schema
}

/** The schema of each form. A form that is used in several other forms has one schema. */
const SCHEMAS = new WeakMap<ValueForm, z.ZodType>()

function create(form: ValueForm): z.ZodType {
  switch (form.type) {
    case 'text':
      return z.string().min(form.minLength)
    case 'number':
      return z.number()
    case 'boolean':
      return z.boolean()
    case 'json':
      return verbatim(isJson, {}, 'expected a JSON value')
    case 'object':
      return verbatim(isJsonObject, { type: 'object' }, 'expected a JSON object')
    case 'texts':
      return verbatim(isTexts, objectOf({ type: 'string' }), 'expected an object of texts')
    case 'metadata':
      return verbatim(isProviderMetadata, objectOf({ type: 'object' }), 'expected a JSON object per wire id')
    case 'textOrObject':
      return z.union([z.string(), verbatim(isJsonObject, { type: 'object' }, 'expected a JSON object')])
    case 'absent':
      return z.never('must be present only when status is complete')
    case 'words':
      return z.literal(form.words)
    case 'list':
      // Without `.readonly()`, which would freeze the caller's data.
      return z.array(schemaOf({ form: form.item }))
    case 'members':
    case 'variant':
      return objectSchema(form)
  }
}

function objectSchema(form: ObjectForm | VariantForm): z.ZodObject | z.ZodDiscriminatedUnion {
  if (form.type === 'members')
    return z.strictObject({
      ...membersOf(form.required, (schema) => schema),
      ...membersOf(form.optional, (schema) => schema.optional()),
    })
  const [first, ...others] = form.forms.map(objectSchema)
  if (first === undefined) throw new TypeError(`there is no variant to select by ${form.by}`)
  return z.discriminatedUnion(form.by, [first, ...others])
}

function membersOf(forms: Forms, change: (schema: z.ZodType) => z.ZodType): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(forms).map(([name, form]) => [name, change(schemaOf({ form }))]))
}

function objectOf(additionalProperties: JsonObject): JsonObject {
  return { type: 'object', additionalProperties }
}

/**
 * Creates a schema that returns the value unchanged: `z.json()` and `z.record()` copy every value and drop
 * `__proto__` members.
 * @param form the JSON Schema of the value.
 */
function verbatim(
  check: (value: JsonValue | undefined) => boolean,
  form: JsonObject,
  message: string,
): z.ZodType {
  const schema = z.custom((value) => check(asJson(value)), message)
  schema._zod.toJSONSchema = () => ({ ...form })
  return schema
}

/** Returns true for JSON values. `z.json()` would overflow the stack on deep values. */
function isJson(value: JsonValue | undefined, depth = 0): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (depth > MAX_DEPTH) return false
  if (isArray(value)) return value.every((item) => isJson(item, depth + 1))
  return isPlainObject(value) && Object.keys(value).every((key) => isJson(value[key], depth + 1))
}

function isPlainObject(value: JsonValue | undefined): value is JsonObject {
  return isObject(value) && Object.prototype.toString.call(value) === '[object Object]'
}

function isJsonObject(value: JsonValue | undefined): boolean {
  return isPlainObject(value) && isJson(value)
}

function isProviderMetadata(value: JsonValue | undefined): boolean {
  return isPlainObject(value) && Object.keys(value).every((wire) => isJsonObject(value[wire]))
}

function isTexts(value: JsonValue | undefined): boolean {
  return isPlainObject(value) && Object.keys(value).every((key) => typeof value[key] === 'string')
}
