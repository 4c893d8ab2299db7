import type { Limits, TextLimit } from '../../src/wire/limits.js'
import { schemas, strictMode } from './strict.js'

const newerName: TextLimit = {
  pattern: '[a-zA-Z0-9_.-]+',
  characters: 'a-zA-Z0-9_.-',
  maxLength: 64,
  rule: 'OPENAI-CHAT-NAME-01',
  lengthRule: 'OPENAI-CHAT-NAME-02',
}

const newer: Partial<Limits> = {
  callId: { pattern: '[!-~]+', characters: '!-~', maxLength: 64, rule: 'OPENAI-CHAT-ID-02' },
  toolName: newerName,
}

/** What `mistral-common` and the templates that copy it check. */
const nineCharacters: TextLimit = {
  pattern: '[a-zA-Z0-9]+',
  characters: 'a-zA-Z0-9',
  maxLength: 9,
  exactLength: true,
  rule: 'MISTRAL-COMPAT-ID-01',
}

/** Sources: README.md and the rules of the same numbers in rules.ts. */
export const limits: Limits = {
  // 40 is what all deployments take; newer ones of OpenAI take 64.
  callId: {
    pattern: '[!-~]+',
    characters: '!-~',
    maxLength: 40,
    rule: 'OPENAI-CHAT-ID-01',
    accepted: { pattern: '[^]*', maxLength: 64, rule: 'OPENAI-CHAT-ID-02' },
  },
  toolName: {
    pattern: '[a-zA-Z0-9_-]+',
    characters: 'a-zA-Z0-9_-',
    maxLength: 64,
    rule: 'OPENAI-CHAT-NAME-03',
    accepted: newerName,
  },
  systemMessages: 'anywhere',
  refusesBlankText: false,
  customTools: true,
  userMedia: ['image', 'audio', 'file'],
  // Tool messages take text only.
  resultMedia: [],
  errorResultMedia: false,
  mediaSources: ['data', 'url', 'file-id'],
  // Types and formats of the content parts in README.md's sources; files: https://developers.openai.com/api/docs/guides/file-inputs
  mediaLimits: {
    image: {
      sources: ['data', 'url'],
      types: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
      names: false,
    },
    audio: { sources: ['data'], types: ['audio/mpeg', 'audio/wav'], names: false },
    file: { sources: ['data', 'file-id'], types: ['application/pdf'] },
  },
  toolsRequiredWithHistory: false,
  schemas,
  strictMode,
  // https://developers.openai.com/api/docs/guides/prompt-caching
  cacheKey: true,
  // `schema must be a JSON Schema of 'type: "object"'`: https://github.com/podly-pure-podcasts/podly_pure_podcasts/pull/89
  outputSchema: { isOfObjects: true },
  // `error` is OpenRouter's.
  finishReasons: ['stop', 'tool-calls', 'length', 'content-filter', 'error'],
  profiles: {
    'newer-deployments': newer,
    // `prompt_cache_breakpoint` of the openai client: https://developers.openai.com/api/docs/guides/prompt-caching
    'gpt-5.6': {
      ...newer,
      cacheMarks: {
        on: ['text', 'answer', 'media', 'result-part'],
        ttls: ['30m', '12h'],
        most: 4,
        field: 'prompt_cache_breakpoint',
      },
    },
    // https://openrouter.ai/docs/features/prompt-caching
    openrouter: {
      cacheMarks: {
        on: ['text', 'answer', 'media', 'result-part', 'tool'],
        ttls: ['5m', '1h'],
        most: 4,
        field: 'cache_control',
        // Others cache by themselves.
        models: /^~?anthropic\//,
      },
    },
    // It refuses the newer name: https://github.com/editor-code-assistant/eca/issues/231
    mistral: { callId: nineCharacters, settingForms: { maxOutputTokens: 'max_tokens' } },
    // Vendors that differ in rules (rules/vendors.ts) and in what they call settings.
    alibaba: { cacheKey: false, settingForms: { reasoning: 'enable_thinking' } },
    cerebras: {},
    chutes: { cacheKey: false },
    deepseek: { cacheKey: false, settingForms: { maxOutputTokens: 'max_tokens', reasoning: 'thinking' } },
    google: { cacheKey: false },
    groq: { cacheKey: false, settingForms: { endUser: 'user' } },
    xai: { cacheKey: false },
    zai: { cacheKey: false, settingForms: { reasoning: 'thinking' } },
  },
}
