import type { FactSources } from '../../src/codec/wire/fact-sources.js'

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
}
