import { Client as Client2, InMemoryTransport as Memory2 } from '@modelcontextprotocol/client'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, asNative, expectObject } from '../../src/base/json/read-json.js'
import { contentResult, toolCall, userMessage } from '../../src/base/model/create.js'
import type { ToolResult } from '../../src/base/model/types.js'
import {
  defineTool,
  encodeConversation,
  type RunnableTool,
  runTools,
  type Tool,
  webSearch,
} from '../../src/index.js'
import type { ToolRun } from '../../src/tools/context/context-types.js'
import { createToolContext, runOf } from '../../src/tools/context/tool-context.js'
import { createExecutor, type McpClient, mcpTools, ToolError, type ToolEvent } from '../../src/tools/index.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { adapters } from '../support/adapters.js'
import { tries } from '../support/cases.js'
import { CONNECTIONS, type Connection } from '../support/mcp/connect.js'

const INFO = { name: 'test', version: '1.0.0' }
const OBJECT = { type: 'object' }

function messageOf(name: string, given: JsonObject = {}) {
  return { role: 'assistant' as const, parts: [toolCall('call_1', name, given)] }
}

interface RunChange {
  readonly signal?: AbortSignal
  readonly emit?: (chunk: string) => void
}

function runFor(
  name: string,
  { signal = new AbortController().signal, emit = () => {} }: RunChange = {},
): ToolRun {
  return runOf(createToolContext(), { call: toolCall('call_1', name), signal, emit })
}

function toolNamed(tools: readonly Tool[], name: string): Tool {
  const tool = tools.find((other) => other.name === name)
  if (tool === undefined) throw new Error(`there is no tool ${name}`)
  return tool
}

/** Returns the error that the call is rejected with, which an executor receives. */
async function failureOf(tool: Tool, run = runFor(tool.name)): Promise<ToolError> {
  const failure: unknown = await Promise.resolve(tool.execute?.({}, run)).catch((error: unknown) => error)
  if (failure instanceof ToolError) return failure
  throw new Error('it did not fail with a ToolError')
}

