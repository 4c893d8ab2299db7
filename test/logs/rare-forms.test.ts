import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { decodeTraffic } from '../../src/traffic/decode-traffic.js'
import { logRecord, transcriptOf } from '../../src/traffic/logs/log-formats.js'
import { registry } from '../support/adapters.js'

/** Returns the conversations of a log with several lines, by wire and messages. */
function conversationsOf(lines: readonly JsonObject[]) {
  return transcriptOf(lines)?.read(lines) ?? []
}

async function codeOf(value: JsonValue): Promise<string | undefined> {
  return (await decodeTraffic(JSON.stringify(value), registry)).response?.error?.code
}

const MESSAGES = [{ role: 'user', content: 'Hi' }]
const CALL = { id: 'c', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } }

describe('results of batches that hold no answer', () => {
  test('OpenAI: the body of a refusal, and an error in the place of an answer', async () => {
    const error = { code: 'batch_expired', message: 'It was not done in time.' }
    expect(logRecord({ custom_id: 'a', response: null, error })).toMatchObject({
      id: 'a',
      response: { path: '', value: { error } },
    })
    expect(await codeOf({ custom_id: 'a', response: null, error })).toBe('batch_expired')
    expect(logRecord({ custom_id: 'a', response: { status_code: 500 }, error: null })).toMatchObject({
      status: 500,
      response: { value: { error: null } },
    })
  })

  test('OpenAI: a request is known by its method, its address or its messages', () => {
    expect(logRecord({ custom_id: 'a', url: '/v1/chat/completions', body: {} })).toHaveProperty('request')
    expect(logRecord({ custom_id: 'a', method: 'POST', body: {} })).toHaveProperty('request')
    expect(logRecord({ custom_id: 'a', body: { messages: [] } })).toBeDefined()
    expect(logRecord({ custom_id: 'a', body: {} })).toBeUndefined()
  })

  test('Anthropic: an error, and a request that expired or was canceled', () => {
    const error = { type: 'error', error: { type: 'invalid_request_error', message: 'no' } }
    expect(logRecord({ custom_id: 'a', result: { type: 'errored', error } })).toMatchObject({
      wire: 'anthropic-messages',
      response: { path: '/result', value: error },
    })
    expect(logRecord({ custom_id: 'a', result: { type: 'expired' } })).toMatchObject({
      response: { value: { type: 'error', error: { type: 'expired', message: 'no answer' } } },
    })
    expect(logRecord({ custom_id: 'a', result: {} })).toMatchObject({
      response: { value: { error: { type: 'errored' } } },
    })
  })
})

describe('partial logs of observers', () => {
  test('LiteLLM: a request without an answer, an answer without a request, and neither', () => {
    const asked = logRecord({ call_type: 'acompletion', model: 'm', messages: MESSAGES, response: null })
    expect(asked).toEqual({ request: { path: '', value: { model: 'm', messages: MESSAGES } } })
    expect(logRecord({ call_type: 'acompletion', response: { choices: [] } })).toEqual({
      response: { path: '/response', value: { choices: [] } },
    })
    expect(logRecord({ call_type: 'acompletion', messages: 'redacted', response: 'down' })).toBeUndefined()
  })

  test('Langfuse: an input that is a complete request, one that is text, and the message of an answer alone', () => {
    const observed = { type: 'GENERATION', traceId: 't', model: 'm' }
    expect(logRecord({ ...observed, input: { messages: MESSAGES } })).toEqual({
      request: { path: '/input', value: { model: 'm', messages: MESSAGES } },
    })
    const whole = { model: 'other', messages: MESSAGES }
    expect(logRecord({ ...observed, input: whole })).toEqual({ request: { path: '/input', value: whole } })
    expect(logRecord({ ...observed, input: 'Hi', output: 'Hello' })).toMatchObject({
      request: { value: { messages: MESSAGES } },
      response: { value: { choices: [{ message: { content: 'Hello' } }] } },
    })
    const reasons = [[CALL], [], undefined].map((tool_calls) =>
      logRecord({
        ...observed,
        output: { role: 'assistant', content: null, ...(tool_calls && { tool_calls }) },
      }),
    )
    expect(reasons).toMatchObject(
      ['tool_calls', 'stop', 'stop'].map((finish_reason) => ({
        response: { path: '/output', value: { model: 'm', choices: [{ finish_reason }] } },
      })),
    )
  })

  test('LangSmith: a run whose inputs are not messages', () => {
    expect(logRecord({ run_type: 'llm', inputs: { prompt: 'Hi' } })).toEqual({})
  })
})

