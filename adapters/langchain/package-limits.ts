import type { CarriedKind, Limits } from '../../src/codec/wire/limits.js'

// Limits of LangChain's packages, for the limit profiles that have their names. Sources: the packages'
// sources, which scripts/senders runs.

/** Packages omit or reject parts of other providers. */
const carries: readonly CarriedKind[] = ['metadata', 'source']

const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

const base: Partial<Limits> = {
  carries,
  customTools: false,
  urlSafeBase64: false,
  assistantMedia: [],
  resultMedia: [],
  resultParts: false,
  errorResultMedia: false,
  refusesBlankText: 'empty',
  mediaSources: ['data', 'url'],
  schemas: { needs: ['properties'] },
  mediaLimits: { image: { types: IMAGES, names: false }, file: { types: ['application/pdf'] } },
}

const word = { pattern: '[a-zA-Z0-9_-]+', characters: 'a-zA-Z0-9_-', maxLength: 64 } as const

export const profiles: Readonly<Record<string, Partial<Limits>>> = {
  '@langchain/openai': { ...base, userMedia: ['image', 'file'] },
  '@langchain/anthropic': {
    ...base,
    firstRole: 'user',
    callId: word,
    toolName: { ...word, maxLength: 128 },
    userMedia: ['image', 'file'],
    resultMedia: ['image'],
    resultParts: true,
  },
  '@langchain/google-genai': {
    ...base,
    firstRole: 'user',
    schemas: { needs: ['properties'], references: 'none', nulls: 'nullable' },
    systemMessages: 'one',
    userMedia: ['image'],
    mediaLimits: { image: { types: IMAGES, sources: ['data'], names: false } },
  },
  '@langchain/mistralai': { ...base, systemMessages: 'leading', textWithCalls: false, userMedia: ['image'] },
  '@langchain/aws': {
    ...base,
    callId: word,
    toolName: word,
    systemMessages: 'leading',
    firstRole: 'user',
    toolsRequiredWithHistory: 'any',
    refusesEmptyDescriptions: true,
    userMedia: ['image'],
    resultMedia: ['image'],
    mediaLimits: { image: { types: IMAGES, sources: ['data'], names: false } },
    resultParts: true,
  },
  '@langchain/ollama': {
    ...base,
    userMedia: ['image'],
    mediaLimits: { image: { types: IMAGES, sources: ['data'], names: false } },
  },
}
