import { rangesOf } from '../../src/codec/shape/settings/setting-ranges.js'
import type { Limits, TextLimit } from '../../src/codec/wire/limits.js'
import { SETTINGS } from './settings.js'

/** Neither ids nor names are checked. */
const someText: TextLimit = { pattern: '[\\s\\S]+', characters: '\\s\\S', maxLength: 1024 }

/** Sources: README.md and the rules of the same numbers. */
export const limits: Limits = {
  settingRanges: rangesOf(SETTINGS),
  callId: someText,
  toolName: someText,
  systemMessages: 'anywhere',
  refusesBlankText: false,
  // Thinking is bare text, and goes back to the model that wrote it.
  bareReasoning: true,
  customTools: false,
  userMedia: ['image', 'audio'],
  // `images` is taken on any message; what templates show of it beside a result varies.
  resultMedia: [],
  errorResultMedia: false,
  // OLLAMA-CONTENT-03.
  mediaSources: ['data'],
  mediaLimits: { image: { names: false }, audio: { names: false } },
  allowedTools: false,
  // There is no field for it: calls are forbidden by sending no tools.
  toolChoices: [],
  parallelSwitch: false,
  toolsRequiredWithHistory: false,
  strictTools: false,
  // OLLAMA-SCHEMA-01 and -02: `ToolProperty` of https://github.com/ollama/ollama, `api/types.go`, has no other fields.
  schemas: {
    keywords: ['anyOf', 'type', 'items', 'description', 'enum', 'properties', 'required'],
    references: 'none',
    root: 'plain',
    booleans: false,
  },
  reasoningDepth: 'effort',
  outcomes: ['complete', 'tool-calls', 'length'],
  profiles: {
    // llama.cpp's server runs models that bring their own template; it is not handed thinking of earlier turns.
    native: { thinkingBack: 'none' },
    // Ollama renders the others itself: those that need their thinking read it.
    rendered: {},
    // https://docs.ollama.com/cloud: OLLAMA-FORMAT-01 and OLLAMA-PAIR-01.
    cloud: { refusedSettings: ['outputFormat'] },
  },
}
