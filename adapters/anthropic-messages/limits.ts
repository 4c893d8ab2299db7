import type { Limits } from '../../src/adapter/limits.js'

/** Sources: the README of this folder. */
export const limits: Limits = {
  callId: { pattern: '[a-zA-Z0-9_-]+', characters: 'a-zA-Z0-9_-', maxLength: Number.MAX_SAFE_INTEGER },
  toolName: { pattern: '[a-zA-Z0-9_-]+', characters: 'a-zA-Z0-9_-', maxLength: 128 },
  systemMessages: 'leading',
  firstRole: 'user',
  refusesBlankText: true,
  customTools: false,
  userMedia: ['image', 'file'],
  resultMedia: ['image', 'file'],
  errorResultMedia: false,
  mediaSources: ['data', 'url', 'file-id', 'text'],
  toolsRequiredWithHistory: false,
  finishReasons: ['stop', 'tool-calls', 'length', 'content-filter'],
  requiresMaxOutputTokens: true,
}
