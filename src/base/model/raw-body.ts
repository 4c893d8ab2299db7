import type { ModelResponse } from './types.js'

/**
 * The body of an answer as it was received: text, the bytes of a binary stream, or what an SDK parsed (one object, or
 * the list of the stream's objects).
 */
export type RawBody = string | Uint8Array | object | readonly object[]

// Stored beside the answer: a member would be saved with every conversation.
const bodies = new WeakMap<ModelResponse, RawBody>()

export function keepRawBody(response: ModelResponse, body: RawBody): void {
  bodies.set(response, body)
}

/**
 * Returns the body of an answer that was decoded with `rawBody: true`, an option of `provider` and of
 * `decodeResponse`. A copy of the answer has none.
 * @example
 * const model = provider(anthropic, { model: 'claude-sonnet-5-5', maxOutputTokens: 1024, key, rawBody: true })
 * const response = await model.turn(conversation).response
 * await appendFile('answers.log', String(rawBodyOf(response)))
 */
export function rawBodyOf(response: ModelResponse): RawBody | undefined {
  return bodies.get(response)
}
