import type { JsonValue } from '../../src/base/json/json-types.js'
import { asJson } from '../../src/base/json/read-json.js'

const ARGUMENTS = '{"city":"Oslo"}'
const QUESTION = 'Is it raining in Oslo?'
const use = (id: string, city: string) => ({ type: 'tool_use', id, name: 'weather', input: { city } })
const used = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'rain' })

const claudeLine = (
  uuid: string,
  parentUuid: string | null,
  message: { readonly role: string; readonly content: unknown },
  more: object = {},
) => ({
  parentUuid,
  isSidechain: false,
  sessionId: 's-1',
  uuid,
  type: message.role,
  message,
  ...more,
})
const claudeAnswer = (block: object, id = 'msg_1') => ({
  id,
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-5-5',
  content: [block],
})

/** Two calls in one answer, a subagent, and a compaction. */
const CLAUDE_CODE = [
  { type: 'summary', summary: 'Rain', leafUuid: 'u0' },
  claudeLine('u1', null, { role: 'user', content: QUESTION }),
  claudeLine('u2', 'u1', claudeAnswer({ type: 'text', text: 'I look it up.' })),
  claudeLine('u3', 'u2', claudeAnswer(use('toolu_1', 'Oslo'))),
  claudeLine('u4', 'u3', claudeAnswer(use('toolu_2', 'Lima'))),
  claudeLine('a1', null, { role: 'user', content: 'Look at the sky.' }, { isSidechain: true }),
  claudeLine('a2', 'a1', claudeAnswer(use('toolu_9', 'Rome'), 'msg_9'), { isSidechain: true }),
  claudeLine('u5', 'u3', { role: 'user', content: [used('toolu_1')] }),
  claudeLine('u6', 'u4', { role: 'user', content: [used('toolu_2')] }),
  claudeLine('u7', 'u6', claudeAnswer({ type: 'text', text: 'Yes.' }, 'msg_2')),
  claudeLine('u10', 'u7', claudeAnswer(use('toolu_3', 'A branch that was taken back'), 'msg_3')),
  claudeLine('u11', 'u10', { role: 'user', content: [used('toolu_3')] }),
  { type: 'progress', uuid: 'u12', parentUuid: 'u7', sessionId: 's-1' },
  claudeLine('u13', 'u12', { role: 'user', content: 'And in Bergen?' }),
  // After two parallel calls, the next answer follows the result that arrived last: here the result of the
  // first call.
  claudeLine('u14', 'u13', claudeAnswer(use('toolu_4', 'Bergen'), 'msg_4')),
  claudeLine('u15', 'u14', claudeAnswer(use('toolu_5', 'Narvik'), 'msg_4')),
  claudeLine('u16', 'u15', { role: 'user', content: [used('toolu_5')] }),
  claudeLine('u17', 'u14', { role: 'user', content: [used('toolu_4')] }),
  claudeLine('u18', 'u17', claudeAnswer({ type: 'text', text: 'Yes.' }, 'msg_5')),
  { type: 'system', subtype: 'compact_boundary', uuid: 'u8', parentUuid: null, sessionId: 's-1' },
  claudeLine('u9', 'u8', { role: 'user', content: 'They spoke of rain.' }, { isCompactSummary: true }),
]

