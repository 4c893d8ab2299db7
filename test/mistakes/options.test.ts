import { describe, expect, test } from 'vitest'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { openaiRealtime } from '../../adapters/openai-realtime/index.js'
import * as adapters from '../../adapters.js'
import * as answeredBy from '../../answered-by.js'
import * as conversation from '../../src/chat/conversation/index.js'
import * as loop from '../../src/chat/loop/index.js'
import * as serve from '../../src/chat/serve/index.js'
import * as session from '../../src/chat/session/index.js'
import * as main from '../../src/index.js'
import * as proxy from '../../src/proxy/index.js'
import * as textCalls from '../../src/text-calls/index.js'
import * as tools from '../../src/tools/index.js'
import * as queue from '../../src/tools/queue-kit.js'
import * as mock from '../../src/traffic/mock/index.js'
import * as replay from '../../src/traffic/replay/index.js'
import * as models from '../../src/translate/catalogue/index.js'
import * as testing from '../../testing.js'
import { failureOf, messageOf, type Untyped, untyped } from '../support/mistakes.js'

// An unknown option is a misspelled one. If it is ignored, the program does something else than its author wrote.

const { userMessage, assistantMessage, toolCall, defineTool } = main
const gpt = main.provider(openaiChat, { model: 'm', key: 'k' })
const messages = [userMessage('Hi')]
const call = toolCall('c1', 'a')
const said = assistantMessage(call)
const tool = defineTool({ name: 'a', execute: () => 1 })
const request = { model: 'm', messages: [{ role: 'user' as const, content: 'Hi' }] }
const answer = { message: said, finish: { outcome: 'complete', reason: 'stop' } }
const registry = main.createRegistry([openaiChat])
const store = conversation.memoryConversations()
const approval: Untyped = { id: 'x', callId: 'c1', name: 'a', kind: 'function', arguments: {}, input: {} }
const exchange: Untyped = {
  id: 'x',
  request: { method: 'POST', url: 'http://x/', headers: {} },
  response: { status: 200, headers: {} },
}
const body = { id: 'c', messages: [{ id: 'u', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }] }
const agUi = {
  threadId: 't',
  runId: 'r',
  messages: [{ id: 'u', role: 'user', content: 'Hi' }],
  tools: [],
  resume: [],
}
const sql: Untyped = { query: async () => ({ rows: [] }) }
const redis: Untyped = { eval: async () => null, get: async () => null, call: async () => null }

/** Each public function with options, with a correct call except for the option. */
const CALLS: Readonly<Record<string, (options: Untyped) => unknown>> = {
  checkCalls: (o) => main.checkCalls(said, [tool], o),
  clientCalls: (o) => main.clientCalls(said, o),
  pendingCalls: (o) => main.pendingCalls([...messages, said], o),
  defineTool: (o) => defineTool({ name: 'a', ...o }),
  defineTextTool: (o) => main.defineTextTool({ name: 'a', ...o }),
  runTools: (o) => main.runTools(said, [tool], o),
  provider: (o) => main.provider(openaiChat, { model: 'm', key: 'k', ...o }),
  'provider.turn': (o) => gpt.turn({ messages }, o),
  'provider.turn of a conversation': (o) => gpt.turn({ messages, ...o }).response,
  firstOf: (o) => main.firstOf([gpt], o),
  fetchSend: (o) => main.fetchSend(openaiChat, { key: 'k', ...o }),
  encodeConversation: (o) => main.encodeConversation({ messages }, { to: openaiChat, ...o }),
  translate: (o) => main.translate(request.messages, { from: openaiChat, to: openaiChat, ...o }),
  translateRequest: (o) =>
    main.translateRequest(request, { from: openaiChat, to: openaiChat, model: 'm', ...o }),
  translateResponse: (o) =>
    main.translateResponse(untyped(answer), { from: openaiChat, to: openaiChat, ...o }),
  translateStream: (o) => main.translateStream(untyped([]), { from: openaiChat, to: openaiChat, ...o }),
  explainRefusal: (o) => main.explainRefusal([], {}, untyped(o)),
  createReplay: (o) => replay.createReplay({ from: 'none', ...o }),
  createRecorder: (o) => replay.createRecorder({ sink: { append: async () => undefined }, ...o }),
  redactExchange: (o) => replay.redactExchange(exchange, o),
  redactText: (o) => replay.redactText('x', o),
  serveFetch: (o) =>
    replay.serveFetch(
      untyped(async () => new Response('')),
      { port: 0, ...o },
    ),
  createMock: (o) => mock.createMock({ as: 'vllm', registry, ...o }),
  useCassette: (o) => testing.useCassette('none', o),
  createExecutor: (o) => tools.createExecutor({ tools: [tool], ...o }),
  'executor.execute': (o) => tools.createExecutor({ tools: [tool] }).execute([call], o),
  'executor.settle': (o) => tools.createExecutor({ tools: [tool] }).settle([call], o),
  createPolicy: (o) => tools.createPolicy({ rules: [], ...o }),
  createToolEvents: (o) => tools.createToolEvents(o),
  createToolContext: (o) => tools.createToolContext(o),
  createExecutionContext: (o) => tools.createExecutionContext(o),
  approveCall: (o) => tools.approveCall(approval, o),
  mcpTools: (o) =>
    tools.mcpTools(untyped({ listTools: async () => ({ tools: [] }), callTool: async () => ({}) }), o),
  redisState: (o) =>
    tools.redisState(
      untyped(async () => null),
      o,
    ),
  sqlState: (o) => tools.sqlState(async () => [], { dialect: 'sqlite', ...o }),
  keyvState: (o) => tools.keyvState(untyped(new Map()), o),
  agentTool: (o) => loop.agentTool({ name: 'a', task: () => 'x', agent: { provider: gpt }, ...o }),
  runLoop: (o) => loop.runLoop({ provider: gpt, messages, ...o }),
  'budget of runLoop': (o) => loop.runLoop({ provider: gpt, messages, budget: o }),
  openSession: (o) =>
    session.openSession(openaiRealtime, untyped({ model: 'm', socket: () => undefined, ...o })),
  openConversation: (o) => conversation.openConversation('c', { store, ...o }),
  sqlConversations: (o) => conversation.sqlConversations(sql, o),
  redisConversations: (o) => conversation.redisConversations(redis, o),
  createProxy: (o) =>
    proxy.createProxy({
      routes: [{ from: openaiChat, to: { adapter: openaiChat, url: 'http://x/v1' } }],
      ...o,
    }),
  proxyMemory: (o) => proxy.proxyMemory(o),
  answeredBy: (o) => answeredBy.answeredBy(gpt, o),
  toResponse: (o) => serve.toResponse(loop.runLoop({ provider: gpt, messages }), { as: 'ui', id: 'c', ...o }),
  agUiSnapshot: (o) => serve.agUiSnapshot(messages, o),
  snapshotResponse: (o) => serve.snapshotResponse(messages, o),
  uiMessages: (o) => serve.uiMessages(messages, o),
  readUiMessages: (o) => serve.readUiMessages(body, o),
  readAgUiInput: (o) => serve.readAgUiInput(agUi, o),
  memoryStreams: (o) => serve.memoryStreams(o),
  decodeAny: (o) => adapters.decodeAny(JSON.stringify(request), o),
}

