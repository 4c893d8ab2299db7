import type { Limits } from '../../src/codec/wire/limits.js'
import type { FitTarget } from '../../src/translate/fit/fit.js'

const word = { pattern: '[a-zA-Z0-9_-]+', characters: 'a-zA-Z0-9_-' }

const strict: Limits = {
  callId: { ...word, maxLength: 64 },
  toolName: { ...word, maxLength: 64 },
  systemMessages: 'leading',
  firstRole: 'user',
  refusesBlankText: true,
  customTools: false,
  userMedia: ['image', 'file'],
  resultMedia: ['image'],
  errorResultMedia: false,
  mediaSources: ['data', 'url'],
  toolsRequiredWithHistory: true,
  requiresMaxOutputTokens: true,
}

function target(limits: Partial<Limits> = {}): FitTarget {
  return { id: 'target', limits: { ...strict, ...limits } }
}

/** Fictitious wires that together have every kind of limit. All are called `target`. */
export const targets = {
  strict: target(),
  /** Ids of nine letters or digits, text only, few ordering rules. */
  exactIds: target({
    callId: { pattern: '[a-zA-Z0-9]{9}', characters: 'a-zA-Z0-9', maxLength: 9, exactLength: true },
    toolName: { pattern: '[a-zA-Z_][a-zA-Z0-9_.:-]*', characters: 'a-zA-Z0-9_.:-', maxLength: 24 },
    systemMessages: 'anywhere',
    firstRole: undefined,
    refusesBlankText: false,
    userMedia: [],
    resultMedia: [],
    toolsRequiredWithHistory: false,
    allowedTools: false,
  }),
  /** Accepts nearly everything. */
  liberal: target({
    callId: { pattern: '[^]+', characters: '\\s\\S', maxLength: 10_000 },
    toolName: { pattern: '[^]+', characters: '\\s\\S', maxLength: 10_000 },
    systemMessages: 'anywhere',
    firstRole: undefined,
    refusesBlankText: false,
    customTools: true,
    userMedia: ['image', 'audio', 'video', 'file'],
    resultMedia: ['image', 'audio', 'video', 'file'],
    assistantMedia: ['image', 'audio', 'video', 'file'],
    errorResultMedia: true,
    mediaSources: ['data', 'url', 'file-id', 'text'],
    toolsRequiredWithHistory: false,
    requiresMaxOutputTokens: false,
  }),
} satisfies Record<string, FitTarget>
