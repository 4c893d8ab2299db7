import type { RequestFields } from '../../../src/translate/lint/request-names.js'
import { settingRules } from '../../../src/translate/lint/setting-rules.js'
import { SETTINGS } from '../settings.js'

/** Fields of the vendor other than settings. */
const OTHERS = [
  ...'input agent agent_config tools system_instruction response_modalities response_format response_mime_type'.split(
    ' ',
  ),
  ...'previous_interaction_id labels safety_settings cached_content webhook_config environment continuation_token api_version'.split(
    ' ',
  ),
  ...'tool_choice speech_config image_config video_config thinking_level thinking_summaries thinking_budget top_k'
    .split(' ')
    .map((name) => `generation_config.${name}`),
  ...'presence_penalty frequency_penalty response_logprobs logprobs candidate_count media_resolution'
    .split(' ')
    .map((name) => `generation_config.${name}`),
]

export const requestFields: RequestFields = {
  settings: SETTINGS,
  accepts: { background: { type: 'boolean' }, store: { type: 'boolean' } },
  others: OTHERS,
  severity: 'error',
  evidence: 'https://ai.google.dev/api/interactions-api',
}

export const settingValueRules = settingRules('GINTER', requestFields)
