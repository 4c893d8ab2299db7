import type { CarriedKind, Limits } from '../../src/codec/wire/limits.js'

// Limits of the SDK's packages, for the limit profiles that have their names. Sources: the packages'
// sources, which scripts/senders runs.

/** Packages omit or reject parts of other providers, and encode the rest of the message. */
const carries: readonly CarriedKind[] = ['reasoning', 'metadata', 'source']

const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** Packages encode a list of parts as its JSON text, files included. */
const textResults: Partial<Limits> = { carries, resultMedia: [], resultParts: false, errorResultMedia: false }
const PDF = { types: ['application/pdf'] }

/** A file without a type cannot be sent: packages need it, or detect it from the first bytes. */
const base: Partial<Limits> = {
  ...textResults,
  assistantMedia: [],
  schemas: { needs: ['properties'] },
  mediaSources: ['data', 'url'],
  mediaLimits: { image: { types: IMAGES }, file: PDF },
}

const alphanumeric = {
  pattern: '[a-zA-Z0-9]+',
  characters: 'a-zA-Z0-9',
  maxLength: 9,
  exactLength: true,
} as const

const word = { pattern: '[a-zA-Z0-9_-]+', characters: 'a-zA-Z0-9_-', maxLength: 64 } as const

export const profiles: Readonly<Record<string, Partial<Limits>>> = {
  '@ai-sdk/openai': {
    ...base,
    carries: ['reasoning', 'source'],
    customTools: true,
    userMedia: ['image', 'file'],
    resultMedia: ['image', 'file'],
    resultParts: true,
    mediaSources: ['data', 'url', 'file-id'],
    fileIds: /^file-/,
  },
  '@ai-sdk/openai chat': {
    ...base,
    carries: ['reasoning', 'source'],
    fileIds: /^file-/,
    customTools: false,
    userMedia: ['image', 'audio', 'file'],
    mediaLimits: {
      image: { types: IMAGES, sources: ['data', 'url'] },
      audio: { types: ['audio/wav', 'audio/mpeg'], sources: ['data'] },
      file: { ...PDF, sources: ['data', 'file-id'] },
    },
  },
  '@ai-sdk/anthropic': {
    ...base,
    firstRole: 'user',
    refusesBlankText: 'empty',
    customTools: false,
    callId: word,
    toolName: { ...word, maxLength: 128 },
    userMedia: ['image', 'file'],
    resultMedia: ['image', 'file'],
    resultParts: true,
    mediaLimits: {
      image: { types: IMAGES },
      file: { types: ['application/pdf', 'text/plain'], sources: ['data', 'url', 'text'] },
    },
  },
  '@ai-sdk/google': {
    ...base,
    firstRole: 'user',
    customTools: false,
    systemMessages: 'leading',
    userMedia: ['image', 'audio', 'video', 'file'],
    mediaLimits: {
      image: { types: ['image/*'] },
      audio: { types: ['audio/*'] },
      video: { types: ['video/*'] },
    },
  },
  '@ai-sdk/mistral': {
    ...base,
    // A source would be a part of type `custom`, which the package rejects.
    carries: ['reasoning', 'metadata'],
    customTools: false,
    callId: alphanumeric,
    systemMessages: 'leading',
    userMedia: ['image', 'file'],
  },
  '@ai-sdk/amazon-bedrock': {
    ...base,
    customTools: false,
    callId: word,
    toolName: word,
    systemMessages: 'leading',
    firstRole: 'user',
    refusesBlankText: 'empty',
    userMedia: ['image', 'file'],
    resultMedia: ['image'],
    resultParts: true,
    mediaLimits: { image: { types: IMAGES, sources: ['data'] }, file: { ...PDF, sources: ['data'] } },
  },
  '@ai-sdk/cohere': {
    ...base,
    customTools: false,
    systemMessages: 'leading',
    textWithCalls: false,
    userMedia: ['image'],
  },
  '@ai-sdk/xai': {
    ...base,
    customTools: false,
    userMedia: ['image'],
    mediaLimits: { image: { types: IMAGES } },
  },
}

/** Returns the profiles for messages of user interfaces, whose results are converted to text by the SDK. */
export function uiProfiles(): Readonly<Record<string, Partial<Limits>>> {
  return Object.fromEntries(
    Object.entries(profiles).map(([name, profile]) => [name, { ...profile, ...uiResults }]),
  )
}

/** `convertToModelMessages` encodes an output that is not a text as its JSON. */
export const uiResults = {
  resultMedia: [],
  resultParts: false,
  errorResultMedia: false,
} as const satisfies Partial<Limits>
