import type { FactSources } from '../../src/codec/wire/fact-sources.js'

/** Sources of the facts of this wire. */
export const sources: FactSources = {
  stream: {
    seen: 'library',
    at: ['https://github.com/pydantic/pydantic-ai/tree/main/tests', 'https://ai.google.dev/api/live'],
    begins: /^\{"setupComplete":/,
    ends: /\n\{"serverContent":\{"turnComplete":true.*\}\n$/,
  },
  headers: { seen: 'documentation', at: ['https://ai.google.dev/api/live'] },
  limits: { seen: 'documentation', at: ['https://ai.google.dev/api/live', '@google/genai 3.3'] },
}
