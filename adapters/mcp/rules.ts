import { at, isArray, isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { type LimitCheck, rulesOver } from '../../src/lint/limited.js'
import type { Check, Rule } from '../../src/lint/rule.js'
import { textForm } from '../../src/lint/text-form.js'
import { type Place, type RequestView, textAt } from '../../src/lint/view.js'
import { type Found, objectsOf, schemasOf } from '../../src/schema/walk.js'
import { isFrame } from './frames.js'
import { limits } from './limits.js'

const SERVER = '@modelcontextprotocol/sdk, server/index.js'
const CLIENT = '@modelcontextprotocol/sdk, client/index.js'
const SCHEMAS = '@modelcontextprotocol/sdk, types.js'

interface Row extends Omit<Rule, 'id' | 'check' | 'severity'> {
  /** Default: `error`. */
  readonly severity?: Rule['severity']
  readonly check: Check | LimitCheck<View>
}

/** What the rules look at, wherever it stands. */
interface View extends RequestView {
  readonly calls: readonly Found[]
  readonly answers: readonly Found[]
}

/** The parts of a request that was sent as it is, or in a frame, or of a list of frames. */
function framesOf(request: JsonObject): Found[] {
  const { messages } = request
  if (isFrame(request)) return [{ value: request, path: '' }]
  return objectsOf(messages, '/messages').filter(({ value }) => isFrame(value))
}

function member({ value, path }: Found, key: string): Found[] {
  const inner = value[key]
  return isObject(inner) ? [{ value: inner, path: `${path}/${key}` }] : []
}

/** The parameters of sampling, and lists of tools. */
function bodiesOf(request: JsonObject): Found[] {
  const frames = framesOf(request)
  const sampled = frames.filter(({ value }) => value.method === 'sampling/createMessage')
  const bodies = [
    ...sampled.flatMap((frame) => member(frame, 'params')),
    ...frames.flatMap((frame) => member(frame, 'result')),
  ]
  return isFrame(request) ? bodies : [{ value: request, path: '' }, ...bodies]
}

function messagesOf(request: JsonObject): Found[] {
  return bodiesOf(request)
    .flatMap(({ value, path }) => objectsOf(value.messages, `${path}/messages`))
    .filter(({ value }) => !isFrame(value))
}

function blocksOf({ value, path }: Found): Found[] {
  const { content } = value
  return isObject(content)
    ? [{ value: content, path: `${path}/content` }]
    : objectsOf(content, `${path}/content`)
}

function toolsOf(request: JsonObject): Found[] {
  return bodiesOf(request).flatMap(({ value, path }) => objectsOf(value.tools, `${path}/tools`))
}

function ofType(type: string, request: JsonObject): Found[] {
  return messagesOf(request)
    .flatMap(blocksOf)
    .filter(({ value }) => value.type === type)
}

function viewOf(request: JsonObject): View {
  const calls = framesOf(request).filter(({ value }) => value.method === 'tools/call')
  const uses = ofType('tool_use', request)
  const results = framesOf(request).flatMap((frame) => member(frame, 'result'))
  return {
    messages: [],
    turns: [],
    instructions: [],
    tools: toolsOf(request).map((tool) => ({ path: tool.path, name: textAt(tool, 'name'), isOwn: true })),
    calls: [...calls.flatMap((frame) => member(frame, 'params')), ...uses],
    answers: [
      ...results.filter(({ value }) => 'content' in value && !('role' in value)),
      ...ofType('tool_result', request),
    ],
  }
}

/** Refuses every place that is found. */
function none(find: (request: JsonObject) => readonly Place[], says: string): Check {
  return (request, report) => {
    for (const { path } of find(request)) report(path, says)
  }
}

function field(
  found: readonly Found[],
  key: string,
  breaks: (value: JsonValue | undefined) => boolean,
): Place[] {
  return found.flatMap(({ value, path }) => (breaks(value[key]) ? [{ path: at(path, key) }] : []))
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

function isGood({ value }: Found): boolean {
  const type = stringOr(value.type, '')
  return Object.hasOwn(BLOCK_CHECKS, type) && BLOCK_CHECKS[type]?.(value) === true
}

function badBlocks(request: JsonObject): Place[] {
  const inside = viewOf(request).answers.flatMap(blocksOf)
  const sampled = messagesOf(request).flatMap(blocksOf)
  const wrong = sampled.filter((block) => {
    const type = stringOr(block.value.type, '')
    return !SAMPLED.includes(type) || (!type.startsWith('tool_') && !isGood(block))
  })
  return [...inside.filter((block) => !isGood(block)), ...wrong]
}

function notLists(request: JsonObject): Place[] {
  return field(viewOf(request).answers, 'content', (content) => content !== undefined && !isArray(content))
}

const SCHEMA_TYPES = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']

function unknownTypes(request: JsonObject): Place[] {
  const schemas = toolsOf(request).flatMap((tool) => member(tool, 'outputSchema').flatMap(schemasOf))
  return field(schemas, 'type', (type) => {
    if (type === undefined) return false
    return !(isArray(type) ? type : [type]).every((one) => SCHEMA_TYPES.includes(stringOr(one, '')))
  })
}

function brokenReferences(request: JsonObject): Place[] {
  return toolsOf(request).flatMap((tool) =>
    member(tool, 'outputSchema').flatMap((root) =>
      field(
        schemasOf(root),
        '$ref',
        (reference) => typeof reference === 'string' && !isResolved(reference, root),
      ),
    ),
  )
}

/** Only what is inside the schema can be looked up here. */
function isResolved(reference: string, { value }: Found): boolean {
  if (!reference.startsWith('#/')) return true
  let target: JsonValue | undefined = value
  for (const key of reference.slice(2).split('/'))
    target = isObject(target) && Object.hasOwn(target, key) ? target[key] : undefined
  return target !== undefined
}

function resultsIn(message: Found | undefined): Found[] {
  return message === undefined ? [] : blocksOf(message).filter(({ value }) => value.type === 'tool_result')
}

function callsIn(message: Found | undefined): Found[] {
  return message === undefined ? [] : blocksOf(message).filter(({ value }) => value.type === 'tool_use')
}

/** Only the last two messages are looked at. */
function lastTwo(request: JsonObject): readonly [last: Found | undefined, before: Found | undefined] {
  const messages = messagesOf(request)
  return [messages.at(-1), messages.at(-2)]
}

function mixedResults(request: JsonObject): Place[] {
  const [last] = lastTwo(request)
  if (last === undefined || resultsIn(last).length === 0) return []
  return blocksOf(last).filter(({ value }) => value.type !== 'tool_result')
}

function unmatched(request: JsonObject): Place[] {
  const [last, before] = lastTwo(request)
  const results = resultsIn(last)
  const ids = new Set(callsIn(before).map(({ value }) => value.id))
  const answered = new Set(results.map(({ value }) => value.toolUseId))
  const open = last === undefined ? [] : callsIn(before).filter(({ value }) => !answered.has(value.id))
  return [...results.filter(({ value }) => !ids.has(value.toolUseId)), ...open]
}

const { limited } = rulesOver<View>({ limits, viewOf })

const ROWS: Readonly<Record<string, Row>> = {
  'MCP-ARG-01': {
    summary: 'The arguments of a call are absent or an object.',
    error: 'expected record',
    evidence: SCHEMAS,
    check: none((request) => {
      const { calls } = viewOf(request)
      const isNone = (value: JsonValue | undefined) => value !== undefined && !isObject(value)
      return [...field(calls, 'arguments', isNone), ...field(calls, 'input', isNone)]
    }, 'it must be an object'),
  },
  'MCP-NAME-01': {
    severity: 'warning',
    summary: 'Names of tools have 1 to 128 letters, digits, dots, dashes and underscores.',
    error: 'Tool name validation warning',
    evidence: '@modelcontextprotocol/sdk, shared/toolNameValidation.js',
    check: textForm('toolName', (view) => [
      ...view.tools.flatMap(({ name }) => name ?? []),
      ...view.calls.map((call) => textAt(call, 'name')),
    ]),
  },
  'MCP-SCHEMA-01': {
    summary: 'The inputSchema of a tool is of type "object".',
    error: 'Invalid input: expected "object"',
    evidence: SCHEMAS,
    check: none(
      (request) =>
        field(toolsOf(request), 'inputSchema', (schema) => !isObject(schema) || schema.type !== 'object'),
      'the schema must be of type "object"; one that is not makes the whole list fail',
    ),
  },
  'MCP-SCHEMA-02': {
    summary: 'An outputSchema has only types that there are.',
    error: 'type must be JSONType or JSONType[]',
    evidence: CLIENT,
    check: none(unknownTypes, 'there is no such type'),
  },
  'MCP-SCHEMA-03': {
    summary: 'References of an outputSchema lead somewhere.',
    error: "can't resolve reference",
    evidence: CLIENT,
    check: none(brokenReferences, 'there is nothing at this reference'),
  },
  'MCP-OUT-02': {
    summary: 'Content is a list of blocks of the five kinds, with what each must have; data are base64.',
    error: 'Invalid tools/call result',
    evidence: SCHEMAS,
    check: none((request) => [...notLists(request), ...badBlocks(request)], 'this is no content'),
  },
  'MCP-OUT-04': {
    severity: 'warning',
    summary: 'Structured content is an object, but for those who speak 2026-07-28.',
    error: 'expected record',
    evidence: SCHEMAS,
    check: none(
      (request) =>
        field(
          viewOf(request).answers,
          'structuredContent',
          (value) => value !== undefined && !isObject(value),
        ),
      'structured content must be an object before 2026-07-28',
    ),
  },
  'MCP-FIELD-01': {
    summary: '_meta is absent or an object.',
    error: 'Request timed out',
    evidence: SCHEMAS,
    check: none((request) => {
      const { calls, answers } = viewOf(request)
      const all = [...bodiesOf(request), ...messagesOf(request), ...toolsOf(request), ...calls, ...answers]
      return field(all, '_meta', (meta) => meta !== undefined && !isObject(meta))
    }, 'a message with it is dropped'),
  },
  'MCP-FIELD-02': {
    summary: 'A request for sampling says maxTokens, a whole number.',
    error: 'expected number',
    evidence: SCHEMAS,
    check: none(
      (request) =>
        messagesOf(request).length === 0
          ? []
          : field(
              bodiesOf(request).filter(({ value }) => isArray(value.messages)),
              'maxTokens',
              (count) => !Number.isInteger(count),
            ),
      'a whole number is needed',
    ),
  },
  'MCP-SAMPLING-01': {
    summary: 'A last message with a tool_result holds nothing else.',
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
    summary: 'A result that is input_required says which input, or what to send again.',
    error: 'INVALID_RESULT',
    evidence: '@modelcontextprotocol/client 2.4.0',
    check: none(
      (request) =>
        framesOf(request)
          .flatMap((frame) => member(frame, 'result'))
          .filter(
            ({ value }) =>
              value.resultType === 'input_required' &&
              !isObject(value.inputRequests) &&
              value.requestState === undefined,
          ),
      'inputRequests or requestState is needed',
    ),
  },
}

export const rules: readonly Rule[] = Object.entries(ROWS).map(
  ([id, { check, severity = 'error', ...text }]) => {
    const row = { id, severity, ...text }
    return typeof check === 'function' ? { ...row, check } : limited(check, row)
  },
)
