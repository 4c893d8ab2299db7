import type { JsonObject } from '../../../src/base/json/json-types.js'
import { at, isObject, stringOr } from '../../../src/base/json/read-json.js'
import { each, none } from '../../../src/translate/lint/checks.js'
import { leftOut } from '../../../src/translate/lint/fixes.js'
import {
  type Find,
  type Found,
  fieldOf,
  isOf,
  objectAt,
  those,
  typeOf,
  within,
} from '../../../src/translate/lint/found.js'
import { historyHasTools } from '../../../src/translate/lint/limit-checks.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import type { Fix } from '../../../src/translate/lint/rule.js'
import { type TextAt, textAt } from '../../../src/translate/lint/view.js'
import { COMPUTER_MEMBERS } from '../hosted.js'
import { allBlocks, allTools, continuesThread, listOf, referencesIn, toolsOf } from './request.js'
import { conflictingTools, unresolvedChanges } from './tool-changes.js'

const POINTER_MEMBERS = COMPUTER_MEMBERS.replace('cursor_position ', '')
const BROWSER_MEMBERS =
  'close_tab file_upload find form_input get_page_text hover javascript_exec list_tabs navigate new_tab read_console read_network read_page scroll_to switch_tab'

/** Members of each toolset (@anthropic-ai/sdk, ComputerToolsetConfigs and BrowserToolsetConfigs). */
const TOOLSET_MEMBERS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['computer_toolset_20260801', new Set(COMPUTER_MEMBERS.split(' '))],
  ['browser_toolset_20260801', new Set(`${POINTER_MEMBERS} ${BROWSER_MEMBERS}`.split(' '))],
])

/** Tools that a cloud platform does not run, by the start of its `anthropic_version`. */
const MISSING_ON_PLATFORM: readonly (readonly [version: string, toolType: RegExp])[] = [
  ['bedrock', /^(tool_search_tool_bm25|web_search|web_fetch|advisor)/],
  ['vertex', /^(web_fetch|web_search_20260209|advisor)/],
]

const SERVER_TOOL = /^(web_search|web_fetch|code_execution|tool_search_tool|advisor|mcp_toolset)/

function isDeferred({ value }: Found): boolean {
  return value.defer_loading === true
}

/** Returns true for a continued thread without tools: this thread keeps the tools of its first request. */
function declaresOnServer(request: JsonObject): boolean {
  return continuesThread(request) && listOf(request.tools).length === 0
}

/** Finds undeclared tool names under a key of the found objects. */
function undeclared(find: Find, key: string): Find<TextAt> {
  return (request) => {
    const names = new Set(allTools(request).map(({ value }) => stringOr(value.name, undefined)))
    // Tools of an MCP server or a toolset have names that are not in the request.
    if (names.has(undefined) || declaresOnServer(request)) return []
    const named = find(request).map((found) => textAt(found, key))
    return named.filter(({ text }) => !names.has(text))
  }
}

function notDeclared({ text }: TextAt): string {
  return `no tool ${text} is declared`
}

function notDefined({ text }: TextAt): string {
  return text === '' ? 'the change names no tool' : `nothing before it declares ${text}`
}

const references = within(allBlocks, referencesIn)

/** Finds the choice of a specific tool. */
const choice: Find = (request) => objectAt('tool_choice')({ value: request, path: '' }).filter(isOf('tool'))

function isAdvice(block: Found): boolean {
  return (
    typeOf(block) === 'advisor_tool_result' ||
    (typeOf(block) === 'server_tool_use' && block.value.name === 'advisor')
  )
}

/** Returns the first advisor block if the advisor is not declared. */
function adviceWithoutTool(request: JsonObject): Found[] {
  const isDeclared = allTools(request).some((tool) => typeOf(tool).startsWith('advisor'))
  return isDeclared || declaresOnServer(request) ? [] : allBlocks(request).filter(isAdvice).slice(0, 1)
}

/** Makes the search tool visible. If all tools are deferred, the tool to show is unknown. */
const shownTools: Fix = (request, path) => (path === '/tools' ? undefined : leftOut(request, path))

const choiceWithoutTools: Fix = (request, path) =>
  path === '/tool_choice' ? leftOut(request, path) : undefined

function strangeMembers(toolset: Found) {
  const members = TOOLSET_MEMBERS.get(typeOf(toolset))
  return objectAt('configs')(toolset).flatMap(({ value, path }) =>
    Object.keys(value)
      .filter((name) => members?.has(name) === false)
      .map((name) => ({ name, type: typeOf(toolset), path: at(path, name) })),
  )
}

