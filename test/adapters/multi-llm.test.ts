import { describe, expect, test } from 'vitest'
import { anthropicMessages } from '../../adapters/anthropic-messages/index.js'
import { multiLlm } from '../../adapters/multi-llm/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { decodeAny } from '../../adapters.js'
import { assistantMessage, errorResult, toolCall, toolMessage } from '../../src/base/model/create.js'
import { translate, translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import { allFixtures } from '../support/exchanges.js'
import { allParts } from '../support/parts.js'
import { stored } from '../support/values.js'

function native(content: object, role = 'Assistant', more: object = {}) {
  return {
    role,
    content,
    attributes: {
      priority: 50,
      cacheable: false,
      cache_type: null,
      cache_key: null,
      category: 'Current',
      metadata: {},
      ...more,
    },
    timestamp: '2026-01-01T00:00:00Z',
  }
}

function call(id: string, given: unknown) {
  return native({ ToolCall: { id, name: 'get_weather', arguments: given } })
}

describe('messages', () => {
  test('added members follow the existing ones', () => {
    const late = { ...native({ Text: 'Hi.' }, 'User', { priority: 70 }), timestamp: '2026-05-01T00:00:00Z' }
    const { value } = multiLlm.decodeMessages([late])
    const [, added] = multiLlm.encodeMessages([...value, assistantMessage('Hello.')]).value
    expect(added).toMatchObject({ attributes: { priority: 70 }, timestamp: '2026-05-01T00:00:00Z' })
  })

  test('M9: calls and results stay with their message, for every priority of multi-llm', () => {
    const history = allFixtures.find(({ id }) => id === 'multi-llm/parallel-calls')?.request ?? {}
    const { value, notices } = translateRequest(history, { from: multiLlm, to: openaiChat, model: 'm' })
    expect(value.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'tool',
      'assistant',
      'user',
    ])
    expect(notices.map(({ code }) => code)).not.toContain('messages-reordered')
  })

  test('trap 1: the exact argument text is restored for its own wire', () => {
    const rawArguments = '{ "city" :  "Oslo" }'
    const history = [
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'go', arguments: rawArguments } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'rain' },
    ] as const
    const kept = translate(history, { from: openaiChat, to: multiLlm })
    const back = translate(stored(kept.value), { from: multiLlm, to: openaiChat })
    expect(JSON.stringify(back.value)).toContain(JSON.stringify(rawArguments))
  })
})

describe('results', () => {
  test('a round is part of the history once something follows it', () => {
    const { value } = multiLlm.decodeRequest({
      messages: [],
      current_tool_round: {
        assistant_message: call('call_1', {}),
        tool_results: [
          { tool_call_id: 'call_1', content: 'x', is_error: true, error_category: 'Validation' },
        ],
      },
    })
    const grown = { ...value, messages: [...value.messages, assistantMessage('So it is.')] }
    const written = multiLlm.encodeRequest(grown).value
    expect(written.current_tool_round).toBeUndefined()
    expect(written.messages).toHaveLength(3)
    expect(multiLlm.decodeRequest(stored(written)).value.messages[1]?.parts).toMatchObject([
      { category: 'Validation' },
    ])
  })

  test("M2, trap 3: a host's error data is carried if the message has no field", () => {
    const failed = {
      ...errorResult(toolCall('call_1', 'go'), 'Out of reach.'),
      category: 'timeout',
      retryable: true,
    }
    const written = multiLlm.toolResults([failed])
    expect(written).toMatchObject([
      {
        role: 'Tool',
        content: { ToolResult: { tool_call_id: 'call_1', content: 'Out of reach.', is_error: true } },
      },
    ])
    expect(allParts(multiLlm.decodeMessages(stored(written)).value)).toEqual([
      { ...failed, providerMetadata: expect.anything() },
    ])
  })

  test('a value, a denial and an image are restored unchanged', () => {
    const asked = toolCall('call_1', 'go')
    const outputs = [
      { type: 'json', value: { sky: ['rain'] } },
      { type: 'denied', reason: 'not now' },
      { type: 'error-json', value: [1] },
      {
        type: 'content',
        value: [
          { type: 'text', text: 'See.' },
          { type: 'media', kind: 'image', mediaType: 'image/png', source: { type: 'data', data: 'AAAA' } },
        ],
      },
    ] as const
    for (const output of outputs) {
      const one = { ...errorResult(asked, 'x'), output, isError: !['json', 'content'].includes(output.type) }
      const history = [assistantMessage(asked), toolMessage([one])]
      const written = stored(multiLlm.encodeMessages(history).value)
      expect(multiLlm.decodeMessages(written).value.at(-1)?.parts).toEqual([
        { ...one, providerMetadata: expect.anything() },
      ])
    }
  })

  test('an edited text takes precedence over the carried data', () => {
    const one = {
      ...errorResult(toolCall('call_1', 'go'), 'x'),
      output: { type: 'json', value: [1] },
      isError: false,
    } as const
    const [written] = multiLlm.toolResults([one])
    const edited = JSON.parse(JSON.stringify(written).replace('"content":"[1]"', '"content":"changed"'))
    expect(allParts(multiLlm.decodeMessages([edited]).value)).toMatchObject([
      { output: { type: 'text', value: 'changed' } },
    ])
  })
})

