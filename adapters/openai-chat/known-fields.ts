import type { KnownFields } from '../../src/codec/wire/limits.js'

const words = (text: string) => text.split(/\s+/)

/** Fields that all of these servers accept. */
const COMMON = words(
  `messages model max_tokens n parallel_tool_calls reasoning_effort response_format stop stream temperature
  tool_choice tools top_p`,
)
const MESSAGES = words('role content tool_calls tool_call_id function_call')

/** Fields of servers that reject all others. Sources: `vendor-sources.ts`. */
export const knownFields = {
  // `ChatCompletionCreateParams` of groq-sdk, without the fields that the documentation excludes.
  groq: {
    request: [
      ...COMMON,
      ...words(
        `citation_options compound_custom disable_tool_validation documents exclude_domains frequency_penalty
        function_call functions include_domains include_reasoning max_completion_tokens metadata
        presence_penalty reasoning_format search_settings seed service_tier store stream_options user`,
      ),
    ],
    messages: [...MESSAGES, 'reasoning'],
  },
  // `ChatCompletionCreateParams` of @cerebras/cerebras_cloud_sdk, without the fields that the documentation excludes.
  cerebras: {
    request: [
      ...COMMON.filter((field) => field !== 'parallel_tool_calls'),
      ...words(
        `clear_thinking disable_reasoning logprobs max_completion_tokens min_completion_tokens min_tokens
        model_parameters prediction prompt_cache_key reasoning_format seed stream_options top_logprobs user`,
      ),
    ],
    messages: [...MESSAGES, 'name', 'reasoning'],
  },
  // `ChatCompletionRequest` and `ChatMessage` of the OpenAPI document, which are closed.
  fireworks: {
    request: [
      ...COMMON,
      ...words(
        `context_length_exceeded_behavior echo echo_last frequency_penalty function_call functions ignore_eos
        logit_bias logprobs max_completion_tokens metadata min_p mirostat_lr mirostat_target
        perf_metrics_in_response prediction presence_penalty prompt_cache_isolation_key prompt_cache_key
        prompt_truncate_len raw_output reasoning_history repetition_penalty return_token_ids safe_tokenization
        seed service_tier speculation stream_options thinking top_k top_logprobs typical_p user`,
      ),
    ],
    messages: [...MESSAGES, 'reasoning_content'],
  },
  // `ChatCompletionRequest` of @mistralai/mistralai.
  mistral: {
    request: [
      ...COMMON,
      ...words(
        `frequency_penalty guardrails metadata prediction presence_penalty prompt_cache_key prompt_mode
        random_seed safe_prompt service_tier`,
      ),
    ],
    messages: words('role content tool_calls tool_call_id name prefix'),
  },
  // Requests of vLLM, without the fields that users saw refused. The documented list is closed and differs by model:
  // https://docs.api.nvidia.com/nim/reference/llm-apis
  nim: {
    request: [
      ...COMMON,
      ...words(
        `chat_template_kwargs frequency_penalty logit_bias logprobs max_completion_tokens min_p nvext
        presence_penalty repetition_penalty seed stream_options top_k top_logprobs user`,
      ),
    ],
  },
} satisfies Readonly<Record<string, KnownFields>>
