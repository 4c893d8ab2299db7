import { boolean, number, singleText, text, texts } from '../../src/shape/settings/forms.js'
import type { SettingsTable } from '../../src/shape/settings/table.js'

/** The configuration of a robot's run. */
export const SETTINGS: SettingsTable = {
  model: [text('model')],
  maxOutputTokens: [number('max_tokens')],
  temperature: [number('temperature')],
  topP: [number('top_p')],
  topK: [number('top_k')],
  stop: [texts('stop'), singleText('stop')],
  // Whoever passes a block to `run` gets events.
  stream: [boolean('stream')],
  parallelToolCalls: 'elsewhere',
  frequencyPenalty: [number('frequency_penalty')],
  presencePenalty: [number('presence_penalty')],
}
