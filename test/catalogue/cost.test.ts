import { afterEach, describe, expect, test, vi } from 'vitest'
import { createContext } from '../../src/base/model/context.js'
import { costOf, type PriceRow, priceRows } from '../../src/translate/catalogue/index.js'
import { adapterOf } from '../support/adapters.js'

const MILLION = 1_000_000

afterEach(() => {
  vi.useRealTimers()
})

/** Returns the prices of a model, as its vendor writes them: per million tokens. */
function listed(model: string, inputTokens = 1) {
  const scale = MILLION / inputTokens
  const all = { inputTokens, outputTokens: 0 }
  const scaled = (cost: number | undefined) => cost && Number((cost * scale).toFixed(6))
  return {
    input: scaled(costOf(all, model)),
    read: scaled(costOf({ ...all, cachedInputTokens: inputTokens }, model)),
    write: scaled(costOf({ ...all, cacheWriteTokens: inputTokens }, model)),
    output: scaled(
      (costOf({ inputTokens, outputTokens: inputTokens }, model) ?? 0) - (costOf(all, model) ?? 0),
    ),
  }
}

describe('prices of vendors', () => {
  test.each([
    // https://platform.claude.com/docs/en/about-claude/pricing
    ['claude-opus-5-5', 4, 0.2, 5, 20],
    ['claude-opus-5', 5, 0.5, 6.25, 25],
    // https://github.com/kurofune/claudit/releases/tag/v1.9.2: the price of cache reads since 7 October 2026
    ['claude-sonnet-5-5', 2, 0.1, 2.5, 10],
    // https://github.com/merefield/codexometer/releases/tag/v0.18.4
    ['gpt-6-luna', 0.1, 0.01, 0.125, 0.5],
    // https://developers.openai.com/api/docs/models/gpt-5.6-sol
    ['gpt-5.6', 4, 0.4, 5, 20],
    // https://ai.google.dev/gemini-api/docs/pricing
    ['gemini-4-hydrogen', 1.5, 0.075, undefined, 7.5],
  ])('%s', (model, input, read, write, output) => {
    expect(listed(model)).toEqual({ input, read, write, output })
  })

  test.each([
    // https://github.com/kurofune/claudit/releases/tag/v1.9.2
    ['claude-haiku-5-5', 100_000, 0.1, 0.5],
    ['claude-haiku-5-5', 100_001, 0.5, 2.5],
    // https://github.com/iyulab/TokenMeter/releases/tag/v0.17.0
    ['gpt-6.2-sol', 272_000, 2, 10],
    ['gpt-6.2-sol', 272_001, 4, 15],
    // https://apidog.com/blog/how-to-use-grok-4-7-api/: "200k and above"
    ['grok-4.7', 199_999, 2, 6],
    ['grok-4.7', 200_000, 4, 12],
  ])('%s with a prompt of %i tokens', (model, tokens, input, output) => {
    expect(listed(model, tokens)).toMatchObject({ input, output })
  })

  test('that change on a day', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(new Date('2026-11-30T23:59:59Z'))
    expect(listed('gemini-4-argon')).toMatchObject({ input: 2, read: 0.1, output: 10 })
    vi.setSystemTime(new Date('2026-12-01T00:00:00Z'))
    expect(listed('gemini-4-argon')).toMatchObject({ input: 4, read: 0.2, output: 20 })
  })
})