describe.each(CONNECTIONS)('a real server, %s', (_name, connect) => {
  let connection: Connection
  let tools: Tool[]

  beforeAll(async () => {
    connection = await connect()
    tools = await mcpTools(connection.client)
  })
  afterAll(() => connection.close())

  /** Returns the calls that the server was asked to cancel. */
  const cancelled = async () => (await call('cancelled'))?.output

  async function call(name: string, given: JsonObject = {}): Promise<ToolResult | undefined> {
    const [result, ...others] = await runTools(messageOf(name, given), tools)
    expect(others).toEqual([])
    return result
  }

  test('Z14: tools of all pages, with output schema and origin', () => {
    expect(tools).toHaveLength(19)
    expect(new Set(tools.map(({ origin }) => origin))).toEqual(new Set(['everything']))
    expect(toolNamed(tools, 'structured').outputSchema).toMatchObject({ required: ['celsius'] })
    expect(toolNamed(tools, 'say')).toMatchObject({
      type: 'function',
      title: 'Say it',
      description: 'Says what it is given',
      parameters: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
    })
    expect(toolNamed(tools, 'say').parameters).not.toHaveProperty('$schema')
    expect(toolNamed(tools, 'fail').title).toBe('Fails')
  })

  test('the arguments get there exactly, and one text is a text', async () => {
    const given = { word: 'é\u2028"', deep: [{ a: null }, 1.5, -0.1], '': {} }
    const result = await call('say', given)
    expect(result).toMatchObject({ isError: false, output: { type: 'text', value: JSON.stringify(given) } })
  })

  test('every type of content has its part, and the host has the complete content', async () => {
    const result = await call('many')
    expect(result?.output).toEqual({
      type: 'content',
      value: [
        { type: 'text', text: 'see' },
        {
          type: 'media',
          kind: 'image',
          mediaType: 'image/png',
          source: { type: 'data', data: expect.stringMatching(/^iVBOR/) },
        },
        { type: 'media', kind: 'audio', mediaType: 'audio/wav', source: { type: 'data', data: 'UklGRg==' } },
        { type: 'text', text: 'file:///notes/a.md\n# A' },
        {
          type: 'media',
          kind: 'file',
          mediaType: 'application/pdf',
          filename: 'b.pdf',
          source: { type: 'data', data: 'JVBERi0=' },
        },
        { type: 'text', text: 'c\nhttps://example.com/c\ntext/html\nthe third' },
      ],
    })
    const content = asJson(result?.metadata?.content)
    expect(content).toHaveLength(6)
    expect(result?.metadata).toMatchObject({ server: 'everything', _meta: { 'example.com/took': 17 } })
  })

  test('structured content is for the host; for the model where there is no other', async () => {
    const both = await call('structured')
    expect(both).toMatchObject({ raw: { celsius: 7 }, output: { type: 'text', value: '{"celsius":7}' } })
    const alone = await call('structuredAlone')
    expect(alone).toMatchObject({ raw: { celsius: 8 }, output: { type: 'json', value: { celsius: 8 } } })
    expect(await call('nothing')).toMatchObject({ isError: false, output: { type: 'text', value: '' } })
  })

  test("a tool's error is an error, with its text", async () => {
    expect(await call('fail')).toMatchObject({
      isError: true,
      category: 'permanent_failure',
      output: { type: 'error-text', value: 'The disk is full.\n[image, image/png]' },
    })
    expect(await call('failWithout')).toMatchObject({
      isError: true,
      output: { type: 'error-text', value: 'The tool failed without saying why.' },
    })
  })

  test.each([
    ['refuse', 'tool_not_found', 'Tool refuse not found', -32602],
    ['wantLink', 'confirmation_required', 'Log in first', -32042],
    ['crash', 'server_error', 'out of paper', -32603],
  ])('an error of the protocol: %s is %s', async (name, category, message, code) => {
    const failure = await failureOf(toolNamed(tools, name))
    expect(failure).toMatchObject({ category, message, metadata: { server: 'everything', code } })
    expect(failure.cause).toBeInstanceOf(Error)
    expect(await call(name)).toMatchObject({ isError: true, output: { type: 'error-text', value: message } })
  })

  test.each(['unstructured', 'mistyped'])(
    'a result that does not match the output schema is an error of the tool: %s',
    async (name) => {
      const failure = await failureOf(toolNamed(tools, name))
      expect(failure.category).toBe('permanent_failure')
    },
  )

  test('progress is emitted as output chunks', async () => {
    const emit = vi.fn()
    const tool = toolNamed(tools, 'progress')
    await expect(tool.execute?.({}, runFor('progress', { emit }))).resolves.toMatchObject({ isError: false })
    expect(emit.mock.calls).toEqual([['begun'], ['2/3'], ['2.5']])
  })

  test('a cancel reaches the server', async () => {
    const controller = new AbortController()
    const tool = toolNamed(tools, 'slow')
    const run = runFor('slow', { signal: controller.signal, emit: () => controller.abort() })
    const failure: unknown = await Promise.resolve(tool.execute?.({ id: 's1' }, run)).catch((error) => error)
    expect(failure).toMatchObject({ category: 'cancelled', message: 'The call was cancelled.' })
    await expect.poll(cancelled).toMatchObject({ value: expect.stringContaining('s1') })
  })

  test('many calls at once, in their order, put no crowd of listeners on the signal that they share', async () => {
    const { signal } = new AbortController()
    const added = vi.spyOn(signal, 'addEventListener')
    const calls = Array.from({ length: 30 }, (_, index) => toolCall(`call_${index}`, 'say', { index }))
    const results = await runTools({ role: 'assistant', parts: calls }, tools, { signal })
    expect(results.map(({ output }) => 'value' in output && output.value)).toEqual(
      calls.map((_, index) => `{"index":${index}}`),
    )
    expect(added.mock.calls.length).toBeLessThan(3)
  })

  test('an executor ends a call that takes too long, and the server receives the cancellation', async () => {
    const executor = createExecutor({ tools, timeout: 500 })
    const [result] = await executor.execute([toolCall('call_1', 'slow', { id: 's2' })])
    expect(result).toMatchObject({ isError: true, category: 'timeout' })
    await expect.poll(cancelled).toMatchObject({ value: expect.stringContaining('s2') })
  })

  test('an executor emits progress, and the category of each error', async () => {
    const events: ToolEvent[] = []
    const executor = createExecutor({ tools, onEvent: (event) => void events.push(event) })
    const names = ['progress', 'crash', 'fail', 'say']
    const results = await executor.execute(names.map((name) => toolCall(name, name)))
    await executor.flush()
    expect(results.map(({ category }) => category)).toEqual([
      undefined,
      'server_error',
      'permanent_failure',
      undefined,
    ])
    const chunks = events.flatMap((event) => (event.type === 'output-chunk' ? event : []))
    expect(chunks).toMatchObject([
      { callId: 'progress', chunk: 'begun' },
      { callId: 'progress', chunk: '2/3' },
      { callId: 'progress', chunk: '2.5' },
    ])
    const ends = events.filter(({ type }) => type === 'completed' || type === 'failed')
    expect(new Set(ends.map(({ callId, type }) => `${callId} ${type}`))).toEqual(
      new Set(['progress completed', 'crash failed', 'fail failed', 'say completed']),
    )
  })

  test('hostile names are renamed for wires, and their calls get there', async () => {
    const hostile = tools.find(({ name }) => name.startsWith('¿'))
    const conversation = { messages: [userMessage('hello')], tools }
    for (const { adapter, rules } of adapters) {
      if (adapter.codecs.request === undefined) continue
      const { value } = encodeConversation(conversation, { to: adapter, model: 'm', maxOutputTokens: 100 })
      const refused = lint(rules, expectObject(asJson(value), '')).filter(({ rule }) =>
        rule.includes('-NAME-'),
      )
      expect(refused.filter(({ severity }) => severity === 'error')).toEqual([])
    }
    expect(await call(hostile?.name ?? '', { word: 'x' })).toMatchObject({ isError: false })
  })

  test('data sent as _meta arrives', async () => {
    const [tool] = await mcpTools(connection.client, {
      allowedTools: ['meta'],
      meta: ({ callId }) => ({ traceparent: `00-${callId}` }),
    })
    const [result] = await runTools(messageOf('meta'), tool === undefined ? [] : [tool])
    expect(result?.output).toEqual({ type: 'text', value: '{"traceparent":"00-call_1"}' })
  })

  test('a prefix, an allow list, an origin', async () => {
    const chosen = await mcpTools(connection.client, {
      prefix: 'one_',
      allowedTools: ['say', 'absent'],
      origin: 'house',
      timeout: 5,
    })
    expect(chosen.map(({ name, origin, timeout }) => [name, origin, timeout])).toEqual([
      ['one_say', 'house', 5],
    ])
    const [result] = await runTools(messageOf('one_say', { word: 'x' }), chosen)
    expect(result).toMatchObject({ name: 'one_say', output: { value: '{"word":"x"}' } })
  })
})

