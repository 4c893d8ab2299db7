import type { OutputFormat } from '../../src/base/model/types.js'
import type { NegligibleSettings } from '../../src/codec/shape/fields.js'
import * as form from '../../src/codec/shape/settings/forms.js'
import { outputFormat } from '../../src/codec/shape/settings/output-format.js'
import { reasoning } from '../../src/codec/shape/settings/reasoning.js'
import type { SettingsTable } from '../../src/codec/shape/settings/settings-table.js'

const FORMATS: form.Words<OutputFormat['type']> = { json_schema: 'json-schema' }
const DISPLAY = [
  ['summarized', 'auto'],
  ['omitted', 'omitted'],
] as const

/** https://docs.claude.com/en/api/messages */
export const SETTINGS: SettingsTable = {
  model: [form.text('model')],
  maxOutputTokens: [form.number('max_tokens', form.whole(0))],
  temperature: [form.number('temperature', form.between(0, 1))],
  topP: [form.number('top_p', form.between(0, 1))],
  topK: [form.number('top_k', form.whole(0))],
  stop: [form.texts('stop_sequences')],
  stream: [form.boolean('stream')],
  // Part of the tool choice.
  parallelToolCalls: 'elsewhere',
  outputFormat: [
    outputFormat({ type: ['output_config.format.type', FORMATS], schema: 'output_config.format.schema' }),
    // The field of the beta API.
    outputFormat({
      name: 'output_format',
      type: ['output_format.type', FORMATS],
      schema: 'output_format.schema',
    }),
  ],
  reasoning: [
    reasoning({
      off: ['thinking.type', 'disabled'],
      on: ['thinking.type', 'adaptive'],
      budget: ['thinking.budget_tokens', ['thinking.type', 'enabled']],
      effort: ['output_config.effort', form.sameWords(['low', 'medium', 'high', 'xhigh', 'max'])],
      summary: ['thinking.display', DISPLAY, 'thinking.type'],
    }),
  ],
  endUser: [form.text('metadata.user_id')],
  serviceTier: [form.word('service_tier', { standard_only: 'standard' })],
}

/** Defaults: https://docs.claude.com/en/api/messages */
export const NEGLIGIBLE: NegligibleSettings = {
  // Fields for bookkeeping, caching, and the API version if the body contains it.
  metadata: 'any',
  cache_control: 'any',
  anthropic_version: 'any',
  anthropic_beta: 'any',
  betas: 'any',
  service_tier: ['auto'],
  speed: ['standard'],
  mcp_servers: [[]],
  // Thinking of this wire is not sent to other wires. Claude Code sends the second value.
  context_management: [{ edits: [] }, { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] }],
}
