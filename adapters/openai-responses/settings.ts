import { REASONING_EFFORTS, REASONING_SUMMARIES, VERBOSITIES } from '../../src/base/model/constants.js'
import type { OutputFormat, ServiceTier } from '../../src/base/model/types.js'
import type { NegligibleSettings } from '../../src/codec/shape/fields.js'
import * as form from '../../src/codec/shape/settings/forms.js'
import { outputFormat } from '../../src/codec/shape/settings/output-format.js'
import { reasoning } from '../../src/codec/shape/settings/reasoning.js'
import type { SettingsTable } from '../../src/codec/shape/settings/settings-table.js'

const FORMATS: form.Words<OutputFormat['type']> = {
  text: 'text',
  json_object: 'json',
  json_schema: 'json-schema',
}
const TIERS: form.Words<ServiceTier> = { default: 'standard', flex: 'flex', priority: 'priority' }
const SUMMARIES = REASONING_SUMMARIES.slice(1).map((value) => [value, value] as const)

/** The field that represents the log probability entry of `include`: see `request.ts`. */
export const INCLUDED_LOGPROBS = 'include[logprobs]'

/** https://platform.openai.com/docs/api-reference/responses/create */
export const SETTINGS: SettingsTable = {
  model: [form.text('model')],
  maxOutputTokens: [form.number('max_output_tokens', form.whole(1))],
  temperature: [form.number('temperature', form.between(0, 2))],
  topP: [form.number('top_p', form.between(0, 1))],
  stream: [form.boolean('stream')],
  parallelToolCalls: [form.boolean('parallel_tool_calls')],
  logProbabilities: [form.logProbabilities(INCLUDED_LOGPROBS, 'top_logprobs', false)],
  outputFormat: [
    outputFormat({
      type: ['text.format.type', FORMATS],
      schema: 'text.format.schema',
      called: 'text.format.name',
      asksForName: true,
      description: 'text.format.description',
      strict: 'text.format.strict',
    }),
  ],
  reasoning: [
    reasoning({
      off: ['reasoning.effort', 'none'],
      effort: ['reasoning.effort', form.sameWords(REASONING_EFFORTS)],
      summary: ['reasoning.summary', SUMMARIES],
    }),
  ],
  verbosity: [form.word('text.verbosity', form.sameWords(VERBOSITIES))],
  metadata: [form.textMembers('metadata')],
  endUser: [form.text('safety_identifier'), form.text('user', 'user')],
  cacheKey: [form.text('prompt_cache_key')],
  serviceTier: [form.word('service_tier', TIERS)],
}

/** Defaults: https://platform.openai.com/docs/api-reference/responses/create */
export const NEGLIGIBLE: NegligibleSettings = {
  stream_options: 'any',
  // Bookkeeping and caching; `client_metadata` is Codex's.
  metadata: 'any',
  client_metadata: 'any',
  user: 'any',
  prompt_cache_retention: 'any',
  prompt_cache_options: 'any',
  // Answers are stored by default. Other wires store answers only on request.
  store: [true, false],
  // Other wires return reasoning in another form.
  include: [[], ['reasoning.encrypted_content']],
  // Default values.
  background: [false],
  service_tier: ['auto'],
  truncation: ['disabled'],
}
