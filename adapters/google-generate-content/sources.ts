import type { FactSources } from '../../src/codec/wire/fact-sources.js'
import { documented, inThreads, UNVERIFIED } from '../../src/codec/wire/limit-sources.js'

/** Sources of the facts of this wire. The stream has no last event; its end is that of the connection. */
export const sources: FactSources = {
  stream: {
    seen: 'bytes',
    at: ['https://github.com/pydantic/pydantic-ai/tree/main/tests/models/cassettes'],
    begins: /^data: \{"candidates":/,
    ends: /\}\r\n\r\n$/,
  },
  headers: {
    seen: 'documentation',
    at: [
      'https://ai.google.dev/gemini-api/docs/api-key',
      'https://cloud.google.com/vertex-ai/generative-ai/docs/start/express-mode/overview',
    ],
  },
  errors: {
    seen: 'documentation',
    at: [
      'https://ai.google.dev/gemini-api/docs/troubleshooting',
      'https://cloud.google.com/apis/design/errors',
    ],
  },
  limits: {
    seen: 'documentation',
    at: [
      'https://ai.google.dev/api/generate-content',
      'https://ai.google.dev/api/caching',
      '@google/genai 3.3',
    ],
  },
  profiles: {
    'without-penalties': { refusedSettings: inThreads('google-gemini/cookbook#1290') },
    'before-gemini-3': { resultMedia: UNVERIFIED, mixedTools: inThreads('vercel/ai#8258') },
    'older-servers': {
      toolName: UNVERIFIED,
      resultMedia: UNVERIFIED,
      mixedTools: inThreads('vercel/ai#8258'),
      schemas: documented('@google/generative-ai 0.24'),
    },
    'vertex-ai': {
      mixedTools: inThreads('strands-agents/harness-sdk#3646', 'ag2ai/ag2#3145'),
      refusesBlankText: inThreads('anomalyco/opencode#31259'),
    },
  },
}
