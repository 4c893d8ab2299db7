import { describe, expect, test } from 'vitest'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, isObject } from '../../src/base/json/read-json.js'
import { decodeTraffic } from '../../src/traffic/decode-traffic.js'
import { registry } from '../support/adapters.js'

/** A value in the shape that a program writes, with the wire and the cities of its calls. */
interface Contained {
  readonly wire: string
  /** The source of the shape. */
  readonly source: string
  /** The value, or the values of the lines. */
  readonly value?: unknown
  readonly lines?: readonly unknown[]
}

const GIVEN = { city: 'Oslo' }
const TEXT = JSON.stringify(GIVEN)
const QUESTION = 'Is it raining in Oslo?'

const chat = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: QUESTION },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: TEXT } }],
  },
  { role: 'tool', tool_call_id: 'call_1', content: 'rain' },
]
const anthropic = [
  { role: 'user', content: QUESTION },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'weather', input: GIVEN }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'rain' }] },
]
const contents = [
  { role: 'user', parts: [{ text: QUESTION }] },
  { role: 'model', parts: [{ functionCall: { name: 'weather', args: GIVEN } }] },
  { role: 'user', parts: [{ functionResponse: { name: 'weather', response: { result: 'rain' } } }] },
]
const items = [
  { role: 'user', content: QUESTION },
  { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: TEXT },
  { type: 'function_call_output', call_id: 'call_1', output: 'rain' },
]
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
const goose = [
  { role: 'user', created: 1, content: [{ type: 'text', text: QUESTION }] },
  {
    role: 'assistant',
    created: 2,
    content: [
      {
        type: 'toolRequest',
        id: 'call_1',
        toolCall: { status: 'success', value: { name: 'weather', arguments: GIVEN } },
      },
    ],
  },
  {
    role: 'user',
    created: 3,
    content: [
      {
        type: 'toolResponse',
        id: 'call_1',
        toolResult: {
          status: 'success',
          value: { content: [{ type: 'text', text: 'rain' }], isError: false },
        },
      },
    ],
  },
]
const stamped = (list: readonly object[]) => list.map((one, index) => ({ ...one, ts: 1_764_000_000 + index }))
const GITHUB = 'https://github.com'

const CONTAINED: Readonly<Record<string, Contained>> = {
  'a bare list of LangChain': { wire: 'langchain', source: '', value: langchain },
  'a bare list of items': {
    wire: 'openai-responses',
    source: `${GITHUB}/openai/openai-agents-python: RunResult.to_input_list`,
    value: items,
  },
  'a bare list of contents': { wire: 'google-generate-content', source: '', value: contents },
  'an object with contents': { wire: 'google-generate-content', source: '', value: { history: contents } },
  'Cline, api_conversation_history.json': {
    wire: 'anthropic-messages',
    source: `${GITHUB}/cline/cline: src/core/storage/disk.ts`,
    value: stamped(anthropic),
  },
  'goose, an export': {
    wire: 'openai-chat',
    source: `${GITHUB}/block/goose: crates/goose/src/conversation/message.rs`,
    value: { id: '20261129_1', working_dir: '/tmp', conversation: goose },
  },
  'goose, line by line': {
    wire: 'openai-chat',
    source: `${GITHUB}/block/goose: crates/goose-cli/src/session/mod.rs`,
    lines: [{ working_dir: '/tmp', description: 'Rain', message_count: 3 }, ...goose],
  },
  'goose run --output-format stream-json': {
    wire: 'openai-chat',
    source: `${GITHUB}/block/goose: crates/goose-cli/src/session/mod.rs`,
    lines: [...goose.map((message) => ({ type: 'message', message })), { type: 'complete', total_tokens: 9 }],
  },
  'claude -p --output-format stream-json': {
    wire: 'anthropic-messages',
    source: 'https://docs.claude.com/en/docs/claude-code/headless',
    lines: [
      { type: 'system', subtype: 'init', session_id: 's', tools: ['weather'], model: 'claude-sonnet-5-5' },
      ...anthropic.map((message) => ({
        type: message.role,
        message,
        parent_tool_use_id: null,
        session_id: 's',
      })),
      { type: 'result', subtype: 'success', is_error: false, num_turns: 2, result: 'Yes.', session_id: 's' },
    ],
  },
  'SWE-agent, a trajectory': {
    wire: 'openai-chat',
    source: `${GITHUB}/SWE-agent/SWE-agent: docs/usage/trajectories.md`,
    value: {
      environment: 'swe_main',
      trajectory: [{ action: 'ls', observation: 'a', response: 'I look.', thought: 'I look.' }],
      history: chat.map((message) => ({ ...message, agent: 'main', message_type: 'action' })),
      info: { exit_status: 'submitted' },
    },
  },
  'tau-bench, a result': {
    wire: 'openai-chat',
    source: `${GITHUB}/sierra-research/tau-bench: tau_bench/types.py`,
    value: { task_id: 1, reward: 1, info: {}, traj: chat, trial: 0 },
  },
  'LangGraph, a state': {
    wire: 'langchain',
    source: 'https://langchain-ai.github.io/langgraph/cloud/reference/api/: ThreadState',
    value: {
      values: { messages: langchain },
      next: [],
      checkpoint: { thread_id: 't' },
      metadata: { step: 3 },
    },
  },
  'LangGraph, a streamed state': {
    wire: 'langchain',
    source: 'stream_mode "values"',
    value: { messages: langchain, remaining_steps: 20 },
  },
  'Google ADK, a session': {
    wire: 'google-generate-content',
    source: `${GITHUB}/google/adk-python: src/google/adk/sessions/session.py`,
    value: {
      id: 's',
      app_name: 'rain',
      user_id: 'u',
      state: {},
      events: contents.map((content, index) => ({
        id: `e${index}`,
        author: index === 0 ? 'user' : 'agent',
        invocation_id: 'i',
        content,
        timestamp: index,
      })),
    },
  },
  'Braintrust, a span': {
    wire: 'openai-chat',
    source: 'https://www.braintrust.dev/docs/reference/api/Logs',
    value: {
      id: 'x',
      span_id: 'y',
      span_attributes: { type: 'llm' },
      input: chat,
      metadata: { model: 'gpt-5.4' },
    },
  },
  'ATIF, a trajectory': {
    wire: 'openai-chat',
    source: `${GITHUB}/laude-institute/harbor: docs/rfcs/0001-trajectory-format.md`,
    value: {
      schema_version: 'ATIF-v1.6',
      session_id: 's',
      agent: { name: 'terminus-2', version: '1', model_name: 'gpt-5.4' },
      steps: [
        { step_id: 1, source: 'user', message: QUESTION },
        {
          step_id: 2,
          source: 'agent',
          message: '',
          tool_calls: [{ tool_call_id: 'call_1', function_name: 'weather', arguments: GIVEN }],
          observation: { results: [{ source_call_id: 'call_1', content: 'rain' }] },
        },
      ],
    },
  },
  'Inspect AI, a sample': {
    wire: 'openai-chat',
    source: 'https://inspect.aisi.org.uk/eval-logs.html',
    value: {
      id: 1,
      epoch: 1,
      input: QUESTION,
      target: 'yes',
      messages: [
        { id: 'a', role: 'user', content: QUESTION, source: 'input' },
        {
          id: 'b',
          role: 'assistant',
          content: [{ type: 'text', text: 'I look.' }],
          source: 'generate',
          tool_calls: [{ id: 'call_1', function: 'weather', arguments: GIVEN, type: 'function' }],
        },
        { id: 'c', role: 'tool', content: 'rain', tool_call_id: 'call_1', function: 'weather' },
      ],
    },
  },
}

