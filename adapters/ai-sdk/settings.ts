import type { NegligibleSettings } from '../../src/adapter/fields.js'
import {
  boolean,
  logProbabilities,
  number,
  sameWords,
  text,
  textMembers,
  texts,
  word,
} from '../../src/adapter/settings/forms.js'
import { outputFormat } from '../../src/adapter/settings/output-format.js'
import { reasoning } from '../../src/adapter/settings/reasoning.js'
import type { SettingsTable } from '../../src/adapter/settings/table.js'
import { REASONING_EFFORTS, REASONING_SUMMARIES, SERVICE_TIERS, VERBOSITIES } from '../../src/model/words.js'

/** Where settings stand that the SDK leaves to its packages, or to whoever calls it. */
const OWN = 'providerOptions.toolwire.'

/** https://ai-sdk.dev/docs/ai-sdk-core/settings */
export const SETTINGS: SettingsTable = {
  // In its own place the SDK would take a name for a model of its gateway.
  model: [text(`${OWN}model`), text('model', 'model')],
  maxOutputTokens: [number('maxOutputTokens'), number('maxTokens', 'maxTokens')],
  temperature: [number('temperature')],
  topP: [number('topP')],
  topK: [number('topK')],
  stop: [texts('stopSequences')],
  stream: [boolean(`${OWN}stream`)],
  parallelToolCalls: [boolean(`${OWN}parallelToolCalls`)],
  seed: [number('seed')],
  frequencyPenalty: [number('frequencyPenalty')],
  presencePenalty: [number('presencePenalty')],
  logProbabilities: [logProbabilities(`${OWN}logProbabilities`, `${OWN}topLogProbabilities`, true)],
  outputFormat: [
    outputFormat({
      type: ['responseFormat.type', { text: 'text', json: 'json' }],
      schema: 'responseFormat.schema',
      called: 'responseFormat.name',
      description: 'responseFormat.description',
      strict: `${OWN}strict`,
    }),
  ],
  reasoning: [
    reasoning({
      off: ['reasoning', 'none'],
      on: [`${OWN}thinks`, true],
      effort: ['reasoning', sameWords(REASONING_EFFORTS)],
      budget: [`${OWN}thinkingTokens`],
      summary: [`${OWN}reasoningSummary`, REASONING_SUMMARIES.map((one) => [one, one] as const)],
    }),
  ],
  verbosity: [word(`${OWN}verbosity`, sameWords(VERBOSITIES))],
  metadata: [textMembers(`${OWN}metadata`)],
  endUser: [text(`${OWN}endUser`)],
  cacheKey: [text(`${OWN}cacheKey`)],
  serviceTier: [word(`${OWN}serviceTier`, sameWords(SERVICE_TIERS))],
}

export const NEGLIGIBLE: NegligibleSettings = {
  // Of the caller, not of the model.
  headers: 'any',
  includeRawChunks: 'any',
  maxRetries: 'any',
  abortSignal: 'any',
  experimental_telemetry: 'any',
  telemetry: 'any',
  allowSystemInMessages: 'any',
  reasoning: ['provider-default'],
}