export const toolRules: RuleRows = {
  'ANTHROPIC-TOOLS-01': {
    severity: 'warning',
    summary: 'Older deployments: a history with calls requires tool definitions.',
    error: 'Requests which include tool_use or tool_result blocks must define tools.',
    evidence: 'https://github.com/anthropics/anthropic-sdk-python/issues/849',
    seen: historyHasTools,
  },
  'ANTHROPIC-TOOLS-02': {
    fix: shownTools,
    summary: 'At least one tool is not deferred; the search tool is never deferred.',
    error: 'At least one tool must have defer_loading=false. All tools cannot be deferred.',
    evidence: 'pydantic-ai, models/anthropic.py',
    check(request, report) {
      const tools = toolsOf(request)
      if (tools.length > 0 && tools.every(isDeferred)) report('/tools', 'all tools are deferred')
      for (const tool of tools)
        if (typeOf(tool).startsWith('tool_search_tool') && isDeferred(tool))
          report(`${tool.path}/defer_loading`, 'the search tool cannot be deferred')
    },
  },
  'ANTHROPIC-TOOLS-03': {
    fix: leftOut,
    summary: 'A deferred tool has no cache_control.',
    error: 'Tools with defer_loading cannot use prompt caching',
    evidence: 'pydantic-ai, models/anthropic.py',
    check: each(
      fieldOf(those(allTools, isDeferred), 'cache_control'),
      ({ value }) => isObject(value),
      'a deferred tool cannot be a cache breakpoint',
    ),
  },
  'ANTHROPIC-TOOLS-04': {
    summary: 'Every tool_reference names a declared tool.',
    error: 'tool_reference_unresolved',
    evidence: 'pydantic-ai, models/anthropic.py; @anthropic-ai/sdk, ToolReferenceUnresolvedError',
    check: none(undeclared(references, 'tool_name'), notDeclared),
  },
  'ANTHROPIC-TOOLS-05': {
    summary: 'tool_addition and tool_removal name a tool or MCP server that is declared before them.',
    error: 'tool_addition/tool_removal references unknown tool',
    evidence: 'pydantic-ai, models/anthropic.py; @anthropic-ai/sdk, ToolReferenceUnresolvedError',
    check: none((request) => (declaresOnServer(request) ? [] : unresolvedChanges(request)), notDefined),
  },
  'ANTHROPIC-TOOLS-06': {
    summary: 'A history with advisor blocks requires the advisor tool.',
    evidence: 'pydantic-ai, models/anthropic.py',
    check: none(adviceWithoutTool, 'the advisor tool is not declared'),
  },
  'ANTHROPIC-TOOLS-07': {
    fix: leftOut,
    summary: 'The configs of a toolset name its members, which are deferred together or not at all.',
    evidence: '@anthropic-ai/sdk, ComputerToolsetConfigs and BrowserToolsetConfigs',
    check: none(within(toolsOf, strangeMembers), ({ name, type }) => `${type} has no member ${name}`),
  },
  'ANTHROPIC-TOOLS-08': {
    fix: choiceWithoutTools,
    summary: 'tool_choice requires tools and names a declared one.',
    error: 'tool_choice may only be specified while providing tools',
    evidence: 'vercel/ai, packages/anthropic (prepare tools)',
    check(request, report) {
      if (!isObject(request.tool_choice) || declaresOnServer(request)) return
      if (allTools(request).length === 0) report('/tool_choice', 'there are no tools to choose from')
      else none(undeclared(choice, 'name'), notDeclared)(request, report)
    },
  },
  'ANTHROPIC-TOOLS-09': {
    summary: 'A tool defined in the history does not have the name of an available tool of another kind.',
    error: 'tool_name_conflict',
    evidence: '@anthropic-ai/sdk, ToolNameConflictError',
    check: none(conflictingTools, ({ text }) => `${text} is the name of an available tool of another kind`),
  },
  'ANTHROPIC-COUNT-01': {
    severity: 'warning',
    summary: 'Counting tokens (a request without max_tokens) accepts no server tools.',
    evidence: 'pydantic-ai, models/anthropic.py',
    check(request, report) {
      if (request.max_tokens !== undefined) return
      for (const tool of toolsOf(request))
        if (SERVER_TOOL.test(typeOf(tool)))
          report(`${tool.path}/type`, 'token counting may refuse server tools')
    },
  },
  'ANTHROPIC-PLATFORM-01': {
    severity: 'warning',
    summary: 'The platform named by anthropic_version runs the declared server tools.',
    evidence: 'pydantic-ai, models/anthropic.py (client tables)',
    check(request, report) {
      const version = stringOr(request.anthropic_version, '')
      for (const [platform, missing] of MISSING_ON_PLATFORM) {
        if (!version.startsWith(platform)) continue
        for (const tool of toolsOf(request))
          if (missing.test(typeOf(tool)))
            report(`${tool.path}/type`, `${typeOf(tool)} does not run on ${platform}`)
      }
    },
  },
}
