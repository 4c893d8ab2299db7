import type { FactSources } from '../../src/codec/wire/fact-sources.js'
import { eachOf, inLibrary, UNVERIFIED } from '../../src/codec/wire/limit-sources.js'

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
  ownLimits: {
    ...eachOf(UNVERIFIED, 'callId refusesBlankText mediaLimits toolsRequiredWithHistory storedTurns'),
    ...eachOf(
      inLibrary('@google/genai 3.3'),
      'toolName systemMessages bareReasoning customTools userMedia resultMedia errorResultMedia mediaSources allowedTools toolChoices parallelSwitch strictTools outcomes refusedSettings',
    ),
    ...eachOf(
      inLibrary(
        'https://github.com/pydantic/pydantic-ai/tree/main/pydantic_ai_slim/pydantic_ai/realtime/google.py',
      ),
      'schemas',
    ),
  },
}
