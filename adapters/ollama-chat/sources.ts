import type { FactSources } from '../../src/codec/wire/fact-sources.js'
import { documented, eachOf, inThreads, UNVERIFIED } from '../../src/codec/wire/limit-sources.js'

/** Sources of the facts of this wire. */
export const sources: FactSources = {
  stream: {
    seen: 'documentation',
    at: ['https://docs.ollama.com/api/chat', 'https://github.com/ollama/ollama/blob/main/server/routes.go'],
    begins: /^\{"model":/,
    ends: /\}\n$/,
  },
  headers: { seen: 'documentation', at: ['https://docs.ollama.com/cloud'] },
  errors: { seen: 'documentation', at: ['https://docs.ollama.com/api/errors'] },
  limits: {
    seen: 'documentation',
    at: [
      'https://github.com/ollama/ollama/blob/main/api/types.go',
      'https://docs.ollama.com/capabilities/tool-calling',
    ],
  },
  ownLimits: {
    ...eachOf(
      documented('https://github.com/ollama/ollama/blob/main/api/types.go'),
      'callId toolName bareReasoning customTools userMedia resultMedia errorResultMedia mediaSources mediaLimits allowedTools toolChoices parallelSwitch strictTools schemas reasoningDepth outcomes',
    ),
    ...eachOf(inThreads('ollama/ollama#17774'), 'systemMessages'),
    ...eachOf(UNVERIFIED, 'refusesBlankText toolsRequiredWithHistory'),
  },
  profiles: {
    native: { thinkingBack: UNVERIFIED },
    rendered: {},
    cloud: { refusedSettings: documented('https://docs.ollama.com/cloud') },
  },
}
