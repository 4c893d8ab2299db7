import type { JsonObject } from '../../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../../src/base/json/read-json.js'
import { objectsOf } from '../../../src/base/schema/walk.js'
import { each, isEmptyList, none } from '../../../src/translate/lint/checks.js'
import { repairedChoice } from '../../../src/translate/lint/fix-with-fit.js'
import { leftOut } from '../../../src/translate/lint/fixes.js'
import { type Find, fieldIn, fieldOf, objectAt, those, within } from '../../../src/translate/lint/found.js'
import { namesFit } from '../../../src/translate/lint/limit-checks.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import type { Place, TextAt } from '../../../src/translate/lint/view.js'
import { form } from './shapes.js'
import { bodyOf, functionsOf, messagesOf, nativeCallsOf, toolsOf } from './walk.js'

/** Finds a request field with a value other than null. */
function setField(key: string): Find<Place> {
  return those(fieldIn(key), ({ value }) => (value ?? null) !== null)
}

/** Finds a field that has no effect without tools. */
function withoutTools(key: string): Find<Place> {
  return (request) => (isArray(request.tools) && request.tools.length > 0 ? [] : setField(key)(request))
}

/** Returns the names in `tool_choice`. */
function chosenNames({ tool_choice: choice }: JsonObject): string[] {
  if (!isObject(choice)) return []
  const root = { value: choice, path: '' }
  const [allowed] = objectAt('allowed_tools')(root)
  const entries = isArray(allowed?.value.tools) ? objectsOf(allowed.value.tools, '') : [root]
  return entries.flatMap(bodyOf).flatMap(({ value: { name } }) => (typeof name === 'string' ? [name] : []))
}

function undeclared(request: JsonObject): TextAt[] {
  const declared = new Set(toolsOf(request).map((tool) => bodyOf(tool)[0]?.value.name))
  const names = chosenNames(request).filter((name) => !declared.has(name))
  return names.map((text) => ({ text, path: '/tool_choice' }))
}

function emptyLists(request: JsonObject): Place[] {
  const lists = [...fieldIn('tools')(request), ...fieldOf(messagesOf, 'tool_calls')(request)]
  return lists.filter(({ value }) => isEmptyList(value))
}

export const toolRules: RuleRows = {
  'OPENAI-CHAT-NAME-01': {
    summary: 'Tool names hold letters, digits, _ and - (newer deployments: also .), in tools and in calls.',
    error: "string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    evidence: 'https://github.com/mcp-use/mcp-use/issues/90',
    seen: namesFit,
  },
  'OPENAI-CHAT-NAME-02': {
    summary: 'Tool names have 1 to 64 characters.',
    evidence: 'documentation of FunctionDefinition.name',
    seen: namesFit,
  },
  'OPENAI-CHAT-NAME-03': {
    severity: 'warning',
    summary: 'Older deployments refuse dots in tool names.',
    error: "string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    evidence: 'https://github.com/danishjsheikh/swagger-mcp/issues/13',
    seen: namesFit,
  },
  'OPENAI-CHAT-TOOLS-01': {
    summary: 'There are at most 128 tools.',
    error: "Invalid 'tools': array too long. Expected an array with maximum length 128",
    evidence: 'https://github.com/zed-industries/zed/issues/32946',
    check(request, report) {
      if (isArray(request.tools) && request.tools.length > 128)
        report('/tools', `there are ${request.tools.length} tools`)
    },
  },
  'OPENAI-CHAT-TOOLS-02': {
    fix: leftOut,
    severity: 'warning',
    certainFor: ['alibaba'],
    summary: 'Empty lists of tools and of calls are left out.',
    error: "[] is too short - 'tools'",
    evidence: 'https://github.com/QwenLM/qwen-code/issues/606',
    check: none(emptyLists, 'the list is empty'),
  },
  'OPENAI-CHAT-TOOLS-03': {
    fix: leftOut,
    severity: 'warning',
    summary: 'tool_choice needs tools.',
    error: "'tool_choice' is only allowed when 'tools' are specified.",
    evidence: 'error texts in clients',
    check: none(withoutTools('tool_choice'), 'there are no tools'),
  },
  'OPENAI-CHAT-TOOLS-04': {
    fix: leftOut,
    severity: 'warning',
    summary: 'parallel_tool_calls needs tools.',
    error: "'parallel_tool_calls' is only allowed when 'tools' are specified.",
    evidence: 'error texts in clients',
    check: none(withoutTools('parallel_tool_calls'), 'there are no tools'),
  },
  'OPENAI-CHAT-TOOLS-05': {
    ...repairedChoice(form),
    severity: 'warning',
    summary: 'The tools that tool_choice names are declared.',
    error: "not found in 'tools' parameter",
    evidence: 'error texts in clients',
    check: none(undeclared, ({ text }) => `"${text}" is not among the tools`),
  },
  'OPENAI-CHAT-TOOLS-06': {
    severity: 'info',
    summary: 'Anthropic and Bedrock behind a gateway require tools when the history has calls.',
    error: 'Requests which include tool_use or tool_result blocks must define tools',
    evidence: 'https://github.com/badlogic/pi-mono/tree/main/packages/ai',
    check(request, report) {
      const hasCalls = within(messagesOf, nativeCallsOf)(request).length > 0
      if (hasCalls && request.tools === undefined) report('', 'the history has calls, but there are no tools')
    },
  },
  'OPENAI-CHAT-SCHEMA-06': {
    severity: 'warning',
    summary: 'Azure and older deployments accept descriptions of at most 1024 characters.',
    error:
      "Invalid 'tools[n].function.description': string too long. Expected a string with maximum length 1024",
    evidence: 'error texts in clients',
    check: each(
      fieldOf(functionsOf, 'description'),
      ({ value }) => typeof value === 'string' && value.length > 1024,
      ({ value }) => `the description has ${stringOr(value, '').length} characters`,
    ),
  },
  'OPENAI-CHAT-FIELD-01': {
    severity: 'info',
    summary: 'Only search models accept web_search_options.',
    error: 'Web search options not supported with this model.',
    evidence: 'recorded refusal',
    check: none(setField('web_search_options'), 'most models refuse it'),
  },
}