describe.each(Object.entries(CONTAINED))('%s', (_name, { wire, value, lines }) => {
  test('is read', async () => {
    const text =
      lines === undefined
        ? JSON.stringify(value)
        : `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
    const found = await decodeTraffic(text, registry)
    expect(found.wire).toBe(wire)
    expect(found.calls.map(({ arguments: given }) => isObject(given) && given.city)).toEqual(['Oslo'])
    expect(found.results).toHaveLength(1)
    expect(found.results[0]?.callId).toBe(found.calls[0]?.id)
  })

  test.runIf(value !== undefined)('is read as a value, too', async () => {
    expect((await decodeTraffic(Object(asJson(value)), registry)).wire).toBe(wire)
  })
})

// Contents: crates/goose/src/conversation/message/content_types.rs, inspect_ai/_util/content.py
describe('images, reasoning and unknown contents are kept', () => {
  const DATA = 'iVBORw0KGgo='
  const unknown = { type: 'systemNotification', notificationType: 'inlineMessage', msg: 'Low on credits.' }
  const [asked, called, answered] = goose
  test.each<[string, JsonObject]>([
    [
      'goose',
      {
        conversation: [
          { ...asked, content: [{ type: 'image', data: DATA, mimeType: 'image/png' }, unknown] },
          {
            ...called,
            content: [{ type: 'thinking', thinking: 'Rain?', signature: 's' }, ...(called?.content ?? [])],
          },
          answered ?? {},
        ],
      },
    ],
    [
      'Inspect AI',
      {
        messages: [
          { role: 'user', content: [{ type: 'image', image: `data:image/png;base64,${DATA}` }, unknown] },
          {
            role: 'assistant',
            content: [{ type: 'reasoning', reasoning: 'Rain?' }],
            tool_calls: [{ id: 'call_1', function: 'weather', arguments: GIVEN, type: 'function' }],
          },
        ],
      },
    ],
  ])('%s', async (_name, value) => {
    const parts = (await decodeTraffic(value, registry)).request?.messages.flatMap((message) => message.parts)
    expect(parts?.slice(0, 2)).toMatchObject([
      { type: 'media', mediaType: 'image/png', source: { type: 'data', data: DATA } },
      { type: 'opaque', value: unknown },
    ])
    expect(parts).toContainEqual(expect.objectContaining({ type: 'reasoning', text: 'Rain?' }))
  })
})

test('a list that no wire has stays unknown', async () => {
  for (const value of [
    { history: [{ when: 1, what: 'x' }] },
    { events: [{ content: 'a' }] },
    { items: [{ sku: 1 }] },
  ])
    await expect(decodeTraffic(value, registry)).rejects.toThrow(AdapterError)
})

test('a broken message is reported with its position', async () => {
  const broken = chat.map((message) =>
    message.role === 'assistant'
      ? { ...message, tool_calls: [{ id: 'call_1', type: 'function', function: 'weather' }] }
      : message,
  )
  const thrown = await decodeTraffic({ traj: broken }, registry).catch((error: unknown) => error)
  expect(thrown).toMatchObject({ path: expect.stringMatching(/^\/traj\/2\/tool_calls/) })
})
