import { describe, expect, test } from 'vitest'
import { callToolParams, callToolResult, mcp, toolCallOf, toolResultOf } from '../../adapters/mcp/index.js'
import { rules } from '../../adapters/mcp/rules.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, asNative } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { errorResult, toolCall, toolResult } from '../../src/base/model/create.js'
import type { Conversation, Message, ToolCall, ToolResult } from '../../src/base/model/types.js'
import { defineTool } from '../../src/tools/define-tool.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { stored } from '../support/values.js'

const text = (value: string) => ({ type: 'text', text: value })
const frame = (id: JsonValue, more: JsonObject): JsonObject => ({ jsonrpc: '2.0', id, ...more })
const call = (id: JsonValue, name = 'f', more: JsonObject = {}) =>
  frame(id, { method: 'tools/call', params: { name, ...more } })
const answer = (id: JsonValue, result: JsonObject) => frame(id, { result })

function session(...frames: JsonObject[]): Conversation {
  const native = { messages: asNative<{ jsonrpc: string }[]>(frames) }
  const { value } = mcp.decodeRequest(native)
  expect(mcp.encodeRequest(stored(value)).value).toEqual(native)
  return value
}

function calls({ messages }: Conversation): ToolCall[] {
  return messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-call'))
}

function results({ messages }: Conversation): ToolResult[] {
  return messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-result'))
}

describe('a recorded session', () => {
  test('an id of 0 is an id, and "0" is another one', () => {
    const failed = frame(0, { error: { code: -32603, message: 'f failed' } })
    const read = session(call(0), call('0', 'g'), answer('0', { content: [text('g')] }), failed)
    expect(new Set(calls(read).map(({ id }) => id)).size).toBe(2)
    expect(results(read).map(({ name, output }) => [name, 'value' in output && output.value])).toEqual([
      ['g', 'g'],
      ['f', 'f failed'],
    ])
  })

  test('ids begin anew with each connection: the same id again is another call', () => {
    const read = session(
      call(1),
      answer(1, { content: [text('a')] }),
      call(1),
      answer(1, { content: [text('b')] }),
    )
    const [first, second] = calls(read)
    expect(first?.id).not.toBe(second?.id)
    expect(results(read).map(({ callId }) => callId)).toEqual([first?.id, second?.id])
  })

  test('one request and its answer read apart from each other still belong together', () => {
    const [made] = calls(mcp.decodeRequest(call(7)).value)
    const [result] = mcp.decodeResponse(answer(7, { content: [] })).value.message.parts
    expect(result?.type === 'tool-result' && result.callId).toBe(made?.id)
  })

  test('an error of JSON-RPC is a failed result with its code, and a changed text goes out', () => {
    const read = session(call(1), frame(1, { error: { code: -32602, message: 'Tool f not found' } }))
    const [result] = results(read)
    expect(result).toMatchObject({
      isError: true,
      metadata: { code: -32602 },
      output: { type: 'error-text' },
    })
    const edited = stored(read)
    Object.assign(Object(results(edited)[0]?.output), { value: 'no such tool' })
    expect(JSON.stringify(mcp.encodeRequest(edited).value)).toContain('"message":"no such tool"')
  })

  test('a pending task is not a result', () => {
    const waiting: JsonObject[] = [
      { resultType: 'input_required', requestState: 's' },
      { task: { taskId: 't', status: 'working' } },
    ]
    for (const result of waiting) expect(results(session(call(1), answer(1, result)))).toEqual([])
  })

  test('goes to a provider as one round of calls', () => {
    const read = session(
      call(1, 'a'),
      call(2, 'b'),
      answer(2, { content: [text('B')] }),
      answer(1, { content: [text('A')] }),
    )
    const { value } = encodeConversation(read, { to: openaiChat, from: 'mcp', model: 'm' })
    const [asked, ...answers] = value.messages
    expect(asked).toMatchObject({
      role: 'assistant',
      tool_calls: [{ function: { name: 'a' } }, { function: { name: 'b' } }],
    })
    expect(answers).toMatchObject([
      { role: 'tool', content: 'A' },
      { role: 'tool', content: 'B' },
    ])
  })

  test('can be continued: added messages are encoded as frames', () => {
    const read = session(call(1), answer(1, { content: [] }))
    const made = toolCall('call_x', 'g', { a: 1 })
    const messages: Message[] = [
      ...read.messages,
      { role: 'assistant', parts: [{ type: 'text', text: 'And now' }, made] },
      { role: 'tool', parts: [toolResult(made, 'ok')] },
    ]
    const { value, notices } = mcp.encodeRequest({ ...read, messages })
    expect(asJson(value.messages)).toMatchObject([
      {},
      {},
      call('call_x', 'g', { arguments: { a: 1 } }),
      answer('call_x', { content: [text('ok')] }),
    ])
    expect(notices.map(({ code }) => code)).toEqual(['part-dropped'])
  })
})

