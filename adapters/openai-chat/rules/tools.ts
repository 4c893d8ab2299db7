import { isArray, isObject, stringOr } from '../../../src/json/read.js'
import type { JsonObject } from '../../../src/json/types.js'
import { namesFit } from '../../../src/lint/limit-checks.js'
import type { Rule } from '../../../src/lint/rule.js'
import { bodyOf, callsOf, functionsOf, limited, messagesOf, toolsOf } from './walk.js'

function hasTools(request: JsonObject): boolean {
  return isArray(request.tools) && request.tools.length > 0
}

function isSet(request: JsonObject, field: string): boolean {
  return (request[field] ?? null) !== null
}

/** The names that `tool_choice` asks for. */
function chosenNames(choice: JsonObject): string[] {
  const allowed = isObject(choice.allowed_tools) ? choice.allowed_tools.tools : undefined
  const entries = isArray(allowed) ? allowed.filter(isObject) : [choice]
  return entries.flatMap((value) => stringOr(bodyOf({ value, path: '' })?.value.name, undefined) ?? [])
}

export const toolRules: readonly Rule[] = [
  limited(namesFit, {
    id: 'OPENAI-CHAT-NAME-01',
    severity: 'error',
    summary: 'Tool names hold letters, digits, _ and - (newer deployments: also .), in tools and in calls.',
    error: "string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    evidence: 'https://github.com/mcp-use/mcp-use/issues/90',
  }),
  limited(namesFit, {
    id: 'OPENAI-CHAT-NAME-02',
    severity: 'error',
    summary: 'Tool names have 1 to 64 characters.',
    evidence: 'documentation of FunctionDefinition.name',
  }),
  limited(namesFit, {
    id: 'OPENAI-CHAT-NAME-03',
    severity: 'warning',
    summary: 'Older deployments refuse dots in tool names.',
    error: "string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    evidence: 'https://github.com/danishjsheikh/swagger-mcp/issues/13',
  }),
  {
    id: 'OPENAI-CHAT-TOOLS-01',
    severity: 'error',
    summary: 'There are at most 128 tools.',
    error: "Invalid 'tools': array too long. Expected an array with maximum length 128",
    evidence: 'https://github.com/zed-industries/zed/issues/32946',
    check(request, report) {
      if (isArray(request.tools) && request.tools.length > 128)
        report('/tools', `there are ${request.tools.length} tools`)
    },
  },
  {
    id: 'OPENAI-CHAT-TOOLS-02',
    severity: 'warning',
    certainFor: ['alibaba'],
    summary: 'Empty lists of tools and of calls are left out.',
    error: "[] is too short - 'tools'",
    evidence: 'https://github.com/QwenLM/qwen-code/issues/606',
    check(request, report) {
      if (isArray(request.tools) && request.tools.length === 0) report('/tools', 'the list is empty')
      for (const { value, path } of messagesOf(request))
        if (isArray(value.tool_calls) && value.tool_calls.length === 0)
          report(`${path}/tool_calls`, 'the list is empty')
    },
  },
  {
    id: 'OPENAI-CHAT-TOOLS-03',
    severity: 'warning',
    summary: 'tool_choice needs tools.',
    error: "'tool_choice' is only allowed when 'tools' are specified.",
    evidence: 'error texts in clients',
    check(request, report) {
      if (isSet(request, 'tool_choice') && !hasTools(request)) report('/tool_choice', 'there are no tools')
    },
  },
  {
    id: 'OPENAI-CHAT-TOOLS-04',
    severity: 'warning',
    summary: 'parallel_tool_calls needs tools.',
    error: "'parallel_tool_calls' is only allowed when 'tools' are specified.",
    evidence: 'error texts in clients',
    check(request, report) {
      if (isSet(request, 'parallel_tool_calls') && !hasTools(request))
        report('/parallel_tool_calls', 'there are no tools')
    },
  },
  {
    id: 'OPENAI-CHAT-TOOLS-05',
    severity: 'warning',
    summary: 'The tools that tool_choice names are declared.',
    error: "not found in 'tools' parameter",
    evidence: 'error texts in clients',
    check(request, report) {
      if (!isObject(request.tool_choice)) return
      const declared = new Set(toolsOf(request).map((tool) => bodyOf(tool)?.value.name))
      for (const name of chosenNames(request.tool_choice))
        if (!declared.has(name)) report('/tool_choice', `"${name}" is not among the tools`)
    },
  },
  {
    id: 'OPENAI-CHAT-TOOLS-06',
    severity: 'info',
    summary: 'Anthropic and Bedrock behind a gateway want tools when the history has calls.',
    error: 'Requests which include tool_use or tool_result blocks must define tools',
    evidence: 'https://github.com/badlogic/pi-mono/tree/main/packages/ai',
    check(request, report) {
      const hasCalls = messagesOf(request).some((message) => callsOf(message).length > 0)
      if (hasCalls && request.tools === undefined) report('', 'the history has calls, yet there are no tools')
    },
  },
  {
    id: 'OPENAI-CHAT-SCHEMA-06',
    severity: 'warning',
    summary: 'Azure and older deployments take descriptions of at most 1024 characters.',
    error:
      "Invalid 'tools[n].function.description': string too long. Expected a string with maximum length 1024",
    evidence: 'error texts in clients',
    check(request, report) {
      for (const { value, path } of functionsOf(request)) {
        const { length } = stringOr(value.description, '')
        if (length > 1024) report(`${path}/description`, `the description has ${length} characters`)
      }
    },
  },
  {
    id: 'OPENAI-CHAT-FIELD-01',
    severity: 'info',
    summary: 'Only search models take web_search_options.',
    error: 'Web search options not supported with this model.',
    evidence: 'recorded refusal',
    check(request, report) {
      if (isSet(request, 'web_search_options')) report('/web_search_options', 'most models refuse it')
    },
  },
]
