import type { NegligibleSettings } from '../../src/adapter/fields.js'

/** Beside the messages. https://ai.google.dev/api/generate-content#request-body */
export const NEGLIGIBLE: NegligibleSettings = {
  labels: 'any',
  safetySettings: [[]],
}

/** In `generationConfig`. https://ai.google.dev/api/generate-content#generationconfig */
export const NEGLIGIBLE_GENERATION: NegligibleSettings = {
  candidateCount: [1],
  responseModalities: [['TEXT']],
  responseMimeType: ['text/plain'],
  responseLogprobs: [false],
  logprobs: [0],
  frequencyPenalty: [0],
  presencePenalty: [0],
}

/** In `toolConfig`: about calls of tools that only Google has. */
export const NEGLIGIBLE_TOOL_CONFIG: NegligibleSettings = { includeServerSideToolInvocations: 'any' }
