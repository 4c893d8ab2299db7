import { whole } from '../../../src/codec/shape/settings/accepted-values.js'
import type { RequestFields } from '../../../src/translate/lint/request-names.js'
import { settingRules } from '../../../src/translate/lint/setting-rules.js'
import { SETTINGS } from '../settings.js'

/** Fields of the vendor other than settings. */
const OTHERS = [
  ...'messages tools tool_choice include use_encrypted_content store_messages previous_response_id max_turns search_parameters'.split(
    ' ',
  ),
  ...'bootstrap_host bootstrap_room response_format agent_count prompt_cache_key deferred service_tier'.split(
    ' ',
  ),
]

export const requestFields: RequestFields = {
  settings: SETTINGS,
  accepts: { n: { type: 'number', ...whole(1) } },
  others: OTHERS,
  severity: 'error',
  isSpelledFreely: true,
  hasNumbersAsText: true,
  evidence: 'https://github.com/xai-org/xai-proto',
}

export const settingValueRules = settingRules('XAI-GRPC', requestFields)