describe('features that only other wires have', () => {
  const claude = {
    model: 'claude-sonnet-4-5',
    max_tokens: 100,
    messages: [
      { role: 'user', content: 'What is new?' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Let me search.', signature: 'c2ln' },
          { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'news' } },
          {
            type: 'web_search_tool_result',
            tool_use_id: 'srvtoolu_1',
            content: [
              { type: 'web_search_result', url: 'https://example.com', title: 'A', encrypted_content: 'x' },
            ],
          },
          { type: 'text', text: 'This is.' },
          { type: 'tool_use', id: 'toolu_1', name: 'go', input: { a: 1 } },
        ],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'done', is_error: true }],
      },
    ],
  }

  test('comes back when the conversation does: thinking with its signature, searches, media', () => {
    const kept = translateRequest(claude, { from: anthropicMessages, to: multiLlm })
    const back = translateRequest(stored(kept.value), {
      from: multiLlm,
      to: anthropicMessages,
      model: claude.model,
      maxOutputTokens: 100,
    })
    expect(back.value.messages).toEqual(claude.messages)
  })
})

describe('requests and answers', () => {
  test('hints for the cache are those of other wires', () => {
    const cached = native({ Text: 'Long.' }, 'User', { cacheable: true, cache_type: 'Extended' })
    const { value } = translate([cached, native({ Text: 'Hi.' }, 'User')], {
      from: multiLlm,
      to: anthropicMessages,
    })
    expect(JSON.stringify(value)).toContain('"cache_control":{"type":"ephemeral","ttl":"1h"}')
  })

  test('an answer with more than a text and calls keeps the other parts', () => {
    const answer = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
        { type: 'text', text: 'One.' },
        { type: 'tool_use', id: 'toolu_1', name: 'go', input: {} },
        { type: 'text', text: 'Two.' },
      ],
      stop_reason: 'max_tokens',
      usage: { input_tokens: 3, output_tokens: 5, cache_read_input_tokens: 2 },
    }
    const canonical = anthropicMessages.decodeResponse(answer).value
    const written = stored(multiLlm.encodeResponse(canonical).value)
    expect(written).toMatchObject({ content: 'One.Two.', tool_calls: [{ id: 'toolu_1' }] })
    const back = multiLlm.decodeResponse(written).value
    expect(stored(anthropicMessages.encodeResponse(back).value)).toEqual(answer)
  })
})

test('M1: a bare call is recognized, decoded as an answer, and encoded as a bare call', async () => {
  for (const native of [{ id: 'c1', name: 'get_weather', arguments: { city: 'Oslo' } }]) {
    const { wire, calls, notices, response } = await decodeAny(native)
    expect(wire).toBe(multiLlm.id)
    expect(notices).toEqual([])
    expect(calls.slice(0, 1)).toMatchObject([{ id: 'c1', name: 'get_weather', arguments: { city: 'Oslo' } }])
    expect(multiLlm.toolCalls(native)).toEqual(calls)
    if (response === undefined) throw new Error('no answer')
    expect(multiLlm.encodeResponse(stored(response)).value).toEqual(native)
    const more = { ...response, message: assistantMessage('Hi.', ...calls) }
    expect(JSON.stringify(multiLlm.encodeResponse(more).value)).toContain('Hi.')
  }
})
