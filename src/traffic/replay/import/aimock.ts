import { recordText } from '../../../base/http/recorded-body.js'
import type { RecordedExchange } from '../../../base/http/recorded-exchange.js'
import { AdapterError, withPathPrefix } from '../../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../../base/json/json-types.js'
import { parseExact, parseJson, stringifyExact } from '../../../base/json/parse.js'
import {
  arrayOr,
  at,
  expectArray,
  expectObject,
  expectString,
  isArray,
  isObject,
  numberOr,
  stringOr,
} from '../../../base/json/read-json.js'
import { append, compact, stringifyJson } from '../../../base/json/write-json.js'
import { decodeArgumentText } from '../../../base/model/arguments.js'
import { type Context, contextAt, createContext } from '../../../base/model/context.js'
import { mintId } from '../../../base/model/ids.js'
import { failedFinish, finishOf, outcomeOf } from '../../../base/model/outcome.js'
import type {
  Conversation,
  Message,
  ModelResponse,
  Part,
  ToolCall,
  Usage,
} from '../../../base/model/types.js'
import { decodeFinish, type FinishTable } from '../../../codec/shape/finish-table.js'
import type { Adapter } from '../../../codec/wire/define-adapter.js'
import { encodeConversation } from '../../../translate/exchange/translate-conversation.js'
import { fitResponse } from '../../../translate/fit/fit-answer.js'
import { transcode } from '../transcode.js'
import { checkStatus, type Imported, type ImportOptions, importEntries } from './imported.js'

/**
 * Imports fixtures of aimock, `{"fixtures": [{"match": …, "response": …}]}`. The fixtures have no wire, so
 * `options.wire` names the target wire. Each answer is written both as a complete answer and as a stream. A
 * `match` accepts many requests; the exchange contains the simplest one. Parts of the match that a request
 * cannot contain are reported as notices. https://github.com/CopilotKit/aimock (src/types.ts,
 * src/fixture-loader.ts)
 * @throws AdapterError if the file has another format, or `wire` does not name a known wire.
 */
export function importAimock(fixtures: string | JsonValue, options: ImportOptions = {}): Imported {
  const value = typeof fixtures === 'string' ? parseJson(fixtures) : fixtures
  const list = expectArray(expectObject(value, '').fixtures, '/fixtures')
  const adapter = targetOf(options)
  const name = options.name ?? 'aimock'
  return importEntries(list, '/fixtures', (entry, { path, index }, notices) => {
    const fixture = expectObject(entry, path)
    const id = `${name}#${index}`
    const context = createContext(adapter.id)
    const exchanges = readFixture({ fixture, path, id, adapter, context, url: options.url })
    append(notices, context.notices)
    return exchanges
  })
}

function targetOf({ wire, registry }: ImportOptions): Adapter {
  if (wire !== undefined && registry !== undefined) return registry.get(wire)
  const reason = 'fixtures of aimock have no wire; name the wire to write (--wire)'
  throw new AdapterError('unknown-wire', '', reason)
}

interface AimockFixture {
  readonly fixture: JsonObject
  readonly path: string
  readonly id: string
  readonly adapter: Adapter
  readonly context: Context
  readonly url: string | undefined
}

function readFixture(source: AimockFixture): RecordedExchange[] {
  const { fixture, path, context } = source
  const match = expectObject(fixture.match, `${path}/match`)
  const response = expectObject(fixture.response, `${path}/response`)
  const answer = readAnswer(response, source)
  reportUnsaid(match, MATCH_SAID, 'match-not-carried', { ...context, path: `${path}/match` })
  reportUnsaid(fixture, FIXTURE_SAID, 'fixture-field-not-carried', { ...context, path })
  const conversation = readMatch(match, `${path}/match`)
  const whole = toExchange(source, conversation, answer)
  if (answer.status >= 400 || answer.response === undefined) return [whole]
  if (source.adapter.codecs.stream.encoder !== undefined)
    return [whole, streamed(whole, conversation, source)]
  const message = `${source.adapter.title} streams cannot be written; only the whole answer is imported`
  context.report({ code: 'stream-not-carried', severity: 'info', path, message })
  return [whole]
}

const FIXTURE_SAID = new Set(['match', 'response', 'metadata'])
const MATCH_SAID = new Set([
  'userMessage',
  'systemMessage',
  'model',
  'toolName',
  'toolCallId',
  'toolResultContains',
  'hasToolResult',
  'sequenceIndex', // Exchanges with the same request are replayed in order.
])
/** Endpoints of chats. The other endpoints generate images, audio and so on. */
const CHAT = new Set([undefined, 'chat'])

