import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { at, isArray, isObject, objectOr } from '../../../src/base/json/read-json.js'
import { mapInner, schemasOf } from '../../../src/base/schema/walk.js'
import { each, none, toolNamesUnique } from '../../../src/translate/lint/checks.js'
import {
  constant,
  heldAt,
  leftOut,
  member,
  parentPath,
  repeatedEntry,
} from '../../../src/translate/lint/fixes.js'
import { type Find, type Found, fieldOf, objectAt, those, within } from '../../../src/translate/lint/found.js'
import { namesFit } from '../../../src/translate/lint/limit-checks.js'
import type { RuleRows } from '../../../src/translate/lint/limited.js'
import type { Fix } from '../../../src/translate/lint/rule.js'
import { camelOf } from '../spelling.js'
import {
  bodyOf,
  builtInTools,
  callingConfigOf,
  declarations,
  generationOf,
  toolConfigOf,
  toolEntries,
  toolsPath,
} from './view.js'

const TYPES = 'the types of @google/genai'
const names: RuleRows = {
  'GOOGLE-NAME-01': {
    summary:
      'A function name starts with a letter or _, has only letters, digits and _ . : -, and at most 128.',
    error: 'Invalid function name. Must start with a letter or an underscore.',
    evidence: `${TYPES}; cline/cline#7339`,
    seen: namesFit,
  },
  'GOOGLE-NAME-03': {
    fix: repeatedEntry(parentPath),
    summary: 'No two functions have the same name.',
    error: 'Duplicate function declaration found',
    evidence: 'error text quoted by several clients',
    seen: toolNamesUnique,
  },
  'GOOGLE-NAME-04': {
    severity: 'warning',
    summary: 'Older servers accept at most 64 characters in a function name, and no colon.',
    error: 'Invalid function name.',
    evidence: 'cline/cline#7339',
    seen: namesFit,
  },
}

/** Moves the functions of a later entry to the first entry with function declarations. */
const oneEntry: Fix = (request, path) => {
  const listPath = (entry: string) => `${entry}/functionDeclarations`
  const first = toolEntries(request).find(({ value }) => isArray(value.functionDeclarations))?.path
  const later = heldAt(request, listPath(path))
  if (first === undefined || !isArray(later) || !isArray(heldAt(request, listPath(first)))) return undefined
  const added = later.map((value) => ({ op: 'add', path: `${listPath(first)}/-`, value }) as const)
  const others = Object.keys(objectOr(heldAt(request, path), {})).length > 1
  return [...added, { op: 'remove', path: others ? listPath(path) : path }]
}

const config: RuleRows = {
  'GOOGLE-TOOLS-01': {
    fix: (request, path) => leftOut(request, `${path}/functionCallingConfig`),
    severity: 'warning',
    summary: 'A call can be forced only if functions are declared; some servers ignore the mode.',
    error: 'Function calling config is set without function_declarations',
    evidence:
      'pydantic-ai; mode AUTO without functions is accepted in recorded traffic, and VALIDATED forces no call either',
    check(request, report) {
      if (callingConfigOf(request)?.mode === 'ANY' && declarations(request).length === 0)
        report(configPath(request), 'mode ANY without function declarations')
    },
  },
  'GOOGLE-TOOLS-02': {
    severity: 'warning',
    summary:
      'Built-in tools together with functions require includeServerSideToolInvocations (Gemini API, Gemini 3 and later).',
    error:
      'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.',
    evidence: 'vercel/ai; error text quoted by many clients',
    check(request, report) {
      if ((generationOf(request) ?? 3) < 3 || !mixesTools(request)) return
      if (toolConfigOf(request).includeServerSideToolInvocations !== true)
        report(
          toolsPath(request),
          'built-in tools together with functions, without includeServerSideToolInvocations',
        )
    },
  },
  'GOOGLE-TOOLS-03': {
    severity: 'warning',
    summary: 'Models before Gemini 3 accept either built-in tools or functions.',
    error: 'Tool use with function calling is unsupported',
    evidence: 'pydantic-ai',
    check(request, report) {
      if ((generationOf(request) ?? 3) >= 3) return
      if (mixesTools(request)) report(toolsPath(request), 'built-in tools together with functions')
      if (toolConfigOf(request).includeServerSideToolInvocations !== undefined)
        report(configPath(request), 'includeServerSideToolInvocations')
    },
  },
  'GOOGLE-TOOLS-05': {
    severity: 'warning',
    summary: 'allowedFunctionNames goes with ANY or VALIDATED, and names declared functions.',
    evidence: TYPES,
    check(request, report) {
      const calling = callingConfigOf(request)
      const allowed = isArray(calling?.allowedFunctionNames) ? calling.allowedFunctionNames : []
      if (allowed.length === 0) return
      if (calling?.mode !== 'ANY' && calling?.mode !== 'VALIDATED')
        report(configPath(request), `allowedFunctionNames with mode ${JSON.stringify(calling?.mode ?? null)}`)
      const declared = new Set(declarations(request).map(({ value }) => value.name))
      for (const name of allowed) {
        if (typeof name !== 'string' || !declared.has(name))
          report(configPath(request), `${JSON.stringify(name)} is allowed but not declared`)
      }
    },
  },
  'GOOGLE-TOOLS-06': {
    severity: 'warning',
    summary: 'With cachedContent, the request has no tools, tool config or instructions.',
    evidence: 'pydantic-ai',
    check(request, report) {
      const body = bodyOf(request)
      if (typeof body.cachedContent !== 'string' || body.cachedContent === '') return
      for (const field of ['tools', 'toolConfig', 'systemInstruction']) {
        if (body[field] !== undefined) report('', `${field} next to cachedContent`)
      }
    },
  },
  'GOOGLE-TOOLS-07': {
    fix: oneEntry,
    severity: 'warning',
    summary: 'All functions are declared in one entry.',
    error: 'Multiple tools are supported only when they are all search tools.',
    evidence: 'error text quoted by a client',
    check: none(
      (request) =>
        toolEntries(request)
          .filter(({ value }) => isArray(value.functionDeclarations))
          .slice(1),
      'a second entry with function declarations',
    ),
  },
}

