import type { Limits, TextLimit } from '../../src/codec/wire/limits.js'

/** The id format that `mistral-common` and templates copied from it check. */
const nineCharacters: TextLimit = {
  pattern: '[a-zA-Z0-9]+',
  characters: 'a-zA-Z0-9',
  maxLength: 9,
  exactLength: true,
  rule: 'MISTRAL-COMPAT-ID-01',
}

/** Limits of vendors that accept only functions. Only OpenAI is known to accept other tools. */
const functions: Partial<Limits> = { customTools: false, hostedTools: {} }
/** Limits of vendors without documented routing by cache key. */
const vendor: Partial<Limits> = { ...functions, cacheKey: false }
/** The older name of the output limit, the only name that most servers accept. */
const olderName = { maxOutputTokens: 'max_tokens' }
const older: Partial<Limits> = { ...vendor, settingForms: olderName }

/** Templates of Mistral, Gemma and older Llama: roles alternate, the system message is first, results are separate messages. */
const template: Partial<Limits> = {
  ...older,
  systemMessages: 'leading',
  alternatingRoles: true,
  resultsAlone: true,
}

const cerebras: Partial<Limits> = {
  ...functions,
  parallelSwitch: false,
  refusedSettings: ['frequencyPenalty', 'presencePenalty', 'serviceTier'],
  refusedFields: ['logit_bias'],
}

/**
 * Profiles of vendors and servers, by the names under which callers choose them. A URL does not select a
 * profile. Sources: `vendor-sources.ts`.
 */
export const vendors = {
  // Files are refused.
  alibaba: {
    ...vendor,
    userMedia: ['image', 'audio', 'video'],
    reasoningDepth: 'budget',
    settingForms: { reasoning: 'enable_thinking' },
    thinkingBack: 'none',
  },
  'anthropic-compat': { ...vendor, userMedia: ['image', 'file'], strictTools: false },
  azure: { ...functions, userMedia: ['image', 'audio'] },
  'azure-mistral': {
    ...functions,
    callId: nineCharacters,
    userMedia: ['image', 'audio'],
    settingForms: olderName,
  },
  cerebras,
  // GLM on Cerebras reads earlier thinking only in the text.
  'cerebras-glm': { ...cerebras, thinkingBack: 'in-text' },
  chutes: vendor,
  // Only the beta has strict tools.
  deepseek: {
    ...vendor,
    strictTools: false,
    settingForms: { ...olderName, reasoning: 'thinking' },
    thinkingBack: { field: 'reasoning_content', needed: 'answers' },
  },
  fireworks: older,
  // `text` next to `tool_calls`: https://github.com/NousResearch/hermes-agent/issues/69231
  'gemini-compat': { ...vendor, textWithCalls: false },
  'github-models': vendor,
  groq: {
    ...vendor,
    settingForms: { endUser: 'user' },
    refusedSettings: ['logProbabilities'],
    refusedFields: ['logit_bias'],
  },
  huggingface: older,
  'llama.cpp': template,
  lmstudio: template,
  // Mistral refuses the newer name of the output limit.
  mistral: { ...functions, callId: nineCharacters, settingForms: olderName },
  // An empty text counts as missing.
  moonshot: {
    ...functions,
    userMedia: ['image', 'video'],
    toolChoices: ['auto', 'none', 'tool', 'allowed', 'opaque'],
    settingForms: { reasoning: 'thinking' },
    thinkingBack: { field: 'reasoning_content', needed: 'calls', empty: ' ' },
  },
  'ollama-compat': {
    ...older,
    strictTools: false,
    userMedia: ['image'],
    mediaLimits: { image: { sources: ['data'], names: false } },
  },
  openrouter: {
    ...functions,
    hostedTools: { web_search: /^/ },
    reasoningDepth: 'either',
    settingForms: { reasoning: 'reasoning' },
    cacheMarks: {
      on: ['text', 'answer', 'media', 'result-part', 'tool'],
      ttls: ['5m', '1h'],
      most: 4,
      field: 'cache_control',
      // Other models cache automatically.
      models: /^~?anthropic\//,
    },
  },
  perplexity: { ...older, hostedTools: { web_search: /^/ } },
  sglang: older,
  snowflake: {
    ...vendor,
    strictTools: false,
    reasoningDepth: 'either',
    settingForms: { reasoning: 'reasoning' },
  },
  together: older,
  vllm: template,
  xai: { ...vendor, thinkingBack: 'none' },
  zai: {
    ...vendor,
    settingForms: { reasoning: 'thinking' },
    thinkingBack: { field: 'reasoning_content' },
  },
} satisfies Readonly<Record<string, Partial<Limits>>>
