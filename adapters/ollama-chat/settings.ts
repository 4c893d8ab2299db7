import type { ReasoningEffort } from '../../src/base/model/types.js'
import type { NegligibleSettings } from '../../src/codec/shape/fields.js'
import * as form from '../../src/codec/shape/settings/forms.js'
import { reasoning } from '../../src/codec/shape/settings/reasoning.js'
import type { SettingForm, SettingsTable } from '../../src/codec/shape/settings/settings-table.js'
import { formatForm } from './output-format.js'

const LEVELS: form.Words<ReasoningEffort> = { low: 'low', medium: 'medium', high: 'high', max: 'max' }

/** The form of the output limit. Negative values are not limits: -2 fills the context, -1 is unlimited. */
const numPredict: SettingForm<number> = {
  fields: ['options.num_predict'],
  accepts: { 'options.num_predict': { type: 'number', ...form.whole(-2) } },
  decode: ({ 'options.num_predict': value }) => (typeof value === 'number' && value > 0 ? value : undefined),
  encode: (value) => ({ 'options.num_predict': value }),
}

/**
 * The settings of the wire: https://docs.ollama.com/api/chat and
 * https://docs.ollama.com/modelfile#valid-parameters-and-values
 */
export const SETTINGS: SettingsTable = {
  model: [form.text('model')],
  maxOutputTokens: [numPredict],
  temperature: [form.number('options.temperature', { least: 0 })],
  topP: [form.number('options.top_p', form.between(0, 1))],
  topK: [form.number('options.top_k', form.whole(0))],
  stop: [form.texts('options.stop')],
  // Streaming is the default of this wire, unlike others: see request.ts.
  stream: 'elsewhere',
  seed: [form.number('options.seed', { isWhole: true })],
  frequencyPenalty: [form.number('options.frequency_penalty')],
  presencePenalty: [form.number('options.presence_penalty')],
  logProbabilities: [form.logProbabilities('logprobs', 'top_logprobs', true)],
  outputFormat: [formatForm],
  reasoning: [reasoning({ off: ['think', false], on: ['think', true], effort: ['think', LEVELS] })],
}

/** Options for the machine, and defaults: https://github.com/ollama/ollama, `api/types.go`. */
export const NEGLIGIBLE: NegligibleSettings = {
  // Time that the model stays in memory, and options for running it.
  keep_alive: 'any',
  'options.num_ctx': 'any',
  'options.num_batch': 'any',
  'options.num_gpu': 'any',
  'options.num_keep': 'any',
  'options.num_thread': 'any',
  'options.main_gpu': 'any',
  'options.use_mmap': 'any',
  'options.num_predict': [-1, -2],
  'options.repeat_penalty': [1],
  'options.min_p': [0],
  // Defaults.
  truncate: [true],
  shift: [true],
}
