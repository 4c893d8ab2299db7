/** Fields of requests that servers with closed lists accept, from the types of the official clients. */
export const CHAT_FIELDS = [
  ...['messages', 'model', 'audio', 'frequency_penalty', 'function_call', 'functions', 'logit_bias'],
  ...['logprobs', 'max_completion_tokens', 'max_tokens', 'metadata', 'modalities', 'moderation', 'n'],
  ...['parallel_tool_calls', 'prediction', 'presence_penalty', 'prompt_cache_key', 'prompt_cache_options'],
  ...['prompt_cache_retention', 'reasoning_effort', 'response_format', 'safety_identifier', 'seed'],
  ...['service_tier', 'stop', 'store', 'stream', 'stream_options', 'temperature', 'tool_choice', 'tools'],
  ...['top_logprobs', 'top_p', 'user', 'verbosity', 'web_search_options'],
]

/** Fields of messages. */
export const CHAT_MESSAGE_FIELDS = [
  ...['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'refusal', 'audio', 'function_call'],
]

/**
 * `client_metadata` is not in the types. Codex sends it to every server (openai/codex#16912), and Azure accepted
 * requests of such versions (openai/codex#37432).
 */
export const RESPONSES_FIELDS = [
  ...['background', 'client_metadata', 'context_management', 'conversation', 'include', 'input'],
  'instructions',
  ...['max_output_tokens', 'max_tool_calls', 'metadata', 'model', 'moderation', 'parallel_tool_calls'],
  ...['previous_response_id', 'prompt', 'prompt_cache_key', 'prompt_cache_options', 'prompt_cache_retention'],
  ...['reasoning', 'safety_identifier', 'service_tier', 'store', 'stream', 'stream_options', 'temperature'],
  ...['text', 'tool_choice', 'tools', 'top_logprobs', 'top_p', 'truncation', 'user'],
]

export const MESSAGES_FIELDS = [
  ...['model', 'messages', 'max_tokens', 'system', 'tools', 'tool_choice', 'thinking', 'metadata'],
  ...['stop_sequences', 'stream', 'temperature', 'top_k', 'top_p', 'service_tier', 'container', 'thread'],
  ...['cache_control', 'inference_geo', 'output_config', 'mcp_servers', 'fallbacks', 'speed'],
]

export const MISTRAL_FIELDS = [
  ...['model', 'messages', 'temperature', 'top_p', 'max_tokens', 'stream', 'stop', 'random_seed', 'metadata'],
  ...['response_format', 'tools', 'tool_choice', 'presence_penalty', 'frequency_penalty', 'n', 'prediction'],
  ...['parallel_tool_calls', 'prompt_mode', 'reasoning_effort', 'guardrails', 'safe_prompt'],
  ...['prompt_cache_key', 'service_tier'],
]

export const GENERATE_FIELDS = [
  ...['contents', 'systemInstruction', 'system_instruction', 'tools', 'toolConfig', 'tool_config', 'labels'],
  ...['generationConfig', 'generation_config', 'safetySettings', 'safety_settings', 'cachedContent'],
  ...['cached_content', 'serviceTier', 'store', 'continuationToken', 'model'],
]
