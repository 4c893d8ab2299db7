import { parseOpenAIResponsesStream } from 'llm-bridge'
import OpenAI from 'openai'
import { readRival } from '../rival.mjs'

const response = {
  id: 'resp_68246a1d3f0c8191a7b3f9c0d2e1f4a5',
  object: 'response',
  created_at: 1747205982,
  status: 'in_progress',
  error: null,
  incomplete_details: null,
  instructions: null,
  max_output_tokens: null,
  model: 'gpt-4.1-2025-04-14',
  output: [],
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: null, summary: null },
  store: true,
  temperature: 1,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [],
  top_p: 1,
  truncation: 'disabled',
  usage: null,
  user: null,
  metadata: {},
}
const usage = {
  input_tokens: 412,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 96,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 508,
}

export const deltas = true
/**
 * With 24 characters per delta, most of the input is repeated complete text, whose cost cannot be reduced.
 */
export const deltaLimits = { 24: 1.1 }

/**
 * Yields the events of an answer. The text is sent once in deltas and three times in complete form: in two
 * events of the item and in the last event.
 */
export function* events(calls) {
  let sequence_number = 0
  const numbered = (event) => ({ ...event, sequence_number: sequence_number++ })
  yield numbered({ type: 'response.created', response })
  yield numbered({ type: 'response.in_progress', response })
  for (const [output_index, call] of calls.entries()) {
    const item_id = itemId(call)
    const added = { ...itemOf(call), status: 'in_progress', arguments: '' }
    yield numbered({ type: 'response.output_item.added', output_index, item: added })
    for (const delta of call.pieces)
      yield numbered({ type: 'response.function_call_arguments.delta', item_id, output_index, delta })
    const { text, name } = call
    yield numbered({
      type: 'response.function_call_arguments.done',
      item_id,
      output_index,
      name,
      arguments: text,
    })
    yield numbered({ type: 'response.output_item.done', output_index, item: itemOf(call) })
  }
  const done = { ...response, status: 'completed', output: calls.map(itemOf), usage }
  yield numbered({ type: 'response.completed', response: done })
}

function itemId({ id }) {
  return id.replace('call_', 'fc_')
}

function itemOf(call) {
  const { id: call_id, name, text } = call
  return { id: itemId(call), type: 'function_call', status: 'completed', arguments: text, call_id, name }
}

export function frame(event) {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

export function collect(event, texts) {
  if (event.type === 'response.output_item.added') texts[event.output_index] = ''
  else if (event.type === 'response.function_call_arguments.delta') texts[event.output_index] += event.delta
}

export function body(calls, text) {
  const content = [{ type: 'output_text', annotations: [], logprobs: [], text }]
  const message = { id: 'msg_68246a1d3f0c', type: 'message', status: 'completed', content, role: 'assistant' }
  return { ...response, status: 'completed', output: [message, ...calls.map(itemOf)], usage }
}

export function argumentTexts(native) {
  const calls = native.output?.filter(({ type }) => type === 'function_call') ?? []
  return calls.map((item) => item.arguments)
}

/** Runs the accumulator of the official SDK. */
export async function sdkHelper(respond) {
  const client = new OpenAI({ apiKey: 'none', maxRetries: 0, fetch: async () => respond() })
  return (await client.responses.stream({ model: 'm', input: 'x' }).finalResponse()).output
}

export const rival = (body) => readRival(parseOpenAIResponsesStream(body))
