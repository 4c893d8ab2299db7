import { tryParseJson } from '../../src/base/json/parse.js'
import { stringOr } from '../../src/base/json/read-json.js'
import { stringifyJson } from '../../src/base/json/write-json.js'
import type { OutputFormat, ReasoningEffort, ServiceTier } from '../../src/base/model/types.js'
import type { NegligibleSettings } from '../../src/codec/shape/fields.js'
import * as form from '../../src/codec/shape/settings/forms.js'
import { outputFormat } from '../../src/codec/shape/settings/output-format.js'
import { reasoning } from '../../src/codec/shape/settings/reasoning.js'
import type { SettingsTable } from '../../src/codec/shape/settings/settings-table.js'

const FORMATS: form.Words<OutputFormat['type']> = {
  FORMAT_TYPE_TEXT: 'text',
  FORMAT_TYPE_JSON_OBJECT: 'json',
  FORMAT_TYPE_JSON_SCHEMA: 'json-schema',
}
const EFFORTS: form.Words<ReasoningEffort> = {
  EFFORT_LOW: 'low',
  EFFORT_MEDIUM: 'medium',
  EFFORT_HIGH: 'high',
  EFFORT_XHIGH: 'xhigh',
}
const TIERS: form.Words<ServiceTier> = { SERVICE_TIER_PRIORITY: 'priority' }

/** `GetCompletionsRequest` of chat.proto. The called method decides whether the answer is streamed. */
export const SETTINGS: SettingsTable = {
  model: [form.text('model')],
  maxOutputTokens: [form.number('max_tokens', form.whole(1))],
  temperature: [form.number('temperature', form.between(0, 2))],
  topP: [form.number('top_p', form.between(0, 1))],
  stop: [form.texts('stop')],
  stream: 'elsewhere',
  seed: [form.number('seed', { isWhole: true })],
  frequencyPenalty: [form.number('frequency_penalty', form.between(-2, 2))],
  presencePenalty: [form.number('presence_penalty', form.between(-2, 2))],
  logProbabilities: [form.logProbabilities('logprobs', 'top_logprobs', true, 8)],
  outputFormat: [
    outputFormat({
      type: ['response_format.format_type', FORMATS],
      schema: 'response_format.schema',
      form: { read: (text) => tryParseJson(stringOr(text, '')), write: (schema) => stringifyJson(schema) },
    }),
  ],
  reasoning: [reasoning({ effort: ['reasoning_effort', EFFORTS], off: ['reasoning_effort', 'EFFORT_NONE'] })],
  endUser: [form.text('safety_identifier'), form.text('user', 'user')],
  serviceTier: [form.word('service_tier', TIERS)],
  parallelToolCalls: [form.boolean('parallel_tool_calls')],
}

/**
 * Settings for storage and for xAI's extra output. Other wires do not have these settings and can omit them.
 */
export const NEGLIGIBLE: NegligibleSettings = {
  include: 'any',
  use_encrypted_content: 'any',
  store_messages: [false],
  n: [1],
}