/** Reports members that have no counterpart in an exchange. */
function reportUnsaid(object: JsonObject, said: ReadonlySet<string>, code: string, context: Context): void {
  for (const [key, value] of Object.entries(object)) {
    if (said.has(key) || value === null || (key === 'endpoint' && value === 'chat')) continue
    const message = `${key} is omitted: recorded exchanges have no counterpart`
    context.report({ code, severity: 'warning', path: at(context.path, key), message })
  }
}

/** Returns the simplest request that the match accepts. */
function readMatch(match: JsonObject, path: string): Conversation {
  const { userMessage, systemMessage, model, toolName } = match
  if (!CHAT.has(stringOr(match.endpoint, undefined)))
    throw new AdapterError(
      'unsupported',
      `${path}/endpoint`,
      `${stringOr(match.endpoint, 'this endpoint')} is not a chat`,
    )
  const system = isArray(systemMessage)
    ? systemMessage.map((text, index) => expectString(text, at(`${path}/systemMessage`, index))).join('\n')
    : systemMessage
  const messages: Message[] = [
    ...(system === undefined ? [] : [textMessage('system', system, `${path}/systemMessage`)]),
    textMessage('user', userMessage ?? '', `${path}/userMessage`),
    ...resultMessages(match),
  ]
  return compact({
    messages,
    model: stringOr(model, undefined),
    tools: typeof toolName === 'string' ? [{ type: 'function' as const, name: toolName }] : undefined,
  })
}

function textMessage(role: 'system' | 'user', text: JsonValue, path: string): Message {
  return { role, parts: [{ type: 'text', text: expectString(text, path) }] }
}

/** Returns a turn with a tool result, if the match requires one. */
function resultMessages(match: JsonObject): Message[] {
  const { toolCallId, toolResultContains, hasToolResult } = match
  if (toolCallId === undefined && toolResultContains === undefined && hasToolResult !== true) return []
  const name = stringOr(match.toolName, 'tool')
  const id = stringOr(toolCallId, mintId('match', name, ''))
  const call = { type: 'tool-call', id, name, kind: 'function', status: 'complete', arguments: {} } as const
  const output = { type: 'text', value: stringOr(toolResultContains, '') } as const
  const result = { type: 'tool-result', callId: id, name, output, isError: false } as const
  return [
    { role: 'assistant', parts: [{ ...call, providerExecuted: false }] },
    { role: 'tool', parts: [{ ...result, providerExecuted: false }] },
  ]
}

interface MockedAnswer {
  readonly status: number
  /** The answer. Absent for a body that is passed on unchanged. */
  readonly response?: ModelResponse
  readonly body?: JsonValue
  readonly headers?: Readonly<Record<string, string>>
}

function readAnswer(response: JsonObject, source: AimockFixture): MockedAnswer {
  const path = `${source.path}/response`
  const status = checkStatus(
    numberOr(response.status, isObject(response.error) ? 500 : 200),
    `${path}/status`,
  )
  if (isObject(response.error)) return { status, ...readError(response.error, response.retryAfter) }
  if (response.json !== undefined) return { status, body: response.json }
  const parts = readParts(response, { ...source.context, path })
  if (parts === undefined) {
    const keys = Object.keys(response).join(', ')
    throw new AdapterError(
      'unsupported',
      path,
      `the answer is not a chat message; its members: ${keys || 'none'}`,
    )
  }
  reportUnsaid(response, RESPONSE_SAID, 'response-field-not-carried', { ...source.context, path })
  return { status, response: toResponse(response, parts, source.adapter) }
}

const RESPONSE_SAID = new Set([
  'content',
  'toolCalls',
  'blocks',
  'reasoning',
  'reasoningSignature',
  'id',
  'model',
  'usage',
  'finishReason',
  'role',
  'status',
])

function readError(error: JsonObject, retryAfter: JsonValue | undefined): Omit<MockedAnswer, 'status'> {
  const message = stringOr(error.message, '')
  const code = stringOr(error.code, stringOr(error.type, undefined))
  return {
    response: {
      message: { role: 'assistant', parts: [] },
      finish: failedFinish(),
      error: compact({ message, code }),
    },
    ...(typeof retryAfter === 'number' && { headers: { 'retry-after': String(retryAfter) } }),
  }
}

/** Returns the parts of the answer in the order of its blocks. Without blocks, texts precede calls. */
function readParts(response: JsonObject, context: Context): Part[] | undefined {
  const { content, toolCalls, blocks } = response
  if (content === undefined && toolCalls === undefined && blocks === undefined) return undefined
  const thought = readReasoning(response)
  if (isArray(blocks) && blocks.length > 0) {
    return [
      ...thought,
      ...blocks.map((block, index) => readBlock(block, contextAt(context, 'blocks', index))),
    ]
  }
  const text = textOf(content ?? '')
  const calls = arrayOr(toolCalls, []).map((call, index) =>
    readCall(call, contextAt(context, 'toolCalls', index)),
  )
  return [...thought, ...(text === '' ? [] : [{ type: 'text' as const, text }]), ...calls]
}

