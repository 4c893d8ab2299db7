import Anthropic from '@anthropic-ai/sdk'
import { parseAnthropicStream } from 'llm-bridge'
import { readRival } from '../rival.mjs'

const usage = {
  input_tokens: 412,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 1,
  service_tier: 'standard',
}
const message = {
  id: 'msg_01XFDUDYJgAACzvnptvVoYEL',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5',
  stop_sequence: null,
}

export const deltas = true

export function* events(calls) {
  yield { type: 'message_start', message: { ...message, content: [], stop_reason: null, usage } }
  for (const [index, { id, name, pieces }] of calls.entries()) {
    const content_block = { type: 'tool_use', id, name, input: {} }
    yield { type: 'content_block_start', index, content_block }
    for (const partial_json of pieces)
      yield { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json } }
    yield { type: 'content_block_stop', index }
  }
  const delta = { stop_reason: 'tool_use', stop_sequence: null }
  yield { type: 'message_delta', delta, usage: { output_tokens: 96 } }
  yield { type: 'message_stop' }
}

export function frame(event) {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

export function collect(event, texts) {
  if (event.type === 'content_block_start') texts[event.index] = ''
  else if (event.type === 'content_block_delta') texts[event.index] += event.delta.partial_json
}

export function body(calls, text) {
  const blocks = calls.map(({ id, name, text: input }) => ({
    type: 'tool_use',
    id,
    name,
    input: JSON.parse(input),
  }))
  return { ...message, content: [{ type: 'text', text }, ...blocks], stop_reason: 'tool_use', usage }
}

/** Runs the accumulator of the official SDK. */
export async function sdkHelper(respond) {
  const client = new Anthropic({ apiKey: 'none', maxRetries: 0, fetch: async () => respond() })
  const request = { model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'x' }] }
  return (await client.messages.stream(request).finalMessage()).content
}

export const rival = (body) => readRival(parseAnthropicStream(body))
