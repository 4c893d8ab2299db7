import type { FactSources } from '../../src/codec/wire/fact-sources.js'
import { documented, eachOf, inThreads, UNVERIFIED } from '../../src/codec/wire/limit-sources.js'

/** Sources of the facts of this wire. */
export const sources: FactSources = {
  stream: {
    seen: 'bytes',
    at: [
      'https://github.com/pydantic/pydantic-ai/tree/main/tests/models/cassettes',
      'https://platform.openai.com/docs/api-reference/chat-streaming',
    ],
    begins: /^data: \{"id":/,
    ends: /\n\ndata: \[DONE\]\n\n$/,
  },
  headers: {
    seen: 'documentation',
    at: [
      'https://platform.openai.com/docs/api-reference/authentication',
      'https://platform.openai.com/docs/api-reference/debugging-requests',
    ],
  },
  errors: { seen: 'documentation', at: ['https://developers.openai.com/api/docs/guides/error-codes'] },
  limits: {
    seen: 'documentation',
    at: [
      'https://platform.openai.com/docs/api-reference/chat/create',
      'https://github.com/openai/openai-openapi',
      'openai 7.59',
    ],
  },
  ownLimits: {
    ...eachOf(inThreads('vercel/ai#5171', 'openclaw/openclaw#875'), 'callId'),
    ...eachOf(inThreads('mcp-use/mcp-use#90', 'danishjsheikh/swagger-mcp#13'), 'toolName'),
    ...eachOf(
      documented('https://github.com/openai/openai-openapi'),
      'systemMessages customTools userMedia resultMedia errorResultMedia mediaSources reasoningDepth outcomes',
    ),
    ...eachOf(UNVERIFIED, 'refusesBlankText toolsRequiredWithHistory thinkingBack schemas'),
    ...eachOf(documented('https://developers.openai.com/api/docs/guides/tools-web-search'), 'hostedTools'),
    ...eachOf(documented('https://developers.openai.com/api/docs/guides/file-inputs'), 'mediaLimits'),
    ...eachOf(inThreads('bytedance/trae-agent#173', 'kevinwatt/mysql-mcp#5'), 'strictMode'),
    ...eachOf(documented('https://developers.openai.com/api/docs/guides/prompt-caching'), 'cacheKey'),
    ...eachOf(
      documented(
        'https://developers.openai.com/api/docs/guides/structured-outputs',
        'https://github.com/podly-pure-podcasts/podly_pure_podcasts/pull/89',
      ),
      'outputSchema',
    ),
  },
  profiles: {
    'newer-deployments': { callId: UNVERIFIED, toolName: UNVERIFIED },
    'gpt-5.6': {
      callId: UNVERIFIED,
      toolName: UNVERIFIED,
      cacheMarks: documented('https://developers.openai.com/api/docs/guides/prompt-caching'),
    },
  },
}
