import type { FactSources } from '../../src/codec/wire/fact-sources.js'
import { documented, eachOf, inLibrary, UNVERIFIED } from '../../src/codec/wire/limit-sources.js'

/** Sources of the facts of this wire. The JSON of protocol buffers, as logs have it. */
export const sources: FactSources = {
  stream: {
    seen: 'library',
    at: [
      'https://github.com/pydantic/pydantic-ai/blob/main/pydantic_ai_slim/pydantic_ai/models/xai.py',
      'https://github.com/xai-org/xai-proto',
    ],
    begins: /^\{"id":/,
    ends: /[}\]]\}\n$/,
  },
  headers: { seen: 'documentation', at: ['https://github.com/xai-org/xai-proto'] },
  limits: {
    seen: 'documentation',
    at: ['https://github.com/xai-org/xai-proto', 'https://docs.x.ai/docs/guides/image-understanding'],
  },
  ownLimits: {
    ...eachOf(
      documented('https://github.com/xai-org/xai-proto/blob/main/proto/xai/api/v1/chat.proto'),
      'toolName systemMessages customTools userMedia mediaSources allowedTools strictTools reasoningDepth outcomes storedTurns',
    ),
    ...eachOf(
      inLibrary(
        'https://github.com/pydantic/pydantic-ai/tree/main/pydantic_ai_slim/pydantic_ai/models/xai.py',
      ),
      'resultMedia errorResultMedia',
    ),
    ...eachOf(documented('https://docs.x.ai/docs/guides/image-understanding'), 'mediaLimits'),
    ...eachOf(documented('https://protobuf.dev/programming-guides/json'), 'urlSafeBase64'),
    ...eachOf(UNVERIFIED, 'callId refusesBlankText toolsRequiredWithHistory'),
  },
}
