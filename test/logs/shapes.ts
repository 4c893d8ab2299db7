import type { JsonObject } from '../../src/base/json/json-types.js'

// Small files in the shapes that programs write, each with the source of its shape. Every file has one call for
// Oslo in each record, and its result where the program stores results.

/** A file of a program. */
export interface Shape {
  /** The wire of the records. */
  readonly wire: string
  /** The source of the shape. */
  readonly source: string
  /** The value, the values of the lines, or the text of an event stream. */
  readonly value?: unknown
  readonly lines?: readonly unknown[]
  readonly text?: string
  /** The number of records. Default: 1. */
  readonly records?: number
  /** The number of other records in the file, which are reported. Default: 0. */
  readonly others?: number
  /** True if the file has no results. Default: false. */
  readonly isOpen?: true
}

const GIVEN = { city: 'Oslo' }
const TEXT = JSON.stringify(GIVEN)
const QUESTION = 'Is it raining in Oslo?'
const GITHUB = 'https://github.com'

const call = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: TEXT } }
const tool = {
  type: 'function',
  function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
}
const chat = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: QUESTION },
  { role: 'assistant', content: null, tool_calls: [call] },
  { role: 'tool', tool_call_id: 'call_1', content: 'rain' },
]
const asked = { model: 'gpt-5.4', messages: chat.slice(0, 2), tools: [tool] }
const answered = {
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-5.4',
  choices: [{ index: 0, message: chat[2], finish_reason: 'tool_calls' }],
}
const anthropic = [
  { role: 'user', content: QUESTION },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'weather', input: GIVEN }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'rain' }] },
]
const claudeAnswered = {
  id: 'm',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-5-5',
  content: anthropic[1]?.content,
  stop_reason: 'tool_use',
}
const chunked = [
  {
    id: 'c',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...call }] } }],
  },
  {
    id: 'c',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }],
  },
]
const eventStream = (events: readonly unknown[]) =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
const langchain = [
  { type: 'human', content: QUESTION, id: 'm1' },
  {
    type: 'ai',
    content: '',
    id: 'm2',
    tool_calls: [{ name: 'weather', args: GIVEN, id: 'call_1', type: 'tool_call' }],
  },
  { type: 'tool', content: 'rain', tool_call_id: 'call_1', name: 'weather', id: 'm3' },
]
const contents = [
  { role: 'user', parts: [{ text: QUESTION }] },
  { role: 'model', parts: [{ functionCall: { id: 'adk-1', name: 'weather', args: GIVEN } }] },
  {
    role: 'user',
    parts: [{ functionResponse: { id: 'adk-1', name: 'weather', response: { result: 'rain' } } }],
  },
]
const adk = contents.map((content, index) => ({
  id: `e${index}`,
  author: index === 0 ? 'user' : 'agent',
  invocationId: 'i',
  content,
  timestamp: index,
  actions: { stateDelta: {} },
}))

