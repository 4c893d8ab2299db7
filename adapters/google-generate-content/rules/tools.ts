import { at, isArray, isObject } from '../../../src/json/read.js'
import type { JsonObject } from '../../../src/json/types.js'
import { toolNamesUnique } from '../../../src/lint/checks.js'
import { namesFit } from '../../../src/lint/limit-checks.js'
import type { Rule } from '../../../src/lint/rule.js'
import { type Found, schemasOf } from '../../../src/schema/walk.js'
import {
  bodyOf,
  builtInTools,
  callingConfigOf,
  declarations,
  generationOf,
  limited,
  seen,
  toolConfigOf,
  toolEntries,
  toolsPath,
} from './view.js'

const TYPES = 'the types of @google/genai'
const names: readonly Rule[] = [
  limited(namesFit, {
    id: 'GOOGLE-NAME-01',
    severity: 'error',
    summary:
      'A function name starts with a letter or _, has only letters, digits and _ . : -, and at most 128.',
    error: 'Invalid function name. Must start with a letter or an underscore.',
    evidence: `${TYPES}; cline/cline#7339`,
  }),
  {
    id: 'GOOGLE-NAME-03',
    severity: 'error',
    summary: 'No two functions have the same name.',
    error: 'Duplicate function declaration found',
    evidence: 'error text quoted by several clients',
    check: seen(toolNamesUnique),
  },
  limited(namesFit, {
    id: 'GOOGLE-NAME-04',
    severity: 'warning',
    summary: 'Older servers take at most 64 characters in a function name, and no colon.',
    error: 'Invalid function name.',
    evidence: 'cline/cline#7339',
  }),
]

const config: readonly Rule[] = [
  {
    id: 'GOOGLE-TOOLS-01',
    severity: 'warning',
    summary: 'Calls can be forced only where functions are declared; some servers overlook the mode.',
    error: 'Function calling config is set without function_declarations',
    evidence:
      'pydantic-ai; mode AUTO without functions is accepted in recorded traffic, and VALIDATED forces no call either',
    check(request, report) {
      if (callingConfigOf(request)?.mode === 'ANY' && declarations(request).length === 0)
        report(configPath(request), 'mode ANY without function declarations')
    },
  },
  {
    id: 'GOOGLE-TOOLS-02',
    severity: 'warning',
    summary:
      'Built-in tools beside functions need includeServerSideToolInvocations (Gemini API, Gemini 3 and later).',
    error:
      'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.',
    evidence: 'vercel/ai; error text quoted by many clients',
    check(request, report) {
      if ((generationOf(request) ?? 3) < 3 || !mixesTools(request)) return
      if (toolConfigOf(request).includeServerSideToolInvocations !== true)
        report(
          toolsPath(request),
          'built-in tools beside functions, without includeServerSideToolInvocations',
        )
    },
  },
  {
    id: 'GOOGLE-TOOLS-03',
    severity: 'warning',
    summary: 'Models before Gemini 3 take either built-in tools or functions.',
    error: 'Tool use with function calling is unsupported',
    evidence: 'pydantic-ai',
    check(request, report) {
      if ((generationOf(request) ?? 3) >= 3) return
      if (mixesTools(request)) report(toolsPath(request), 'built-in tools beside functions')
      if (toolConfigOf(request).includeServerSideToolInvocations !== undefined)
        report(configPath(request), 'includeServerSideToolInvocations')
    },
  },
  {
    id: 'GOOGLE-TOOLS-05',
    severity: 'warning',
    summary: 'allowedFunctionNames goes with ANY or VALIDATED, and names declared functions.',
    evidence: TYPES,
    check(request, report) {
      const calling = callingConfigOf(request)
      const allowed = isArray(calling?.allowedFunctionNames) ? calling.allowedFunctionNames : []
      if (allowed.length === 0) return
      if (calling?.mode !== 'ANY' && calling?.mode !== 'VALIDATED')
        report(configPath(request), `allowedFunctionNames with mode ${JSON.stringify(calling?.mode ?? null)}`)
      const declared = new Set(declarations(request).map(({ name }) => name))
      for (const name of allowed) {
        if (typeof name !== 'string' || !declared.has(name))
          report(configPath(request), `${JSON.stringify(name)} is allowed but not declared`)
      }
    },
  },
  {
    id: 'GOOGLE-TOOLS-06',
    severity: 'warning',
    summary: 'With cachedContent, tools, tool config and instructions are those of the cache.',
    evidence: 'pydantic-ai',
    check(request, report) {
      const body = bodyOf(request)
      if (typeof body.cachedContent !== 'string' || body.cachedContent === '') return
      for (const field of ['tools', 'toolConfig', 'systemInstruction']) {
        if (body[field] !== undefined) report('', `${field} beside cachedContent`)
      }
    },
  },
  {
    id: 'GOOGLE-TOOLS-07',
    severity: 'warning',
    summary: 'All functions are declared in one entry.',
    error: 'Multiple tools are supported only when they are all search tools.',
    evidence: 'error text quoted by a client',
    check(request, report) {
      const entries = toolEntries(request).filter(({ entry }) => isArray(entry.functionDeclarations))
      for (const { path } of entries.slice(1)) report(path, 'a second entry with function declarations')
    },
  },
]

