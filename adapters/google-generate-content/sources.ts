import type { FactSources } from '../../src/codec/wire/fact-sources.js'
import { documented, eachOf, inLibrary, inThreads, UNVERIFIED } from '../../src/codec/wire/limit-sources.js'

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
  ownLimits: {
    ...eachOf(UNVERIFIED, 'callId'),
    ...eachOf(inThreads('cline/cline#7339'), 'toolName'),
    ...eachOf(
      documented('https://ai.google.dev/api/generate-content'),
      'systemMessages outcomes modelOutsideBody',
    ),
    ...eachOf(
      inLibrary(
        'https://github.com/pydantic/pydantic-ai/tree/main/pydantic_ai_slim/pydantic_ai/models/google.py',
      ),
      'firstRole mixedTools',
    ),
    ...eachOf(inThreads('anomalyco/opencode#31259'), 'refusesBlankText'),
    ...eachOf(
      inLibrary('@google/genai 3.3'),
      'bareReasoning customTools userMedia resultMedia errorResultMedia assistantMedia mediaSources',
    ),
    ...eachOf(documented('https://protobuf.dev/programming-guides/json'), 'urlSafeBase64'),
    ...eachOf(
      documented(
        'https://ai.google.dev/gemini-api/docs/image-understanding',
        'https://ai.google.dev/gemini-api/docs/audio',
        'https://ai.google.dev/gemini-api/docs/video-understanding',
        'https://ai.google.dev/gemini-api/docs/document-processing',
      ),
      'mediaLimits',
    ),
    ...eachOf(UNVERIFIED, 'toolsRequiredWithHistory'),
    ...eachOf(inThreads('googleapis/python-genai#981'), 'schemas'),
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
