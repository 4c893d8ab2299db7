import { isObject } from '../../src/base/json/read-json.js'
import { SERVICE_TIERS } from '../../src/base/model/constants.js'
import type { OutputFormat, ReasoningEffort } from '../../src/base/model/types.js'
import type { NegligibleSettings } from '../../src/codec/shape/fields.js'
import * as form from '../../src/codec/shape/settings/forms.js'
import { outputFormat } from '../../src/codec/shape/settings/output-format.js'
import { reasoning } from '../../src/codec/shape/settings/reasoning.js'
import type { SettingForm, SettingsTable } from '../../src/codec/shape/settings/settings-table.js'
import { fromOpenApi, type TypeForm, toOpenApi } from './schema.js'

const FORMATS: form.Words<OutputFormat['type']> = { 'text/plain': 'text', 'application/json': 'json' }
/** The levels, which servers accept in upper and lower case. */
const LEVELS: form.Words<ReasoningEffort> = {
  MINIMAL: 'minimal',
  LOW: 'low',
  MEDIUM: 'medium',
  HIGH: 'high',
  ...form.sameWords(['minimal', 'low', 'medium', 'high']),
}
const THINKING = 'generationConfig.thinkingConfig'

/** Creates the form of a schema in the OpenAPI subset, with types in capitals or as numbers. */
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
  model: [form.text('model')],
  maxOutputTokens: [form.number('generationConfig.maxOutputTokens', form.whole(1))],
  temperature: [form.number('generationConfig.temperature', form.between(0, 2))],
  topP: [form.number('generationConfig.topP', form.between(0, 1))],
  topK: [form.number('generationConfig.topK', form.whole(1))],
  stop: [form.texts('generationConfig.stopSequences')],
  // Streaming is chosen by the method.
  stream: 'elsewhere',
  parallelToolCalls: 'elsewhere',
  seed: [form.number('generationConfig.seed', { isWhole: true })],
  frequencyPenalty: [form.number('generationConfig.frequencyPenalty', form.between(-2, 2))],
  presencePenalty: [form.number('generationConfig.presencePenalty', form.between(-2, 2))],
  logProbabilities: [
    form.logProbabilities('generationConfig.responseLogprobs', 'generationConfig.logprobs', true),
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
  serviceTier: [form.word('serviceTier', form.sameWords(SERVICE_TIERS))],
}

/** https://ai.google.dev/api/generate-content#request-body */
export const NEGLIGIBLE: NegligibleSettings = {
  labels: 'any',
  safetySettings: [[]],
  'generationConfig.candidateCount': [1],
  'generationConfig.responseModalities': [['TEXT']],
}

/** Fields in `toolConfig` for tools that only Google has. */
export const NEGLIGIBLE_TOOL_CONFIG: NegligibleSettings = { includeServerSideToolInvocations: 'any' }