describe.each(CONNECTIONS)('a server whose tools change, %s', (_name, connect) => {
  test('is requested again', async () => {
    const { client, close } = await connect()
    const before = await mcpTools(client)
    await runTools(messageOf('grow'), before)
    const after = await mcpTools(client)
    expect(after.map(({ name }) => name)).toEqual([...before.map(({ name }) => name), 'grown'])
    expect(await runTools(messageOf('grown'), after)).toMatchObject([{ isError: false }])
    await close()
  })
})

describe.each(CONNECTIONS)('a server that dies, %s', (_name, connect) => {
  test('in the middle of a call: an error for it, and for the next one, too', async () => {
    const { client, close } = await connect()
    const tools = await mcpTools(client)
    expect((await failureOf(toolNamed(tools, 'die'))).category).toBe('network_error')
    expect((await failureOf(toolNamed(tools, 'say'))).category).toBe('network_error')
    const results = await runTools(messageOf('say'), tools)
    expect(results).toMatchObject([{ callId: 'call_1', isError: true }])
    await expect(mcpTools(client)).rejects.toMatchObject({ name: 'ToolError', category: 'network_error' })
    await close()
  })
})

describe('a server of the protocol of 2026-07-28', () => {
  async function modernTools(): Promise<Tool[]> {
    const handler = createMcpHandler(() => {
      const server = new McpServer(INFO)
      server.registerTool(
        'count',
        { inputSchema: z.object({ to: z.number() }), outputSchema: z.array(z.number()) },
        ({ to }) => ({ content: [], structuredContent: Array.from({ length: to }, (_, index) => index) }),
      )
      return server
    })
    const client = new Client2(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
    const fetch = (url: string | URL, init?: RequestInit) => handler.fetch(new Request(url, init))
    await client.connect(new StreamableHTTPClientTransport(new URL('http://server.test/'), { fetch }))
    return mcpTools(client)
  }

  test('structured content may be any value', async () => {
    const [result] = await runTools(messageOf('count', { to: 3 }), await modernTools())
    expect(result).toMatchObject({
      isError: false,
      raw: [0, 1, 2],
      output: { type: 'text', value: '[0,1,2]' },
    })
  })

  test('arguments that the server rejects are reported as rejected', async () => {
    const [result] = await runTools(messageOf('count', { to: 'three' }), await modernTools())
    expect(result).toMatchObject({ isError: true, category: 'invalid_parameters' })
  })
})

test('Z14, agy-bridge: builtin, custom and MCP tools are distinguishable', async () => {
  const sourceOf = (tool: RunnableTool) => {
    if (tool.type === 'hosted' || tool.type === 'provider') return 'builtin'
    return tool.origin === undefined ? 'custom' : 'mcp'
  }
  const own = defineTool({ name: 'own', outputSchema: { type: 'string' } })
  const tools: RunnableTool[] = [...(await mcpTools(clientThat({}))), own, webSearch()]
  expect(tools.map(sourceOf)).toEqual(['mcp', 'custom', 'builtin'])
  expect(own.outputSchema).toEqual({ type: 'string' })
})

/** Returns a client with scripted answers, of the same form as the official ones. */
function clientThat(answers: {
  readonly list?: JsonValue | ((cursor: string | undefined) => JsonValue)
  readonly call?: (name: string) => unknown
}): McpClient {
  const { list = { tools: [{ name: 'f', inputSchema: OBJECT }] }, call = () => ({ content: [] }) } = answers
  return {
    listTools: async (params) => (typeof list === 'function' ? list(params?.cursor) : list),
    callTool: async ({ name }) => call(name),
  }
}

async function answered(answer: unknown): Promise<ToolResult | undefined> {
  const tools: RunnableTool[] = await mcpTools(clientThat({ call: () => answer }))
  const [result, ...others] = await runTools(messageOf('f'), tools)
  expect(others).toEqual([])
  return result
}

test('a server receives its own name of the tool, without the local prefix', async () => {
  const asked: string[] = []
  const tools = await mcpTools(clientThat({ call: (name) => asked.push(name) && null }), { prefix: 'one_' })
  await runTools(messageOf('one_f'), tools)
  expect(asked).toEqual(['f'])
})

test('a server tests the patterns of its schemas itself: none keeps its tools from the list, or is tested here', async () => {
  const schemas = ['^(a+)+$', '(a)\\1', '('].map((pattern) => ({ ...OBJECT, properties: { x: { pattern } } }))
  const list = { tools: schemas.map((inputSchema, index) => ({ name: `f${index}`, inputSchema })) }
  const refusal = 'Invalid arguments: x does not match'
  const call = () => ({ isError: true, content: [{ type: 'text', text: refusal }] })
  const tools: RunnableTool[] = await mcpTools(clientThat({ list, call }))
  expect(tools.map(({ name }) => name)).toEqual(['f0', 'f1', 'f2'])
  for (const { name } of tools) {
    const [result] = await runTools(messageOf(name, { x: `${'a'.repeat(40)}!` }), tools)
    expect(result?.output).toEqual({ type: 'error-text', value: refusal })
  }
})

describe('hints', () => {
  const hinted = [
    ['nothing', undefined],
    ['reads', { readOnlyHint: true }],
    ['adds', { destructiveHint: false }],
    ['repeats', { idempotentHint: true }],
    ['reads, and says it destroys', { readOnlyHint: true, destructiveHint: true }],
    ['nonsense', { readOnlyHint: 'yes', destructiveHint: 0 }],
  ] as const
  const list = {
    tools: hinted.map(([name, annotations]) => ({
      name,
      inputSchema: OBJECT,
      ...(annotations && { annotations }),
    })),
  }

  test('count where the host trusts the server, with the defaults of the protocol', async () => {
    const tools = await mcpTools(clientThat({ list }), { trustsHints: true })
    expect(tools.map(({ name, destructive, retryable }) => [name, destructive, retryable])).toEqual([
      ['nothing', true, false],
      ['reads', false, true],
      ['adds', false, false],
      ['repeats', true, true],
      ['reads, and says it destroys', false, true],
      ['nonsense', true, false],
    ])
  })

  test('guard an executor that asks before something is destroyed', async () => {
    const names = ['nothing', 'reads']
    const calls = names.map((name) => toolCall(name, name))
    const outcomesOf = async (trustsHints: boolean) => {
      const tools = await mcpTools(clientThat({ list }), { trustsHints })
      const outcomes = await createExecutor({ tools, mode: 'guarded' }).dispatch(calls)
      return outcomes.map(({ status }) => status)
    }
    expect(await outcomesOf(true)).toEqual(['waiting', 'answered'])
    expect(await outcomesOf(false)).toEqual(['waiting', 'waiting'])
  })

  test('let a lost connection be retried where the tool may be called twice, and only there', async () => {
    const attemptsOf = async (trustsHints: boolean) => {
      const call = vi.fn((): unknown => {
        if (call.mock.calls.length < 3) throw Object.assign(new Error('closed'), { code: -32000 })
        return { content: [{ type: 'text', text: 'at last' }] }
      })
      const tools = await mcpTools(clientThat({ list, call }), { trustsHints })
      const [result] = await createExecutor({ tools, retries: { delay: 1 } }).execute([
        toolCall('1', 'reads'),
      ])
      return [call.mock.calls.length, result?.isError]
    }
    expect(await attemptsOf(true)).toEqual([3, false])
    expect(await attemptsOf(false)).toEqual([1, true])
  })

  test('do not count otherwise: every tool may destroy, none is called twice', async () => {
    const tools = await mcpTools(clientThat({ list }))
    expect(new Set(tools.map(({ destructive }) => destructive))).toEqual(new Set([true]))
    expect(new Set(tools.map(({ retryable }) => retryable))).toEqual(new Set([false]))
  })
})

describe('a list of tools', () => {
  test('that does not end is an error', async () => {
    const endless = clientThat({
      list: (cursor = '0') => ({ tools: [], nextCursor: `${Number(cursor) + 1}` }),
    })
    await expect(mcpTools(endless)).rejects.toThrow('too many pages')
    await expect(mcpTools(clientThat({ list: { tools: [], nextCursor: 'again' } }))).rejects.toThrow(
      ToolError,
    )
  })

  test.each<JsonValue>([null, 'text', {}, { tools: 7 }, { tools: [null, 7, {}, { name: 7 }, { name: '' }] }])(
    'of a wrong form has no tools: %j',
    async (list) => {
      expect(await mcpTools(clientThat({ list }))).toEqual([])
    },
  )

  test('with tools that lack everything but a name', async () => {
    const tools = await mcpTools(clientThat({ list: { tools: [{ name: 'bare' }] } }))
    expect(tools).toMatchObject([{ name: 'bare', origin: 'mcp', parameters: { type: 'object' } }])
  })

  test('whose request is stopped', async () => {
    const stopped = AbortSignal.abort()
    const client: McpClient = { ...clientThat({}), listTools: async () => stopped.throwIfAborted() }
    await expect(mcpTools(client, { signal: stopped })).rejects.toMatchObject({ category: 'cancelled' })
  })
})

/** Returns a connection to a server with scripted answers. */
function answering(
  more: Record<string, unknown>,
  onCall = (_call: JsonObject, _answer: (result: unknown) => void) => {},
) {
  const [near, far] = Memory2.createLinkedPair()
  const results: Record<string, unknown> = {
    initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: INFO },
    'tools/list': { tools: [{ name: 'f', inputSchema: OBJECT }] },
    ...more,
  }
  far.onmessage = (message) => {
    const request = expectObject(asJson(message), '')
    const answer = (result: unknown) =>
      void far.send(asNative(asJson({ jsonrpc: '2.0', id: request.id, result })))
    const result = results[String(request.method)]
    if (result !== undefined) answer(result)
    else if (request.method === 'tools/call') onCall(request, answer)
  }
  void far.start()
  return near
}

