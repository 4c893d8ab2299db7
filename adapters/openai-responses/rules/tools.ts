import { isArray, isObject } from '../../../src/json/read.js'
import type { JsonObject } from '../../../src/json/types.js'
import { rulesOver } from '../../../src/lint/limited.js'
import type { Rule } from '../../../src/lint/rule.js'
import { textForm } from '../../../src/lint/text-form.js'
import { type TextAt, textAt } from '../../../src/lint/view.js'
import { chooseLimits, textTest } from '../../../src/wire/limits.js'
import { schemaRulesOf } from '../family.js'
import { limits } from '../limits.js'
import {
  type Found,
  functionsOf,
  itemsOf,
  namedTools,
  objectsOf,
  text,
  toolsInHistory,
  toolsOf,
  typeOf,
} from './walk.js'

function namedCalls(request: JsonObject): Found[] {
  return itemsOf(request).filter((item) => ['function_call', 'custom_tool_call'].includes(typeOf(item)))
}

function isDeferred({ value }: Found): boolean {
  return value.defer_loading === true
}

/** Names of the functions that stand in a namespace only. */
function namespacedNames(tools: readonly Found[]): Set<string> {
  const inside = tools.filter((tool) => typeOf(tool) === 'namespace')
  const outside = new Set(namedTools(tools.filter((tool) => typeOf(tool) !== 'namespace')).map(nameOf))
  return new Set(
    namedTools(inside)
      .map(nameOf)
      .filter((name) => !outside.has(name)),
  )
}

function nameOf({ value }: Found): string {
  return text(value.name)
}

function toolNames(request: JsonObject): TextAt[] {
  return namedTools(toolsOf(request)).map((tool) => textAt(tool, 'name'))
}

function allToolNames(request: JsonObject): TextAt[] {
  const earlier = namedTools(toolsInHistory(request))
  return [...toolNames(request), ...earlier.map((tool) => textAt(tool, 'name'))]
}

const { limited } = rulesOver({ limits, viewOf: (request) => request })

export const nameRules: readonly Rule[] = [
  limited(textForm('toolName', allToolNames), {
    id: 'OPENAI-RESP-NAME-01',
    severity: 'error',
    summary: 'Names of functions and custom tools have 1 to 128 letters, digits, _ and -.',
    error: "string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    evidence: 'https://github.com/openai/openai-openapi FunctionToolParam',
  }),
  {
    id: 'OPENAI-RESP-NAME-02',
    severity: 'error',
    summary: 'A namespace has a name and at least one tool.',
    evidence: 'https://github.com/openai/openai-openapi NamespaceToolParam',
    check(request, report) {
      for (const tool of toolsOf(request)) {
        if (typeOf(tool) !== 'namespace') continue
        if (nameOf(tool) === '') report(`${tool.path}/name`, 'the namespace has no name')
        if (!isArray(tool.value.tools) || tool.value.tools.length === 0)
          report(`${tool.path}/tools`, 'the namespace has no tools')
      }
    },
  },
  {
    id: 'OPENAI-RESP-NAME-03',
    severity: 'warning',
    summary: 'Calls of tools that stand in a namespace name it.',
    evidence: 'https://github.com/pydantic/pydantic-ai models/openai.py',
    check(request, report) {
      const names = namespacedNames([...toolsOf(request), ...toolsInHistory(request)])
      for (const call of namedCalls(request))
        if (names.has(nameOf(call)) && text(call.value.namespace) === '')
          report(call.path, `${nameOf(call)} stands in a namespace that the call does not name`)
    },
  },
  limited(textForm('toolName', toolNames), {
    id: 'OPENAI-RESP-NAME-04',
    severity: 'warning',
    summary: 'Older deployments take names of at most 64 characters.',
    evidence: 'https://github.com/openai/openai-openapi',
  }),
  {
    id: 'OPENAI-RESP-NAME-05',
    severity: 'warning',
    summary: 'Names and namespaces of calls follow the same pattern; a namespace has at most 64 characters.',
    error: "Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    evidence: 'https://github.com/openai/openai-openapi',
    check(request, report, choice) {
      const { pattern } = chooseLimits({ limits }, choice).toolName
      const isName = textTest({ pattern, maxLength: Number.POSITIVE_INFINITY })
      for (const call of namedCalls(request)) {
        const { namespace } = call.value
        if (!isName(nameOf(call))) report(`${call.path}/name`, 'the name has other characters or none')
        if (typeof namespace === 'string' && (!isName(namespace) || namespace.length > 64))
          report(`${call.path}/namespace`, 'the namespace is too long or has other characters')
      }
    },
  },
]

