/** Returns the arguments contained in llm-bridge's events. */
export async function readRival(events) {
  const texts = new Map()
  for await (const { type, tool_call: call } of events) {
    if (type === 'tool_call_start') texts.set(call.id, '')
    else if (type === 'tool_call_delta') texts.set(call.id, texts.get(call.id) + call.arguments_delta)
  }
  return Array.from(texts.values(), (text) => JSON.parse(text))
}
