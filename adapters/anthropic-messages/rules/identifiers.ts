import { callIdsUnique, each } from '../../../src/translate/lint/checks.js'
import { distinctIds } from '../../../src/translate/lint/fix-pairs.js'
import { parentPath, repeatedEntry } from '../../../src/translate/lint/fixes.js'
import { fieldOf, isOf, those } from '../../../src/translate/lint/found.js'
import { idsFit, namesFit, toolNamesDiffer } from '../../../src/translate/lint/limit-checks.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import { limits } from '../limits.js'
import { allBlocks, viewOf } from './request.js'

export const identifierRules: RuleRows = {
  'ANTHROPIC-ID-01': {
    summary: 'Ids of calls and results consist of letters, digits, "_" and "-".',
    error: "String should match pattern '^[a-zA-Z0-9_-]+$'",
    evidence: 'https://github.com/tailcallhq/forgecode/issues/1142',
    seen: idsFit,
  },
  'ANTHROPIC-ID-02': {
    fix: distinctIds(viewOf, limits),
    summary: 'No two tool_use blocks of one assistant turn have the same id.',
    error: '`tool_use` ids must be unique',
    evidence: 'https://github.com/trycua/cua/issues/524',
    seen: callIdsUnique,
  },
  'ANTHROPIC-ID-03': {
    severity: 'warning',
    summary: 'Ids of server_tool_use start with "srvtoolu_".',
    evidence: 'https://github.com/anthropics/claude-code/issues/64383',
    check: each(
      fieldOf(those(allBlocks, isOf('server_tool_use')), 'id'),
      ({ value }) => typeof value !== 'string' || !value.startsWith('srvtoolu_'),
      'this id was not issued by the provider',
    ),
  },
  'ANTHROPIC-NAME-01': {
    summary: 'Tool names have 1 to 128 letters, digits, "_" and "-".',
    error: 'tools.0.custom.name: String should match pattern',
    evidence: 'https://github.com/home-assistant/core/issues/147760',
    seen: namesFit,
  },
  'ANTHROPIC-NAME-02': {
    fix: repeatedEntry(parentPath),
    summary: 'Tool names are unique, including those of vendor tools.',
    error: 'tools: Tool names must be unique.',
    evidence: 'https://github.com/danny-avila/LibreChat/issues/13162',
    seen: toolNamesDiffer,
  },
  'ANTHROPIC-NAME-03': {
    severity: 'warning',
    summary: 'Tool names are at most 64 characters long, for older deployments.',
    evidence: 'https://github.com/apify/tester-mcp-client/issues/11',
    seen: namesFit,
  },
}