const codexItem = (payload: object) => ({
  timestamp: '2026-11-01T00:00:00Z',
  type: 'response_item',
  payload,
})
const CODEX = [
  { type: 'session_meta', payload: { id: 'x', base_instructions: { text: 'Be brief.' } } },
  { type: 'turn_context', payload: { model: 'gpt-5.4' } },
  codexItem({ type: 'message', role: 'user', content: [{ type: 'input_text', text: QUESTION }] }),
  { type: 'event_msg', payload: { type: 'user_message', message: QUESTION } },
  codexItem({ type: 'function_call', name: 'weather', call_id: 'call_1', arguments: ARGUMENTS }),
  codexItem({ type: 'function_call_output', call_id: 'call_1', output: 'rain' }),
  codexItem({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes.' }] }),
]

const PI = [
  { type: 'session', version: 3, id: 's', cwd: '/work' },
  {
    type: 'message',
    id: 'm1',
    parentId: null,
    message: { role: 'user', content: [{ type: 'text', text: QUESTION }] },
  },
  {
    type: 'message',
    id: 'm0',
    parentId: 'm1',
    message: { role: 'assistant', content: [{ type: 'text', text: 'A branch that was left.' }] },
  },
  {
    type: 'message',
    id: 'm2',
    parentId: 'm1',
    message: {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Look.' },
        { type: 'toolCall', id: 'c1', name: 'weather', arguments: { city: 'Oslo' } },
      ],
    },
  },
  {
    type: 'message',
    id: 'm3',
    parentId: 'm2',
    message: {
      role: 'toolResult',
      toolCallId: 'c1',
      toolName: 'weather',
      content: [{ type: 'text', text: 'rain' }],
      isError: false,
    },
  },
]

const GEMINI_CLI = {
  sessionId: 'g-1',
  messages: [
    { id: '1', type: 'user', content: QUESTION },
    { id: '2', type: 'info', content: 'Connected.' },
    {
      id: '3',
      type: 'gemini',
      content: 'I look it up.',
      model: 'gemini-3-flash-preview',
      toolCalls: [
        {
          id: 'w-1',
          name: 'weather',
          args: { city: 'Oslo' },
          status: 'success',
          result: [{ functionResponse: { id: 'w-1', name: 'weather', response: { output: 'rain' } } }],
        },
      ],
    },
  ],
}

const [GEMINI_QUESTION, , GEMINI_ANSWER] = GEMINI_CLI.messages
/** A message that grows, a message that is withdrawn, and a compression. */
const GEMINI_CLI_LINES = [
  { sessionId: 'g-1', projectHash: 'p', startTime: '2026-11-01T00:00:00Z', kind: 'main' },
  { $set: { messages: [{ id: '0', type: 'user', content: [{ text: 'The setup.' }] }] } },
  GEMINI_QUESTION,
  { id: '3', type: 'gemini', content: 'I look it up.', model: 'gemini-3-flash-preview' },
  GEMINI_ANSWER,
  // The result is also stored with its call.
  {
    id: '4',
    type: 'user',
    content: [{ functionResponse: { id: 'w-1', name: 'weather', response: { output: 'rain' } } }],
  },
  { $set: { lastUpdated: '2026-11-01T00:00:01Z' } },
  { id: '5', type: 'user', content: 'Take this back.' },
  { ...GEMINI_ANSWER, id: '6' },
  { $rewindTo: '5' },
  { $set: { messages: [{ id: 'x', type: 'user', content: [{ text: 'They spoke of rain.' }] }] } },
  { id: '7', type: 'gemini', content: 'So it is.' },
]

const OPENCODE = {
  info: { id: 'ses_1', title: 'Rain' },
  messages: [
    { info: { id: 'msg_1', role: 'user' }, parts: [{ type: 'text', text: QUESTION }] },
    {
      info: { id: 'msg_2', role: 'assistant', modelID: 'gpt-5.4' },
      parts: [
        { type: 'step-start' },
        {
          type: 'tool',
          tool: 'weather',
          callID: 'call_1',
          state: { status: 'completed', input: { city: 'Oslo' }, output: 'rain' },
        },
      ],
    },
  ],
}

const call = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: ARGUMENTS } }
const chatMessages = [
  { role: 'user', content: QUESTION },
  { role: 'assistant', content: null, tool_calls: [call] },
  { role: 'tool', tool_call_id: 'call_1', content: 'rain' },
]
const chatRequest = { model: 'gpt-5.4', messages: chatMessages }
const chatResponse = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'gpt-5.4',
  choices: [
    {
      index: 0,
      finish_reason: 'tool_calls',
      message: { role: 'assistant', content: null, tool_calls: [call] },
    },
  ],
}
const anthropicRequest = {
  model: 'claude-sonnet-5-5',
  max_tokens: 9,
  messages: [
    { role: 'user', content: QUESTION },
    { role: 'assistant', content: [use('toolu_1', 'Oslo')] },
    { role: 'user', content: [used('toolu_1')] },
  ],
}
const anthropicResponse = {
  ...claudeAnswer(use('toolu_1', 'Oslo')),
  stop_reason: 'tool_use',
  usage: { input_tokens: 1, output_tokens: 1 },
}

const langChain = (name: string, kwargs: object) => ({
  lc: 1,
  type: 'constructor',
  id: ['langchain_core', 'messages', name],
  kwargs,
})

interface Sample {
  readonly wire: string
  /** The arguments of its calls, in order. */
  readonly cities: readonly string[]
}

