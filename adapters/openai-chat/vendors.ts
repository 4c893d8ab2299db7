import type { Limits, TextLimit } from '../../src/codec/wire/limits.js'

/** What `mistral-common` and the templates that copy it check. */
const nineCharacters: TextLimit = {
  pattern: '[a-zA-Z0-9]+',
  characters: 'a-zA-Z0-9',
  maxLength: 9,
  exactLength: true,
  rule: 'MISTRAL-COMPAT-ID-01',
}

/** Nothing says that it routes by the key of a cache. */
const vendor: Partial<Limits> = { cacheKey: false }
/** Most servers know only the older name of the output limit. */
const olderName = { maxOutputTokens: 'max_tokens' }
const older: Partial<Limits> = { ...vendor, settingForms: olderName }

/**
 * Templates of Mistral, Gemma and older Llama: roles alternate, the system speaks first, results stand apart.
 * https://github.com/ggml-org/llama.cpp/issues/19851
 */
const template: Partial<Limits> = {
  ...older,
  systemMessages: 'leading',
  alternatingRoles: true,
  resultsAlone: true,
}

/** https://github.com/pydantic/pydantic-ai/blob/main/pydantic_ai_slim/pydantic_ai/providers/cerebras.py */
const cerebras: Partial<Limits> = {
  parallelSwitch: false,
  refusedSettings: ['frequencyPenalty', 'presencePenalty', 'serviceTier'],
  refusedFields: ['logit_bias'],
}

/** Vendors and servers of the format, by the names under which callers choose them. A URL never does. */
export const vendors: Readonly<Record<string, Partial<Limits>>> = {
  // Files are refused: https://www.alibabacloud.com/help/en/model-studio/qwen-api-via-openai-chat-completions
  alibaba: {
    ...vendor,
    userMedia: ['image', 'audio', 'video'],
    reasoningDepth: 'budget',
    settingForms: { reasoning: 'enable_thinking' },
    thinkingBack: 'none',
  },
  // https://docs.claude.com/en/api/openai-sdk
  'anthropic-compat': { ...vendor, userMedia: ['image', 'file'], strictTools: false },
  // https://github.com/pydantic/pydantic-ai/blob/main/pydantic_ai_slim/pydantic_ai/providers/azure.py
  azure: { userMedia: ['image', 'audio'] },
  // https://github.com/pydantic/pydantic-ai/issues/6593
  'azure-mistral': { callId: nineCharacters, userMedia: ['image', 'audio'], settingForms: olderName },
  cerebras,
  // Its GLM reads earlier thinking in the text alone.
  'cerebras-glm': { ...cerebras, thinkingBack: 'in-text' },
  chutes: vendor,
  // https://api-docs.deepseek.com/guides/thinking_mode; strict tools are of the beta alone.
  deepseek: {
    ...vendor,
    strictTools: false,
    settingForms: { ...olderName, reasoning: 'thinking' },
    thinkingBack: { field: 'reasoning_content', needed: 'answers' },
  },
  fireworks: older,
  'gemini-compat': { ...vendor, customTools: false },
  'github-models': vendor,
  // https://console.groq.com/docs/openai
  groq: {
    ...vendor,
    settingForms: { endUser: 'user' },
    refusedSettings: ['logProbabilities'],
    refusedFields: ['logit_bias'],
  },
  huggingface: older,
  'llama.cpp': template,
  lmstudio: template,
  // It refuses the newer name: https://github.com/editor-code-assistant/eca/issues/231
  mistral: { callId: nineCharacters, settingForms: olderName },
  // An empty text counts as missing: https://github.com/earendil-works/pi/pull/4178
  moonshot: {
    userMedia: ['image', 'video'],
    toolChoices: ['auto', 'none', 'tool', 'allowed', 'opaque'],
    settingForms: { reasoning: 'thinking' },
    thinkingBack: { field: 'reasoning_content', needed: 'calls', empty: ' ' },
  },
  // https://github.com/ollama/ollama/blob/main/openai/openai.go
  'ollama-compat': {
    ...older,
    strictTools: false,
    userMedia: ['image'],
    mediaLimits: { image: { sources: ['data'], names: false } },
  },
  // https://openrouter.ai/docs/features/prompt-caching
  openrouter: {
    reasoningDepth: 'either',
    settingForms: { reasoning: 'reasoning' },
    cacheMarks: {
      on: ['text', 'answer', 'media', 'result-part', 'tool'],
      ttls: ['5m', '1h'],
      most: 4,
      field: 'cache_control',
      // Others cache by themselves.
      models: /^~?anthropic\//,
    },
  },
  perplexity: older,
  sglang: older,
  // https://github.com/pydantic/pydantic-ai/blob/main/pydantic_ai_slim/pydantic_ai/providers/snowflake.py
  snowflake: {
    ...vendor,
    strictTools: false,
    reasoningDepth: 'either',
    settingForms: { reasoning: 'reasoning' },
  },
  together: older,
  vllm: template,
  xai: { ...vendor, thinkingBack: 'none' },
  // https://docs.z.ai/guides/capabilities/thinking-mode
  zai: {
    ...vendor,
    settingForms: { reasoning: 'thinking' },
    thinkingBack: { field: 'reasoning_content' },
  },
}
