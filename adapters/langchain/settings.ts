import { REASONING_EFFORTS, REASONING_SUMMARIES, VERBOSITIES } from '../../src/model/constants.js'
import type { NegligibleSettings } from '../../src/shape/fields.js'
import {
  boolean,
  logProbabilities,
  number,
  sameWords,
  singleText,
  text,
  textMembers,
  texts,
  word,
} from '../../src/shape/settings/forms.js'
import { outputFormat } from '../../src/shape/settings/output-format.js'
import { reasoning } from '../../src/shape/settings/reasoning.js'
import type { SettingsTable } from '../../src/shape/settings/table.js'

/** What chat models of LangChain take: fields of their constructors, and options of a call. */
export const SETTINGS: SettingsTable = {
  model: [text('model'), text('modelName', 'modelName')],
  maxOutputTokens: [
    number('maxTokens'),
    number('maxOutputTokens', 'maxOutputTokens'),
    number('max_tokens', 'max_tokens'),
  ],
  temperature: [number('temperature')],
  topP: [number('topP'), number('top_p', 'top_p')],
  topK: [number('topK')],
  stop: [texts('stop'), singleText('stop')],
  stream: [boolean('streaming')],
  parallelToolCalls: [boolean('parallel_tool_calls')],
  seed: [number('seed')],
  frequencyPenalty: [number('frequencyPenalty')],
  presencePenalty: [number('presencePenalty')],
  logProbabilities: [logProbabilities('logprobs', 'topLogprobs', true)],
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
      effort: ['reasoning.effort', sameWords(REASONING_EFFORTS)],
      summary: ['reasoning.summary', REASONING_SUMMARIES.slice(1).map((value) => [value, value] as const)],
    }),
    reasoning({
      name: 'thinking',
      off: ['thinking.type', 'disabled'],
      on: ['thinking.type', 'adaptive'],
      budget: ['thinking.budget_tokens', ['thinking.type', 'enabled']],
    }),
  ],
  verbosity: [word('verbosity', sameWords(VERBOSITIES))],
  metadata: [textMembers('metadata')],
  endUser: [text('user')],
  cacheKey: [text('promptCacheKey')],
  serviceTier: [word('service_tier', { default: 'standard', flex: 'flex', priority: 'priority' })],
}

/** Options of LangChain's own, for callbacks and traces. */
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
