import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, isObject } from '../../src/base/json/read-json.js'
import { createContext } from '../../src/base/model/context.js'
import { failureOf } from '../../src/base/model/outcome.js'
import type { FinishReason, ModelResponse, Usage } from '../../src/base/model/types.js'
import { streamFrames } from '../../src/codec/stream/frame-writer.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { fitResponse } from '../../src/translate/fit/fit-answer.js'
import { adapterOf } from '../support/adapters.js'
import { answersOf } from '../support/answers.js'
import { exchangesBetween, forEachAdapter, forEachPair, holdsFor, someExchangesOf } from '../support/law.js'
import { parsedEvents } from '../support/streams.js'
import { difference, stored } from '../support/values.js'

/** Returns the answer in another wire: complete, and as stream events. */
function written(source: ModelResponse, target: Adapter, from: string): JsonValue[] {
  const { response } = fitResponse(source, target.codecs, { from })
  const frames = [...streamFrames(response, target.codecs, createContext(target.id))]
  const events = frames.flatMap((frame) => parsedEvents(target, frame))
  return [asJson(stored(target.encodeResponse(response).value)), ...events]
}

/** Returns all numbers under keys that count tokens. */
function tokenCounts(value: JsonValue, key = ''): [string, number][] {
  if (typeof value === 'number') return /token/i.test(key) ? [[key, value]] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]: [string, JsonValue]) => tokenCounts(inner, name))
}

describe('token counts', () => {
  forEachAdapter('parts are not greater than the whole', ['http'], ({ wire, adapter }) => {
    holdsFor(someExchangesOf(wire), (exchange) =>
      answersOf(exchange, adapter).flatMap(({ usage = {} }) => {
        const { inputTokens = 0, outputTokens = 0, totalTokens, cachedInputTokens, reasoningTokens } = usage
        const isWhole =
          (cachedInputTokens ?? 0) <= inputTokens &&
          (reasoningTokens ?? 0) <= outputTokens &&
          (totalTokens === undefined || totalTokens >= inputTokens + outputTokens)
        return isWhole ? [] : [JSON.stringify(usage)]
      }),
    )
  })

  forEachPair('are never negative, and mean the same elsewhere', ['http'], (from, to) => {
    holdsFor(exchangesBetween(from, to), (exchange) =>
      answersOf(exchange, from.adapter).flatMap((source) => {
        const [whole = {}, ...events] = written(source, to.adapter, from.wire)
        const negative = [whole, ...events]
          .flatMap((native) => tokenCounts(native))
          .filter(([, count]) => count < 0)
        const again = isObject(whole) ? to.adapter.decodeResponse(whole).value : undefined
        // The body of an error has no field for token counts.
        const moved =
          (failureOf(source) ?? again?.error)
            ? undefined
            : difference(figures(source.usage), figures(source.usage && again?.usage))
        return [...negative.map(String), ...(moved === undefined ? [] : [moved])]
      }),
    )
  })

  test('xAI counts thinking in addition to the completion, as its total shows', () => {
    const usage = (counts: JsonObject, reasoning: number) => {
      const choices = [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }]
      const completion_tokens_details = { reasoning_tokens: reasoning }
      const body = { id: 'i', choices, usage: { ...counts, completion_tokens_details } }
      return adapterOf('openai-chat').adapter.decodeResponse(body).value.usage
    }
    const xai = usage({ prompt_tokens: 12, completion_tokens: 1, total_tokens: 241 }, 228)
    expect(xai).toMatchObject({ outputTokens: 229, reasoningTokens: 228, totalTokens: 241 })
    const openai = usage({ prompt_tokens: 12, completion_tokens: 229, total_tokens: 241 }, 228)
    expect(openai).toMatchObject({ outputTokens: 229, reasoningTokens: 228, totalTokens: 241 })
    expect(usage({ prompt_tokens: 12, completion_tokens: 1 }, 228)).toMatchObject({ outputTokens: 229 })
  })

  test.each(['anthropic-messages', 'google-generate-content', 'openai-chat', 'openai-responses'])(
    'that contradict each other do not become negative: %s',
    (wire) => {
      const usage = { inputTokens: 1, outputTokens: 2, cachedInputTokens: 10, reasoningTokens: 20 }
      const message = { role: 'assistant' as const, parts: [{ type: 'text' as const, text: 'x' }] }
      const natives = written(
        { message, finish: { reason: 'stop' }, usage },
        adapterOf(wire).adapter,
        'elsewhere',
      )
      for (const [key, count] of natives.flatMap((native) => tokenCounts(native)))
        expect(count, key).toBeGreaterThanOrEqual(0)
    },
  )
})

