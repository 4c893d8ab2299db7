import { isObject } from '../../src/json/read.js'
import { SERVICE_TIERS } from '../../src/model/constants.js'
import type { OutputFormat, ReasoningEffort } from '../../src/model/types.js'
import type { NegligibleSettings } from '../../src/shape/fields.js'
import {
  logProbabilities,
  number,
  sameWords,
  text,
  texts,
  type Words,
  word,
} from '../../src/shape/settings/forms.js'
import { outputFormat } from '../../src/shape/settings/output-format.js'
import { reasoning } from '../../src/shape/settings/reasoning.js'
import type { SettingForm, SettingsTable } from '../../src/shape/settings/table.js'
import { fromOpenApi, type TypeForm, toOpenApi } from './schema.js'

const FORMATS: Words<OutputFormat['type']> = { 'text/plain': 'text', 'application/json': 'json' }
/** The servers take them in any case. */
const LEVELS: Words<ReasoningEffort> = {
  MINIMAL: 'minimal',
  LOW: 'low',
  MEDIUM: 'medium',
  HIGH: 'high',
  ...sameWords(['minimal', 'low', 'medium', 'high']),
}
const THINKING = 'generationConfig.thinkingConfig'

/** A subset of OpenAPI's schemas, with types in capitals or by their numbers. */
function openApiFormat(name: string, form: TypeForm): SettingForm<OutputFormat> {
  return outputFormat({
    name,
    type: ['generationConfig.responseMimeType', FORMATS],
    schema: 'generationConfig.responseSchema',
    form: {
      read: (schema) => (isObject(schema) ? fromOpenApi(schema).schema : undefined),
      write: (schema) => toOpenApi(schema, form),
    },
  })
}

/** https://ai.google.dev/api/generate-content#request-body */
export const SETTINGS: SettingsTable = {
  model: [text('model')],
  maxOutputTokens: [number('generationConfig.maxOutputTokens')],
  temperature: [number('generationConfig.temperature')],
  topP: [number('generationConfig.topP')],
  topK: [number('generationConfig.topK')],
  stop: [texts('generationConfig.stopSequences')],
  // The method says it.
  stream: 'elsewhere',
  parallelToolCalls: 'elsewhere',
  seed: [number('generationConfig.seed')],
  frequencyPenalty: [number('generationConfig.frequencyPenalty')],
  presencePenalty: [number('generationConfig.presencePenalty')],
  logProbabilities: [
    logProbabilities('generationConfig.responseLogprobs', 'generationConfig.logprobs', true),
  ],
  outputFormat: [
    outputFormat({
      type: ['generationConfig.responseMimeType', FORMATS],
      schema: 'generationConfig.responseJsonSchema',
    }),
    openApiFormat('responseSchema', 'names'),
    openApiFormat('responseSchemaByNumber', 'numbers'),
  ],
  reasoning: [
    reasoning({
      off: [`${THINKING}.thinkingBudget`, 0],
      on: [`${THINKING}.thinkingBudget`, -1],
      budget: [`${THINKING}.thinkingBudget`],
      effort: [`${THINKING}.thinkingLevel`, LEVELS],
      isExclusive: true,
      summary: [
        `${THINKING}.includeThoughts`,
        [
          [true, 'auto'],
          [false, 'omitted'],
        ],
      ],
    }),
  ],
  serviceTier: [word('serviceTier', sameWords(SERVICE_TIERS))],
}

/** https://ai.google.dev/api/generate-content#request-body */
export const NEGLIGIBLE: NegligibleSettings = {
  labels: 'any',
  safetySettings: [[]],
  'generationConfig.candidateCount': [1],
  'generationConfig.responseModalities': [['TEXT']],
}

/** In `toolConfig`: about calls of tools that only Google has. */
export const NEGLIGIBLE_TOOL_CONFIG: NegligibleSettings = { includeServerSideToolInvocations: 'any' }
