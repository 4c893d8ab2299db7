import { type RequestFields, settingRules } from '../../../src/translate/lint/setting-rules.js'
import { SETTINGS } from '../settings.js'

/** Fields of the vendor, and words of other formats, which the rules of shapes name. */
const OTHERS = [
  ...'messages system tools tool_choice mcp_servers context_management container cache_control fallbacks compaction thread'.split(
    ' ',
  ),
  ...'anthropic_version anthropic_beta betas speed inference_geo billing_policy user_profile_id diagnostics safeguards'.split(
    ' ',
  ),
  ...'fallback_credit_token extra_body extra_headers extra_query timeout output_config output_format workspace_id'.split(
    ' ',
  ),
  ...'contents functions input instructions response_format stop max_completion_tokens max_output_tokens toolConfig toolChoice'.split(
    ' ',
  ),
  ...'systemInstruction maxOutputTokens seed reasoning reasoning_effort provider models plugins'.split(' '),
]

const fields: RequestFields = {
  settings: SETTINGS,
  others: OTHERS,
  severity: 'error',
  evidence: 'https://docs.claude.com/en/api/messages',
}

export const settingValueRules = settingRules('ANTHROPIC', fields)
