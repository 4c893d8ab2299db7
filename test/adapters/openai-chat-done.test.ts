import { describe, test } from 'vitest'
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

/** Returns a chunk of a server that sends neither a finish reason nor usage. */
function withoutFinish(native: JsonObject): JsonObject {
  const { usage: _usage, choices, ...rest } = native
  if (!isArray(choices)) return rest
  return {
    ...rest,
    choices: choices.map((choice) => (isObject(choice) ? { ...choice, finish_reason: null } : choice)),
  }
}

describe('a stream that ends with [DONE] and gives no finish reason', () => {
  test('every recording has the same content without its finish reasons', () => {
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
