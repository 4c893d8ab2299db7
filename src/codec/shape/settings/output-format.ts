import type { JsonObject, JsonValue } from '../../../base/json/json-types.js'
import { isObject, stringOr } from '../../../base/json/read-json.js'
import { compact } from '../../../base/json/write-json.js'
import type { OutputFormat } from '../../../base/model/types.js'
import { meaningOf, type Words, wordFor } from './forms.js'
import type { Leaves, SettingForm, Telling } from './settings-table.js'

/** The fields of structured output on a wire. An absent member means that the wire lacks the field. */
export interface OutputFormatFields {
  readonly name?: string
  /**
   * The field of the kind and the words of this field. If no word represents schemas, a schema is next to the
   * word for JSON.
   */
  readonly type: readonly [field: string, words: Words<OutputFormat['type']>]
  readonly schema: string
  /** The form of the schema in its field. Default: unchanged. */
  readonly form?: {
    read(schema: JsonValue): JsonValue | undefined
    write(schema: JsonObject): JsonValue
  }
  readonly called?: string
  /** True if a schema requires a name. Default: false. */
  readonly asksForName?: true
  readonly description?: string
  /** The field of the strict flag. Default: a schema is always enforced. */
  readonly strict?: string
}

/** The default name of a schema, if the wire requires one. */
const USUAL_NAME = 'response'

/** Creates the form of `Settings.outputFormat` on a wire. */
export function outputFormat(fields: OutputFormatFields): SettingForm<OutputFormat> {
  const { name, type, schema, called, description, strict } = fields
  return {
    ...(name !== undefined && { name }),
    fields: [type[0], schema, called, description, strict].flatMap((field) => field ?? []),
    decode: (leaves) => decode(leaves, fields),
    encode: (value, tell) => encode(value, fields, tell),
  }
}

/**
 * Creates the form of a field with a schema, on wires where this field is enough to request structured
 * output.
 */
export function schemaAlone(
  name: string,
  field: string,
  isMeant: (schema: JsonObject) => boolean = () => true,
): SettingForm<OutputFormat> {
  return {
    name,
    fields: [field],
    decode: ({ [field]: schema }) =>
      isObject(schema) && isMeant(schema) ? { type: 'json-schema', schema } : undefined,
    encode(value, tell) {
      if (value.type !== 'json-schema') tell.lost()
      const schema: JsonObject | undefined = value.type === 'json-schema' ? value.schema : undefined
      return { [field]: schema }
    },
  }
}

function decode(leaves: Leaves, fields: OutputFormatFields): OutputFormat | undefined {
  const [typeField, words] = fields.type
  const type = meaningOf(words, leaves[typeField])
  const native = leaves[fields.schema]
  const hasSchema =
    native !== undefined && (type === 'json-schema' || (type === 'json' && !hasSchemas(words)))
  if (type === 'text' || (type === 'json' && !hasSchema)) return { type }
  const schema = hasSchema && fields.form !== undefined ? fields.form.read(native) : native
  if (!hasSchema || !isObject(schema)) return undefined
  const at = (field = '') => stringOr(leaves[field], undefined)
  const strict = leaves[fields.strict ?? '']
  return compact({
    type: 'json-schema' as const,
    schema,
    name: at(fields.called),
    description: at(fields.description),
    strict: typeof strict === 'boolean' ? strict : undefined,
  })
}

function hasSchemas(words: Words<OutputFormat['type']>): boolean {
  return wordFor(words, 'json-schema') !== undefined
}

function encode(value: OutputFormat, fields: OutputFormatFields, tell: Telling): Leaves {
  const [typeField, words] = fields.type
  const isSchema = value.type === 'json-schema'
  const word = wordFor(words, isSchema && !hasSchemas(words) ? 'json' : value.type)
  if (word === undefined) tell.lost()
  if (word === undefined || !isSchema) return { [typeField]: word }
  return {
    [typeField]: word,
    [fields.schema]: fields.form === undefined ? value.schema : fields.form.write(value.schema),
    ...encodeDetails(value, fields, tell),
  }
}

function encodeDetails(
  { name, description, strict }: Extract<OutputFormat, { type: 'json-schema' }>,
  fields: OutputFormatFields,
  tell: Telling,
): Leaves {
  const details: Record<string, JsonValue> = {}
  const isNameless = name === undefined && fields.asksForName === true
  const called = isNameless ? USUAL_NAME : name
  if (fields.called !== undefined && called !== undefined) details[fields.called] = called
  else if (name !== undefined) tell.lost('name')
  if (isNameless) tell.added('name', USUAL_NAME)
  if (fields.description !== undefined && description !== undefined) details[fields.description] = description
  else if (description !== undefined) tell.lost('description')
  if (fields.strict !== undefined && strict !== undefined) details[fields.strict] = strict
  else if (strict !== undefined) tell.lost('strict')
  return details
}
