import type { FactSources } from '../../src/codec/wire/fact-sources.js'
import { documented, eachOf, inLibrary, inThreads, UNVERIFIED } from '../../src/codec/wire/limit-sources.js'

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
  ownLimits: {
    ...eachOf(inThreads('tailcallhq/forgecode#1142'), 'callId'),
    ...eachOf(inThreads('home-assistant/core#147760', 'apify/tester-mcp-client#11'), 'toolName'),
    ...eachOf(inThreads('danny-avila/LibreChat#13162'), 'vendorToolsShareNames'),
    ...eachOf(inThreads('anthropics/claude-code#59812', 'anthropics/claude-code#23440'), 'refusesBlankText'),
    ...eachOf(
      inLibrary('@anthropic-ai/sdk 1.14'),
      'systemMessages customTools userMedia resultMedia mediaSources mediaLimits storedTurns',
    ),
    ...eachOf(
      documented('https://platform.claude.com/docs/en/api/messages'),
      'firstRole outcomes requiresMaxOutputTokens',
    ),
    ...eachOf(
      documented('https://platform.claude.com/docs/en/build-with-claude/extended-thinking'),
      'sharedReasoning',
    ),
    ...eachOf(UNVERIFIED, 'errorResultMedia'),
    ...eachOf(
      documented('https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool'),
      'foundTools',
    ),
    ...eachOf(inThreads('anthropics/anthropic-sdk-python#849'), 'toolsRequiredWithHistory'),
    ...eachOf(inThreads('anthropics/claude-code#5319'), 'schemas'),
    ...eachOf(
      documented('https://platform.claude.com/docs/en/build-with-claude/structured-outputs'),
      'strictMode outputSchema',
    ),
    ...eachOf(
      documented('https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons'),
      'resumesPaused',
    ),
    ...eachOf(
      documented('https://platform.claude.com/docs/en/api/versioning'),
      'refusedSettings refusalReason',
    ),
    ...eachOf(inThreads('github/copilot-cli#4185'), 'cacheMarks'),
    ...eachOf(documented('https://platform.claude.com/docs/en/api/beta-headers'), 'headerFields'),
  },
  profiles: {
    '2023-06-01': { refusedSettings: documented('https://platform.claude.com/docs/en/api/versioning') },
    'older-deployments': { toolName: UNVERIFIED, toolsRequiredWithHistory: UNVERIFIED },
  },
}