const metadata = {
  function_name: 'weather',
  tool_call_id: 'call_1',
  model_response: answered,
  total_calls_in_response: 1,
}
const trajectory = [
  {
    id: 0,
    timestamp: '2025-05-01T10:00:00',
    source: 'agent',
    message: '',
    action: 'system',
    args: { content: 'Be brief.', tools: [tool] },
  },
  {
    id: 1,
    timestamp: '2025-05-01T10:00:00',
    source: 'user',
    message: QUESTION,
    action: 'message',
    args: { content: QUESTION, image_urls: [], wait_for_response: false },
  },
  {
    id: 2,
    timestamp: '2025-05-01T10:00:01',
    source: 'agent',
    message: 'Running',
    action: 'run',
    args: { city: 'Oslo', thought: 'I look.' },
    tool_call_metadata: metadata,
    timeout: 120,
  },
  {
    id: 3,
    timestamp: '2025-05-01T10:00:02',
    source: 'agent',
    message: 'Done',
    cause: 2,
    observation: 'run',
    content: 'rain',
    tool_call_metadata: metadata,
    extras: { command: 'weather Oslo' },
    success: true,
  },
]
const openHands = [
  {
    kind: 'SystemPromptEvent',
    id: 'e0',
    timestamp: '2026-01-01T10:00:00',
    source: 'agent',
    system_prompt: { cache_prompt: false, type: 'text', text: 'Be brief.' },
    tools: [tool],
  },
  {
    kind: 'MessageEvent',
    id: 'e1',
    timestamp: '2026-01-01T10:00:00',
    source: 'user',
    llm_message: {
      role: 'user',
      content: [{ cache_prompt: false, type: 'text', text: QUESTION }],
      tool_calls: null,
      tool_call_id: null,
      thinking_blocks: [],
    },
    activated_skills: [],
    extended_content: [],
  },
  {
    kind: 'ActionEvent',
    id: 'e2',
    timestamp: '2026-01-01T10:00:01',
    source: 'agent',
    thought: [{ type: 'text', text: 'I look.' }],
    reasoning_content: null,
    thinking_blocks: [],
    action: { kind: 'WeatherAction', city: 'Oslo' },
    tool_name: 'weather',
    tool_call_id: 'call_1',
    tool_call: { id: 'call_1', name: 'weather', arguments: TEXT, origin: 'completion' },
    llm_response_id: 'r1',
  },
  {
    kind: 'ObservationEvent',
    id: 'e3',
    timestamp: '2026-01-01T10:00:02',
    source: 'environment',
    tool_name: 'weather',
    tool_call_id: 'call_1',
    observation: { kind: 'WeatherObservation', content: [{ type: 'text', text: 'rain' }], is_error: false },
    action_id: 'e2',
  },
  {
    kind: 'ConversationStateUpdateEvent',
    id: 'e4',
    timestamp: '2026-01-01T10:00:03',
    source: 'environment',
    key: 'execution_status',
    value: 'finished',
  },
]

