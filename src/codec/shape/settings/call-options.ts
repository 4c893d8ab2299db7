import {
  REASONING_EFFORTS,
  REASONING_SUMMARIES,
  SERVICE_TIERS,
  VERBOSITIES,
} from '../../../base/model/constants.js'
import { boolean, logProbabilities, number, sameWords, text, textMembers, texts, word } from './forms.js'
import { outputFormat } from './output-format.js'
import { reasoning } from './reasoning.js'
import type { SettingsTable } from './settings-table.js'

/** The paths of settings without a field in the call options, and of the reasoning effort. */
export interface CallOptionsPlaces {
  /** The prefix of the paths of settings without a field, with the final dot. */
  readonly own: string
  /** The path of the reasoning effort. */
  readonly effort: string
}

/**
 * Creates the settings table of the call options of multi-provider SDKs: `maxOutputTokens`, `stopSequences`,
 * `responseFormat`.
 */
export function callOptions({ own, effort }: CallOptionsPlaces): SettingsTable {
  return {
    model: [text(`${own}model`)],
    maxOutputTokens: [number('maxOutputTokens')],
    temperature: [number('temperature')],
    topP: [number('topP')],
    topK: [number('topK')],
    stop: [texts('stopSequences')],
    stream: [boolean(`${own}stream`)],
    parallelToolCalls: [boolean(`${own}parallelToolCalls`)],
    seed: [number('seed')],
    frequencyPenalty: [number('frequencyPenalty')],
    presencePenalty: [number('presencePenalty')],
    logProbabilities: [logProbabilities(`${own}logProbabilities`, `${own}topLogProbabilities`, true)],
    outputFormat: [
      outputFormat({
        type: ['responseFormat.type', { text: 'text', json: 'json' }],
        schema: 'responseFormat.schema',
        called: 'responseFormat.name',
        description: 'responseFormat.description',
        strict: `${own}strict`,
      }),
    ],
    reasoning: [
      reasoning({
        off: [effort, 'none'],
        on: [`${own}thinks`, true],
        effort: [effort, sameWords(REASONING_EFFORTS)],
        budget: [`${own}thinkingTokens`],
        summary: [`${own}reasoningSummary`, REASONING_SUMMARIES.map((one) => [one, one] as const)],
      }),
    ],
    verbosity: [word(`${own}verbosity`, sameWords(VERBOSITIES))],
    metadata: [textMembers(`${own}metadata`)],
    endUser: [text(`${own}endUser`)],
    cacheKey: [text(`${own}cacheKey`)],
    serviceTier: [word(`${own}serviceTier`, sameWords(SERVICE_TIERS))],
  }
}