describe('the cost of an answer', () => {
  test('counts cached and written tokens as parts of the prompt, and reasoning as part of the output', () => {
    const usage = {
      inputTokens: 10_000,
      cachedInputTokens: 6_000,
      cacheWriteTokens: 3_000,
      outputTokens: 2_000,
      reasoningTokens: 1_500,
    }
    const expected = (1_000 * 4 + 6_000 * 0.2 + 3_000 * 5 + 2_000 * 20) / MILLION
    expect(costOf(usage, 'claude-opus-5-5')).toBeCloseTo(expected, 12)
  })

  test.each([
    'claude-opus-4-5-20251101',
    'anthropic/claude-opus-4.5',
    'us.anthropic.claude-opus-4-5-20251101-v1:0',
    'claude-opus-4-5@20251101',
  ])('finds %s', (model) => {
    expect(costOf({ inputTokens: MILLION, outputTokens: 0 }, model)).toBe(5)
  })

  test('does not use the price of a related model', () => {
    const usage = { inputTokens: MILLION, outputTokens: 0 }
    expect(costOf(usage, 'gpt-5.4-mini')).toBe(0.75)
    expect(costOf(usage, 'gpt-5.4-nano-2026-03-17')).toBe(0.2)
    expect(costOf(usage, 'gpt-5.9')).toBeUndefined()
    expect(costOf(usage, 'gpt-5.4-mini-batch')).toBeUndefined()
    expect(costOf(usage, 'x-ai/grok-4.3:free')).toBeUndefined()
  })

  test('is unknown without a model, a token count, or a price that is needed', () => {
    const usage = { inputTokens: 10, outputTokens: 10 }
    expect(costOf(usage, '')).toBeUndefined()
    expect(costOf({ outputTokens: 10 }, 'gpt-5.5')).toBeUndefined()
    expect(costOf({ inputTokens: 10 }, 'gpt-5.5')).toBeUndefined()
    expect(costOf(usage, 'gpt-5.5-pro')).toBeGreaterThan(0)
    expect(costOf({ ...usage, cachedInputTokens: 5 }, 'gpt-5.5-pro')).toBeUndefined()
    expect(costOf({ ...usage, cacheWriteTokens: 5 }, 'gpt-5.5-pro')).toBeUndefined()
  })

  // https://platform.claude.com/docs/en/about-claude/pricing: 1.25 and 2 times the price of input
  test.each([
    [{ ephemeral_5m_input_tokens: 400_000, ephemeral_1h_input_tokens: 600_000 }, 4 * (0.4 * 1.25 + 0.6 * 2)],
    [{ ephemeral_5m_input_tokens: 1_000_000, ephemeral_1h_input_tokens: 0 }, 4 * 1.25],
    [undefined, 4 * 1.25],
  ])('is by the lifetime of the cache: %j', (lifetimes, cost) => {
    const { usage } = adapterOf('anthropic-messages').adapter.decodeResponse({
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text: 'Hi' }],
      stop_reason: 'end_turn',
      usage: {
        input_tokens: 0,
        output_tokens: 0,
        cache_creation_input_tokens: 1_000_000,
        cache_creation: lifetimes,
      },
    }).value
    expect(costOf(usage ?? {}, 'claude-opus-5-5')).toBeCloseTo(cost, 9)
    expect('hourCacheWriteTokens' in (usage ?? {})).toBe(cost !== 5)
  })

  test('is by own prices first', () => {
    const own: PriceRow = {
      name: 'acme-*',
      input: 1,
      output: 2,
      source: ['https://acme.example'],
      date: '2026-11-28',
    }
    const rows = [own, ...priceRows()]
    expect(costOf({ inputTokens: MILLION, outputTokens: MILLION }, 'acme-1', rows)).toBe(3)
    expect(costOf({ inputTokens: MILLION, outputTokens: 0 }, 'gpt-5.5', rows)).toBe(10)
  })
})

test('every row has a public source and a day, and its prices fall from writes to reads', () => {
  for (const {
    source,
    date,
    input = 0,
    cachedInput = 0,
    cacheWrite = input,
    hourCacheWrite = cacheWrite,
    output = 0,
    name,
  } of priceRows()) {
    expect(
      source.every((address) => new URL(address).protocol === 'https:'),
      name,
    ).toBe(true)
    expect(source.length, name).toBeGreaterThan(0)
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
    const ordered = [cachedInput < input, input <= cacheWrite, cacheWrite <= hourCacheWrite, input <= output]
    expect(ordered, name).toEqual([true, true, true, true])
  }
})

test('every row is found by each of its names', () => {
  const usage = { inputTokens: 1000, outputTokens: 1000 }
  for (const row of priceRows().filter(({ until }) => until === undefined))
    for (const name of [row.name, ...(row.also ?? [])]) {
      const plain = name.replaceAll('*', '')
      const isReplaced = priceRows().some(
        ({ name: other, until }) => other === row.name && until !== undefined,
      )
      const cost = costOf(usage, plain, [row])
      expect(cost, plain).toBeDefined()
      if (!isReplaced) expect(costOf(usage, plain), plain).toBe(cost)
    }
})

