import { whole } from '../../../src/codec/shape/settings/accepted-values.js'
import { type RequestFields, settingRules } from '../../../src/translate/lint/setting-rules.js'
import { SETTINGS } from '../settings.js'

/** Fields of the vendor, and words of other formats, which the rules of shapes name. */
const OTHERS = [
  ...'messages tools tool_choice prediction prompt_mode guardrails extra_body documents document_image_limit document_page_limit'.split(
    ' ',
  ),
  ...'functions function_call input instructions contents system systemInstruction toolConfig toolChoice max_output_tokens maxOutputTokens'.split(
    ' ',
  ),
  ...'seed top_k min_p stream_options store user logprobs top_logprobs logit_bias reasoning thinking provider models safety_identifier'.split(
    ' ',
  ),
]

const fields: RequestFields = {
  settings: SETTINGS,
  accepts: { n: { type: 'number', ...whole(1) }, safe_prompt: { type: 'boolean' } },
  others: OTHERS,
  severity: 'error',
  isSpelledFreely: true,
  evidence: 'https://docs.mistral.ai/api/#tag/chat',
}

export const settingValueRules = settingRules('MISTRAL', fields)
