import type { FactSources } from '../../src/codec/wire/fact-sources.js'
import { documented, eachOf, inLibrary, inThreads, UNVERIFIED } from '../../src/codec/wire/limit-sources.js'

/** Sources of the facts of this wire. */
export const sources: FactSources = {
  stream: {
    seen: 'bytes',
    at: [
      'https://github.com/pydantic/pydantic-ai/tree/main/tests/models/cassettes',
      'https://platform.openai.com/docs/api-reference/responses-streaming',
    ],
    begins: /^event: response\.created\ndata: \{"type":"response\.created",/,
    ends: /\n\nevent: response\.completed\ndata: \{.*\}\n\n$/,
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
      'https://platform.openai.com/docs/api-reference/responses/create',
      'https://github.com/openai/openai-openapi',
      'openai 7.59',
    ],
  },
  ownLimits: {
    ...eachOf(
      documented('https://github.com/openai/openai-openapi'),
      'callId toolName systemMessages customTools userMedia resultMedia errorResultMedia mediaSources reasoningDepth outcomes storedTurns',
    ),
    ...eachOf(inLibrary('openai 7.59'), 'namespaces'),
    ...eachOf(documented('https://platform.openai.com/docs/guides/async-tool-calling'), 'asyncCalls'),
    ...eachOf(UNVERIFIED, 'refusesBlankText toolsRequiredWithHistory schemas'),
    ...eachOf(
      documented(
        'https://developers.openai.com/api/docs/guides/images-vision',
        'https://developers.openai.com/api/docs/guides/file-inputs',
      ),
      'mediaLimits',
    ),
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
    'older-deployments': { toolName: UNVERIFIED },
    'gpt-5.6': { cacheMarks: documented('https://developers.openai.com/api/docs/guides/prompt-caching') },
  },
}
