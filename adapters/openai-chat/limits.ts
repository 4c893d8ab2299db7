import { rangesOf } from '../../src/codec/shape/settings/setting-ranges.js'
import type { Limits, TextLimit } from '../../src/codec/wire/limits.js'
import { SETTINGS } from './settings.js'
import { schemas, strictMode } from './strict.js'
import { vendorHosts } from './vendor-hosts.js'
import { vendors } from './vendors.js'

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

/** Sources: README.md and the rules of the same numbers in rules.ts. */
export const limits: Limits = {
  settingRanges: rangesOf(SETTINGS),
  // All deployments accept 40; newer ones of OpenAI accept 64.
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
  // https://developers.openai.com/api/docs/guides/tools-web-search: only these models search on Chat Completions.
  hostedTools: { web_search: /search/ },
  userMedia: ['image', 'audio', 'file'],
  // Tool messages accept only text.
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
  reasoningDepth: 'effort',
  thinkingBack: 'as-it-came',
  schemas,
  strictMode,
  // https://developers.openai.com/api/docs/guides/prompt-caching
  cacheKey: true,
  // `schema must be a JSON Schema of 'type: "object"'`: https://github.com/podly-pure-podcasts/podly_pure_podcasts/pull/89
  outputSchema: { isOfObjects: true, strict: strictMode },
  // `error` is from OpenRouter.
  outcomes: ['complete', 'tool-calls', 'length', 'filtered'],
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
    ...vendors,
  },
  profilesByHost: vendorHosts,
  unknownHost: 'compatible',
}
