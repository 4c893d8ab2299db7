import type { JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import { REASONING_EFFORTS, SERVICE_TIERS } from '../../src/base/model/constants.js'
import type { OutputFormat } from '../../src/base/model/types.js'
import type { NegligibleSettings } from '../../src/codec/shape/fields.js'
import * as form from '../../src/codec/shape/settings/forms.js'
import { outputFormat, schemaAlone } from '../../src/codec/shape/settings/output-format.js'
import { reasoning } from '../../src/codec/shape/settings/reasoning.js'
import type { SettingForm, SettingsTable } from '../../src/codec/shape/settings/settings-table.js'

const FORMATS: form.Words<OutputFormat['type']> = { 'text/plain': 'text', 'application/json': 'json' }
const LEVELS = ['minimal', 'low', 'medium', 'high'] as const
const SUMMARIES = [
  ['auto', 'auto'],
  ['none', 'omitted'],
] as const
const FORMAT = 'response_format'
const TYPE = `${FORMAT}.type`

/** `TextResponseFormat` of @google/genai. Images and audio have formats of other types. */
const inFormat = outputFormat({ type: [`${FORMAT}.mime_type`, FORMATS], schema: `${FORMAT}.schema` })

/** `{type: 'text', mime_type, schema}` */
const ofText: SettingForm<OutputFormat> = {
  fields: [TYPE, ...inFormat.fields],
  decode: (leaves) => (leaves[TYPE] === 'text' ? inFormat.decode(leaves) : undefined),
  encode: (value, tell) => ({ [TYPE]: 'text', ...inFormat.encode(value, tell) }),
}

/** The same format as the only item of a list. */
const listed: SettingForm<OutputFormat> = {
  name: 'list',
  fields: [FORMAT],
  decode({ [FORMAT]: list }) {
    const [only, ...others] = isArray(list) ? list : []
    return isObject(only) && others.length === 0 && only.type === 'text' && Object.keys(only).every(isRead)
      ? inFormat.decode({ [`${FORMAT}.mime_type`]: only.mime_type, [`${FORMAT}.schema`]: only.schema })
      : undefined
  },
  encode(value, tell) {
    const { [`${FORMAT}.mime_type`]: mime_type, [`${FORMAT}.schema`]: schema } = inFormat.encode(value, tell)
    const one: Record<string, JsonValue> = { type: 'text' }
    if (mime_type !== undefined) one.mime_type = mime_type
    if (schema !== undefined) one.schema = schema
    return { [FORMAT]: [one] }
  },
}

function isRead(field: string): boolean {
  return field === 'type' || field === 'mime_type' || field === 'schema'
}

/**
 * The settings of the wire: https://ai.google.dev/api/interactions-api. The API has no penalties, and
 * `temperature` and `top_p` will be removed.
 */
export const SETTINGS: SettingsTable = {
  model: [form.text('model')],
  maxOutputTokens: [form.number('generation_config.max_output_tokens', form.whole(1))],
  temperature: [form.number('generation_config.temperature', form.between(0, 2))],
  topP: [form.number('generation_config.top_p', form.between(0, 1))],
  stop: [form.texts('generation_config.stop_sequences')],
  seed: [form.number('generation_config.seed', { isWhole: true })],
  stream: [form.boolean('stream')],
  outputFormat: [
    ofText,
    listed,
    outputFormat({ name: 'older', type: ['response_mime_type', FORMATS], schema: FORMAT }),
    // The form of older clients.
    schemaAlone('schema', FORMAT, ({ properties }) => isObject(properties)),
  ],
  reasoning: [
    reasoning({
      effort: [
        'generation_config.thinking_level',
        form.sameWords(REASONING_EFFORTS.filter((effort) => LEVELS.some((level) => level === effort))),
      ],
      summary: ['generation_config.thinking_summaries', SUMMARIES],
    }),
  ],
  serviceTier: [form.word('service_tier', form.sameWords(SERVICE_TIERS))],
}

/** https://ai.google.dev/api/interactions-api */
export const NEGLIGIBLE: NegligibleSettings = {
  labels: 'any',
  // Interactions are stored by default; other wires store only on request.
  store: [true, false],
  background: [false],
  safety_settings: [[]],
  response_modalities: [['text']],
}
