import type { LogProbabilities, OutputFormat } from '../../src/base/model/types.js'
import type { NegligibleSettings } from '../../src/codec/shape/fields.js'
import * as form from '../../src/codec/shape/settings/forms.js'
import { outputFormat } from '../../src/codec/shape/settings/output-format.js'
import { reasoning } from '../../src/codec/shape/settings/reasoning.js'
import type { SettingForm, SettingsTable } from '../../src/codec/shape/settings/settings-table.js'

const FORMATS: form.Words<OutputFormat['type']> = { text: 'text', json_object: 'json' }

/** A flag only: the number of alternatives cannot be set. */
const logProbabilities: SettingForm<LogProbabilities> = {
  fields: ['logprobs'],
  accepts: { logprobs: { type: 'boolean' } },
  decode: ({ logprobs }) => (typeof logprobs === 'boolean' ? { enabled: logprobs } : undefined),
  encode({ enabled, top = 0 }, tell) {
    if (top > 0) tell.lost('top')
    return { logprobs: enabled ?? top > 0 }
  },
}

/** https://docs.cohere.com/reference/chat */
export const SETTINGS: SettingsTable = {
  model: [form.text('model')],
  maxOutputTokens: [form.number('max_tokens', form.whole(0))],
  temperature: [form.number('temperature', form.between(0, 1))],
  topP: [form.number('p', form.between(0.01, 0.99))],
  topK: [form.number('k', form.whole(0, 500))],
  stop: [form.texts('stop_sequences')],
  stream: [form.boolean('stream')],
  seed: [form.number('seed', form.whole(0))],
  frequencyPenalty: [form.number('frequency_penalty', form.between(0, 1))],
  presencePenalty: [form.number('presence_penalty', form.between(0, 1))],
  logProbabilities: [logProbabilities],
  outputFormat: [
    outputFormat({ type: ['response_format.type', FORMATS], schema: 'response_format.json_schema' }),
    // The name of version 1: https://docs.cohere.com/v1/reference/chat
    outputFormat({
      name: 'schema',
      type: ['response_format.type', FORMATS],
      schema: 'response_format.schema',
    }),
  ],
  reasoning: [
    reasoning({
      off: ['thinking.type', 'disabled'],
      on: ['thinking.type', 'enabled'],
      budget: ['thinking.token_budget', ['thinking.type', 'enabled']],
    }),
  ],
}

/**
 * Defaults: https://docs.cohere.com/reference/chat. The options for citations and safety exist only on this
 * wire.
 */
export const NEGLIGIBLE: NegligibleSettings = {
  documents: [[]],
  priority: 'any',
  safety_mode: ['CONTEXTUAL'],
  strict_tools: [false],
}
