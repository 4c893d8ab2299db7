import type { Limits } from '../../src/adapter/limits.js'
import { strictMode } from './family.js'

/** Sources: README.md. */
export const limits: Limits = {
  // The API limits the length only (`FunctionCallOutputItemParam` in openai-openapi); foreign ids are accepted as they are.
  callId: { pattern: '[\\x20-\\x7e]+', characters: 'a-zA-Z0-9_-', maxLength: 64 },
  // `FunctionToolParam`: 1 to 128; older deployments stop at 64 (rule OPENAI-RESP-NAME-03 warns).
  toolName: { pattern: '[a-zA-Z0-9_-]+', characters: 'a-zA-Z0-9_-', maxLength: 128 },
  systemMessages: 'anywhere',
  refusesBlankText: false,
  customTools: true,
  userMedia: ['image', 'file'],
  resultMedia: ['image', 'file'],
  errorResultMedia: true,
  mediaSources: ['data', 'url', 'file-id'],
  toolsRequiredWithHistory: false,
  strictMode,
  finishReasons: ['stop', 'tool-calls', 'length', 'content-filter', 'error'],
  storedTurns: ['previous_response_id', 'conversation'],
}
