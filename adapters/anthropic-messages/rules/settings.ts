import type { RequestFields } from '../../../src/translate/lint/request-names.js'
import { settingRules } from '../../../src/translate/lint/setting-rules.js'
import { SETTINGS } from '../settings.js'

/** Fields of the vendor other than settings. */
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
  ...'provider models plugins'.split(' '),
]

export const requestFields: RequestFields = {
  settings: SETTINGS,
  others: OTHERS,
  severity: 'error',
  evidence: 'https://docs.claude.com/en/api/messages',
}

export const settingValueRules = settingRules('ANTHROPIC', requestFields)
