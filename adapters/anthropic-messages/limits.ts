import { GRAMMAR, type StrictMode } from '../../src/base/schema/schema-dialect.js'
import { rangesOf } from '../../src/codec/shape/settings/setting-ranges.js'
import type { Limits, TextLimit } from '../../src/codec/wire/limits.js'
import { SETTINGS } from './settings.js'
import { vendorHosts } from './vendor-hosts.js'
import { vendors } from './vendors.js'

/**
 * Schemas that strict tools accept: https://platform.claude.com/docs/en/build-with-claude/structured-outputs
 * ("JSON Schema limitations") and `lib/transform-json-schema` of @anthropic-ai/sdk; refusals in
 * https://github.com/vercel/ai/issues/20681 (open objects) and
 * https://github.com/CherryHQ/cherry-studio/issues/18037 (`minimum`). `allOf` counts as rejected: closing its
 * members would make them exclude one another.
 */
const strictMode: StrictMode = { ...GRAMMAR, root: 'plain', most: { tools: 20, optional: 24, unions: 16 } }

const olderName: TextLimit = {
  pattern: '[a-zA-Z0-9_-]+',
  characters: 'a-zA-Z0-9_-',
  maxLength: 64,
  rule: 'ANTHROPIC-NAME-03',
}

/** The limits of this wire. Sources: the README of this folder. */
export const limits: Limits = {
  settingRanges: rangesOf(SETTINGS),
  callId: {
    pattern: '[a-zA-Z0-9_-]+',
    characters: 'a-zA-Z0-9_-',
    maxLength: Number.MAX_SAFE_INTEGER,
    rule: 'ANTHROPIC-ID-01',
  },
  toolName: { ...olderName, maxLength: 128, portable: olderName, rule: 'ANTHROPIC-NAME-01' },
  // Signatures of Claude are valid on each of its hosts. "Values generated on one platform work on another":
  // https://platform.claude.com/docs/en/build-with-claude/extended-thinking
  sharedReasoning: {
    wire: 'bedrock-converse',
    models: /claude/,
    redacted: { theirs: { form: 'redacted' }, own: { block: 'redacted_thinking' } },
  },
  systemMessages: 'leading',
  firstRole: 'user',
  refusesBlankText: true,
  customTools: false,
  userMedia: ['image', 'file'],
  resultMedia: ['image', 'file'],
  errorResultMedia: false,
  mediaSources: ['data', 'url', 'file-id', 'text'],
  // `Base64ImageSource` and `Base64PDFSource` of @anthropic-ai/sdk.
  mediaLimits: {
    image: { types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'], names: false },
    file: { types: ['application/pdf'] },
  },
  vendorToolsShareNames: true,
  // https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool#custom-tool-search-implementation
  foundTools: { field: 'defer_loading', part: 'tool_reference', name: 'tool_name' },
  // Required until February 2025, and still required by older deployments.
  toolsRequiredWithHistory: 'older deployments',
  // ANTHROPIC-SCHEMA-01 and -02. Schemas are read as 2020-12.
  schemas: { root: 'plain', references: 'local', tuples: 'prefixItems', isAlwaysChecked: true },
  strictMode,
  // "For 'integer' type, properties maximum, minimum are not supported". The subset is the same as for strict
  // tools.
  outputSchema: { grammar: GRAMMAR },
  // https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons#pause_turn
  resumesPaused: true,
  // API version 2026-10-21, which SDKs send from 1.0 (TypeScript) and 2.0 (Python) on. Version 2023-06-01 accepts
  // them for models before Claude 4.7: https://platform.claude.com/docs/en/api/versioning
  refusedSettings: ['temperature', 'topP', 'topK'],
  refusalReason:
    "API version 2026-10-21 and Claude 4.7 and later refuse it. For requests of version 2023-06-01 to older models set limits: '2023-06-01'",
  outcomes: ['complete', 'tool-calls', 'length', 'context-full', 'filtered', 'refused', 'paused'],
  requiresMaxOutputTokens: true,
  // `thread: {type: 'continue', previous_message_id}` of @anthropic-ai/sdk 1.12. `create` starts a thread.
  storedTurns: [{ field: 'thread', type: 'continue' }],
  // `CacheControlEphemeral` of @anthropic-ai/sdk; not on thinking. ANTHROPIC-CACHE-01 counts these marks.
  cacheMarks: {
    on: ['text', 'answer', 'media', 'tool-call', 'tool-result', 'result-part', 'tool'],
    ttls: ['5m', '1h'],
    most: 4,
    models: /^/,
    // ANTHROPIC-TOOLS-03
    unmarkableTools: 'defer_loading',
  },
  // The parameter `betas` of the SDKs, and the field of InvokeModel: https://platform.claude.com/docs/en/api/beta-headers
  headerFields: { anthropic_beta: 'anthropic-beta', betas: 'anthropic-beta' },
  profiles: {
    '2023-06-01': { refusedSettings: [] },
    'older-deployments': { toolName: olderName, toolsRequiredWithHistory: true },
    ...vendors,
  },
  profilesByHost: vendorHosts,
  unknownHost: 'compatible',
}
