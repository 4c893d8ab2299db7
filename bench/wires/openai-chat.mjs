import { parseOpenAIStream } from 'llm-bridge'
import OpenAI from 'openai'
import { readRival } from '../rival.mjs'

const chunk = {
  id: 'chatcmpl-BWvC6JXjHtT6y8tqV6d9yqPZ2Yk0c',
  object: 'chat.completion.chunk',
  created: 1747205982,
  model: 'gpt-4.1-2025-04-14',
  service_tier: 'default',
  system_fingerprint: 'fp_b3f1157249',
}
const usage = { prompt_tokens: 412, completion_tokens: 96, total_tokens: 508 }

export const deltas = true

export function* events(calls) {
  yield chunkOf({ role: 'assistant', content: null })
  for (const [index, { id, name }] of calls.entries())
    yield chunkOf({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] })
  const longest = Math.max(...calls.map(({ pieces }) => pieces.length))
  for (let position = 0; position < longest; position += 1) {
    for (const [index, { pieces }] of calls.entries()) {
      if (position < pieces.length)
        yield chunkOf({ tool_calls: [{ index, function: { arguments: pieces[position] } }] })
    }
  }
  yield chunkOf({}, 'tool_calls')
  yield { ...chunk, choices: [], usage }
}

function chunkOf(delta, finish_reason = null) {
  return { ...chunk, choices: [{ index: 0, delta, logprobs: null, finish_reason }] }
}

export function frame(event) {
  return `data: ${JSON.stringify(event)}\n\n`
}

export const end = 'data: [DONE]\n\n'

export function collect(event, texts) {
  for (const {
    index,
    function: { arguments: text },
  } of event.choices[0]?.delta.tool_calls ?? [])
    texts[index] = (texts[index] ?? '') + text
}

export function body(calls, text) {
  const tool_calls = calls.map(({ id, name, text: args }) => ({
    id,
    type: 'function',
    function: { name, arguments: args },
  }))
  const message = { role: 'assistant', content: text, tool_calls, refusal: null, annotations: [] }
  return {
    ...chunk,
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: 'tool_calls' }],
    usage,
  }
}

export function argumentTexts(response) {
  const calls = response.choices?.[0]?.message?.tool_calls ?? []
  return calls.flatMap((call) => call.function?.arguments ?? [])
}

/** Runs the accumulator of the official SDK. */
export async function sdkHelper(respond) {
  const client = new OpenAI({ apiKey: 'none', maxRetries: 0, fetch: async () => respond() })
  const request = { model: 'm', messages: [{ role: 'user', content: 'x' }] }
  const completion = await client.chat.completions.stream(request).finalChatCompletion()
  return completion.choices[0].message.tool_calls
}

export const rival = (body) => readRival(parseOpenAIStream(body))
