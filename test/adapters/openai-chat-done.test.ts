import { describe, expect, test } from 'vitest'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { exchangesOf } from '../support/exchanges.js'
import { holdsFor } from '../support/law.js'
import { said } from '../support/said.js'
import { eventsOf, parsedEvents } from '../support/streams.js'
import { difference } from '../support/values.js'

const DONE = 'data: [DONE]\n\n'

function sse(chunks: readonly JsonValue[]): string {
  return chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')
}

function read(text: string): ModelResponse {
  return assemble(eventsOf(openaiChat, [text]), openaiChat.id)
}

function chunk(delta: JsonObject): JsonObject {
  return { id: 'gen-1', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta }] }
}

const CALL = chunk({
  tool_calls: [{ index: 0, id: 'x', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
})

/** A chunk as servers send it that never give a finish reason, nor usage. */
function withoutFinish(native: JsonObject): JsonObject {
  const { usage: _usage, choices, ...rest } = native
  if (!isArray(choices)) return rest
  return {
    ...rest,
    choices: choices.map((choice) => (isObject(choice) ? { ...choice, finish_reason: null } : choice)),
  }
}

describe('a stream that ends with [DONE] and gives no finish reason', () => {
  test('is whole: its calls can be run', () => {
    const response = read(sse([chunk({ content: 'Let me look.' }), CALL]) + DONE)
    expect(response.error).toBeUndefined()
    expect(response.finish).toEqual({ outcome: 'tool-calls', reason: 'tool-calls' })
    expect(response.message.parts).toMatchObject([
      { type: 'text', text: 'Let me look.' },
      { type: 'tool-call', status: 'complete', arguments: { a: 1 } },
    ])
  })

  test('without that word the stream was cut', () => {
    expect(read(sse([CALL]))).toMatchObject({
      error: { code: 'stream-cut' },
      message: { parts: [{ status: 'truncated' }] },
    })
  })

  test('the word counts when it comes last', () => {
    expect(read(DONE + sse([CALL]))).toMatchObject({
      error: { code: 'stream-cut' },
      message: { parts: [{ type: 'tool-call', status: 'truncated' }] },
    })
    expect(read(sse([CALL]) + DONE + DONE).error).toBeUndefined()
  })

  test('after an error no call is complete', () => {
    const response = read(sse([CALL, { error: { message: 'upstream gone' } }]) + DONE)
    expect(response).toMatchObject({
      error: { message: 'upstream gone' },
      message: { parts: [{ status: 'truncated' }] },
    })
  })

  test('the word alone is no answer', () => {
    expect(read(DONE)).toMatchObject({ error: { code: 'stream-cut' }, finish: { reason: 'error' } })
  })

  test('arguments that broke off are not complete', () => {
    const cut = chunk({ tool_calls: [{ index: 0, id: 'x', function: { name: 'f', arguments: '{"a":' } }] })
    expect(read(sse([cut]) + DONE).message.parts).toMatchObject([{ status: 'malformed' }])
  })

  test('every recording says the same without its finish reasons', () => {
    holdsFor(
      exchangesOf(openaiChat.id).filter(({ stream }) => stream?.includes('"finish_reason"')),
      ({ stream = '' }) => {
        const whole = read(stream)
        if (whole.error !== undefined || whole.finish.reason === 'length') return undefined
        const bare = read(sse(parsedEvents(openaiChat, stream).map(withoutFinish)) + DONE)
        return difference(said(whole.message.parts), said(bare.message.parts)) ?? bare.error?.message
      },
    )
  })
})