describe('Gemini CLI', () => {
  const contentsOf = (...messages: JsonValue[]) =>
    logRecord({ sessionId: 's', messages })?.request?.value ?? undefined

  test('content may be a text, a part, or parts and texts', () => {
    const user = (content: JsonValue) => ({ type: 'user', content })
    expect(contentsOf(user('Hi'), user({ text: 'there' }), user(['a', { text: 'b' }]), user(''))).toEqual({
      contents: [
        { role: 'user', parts: [{ text: 'Hi' }] },
        { role: 'user', parts: [{ text: 'there' }] },
        { role: 'user', parts: [{ text: 'a' }, { text: 'b' }] },
      ],
    })
  })

  test('a call without arguments or a result, and an answer without content', () => {
    const toolCalls = [{ id: 'c', name: 'weather', result: null }]
    expect(contentsOf({ type: 'gemini', content: '', toolCalls }, { type: 'gemini', content: '' })).toEqual({
      contents: [{ role: 'model', parts: [{ functionCall: { id: 'c', name: 'weather', args: {} } }] }],
    })
  })

  test('messages of unknown kinds are not decoded as a chat', () => {
    expect(contentsOf({ type: 'info', content: 'started' })).toBeUndefined()
  })
})

describe('Codex: after a compaction the conversation continues from its result', () => {
  const item = (text: string) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] })
  const line = (type: string, payload: JsonObject) => ({ type, payload })

  test.each([
    ['items', { replacement_history: [item('kept')] }, ['kept', 'after']],
    ['a summary', { message: 'summed up' }, ['summed up', 'after']],
    ['nothing', {}, ['after']],
  ])('%s', (_name, left, texts) => {
    const lines = [
      line('response_item', item('before')),
      line('compacted', left),
      line('response_item', item('after')),
    ]
    expect(conversationsOf(lines).map(({ request }) => request.input)).toEqual([
      [item('before')],
      texts.map(item),
    ])
  })
})

describe('opencode', () => {
  const messagesOf = (...parts: JsonObject[]) =>
    logRecord({ info: { id: 's' }, messages: [{ info: { role: 'assistant' }, parts }] })?.request?.value

  test('a failed call, a running one, a file, and a step without content', () => {
    const tool = (callID: string, state: JsonObject) => ({ type: 'tool', tool: 'weather', callID, state })
    expect(
      messagesOf(
        { type: 'file', mime: 'image/png', url: 'data:image/png;base64,AAAA' },
        tool('c1', { status: 'error', error: 'no network', input: { city: 'Oslo' } }),
        tool('c2', { status: 'running' }),
      ),
    ).toEqual({
      messages: [
        {
          role: 'assistant',
          content: [
            { type: 'file', mediaType: 'image/png', data: 'data:image/png;base64,AAAA' },
            { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: { city: 'Oslo' } },
            { type: 'tool-call', toolCallId: 'c2', toolName: 'weather', input: {} },
          ],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'c1',
              toolName: 'weather',
              output: { type: 'error-text', value: 'no network' },
            },
          ],
        },
      ],
    })
    expect(messagesOf({ type: 'step-start' })).toEqual({ messages: [] })
  })
})

describe('pi', () => {
  const line = (id: string, message: JsonObject, parentId: string | null = null) => ({
    type: 'message',
    id,
    parentId,
    message,
  })

  test('content that is text, an image, and a result that is an error', () => {
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' }
    const failed = {
      role: 'toolResult',
      toolCallId: 'c',
      toolName: 'weather',
      isError: true,
      content: [{ type: 'text', text: 'no network' }],
    }
    const lines = [
      line('1', { role: 'user', content: 'Hi' }),
      line('2', { role: 'user', content: [image] }, '1'),
      line('3', failed, '2'),
    ]
    const output = { type: 'error-text', value: 'no network' }
    expect(conversationsOf(lines)).toMatchObject([
      {
        request: {
          messages: [
            { role: 'user', content: 'Hi' },
            { role: 'user', content: [{ type: 'file', data: 'AAAA', mediaType: 'image/png' }] },
            { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c', output }] },
          ],
        },
      },
    ])
  })

  test('a last branch without messages is not a conversation', () => {
    const lines = [line('1', { role: 'user', content: 'Hi' }), { type: 'label', id: '2', parentId: null }]
    expect(conversationsOf(lines)).toEqual([])
  })
})

describe('the instructions of a rollout of Codex', () => {
  const input = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }
  const TEXT = { base_instructions: { text: 'Be brief.' } }
  const OLDER = { instructions: 'Be kind.' }

  test.each([
    ['the text of a newer one', [TEXT], 'Be brief.'],
    ['the field of an older one', [OLDER], 'Be kind.'],
    ['the text if there are both', [{ ...OLDER, ...TEXT }], 'Be brief.'],
    ['the last ones of several', [TEXT, OLDER], 'Be kind.'],
    ['the earlier ones if a later line has none', [OLDER, { cwd: '/' }], 'Be kind.'],
    ['none', [{ instructions: null }], undefined],
  ])('are %s', (_title, sessions, expected) => {
    const lines = [
      ...sessions.map((payload) => ({ type: 'session_meta', payload })),
      { type: 'response_item', payload: input },
    ]
    const [conversation] = conversationsOf(lines)
    expect(conversation?.request).toEqual({
      ...(expected !== undefined && { instructions: expected }),
      input: [input],
    })
  })
})
