import type { Limits } from '../../src/wire/limits.js'

const anything = { pattern: '[^]*', characters: '\\s\\S', maxLength: 100_000 }

/** The SDK takes nearly everything: what a provider takes is a matter of its packages. Rules: README.md. */
export const limits: Limits = {
  carries: ['reasoning', 'provider-executed', 'provider-tools', 'metadata', 'source', 'opaque', 'open-calls'],
  callId: anything,
  toolName: anything,
  systemMessages: 'anywhere',
  refusesBlankText: false,
  customTools: true,
  userMedia: ['image', 'audio', 'video', 'file'],
  resultMedia: ['image', 'audio', 'video', 'file'],
  assistantMedia: ['image', 'audio', 'video', 'file'],
  errorResultMedia: true,
  mediaSources: ['data', 'url', 'file-id', 'text'],
  toolsRequiredWithHistory: false,
  modelOutsideBody: true,
}
