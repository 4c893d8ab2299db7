import type { FactSources } from '../../src/codec/wire/fact-sources.js'
import { documented, eachOf, inLibrary, inThreads, UNVERIFIED } from '../../src/codec/wire/limit-sources.js'

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
  ownLimits: {
    ...eachOf(
      documented(
        'https://github.com/mistralai/mistral-common/blob/main/src/mistral_common/protocol/instruct/validator.py',
      ),
      'callId toolName systemMessages firstRole refusesBlankText resultMedia schemas',
    ),
    ...eachOf(
      inLibrary('@mistralai/mistralai 2.7'),
      'customTools userMedia mediaSources allowedTools reasoningDepth cacheKey outcomes errorResultMedia',
    ),
    ...eachOf(inThreads('vercel/ai#14312'), 'hostedTools'),
    ...eachOf(
      documented(
        'https://docs.mistral.ai/capabilities/vision',
        'https://docs.mistral.ai/capabilities/audio',
        'https://docs.mistral.ai/capabilities/document_ai',
      ),
      'mediaLimits',
    ),
    ...eachOf(UNVERIFIED, 'toolChoices toolsRequiredWithHistory'),
    ...eachOf(inThreads('partITech/php-mistral#76'), 'knownFields'),
  },
  profiles: {
    'older-deployments': { resultsAlone: inThreads('charmbracelet/crush#279', 'zed-industries/zed#37021') },
  },
}