/** Some wires do not report the detailed counts or the total. */
function figures({ inputTokens = 0, outputTokens = 0 }: Usage = {}): object {
  return { inputTokens, outputTokens }
}

/** All finish values of the providers themselves. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  'anthropic-messages': [
    'end_turn',
    'max_tokens',
    'stop_sequence',
    'tool_use',
    'pause_turn',
    'refusal',
    'model_context_window_exceeded',
    'compaction',
  ],
  'bedrock-converse': [
    ...['end_turn', 'stop_sequence', 'tool_use', 'max_tokens', 'model_context_window_exceeded'],
    ...['content_filtered', 'guardrail_intervened', 'malformed_model_output', 'malformed_tool_use'],
  ],
  'cohere-chat': ['COMPLETE', 'STOP_SEQUENCE', 'MAX_TOKENS', 'TOOL_CALL', 'ERROR', 'TIMEOUT'],
  'google-generate-content': [
    ...['STOP', 'MAX_TOKENS', 'SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'LANGUAGE'],
    ...['IMAGE_SAFETY', 'IMAGE_PROHIBITED_CONTENT', 'IMAGE_RECITATION', 'IMAGE_OTHER', 'NO_IMAGE', 'OTHER'],
    ...['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS', 'MALFORMED_RESPONSE'],
    ...['MISSING_THOUGHT_SIGNATURE', 'CONTINUATION', 'FINISH_REASON_UNSPECIFIED'],
  ],
  'google-interactions': [
    ...['completed', 'requires_action', 'incomplete', 'budget_exceeded', 'failed', 'cancelled'],
    ...['queued', 'in_progress', 'requires_continuation'],
  ],
  'mistral-chat': ['stop', 'length', 'model_length', 'error', 'tool_calls'],
  'ollama-chat': ['stop', 'length', 'load', 'unload'],
  // `error` is used by OpenRouter.
  'openai-chat': ['stop', 'length', 'tool_calls', 'content_filter', 'function_call', 'error'],
  'openai-responses': [
    ...['completed', 'failed', 'in_progress', 'cancelled', 'queued', 'incomplete'],
    ...['max_output_tokens', 'content_filter'],
  ],
}

const RAW_WORDS = [
  'stop',
  'STOP',
  'COMPLETE',
  'pause_turn',
  'eos',
  'model_length',
  'end_turn',
  'completed',
  'toString',
]
const REASONS: readonly FinishReason[] = ['stop', 'tool-calls', 'length', 'content-filter', 'error', 'other']

/** Returns the values of the finish fields of each wire. */
function finishWords(value: JsonValue): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]: [string, JsonValue]) => {
    const isWord =
      /^(finish_reason|finishReason|stop_reason|stopReason|status)$/.test(key) && typeof inner === 'string'
    if (key === 'error') return []
    return isWord ? [inner] : finishWords(inner)
  })
}

describe('no wire ends an answer with a word of another one', () => {
  forEachPair('of every recording', ['http'], (from, to) => {
    holdsFor(exchangesBetween(from, to), (exchange) =>
      answersOf(exchange, from.adapter).flatMap((source) =>
        foreign(written(source, to.adapter, from.wire), to.wire),
      ),
    )
  })

  forEachAdapter('whatever the word was', ['http'], ({ wire, adapter }) => {
    const origin = { wire: 'elsewhere' }
    const message = { role: 'assistant' as const, parts: [{ type: 'text' as const, text: 'x' }], origin }
    for (const reason of REASONS)
      for (const raw of RAW_WORDS) {
        const natives = written({ message, finish: { reason, raw } }, adapter, 'elsewhere')
        expect(foreign(natives, wire), `${reason} (${raw})`).toEqual([])
      }
  })
})

function foreign(natives: readonly JsonValue[], wire: string): string[] {
  return natives.flatMap(finishWords).filter((word) => !WORDS[wire]?.includes(word))
}
