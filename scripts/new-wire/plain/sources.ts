import type { FactSources } from '../../src/codec/wire/fact-sources.js'
import { eachOf, UNVERIFIED } from '../../src/codec/wire/limit-sources.js'

const DOCS = 'https://example.com/acme-chat'

/** Sources of the facts of this wire. TODO: bytes of a recording say more than a library's fixtures. */
export const sources: FactSources = {
  stream: { seen: 'documentation', at: [DOCS], begins: /^data: \{/, ends: /\n\n$/ },
  headers: { seen: 'documentation', at: [DOCS] },
  errors: { seen: 'documentation', at: [DOCS] },
  limits: { seen: 'documentation', at: [DOCS] },
  // TODO: `documented`, `inLibrary` or `inThreads` for each limit with a source.
  ownLimits: {
    ...eachOf(
      UNVERIFIED,
      'callId toolName systemMessages refusesBlankText customTools userMedia resultMedia',
    ),
    ...eachOf(
      UNVERIFIED,
      'errorResultMedia mediaSources allowedTools parallelSwitch toolsRequiredWithHistory strictTools outcomes',
    ),
  },
}
