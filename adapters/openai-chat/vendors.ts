import { OPEN_API } from '../../src/base/schema/schema-dialect.js'
import type { Limits, TextLimit } from '../../src/codec/wire/limits.js'
import { SIGNATURE_ISSUER } from './calls.js'
import { knownFields } from './known-fields.js'
import { cerebrasOutput, moonshotOutput, moonshotSchemas } from './vendor-schemas.js'

/** The id format that `mistral-common` and templates copied from it check. */
const nineCharacters: TextLimit = {
  pattern: '[a-zA-Z0-9]+',
  characters: 'a-zA-Z0-9',
  maxLength: 9,
  exactLength: true,
  rule: 'MISTRAL-COMPAT-ID-01',
}

/** Limits of vendors that accept only functions. Only OpenAI is known to accept other tools and the role `developer`. */
const functions: Partial<Limits> = {
  customTools: false,
  hostedTools: {},
  vendorTools: false,
  developerRole: false,
}
/** Limits of vendors without documented routing by cache key. */
const vendor: Partial<Limits> = { ...functions, cacheKey: false }
/** The older name of the output limit, the only name that most servers accept. */
const olderName = { maxOutputTokens: 'max_tokens' }
const older: Partial<Limits> = { ...vendor, settingForms: olderName }

/** Servers whose chat templates refuse a second system message, such as that of Qwen 3.5. */
const oneSystem: Partial<Limits> = { ...older, systemMessages: 'one' }

/** Templates of Mistral, Gemma and older Llama: roles alternate, the system message is first, results are separate messages. */
const template: Partial<Limits> = { ...oneSystem, alternatingRoles: true, resultsAlone: true }

/** The older name of the end-user field. Most servers accept only this name. */
const olderUser = { endUser: 'user' }

const cerebras: Partial<Limits> = {
  ...functions,
  parallelSwitch: false,
  settingForms: olderUser,
  refusedSettings: ['frequencyPenalty', 'presencePenalty', 'serviceTier', 'metadata', 'topK', 'verbosity'],
  knownFields: knownFields.cerebras,
  outputSchema: cerebrasOutput,
  thinkingBack: { field: 'reasoning' },
}

/**
 * Profiles of vendors and servers. Callers choose a profile by name, senders by the host (`vendor-hosts.ts`).
 * Sources: `vendor-sources.ts`.
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
  azure: { ...functions, developerRole: true, userMedia: ['image', 'audio'] },
  'azure-mistral': {
    ...functions,
    callId: nineCharacters,
    userMedia: ['image', 'audio'],
    settingForms: olderName,
  },
  cerebras,
  // GLM on Cerebras reads earlier thinking only in the text.
  'cerebras-glm': { ...cerebras, thinkingBack: 'in-text' },
  // https://github.com/567-labs/instructor/issues/1766
  'cerebras-gpt-oss': { ...cerebras, toolChoices: ['auto', 'none'] },
  chutes: vendor,
  // The features that every server of the wire has, for servers that no profile describes.
  compatible: { ...oneSystem, resultParts: false, refusedSettings: ['cacheKey'] },
  copilot: { ...vendor, developerRole: true, hostedTools: { web_search: /^/ } },
  // Only the beta has strict tools.
  deepseek: {
    ...vendor,
    strictTools: false,
    settingForms: { ...olderName, reasoning: 'thinking' },
    thinkingBack: { field: 'reasoning_content', needed: 'answers' },
  },
  fireworks: {
    ...functions,
    settingForms: { ...olderName, ...olderUser },
    refusedSettings: ['verbosity'],
    knownFields: knownFields.fireworks,
    thinkingBack: { field: 'reasoning_content' },
  },
  // `text` next to `tool_calls`: https://github.com/NousResearch/hermes-agent/issues/69231
  // Parameters are converted to Google's schemas, and unknown fields are refused:
  // https://github.com/zed-industries/zed/issues/44875
  'gemini-compat': {
    ...vendor,
    textWithCalls: false,
    callSignatures: SIGNATURE_ISSUER,
    schemas: { ...OPEN_API, isAlwaysChecked: 'entirely' },
    refusedSettings: ['cacheKey', 'frequencyPenalty', 'topK'],
  },
  'github-models': { ...vendor, developerRole: true },
  // `reasoning_content` is refused.
  groq: {
    ...vendor,
    settingForms: olderUser,
    refusedSettings: ['cacheKey', 'logProbabilities', 'topK', 'verbosity'],
    knownFields: knownFields.groq,
    thinkingBack: { field: 'reasoning' },
  },
  huggingface: older,
  // A tool choice by name silently becomes `auto`.
  'llama.cpp': { ...template, toolChoices: ['auto', 'none', 'required'] },
  // Tool choices are strings, and so are results.
  lmstudio: { ...template, toolChoices: ['auto', 'none', 'required'], resultParts: false },
  // `tool_choice: "auto"` is refused.
  minimax: { ...oneSystem, toolChoices: ['none', 'required', 'tool', 'allowed', 'opaque'] },
  // Mistral refuses the newer name of the output limit.
  mistral: {
    ...functions,
    callId: nineCharacters,
    settingForms: olderName,
    refusedSettings: ['endUser', 'logProbabilities', 'seed', 'topK', 'verbosity'],
    knownFields: knownFields.mistral,
    thinkingBack: 'none',
  },
  // An empty text counts as missing.
  moonshot: {
    ...functions,
    // Names that begin with a digit are refused: https://github.com/MoonshotAI/kimi-cli/issues/2531
    toolName: {
      pattern: '[a-zA-Z_][a-zA-Z0-9_-]*',
      characters: 'a-zA-Z0-9_-',
      maxLength: 64,
      rule: 'MOONSHOT-NAME-01',
    },
    userMedia: ['image', 'video'],
    schemas: moonshotSchemas,
    outputSchema: moonshotOutput,
    settingForms: { reasoning: 'thinking' },
    thinkingBack: { field: 'reasoning_content', needed: 'calls', empty: ' ' },
  },
  // It hosts models with the templates of many makers.
  nim: {
    ...template,
    settingForms: { ...olderName, ...olderUser },
    refusedSettings: ['cacheKey', 'metadata', 'serviceTier', 'verbosity'],
    knownFields: knownFields.nim,
    thinkingBack: 'none',
  },
  // `tool_choice` is not read. The template of Qwen 3.8 accepts one system message.
  'ollama-compat': {
    ...oneSystem,
    strictTools: false,
    parallelSwitch: false,
    toolChoices: ['auto'],
    userMedia: ['image'],
    mediaLimits: { image: { sources: ['data'], names: false } },
    thinkingBack: { field: 'reasoning' },
  },
  openrouter: {
    ...functions,
    developerRole: true,
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
  // The user and the assistant alternate after the system message.
  perplexity: { ...template, hostedTools: { web_search: /^/ } },
  sglang: { ...oneSystem, thinkingBack: { field: 'reasoning_content' } },
  snowflake: {
    ...vendor,
    strictTools: false,
    reasoningDepth: 'either',
    settingForms: { reasoning: 'reasoning' },
  },
  together: older,
  vllm: { ...template, thinkingBack: { field: 'reasoning' } },
  // `search_parameters` is gone (410), and a tool of another kind is an unknown variant (422). `additionalProperties:
  // false` was refused from April to September 2026: https://github.com/vercel/ai/pull/20760
  xai: { ...vendor, thinkingBack: 'none' },
  zai: {
    ...vendor,
    settingForms: { reasoning: 'thinking' },
    thinkingBack: { field: 'reasoning_content' },
  },
} satisfies Readonly<Record<string, Partial<Limits>>>
