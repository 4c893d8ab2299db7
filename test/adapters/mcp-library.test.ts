import {
  Client as Client2,
  InMemoryTransport as Memory2,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTaskStore } from '@modelcontextprotocol/sdk/experimental/tasks/stores/in-memory.js'
import { InMemoryTransport as Memory1 } from '@modelcontextprotocol/sdk/inMemory.js'
import { Server as Server1 } from '@modelcontextprotocol/sdk/server/index.js'
import { McpServer as McpServer1 } from '@modelcontextprotocol/sdk/server/mcp.js'
import {
  CallToolRequestSchema,
  CallToolResultSchema,
  CreateMessageRequestParamsSchema,
  CreateMessageRequestSchema,
  CreateMessageResultWithToolsSchema,
  ListToolsRequestSchema,
  ListToolsResultSchema,
} from '@modelcontextprotocol/sdk/types.js'
import {
  acceptedContent,
  createMcpHandler,
  inputRequired,
  McpServer as McpServer2,
  Server as Server2,
} from '@modelcontextprotocol/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { callToolParams, callToolResult, mcp, toolCallOf, toolResultOf } from '../../adapters/mcp/index.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, asNative, expectObject } from '../../src/base/json/read-json.js'
import {
  contentResult,
  deniedResult,
  errorResult,
  toolCall,
  toolResult,
} from '../../src/base/model/create.js'
import type { Conversation, ToolCall, ToolResult } from '../../src/base/model/types.js'
import { translateResponse } from '../../src/translate/exchange/translate-answer.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import { adapters } from '../support/adapters.js'
import { fixtures } from '../support/exchanges.js'
import { CONNECTIONS, type Connection } from '../support/mcp/connect.js'
import { partsOf } from '../support/parts.js'
import { stored } from '../support/values.js'

const INFO = { name: 'test', version: '1.0.0' }
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

interface Transport {
  send(message: never, options?: never): Promise<void>
  onmessage?: ((message: never, extra?: never) => void) | undefined
}

/** Records the frames of a connection from now on, in both directions. */
function recorded(transport: Transport): JsonValue[] {
  const frames: JsonValue[] = []
  const { send, onmessage } = transport
  transport.send = (message, options) => {
    frames.push(stored(asJson(message)))
    return send.call(transport, message, options)
  }
  transport.onmessage = (message, extra) => {
    frames.push(stored(asJson(message)))
    onmessage?.call(transport, message, extra)
  }
  return frames
}

function transportOf(client: object): Transport {
  const transport: Transport | undefined = Reflect.get(client, 'transport')
  if (transport === undefined) throw new Error('it is not connected')
  return transport
}

function read(frames: readonly JsonValue[]): Conversation {
  const native = { messages: asNative<{ jsonrpc: string }[]>(frames) }
  const { value } = mcp.decodeRequest(native)
  // Encoding returns the same frames with every field.
  expect(mcp.encodeRequest(stored(value)).value).toEqual(native)
  return value
}

describe.each(CONNECTIONS)('a real server, %s', (_name, connect) => {
  let connection: Connection
  let frames: JsonValue[]

  beforeAll(async () => {
    connection = await connect()
    frames = recorded(transportOf(connection.client))
  })
  afterAll(() => connection.close())

  async function call(name: string, given: JsonObject = {}): Promise<{ call: ToolCall; answer: unknown }> {
    const made = toolCall(`call_${name}`, name, given)
    const answer: unknown = await connection.client
      .callTool(callToolParams(made))
      .catch((error: unknown) => error)
    return { call: made, answer }
  }

  test('our parameters are understood, and what is answered is a result', async () => {
    const given = { word: 'é\u2028"', deep: [{ a: null }, 1.5, -0.1], '': {} }
    const { call: made, answer } = await call('say', given)
    const result = toolResultOf(made, Object(answer))
    expect(result).toMatchObject({
      callId: 'call_say',
      name: 'say',
      isError: false,
      output: { type: 'text', value: JSON.stringify(given) },
    })
  })

  test('a session with failures on both channels is read: each call with its own answer', async () => {
    frames.length = 0
    await Promise.all(['many', 'fail', 'refuse', 'crash', 'structured', 'wantLink'].map((name) => call(name)))
    const session = read(frames)
    const results = new Map(partsOf(session, 'tool-result').map((result) => [result.name, result]))
    expect(partsOf(session, 'tool-call').map(({ name }) => name)).toHaveLength(6)
    expect(results.get('many')).toMatchObject({ isError: false, output: { type: 'content' } })
    expect(results.get('fail')).toMatchObject({ isError: true, output: { type: 'content' } })
    expect(results.get('structured')).toMatchObject({ output: { type: 'json', value: { celsius: 7 } } })
    expect(results.get('refuse')).toMatchObject({ isError: true, metadata: { code: -32602 } })
    expect(results.get('crash')).toMatchObject({ isError: true, metadata: { code: -32603 } })
    expect(results.get('wantLink')).toMatchObject({ isError: true, metadata: { code: -32042 } })
    for (const [name, { callId }] of results)
      expect(partsOf(session, 'tool-call').find(({ id }) => id === callId)?.name).toBe(name)
    for (const { adapter, wire } of adapters.filter(({ adapter }) => !adapter.lacks.has('http'))) {
      const { value } = encodeConversation(session, {
        to: adapter,
        from: 'mcp',
        model: 'm',
        maxOutputTokens: 9,
      })
      const arrived = adapter.decodeRequest(JSON.stringify(value)).value
      expect(
        partsOf(arrived, 'tool-result')
          .map(({ isError }) => isError)
          .sort(),
        wire,
      ).toEqual([false, false, true, true, true, true])
    }
  })

  test('the list of tools is read completely, and written unchanged', async () => {
    const native = expectObject(asJson(await connection.client.listTools()), '')
    const { value } = mcp.decodeRequest(native)
    expect(value.tools?.map(({ name }) => name)).toContain('say')
    expect(mcp.encodeRequest(value).value).toEqual(native)
  })
})

