import type { NegligibleSettings } from '../../src/codec/shape/fields.js'
import { callOptions } from '../../src/codec/shape/settings/call-options.js'
import * as form from '../../src/codec/shape/settings/forms.js'
import type { SettingsTable } from '../../src/codec/shape/settings/settings-table.js'

/** Path of the settings that the SDK leaves to its packages or to the caller. */
const OWN = 'providerOptions.toolwire.'

/** https://ai-sdk.dev/docs/ai-sdk-core/settings */
export const SETTINGS: SettingsTable = {
  ...callOptions({ own: OWN, effort: 'reasoning' }),
  // The SDK would interpret a name in `model` as a model of its gateway.
  model: [form.text(`${OWN}model`), form.text('model', 'model')],
  maxOutputTokens: [form.number('maxOutputTokens'), form.number('maxTokens', { name: 'maxTokens' })],
}

export const NEGLIGIBLE: NegligibleSettings = {
  // Options for the caller, not for the model.
  headers: 'any',
  includeRawChunks: 'any',
  maxRetries: 'any',
  abortSignal: 'any',
  experimental_telemetry: 'any',
  telemetry: 'any',
  allowSystemInMessages: 'any',
  reasoning: ['provider-default'],
}
