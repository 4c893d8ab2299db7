import type { FactSources } from '../../src/codec/wire/fact-sources.js'
import { documented, eachOf, inLibrary, UNVERIFIED } from '../../src/codec/wire/limit-sources.js'

/** Sources of the facts of this wire. No bytes were seen: fixtures of libraries drop the last line, and the SDK reads it. */
export const sources: FactSources = {
  stream: {
    seen: 'library',
    at: [
      '@google/genai 3.3, `sentinel: "[DONE]"`',
      'https://github.com/vercel/ai/tree/main/packages/google/src/interactions',
    ],
    begins: /^event: interaction\.created\ndata: \{/,
    ends: /\n\nevent: interaction\.completed\ndata: \{.*\}\n\ndata: \[DONE\]\n\n$/,
  },
  headers: {
    seen: 'library',
    at: ['https://ai.google.dev/gemini-api/docs/interactions-breaking-changes-may-2026', '@google/genai 3.3'],
  },
  errors: {
    seen: 'documentation',
    at: ['https://ai.google.dev/api/interactions-api', 'https://cloud.google.com/apis/design/errors'],
  },
  limits: { seen: 'documentation', at: ['https://ai.google.dev/api/interactions-api', '@google/genai 3.3'] },
  ownLimits: {
    ...eachOf(UNVERIFIED, 'callId refusesBlankText toolsRequiredWithHistory'),
    ...eachOf(
      inLibrary('@google/genai 3.3'),
      'toolName systemMessages customTools userMedia resultMedia errorResultMedia assistantMedia mediaSources mediaLimits parallelSwitch strictTools reasoningDepth schemas outcomes storedTurns',
    ),
    ...eachOf(documented('https://protobuf.dev/programming-guides/json'), 'urlSafeBase64'),
  },
}