const OUTPUTS: readonly (readonly [name: string, make: (call: ToolCall) => ToolResult])[] = [
  ['a text', (call) => toolResult(call, 'done')],
  ['an empty text', (call) => toolResult(call, '')],
  ['an object', (call) => toolResult(call, { a: [1, null] })],
  ['a list', (call) => toolResult(call, [1, 2])],
  ['null', (call) => toolResult(call, null)],
  ['an error', (call) => errorResult(call, new Error('no'))],
  ['an error of data', (call) => errorResult(call, { code: 7 })],
  ['a denial', (call) => deniedResult(call, 'not now')],
  [
    'an image and a file',
    (call) =>
      contentResult(call, [
        { type: 'text', text: 'see' },
        { type: 'media', kind: 'image', mediaType: 'image/png', source: { type: 'data', data: PIXEL } },
        {
          type: 'media',
          kind: 'file',
          mediaType: 'application/pdf',
          filename: 'a b.pdf',
          source: { type: 'data', data: 'JVBERi0=' },
        },
      ]),
  ],
]

describe.each([
  ['1', 'low-level'],
  ['2', 'low-level'],
])('a server of version %s that is made of our words', (version) => {
  const seen: ToolCall[] = []

  /** Connects a client and a server in one process. */
  async function connected(answer: (call: ToolCall) => ToolResult) {
    const listed = {
      tools: mcp.encodeTools([{ type: 'function', name: 'f', description: 'Does f.', strict: true }]).value,
    }
    const run = (request: object, requestId: string | number) => {
      const call = toolCallOf(request, requestId)
      seen.push(call)
      return callToolResult(answer(call))
    }
    if (version === '1') {
      const [near, far] = Memory1.createLinkedPair()
      const server = new Server1(INFO, { capabilities: { tools: {} } })
      server.setRequestHandler(ListToolsRequestSchema, () => listed)
      server.setRequestHandler(CallToolRequestSchema, (request, { requestId }) => run(request, requestId))
      const client = new Client1(INFO)
      await Promise.all([server.connect(far), client.connect(near)])
      return client
    }
    const [near, far] = Memory2.createLinkedPair()
    const server = new Server2(INFO, { capabilities: { tools: {} } })
    server.setRequestHandler('tools/list', () => listed)
    server.setRequestHandler('tools/call', (request, { mcpReq }) => run(request, mcpReq.id))
    const client = new Client2(INFO)
    await Promise.all([server.connect(far), client.connect(near)])
    return client
  }

  test('its tools are listed', async () => {
    const client = await connected((call) => toolResult(call, ''))
    const { tools } = await client.listTools()
    expect(tools).toMatchObject([{ name: 'f', description: 'Does f.', inputSchema: { type: 'object' } }])
    expect(mcp.decodeTools(tools).value).toMatchObject([{ name: 'f', strict: true }])
  })

  test.each(OUTPUTS)('it answers %s, which is restored unchanged', async (_what, make) => {
    const client = await connected(make)
    const answer = await client.callTool({ name: 'f', arguments: { n: 1 } })
    expect(seen.at(-1)).toMatchObject({ name: 'f', arguments: { n: 1 }, minted: true })
    const call = toolCall('c', 'f')
    const { value } = mcp.decodeResponse(answer)
    const [result] = value.message.parts
    const { output, isError } = make(call)
    expect(result).toMatchObject({ isError })
    expect(result?.type === 'tool-result' && stripped(result.output)).toEqual(stored(output))
  })

  test('data for the host is not sent over the connection', async () => {
    const client = await connected((call) => ({
      ...toolResult(call, 'ok'),
      raw: { secret: 1 },
      metadata: { secret: 2 },
      category: 'server_error',
    }))
    expect(JSON.stringify(await client.callTool({ name: 'f' }))).not.toMatch(/secret|server_error/)
  })
})

