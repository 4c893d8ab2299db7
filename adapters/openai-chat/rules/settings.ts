import { whole } from '../../../src/codec/shape/settings/accepted-values.js'
import type { RequestFields } from '../../../src/translate/lint/request-names.js'
import { settingRules } from '../../../src/translate/lint/setting-rules.js'
import { SETTINGS } from '../settings.js'

/** Fields of OpenAI and of servers of the format, other than settings. */
const OTHERS = [
  ...'messages tools tool_choice functions function_call audio modalities prediction stream_options include_domains exclude_domains disable_tool_validation web_search_options moderation usage'.split(
    ' ',
  ),
  ...'prompt_cache_retention prompt_cache_options prompt_cache_key session_id extra_body extra_headers extra_query timeout'.split(
    ' ',
  ),
  ...'min_p top_a repetition_penalty length_penalty min_tokens ignore_eos stop_token_ids include_stop_str_in_output best_of echo'.split(
    ' ',
  ),
  ...'guided_regex guided_choice guided_grammar guided_decoding_backend skip_special_tokens spaces_between_special_tokens'.split(
    ' ',
  ),
  ...'chat_template chat_template_kwargs add_generation_prompt continue_final_message priority mm_processor_kwargs grammar'.split(
    ' ',
  ),
  ...'models route provider transforms plugins include include_reasoning reasoning_format reasoning_split image_config debug trace'.split(
    ' ',
  ),
  ...'documents citation_options search_parameters search_settings search_options enable_search compound_custom deferred'.split(
    ' ',
  ),
  ...'safe_prompt prompt_mode random_seed guardrails cache_control cache_prompt n_predict n_probs slot_id id_slot mirostat typical_p'.split(
    ' ',
  ),
  ...'result_format incremental_output tool_stream do_sample request_id user_id thinking_config google'.split(
    ' ',
  ),
  ...'return_images return_related_questions search_domain_filter search_recency_filter search_mode'.split(
    ' ',
  ),
]

export const requestFields: RequestFields = {
  settings: SETTINGS,
  accepts: {
    n: { type: 'number', ...whole(1, 128) },
    store: { type: 'boolean' },
    logit_bias: { type: 'object' },
  },
  others: OTHERS,
  severity: 'warning',
  evidence: 'https://platform.openai.com/docs/api-reference/chat/create',
}

export const settingValueRules = settingRules('OPENAI-CHAT', requestFields)
