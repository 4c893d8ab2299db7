import type { NegligibleSettings } from '../../src/codec/shape/fields.js'
import * as form from '../../src/codec/shape/settings/forms.js'
import { reasoning } from '../../src/codec/shape/settings/reasoning.js'
import type { SettingsTable } from '../../src/codec/shape/settings/settings-table.js'

/** The output limit. `inf` means no limit. */
const LIMIT = { ...form.whole(1, 4096), words: ['inf'] }

/** `RealtimeSessionCreateRequest` of openai 7.55, in realtime.d.ts. */
export const SETTINGS: SettingsTable = {
  model: [form.text('model')],
  maxOutputTokens: [
    form.number('max_output_tokens', LIMIT),
    form.number('max_response_output_tokens', { name: 'max_response_output_tokens', ...LIMIT }),
  ],
  parallelToolCalls: [form.boolean('parallel_tool_calls')],
  reasoning: [
    reasoning({
      effort: ['reasoning.effort', form.sameWords(['minimal', 'low', 'medium', 'high', 'xhigh'])],
    }),
  ],
}

/** Settings of audio input and output, which wires without audio do not need, and default values. */
export const NEGLIGIBLE: NegligibleSettings = {
  audio: 'any',
  output_modalities: 'any',
  tracing: 'any',
  include: 'any',
  truncation: ['auto'],
  max_output_tokens: ['inf'],
  // Settings of the beta API and of Azure's Voice Live.
  modalities: 'any',
  voice: 'any',
  turn_detection: 'any',
  input_audio_format: 'any',
  output_audio_format: 'any',
  input_audio_transcription: 'any',
  input_audio_sampling_rate: 'any',
  input_audio_noise_reduction: 'any',
}