describe('tokens as providers count them', () => {
  const sum = (...parts: (readonly [tokens: number, price: number])[]) =>
    parts.reduce((total, [tokens, price]) => total + tokens * price, 0) / MILLION

  test.each([
    // Input excludes what was read from and written to the cache.
    [
      'anthropic-messages',
      {
        type: 'message',
        role: 'assistant',
        model: 'claude-opus-5',
        content: [{ type: 'text', text: 'Hi' }],
        stop_reason: 'end_turn',
        usage: {
          input_tokens: 100,
          cache_read_input_tokens: 1000,
          cache_creation_input_tokens: 500,
          output_tokens: 10,
        },
      },
      sum([100, 5], [1000, 0.5], [500, 6.25], [10, 25]),
    ],
    // Input includes them.
    [
      'openai-responses',
      {
        object: 'response',
        status: 'completed',
        model: 'gpt-5.6-sol',
        output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] }],
        usage: {
          input_tokens: 1600,
          input_tokens_details: { cached_tokens: 1000, cache_write_tokens: 500 },
          output_tokens: 10,
        },
      },
      sum([100, 4], [1000, 0.4], [500, 5], [10, 20]),
    ],
    [
      'openai-chat',
      {
        object: 'chat.completion',
        model: 'gpt-5-2025-08-07',
        choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
        usage: {
          prompt_tokens: 1600,
          prompt_tokens_details: { cached_tokens: 1000 },
          completion_tokens: 10,
        },
      },
      sum([600, 1.25], [1000, 0.125], [10, 10]),
    ],
    // Thinking is apart from the output.
    [
      'google-generate-content',
      {
        modelVersion: 'gemini-2.5-pro',
        candidates: [{ content: { role: 'model', parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }],
        usageMetadata: {
          promptTokenCount: 1600,
          cachedContentTokenCount: 1000,
          candidatesTokenCount: 10,
          thoughtsTokenCount: 20,
        },
      },
      sum([600, 1.25], [1000, 0.125], [30, 10]),
    ],
  ])('%s', (wire, native, dollars) => {
    const { codecs } = adapterOf(wire).adapter
    const { usage = {}, model = '' } = codecs.response.decode(native, createContext(wire))
    expect(costOf(usage, model)).toBeCloseTo(dollars, 12)
  })
})

describe('names of platforms', () => {
  test.each([
    // Bedrock: models, inference profiles of regions, context sizes, ARNs.
    // https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-support.html
    ['anthropic.claude-sonnet-4-6-v1', 'claude-sonnet-4-6'],
    ['us.anthropic.claude-sonnet-4-6-v1:0', 'claude-sonnet-4-6'],
    ['global.anthropic.claude-opus-5-5', 'claude-opus-5-5'],
    ['us-gov.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5'],
    ['anthropic.claude-3-5-sonnet-20240620-v1:0:200k', 'claude-3-5-sonnet'],
    ['arn:aws:bedrock:us-east-1::foundation-model/anthropic.claude-3-haiku-20240307-v1:0', 'claude-3-haiku'],
    [
      'arn:aws:bedrock:eu-west-1:123456789012:inference-profile/eu.anthropic.claude-sonnet-4-6-v1:0',
      'claude-sonnet-4-6',
    ],
    ['amazon.nova-2-lite-v1:0', 'nova-2-lite'],
    ['us.amazon.nova-2-lite-v1:0', 'nova-2-lite'],
    ['mistral.ministral-3-8b-instruct', undefined],
    // Vertex AI: https://cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/use-claude
    ['claude-sonnet-4-6@20260101', 'claude-sonnet-4-6'],
    ['claude-sonnet-4-6@default', 'claude-sonnet-4-6'],
    ['publishers/anthropic/models/claude-opus-5-5', 'claude-opus-5-5'],
    ['publishers/google/models/gemini-2.5-pro', 'gemini-2.5-pro'],
    ['projects/p/locations/us-central1/publishers/google/models/gemini-2.5-flash-001', 'gemini-2.5-flash'],
    ['models/gemini-3.6-flash', 'gemini-3.6-flash'],
    ['google/gemini-4-hydrogen', 'gemini-4-hydrogen'],
    // Names that a customer chooses.
    ['arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/a1b2c3d4e5f6', undefined],
    ['projects/p/locations/us-central1/endpoints/1234567890', undefined],
  ])('%s', (name, model) => {
    const usage = { inputTokens: 1000, cachedInputTokens: 400, outputTokens: 10 }
    const cost = model && costOf(usage, model)
    expect(model === undefined || cost !== undefined).toBe(true)
    expect(costOf(usage, name)).toBe(cost)
  })
})
