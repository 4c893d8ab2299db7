import { whole } from '../../../src/codec/shape/settings/accepted-values.js'
import type { RequestFields } from '../../../src/translate/lint/request-names.js'
import { settingRules } from '../../../src/translate/lint/setting-rules.js'
import { SETTINGS } from '../settings.js'

/** Fields of the vendor other than settings. */
const OTHERS = [
  ...'messages tools tool_choice prediction prompt_mode guardrails extra_body documents document_image_limit document_page_limit'.split(
    ' ',
  ),
  ...'min_p stream_options store logit_bias provider models'.split(' '),
]

export const requestFields: RequestFields = {
  settings: SETTINGS,
  accepts: { n: { type: 'number', ...whole(1) }, safe_prompt: { type: 'boolean' } },
  others: OTHERS,
  severity: 'error',
  isSpelledFreely: true,
  evidence: 'https://docs.mistral.ai/api/#tag/chat',
}

export const settingValueRules = settingRules('MISTRAL', requestFields)