describe('answers of a server outside of every specification', () => {
  /** Sends a call through the real client to a scripted answer. */
  async function throughRealClient(content: JsonValue, version: 1 | 2 = 1): Promise<ToolResult | undefined> {
    const client = version === 1 ? new Client1(INFO) : new Client2(INFO)
    await client.connect(answering({ 'tools/call': { content } }))
    const [result] = await runTools(messageOf('f'), await mcpTools(client))
    return result
  }

  test('a kind of content of the future is described in words, and kept for the host', async () => {
    const block = { type: 'hologram', beams: [1, 2], _meta: { far: true } }
    const result = await throughRealClient([{ type: 'text', text: 'look' }, block])
    expect(result?.output).toEqual(
      contentResult(toolCall('call_1', 'f'), [
        { type: 'text', text: 'look' },
        { type: 'text', text: '[content of type "hologram"]' },
      ]).output,
    )
    expect(result?.metadata?.content).toEqual([{ type: 'text', text: 'look' }, block])
  })

  test('version 2 of the SDK refuses it: then it is an error', async () => {
    const result = await throughRealClient([{ type: 'hologram' }], 2)
    expect(result).toMatchObject({ isError: true, category: 'permanent_failure' })
  })

  test('line breaks in base64 do not reach a provider', async () => {
    const result = await answered({
      content: [{ type: 'audio', data: 'UklG\r\nRg==\n', mimeType: 'audio/wav' }],
    })
    expect(result?.output).toMatchObject({ value: [{ source: { type: 'data', data: 'UklGRg==' } }] })
  })

  test.each([0, false, null, ''])('structured content that is %j is there', async (structuredContent) => {
    expect(await answered({ content: [], structuredContent })).toMatchObject({
      isError: false,
      raw: structuredContent,
      output: { value: structuredContent },
    })
  })

  test('invalid base64 does not reach a provider', async () => {
    const block = { type: 'image', data: 'not base64!', mimeType: 'image/png' }
    const result = await throughRealClient([block])
    expect(result).toMatchObject({
      output: { value: '[content of type "image"]' },
      metadata: { content: [block] },
    })
  })

  test('annotations and other members are kept for the host', async () => {
    const block = { type: 'text', text: 'hi', annotations: { audience: ['user'] } }
    expect(await answered({ content: [block] })).toMatchObject({
      output: { type: 'text', value: 'hi' },
      metadata: { content: [block] },
    })
  })

  test('output that an executor shortens for the model is complete for the host', async () => {
    const text = 'x'.repeat(500)
    const results = await Promise.all(
      [
        { content: [{ type: 'text', text }] },
        { content: [{ type: 'text', text }], structuredContent: { a: 1 } },
      ].map(async (answer) => {
        const tools = await mcpTools(clientThat({ call: () => answer }))
        return createExecutor({ tools, maxOutputCharacters: 100 }).execute([toolCall('call_1', 'f')])
      }),
    )
    const [plain, structured] = results.flat()
    expect(plain).toMatchObject({ raw: text, output: { value: expect.stringContaining('left out') } })
    expect(structured).toMatchObject({ raw: { a: 1 }, metadata: { content: [{ type: 'text', text }] } })
  })

  test('the result of servers of 2024-10-07', async () => {
    expect((await answered({ content: [], toolResult: { a: 1 } }))?.output).toEqual({
      type: 'json',
      value: { a: 1 },
    })
  })

  test('an error that is structured alone', async () => {
    expect(await answered({ content: [], isError: true, structuredContent: { code: 7 } })).toMatchObject({
      isError: true,
      output: { type: 'error-json', value: { code: 7 } },
    })
  })

  test('a resource without an address', async () => {
    const resources = [{ text: 'plain' }, { blob: 'AAAA', mimeType: 'video/mp4' }, {}]
    const content = resources.map((resource) => ({ type: 'resource', resource }))
    expect((await answered({ content }))?.output).toEqual({
      type: 'content',
      value: [
        { type: 'text', text: 'plain' },
        { type: 'media', kind: 'video', mediaType: 'video/mp4', source: { type: 'data', data: 'AAAA' } },
        { type: 'text', text: '[content of type "resource"]' },
      ],
    })
  })

  test('a result that requires input is an error', async () => {
    const result = await answered({ resultType: 'input_required', inputRequests: {} })
    expect(result).toMatchObject({ isError: true })
  })

  test('anything: always one result, never a rejection', async () => {
    const block = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          type: fc.oneof(
            fc.constantFrom('text', 'image', 'audio', 'resource', 'resource_link'),
            fc.jsonValue(),
          ),
          text: fc.jsonValue(),
          data: fc.oneof(fc.base64String(), fc.jsonValue()),
          mimeType: fc.oneof(fc.constantFrom('image/png', 'video/mp4'), fc.jsonValue()),
          resource: fc.record(
            { uri: fc.jsonValue(), text: fc.jsonValue(), blob: fc.jsonValue() },
            { requiredKeys: [] },
          ),
          // Paths with any characters, as in `fc.webUrl`, take a second to prepare.
          uri: fc.oneof(
            fc.domain().map((name) => `https://${name}/a%20b?c#d`),
            fc.jsonValue(),
          ),
          name: fc.jsonValue(),
        },
        { requiredKeys: ['type'] },
      ),
    )
    const answer = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          content: fc.oneof(fc.array(block, { maxLength: 4 }), fc.jsonValue()),
          isError: fc.oneof(fc.boolean(), fc.jsonValue()),
          structuredContent: fc.jsonValue(),
          _meta: fc.jsonValue(),
          resultType: fc.oneof(fc.constant('complete'), fc.jsonValue()),
        },
        { requiredKeys: [] },
      ),
    )
    await fc.assert(
      fc.asyncProperty(answer, async (value) => {
        const result = await answered(value)
        expect(result).toMatchObject({ type: 'tool-result', callId: 'call_1', name: 'f' })
        const messages = [
          messageOf('f'),
          { role: 'tool' as const, parts: result === undefined ? [] : [result] },
        ]
        for (const { adapter } of adapters.slice(0, 3))
          encodeConversation({ messages }, { to: adapter, model: 'm', maxOutputTokens: 9 })
      }),
      tries(100),
    )
  })

  test.each([
    [Object.assign(new Error('no'), { code: 401 }), 'policy_blocked'],
    [Object.assign(new Error('no'), { code: 404 }), 'permanent_failure'],
    [Object.assign(new Error('no'), { code: 503 }), 'server_error'],
    [Object.assign(new Error('no'), { code: 'SEND_FAILED', status: 429 }), 'rate_limited'],
    [Object.assign(new Error('Request timed out'), { code: 'REQUEST_TIMEOUT' }), 'timeout'],
    [new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }), 'network_error'],
    [new ToolError('own', { category: 'policy_blocked' }), 'policy_blocked'],
  ])('an error of the connection has its category: %o', async (thrown, category) => {
    const tools = await mcpTools(clientThat({ call: () => Promise.reject(thrown) }))
    expect(await failureOf(toolNamed(tools, 'f'))).toMatchObject({ category, message: thrown.message })
  })

  test.each([null, undefined, 'text', 7, new Error(''), Object.create(null)])(
    'a client that throws %o gives an error result',
    async (thrown) => {
      const tools = await mcpTools(
        clientThat({
          call() {
            throw thrown
          },
        }),
      )
      const results = await runTools(messageOf('f'), tools)
      expect(results).toMatchObject([{ callId: 'call_1', isError: true }])
    },
  )

  test('arguments that are not an object do not reach the server', async () => {
    const call = vi.fn()
    const [tool] = await mcpTools(clientThat({ call }))
    const failure: unknown = await Promise.resolve(tool?.execute?.('text', runFor('f'))).catch(
      (error) => error,
    )
    expect(failure).toMatchObject({ category: 'invalid_parameters' })
    expect(call).not.toHaveBeenCalled()
  })
})

test.each([Client1, Client2])("the SDK's limit of 60 seconds does not apply: %o", async (Client) => {
  let answer: ((result: unknown) => void) | undefined
  const client = new Client(INFO)
  await client.connect(
    answering({}, (_call, given) => {
      answer = given
    }),
  )
  const tools = await mcpTools(client)
  vi.useFakeTimers()
  try {
    const results = runTools(messageOf('f'), tools)
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    answer?.({ content: [{ type: 'text', text: 'late' }] })
    await vi.advanceTimersByTimeAsync(1)
    expect(await results).toMatchObject([{ isError: false, output: { value: 'late' } }])
  } finally {
    vi.useRealTimers()
  }
})
