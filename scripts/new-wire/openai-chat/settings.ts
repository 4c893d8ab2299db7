import type { NegligibleSettings } from '../../src/codec/shape/fields.js'
import * as form from '../../src/codec/shape/settings/forms.js'
import type { SettingsTable } from '../../src/codec/shape/settings/settings-table.js'

/** One row per setting. A setting without a row has no field here: requests that have it get a notice. TODO: all others. */
export const SETTINGS: SettingsTable = {
  model: [form.text('model')],
  maxOutputTokens: [form.number('max_tokens', form.whole(1))],
  temperature: [form.number('temperature', form.between(0, 2))],
  topP: [form.number('top_p', form.between(0, 1))],
  stop: [form.texts('stop'), form.singleText('stop')],
  stream: [form.boolean('stream')],
  parallelToolCalls: [form.boolean('parallel_tool_calls')],
}

/** Settings that are negligible on another wire. */
export const NEGLIGIBLE: NegligibleSettings = { n: [1], api: 'any' }