function stripped(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, member) => (key === 'providerMetadata' ? undefined : member)))
}

describe('sampling with the official client and server', () => {
  /** Connects a server that sends an encoded request to a client that returns an encoded answer. */
  async function asked(question: Conversation): Promise<{ seen: Conversation; answer: unknown }> {
    let seen: Conversation = { messages: [] }
    const [near, far] = Memory1.createLinkedPair()
    const server = new Server1(INFO, { capabilities: {} })
    const client = new Client1(INFO, { capabilities: { sampling: { tools: {} } } })
    client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => {
      seen = mcp.decodeRequest(asNative(asJson(params))).value
      return asNative(
        asJson(
          mcp.encodeResponse({
            message: {
              role: 'assistant',
              parts: [{ type: 'text', text: 'I look.' }, toolCall('call_9', 'look', { at: 'it' })],
            },
            finish: { reason: 'tool-calls' },
            model: 'some-model',
            id: 'resp_1',
            usage: { inputTokens: 3, outputTokens: 4 },
          }).value,
        ),
      )
    })
    await Promise.all([server.connect(far), client.connect(near)])
    const { value } = encodeConversation(question, { to: mcp, maxOutputTokens: 100 })
    const answer: unknown = await server.createMessage(asNative(asJson(value)))
    return { seen, answer }
  }

  test('the client accepts our requests, and the server our answers', async () => {
    const made = toolCall('call_1', 'look', { at: 'sky' })
    const question: Conversation = {
      model: 'claude-sonnet',
      temperature: 0,
      messages: [
        { role: 'system', parts: [{ type: 'text', text: 'Be terse.' }] },
        { role: 'user', parts: [{ type: 'text', text: 'Look.' }] },
        { role: 'assistant', parts: [made] },
        { role: 'tool', parts: [errorResult(made, 'too dark')] },
      ],
      tools: [{ type: 'function', name: 'look', parameters: { type: 'object', properties: {} } }],
      toolChoice: { type: 'required' },
    }
    const { seen, answer } = await asked(question)
    expect(seen).toMatchObject({ ...question, maxOutputTokens: 100, messages: question.messages })
    const { value } = mcp.decodeResponse(Object(answer))
    expect(value).toMatchObject({
      finish: { reason: 'tool-calls', raw: 'toolUse' },
      id: 'resp_1',
      usage: { inputTokens: 3, outputTokens: 4 },
    })
    expect(value.message.parts).toMatchObject([
      { text: 'I look.' },
      { id: 'call_9', arguments: { at: 'it' } },
    ])
  })

  const wires = adapters.filter(({ adapter }) => !adapter.lacks.has('http'))

  test.each(wires)(
    'requests and answers of $wire are accepted by the schemas of the SDK',
    ({ wire, adapter }) => {
      const own = fixtures.filter((fixture) => fixture.wire === wire)
      expect(own.length).toBeGreaterThan(9)
      for (const { id, request, response } of own) {
        if (request !== undefined) {
          const conversation = adapter.decodeRequest(request).value
          const { value } = encodeConversation(conversation, { to: mcp, from: wire, maxOutputTokens: 9 })
          expect(CreateMessageRequestParamsSchema.safeParse(value).error, id).toBeUndefined()
        }
        if (response === undefined || adapter.decodeResponse(response).value.error !== undefined) continue
        const { value } = translateResponse(response, { from: adapter, to: mcp })
        expect(
          CreateMessageResultWithToolsSchema.safeParse({ ...value, model: value.model ?? 'm' }).error,
          id,
        ).toBeUndefined()
      }
    },
  )

  test('results and tools of every fixture are accepted by the schemas of the SDK', () => {
    for (const { id, canonical } of fixtures) {
      const { messages = [], tools = [] } = canonical.request ?? {}
      for (const { parts } of messages)
        for (const part of parts) {
          if (part.type !== 'tool-result' || part.providerExecuted) continue
          const { error } = CallToolResultSchema.safeParse(callToolResult(part))
          // Structured content of 2026-07-28 is not supported by this version.
          if (!JSON.stringify(part).includes('"beside"')) expect(error, id).toBeUndefined()
        }
      const { value } = encodeConversation({ messages: [], tools }, { to: mcp, maxOutputTokens: 9 })
      expect(ListToolsResultSchema.safeParse({ tools: value.tools ?? [] }).error, id).toBeUndefined()
    }
  })
})