function mixesTools(request: JsonObject): boolean {
  return declarations(request).length > 0 && builtInTools(request).length > 0
}

function configPath(request: JsonObject): string {
  return toolsPath(request).replace(/tools$/, 'toolConfig')
}

/** The OpenAPI subset; Vertex also knows the last three. https://ai.google.dev/api/caching#Schema */
const KEYWORDS = new Set([
  ...['type', 'format', 'title', 'description', 'nullable', 'enum', 'items', 'minItems', 'maxItems'],
  ...['minLength', 'maxLength', 'minProperties', 'maxProperties', 'minimum', 'maximum', 'pattern'],
  ...['properties', 'propertyOrdering', 'required', 'anyOf', 'default', 'example'],
  ...['ref', 'defs'],
])

/**
 * Every schema inside the `parameters` of the declarations (`parametersJsonSchema` takes any JSON Schema).
 * @param first 1 to leave out the outermost.
 */
function parameterSchemas(request: JsonObject, first = 0): Found[] {
  return declarations(request).flatMap(({ declaration, path }) => {
    const { parameters } = declaration
    return isObject(parameters)
      ? schemasOf({ value: parameters, path: `${path}/parameters` }).slice(first)
      : []
  })
}

function hasType({ type }: JsonObject, wanted: string): boolean {
  return typeof type === 'string' && type.toUpperCase() === wanted
}

