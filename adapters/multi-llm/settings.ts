import { isObject } from '../../src/base/json/read-json.js'
import type { OutputFormat } from '../../src/base/model/types.js'
import type { NegligibleSettings } from '../../src/codec/shape/fields.js'
import * as form from '../../src/codec/shape/settings/forms.js'
import type { SettingForm, SettingsTable } from '../../src/codec/shape/settings/settings-table.js'

const NAME = 'response_format.name'
const SCHEMA = 'response_format.schema'

/**
 * The form of a schema. A schema with a name is in the configuration; a schema without a name is next to the
 * configuration.
 */
const schema: SettingForm<OutputFormat> = {
  fields: [NAME, SCHEMA, 'response_schema'],
  decode({ [NAME]: name, [SCHEMA]: named, response_schema: bare }) {
    if (isObject(named) && typeof name === 'string') return { type: 'json-schema', schema: named, name }
    return isObject(bare) ? { type: 'json-schema', schema: bare } : undefined
  },
  encode(format, tell) {
    if (format.type !== 'json-schema') {
      tell.lost()
      return {}
    }
    const { name, description, strict } = format
    if (description !== undefined) tell.lost('description')
    if (strict === false) tell.lost('strict')
    return name === undefined ? { response_schema: format.schema } : { [NAME]: name, [SCHEMA]: format.schema }
  },
}

/** `RequestConfig`, and the schema of the request next to it. */
export const SETTINGS: SettingsTable = {
  // The model is in the client's configuration.
  model: 'elsewhere',
  maxOutputTokens: [form.number('max_tokens')],
  temperature: [form.number('temperature')],
  topP: [form.number('top_p')],
  topK: [form.number('top_k')],
  stream: 'elsewhere',
  parallelToolCalls: 'elsewhere',
  presencePenalty: [form.number('presence_penalty')],
  outputFormat: [schema],
  endUser: [form.text('user_id')],
}

/** Fields for the crate's own analytics. */
export const NEGLIGIBLE: NegligibleSettings = { session_id: 'any', llm_path: 'any' }

/** Default values of a configuration. */
export const UNSET = {
  temperature: null,
  max_tokens: null,
  top_p: null,
  top_k: null,
  min_p: null,
  presence_penalty: null,
  response_format: null,
  tools: [],
  tool_choice: null,
  user_id: null,
  session_id: null,
  llm_path: null,
} as const
