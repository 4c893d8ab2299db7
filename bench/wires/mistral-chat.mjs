const envelope = {
  id: '5f3a9c1e77d24b0e8a61c0de000000ee',
  object: 'chat.completion.chunk',
  created: 1760000001,
  model: 'mistral-large-latest',
}
const usage = { prompt_tokens: 412, total_tokens: 508, completion_tokens: 96, num_cached_tokens: 0 }

/** The API sends complete calls: one event per call. */
export const deltas = false

export function* events(calls) {
  yield chunkOf({ role: 'assistant', content: '' })
  for (const [index, call] of calls.entries())
    yield chunkOf({ tool_calls: [{ ...callOf(call), index }], content: '' })
  yield { ...chunkOf({ content: '' }, 'tool_calls'), usage }
}

function chunkOf(delta, finish_reason = null) {
  return { ...envelope, choices: [{ index: 0, delta, finish_reason }], p: 'abcdefgh' }
}

/** Ids have nine characters. */
function callOf({ id, name, text }) {
  return { id: id.slice(-9), function: { name, arguments: text } }
}

export function frame(event) {
  return `data: ${JSON.stringify(event)}\n\n`
}

export const end = 'data: [DONE]\n\n'

export function collect(event, texts) {
  for (const call of event.choices[0].delta.tool_calls ?? []) texts.push(call.function.arguments)
}

export function body(calls, text) {
  const message = { role: 'assistant', tool_calls: calls.map(callOf), content: text }
  const choices = [{ index: 0, finish_reason: 'tool_calls', message }]
  return { ...envelope, usage, object: 'chat.completion', choices }
}

export function argumentTexts(response) {
  return response.choices?.[0].message.tool_calls?.map((call) => call.function.arguments) ?? []
}
