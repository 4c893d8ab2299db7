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

/** Where settings stand that `CallOptions` have no field for. */
const OWN = 'providerOptions.toolwire.'

/** `CallOptions`, under their names in camelCase. */
export const SETTINGS: SettingsTable = {
  model: [text(`${OWN}model`)],
  maxOutputTokens: [number('maxOutputTokens')],
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
      off: [`${OWN}effort`, 'none'],
      on: [`${OWN}thinks`, true],
      effort: [`${OWN}effort`, sameWords(REASONING_EFFORTS)],
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

/** Of the caller, not of the model. */
export const NEGLIGIBLE: NegligibleSettings = { headers: 'any', includeRawChunks: 'any' }