describe('answers of servers', () => {
  const read = (result: JsonObject) => mcp.decodeResponse(result).value.message.parts[0]

  test('resources and links are sent to models as text, and restored unchanged', () => {
    const made = toolCall('c', 'f')
    const content: JsonObject[] = [
      { type: 'resource', resource: { uri: 'file:///a.md', text: '# A' } },
      { type: 'resource_link', uri: 'https://example.com/c', name: 'c' },
      { type: 'hologram', size: 3 },
    ]
    const part = read({ content })
    const result: ToolResult = {
      ...toolResult(made, ''),
      ...(part?.type === 'tool-result' && { output: part.output }),
    }
    const messages: Message[] = [
      { role: 'assistant', parts: [made] },
      { role: 'tool', parts: [result] },
    ]
    const { value } = encodeConversation({ messages }, { to: openaiChat, from: 'mcp', model: 'm' })
    expect(JSON.stringify(value)).toMatch(/file:\/\/\/a\.md\\n# A.*https:\/\/example\.com\/c.*hologram/)
    expect(callToolResult(result).content).toEqual(content)
  })
})

test('a resource keeps its URI with its file name, and gets another one with another name', () => {
  const resource = { uri: 'file:///reports/a.pdf', mimeType: 'application/pdf', blob: 'AAAA' }
  const [result] = results(session(call(1), answer(1, { content: [{ type: 'resource', resource }] })))
  const uriOf = (filename: string | undefined): unknown => {
    if (result?.output.type !== 'content') return undefined
    const value = result.output.value.map((part) =>
      part.type === 'media' ? compact({ ...part, filename }) : part,
    )
    const changed = callToolResult({ ...result, output: { type: 'content', value } })
    return asJson(changed.content)
  }
  const withUri = (uri: string) => [{ type: 'resource', resource: { ...resource, uri } }]
  expect(uriOf('a.pdf')).toEqual(withUri('file:///reports/a.pdf'))
  expect(uriOf('b.pdf')).toEqual(withUri('file:///b.pdf'))
  expect(uriOf(undefined)).toEqual(withUri('file:///file'))
})

describe('words for one call', () => {
  test.each([
    { ...toolCall('c', 'f'), status: 'truncated' as const, arguments: undefined, rawArguments: '{"a"' },
    { ...toolCall('c', 'f'), kind: 'custom' as const, arguments: 'text' },
  ])('a call without whole arguments is not made: %o', (broken) => {
    expect(() => callToolParams(broken)).toThrow(AdapterError)
  })

  test('data of other wires on a call is not sent to a server', () => {
    const signed = {
      ...toolCall('c', 'f', { a: 1 }),
      rawArguments: '{ "a": 1 }',
      providerMetadata: { x: { signature: 's' } },
    }
    expect(callToolParams(signed)).toEqual({ name: 'f', arguments: { a: 1 } })
  })

  test('a request is a call, with or without its envelope', () => {
    expect(toolCallOf({ name: 'f', arguments: { a: 1 } }, 3)).toEqual(
      toolCallOf({ method: 'tools/call', params: { name: 'f', arguments: { a: 1 } } }, 3),
    )
    expect(() => toolCallOf({ params: {} })).toThrow(AdapterError)
  })

  test('an answer that requires more input is rejected as a result', () => {
    expect(() => toolResultOf(toolCall('c', 'f'), { resultType: 'input_required' })).toThrow('did not finish')
  })
})

describe('sampling', () => {
  const conversation = (...messages: Message[]): Conversation => ({ messages, maxOutputTokens: 9 })
  const there = (value: Conversation) => mcp.encodeRequest(value).value
  test('private data of the host is not sent', () => {
    const made = { ...toolCall('c', 'f'), callerId: 'bob', context: { cwd: '/' }, skills: ['s'] }
    const result = {
      ...errorResult(made, 'no'),
      raw: 'secret',
      metadata: { x: 'secret' },
      category: 'timeout',
    }
    const written = there(
      conversation({ role: 'assistant', parts: [made] }, { role: 'tool', parts: [result] }),
    )
    expect(JSON.stringify(written)).not.toMatch(/bob|cwd|secret|timeout|skills/)
  })

  test('results of sampled messages answer the calls right before them', () => {
    const made = toolCall('c', 'f')
    const messages: Message[] = [
      { role: 'assistant', parts: [made] },
      { role: 'user', parts: [{ type: 'text', text: 'Go on.' }] },
    ]
    const { value, notices } = encodeConversation({ messages }, { to: mcp, maxOutputTokens: 9 })
    expect(notices.map(({ code }) => code)).toContain('result-missing')
    expect(lint(rules, stored(asNative(asJson(value))))).toEqual([])
  })
})

const schema = { type: 'object' }
const f = { name: 'f', inputSchema: schema }
const use = (id: string, more: JsonObject = {}) => ({ type: 'tool_use', id, name: 'f', input: {}, ...more })
const result = (id: string, more: JsonObject = {}) => ({
  type: 'tool_result',
  toolUseId: id,
  content: [text('ok')],
  ...more,
})
const sampled = (...messages: JsonObject[]): JsonObject => ({ maxTokens: 9, messages })
const said = (...content: JsonValue[]) => ({ role: 'assistant', content })
const heard = (...content: JsonValue[]) => ({ role: 'user', content })
const shown = (...content: JsonValue[]) => ({ messages: [call(1), answer(1, { content })] })
const promised = (outputSchema: JsonObject) => ({ tools: [{ ...f, outputSchema }] })

/** For each rule: a request that breaks it, and the path of the violation. */
const BROKEN: readonly (readonly [rule: string, request: JsonObject, path: string])[] = [
  ['ARG-01', { messages: [call(1, 'f', { arguments: [] })] }, '/messages/0/params/arguments'],
  ['ARG-01', sampled(said(use('a', { input: 'x' })), heard(result('a'))), '/messages/0/content/0/input'],
  ['NAME-01', { tools: [{ ...f, name: 'bad name!' }] }, '/tools/0/name'],
  ['SCHEMA-01', answer(1, { tools: [{ ...f, inputSchema: {} }] }), '/result/tools/0/inputSchema'],
  [
    'SCHEMA-02',
    promised({ type: 'object', properties: { a: { type: 'int' } } }),
    '/tools/0/outputSchema/properties/a/type',
  ],
  [
    'SCHEMA-03',
    promised({ type: 'object', properties: { a: { $ref: '#/$defs/x' } } }),
    '/tools/0/outputSchema/properties/a/$ref',
  ],
  [
    'OUT-02',
    shown({ type: 'image', data: 'no base64', mimeType: 'image/png' }),
    '/messages/1/result/content/0',
  ],
  ['OUT-02', shown({ type: 'tool_use' }), '/messages/1/result/content/0'],
  ['OUT-02', { messages: [call(1), answer(1, { content: 'text' })] }, '/messages/1/result/content'],
  ['OUT-02', sampled(heard({ type: 'resource_link', uri: 'x', name: 'x' })), '/messages/0/content/0'],
  [
    'OUT-04',
    { messages: [call(1), answer(1, { content: [], structuredContent: [1] })] },
    '/messages/1/result/structuredContent',
  ],
  ['FIELD-01', { messages: [call(1, 'f', { _meta: null })] }, '/messages/0/params/_meta'],
  ['FIELD-02', { messages: [heard(text('hi'))] }, '/maxTokens'],
  ['SAMPLING-01', sampled(said(use('a')), heard(result('a'), text('and'))), '/messages/1/content/1'],
  ['SAMPLING-02', sampled(said(use('a'), use('b')), heard(result('a'))), '/messages/0/content/1'],
  ['SAMPLING-02', sampled(said(text('hm')), heard(result('a'))), '/messages/1/content/0'],
  ['FORMAT-01', { messages: [call(1), answer(1, { resultType: 'input_required' })] }, '/messages/1/result'],
]

test.each(BROKEN)('MCP-%s is found where it is broken', (rule, request, path) => {
  expect(lint(rules, request).map((violation) => [violation.rule, violation.path])).toEqual([
    [`MCP-${rule}`, path],
  ])
})

test('every rule has a request that breaks it', () => {
  expect(new Set(BROKEN.map(([rule]) => `MCP-${rule}`))).toEqual(new Set(rules.map(({ id }) => id)))
})

test('a tool that can be run is written with its title, its output schema and its hints', () => {
  const outputSchema = { type: 'object', properties: { celsius: { type: 'number' } } }
  const flags = { title: 'Weather', outputSchema, destructive: false, retryable: true }
  const [said, silent] = mcp.encodeTools([
    defineTool({ name: 'weather', ...flags }),
    defineTool({ name: 'f' }),
  ]).value
  expect(said).toMatchObject({
    title: 'Weather',
    outputSchema,
    annotations: { destructiveHint: false, idempotentHint: true },
  })
  expect(Object.keys(silent ?? {}).sort()).toEqual(['inputSchema', 'name'])
})
