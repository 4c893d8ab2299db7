import { tryParseJson } from '../../src/base/json/parse.js'
import { stringifyJson } from '../../src/base/json/write-json.js'
import { REASONING_EFFORTS } from '../../src/base/model/constants.js'
import type { OutputFormat, ServiceTier } from '../../src/base/model/types.js'
import type { NegligibleSettings } from '../../src/codec/shape/fields.js'
import * as form from '../../src/codec/shape/settings/forms.js'
import { outputFormat } from '../../src/codec/shape/settings/output-format.js'
import { type ReasoningFields, reasoning } from '../../src/codec/shape/settings/reasoning.js'
import type { SettingsTable } from '../../src/codec/shape/settings/settings-table.js'

const FORMATS: form.Words<OutputFormat['type']> = { json_schema: 'json-schema' }
const TIERS: form.Words<ServiceTier> = { default: 'standard', flex: 'flex', priority: 'priority' }
const EFFORTS = form.sameWords(['low', 'medium', 'high', 'xhigh', 'max'])
const SCHEMA = 'outputConfig.textFormat.structure.jsonSchema'
/** The object with fields of the model, which are passed through unchanged. */
const OWN = 'additionalModelRequestFields'

/** Fields of this object that Claude reads. */
const CLAUDE: ReasoningFields = {
  off: [`${OWN}.thinking.type`, 'disabled'],
  on: [`${OWN}.thinking.type`, 'adaptive'],
  budget: [`${OWN}.thinking.budget_tokens`, [`${OWN}.thinking.type`, 'enabled']],
  summary: [
    `${OWN}.thinking.display`,
    [
      ['summarized', 'auto'],
      ['omitted', 'omitted'],
    ],
    `${OWN}.thinking.type`,
  ],
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html */
export const SETTINGS: SettingsTable = {
  model: [form.text('modelId')],
  maxOutputTokens: [form.number('inferenceConfig.maxTokens', form.whole(1))],
  temperature: [form.number('inferenceConfig.temperature', form.between(0, 1))],
  topP: [form.number('inferenceConfig.topP', form.between(0, 1))],
  // Field of Claude.
  topK: [form.number(`${OWN}.top_k`, { name: 'top_k', ...form.whole(0) })],
  stop: [form.texts('inferenceConfig.stopSequences')],
  // Streaming is chosen by the path.
  stream: 'elsewhere',
  parallelToolCalls: 'elsewhere',
  outputFormat: [
    outputFormat({
      type: ['outputConfig.textFormat.type', FORMATS],
      schema: `${SCHEMA}.schema`,
      // A text that contains JSON.
      form: {
        read: (schema) => (typeof schema === 'string' ? tryParseJson(schema) : undefined),
        write: (schema) => stringifyJson(schema),
      },
      called: `${SCHEMA}.name`,
      description: `${SCHEMA}.description`,
    }),
    outputFormat({
      name: 'output_config',
      type: [`${OWN}.output_config.format.type`, FORMATS],
      schema: `${OWN}.output_config.format.schema`,
    }),
  ],
  reasoning: [
    reasoning({ effort: ['outputConfig.effort', EFFORTS] }),
    reasoning({ ...CLAUDE, name: 'thinking', effort: ['outputConfig.effort', EFFORTS] }),
    reasoning({ ...CLAUDE, name: 'output_config', effort: [`${OWN}.output_config.effort`, EFFORTS] }),
    // Field of Nova.
    reasoning({
      name: 'reasoningConfig',
      off: [`${OWN}.reasoningConfig.type`, 'disabled'],
      on: [`${OWN}.reasoningConfig.type`, 'enabled'],
      effort: [`${OWN}.reasoningConfig.maxReasoningEffort`, form.sameWords(['low', 'medium', 'high'])],
    }),
    // Field of OpenAI models.
    reasoning({
      name: 'reasoning_effort',
      effort: [`${OWN}.reasoning_effort`, form.sameWords(REASONING_EFFORTS)],
    }),
  ],
  serviceTier: [form.word('serviceTier.type', TIERS)],
}

/**
 * Fields that can be dropped on other wires.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
 */
export const NEGLIGIBLE: NegligibleSettings = {
  // Bookkeeping, and fields for the answer to repeat.
  requestMetadata: 'any',
  additionalModelResponseFieldPaths: 'any',
  performanceConfig: [{ latency: 'standard' }],
  system: [[]],
}
