import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { schemasOf } from '../../src/base/schema/walk.js'
import { each, none } from '../../src/translate/lint/checks.js'
import { asObject, completed, leftOut } from '../../src/translate/lint/fixes.js'
import {
  type Find,
  type Found,
  fieldOf,
  isOf,
  listAt,
  listIn,
  objectAt,
  those,
  typeOf,
  within,
} from '../../src/translate/lint/found.js'
import { type RuleRows, rulesOf } from '../../src/translate/lint/limited.js'
import type { Rule } from '../../src/translate/lint/rule.js'
import { textForm } from '../../src/translate/lint/text-form.js'
import { textAt, type ValueAt } from '../../src/translate/lint/view.js'
import { isFrame } from './frames.js'
import { limits } from './limits.js'

const SERVER = '@modelcontextprotocol/sdk, server/index.js'
const CLIENT = '@modelcontextprotocol/sdk, client/index.js'
const SCHEMAS = '@modelcontextprotocol/sdk, types.js'

/** Returns the frames of a request: a single frame, or a list of frames. */
function framesOf(request: JsonObject): Found[] {
  if (isFrame(request)) return [{ value: request, path: '' }]
  return listIn('messages')(request).filter(({ value }) => isFrame(value))
}

function paramsOf(method: string): Find {
  return within(
    those(framesOf, ({ value }) => value.method === method),
    objectAt('params'),
  )
}

const resultsOf = within(framesOf, objectAt('result'))

/** Returns the parameters of sampling, and lists of tools. */
function bodiesOf(request: JsonObject): Found[] {
  const bodies = [...paramsOf('sampling/createMessage')(request), ...resultsOf(request)]
  return isFrame(request) ? bodies : [{ value: request, path: '' }, ...bodies]
}

const messagesOf = those(within(bodiesOf, listAt('messages')), ({ value }) => !isFrame(value))
const toolsOf = within(bodiesOf, listAt('tools'))
const outputSchemas = within(toolsOf, objectAt('outputSchema'))

function blocksOf(message: Found): Found[] {
  return [...objectAt('content')(message), ...listAt('content')(message)]
}

const blocks = within(messagesOf, blocksOf)

function calls(request: JsonObject): Found[] {
  return [...paramsOf('tools/call')(request), ...blocks(request).filter(isOf('tool_use'))]
}

/** Returns results of calls in any position. */
function answers(request: JsonObject): Found[] {
  const results = resultsOf(request).filter(({ value }) => 'content' in value && !('role' in value))
  return [...results, ...blocks(request).filter(isOf('tool_result'))]
}

function isBase64(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(value)
}

const BLOCK_CHECKS: Readonly<Record<string, (block: JsonObject) => boolean>> = {
  text: ({ text }) => typeof text === 'string',
  image: ({ data, mimeType }) => isBase64(data) && typeof mimeType === 'string',
  audio: ({ data, mimeType }) => isBase64(data) && typeof mimeType === 'string',
  resource_link: ({ uri, name }) => typeof uri === 'string' && typeof name === 'string',
  resource: ({ resource }) =>
    isObject(resource) &&
    typeof resource.uri === 'string' &&
    (typeof resource.text === 'string' || isBase64(resource.blob)),
}
const SAMPLED = ['text', 'image', 'audio', 'tool_use', 'tool_result']

function isBad(block: Found): boolean {
  const type = typeOf(block)
  return !Object.hasOwn(BLOCK_CHECKS, type) || BLOCK_CHECKS[type]?.(block.value) !== true
}

function isBadInSampling(block: Found): boolean {
  return !SAMPLED.includes(typeOf(block)) || (!typeOf(block).startsWith('tool_') && isBad(block))
}

function badContent(request: JsonObject): readonly { readonly path: string }[] {
  return [
    ...fieldOf(answers, 'content')(request).filter(({ value }) => value !== undefined && !isArray(value)),
    ...answers(request).flatMap(blocksOf).filter(isBad),
    ...blocks(request).filter(isBadInSampling),
  ]
}

const SCHEMA_TYPES = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']

function isUnknownType({ value: type = [] }: ValueAt): boolean {
  return !(isArray(type) ? type : [type]).every((one) => SCHEMA_TYPES.includes(stringOr(one, '')))
}

function brokenReferences(root: Found): readonly ValueAt[] {
  const references = fieldOf(() => schemasOf(root), '$ref')(root.value)
  return references.filter(({ value }) => typeof value === 'string' && !isResolved(value, root))
}

/** Returns true if a reference exists. Only references inside the schema can be checked. */
function isResolved(reference: string, { value }: Found): boolean {
  if (!reference.startsWith('#/')) return true
  let target: JsonValue | undefined = value
  for (const key of reference.slice(2).split('/'))
    target = isObject(target) && Object.hasOwn(target, key) ? target[key] : undefined
  return target !== undefined
}

/** Returns the blocks of the last message, or of the one before it. Servers check only these two. */
function blocksAt(index: -1 | -2, request: JsonObject): Found[] {
  const message = messagesOf(request).at(index)
  return message === undefined ? [] : blocksOf(message)
}

