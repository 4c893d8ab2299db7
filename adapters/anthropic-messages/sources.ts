import type { FactSources } from '../../src/codec/wire/fact-sources.js'
import { documented, UNVERIFIED } from '../../src/codec/wire/limit-sources.js'

/** Sources of the facts of this wire. */
export const sources: FactSources = {
  stream: {
    seen: 'bytes',
    at: [
      'https://github.com/pydantic/pydantic-ai/tree/main/tests/models/cassettes',
      'https://platform.claude.com/docs/en/build-with-claude/streaming',
    ],
    begins: /^event: message_start\ndata: \{"type":"message_start",/,
    ends: /\n\nevent: message_stop\ndata: \{"type":"message_stop"\s*\}\n\n$/,
  },
  headers: {
    seen: 'documentation',
    at: [
      'https://platform.claude.com/docs/en/api/versioning',
      'https://platform.claude.com/docs/en/api/beta-headers',
      'https://platform.claude.com/docs/en/api/errors#request-id',
    ],
  },
  errors: { seen: 'documentation', at: ['https://platform.claude.com/docs/en/api/errors'] },
  limits: {
    seen: 'documentation',
    at: [
      'https://platform.claude.com/docs/en/api/messages',
      'https://platform.claude.com/docs/en/build-with-claude/structured-outputs',
      '@anthropic-ai/sdk 1.14',
    ],
  },
  profiles: {
    '2023-06-01': { refusedSettings: documented('https://platform.claude.com/docs/en/api/versioning') },
    'older-deployments': { toolName: UNVERIFIED, toolsRequiredWithHistory: UNVERIFIED },
  },
}
