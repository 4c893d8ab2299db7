import type { FactSources } from '../../src/codec/wire/fact-sources.js'
import { eachOf, inLibrary, UNVERIFIED } from '../../src/codec/wire/limit-sources.js'

/** Sources of the facts of this wire. */
export const sources: FactSources = {
  stream: {
    seen: 'documentation',
    at: [
      'https://github.com/pydantic/pydantic-ai/tree/main/tests',
      'https://platform.openai.com/docs/api-reference/realtime-server-events',
    ],
    begins: /^\{"type":"session\.created",/,
    ends: /\n\{"type":"response\.done",.*\}\n$/,
  },
  headers: { seen: 'documentation', at: ['https://platform.openai.com/docs/guides/realtime-websocket'] },
  limits: {
    seen: 'documentation',
    at: ['https://platform.openai.com/docs/api-reference/realtime-client-events', 'openai 7.59'],
  },
  ownLimits: {
    ...eachOf(
      inLibrary(
        'https://github.com/pydantic/pydantic-ai/tree/main/pydantic_ai_slim/pydantic_ai/realtime/_openai_protocol.py',
      ),
      'callId',
    ),
    ...eachOf(
      inLibrary('openai 7.59'),
      'toolName systemMessages customTools userMedia resultMedia errorResultMedia mediaSources mediaLimits allowedTools reasoningDepth strictTools modelOutsideBody outcomes',
    ),
    ...eachOf(UNVERIFIED, 'refusesBlankText toolsRequiredWithHistory schemas storedTurns'),
  },
  profiles: {
    xai: { callId: UNVERIFIED },
  },
}
