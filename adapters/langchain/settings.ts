import { REASONING_EFFORTS, REASONING_SUMMARIES, VERBOSITIES } from '../../src/base/model/constants.js'
import type { NegligibleSettings } from '../../src/codec/shape/fields.js'
import * as form from '../../src/codec/shape/settings/forms.js'
import { outputFormat } from '../../src/codec/shape/settings/output-format.js'
import { reasoning } from '../../src/codec/shape/settings/reasoning.js'
import type { SettingsTable } from '../../src/codec/shape/settings/settings-table.js'

/** Settings of LangChain's chat models: fields of their constructors, and options of a call. */
export const SETTINGS: SettingsTable = {
  model: [form.text('model'), form.text('modelName', 'modelName')],
  maxOutputTokens: [
    form.number('maxTokens'),
    form.number('maxOutputTokens', { name: 'maxOutputTokens' }),
    form.number('max_tokens', { name: 'max_tokens' }),
  ],
  temperature: [form.number('temperature')],
  topP: [form.number('topP'), form.number('top_p', { name: 'top_p' })],
  topK: [form.number('topK')],
  stop: [form.texts('stop'), form.singleText('stop')],
  stream: [form.boolean('streaming')],
  parallelToolCalls: [form.boolean('parallel_tool_calls')],
  seed: [form.number('seed')],
  frequencyPenalty: [form.number('frequencyPenalty')],
  presencePenalty: [form.number('presencePenalty')],
  logProbabilities: [form.logProbabilities('logprobs', 'topLogprobs', true)],
  outputFormat: [
    outputFormat({
      type: ['response_format.type', { text: 'text', json_object: 'json', json_schema: 'json-schema' }],
      schema: 'response_format.json_schema.schema',
      called: 'response_format.json_schema.name',
      asksForName: true,
      description: 'response_format.json_schema.description',
      strict: 'response_format.json_schema.strict',
    }),
  ],
  reasoning: [
    reasoning({
      off: ['reasoning.effort', 'none'],
      effort: ['reasoning.effort', form.sameWords(REASONING_EFFORTS)],
      summary: ['reasoning.summary', REASONING_SUMMARIES.slice(1).map((value) => [value, value] as const)],
    }),
    reasoning({
      name: 'thinking',
      off: ['thinking.type', 'disabled'],
      on: ['thinking.type', 'adaptive'],
      budget: ['thinking.budget_tokens', ['thinking.type', 'enabled']],
    }),
  ],
  verbosity: [form.word('verbosity', form.sameWords(VERBOSITIES))],
  metadata: [form.textMembers('metadata')],
  endUser: [form.text('user')],
  cacheKey: [form.text('promptCacheKey')],
  serviceTier: [form.word('service_tier', { default: 'standard', flex: 'flex', priority: 'priority' })],
}

/** LangChain's own options, for callbacks and traces. */
export const NEGLIGIBLE: NegligibleSettings = {
  callbacks: 'any',
  configurable: 'any',
  maxConcurrency: 'any',
  metadata: 'any',
  recursionLimit: 'any',
  runId: 'any',
  runName: 'any',
  signal: 'any',
  tags: 'any',
  timeout: 'any',
}