function mixedResults(request: JsonObject): Found[] {
  const last = blocksAt(-1, request)
  return last.some(isOf('tool_result')) ? last.filter((block) => typeOf(block) !== 'tool_result') : []
}

function unmatched(request: JsonObject): Found[] {
  const results = blocksAt(-1, request).filter(isOf('tool_result'))
  const asked = blocksAt(-2, request).filter(isOf('tool_use'))
  const ids = new Set(asked.map(({ value }) => value.id))
  const answered = new Set(results.map(({ value }) => value.toolUseId))
  return [
    ...results.filter(({ value }) => !ids.has(value.toolUseId)),
    ...asked.filter(({ value }) => !answered.has(value.id)),
  ]
}

function isNoObject({ value }: ValueAt): boolean {
  return value !== undefined && !isObject(value)
}

const ROWS: RuleRows<unknown> = {
  'MCP-ARG-01': {
    fix: asObject,
    summary: 'The arguments of a call are absent or an object.',
    error: 'expected record',
    evidence: SCHEMAS,
    check: each(
      (request) => [...fieldOf(calls, 'arguments')(request), ...fieldOf(calls, 'input')(request)],
      isNoObject,
      'it must be an object',
    ),
  },
  'MCP-NAME-01': {
    severity: 'warning',
    summary: 'Names of tools have 1 to 128 letters, digits, dots, dashes and underscores.',
    error: 'Tool name validation warning',
    evidence: '@modelcontextprotocol/sdk, shared/toolNameValidation.js',
    check: textForm('toolName', (request) =>
      [...toolsOf(request), ...calls(request)].map((named) => textAt(named, 'name')),
    ),
  },
  'MCP-SCHEMA-01': {
    fix: completed,
    summary: 'The inputSchema of a tool is of type "object".',
    error: 'Invalid input: expected "object"',
    evidence: SCHEMAS,
    check: each(
      fieldOf(toolsOf, 'inputSchema'),
      ({ value }) => !isObject(value) || value.type !== 'object',
      'the schema must be of type "object"; one that is not makes the whole list fail',
    ),
  },
  'MCP-SCHEMA-02': {
    summary: 'An outputSchema has only types of JSON Schema.',
    error: 'type must be JSONType or JSONType[]',
    evidence: CLIENT,
    check: each(fieldOf(within(outputSchemas, schemasOf), 'type'), isUnknownType, 'there is no such type'),
  },
  'MCP-SCHEMA-03': {
    summary: 'References of an outputSchema can be resolved.',
    error: "can't resolve reference",
    evidence: CLIENT,
    check: none(within(outputSchemas, brokenReferences), 'this reference cannot be resolved'),
  },
  'MCP-OUT-02': {
    summary: 'Content is a list of blocks of the five types, with their required fields; data is base64.',
    error: 'Invalid tools/call result',
    evidence: SCHEMAS,
    check: none(badContent, 'this is not valid content'),
  },
  'MCP-OUT-04': {
    severity: 'warning',
    summary: 'Before protocol version 2026-07-28, structured content is an object.',
    error: 'expected record',
    evidence: SCHEMAS,
    check: each(
      fieldOf(answers, 'structuredContent'),
      isNoObject,
      'structured content must be an object before 2026-07-28',
    ),
  },
  'MCP-FIELD-01': {
    fix: leftOut,
    summary: '_meta is absent or an object.',
    error: 'Request timed out',
    evidence: SCHEMAS,
    check: each(
      (request) =>
        [bodiesOf, messagesOf, toolsOf, calls, answers].flatMap((find) => fieldOf(find, '_meta')(request)),
      isNoObject,
      'a message with it is dropped',
    ),
  },
  'MCP-FIELD-02': {
    summary: 'A sampling request has maxTokens, an integer.',
    error: 'expected number',
    evidence: SCHEMAS,
    check: each(
      (request) => (messagesOf(request).length === 0 ? [] : fieldOf(bodiesOf, 'maxTokens')(request)),
      ({ value, of }) => isArray(of.messages) && !Number.isInteger(value),
      'expected an integer',
    ),
  },
  'MCP-SAMPLING-01': {
    summary: 'A last message with a tool_result has no other content.',
    error: 'The last message must contain only tool_result content if any is present',
    evidence: SERVER,
    check: none(mixedResults, 'it shares the last message with results'),
  },
  'MCP-SAMPLING-02': {
    summary: 'The results of the last message answer exactly the calls of the one before.',
    error: 'ids of tool_result blocks and tool_use blocks from previous message do not match',
    evidence: SERVER,
    check: none(unmatched, 'calls and results do not match'),
  },
  'MCP-FORMAT-01': {
    summary: 'A result of type input_required has inputRequests or requestState.',
    error: 'INVALID_RESULT',
    evidence: '@modelcontextprotocol/client 2.4.0',
    check: each(
      resultsOf,
      ({ value }) =>
        value.resultType === 'input_required' &&
        !isObject(value.inputRequests) &&
        value.requestState === undefined,
      'inputRequests or requestState is needed',
    ),
  },
}

/** Rules of the protocol for requests. */
export const rules: readonly Rule[] = rulesOf({ limits, viewOf: (request) => request }, ROWS)
