import { at, isObject, stringOr } from '../../../src/json/read.js'
import type { JsonObject } from '../../../src/json/types.js'
import { historyHasTools } from '../../../src/lint/limit-checks.js'
import type { Rule } from '../../../src/lint/rule.js'
import { COMPUTER_MEMBERS } from '../hosted.js'
import { allBlocks, continuesThread, limited, listOf, type NativeTool, toolsOf } from './request.js'

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

function isDeferred({ value }: NativeTool): boolean {
  return value.defer_loading === true
}

function declaredNames(request: JsonObject): Set<string | undefined> {
  return new Set(toolsOf(request).map(({ name }) => name))
}

/** Tools of an MCP server or a toolset are declared under names that the request does not hold. */
function declaresByGroup(request: JsonObject): boolean {
  return toolsOf(request).some(({ name }) => name === undefined)
}

/** A continued thread keeps the tools of its first request. */
function declaresOnServer(request: JsonObject): boolean {
  return continuesThread(request) && listOf(request.tools).length === 0
}

interface Reference {
  readonly name: string
  readonly path: string
}

/** `tool_reference` blocks in results, whether a client or the search tool gave them. */
function toolReferences(request: JsonObject): Reference[] {
  return allBlocks(request).flatMap(({ value, path }) => {
    const { content } = value
    const [list, where] = isObject(content)
      ? [content.tool_references, `${path}/content/tool_references`]
      : [content, `${path}/content`]
    return listOf(list).flatMap((item, index) =>
      isObject(item) && item.type === 'tool_reference'
        ? { name: stringOr(item.tool_name, ''), path: at(where, index) }
        : [],
    )
  })
}

function toolChanges(request: JsonObject): Reference[] {
  return allBlocks(request).flatMap(({ type, value, path }) =>
    (type === 'tool_addition' || type === 'tool_removal') && isObject(value.tool)
      ? { name: stringOr(value.tool.name, ''), path: `${path}/tool` }
      : [],
  )
}

