import type { JsonObject } from '../../../src/base/json/json-types.js'
import { at, isArray, isObject, objectIn, stringOr } from '../../../src/base/json/read-json.js'
import { schemasOf } from '../../../src/base/schema/walk.js'
import { each, isEmptyList, none } from '../../../src/translate/lint/checks.js'
import { constant, leftOut, replaced, unlessGiven } from '../../../src/translate/lint/fixes.js'
import {
  type Find,
  type Found,
  fieldIn,
  fieldOf,
  objectAt,
  those,
  within,
} from '../../../src/translate/lint/found.js'
import { namesFit } from '../../../src/translate/lint/limit-checks.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import type { Check, Fix } from '../../../src/translate/lint/rule.js'
import type { Place } from '../../../src/translate/lint/view.js'
import { messagesOf, nativeCallsOf, toolsOf } from '../family.js'
import { fieldsIn, MOST_STRICT_FIELDS } from '../strict.js'
import { othersOf } from './messages.js'

const ERRORS = 'https://docs.cohere.com/reference/errors'
const STRUCTURED = 'https://docs.cohere.com/docs/structured-outputs'
const PEER = 'https://github.com/vercel/ai (packages/cohere)'

const bodies = within(toolsOf, objectAt('function'))
const parameters = within(bodies, objectAt('parameters'))
const typed: Find = (request) => [...toolsOf(request), ...within(messagesOf, nativeCallsOf)(request)]

/** Matches models without tool use. https://docs.cohere.com/docs/models */
const WITHOUT_TOOLS = /^command(-light)?(-nightly)?$/

function hasTools({ tools }: JsonObject): boolean {
  return isArray(tools) && tools.length > 0
}

const CHOICES: Readonly<Record<string, string>> = { required: 'REQUIRED', any: 'REQUIRED', none: 'NONE' }

const choiceFits: Check = (request, report) => {
  const { tool_choice: choice } = request
  if (choice === undefined || choice === null) return
  if (choice === 'REQUIRED' && !hasTools(request)) report('/tool_choice', 'there are no tools', true)
  else if (choice !== 'REQUIRED' && choice !== 'NONE')
    report('/tool_choice', 'it is neither REQUIRED nor NONE')
}

/** Fixes the tool choice. Without a choice the model decides, like `auto` on other wires. */
const choiceFixed: Fix = (request, path) => {
  const { tool_choice: choice } = request
  const word = typeof choice === 'string' && Object.hasOwn(CHOICES, choice) ? CHOICES[choice] : undefined
  if (word !== undefined && hasTools(request)) return [{ op: 'replace', path, value: word }]
  return choice === 'auto' || (choice === 'REQUIRED' && !hasTools(request))
    ? leftOut(request, path)
    : undefined
}

/** Returns names in `required` without a property. */
function undefinedNames({ value: { required, properties } }: Found): string[] {
  const known = objectIn(properties)
  const names = isArray(required) ? required : []
  return names.flatMap((name) => (typeof name === 'string' && !Object.hasOwn(known, name) ? [name] : []))
}

/** Removes names from `required` that have no property. */
const requiresDefined: Fix = (request, path) => {
  if (!path.endsWith('/required')) return undefined
  return replaced((required, { properties }) =>
    isArray(required)
      ? required.filter((name) => typeof name !== 'string' || Object.hasOwn(objectIn(properties), name))
      : undefined,
  )(request, path)
}

const SAYS_TYPE = ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const']

function untyped({ value: { properties }, path }: Found): Place[] {
  if (!isObject(properties)) return []
  return Object.entries(properties).flatMap(([name, property]) => {
    const isTyped = isObject(property) && SAYS_TYPE.some((keyword) => property[keyword] !== undefined)
    return isTyped ? [] : [{ path: at(`${path}/properties`, name) }]
  })
}

const schemaFits: Check = (request, report) => {
  for (const schema of within(parameters, schemasOf)(request)) {
    const [name] = undefinedNames(schema)
    if (name !== undefined) report(`${schema.path}/required`, `"${name}" is not a property`, true)
    for (const { path } of untyped(schema)) report(path, 'it says no type')
  }
}

const strictFits: Check = (request, report) => {
  if (request.strict_tools !== true) return
  for (const { value, path } of bodies(request)) {
    const required = isObject(value.parameters) ? value.parameters.required : undefined
    if (!isArray(required) || required.length === 0) report(path, 'no parameter is required')
  }
  const fields = parameters(request).reduce((sum, { value }) => sum + fieldsIn(value), 0)
  if (fields > MOST_STRICT_FIELDS) report('/tools', `the tools have ${fields} fields`)
}

/** Finds unknown fields of tools. */
export const unknownToolFields: Find<Place> = (request) => [
  ...toolsOf(request).flatMap((tool) => othersOf(tool, ['type', 'function'])),
  ...bodies(request).flatMap((body) => othersOf(body, ['name', 'description', 'parameters'])),
]

export const toolRules: RuleRows = {
  'COHERE-NAME-01': {
    severity: 'warning',
    summary: 'Names of tools have letters, digits and _, and do not begin with a digit.',
    error: "tool names can only contain certain characters (A-Za-z0-9_) and can't begin with a digit",
    evidence: ERRORS,
    seen: namesFit,
  },
  'COHERE-TOOLS-01': {
    fix: choiceFixed,
    severity: 'warning',
    summary: 'tool_choice is NONE, or REQUIRED if there are tools.',
    evidence: 'https://docs.cohere.com/reference/chat (tool_choice)',
    check: choiceFits,
  },
  'COHERE-TOOLS-02': {
    fix: constant({ type: 'object', properties: {} }),
    summary: 'Every function has a schema of its parameters.',
    error: 'schema must be an object',
    evidence: ERRORS,
    check: each(fieldOf(bodies, 'parameters'), ({ value }) => !isObject(value), 'it is not an object'),
  },
  'COHERE-TOOLS-03': {
    fix: unlessGiven('function'),
    summary: 'Tools and calls are of the type function.',
    error: 'tool call must be of type function',
    evidence: ERRORS,
    check: each(
      fieldOf(typed, 'type'),
      ({ value }) => value !== 'function',
      'it is not of the type function',
    ),
  },
  'COHERE-TOOLS-04': {
    fix: leftOut,
    severity: 'warning',
    summary: 'A list of tools is not empty.',
    evidence: PEER,
    check: each(fieldIn('tools'), ({ value }) => isEmptyList(value), 'the list is empty'),
  },
  'COHERE-TOOLS-05': {
    summary: 'The model can use tools.',
    error: 'tool use is not supported by the provided model: command.',
    evidence: 'https://github.com/swarmauri/swarmauri-sdk/issues/692',
    check: none(
      (request) =>
        those(
          fieldIn('model'),
          ({ value }) => hasTools(request) && WITHOUT_TOOLS.test(stringOr(value, '')),
        )(request),
      ({ value }) => `${stringOr(value, '')} cannot use tools`,
    ),
  },
  'COHERE-SCHEMA-01': {
    fix: requiresDefined,
    severity: 'warning',
    summary: 'Required members of a schema are properties, and each property has a type.',
    error: 'required field name not found in properties',
    errors: ['property title must have a type'],
    evidence: ERRORS,
    check: schemaFits,
  },
  'COHERE-STRICT-01': {
    summary:
      'With strict_tools every tool has a required parameter, and all together have at most 200 fields.',
    evidence: STRUCTURED,
    check: strictFits,
  },
}
