import { rangesOf } from '../../src/codec/shape/settings/setting-ranges.js'
import type { Limits } from '../../src/codec/wire/limits.js'
import { SETTINGS } from './settings.js'

/** The facts of the provider, each with the rule that refuses the rest. Sources: README.md. TODO: every line is an example. */
export const limits: Limits = {
  settingRanges: rangesOf(SETTINGS),
  callId: { pattern: '[a-zA-Z0-9_-]+', characters: 'a-zA-Z0-9_-', maxLength: 64, rule: 'ACME-ID-01' },
  toolName: { pattern: '[a-zA-Z0-9_-]+', characters: 'a-zA-Z0-9_-', maxLength: 64, rule: 'ACME-NAME-01' },
  systemMessages: 'anywhere',
  refusesBlankText: false,
  customTools: false,
  userMedia: [],
  resultMedia: [],
  errorResultMedia: false,
  mediaSources: [],
  allowedTools: false,
  toolsRequiredWithHistory: false,
  strictTools: false,
  thinkingBack: 'none',
  outcomes: ['complete', 'tool-calls', 'length', 'filtered'],
}