describe('an unknown option is an error with its path', () => {
  test.each(Object.entries(CALLS))('of %s', async (_name, run) => {
    const error = await failureOf(() => run({ qqqqqq: 1 }))
    expect(error).toMatchObject({ name: 'AdapterError', path: expect.stringMatching(/\/qqqqqq$/) })
    expect(messageOf(error)).toContain('qqqqqq is not')
  })
})

/** Exported functions without options: their arguments are values, or they only read their argument. */
const WITHOUT = [
  ...['partialObjects', 'objectOf', 'textOf', 'createRestore', 'restoreEvent', 'restoreResponse', 'callsOf'],
  ...['createPartialJson', 'createPartialCalls', 'partialArguments', 'createRegistry', 'recognise', 'lint'],
  ...[
    'lintMessages',
    'isComplete',
    'toolResult',
    'contentResult',
    'errorResult',
    'deniedResult',
    'systemMessage',
  ],
  ...[
    'assistantMessage',
    'toolCall',
    'userMessage',
    'toolMessage',
    'readExchanges',
    'toHaveToolCall',
    'costOf',
    'rawBodyOf',
  ],
  ...[
    'priceOf',
    'priceRows',
    'withHostData',
    'executionOf',
    'trustExecutionContext',
    'createExtension',
    'provide',
  ],
  ...['memoryState', 'resolveExecution', 'composeExecutors', 'denyCall', 'describeError', 'formatError'],
  ...[
    'truncateMiddle',
    'pendingApprovals',
    'listConversations',
    'memoryConversations',
    'sqliteConversations',
  ],
  ...['errorResponse', 'dataPart', 'readExecutionContext', 'executorOf', 'resolveAllowed', 'approvalFor'],
  ...['signApproval', 'categoryOfCode', 'categoryOfStatus', 'isToolNotFound', 'toToolError', 'loadAdapter'],
  ...['lintRequest', 'loadRules', 'pinMcpTools', 'proxyMetrics', 'pipeResponse'],
  ...['checksumOf', 'restoreResult', 'afterCallOf', 'afterSteps'],
]
/** Functions whose options also are fields of a request, of a telemetry library, or of a dialect. */
const OPEN = [
  ...[
    'webSearch',
    'codeExecution',
    'imageGeneration',
    'computerUse',
    'fileSearch',
    'mcpServer',
    'openTelemetry',
  ],
  ...['proxyTelemetry', 'resumeResponse', 'stateStreams', 'readTextCalls', 'textCallsStep', 'withTextCalls'],
  ...['writeTextCalls', 'writeTextResults', 'writeTextTools'],
]

test('every exported function is in one of the lists', () => {
  const entries = [main, replay, mock, testing, models, tools, loop, session, conversation, textCalls, proxy]
  const exported = [...entries, queue, answeredBy, serve, adapters].flatMap((entry) => Object.entries(entry))
  const functions = exported.filter(([name, value]) => typeof value === 'function' && /^[a-z]/.test(name))
  const known = new Set([...Object.keys(CALLS), ...WITHOUT, ...OPEN])
  expect(functions.map(([name]) => name).filter((name) => !known.has(name))).toEqual([])
})
