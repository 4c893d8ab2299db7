import { rangesOf } from '../../src/codec/shape/settings/setting-ranges.js'
import type { Limits, TextLimit } from '../../src/codec/wire/limits.js'
import { SETTINGS } from './settings.js'

/** The limit of ids and names, which are not checked. */
const someText: TextLimit = { pattern: '[\\s\\S]+', characters: '\\s\\S', maxLength: 1024 }

/** Sources: README.md and the rules of the same numbers. */
export const limits: Limits = {
  settingRanges: rangesOf(SETTINGS),
  callId: someText,
  toolName: someText,
  // Ollama's renderer of Qwen 3.8 refuses others: https://github.com/ollama/ollama/issues/17774
  systemMessages: 'one',
  refusesBlankText: false,
  // Thinking is bare text, and is sent back to the model that wrote it.
  bareReasoning: true,
  customTools: false,
  userMedia: ['image', 'audio'],
  // `images` is accepted on any message. Templates differ in the images that they show next to a result.
  resultMedia: [],
  errorResultMedia: false,
  // OLLAMA-CONTENT-03.
  mediaSources: ['data'],
  mediaLimits: { image: { names: false }, audio: { names: false } },
  allowedTools: false,
  // The wire has no tool choice: to forbid calls, no tools are sent.
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
    // llama.cpp's server runs models with their own template, which does not receive thinking of earlier
    // turns.
    native: { thinkingBack: 'none' },
    // Ollama renders other models, and sends earlier thinking to models that need it.
    rendered: {},
    // https://docs.ollama.com/cloud: OLLAMA-FORMAT-01 and OLLAMA-PAIR-01.
    cloud: { refusedSettings: ['outputFormat'] },
  },
}
