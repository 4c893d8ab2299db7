import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { createContext } from '../../src/base/model/context.js'
import type { ModelResponse, Usage } from '../../src/base/model/types.js'
import { disassemble } from '../../src/codec/stream/assemble.js'
import { adapterOf } from '../support/adapters.js'
import { describeWires, pick, translated } from '../support/pair.js'
import { stored } from '../support/values.js'
import {
  ALL,
  CHAT,
  chat,
  GENERATE,
  generate,
  MESSAGES,
  messages,
  RESPONSES,
  responses,
  user,
} from './bodies.js'

describeWires('token counts reach clients that wait for them', ALL, () => {
  const INCLUDED = { include_usage: true }

  test('a streaming request of another wire asks Chat for the usage', () => {
    const bodies = [
      { from: RESPONSES, body: responses([user('Hi.')], { stream: true }) },
      { from: MESSAGES, body: messages([user('Hi.')], { stream: true }) },
    ]
    for (const { from, body } of bodies)
      expect(translated(body, from, CHAT).body.stream_options).toEqual(INCLUDED)
    const google = generate([{ role: 'user', parts: [{ text: 'Hi.' }] }])
    expect(translated(google, GENERATE, CHAT).body).not.toHaveProperty('stream_options')
  })

  test('a Chat request keeps its usage setting, or its absence', () => {
    const said: JsonObject[] = [
      {},
      { stream_options: { include_usage: false } },
      { stream_options: INCLUDED },
    ]
    for (const options of said) {
      const body = chat([user('Hi.')], { stream: true, ...options })
      const { codecs } = adapterOf(CHAT).adapter
      expect(
        stored(
          codecs.request.encode(
            codecs.request.decode(body, createContext(codecs.id)),
            createContext(codecs.id),
          ),
        ),
      ).toEqual(body)
    }
  })

  const answer: ModelResponse = {
    message: { role: 'assistant', parts: [{ type: 'text', text: 'Hello.' }] },
    finish: { reason: 'stop' },
  }
  const { codecs } = adapterOf(RESPONSES).adapter

  function streamEnd(response: ModelResponse) {
    const encoder = codecs.stream.encoder?.(createContext(codecs.id))
    const frames = [...disassemble(response)].flatMap((event) => encoder?.push(event) ?? [])
    return stored(frames.at(-1)?.data ?? null)
  }

  test('a finished Responses answer always has a usage, complete and streamed (opencode looped without)', () => {
    const context = createContext(codecs.id)
    expect(codecs.response.encode(answer, context)).toHaveProperty('usage.total_tokens', 0)
    expect(context.notices.map(({ code }) => code)).toEqual(['usage-unknown'])
    const end = streamEnd(answer)
    expect(pick(end, 'type')).toBe('response.completed')
    expect(pick(end, 'response', 'usage', 'output_tokens')).toBe(0)
  })

  test('also one of this wire that came without', () => {
    const own = codecs.response.decode(
      { object: 'response', status: 'completed', output: [] },
      createContext(codecs.id),
    )
    expect(pick(streamEnd(own), 'response', 'usage', 'total_tokens')).toBe(0)
    expect(codecs.response.encode(own, createContext(codecs.id))).not.toHaveProperty('usage')
  })
})

describeWires('token counts are those of the whole request and the whole answer', ALL, () => {
  const chatAnswer = { choices: [{ index: 0, message: { role: 'assistant', content: '' } }] }
  const parts = { candidates: [{ content: { role: 'model', parts: [] }, finishReason: 'STOP' }] }

  test.each<[what: string, wire: string, body: JsonObject, usage: Usage]>([
    [
      'Anthropic counts what it wrote to the cache and read from it beside the input',
      MESSAGES,
      {
        content: [],
        usage: {
          input_tokens: 5,
          cache_creation_input_tokens: 100,
          cache_read_input_tokens: 20,
          output_tokens: 7,
        },
      },
      { inputTokens: 125, cachedInputTokens: 20, cacheWriteTokens: 100, outputTokens: 7, totalTokens: 132 },
    ],
    [
      'Google counts thinking beside the output, and what its tools read beside the prompt',
      GENERATE,
      {
        ...parts,
        usageMetadata: {
          promptTokenCount: 5,
          toolUsePromptTokenCount: 50,
          candidatesTokenCount: 7,
          thoughtsTokenCount: 30,
          totalTokenCount: 92,
        },
      },
      { inputTokens: 55, outputTokens: 37, reasoningTokens: 30, totalTokens: 92 },
    ],
    [
      'Chat names what was cached and thought inside the totals',
      CHAT,
      {
        ...chatAnswer,
        usage: {
          prompt_tokens: 25,
          prompt_tokens_details: { cached_tokens: 20 },
          completion_tokens: 37,
          completion_tokens_details: { reasoning_tokens: 30 },
          total_tokens: 62,
        },
      },
      { inputTokens: 25, cachedInputTokens: 20, outputTokens: 37, reasoningTokens: 30, totalTokens: 62 },
    ],
    [
      'so does Responses',
      RESPONSES,
      {
        output: [],
        usage: {
          input_tokens: 25,
          input_tokens_details: { cached_tokens: 20 },
          output_tokens: 37,
          output_tokens_details: { reasoning_tokens: 30 },
          total_tokens: 62,
        },
      },
      { inputTokens: 25, cachedInputTokens: 20, outputTokens: 37, reasoningTokens: 30, totalTokens: 62 },
    ],
  ])('%s', (_what, wire, body, usage) => {
    expect(adapterOf(wire).adapter.decodeResponse(body).value.usage).toEqual(usage)
  })
})
