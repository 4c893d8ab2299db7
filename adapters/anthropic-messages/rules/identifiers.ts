import { callIdsUnique } from '../../../src/lint/checks.js'
import { idsFit, namesFit, toolNamesDiffer } from '../../../src/lint/limit-checks.js'
import type { Rule } from '../../../src/lint/rule.js'
import { allBlocks, idOf, limited, seen } from './request.js'

export const identifierRules: readonly Rule[] = [
  limited(idsFit, {
    id: 'ANTHROPIC-ID-01',
    severity: 'error',
    summary: 'Ids of calls and results consist of letters, digits, "_" and "-".',
    error: "String should match pattern '^[a-zA-Z0-9_-]+$'",
    evidence: 'https://github.com/tailcallhq/forgecode/issues/1142',
  }),
  {
    id: 'ANTHROPIC-ID-02',
    severity: 'error',
    summary: 'No two tool_use blocks of one assistant turn have the same id.',
    error: '`tool_use` ids must be unique',
    evidence: 'https://github.com/trycua/cua/issues/524',
    check: seen(callIdsUnique),
  },
  {
    id: 'ANTHROPIC-ID-03',
    severity: 'warning',
    summary: 'Ids of server_tool_use start with "srvtoolu_".',
    evidence: 'https://github.com/anthropics/claude-code/issues/64383',
    check(request, report) {
      for (const block of allBlocks(request))
        if (block.type === 'server_tool_use' && !idOf(block).startsWith('srvtoolu_'))
          report(`${block.path}/id`, 'this id was not issued by the provider')
    },
  },
  limited(namesFit, {
    id: 'ANTHROPIC-NAME-01',
    severity: 'error',
    summary: 'Tool names have 1 to 128 letters, digits, "_" and "-".',
    error: 'tools.0.custom.name: String should match pattern',
    evidence: 'https://github.com/home-assistant/core/issues/147760',
  }),
  limited(toolNamesDiffer, {
    id: 'ANTHROPIC-NAME-02',
    severity: 'error',
    summary: 'Tool names are unique, those of the vendor included.',
    error: 'tools: Tool names must be unique.',
    evidence: 'https://github.com/danny-avila/LibreChat/issues/13162',
  }),
  limited(namesFit, {
    id: 'ANTHROPIC-NAME-03',
    severity: 'warning',
    summary: 'Tool names are at most 64 characters long, for older deployments.',
    evidence: 'https://github.com/apify/tester-mcp-client/issues/11',
  }),
]