function mixesTools(request: JsonObject): boolean {
  return declarations(request).length > 0 && builtInTools(request).length > 0
}

function configPath(request: JsonObject): string {
  return toolsPath(request).replace(/tools$/, 'toolConfig')
}

/**
 * Keywords of the OpenAPI subset. Vertex also accepts the last three.
 * https://ai.google.dev/api/caching#Schema
 */
const KEYWORDS = new Set([
  ...['type', 'format', 'title', 'description', 'nullable', 'enum', 'items', 'minItems', 'maxItems'],
  ...['minLength', 'maxLength', 'minProperties', 'maxProperties', 'minimum', 'maximum', 'pattern'],
  ...['properties', 'propertyOrdering', 'required', 'anyOf', 'default', 'example'],
  ...['ref', 'defs'],
])

const rootSchemas = within(declarations, objectAt('parameters'))
/** Every schema inside the declarations' `parameters`. `parametersJsonSchema` accepts any JSON Schema. */
const parameterSchemas = within(rootSchemas, schemasOf)
const innerSchemas = within(rootSchemas, (root) => schemasOf(root).slice(1))

function hasType({ type }: JsonObject, wanted: string): boolean {
  return typeof type === 'string' && type.toUpperCase() === wanted
}

function schemasOfType(find: Find, type: string): Find {
  return those(find, ({ value }) => hasType(value, type))
}

function isWord(value: JsonValue): boolean {
  return typeof value === 'string' && value !== ''
}

function isKeyword(key: string): boolean {
  return KEYWORDS.has(camelOf(key) ?? key)
}

/** Returns the keys of an object with their paths. */
function keysOf({ value, path }: Found) {
  return Object.keys(value).map((key) => ({ key, path: at(path, key) }))
}

/** Returns entries of `required` without a property. */
function undefinedProperties({ value, path }: Found) {
  const properties = isObject(value.properties) ? value.properties : {}
  const required = isArray(value.required) ? value.required : []
  return required
    .map((name, index) => ({ name, path: at(`${path}/required`, index) }))
    .filter(({ name }) => typeof name !== 'string' || !Object.hasOwn(properties, name))
}

/** Returns fields that a declaration has in both forms, although only one is accepted. */
function doubleForms({ value, path }: Found) {
  const fields = ['parameters', 'response']
  return fields
    .filter((field) => isObject(value[field]) && isObject(value[`${field}JsonSchema`]))
    .map((field) => ({ field, path }))
}

/**
 * Moves a schema that the OpenAPI subset cannot express to the field that accepts any JSON Schema. In this
 * field, types are written in lower case.
 */
const asJsonSchema: Fix = (request, path) => {
  const declaration = /^(.*\/function_?[dD]eclarations\/\d+)\/parameters(?=\/|$)/.exec(path)?.[1]
  const schema = declaration === undefined ? undefined : heldAt(request, `${declaration}/parameters`)
  if (declaration === undefined || !isObject(schema)) return undefined
  if (heldAt(request, `${declaration}/parametersJsonSchema`) !== undefined) return undefined
  return [
    { op: 'remove', path: `${declaration}/parameters` },
    { op: 'add', path: `${declaration}/parametersJsonSchema`, value: inSmallLetters(schema) },
  ]
}

