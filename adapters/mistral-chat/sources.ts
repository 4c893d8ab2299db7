import type { FactSources } from '../../src/codec/wire/fact-sources.js'
import { inThreads } from '../../src/codec/wire/limit-sources.js'

/** Sources of the facts of this wire. */
export const sources: FactSources = {
  stream: {
    seen: 'documentation',
    at: ['https://docs.mistral.ai/api/#tag/chat'],
    begins: /^data: \{"id":/,
    ends: /\n\ndata: \[DONE\]\n\n$/,
  },
  headers: { seen: 'documentation', at: ['https://docs.mistral.ai/api/#tag/chat'] },
  errors: {
    seen: 'bytes',
    at: [
      'https://github.com/BerriAI/litellm/issues/6323',
      'https://github.com/mistralai/mistral-vibe/issues/617',
      'https://github.com/raycast/extensions/issues/31107',
    ],
  },
  limits: {
    seen: 'library',
    at: ['https://github.com/mistralai/mistral-common', '@mistralai/mistralai 2.7'],
  },
  profiles: {
    'older-deployments': { resultsAlone: inThreads('charmbracelet/crush#279', 'zed-industries/zed#37021') },
  },
}