test('tasks of version 1: the result of the task answers the call that began it', async () => {
  const store = new InMemoryTaskStore()
  const server = new McpServer1(INFO, {
    capabilities: { tools: {}, tasks: { requests: { tools: { call: {} } } } },
    taskStore: store,
  })
  server.experimental.tasks.registerToolTask(
    'render',
    { inputSchema: { frames: z.number() }, execution: { taskSupport: 'required' } },
    {
      async createTask(_given, { taskStore }) {
        const task = await taskStore.createTask({ ttl: 60_000, pollInterval: 10 })
        await taskStore.storeTaskResult(task.taskId, 'completed', {
          content: [{ type: 'text', text: 'done' }],
        })
        return { task }
      },
      getTask: async (_given, { taskId, taskStore }) => taskStore.getTask(taskId),
      getTaskResult: async (_given, { taskId, taskStore }) =>
        asNative(asJson(await taskStore.getTaskResult(taskId))),
    },
  )
  const [near, far] = Memory1.createLinkedPair()
  const client = new Client1(INFO, { capabilities: { tasks: { requests: { tools: { call: {} } } } } })
  await Promise.all([server.connect(far), client.connect(near)])
  await client.listTools()
  const frames = recorded(near)
  const kinds: string[] = []
  const stream = client.experimental.tasks.callToolStream(
    { name: 'render', arguments: { frames: 2 } },
    CallToolResultSchema,
    {
      task: { ttl: 60_000 },
    },
  )
  for await (const { type } of stream) kinds.push(type)
  expect(kinds).toEqual(expect.arrayContaining(['taskCreated', 'result']))
  const session = read(frames)
  const [call] = partsOf(session, 'tool-call')
  expect(partsOf(session, 'tool-call')).toHaveLength(1)
  expect(partsOf(session, 'tool-result')).toMatchObject([
    { callId: call?.id, name: 'render', output: { type: 'text', value: 'done' } },
  ])
  store.cleanup()
})

describe('the protocol of 2026-07-28', () => {
  async function modern() {
    const handler = createMcpHandler(() => {
      const server = new McpServer2(INFO)
      server.registerTool(
        'count',
        { inputSchema: z.object({ to: z.number() }), outputSchema: z.array(z.number()) },
        ({ to }) => ({
          content: [],
          structuredContent: Array.from({ length: to }, (_, index) => index),
        }),
      )
      const sure = z.object({ yes: z.boolean() })
      server.registerTool('remove', { inputSchema: z.object({}) }, (_given, { mcpReq }) => {
        const said = acceptedContent(mcpReq.inputResponses, 'sure', sure)
        if (said?.yes !== true)
          return inputRequired({
            inputRequests: { sure: inputRequired.elicit({ message: 'Sure?', requestedSchema: sure }) },
          })
        return { content: [{ type: 'text', text: 'gone' }] }
      })
      return server
    })
    const client = new Client2(INFO, {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: { pin: '2026-07-28' } },
    })
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { yes: true } }))
    const fetch = (url: string | URL, init?: RequestInit) => handler.fetch(new Request(url, init))
    await client.connect(new StreamableHTTPClientTransport(new URL('http://server.test/'), { fetch }))
    return { client, frames: recorded(transportOf(client)) }
  }

  test('structured content is any JSON', async () => {
    const { client, frames } = await modern()
    const answer = await client.callTool(callToolParams(toolCall('c', 'count', { to: 3 })))
    expect(toolResultOf(toolCall('c', 'count'), answer)).toMatchObject({ raw: [0, 1, 2] })
    expect(partsOf(read(frames), 'tool-result')).toMatchObject([
      { output: { type: 'json', value: [0, 1, 2] } },
    ])
  })

  test('input_required is not a result: the repeated call has the result', async () => {
    const { client, frames } = await modern()
    await client.callTool({ name: 'remove', arguments: {} })
    const session = read(frames)
    const [first, second] = partsOf(session, 'tool-call')
    expect([first?.name, second?.name]).toEqual(['remove', 'remove'])
    expect(partsOf(session, 'tool-result')).toMatchObject([
      { callId: second?.id, output: { type: 'text', value: 'gone' } },
    ])
  })

  test('a tool that is not there is an error of JSON-RPC', async () => {
    const { client, frames } = await modern()
    await client.callTool({ name: 'nope' }).catch(() => undefined)
    expect(partsOf(read(frames), 'tool-result')).toMatchObject([
      { isError: true, metadata: { code: -32602 } },
    ])
  })
})