/** Names that a tool choice asks for. */
function chosen(request: JsonObject): Found[] {
  const { tool_choice: choice } = request
  if (!isObject(choice)) return []
  const found = { value: choice, path: '/tool_choice' }
  const entries = choice.type === 'allowed_tools' ? objectsOf(choice.tools, '/tool_choice/tools') : [found]
  return entries.filter(({ value }) => value.type === 'function' || value.type === 'custom')
}

export const toolRules: readonly Rule[] = [
  {
    id: 'OPENAI-RESP-TOOLS-01',
    severity: 'warning',
    summary: 'There are at most 128 functions.',
    error: "Invalid 'tools': array too long.",
    evidence: 'https://github.com/zed-industries/zed/issues/32946',
    check(request, report) {
      const { length } = functionsOf(request)
      if (length > 128) report('/tools', `there are ${length} functions`)
    },
  },
  {
    id: 'OPENAI-RESP-TOOLS-02',
    severity: 'error',
    summary: 'Deferred tools need a tool_search tool.',
    error: 'Deferred tools require tools.tool_search.',
    evidence: 'https://github.com/pydantic/pydantic-ai models/openai.py',
    check(request, report) {
      const tools = toolsOf(request)
      if (tools.some((tool) => typeOf(tool) === 'tool_search')) return
      for (const tool of [...tools, ...namedTools(tools)].filter(isDeferred))
        report(`${tool.path}/defer_loading`, 'there is no tool_search tool')
    },
  },
  {
    id: 'OPENAI-RESP-TOOLS-03',
    severity: 'error',
    summary: 'A tool search that the client runs has a description.',
    evidence: 'https://github.com/pydantic/pydantic-ai models/openai.py',
    check(request, report) {
      for (const { value, path } of toolsOf(request))
        if (
          value.type === 'tool_search' &&
          value.execution === 'client' &&
          typeof value.description !== 'string'
        )
          report(path, 'it has no description')
    },
  },
  {
    id: 'OPENAI-RESP-TOOLS-04',
    severity: 'warning',
    summary: 'The tools that tool_choice names are declared.',
    error: "Tool choice 'function' not found in 'tools' parameter.",
    evidence: 'error texts in clients',
    check(request, report) {
      const tools = [...toolsOf(request), ...toolsInHistory(request)]
      const names = new Set(namedTools(tools).map(nameOf))
      for (const choice of chosen(request))
        if (!names.has(nameOf(choice))) report(choice.path, `"${nameOf(choice)}" is not among the tools`)
    },
  },
  {
    id: 'OPENAI-RESP-TOOLS-05',
    severity: 'warning',
    summary: 'Tools that programs may call need the programmatic_tool_calling tool.',
    evidence: 'openai SDK types',
    check(request, report) {
      const tools = toolsOf(request)
      if (tools.some((tool) => typeOf(tool) === 'programmatic_tool_calling')) return
      for (const { value, path } of tools)
        if (isArray(value.allowed_callers) && value.allowed_callers.includes('programmatic'))
          report(`${path}/allowed_callers`, 'there is no programmatic_tool_calling tool')
    },
  },
]

export const schemaRules = schemaRulesOf('OPENAI-RESP', limits, functionsOf, 'error')