const helicone = {
  response_id: 'r',
  response_status: 200,
  response_body: answered,
  request_id: 'q',
  request_body: asked,
  request_path: 'https://oai.helicone.ai/v1/chat/completions',
  provider: 'OPENAI',
}
const observation = {
  id: 'o1',
  traceId: 't1',
  type: 'GENERATION',
  name: 'chat',
  model: 'gpt-5.4',
  input: chat.slice(0, 2),
  output: chat[2],
}
const storedObservation = {
  id: 'o1',
  trace_id: 't1',
  project_id: 'p',
  type: 'GENERATION',
  name: 'chat',
  start_time: '2026-05-29 13:46:19.963000',
  input: JSON.stringify(chat.slice(0, 2)),
  output: JSON.stringify(chat[2]),
  provided_model_name: 'gpt-5.4',
  model_parameters: '{}',
  tool_calls: [JSON.stringify(call)],
}
const storedSpan = { ...storedObservation, id: 'o0', type: 'SPAN', input: QUESTION, output: 'x' }
const span = { id: 'o0', traceId: 't1', type: 'SPAN', name: 'root', input: { q: QUESTION }, output: 'x' }
const braintrust = {
  id: 'x',
  span_id: 'y',
  root_span_id: 'y',
  span_attributes: { type: 'llm', name: 'Chat Completion' },
  input: chat.slice(0, 2),
  output: answered.choices,
  metadata: { model: 'gpt-5.4', tools: [tool] },
}
const stub = (response: object) => ({
  id: 'u',
  request: {
    url: '/v1/chat/completions',
    method: 'POST',
    bodyPatterns: [{ equalToJson: JSON.stringify(asked), ignoreExtraElements: true }],
  },
  response: { status: 200, ...response },
})
const phoenix = (attributes: object) => ({
  name: 'ChatCompletion',
  context: { trace_id: 't', span_id: 's' },
  span_kind: 'LLM',
  parent_id: null,
  status_code: 'OK',
  attributes,
  events: [],
})
const invocation = {
  state: 'result',
  step: 0,
  toolCallId: 'call_1',
  toolName: 'weather',
  args: GIVEN,
  result: 'rain',
}
const ui4 = [
  { id: '1', role: 'user', content: QUESTION, parts: [{ type: 'text', text: QUESTION }] },
  {
    id: '2',
    role: 'assistant',
    content: '',
    createdAt: '2026-01-01T10:00:00Z',
    parts: [{ type: 'step-start' }, { type: 'tool-invocation', toolInvocation: invocation }],
    toolInvocations: [invocation],
    revisionId: 'r',
  },
]
const mastra = ui4.map(({ parts, content, ...message }) => ({
  ...message,
  threadId: 't',
  resourceId: 'r',
  content: { format: 2, parts, content },
}))
const agents = [
  { type: 'message', role: 'user', content: QUESTION },
  {
    type: 'function_call',
    id: 'fc_1',
    callId: 'call_1',
    name: 'weather',
    status: 'completed',
    arguments: TEXT,
    providerData: {},
  },
  {
    type: 'function_call_result',
    name: 'weather',
    callId: 'call_1',
    status: 'completed',
    output: { type: 'text', text: 'rain' },
  },
]
const pydantic = [
  {
    parts: [
      { content: 'Be brief.', dynamic_ref: null, part_kind: 'system-prompt' },
      { content: QUESTION, part_kind: 'user-prompt' },
    ],
    instructions: null,
    kind: 'request',
  },
  {
    parts: [{ tool_name: 'weather', args: TEXT, tool_call_id: 'call_1', part_kind: 'tool-call' }],
    model_name: 'gpt-5.4',
    kind: 'response',
    finish_reason: 'tool_call',
  },
  {
    parts: [{ tool_name: 'weather', content: 'rain', tool_call_id: 'call_1', part_kind: 'tool-return' }],
    kind: 'request',
  },
]
const agUi = [
  { id: '1', role: 'user', content: QUESTION },
  { id: '2', role: 'assistant', toolCalls: [call] },
  { id: '3', role: 'tool', toolCallId: 'call_1', content: 'rain' },
]
const agUiEvents = [
  { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
  { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'I ' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'look.' },
  { type: 'TEXT_MESSAGE_END', messageId: 'm' },
  { type: 'TOOL_CALL_START', toolCallId: 'call_1', toolCallName: 'weather', parentMessageId: 'm' },
  { type: 'TOOL_CALL_ARGS', toolCallId: 'call_1', delta: TEXT.slice(0, 5) },
  { type: 'TOOL_CALL_ARGS', toolCallId: 'call_1', delta: TEXT.slice(5) },
  { type: 'TOOL_CALL_END', toolCallId: 'call_1' },
  { type: 'TOOL_CALL_RESULT', messageId: 'm2', toolCallId: 'call_1', content: 'rain', role: 'tool' },
  { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
]
const declared = [{ name: 'weather', description: 'w', parameters: tool.function.parameters }]
const asJsonCall = '{"name": "weather", "arguments": {"city": "Oslo"}}'
const xlam = {
  id: 0,
  query: QUESTION,
  answers: `[${asJsonCall}]`,
  tools:
    '[{"name": "weather", "description": "w", "parameters": {"city": {"description": "c", "type": "str"}}}]',
}
const sample = {
  id: 1,
  epoch: 1,
  input: QUESTION,
  target: 'yes',
  messages: [
    { id: 'a', role: 'user', content: QUESTION, source: 'input' },
    {
      id: 'b',
      role: 'assistant',
      content: 'I look.',
      source: 'generate',
      tool_calls: [{ id: 'call_1', function: 'weather', arguments: GIVEN, type: 'function' }],
    },
    { id: 'c', role: 'tool', content: 'rain', tool_call_id: 'call_1', function: 'weather' },
  ],
}
const session = [
  { type: 'system', subtype: 'init', session_id: 's', tools: ['weather'], model: 'claude-sonnet-5-5' },
  ...anthropic.map((message) => ({ type: message.role, message, parent_tool_use_id: null, session_id: 's' })),
  { type: 'result', subtype: 'success', is_error: false, num_turns: 2, result: 'Yes.', session_id: 's' },
]
const pair: JsonObject = JSON.parse(JSON.stringify({ request: asked, response: answered }))

const OPENHANDS_OLD = `${GITHUB}/OpenHands/OpenHands: openhands/events/serialization/event.py`
const OPENHANDS = `${GITHUB}/OpenHands/software-agent-sdk: openhands-sdk/openhands/sdk/event/llm_convertible`
const HELICONE = `${GITHUB}/Helicone/helicone: examples/export/typescript/index.ts`
const LANGFUSE = 'https://api.reference.langfuse.com: GET /api/public/traces/{traceId}'
const LANGFUSE_STORAGE = 'https://langfuse.com/docs/api-and-data-platform/features/blob-storage-export-fields'
const BRAINTRUST = 'https://www.braintrust.dev/docs/reference/api/Logs'
const WIREMOCK = 'https://wiremock.org/docs/stubbing'
const PHOENIX = 'https://arize.com/docs/phoenix/sdk-api-reference'
const LANGGRAPH = 'https://docs.langchain.com/oss/python/langgraph/streaming'
const ADK = `${GITHUB}/google/adk-python: src/google/adk/events/event.py`
const AI_SDK_4 = 'https://ai-sdk.dev/docs/migration-guides/migration-guide-5-0-data'
const MASTRA = `${GITHUB}/mastra-ai/mastra: packages/core/src/agent/message-list/state/types.ts`
const AGENTS_JS = `${GITHUB}/openai/openai-agents-js: packages/agents-core/src/types/protocol.ts`
const PYDANTIC_AI = `${GITHUB}/pydantic/pydantic-ai: pydantic_ai_slim/pydantic_ai/messages.py`
const AG_UI = `${GITHUB}/ag-ui-protocol/ag-ui: sdks/typescript/packages/core/src/generated/types.ts`
const LLAMA_FACTORY = `${GITHUB}/hiyouga/LLaMA-Factory: data/README.md`

export const SHAPES: Readonly<Record<string, Shape>> = {
  'OpenHands, a trajectory': { wire: 'openai-chat', source: OPENHANDS_OLD, value: trajectory },
  'OpenHands, an old output of the benchmark': {
    wire: 'openai-chat',
    source: OPENHANDS_OLD,
    value: { instance_id: 'x', test_result: {}, history: trajectory },
  },
  'OpenHands, events': { wire: 'openai-chat', source: OPENHANDS, value: openHands },
  'OpenHands, events line by line': { wire: 'openai-chat', source: OPENHANDS, lines: openHands },
  'OpenHands, a page of events': {
    wire: 'openai-chat',
    source: OPENHANDS,
    value: { items: openHands, next_page_id: null },
  },
  'Helicone, an export': {
    wire: 'openai-chat',
    source: HELICONE,
    lines: [helicone, helicone],
    records: 2,
    isOpen: true,
  },
  'Helicone, an answer of the API': {
    wire: 'openai-chat',
    source: HELICONE,
    value: { data: [helicone, helicone], error: null },
    records: 2,
    isOpen: true,
  },
  'Langfuse, a trace': {
    wire: 'openai-chat',
    source: LANGFUSE,
    value: { id: 't1', name: 'chat', input: { q: QUESTION }, output: 'x', observations: [span, observation] },
    others: 1,
    isOpen: true,
  },
  'Langfuse, a trace with messages': {
    wire: 'openai-chat',
    source: LANGFUSE,
    value: { data: [{ id: 't1', input: chat.slice(0, 2), output: chat[2], observations: ['o1'] }], meta: {} },
    isOpen: true,
  },
  'Langfuse, a page of observations': {
    wire: 'openai-chat',
    source: LANGFUSE,
    value: { data: [observation, span], meta: { page: 1 } },
    others: 1,
    isOpen: true,
  },
  'Langfuse, observations line by line': {
    wire: 'openai-chat',
    source: LANGFUSE,
    lines: [observation, { ...observation, id: 'o2' }, span],
    records: 2,
    others: 1,
    isOpen: true,
  },
  'Langfuse, traces line by line': {
    wire: 'openai-chat',
    source: LANGFUSE,
    lines: [0, 1].map((index) => ({
      id: `t${index}`,
      timestamp: '2026-05-29T13:46:19.963Z',
      input: { messages: chat.slice(0, 2) },
      output: chat[2],
      observations: [],
    })),
    records: 2,
    isOpen: true,
  },
  'Langfuse, observations in a storage': {
    wire: 'openai-chat',
    source: LANGFUSE_STORAGE,
    lines: [storedSpan, storedObservation, storedObservation],
    records: 2,
    others: 1,
    isOpen: true,
  },
  'Langfuse, traces in a storage': {
    wire: 'openai-chat',
    source: LANGFUSE_STORAGE,
    lines: [0, 1].map((index) => ({
      id: `t${index}`,
      timestamp: '2026-05-29 13:46:19.963000',
      project_id: 'p',
      input: JSON.stringify(chat.slice(0, 2)),
      output: JSON.stringify(chat[2]),
    })),
    records: 2,
    isOpen: true,
  },
  'Braintrust, a span': { wire: 'openai-chat', source: BRAINTRUST, value: braintrust, isOpen: true },
  'Braintrust, a page of spans': {
    wire: 'openai-chat',
    source: BRAINTRUST,
    value: { events: [braintrust, { ...braintrust, id: 'z' }], cursor: 'c' },
    records: 2,
    isOpen: true,
  },
  'Braintrust, a span of Anthropic': {
    wire: 'anthropic-messages',
    source: BRAINTRUST,
    value: { ...braintrust, input: anthropic.slice(0, 1), output: anthropic[1], metadata: { max_tokens: 9 } },
    isOpen: true,
  },
  'WireMock, a stub mapping': {
    wire: 'openai-chat',
    source: WIREMOCK,
    value: stub({ body: JSON.stringify(answered) }),
    isOpen: true,
  },
  'WireMock, a stub mapping of a stream': {
    wire: 'openai-chat',
    source: WIREMOCK,
    value: stub({ body: eventStream(chunked) }),
    isOpen: true,
  },
  'WireMock, stub mappings': {
    wire: 'anthropic-messages',
    source: WIREMOCK,
    value: {
      mappings: [
        {
          request: { urlPath: '/v1/messages', method: 'POST' },
          response: { status: 200, jsonBody: claudeAnswered },
        },
      ],
      meta: { total: 1 },
    },
    isOpen: true,
  },
  'WireMock, the journal': {
    wire: 'openai-chat',
    source: 'https://wiremock.org/docs/verifying',
    value: {
      requests: [
        {
          id: 'r',
          request: { url: '/v1/chat/completions', method: 'POST', body: JSON.stringify(asked) },
          response: { status: 200, body: JSON.stringify(answered) },
        },
      ],
    },
    isOpen: true,
  },
  'Bedrock, an invocation log': {
    wire: 'anthropic-messages',
    source: 'https://docs.aws.amazon.com/bedrock/latest/userguide/model-invocation-logging.html',
    value: {
      schemaType: 'ModelInvocationLog',
      requestId: 'r',
      operation: 'InvokeModel',
      input: {
        inputBodyJson: {
          anthropic_version: 'bedrock-2023-05-31',
          max_tokens: 9,
          messages: anthropic.slice(0, 1),
        },
      },
      output: { outputBodyJson: claudeAnswered },
    },
    isOpen: true,
  },
  'Phoenix, spans of the API': {
    wire: 'open-telemetry',
    source: PHOENIX,
    value: {
      data: [
        phoenix({
          'openinference.span.kind': 'LLM',
          'llm.input_messages.0.message.role': 'user',
          'llm.input_messages.0.message.content': QUESTION,
          'llm.output_messages.0.message.role': 'assistant',
          'llm.output_messages.0.message.tool_calls.0.tool_call.id': 'call_1',
          'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'weather',
          'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments': TEXT,
        }),
      ],
      next_cursor: null,
    },
    isOpen: true,
  },
  'Phoenix, a span with nested attributes': {
    wire: 'open-telemetry',
    source: PHOENIX,
    value: phoenix({
      openinference: { span: { kind: 'LLM' } },
      llm: {
        input_messages: [{ message: { role: 'user', content: QUESTION } }],
        output_messages: [
          {
            message: {
              role: 'assistant',
              tool_calls: [{ tool_call: { id: 'call_1', function: { name: 'weather', arguments: TEXT } } }],
            },
          },
        ],
      },
    }),
    isOpen: true,
  },
  'Phoenix, a row of a table of spans': {
    wire: 'open-telemetry',
    source: PHOENIX,
    value: {
      name: 'c',
      span_kind: 'LLM',
      'context.span_id': 's',
      'attributes.llm.input_messages': [{ 'message.role': 'user', 'message.content': QUESTION }],
      'attributes.llm.output_messages': [
        {
          'message.role': 'assistant',
          'message.tool_calls': [
            {
              'tool_call.id': 'call_1',
              'tool_call.function.name': 'weather',
              'tool_call.function.arguments': TEXT,
            },
          ],
        },
      ],
    },
    isOpen: true,
  },
  'tau-bench, results': {
    wire: 'openai-chat',
    source: `${GITHUB}/sierra-research/tau-bench: tau_bench/types.py`,
    value: [{ task_id: 1, reward: 1, info: {}, traj: chat, trial: 0 }],
  },
  'tau2-bench, results': {
    wire: 'openai-chat',
    source: `${GITHUB}/sierra-research/tau2-bench: src/tau2/data_model/message.py`,
    value: {
      info: {},
      tasks: [],
      simulations: [
        {
          id: 's',
          task_id: '1',
          messages: [
            { role: 'user', content: QUESTION, tool_calls: null, turn_idx: 0 },
            {
              role: 'assistant',
              content: null,
              tool_calls: [{ id: 'call_1', name: 'weather', arguments: GIVEN, requestor: 'assistant' }],
            },
            { id: 'call_1', role: 'tool', content: 'rain', requestor: 'assistant', error: false },
          ],
        },
      ],
    },
  },
  'Inspect AI, a log': {
    wire: 'openai-chat',
    source: 'https://inspect.aisi.org.uk/eval-logs.html',
    value: { version: 2, status: 'success', eval: { task: 't' }, samples: [sample, { ...sample, id: 2 }] },
    records: 2,
  },
  'LangGraph, updates of a stream': {
    wire: 'langchain',
    source: LANGGRAPH,
    value: [{ agent: { messages: [langchain[1]] } }, { tools: { messages: [langchain[2]] } }],
  },
  'LangGraph, an event stream of updates': {
    wire: 'langchain',
    source: LANGGRAPH,
    text: `event: metadata\ndata: {"run_id":"r","attempt":1}\n\n${eventStream([{ agent: { messages: [langchain[1]] } }, { tools: { messages: [langchain[2]] } }])}`,
  },
  'LangGraph, an event stream of states': {
    wire: 'langchain',
    source: LANGGRAPH,
    text: `event: metadata\ndata: {"run_id":"r","attempt":1}\n\n${eventStream([{ messages: langchain.slice(0, 2) }, { messages: langchain }])}`,
  },
  'Google ADK, a list of events': { wire: 'google-generate-content', source: ADK, value: adk },
  'Google ADK, a session in camel case': {
    wire: 'google-generate-content',
    source: ADK,
    value: { id: 's', appName: 'rain', userId: 'u', state: {}, events: adk, lastUpdateTime: 1 },
  },
  'Google ADK, an event stream': {
    wire: 'google-generate-content',
    source: ADK,
    text: eventStream([{ ...adk[1], partial: true }, adk[1], adk[2]]),
  },
  'claude -p --verbose --output-format json': {
    wire: 'anthropic-messages',
    source: 'https://docs.claude.com/en/docs/claude-code/headless',
    value: session,
  },
  'mini-SWE-agent, a trajectory': {
    wire: 'openai-chat',
    source: `${GITHUB}/SWE-agent/mini-swe-agent: src/minisweagent/run/utils/save.py`,
    value: { info: {}, messages: chat, trajectory_format: 'mini-swe-agent-1' },
  },
  'several records in one object': {
    wire: 'openai-chat',
    source: 'programs with this library',
    value: { exchanges: [pair, pair] },
    records: 2,
    isOpen: true,
  },
  'AI SDK 4, UI messages': { wire: 'ai-sdk', source: AI_SDK_4, value: ui4 },
  'AI SDK 4, UI messages before parts': {
    wire: 'ai-sdk',
    source: AI_SDK_4,
    value: ui4.map(({ parts, ...message }) => message),
  },
  'AI SDK 4, the body of a chat': { wire: 'ai-sdk', source: AI_SDK_4, value: { id: 'chat', messages: ui4 } },
  'Mastra, messages': { wire: 'ai-sdk', source: MASTRA, value: mastra },
  'Mastra, a thread': { wire: 'ai-sdk', source: MASTRA, value: { messages: mastra, uiMessages: [] } },
  'Mastra, oldest messages': {
    wire: 'ai-sdk',
    source: MASTRA,
    value: [
      { id: '1', role: 'user', content: QUESTION, type: 'text', threadId: 't' },
      {
        id: '2',
        role: 'assistant',
        type: 'tool-call',
        threadId: 't',
        content: [{ type: 'tool-call', toolCallId: 'call_1', toolName: 'weather', args: GIVEN }],
      },
      {
        id: '3',
        role: 'tool',
        type: 'tool-result',
        threadId: 't',
        content: [{ type: 'tool-result', toolCallId: 'call_1', toolName: 'weather', result: 'rain' }],
      },
    ],
  },
  'OpenAI Agents (JavaScript), a history': { wire: 'openai-responses', source: AGENTS_JS, value: agents },
  'OpenAI Agents (JavaScript), a run state': {
    wire: 'openai-responses',
    source: `${GITHUB}/openai/openai-agents-js: packages/agents-core/src/runState.ts`,
    value: {
      $schemaVersion: '1.0',
      originalInput: QUESTION,
      modelResponses: [{ usage: {}, output: [agents[1]], responseId: 'r' }],
      generatedItems: agents
        .slice(1)
        .map((rawItem) => ({ type: 'tool_call_item', rawItem, agent: { name: 'a' } })),
    },
  },
  'pydantic-ai, a message history': { wire: 'ai-sdk', source: PYDANTIC_AI, value: pydantic },
  'AG-UI, messages': { wire: 'openai-chat', source: AG_UI, value: agUi },
  'AG-UI, the input of a run': {
    wire: 'openai-chat',
    source: AG_UI,
    value: {
      threadId: 't',
      runId: 'r',
      state: {},
      messages: agUi,
      tools: declared,
      context: [],
      forwardedProps: {},
    },
  },
  'AG-UI, a snapshot': {
    wire: 'openai-chat',
    source: AG_UI,
    value: { type: 'MESSAGES_SNAPSHOT', messages: agUi },
  },
  'AG-UI, events': { wire: 'openai-chat', source: AG_UI, value: agUiEvents },
  'AG-UI, events line by line': { wire: 'openai-chat', source: AG_UI, lines: agUiEvents },
  'AG-UI, an event stream': { wire: 'openai-chat', source: AG_UI, text: eventStream(agUiEvents) },
  'LLaMA-Factory, turns': {
    wire: 'openai-chat',
    source: LLAMA_FACTORY,
    value: [
      {
        conversations: [
          { from: 'human', value: QUESTION },
          { from: 'function_call', value: asJsonCall },
          { from: 'observation', value: '{"weather": "rain"}' },
          { from: 'gpt', value: 'Yes.' },
        ],
        system: 'Be brief.',
        tools: JSON.stringify(declared),
      },
    ],
  },
  'LLaMA-Factory, messages': {
    wire: 'openai-chat',
    source: LLAMA_FACTORY,
    value: [
      {
        messages: [
          { role: 'user', content: QUESTION },
          { role: 'function_call', content: asJsonCall },
          { role: 'observation', content: 'rain' },
          { role: 'assistant', content: 'Yes.' },
        ],
        tools: JSON.stringify(declared),
      },
    ],
  },
  'xLAM, rows': {
    wire: 'openai-chat',
    source: 'https://huggingface.co/datasets/Salesforce/xlam-function-calling-60k',
    value: [xlam, { ...xlam, id: 1 }],
    records: 2,
    isOpen: true,
  },
  'Glaive, a row': {
    wire: 'openai-chat',
    source: 'https://huggingface.co/datasets/glaiveai/glaive-function-calling-v2',
    value: [
      {
        system: `SYSTEM: You are a helpful assistant with access to the following functions. Use them if required -\n${JSON.stringify(declared[0], null, 4)}\n`,
        chat: `USER: ${QUESTION}\n\n\nASSISTANT: <functioncall> {"name": "weather", "arguments": '{"city": "Oslo"}'} <|endoftext|>\n\n\nFUNCTION RESPONSE: {"weather": "rain"}\n\n\nASSISTANT: It rains. <|endoftext|>\n\n\n`,
      },
    ],
  },
  'ToolACE, a row': {
    wire: 'openai-chat',
    source: 'https://huggingface.co/datasets/Team-ACE/ToolACE',
    value: [
      {
        system: `Here is a list of functions in JSON format that you can invoke:\n${JSON.stringify(declared)}. \nPut it in the format of [func1(params_name=params_value), func2(params)]\n`,
        conversations: [
          { from: 'user', value: QUESTION },
          { from: 'assistant', value: '[weather(city="Oslo")]' },
          { from: 'tool', value: '[{"name": "weather", "results": {"weather": "rain"}}]' },
          { from: 'assistant', value: 'It rains.' },
        ],
      },
    ],
  },
}
