import * as form from '../../src/codec/shape/settings/forms.js'
import type { SettingsTable } from '../../src/codec/shape/settings/settings-table.js'

/** Configuration of a robot's run. */
export const SETTINGS: SettingsTable = {
  model: [form.text('model')],
  maxOutputTokens: [form.number('max_tokens')],
  temperature: [form.number('temperature')],
  topP: [form.number('top_p')],
  topK: [form.number('top_k')],
  stop: [form.texts('stop'), form.singleText('stop')],
  // A caller that passes a block to `run` receives events.
  stream: [form.boolean('stream')],
  parallelToolCalls: 'elsewhere',
  frequencyPenalty: [form.number('frequency_penalty')],
  presencePenalty: [form.number('presence_penalty')],
}
