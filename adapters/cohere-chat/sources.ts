import type { FactSources } from '../../src/codec/wire/fact-sources.js'
import { documented, eachOf, inLibrary, UNVERIFIED } from '../../src/codec/wire/limit-sources.js'

/** Sources of the facts of this wire. Fixtures of libraries drop the last line; the bytes have it. */
export const sources: FactSources = {
  stream: {
    seen: 'bytes',
    at: ['https://github.com/cohere-ai/cohere-python/issues/730', 'cohere-ai 8.1, `streamTerminator`'],
    begins: /^event: message-start\ndata: \{/,
    ends: /\n\nevent: message-end\ndata: \{.*\}\n\ndata: \[DONE\]\n\n$/,
  },
  headers: { seen: 'documentation', at: ['https://docs.cohere.com/reference/chat'] },
  errors: { seen: 'documentation', at: ['https://docs.cohere.com/reference/errors'] },
  limits: {
    seen: 'documentation',
    at: [
      'https://docs.cohere.com/reference/chat',
      'https://docs.cohere.com/docs/structured-outputs',
      'cohere-ai 8.1',
    ],
  },
  ownLimits: {
    ...eachOf(UNVERIFIED, 'callId errorResultMedia toolsRequiredWithHistory'),
    ...eachOf(
      documented('https://docs.cohere.com/reference/errors'),
      'toolName systemMessages refusesBlankText',
    ),
    ...eachOf(documented('https://docs.cohere.com/reference/chat'), 'toolChoices bareReasoning outcomes'),
    ...eachOf(
      inLibrary('cohere-ai 8.1'),
      'customTools userMedia resultMedia mediaSources allowedTools parallelSwitch',
    ),
    ...eachOf(documented('https://docs.cohere.com/docs/image-inputs'), 'mediaLimits'),
    ...eachOf(documented('https://docs.cohere.com/docs/structured-outputs'), 'schemas strictMode'),
  },
}