function readReasoning({ reasoning }: JsonObject): Part[] {
  return typeof reasoning === 'string' && reasoning !== '' ? [{ type: 'reasoning', text: reasoning }] : []
}

function readBlock(value: JsonValue, context: Context): Part {
  const { path } = context
  const block = expectObject(value, path)
  if (block.type === 'toolCall') return readCall(block, context)
  if (block.type === 'text') return { type: 'text', text: expectString(block.text, `${path}/text`) }
  throw new AdapterError('unsupported', `${path}/type`, 'a block is text or toolCall')
}

function readCall(value: JsonValue, context: Context): ToolCall {
  const { path } = context
  const call = expectObject(value, path)
  const name = expectString(call.name, `${path}/name`)
  const text = textOf(call.arguments ?? '')
  const id = stringOr(call.id, '')
  return {
    type: 'tool-call',
    id: id === '' ? mintId(path, name, text) : id,
    name,
    kind: 'function',
    providerExecuted: false,
    ...decodeArgumentText(text, false, contextAt(context, 'arguments')),
  }
}

/** Returns a value as text, since texts may be given as JSON values. */
function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyJson(value)
}

const FINISH: FinishTable = [
  ['complete', 'stop'],
  ['tool-calls', 'tool_calls'],
  ['length', 'length'],
  ['filtered', 'content_filter'],
]

function toResponse(response: JsonObject, parts: readonly Part[], adapter: Adapter): ModelResponse {
  const signature = stringOr(response.reasoningSignature, undefined)
  const signed = parts.map((part) =>
    part.type === 'reasoning' && signature !== undefined
      ? { ...part, providerMetadata: { [adapter.id]: { signature } } }
      : part,
  )
  const model = stringOr(response.model, undefined)
  const calls = parts.some((part) => part.type === 'tool-call')
  return compact({
    message: { role: 'assistant' as const, parts: signed, origin: compact({ wire: adapter.id, model }) },
    finish: finishOf(outcomeOf(decodeFinish(response.finishReason, calls, FINISH, 'complete'))),
    id: stringOr(response.id, undefined),
    model,
    usage: isObject(response.usage) ? readUsage(response.usage) : undefined,
  })
}

/** Reads token counts under the names of any wire. */
function readUsage(usage: JsonObject): Usage {
  const first = (...keys: readonly string[]) =>
    keys.map((key) => numberOr(usage[key], undefined)).find((count) => count !== undefined)
  const inputTokens = first('input_tokens', 'prompt_tokens', 'promptTokenCount')
  const outputTokens = first('output_tokens', 'completion_tokens', 'candidatesTokenCount')
  return compact({ inputTokens, outputTokens, totalTokens: first('total_tokens', 'totalTokenCount') })
}

function toExchange(
  source: AimockFixture,
  conversation: Conversation,
  answer: MockedAnswer,
): RecordedExchange {
  const { adapter, id, path } = source
  const context = createContext(adapter.id, { parseExact })
  const body = withPathPrefix(path, () => {
    if (answer.response === undefined) return answer.body ?? null
    const fitted = fitResponse(answer.response, adapter.codecs, { from: adapter.id })
    return adapter.codecs.response.encode(fitted.response, context)
  })
  for (const notice of context.notices) source.context.report({ ...notice, path: path + notice.path })
  return {
    id,
    wire: adapter.id,
    request: toRequest(source, conversation, false),
    response: {
      status: answer.status,
      headers: { 'content-type': 'application/json', ...answer.headers },
      body: recordText(stringifyExact(body)),
    },
  }
}

function toRequest({ adapter, path, url }: AimockFixture, conversation: Conversation, stream: boolean) {
  const { model } = conversation
  const { value } = withPathPrefix(path, () =>
    encodeConversation(
      { ...conversation, stream },
      compact({ to: adapter, from: adapter.id, model, parseExact }),
    ),
  )
  return {
    method: 'POST',
    url: url ?? adapter.codecs.http.pathFor(model, stream),
    headers: { 'content-type': 'application/json' },
    body: recordText(stringifyExact(value)),
  }
}

/** Returns the same answer as a stream. */
function streamed(
  whole: RecordedExchange,
  conversation: Conversation,
  source: AimockFixture,
): RecordedExchange {
  const { adapter, path } = source
  const request = toRequest(source, conversation, true)
  const { exchange } = withPathPrefix(path, () =>
    transcode(whole, request, { source: adapter, target: adapter }),
  )
  return { ...exchange, id: `${whole.id}/stream` }
}