const schemas: readonly Rule[] = [
  {
    id: 'GOOGLE-NAME-02',
    severity: 'warning',
    summary: 'A parameter name starts with a letter or _, has only letters, digits and _, and at most 64.',
    evidence: TYPES,
    check(request, report) {
      for (const { value: schema, path } of parameterSchemas(request)) {
        for (const name of Object.keys(isObject(schema.properties) ? schema.properties : {})) {
          if (!/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name))
            report(at(`${path}/properties`, name), `"${name}" is no parameter name`)
        }
      }
    },
  },
  {
    id: 'GOOGLE-SCHEMA-01',
    severity: 'info',
    summary: 'Legacy models refuse objects without properties inside parameters.',
    error: 'parameters.properties: should be non-empty for OBJECT type',
    evidence: 'error text quoted by several clients; accepted at the root in recorded traffic',
    check(request, report) {
      for (const { value: schema, path } of parameterSchemas(request, 1)) {
        const { properties } = schema
        const isEmpty = !isObject(properties) || Object.keys(properties).length === 0
        if (hasType(schema, 'OBJECT') && isEmpty) report(path, 'an object without properties')
      }
    },
  },
  {
    id: 'GOOGLE-SCHEMA-02',
    severity: 'error',
    summary: 'Arrays say what their items are.',
    error: 'items: missing field.',
    evidence: 'cline/cline#7339',
    check(request, report) {
      for (const { value: schema, path } of parameterSchemas(request)) {
        if (hasType(schema, 'ARRAY') && schema.items === undefined) report(path, 'an array without items')
      }
    },
  },
  {
    id: 'GOOGLE-SCHEMA-03',
    severity: 'error',
    summary: 'parameters has only keywords of the OpenAPI subset; parametersJsonSchema takes the others.',
    error: 'Invalid JSON payload received. Unknown name',
    evidence: 'nanbingxyz/5ire#42, tailcallhq/forgecode#3426',
    check(request, report) {
      for (const { value: schema, path } of parameterSchemas(request)) {
        for (const key of Object.keys(schema)) {
          if (!KEYWORDS.has(key) && !KEYWORDS.has(camelCase(key)))
            report(at(path, key), `the keyword ${key} is unknown in parameters`)
        }
      }
    },
  },
  {
    id: 'GOOGLE-SCHEMA-04',
    severity: 'warning',
    summary: 'enum stands on strings, and lists strings that are not empty.',
    error: 'enum: only allowed for STRING type',
    evidence: 'error text quoted by several clients',
    check(request, report) {
      for (const { value: schema, path } of parameterSchemas(request)) {
        if (!isArray(schema.enum)) continue
        const isStrings = schema.enum.every((item) => typeof item === 'string' && item !== '')
        if (!isStrings || !hasType(schema, 'STRING'))
          report(`${path}/enum`, 'an enum of something else than strings')
      }
    },
  },
  {
    id: 'GOOGLE-SCHEMA-05',
    severity: 'warning',
    summary: 'The Gemini API knows only the string formats enum and date-time.',
    error: "format: only 'enum' and 'date-time' are supported for STRING type",
    evidence: 'error text quoted by a client',
    check(request, report) {
      for (const { value: schema, path } of parameterSchemas(request)) {
        const { format } = schema
        if (
          hasType(schema, 'STRING') &&
          typeof format === 'string' &&
          format !== 'enum' &&
          format !== 'date-time'
        )
          report(`${path}/format`, `the format ${format}`)
      }
    },
  },
  {
    id: 'GOOGLE-SCHEMA-06',
    severity: 'warning',
    summary: 'Required properties are defined.',
    error: 'property is not defined',
    evidence: 'error text quoted by a client',
    check(request, report) {
      for (const { value: schema, path } of parameterSchemas(request)) {
        const properties = isObject(schema.properties) ? schema.properties : {}
        const required = isArray(schema.required) ? schema.required : []
        for (const [index, name] of required.entries()) {
          if (typeof name !== 'string' || !Object.hasOwn(properties, name))
            report(at(`${path}/required`, index), `${JSON.stringify(name)} is required but not defined`)
        }
      }
    },
  },
  {
    id: 'GOOGLE-SCHEMA-07',
    severity: 'error',
    summary: 'type is one type, not a list.',
    error: 'INVALID_ARGUMENT',
    evidence: 'googleapis/python-genai#981',
    check(request, report) {
      for (const { value: schema, path } of parameterSchemas(request)) {
        if (isArray(schema.type)) report(`${path}/type`, 'a list of types')
      }
    },
  },
  {
    id: 'GOOGLE-SCHEMA-08',
    severity: 'error',
    summary: 'A declaration has parameters or parametersJsonSchema, not both (likewise for the response).',
    evidence: TYPES,
    check(request, report) {
      for (const { declaration, path } of declarations(request)) {
        for (const field of ['parameters', 'response']) {
          if (isObject(declaration[field]) && isObject(declaration[`${field}JsonSchema`]))
            report(path, `${field} and ${field}JsonSchema`)
        }
      }
    },
  },
]

function camelCase(key: string): string {
  return key.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())
}

export const toolRules: readonly Rule[] = [...names, ...config, ...schemas]
