const envelope = { model: 'qwen3:8b', created_at: '2026-10-02T09:30:01.700000001Z' }
const counts = {
  total_duration: 4935886791,
  load_duration: 534986708,
  prompt_eval_count: 412,
  prompt_eval_duration: 107345000,
  eval_count: 96,
  eval_duration: 4289432000,
}

/** The API sends complete calls: one line per call. */
export const deltas = false

export function* events(calls) {
  for (const call of calls) yield lineOf({ content: '', tool_calls: [callOf(call)] })
  yield { ...lineOf({ content: '' }), done: true, done_reason: 'stop', ...counts }
}

function lineOf(message) {
  return { ...envelope, message: { role: 'assistant', ...message }, done: false }
}

function callOf({ id, name, text }) {
  return { id, function: { index: 0, name, arguments: JSON.parse(text) } }
}

export function frame(event) {
  return `${JSON.stringify(event)}\n`
}

/** Does the same work as the official client: lines, each through JSON.parse. */
export function floorFraming(take) {
  const decoder = new TextDecoder()
  let pending = ''
  return {
    push(chunk) {
      const lines = (pending + decoder.decode(chunk, { stream: true })).split('\n')
      pending = lines.pop() ?? ''
      for (const line of lines) take(JSON.parse(line))
    },
    finish() {
      if (pending !== '') take(JSON.parse(pending))
    },
  }
}

export function collect({ message }, texts) {
  for (const call of message.tool_calls ?? []) texts.push(call.function.arguments)
}

export function body(calls, text) {
  const message = { role: 'assistant', content: text, tool_calls: calls.map(callOf) }
  return { ...envelope, message, done: true, done_reason: 'stop', ...counts }
}