/** Logs with one JSON value. */
export const VALUES: Readonly<Record<string, Sample & { readonly value: JsonValue }>> = {
  'Gemini CLI': { wire: 'google-generate-content', cities: ['Oslo'], value: asJson(GEMINI_CLI) },
  opencode: { wire: 'ai-sdk', cities: ['Oslo'], value: asJson(OPENCODE) },
  'request of an OpenAI batch': {
    wire: 'openai-chat',
    cities: ['Oslo'],
    value: asJson({ custom_id: 'r1', method: 'POST', url: '/v1/chat/completions', body: chatRequest }),
  },
  'result of an OpenAI batch': {
    wire: 'openai-chat',
    cities: ['Oslo'],
    value: asJson({
      id: 'b1',
      custom_id: 'r1',
      response: { status_code: 200, request_id: 'q', body: chatResponse },
      error: null,
    }),
  },
  'request of an Anthropic batch': {
    wire: 'anthropic-messages',
    cities: ['Oslo'],
    value: asJson({ custom_id: 'r1', params: anthropicRequest }),
  },
  'result of an Anthropic batch': {
    wire: 'anthropic-messages',
    cities: ['Oslo'],
    value: asJson({ custom_id: 'r1', result: { type: 'succeeded', message: anthropicResponse } }),
  },
  LiteLLM: {
    wire: 'openai-chat',
    cities: ['Oslo'],
    value: asJson({
      id: 'l1',
      call_type: 'acompletion',
      model: 'gpt-5.4',
      messages: [chatMessages[0]],
      response: chatResponse,
    }),
  },
  Langfuse: {
    wire: 'openai-chat',
    cities: ['Oslo'],
    value: asJson({
      id: 'o1',
      traceId: 't1',
      type: 'GENERATION',
      model: 'gpt-5.4',
      input: [chatMessages[0]],
      output: { role: 'assistant', content: null, tool_calls: [call] },
    }),
  },
  'Langfuse, with text in JSON': {
    wire: 'openai-chat',
    cities: ['Oslo'],
    value: asJson({
      id: 'o1',
      traceId: 't1',
      type: 'GENERATION',
      input: JSON.stringify([chatMessages[0]]),
      output: JSON.stringify({ role: 'assistant', content: null, tool_calls: [call] }),
    }),
  },
  "Langfuse, Anthropic's message": {
    wire: 'anthropic-messages',
    cities: ['Oslo'],
    value: asJson({
      id: 'o1',
      traceId: 't1',
      type: 'GENERATION',
      model: 'claude-sonnet-5-5',
      input: [chatMessages[0]],
      output: { role: 'assistant', content: [use('toolu_1', 'Oslo')] },
    }),
  },
  'LangSmith, a model of LangChain': {
    wire: 'langchain',
    cities: ['Oslo'],
    value: asJson({
      id: 'run1',
      run_type: 'llm',
      inputs: { messages: [[langChain('HumanMessage', { type: 'human', content: QUESTION })]] },
      outputs: {
        generations: [
          [
            {
              text: '',
              type: 'ChatGeneration',
              message: langChain('AIMessage', {
                type: 'ai',
                content: '',
                tool_calls: [{ name: 'weather', args: { city: 'Oslo' }, id: 'c1', type: 'tool_call' }],
              }),
            },
          ],
        ],
      },
    }),
  },
  'LangSmith, a message of Anthropic': {
    wire: 'anthropic-messages',
    cities: ['Oslo'],
    value: asJson({
      id: 'run1',
      run_type: 'llm',
      inputs: { messages: [chatMessages[0]], model: 'claude-sonnet-5-5', max_tokens: 9 },
      outputs: { message: anthropicResponse },
    }),
  },
  LangSmith: {
    wire: 'openai-chat',
    cities: ['Oslo'],
    value: asJson({
      id: 'run1',
      run_type: 'llm',
      inputs: { messages: [chatMessages[0]] },
      outputs: chatResponse,
      extra: { invocation_params: { model: 'gpt-5.4' } },
    }),
  },
}

/** Logs with one JSON value per line. */
export const LINES: Readonly<
  Record<string, Sample & { readonly lines: readonly JsonValue[]; readonly conversations: number }>
> = {
  'Claude Code': {
    wire: 'anthropic-messages',
    cities: ['Oslo', 'Lima', 'Bergen', 'Narvik', 'Rome'],
    conversations: 3,
    lines: CLAUDE_CODE.map(asJson),
  },
  Codex: { wire: 'openai-responses', cities: ['Oslo'], conversations: 1, lines: CODEX.map(asJson) },
  'Gemini CLI, line by line': {
    wire: 'google-generate-content',
    cities: ['Oslo'],
    conversations: 2,
    lines: GEMINI_CLI_LINES.map(asJson),
  },
  pi: { wire: 'ai-sdk', cities: ['Oslo'], conversations: 1, lines: PI.map(asJson) },
}

export const textOfLines = (lines: readonly JsonValue[]) =>
  `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
