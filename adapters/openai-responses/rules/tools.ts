import type { JsonObject } from '../../../src/base/json/json-types.js'
import { isArray, isObject } from '../../../src/base/json/read-json.js'
import { chooseLimits, textTest } from '../../../src/codec/wire/limits.js'
import { each, none } from '../../../src/translate/lint/checks.js'
import { constant, member } from '../../../src/translate/lint/fixes.js'
import {
  type Find,
  type Found,
  fieldOf,
  fieldText,
  isOf,
  listAt,
  those,
} from '../../../src/translate/lint/found.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import type { Fix } from '../../../src/translate/lint/rule.js'
import { textForm } from '../../../src/translate/lint/text-form.js'
import { type TextAt, textAt } from '../../../src/translate/lint/view.js'
import { schemaRulesOf } from '../family.js'
import { limits } from '../limits.js'
import { functionsOf, itemsOf, namedTools, toolsInHistory, toolsOf } from './walk.js'

const namedCalls = those(itemsOf, isOf('function_call', 'custom_tool_call'))

function allTools(request: JsonObject): Found[] {
  return [...toolsOf(request), ...toolsInHistory(request)]
}

function nameOf(found: Found): string {
  return fieldText(found, 'name')
}

function namesOf(tools: readonly Found[]): Set<string> {
  return new Set(namedTools(tools).map(nameOf))
}

function namesIn(find: Find): Find<TextAt> {
  return (request) => namedTools(find(request)).map((tool) => textAt(tool, 'name'))
}

/** Finds calls without a namespace whose function is declared only inside a namespace. */
function callsWithoutNamespace(request: JsonObject): Found[] {
  const isNamespace = isOf('namespace')
  const inside = namesOf(allTools(request).filter(isNamespace))
  const outside = namesOf(allTools(request).filter((tool) => !isNamespace(tool)))
  return namedCalls(request).filter(
    (call) => inside.has(nameOf(call)) && !outside.has(nameOf(call)) && fieldText(call, 'namespace') === '',
  )
}

/** Adds the namespace, if exactly one namespace contains the function. */
const namespaceOf: Fix = (request, path) => {
  const call = namedCalls(request).find((found) => found.path === path)
  if (call === undefined) return undefined
  const spaces = allTools(request).filter(
    (tool) => isOf('namespace')(tool) && namesOf([tool]).has(nameOf(call)),
  )
  const [space] = spaces
  if (space === undefined || spaces.length > 1) return undefined
  return [{ op: 'add', path: `${path}/namespace`, value: nameOf(space) }]
}

/** Returns names that no rule checks and that change together with the names of the tools. */
function namesBeside(request: JsonObject): TextAt[] {
  return [...namedCalls(request), ...chosen(request)].map((named) => textAt(named, 'name'))
}

export const nameRules: RuleRows<unknown> = {
  'OPENAI-RESP-NAME-01': {
    summary: 'Names of functions and custom tools have 1 to 128 letters, digits, _ and -.',
    error: "string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    evidence: 'https://github.com/openai/openai-openapi FunctionToolParam',
    check: textForm('toolName', namesIn(allTools), namesBeside),
  },
  'OPENAI-RESP-NAME-02': {
    summary: 'A namespace has a name and at least one tool.',
    evidence: 'https://github.com/openai/openai-openapi NamespaceToolParam',
    check(request, report) {
      for (const tool of toolsOf(request).filter(isOf('namespace'))) {
        if (nameOf(tool) === '') report(`${tool.path}/name`, 'the namespace has no name')
        if (!isArray(tool.value.tools) || tool.value.tools.length === 0)
          report(`${tool.path}/tools`, 'the namespace has no tools')
      }
    },
  },
  'OPENAI-RESP-NAME-03': {
    fix: namespaceOf,
    severity: 'warning',
    summary: 'A call of a tool in a namespace names the namespace.',
    evidence: 'https://github.com/pydantic/pydantic-ai models/openai.py',
    check: none(
      callsWithoutNamespace,
      (call) => `${nameOf(call)} is in a namespace that the call does not name`,
    ),
  },
  'OPENAI-RESP-NAME-04': {
    severity: 'warning',
    summary: 'Older deployments accept names of at most 64 characters.',
    evidence: 'https://github.com/openai/openai-openapi',
    check: textForm('toolName', namesIn(toolsOf), namesBeside),
  },
  'OPENAI-RESP-NAME-05': {
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
}

/** Finds the tool names in a tool choice. */
function chosen({ tool_choice: choice }: JsonObject): Found[] {
  if (!isObject(choice)) return []
  const found = { value: choice, path: '/tool_choice' }
  const entries = choice.type === 'allowed_tools' ? listAt('tools')(found) : [found]
  return entries.filter(isOf('function', 'custom'))
}

function undeclared(request: JsonObject): Found[] {
  const names = namesOf(allTools(request))
  return chosen(request).filter((choice) => !names.has(nameOf(choice)))
}

/** Creates a finder for requests without a tool of this type. */
function without<Item>(type: string, find: Find<Item>): Find<Item> {
  return (request) => (toolsOf(request).some(isOf(type)) ? [] : find(request))
}

export const toolRules: RuleRows<unknown> = {
  'OPENAI-RESP-TOOLS-01': {
    severity: 'warning',
    summary: 'There are at most 128 functions.',
    error: "Invalid 'tools': array too long.",
    evidence: 'https://github.com/zed-industries/zed/issues/32946',
    check(request, report) {
      const { length } = functionsOf(request)
      if (length > 128) report('/tools', `there are ${length} functions`)
    },
  },
  'OPENAI-RESP-TOOLS-02': {
    summary: 'Deferred tools require a tool_search tool.',
    error: 'Deferred tools require tools.tool_search.',
    evidence: 'https://github.com/pydantic/pydantic-ai models/openai.py',
    check: each(
      without(
        'tool_search',
        fieldOf((request) => [...toolsOf(request), ...namedTools(toolsOf(request))], 'defer_loading'),
      ),
      ({ value }) => value === true,
      'there is no tool_search tool',
    ),
  },
  'OPENAI-RESP-TOOLS-03': {
    fix: member('description', constant('Finds tools.')),
    summary: 'A tool search that the client runs has a description.',
    evidence: 'https://github.com/pydantic/pydantic-ai models/openai.py',
    check: each(
      those(toolsOf, isOf('tool_search')),
      ({ value }) => value.execution === 'client' && typeof value.description !== 'string',
      'it has no description',
    ),
  },
  'OPENAI-RESP-TOOLS-04': {
    severity: 'warning',
    summary: 'The tools that tool_choice names are declared.',
    error: "Tool choice 'function' not found in 'tools' parameter.",
    evidence: 'error texts in clients',
    check: none(undeclared, (choice) => `"${nameOf(choice)}" is not among the tools`),
  },
  'OPENAI-RESP-TOOLS-05': {
    severity: 'warning',
    summary: 'Tools that programs may call require the programmatic_tool_calling tool.',
    evidence: 'openai SDK types',
    check: each(
      without('programmatic_tool_calling', fieldOf(toolsOf, 'allowed_callers')),
      ({ value }) => isArray(value) && value.includes('programmatic'),
      'there is no programmatic_tool_calling tool',
    ),
  },
}

export const schemaRules = schemaRulesOf('OPENAI-RESP', functionsOf, 'error')
