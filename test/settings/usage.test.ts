import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { createContext } from '../../src/base/model/context.js'
import type { ModelResponse, Usage } from '../../src/base/model/types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { streamFrames } from '../../src/codec/stream/frame-writer.js'
import { translateResponse } from '../../src/translate/exchange/translate-answer.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { eventsOf } from '../support/streams.js'
import { stored } from '../support/values.js'

const WHOLE: Usage = {
  inputTokens: 125,
  cachedInputTokens: 20,
  cacheWriteTokens: 100,
  outputTokens: 37,
  reasoningTokens: 30,
  totalTokens: 162,
}
const { cacheWriteTokens: _written, ...UNWRITTEN } = WHOLE
const { reasoningTokens: _thought, ...UNTHOUGHT } = WHOLE

type Row = readonly [field: string, native: JsonObject, usage: Usage]

const CHAT_ROW: Row = [
  'usage',
  {
    prompt_tokens: 125,
    prompt_tokens_details: { cached_tokens: 20, cache_write_tokens: 100 },
    completion_tokens: 37,
    completion_tokens_details: { reasoning_tokens: 30 },
    total_tokens: 162,
  },
  WHOLE,
]

/** The native form of the usage above, with the fields that the wire supports. */
const ROWS: Readonly<Record<string, Row>> = {
  'google-interactions': [
    'usage',
    {
      total_input_tokens: 125,
      total_cached_tokens: 20,
      total_output_tokens: 7,
      total_thought_tokens: 30,
      total_tokens: 162,
    },
    UNWRITTEN,
  ],
  'openai-chat': CHAT_ROW,
  'mistral-chat': CHAT_ROW,
  'cohere-chat': [
    'usage',
    { tokens: { input_tokens: 125, output_tokens: 37 }, cached_tokens: 20 },
    { inputTokens: 125, outputTokens: 37, cachedInputTokens: 20, totalTokens: 162 },
  ],
  // The counts are next to the message.
  'ollama-chat': [
    '',
    { prompt_eval_count: 125, eval_count: 37 },
    { inputTokens: 125, outputTokens: 37, totalTokens: 162 },
  ],
  'openai-responses': [
    'usage',
    {
      input_tokens: 125,
      input_tokens_details: { cached_tokens: 20, cache_write_tokens: 100 },
      output_tokens: 37,
      output_tokens_details: { reasoning_tokens: 30 },
      total_tokens: 162,
    },
    WHOLE,
  ],
  'anthropic-messages': [
    'usage',
    {
      input_tokens: 5,
      cache_read_input_tokens: 20,
      cache_creation_input_tokens: 100,
      output_tokens: 37,
      output_tokens_details: { thinking_tokens: 30 },
    },
    WHOLE,
  ],
  'google-generate-content': [
    'usageMetadata',
    {
      promptTokenCount: 125,
      cachedContentTokenCount: 20,
      candidatesTokenCount: 7,
      thoughtsTokenCount: 30,
      totalTokenCount: 162,
    },
    UNWRITTEN,
  ],
  'bedrock-converse': [
    'usage',
    {
      inputTokens: 5,
      cacheReadInputTokens: 20,
      cacheWriteInputTokens: 100,
      outputTokens: 37,
      totalTokens: 162,
    },
    UNTHOUGHT,
  ],
}

const answer: ModelResponse = {
  message: { role: 'assistant', parts: [{ type: 'text', text: 'Hi.' }] },
  finish: { reason: 'stop' },
  id: 'an-id',
  model: 'a-model',
  usage: WHOLE,
}

const [listed, unlisted] = [true, false].map((isListed) =>
  adapters.filter(({ wire }) => Object.hasOwn(ROWS, wire) === isListed),
)
for (const { wire } of unlisted ?? []) test.todo(`the usage of ${wire} is listed`)

describe.each(listed ?? [])('the usage of an answer: $wire', ({ wire, adapter }) => {
  const [field, native, usage] = ROWS[wire] ?? ['', {}, {}]
  const lost = Object.keys(WHOLE).filter((name) => !(name in usage))

  test('is encoded in the fields of the wire, with a notice for each count that the wire does not distinguish', () => {
    const { value, notices } = adapter.encodeResponse(answer)
    expect(value).toMatchObject(field === '' ? native : { [field]: native })
    expect(notices.filter(({ code }) => code === 'count-dropped')).toMatchObject(
      lost.map((name) => ({ path: `/usage/${name}`, severity: 'info' })),
    )
  })

  test('is read back, complete and streamed', () => {
    const body = stored(adapter.encodeResponse(answer).value)
    expect(adapter.decodeResponse(body).value.usage).toEqual(usage)
    const frames = streamFrames(answer, adapter.codecs, createContext(wire))
    expect(assemble(eventsOf(adapter, frames), wire).usage).toEqual(usage)
  })

  test("an edit takes precedence over the provider's count", () => {
    const { value } = adapter.decodeResponse(stored(adapter.encodeResponse(answer).value))
    const edited = adapter.encodeResponse({ ...value, usage: { ...value.usage, outputTokens: 1000 } }).value
    expect(adapter.decodeResponse(stored(edited)).value.usage?.outputTokens).toBe(1000)
  })

  test('goes to every other wire', () => {
    const body = stored(adapter.encodeResponse(answer).value)
    for (const to of adapters.filter((other) => other.wire !== wire)) {
      const moved = stored(translateResponse(body, { from: adapter, to: to.adapter }).value)
      const carried = Object.entries(usage).filter(([name]) => name in (ROWS[to.wire]?.[2] ?? {}))
      expect(to.adapter.decodeResponse(moved).value.usage, to.wire).toMatchObject(Object.fromEntries(carried))
    }
  })
})

test.each([
  ['openai-chat', { prompt_cache_hit_tokens: 20 }],
  ['openai-chat', { cached_tokens: 20 }],
  ['mistral-chat', { num_cached_tokens: 20 }],
])('vendors of %s call what was cached %j, too', (wire, counts) => {
  const choices = [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }]
  const usage = { prompt_tokens: 25, completion_tokens: 1, total_tokens: 26, ...counts }
  const { value } = adapterOf(wire).adapter.decodeResponse({ id: 'i', model: 'm', choices, usage })
  expect(value.usage?.cachedInputTokens).toBe(20)
})