export const toolRules: readonly Rule[] = [
  limited(historyHasTools, {
    id: 'ANTHROPIC-TOOLS-01',
    severity: 'warning',
    summary: 'A history with calls comes with tools, for older deployments.',
    error: 'Requests which include tool_use or tool_result blocks must define tools.',
    evidence: 'https://github.com/anthropics/anthropic-sdk-python/issues/849',
  }),
  {
    id: 'ANTHROPIC-TOOLS-02',
    severity: 'error',
    summary: 'At least one tool is not deferred, and the search tool never is.',
    error: 'At least one tool must have defer_loading=false. All tools cannot be deferred.',
    evidence: 'pydantic-ai, models/anthropic.py',
    check(request, report) {
      const tools = toolsOf(request)
      if (tools.length > 0 && tools.every(isDeferred)) report('/tools', 'all tools are deferred')
      for (const tool of tools)
        if (tool.type.startsWith('tool_search_tool') && isDeferred(tool))
          report(`${tool.path}/defer_loading`, 'the search tool cannot be deferred')
    },
  },
  {
    id: 'ANTHROPIC-TOOLS-03',
    severity: 'error',
    summary: 'A deferred tool has no cache_control.',
    error: 'Tools with defer_loading cannot use prompt caching',
    evidence: 'pydantic-ai, models/anthropic.py',
    check(request, report) {
      for (const tool of toolsOf(request))
        if (isDeferred(tool) && isObject(tool.value.cache_control))
          report(`${tool.path}/cache_control`, 'a deferred tool cannot be a cache breakpoint')
    },
  },
  {
    id: 'ANTHROPIC-TOOLS-04',
    severity: 'error',
    summary: 'Every tool_reference names a declared tool.',
    error: 'tool_reference_unresolved',
    evidence: 'pydantic-ai, models/anthropic.py; @anthropic-ai/sdk, ToolReferenceUnresolvedError',
    check(request, report) {
      const names = declaredNames(request)
      if (declaresByGroup(request) || declaresOnServer(request)) return
      for (const { name, path } of toolReferences(request))
        if (!names.has(name)) report(`${path}/tool_name`, `no tool ${name} is declared`)
    },
  },
  {
    id: 'ANTHROPIC-TOOLS-05',
    severity: 'error',
    summary: 'tool_addition and tool_removal name a declared tool.',
    error: 'tool_addition/tool_removal references unknown tool',
    evidence: 'pydantic-ai, models/anthropic.py',
    check(request, report) {
      const names = declaredNames(request)
      if (declaresByGroup(request) || declaresOnServer(request)) return
      for (const { name, path } of toolChanges(request))
        if (!names.has(name)) report(`${path}/name`, `no tool ${name} is declared`)
    },
  },
  {
    id: 'ANTHROPIC-TOOLS-06',
    severity: 'error',
    summary: 'A history with advisor blocks comes with the advisor tool.',
    evidence: 'pydantic-ai, models/anthropic.py',
    check(request, report) {
      const block = allBlocks(request).find(
        ({ type, value }) =>
          type === 'advisor_tool_result' || (type === 'server_tool_use' && value.name === 'advisor'),
      )
      if (declaresOnServer(request)) return
      if (block !== undefined && !toolsOf(request).some(({ type }) => type.startsWith('advisor')))
        report(block.path, 'the advisor tool is not declared')
    },
  },
  {
    id: 'ANTHROPIC-TOOLS-07',
    severity: 'error',
    summary: 'The configs of a toolset name its members, which are deferred together or not at all.',
    evidence: '@anthropic-ai/sdk, ComputerToolsetConfigs and BrowserToolsetConfigs',
    check(request, report) {
      for (const { type, value, path } of toolsOf(request)) {
        const members = TOOLSET_MEMBERS.get(type)
        const { configs } = value
        if (members === undefined || !isObject(configs)) continue
        for (const name of Object.keys(configs))
          if (!members.has(name)) report(at(`${path}/configs`, name), `${type} has no member ${name}`)
      }
    },
  },
  {
    id: 'ANTHROPIC-TOOLS-08',
    severity: 'error',
    summary: 'tool_choice comes with tools and names a declared one.',
    error: 'tool_choice may only be specified while providing tools',
    evidence: 'vercel/ai, packages/anthropic (prepare tools)',
    check(request, report) {
      const choice = request.tool_choice
      if (!isObject(choice) || declaresOnServer(request)) return
      if (listOf(request.tools).length === 0) report('/tool_choice', 'there are no tools to choose from')
      else if (
        choice.type === 'tool' &&
        !declaresByGroup(request) &&
        !declaredNames(request).has(stringOr(choice.name, ''))
      )
        report('/tool_choice/name', `no tool ${stringOr(choice.name, '')} is declared`)
    },
  },
  {
    id: 'ANTHROPIC-COUNT-01',
    severity: 'warning',
    summary: 'Counting tokens (a request without max_tokens) takes no server tools.',
    evidence: 'pydantic-ai, models/anthropic.py',
    check(request, report) {
      if (request.max_tokens !== undefined) return
      for (const { type, path } of toolsOf(request))
        if (SERVER_TOOL.test(type)) report(`${path}/type`, 'token counting may refuse server tools')
    },
  },
  {
    id: 'ANTHROPIC-PLATFORM-01',
    severity: 'warning',
    summary: 'The platform named by anthropic_version runs the declared server tools.',
    evidence: 'pydantic-ai, models/anthropic.py (client tables)',
    check(request, report) {
      const version = stringOr(request.anthropic_version, '')
      for (const [platform, missing] of MISSING_ON_PLATFORM) {
        if (!version.startsWith(platform)) continue
        for (const { type, path } of toolsOf(request))
          if (missing.test(type)) report(`${path}/type`, `${type} does not run on ${platform}`)
      }
    },
  },
]
