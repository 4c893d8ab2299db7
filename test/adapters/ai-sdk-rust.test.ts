import { describe, expect, test } from 'vitest'
import { aiSdkRust, toolResults } from '../../adapters/ai-sdk-rust/index.js'
import { anthropicMessages } from '../../adapters/anthropic-messages/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import { decodeAny } from '../../adapters.js'
import { assistantMessage, toolCall, toolResult, userMessage } from '../../src/base/model/create.js'
import { pendingCalls } from '../../src/index.js'
import { recognise } from '../../src/translate/exchange/registry.js'
import { translate, translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import { allAdapters } from '../support/adapters.js'
import { allParts } from '../support/parts.js'
import { stored } from '../support/values.js'

const CALL = { type: 'tool-call', toolCallId: 'call_1', toolName: 'go', input: '{"city":"Oslo"}' } as const

function result(output: object, more: object = {}) {
  return { toolCallId: 'call_1', toolName: 'go', output, ...more }
}

function answer(content: readonly object[], finishReason = 'tool-calls') {
  return { content, finishReason, usage: {}, warnings: [] }
}

describe('calls', () => {
  test('trap 1: the text that another wire wrote is there again on that wire', () => {
    const text = '{ "city" :  "Oslo" }'
    const history = [
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'go', arguments: text } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'rain' },
    ] as const
    const there = stored(translate(history, { from: openaiChat, to: aiSdkRust }).value)
    expect(there[1]).toMatchObject({ content: [{ type: 'tool-call', input: text }] })
    expect(translate(there, { from: aiSdkRust, to: openaiChat }).value).toEqual(history)
  })

  test('A2, trap 4: provider-executed calls are not run again', () => {
    const ran = { ...CALL, toolCallId: 'ws_1', toolName: 'web_search', providerExecuted: true }
    const said = { ...result({ type: 'json', value: { hits: 2 } }), type: 'tool-result', toolCallId: 'ws_1' }
    const native = answer([ran, said, CALL])
    const { message } = aiSdkRust.decodeResponse(native).value
    expect(pendingCalls([message]).map(({ id }) => id)).toEqual(['call_1'])
    expect(message.parts).toMatchObject([
      { type: 'tool-call', providerExecuted: true, kind: 'web_search' },
      { type: 'tool-result', providerExecuted: true, output: { type: 'json', value: { hits: 2 } } },
      { type: 'tool-call', providerExecuted: false },
    ])
  })

  test('trap 4: what OpenAI ran is still known as that after a time in this format', () => {
    const input = [
      { role: 'user', content: 'News?' },
      { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'news' } },
      { role: 'assistant', content: 'Two hits.' },
      { role: 'user', content: 'More?' },
    ]
    const there = translateRequest({ model: 'm', input }, { from: openaiResponses, to: aiSdkRust })
    const { value } = aiSdkRust.decodeRequest(stored(there.value))
    const calls = allParts(value.messages).filter((part) => part.type === 'tool-call')
    expect(calls).toMatchObject([{ id: 'ws_1', providerExecuted: true }])
    const again = translateRequest(stored(there.value), { from: aiSdkRust, to: openaiResponses })
    expect(again.value.input).toContainEqual(input[1])
  })
})

describe('metadata', () => {
  test('reasoning goes back to the wire that signed it', () => {
    const content = [
      { type: 'thinking', thinking: 'A city.', signature: 'c2ln' },
      { type: 'tool_use', id: 'toolu_1', name: 'go', input: { city: 'Oslo' } },
    ]
    const history = [
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'rain' }] },
    ]
    const there = stored(translate(history, { from: anthropicMessages, to: aiSdkRust }).value)
    expect(there[1]).toMatchObject({ content: [{ type: 'reasoning', reasoning: 'A city.' }, {}] })
    const again = translate(there, { from: aiSdkRust, to: anthropicMessages }).value
    expect(again[1]).toMatchObject({ content })
  })
})

describe('results', () => {
  const call = toolCall('call_1', 'go')
  test('results are one message of the tool, without a type', () => {
    expect(toolResults([toolResult(call, 'rain')])).toEqual([
      { role: 'tool', content: [result({ type: 'text', value: 'rain' })] },
    ])
  })
})

describe('streams', () => {
  async function* streamed(...natives: readonly { readonly type: string; readonly delta?: string }[]) {
    yield* natives
  }

  const started = { type: 'tool-input-start', id: 'call_1', toolName: 'go' }
  const delta = { type: 'tool-input-delta', id: 'call_1', delta: '{"city":' }

  test('a call that never became complete is truncated', async () => {
    const { message, error } = await aiSdkRust.collect(streamed(started, delta))
    expect(message.parts).toMatchObject([{ status: 'truncated', rawArguments: '{"city":' }])
    expect(error?.code).toBe('stream-cut')
  })

  test('A1: the text of the complete call is used, not the text of its pieces', async () => {
    const whole = { ...CALL, input: '{ "city": "Bergen" }' }
    const finish = { type: 'finish', usage: {}, finishReason: 'tool-calls' }
    const { message } = await aiSdkRust.collect(
      streamed(started, { ...delta, delta: whole.input }, whole, finish),
    )
    expect(message.parts).toMatchObject([{ rawArguments: whole.input, status: 'complete' }])
  })
})

test('bare messages of the crate are distinguished from those of the Vercel AI SDK', () => {
  const prompt = [userMessage('Go.'), assistantMessage(toolCall('call_1', 'go', { city: 'Oslo' }))]
  const { value } = aiSdkRust.encodeRequest({ messages: prompt })
  const [best] = allAdapters
    .map(({ wire, adapter }) => ({
      wire,
      ...recognise(adapter.codecs.evidence, { request: JSON.parse(JSON.stringify(value)) }),
    }))
    .sort((one, other) => other.score - one.score)
  expect(best?.wire).toBe('ai-sdk-rust')
})

test('A14: a bare call is recognized, decoded as an answer, and encoded as a bare call', async () => {
  for (const native of [
    { toolCallId: 'c1', toolName: 'go', input: '{"city":"Oslo"}' },
    { tool_call_id: 'c1', tool_name: 'go', input: '{"city":"Oslo"}', provider_executed: false },
  ]) {
    const { wire, calls, notices, response } = await decodeAny(native)
    expect(wire).toBe(aiSdkRust.id)
    expect(notices).toEqual([])
    expect(calls.slice(0, 1)).toMatchObject([{ id: 'c1', name: 'go', arguments: { city: 'Oslo' } }])
    expect(aiSdkRust.toolCalls(JSON.stringify(native))).toEqual(calls)
    if (response === undefined) throw new Error('no answer')
    expect(aiSdkRust.encodeResponse(stored(response)).value).toEqual(native)
    const more = { ...response, message: assistantMessage('Hi.', ...calls) }
    expect(JSON.stringify(aiSdkRust.encodeResponse(more).value)).toContain('Hi.')
  }
})
