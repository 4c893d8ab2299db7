import type { FactSources } from '../../src/codec/wire/fact-sources.js'

/** Sources of the facts of this wire. The JSON of protocol buffers, as logs have it. */
export const sources: FactSources = {
  stream: {
    seen: 'library',
    at: [
      'https://github.com/pydantic/pydantic-ai/blob/main/pydantic_ai_slim/pydantic_ai/models/xai.py',
      'https://github.com/xai-org/xai-proto',
    ],
    begins: /^\{"id":/,
    ends: /"usage":\{.*\}\n$/,
  },
  headers: { seen: 'documentation', at: ['https://github.com/xai-org/xai-proto'] },
  limits: {
    seen: 'documentation',
    at: ['https://github.com/xai-org/xai-proto', 'https://docs.x.ai/docs/guides/image-understanding'],
  },
}