function inSmallLetters(schema: JsonObject): JsonObject {
  const inner = mapInner(schema, (value) => (isObject(value) ? inSmallLetters(value) : value))
  const { type } = inner
  return typeof type === 'string' ? { ...inner, type: type.toLowerCase() } : inner
}

const schemas: RuleRows = {
  'GOOGLE-NAME-02': {
    severity: 'warning',
    summary: 'A parameter name starts with a letter or _, has only letters, digits and _, and at most 64.',
    evidence: TYPES,
    check: each(
      within(within(parameterSchemas, objectAt('properties')), keysOf),
      ({ key }) => !/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(key),
      ({ key }) => `"${key}" is not a valid parameter name`,
    ),
  },
  'GOOGLE-SCHEMA-01': {
    severity: 'info',
    summary: 'Legacy models refuse objects without properties inside parameters.',
    error: 'parameters.properties: should be non-empty for OBJECT type',
    evidence: 'error text quoted by several clients; accepted at the root in recorded traffic',
    check: each(
      schemasOfType(innerSchemas, 'OBJECT'),
      ({ value: { properties } }) => !isObject(properties) || Object.keys(properties).length === 0,
      'an object without properties',
    ),
  },
  'GOOGLE-SCHEMA-02': {
    fix: member('items', constant({})),
    summary: 'Arrays have items.',
    error: 'items: missing field.',
    evidence: 'cline/cline#7339',
    check: each(
      schemasOfType(parameterSchemas, 'ARRAY'),
      ({ value }) => value.items === undefined,
      'an array without items',
    ),
  },
  'GOOGLE-SCHEMA-03': {
    fix: asJsonSchema,
    summary: 'parameters has only keywords of the OpenAPI subset; parametersJsonSchema accepts the others.',
    error: 'Invalid JSON payload received. Unknown name',
    evidence: 'nanbingxyz/5ire#42, tailcallhq/forgecode#3426',
    check: each(
      within(parameterSchemas, keysOf),
      ({ key }) => !isKeyword(key),
      ({ key }) => `the keyword ${key} is unknown in parameters`,
    ),
  },
  'GOOGLE-SCHEMA-04': {
    fix: asJsonSchema,
    severity: 'warning',
    summary: 'enum is allowed only on strings, and lists non-empty strings.',
    error: 'enum: only allowed for STRING type',
    errors: ['Invalid value at … enum … TYPE_STRING'],
    evidence: 'error text quoted by several clients',
    check: each(
      fieldOf(parameterSchemas, 'enum'),
      ({ value, of }) => isArray(value) && !(hasType(of, 'STRING') && value.every(isWord)),
      'an enum of values that are not strings',
    ),
  },
  'GOOGLE-SCHEMA-05': {
    fix: leftOut,
    severity: 'warning',
    summary: 'The Gemini API accepts only the string formats enum and date-time.',
    error: "format: only 'enum' and 'date-time' are supported for STRING type",
    evidence: 'error text quoted by a client',
    check: each(
      fieldOf(schemasOfType(parameterSchemas, 'STRING'), 'format'),
      ({ value }) => typeof value === 'string' && !['enum', 'date-time'].includes(value),
      ({ value }) => `the format ${value}`,
    ),
  },
  'GOOGLE-SCHEMA-06': {
    fix: leftOut,
    severity: 'warning',
    summary: 'Required properties are defined.',
    error: 'property is not defined',
    evidence: 'error text quoted by a client',
    check: none(
      within(parameterSchemas, undefinedProperties),
      ({ name }) => `${JSON.stringify(name)} is required but not defined`,
    ),
  },
  'GOOGLE-SCHEMA-07': {
    fix: asJsonSchema,
    summary: 'type is one type, not a list.',
    evidence: 'googleapis/python-genai#981',
    check: each(fieldOf(parameterSchemas, 'type'), ({ value }) => isArray(value), 'a list of types'),
  },
  'GOOGLE-SCHEMA-08': {
    summary: 'A declaration has parameters or parametersJsonSchema, not both (likewise for the response).',
    evidence: TYPES,
    check: none(within(declarations, doubleForms), ({ field }) => `${field} and ${field}JsonSchema`),
  },
}

export const toolRules: RuleRows = { ...names, ...config, ...schemas }
