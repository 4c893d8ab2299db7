import { whole } from '../../../src/codec/shape/settings/accepted-values.js'
import type { RequestFields } from '../../../src/translate/lint/request-names.js'
import { settingRules } from '../../../src/translate/lint/setting-rules.js'
import { SETTINGS } from '../settings.js'

/** Fields of the vendor other than settings. */
const OTHERS = [
  ...'input instructions tools tool_choice include previous_response_id conversation prompt truncation context_management'.split(
    ' ',
  ),
  ...'background_options moderation access_programs image stream_options client_metadata prompt_cache_retention prompt_cache_options multi_agent'.split(
    ' ',
  ),
  ...'provider plugins models route transforms extra_body extra_headers session_id betas generate thinking type'.split(
    ' ',
  ),
  ...'n logit_bias top_k min_p repetition_penalty chat_template_kwargs ignore_eos min_tokens request_id priority'.split(
    ' ',
  ),
]

export const requestFields: RequestFields = {
  settings: SETTINGS,
  accepts: {
    store: { type: 'boolean' },
    background: { type: 'boolean' },
    max_tool_calls: { type: 'number', ...whole(1) },
  },
  others: OTHERS,
  severity: 'error',
  evidence: 'https://platform.openai.com/docs/api-reference/responses/create',
}

export const settingValueRules = settingRules('OPENAI-RESP', requestFields)
