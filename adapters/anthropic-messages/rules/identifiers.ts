import type { Rule } from '../../../src/adapter/rule.js'
import { at, stringOr } from '../../../src/json/read.js'
import { allBlocks, customTools, idOf, isServerCall, isServerResult, toolsOf, turnsOf } from './request.js'

const ID = /^[a-zA-Z0-9_-]+$/
const NAME = /^[a-zA-Z0-9_-]{1,128}$/
/** What older deployments accept. */
const OLD_NAME_LENGTH = 64

export const identifierRules: readonly Rule[] = [
  {
    id: 'ANTHROPIC-ID-01',
    severity: 'error',
    summary: 'Ids of calls and results consist of letters, digits, "_" and "-".',
    error: "String should match pattern '^[a-zA-Z0-9_-]+$'",
    evidence: 'https://github.com/tailcallhq/forgecode/issues/1142',
    check(request, report) {
      for (const block of allBlocks(request)) {
        const isCall = block.type === 'tool_use' || isServerCall(block)
        const isResult = block.type === 'tool_result' || isServerResult(block)
        const key = isCall ? 'id' : 'tool_use_id'
        if ((isCall || isResult) && !ID.test(stringOr(block.value[key], '')))
          report(at(block.path, key), `${key} must match ${ID.source}`)
      }
    },
  },
  {
    id: 'ANTHROPIC-ID-02',
    severity: 'error',
    summary: 'No two tool_use blocks of one assistant turn have the same id.',
    error: '`tool_use` ids must be unique',
    evidence: 'https://github.com/trycua/cua/issues/524',
    check(request, report) {
      for (const turn of turnsOf(request)) {
        const seen = new Set<string>()
        for (const block of turn.blocks.filter(({ type }) => type === 'tool_use')) {
          if (seen.has(idOf(block))) report(`${block.path}/id`, `the id ${idOf(block)} is used before`)
          seen.add(idOf(block))
        }
      }
    },
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
  {
    id: 'ANTHROPIC-NAME-01',
    severity: 'error',
    summary: 'Tool names have 1 to 128 letters, digits, "_" and "-".',
    error: 'tools.0.custom.name: String should match pattern',
    evidence: 'https://github.com/home-assistant/core/issues/147760',
    check(request, report) {
      for (const { name = '', path } of customTools(request))
        if (!NAME.test(name)) report(`${path}/name`, `the name must match ${NAME.source}`)
    },
  },
  {
    id: 'ANTHROPIC-NAME-02',
    severity: 'error',
    summary: 'Tool names are unique, those of the vendor included.',
    error: 'tools: Tool names must be unique.',
    evidence: 'https://github.com/danny-avila/LibreChat/issues/13162',
    check(request, report) {
      const seen = new Set<string>()
      for (const { name, path } of toolsOf(request)) {
        if (name === undefined) continue
        if (seen.has(name)) report(`${path}/name`, `a tool named ${name} is declared before`)
        seen.add(name)
      }
    },
  },
  {
    id: 'ANTHROPIC-NAME-03',
    severity: 'warning',
    summary: 'Tool names are at most 64 characters long, for older deployments.',
    evidence: 'https://github.com/apify/tester-mcp-client/issues/11',
    check(request, report) {
      for (const { name = '', path } of customTools(request))
        if (name.length > OLD_NAME_LENGTH && NAME.test(name))
          report(`${path}/name`, `older deployments refuse names above ${OLD_NAME_LENGTH} characters`)
    },
  },
]
