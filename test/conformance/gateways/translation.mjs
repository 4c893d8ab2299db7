// A small translator between Chat Completions and Messages, as a young gateway has it.

/** Translates texts, calls and results. Settings other than the limit are lost. */
export function messagesRequest({ messages, tools, max_tokens, max_completion_tokens }, model) {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content)
  const turns = messages.filter(({ role }) => role !== 'system').map(messagesTurn)
  return {
    ...{ model, max_tokens: max_completion_tokens ?? max_tokens ?? 4096, messages: turns },
    ...(system.length > 0 && { system: system.join('\n') }),
    ...(tools && { tools: tools.map((tool) => messagesTool(tool.function)) }),
  }
}

function messagesTool({ name, description, parameters }) {
  return { name, description, input_schema: parameters ?? { type: 'object' } }
}

function messagesTurn({ role, content, tool_calls: calls = [], tool_call_id }) {
  if (role === 'tool')
    return { role: 'user', content: [{ type: 'tool_result', tool_use_id: tool_call_id, content }] }
  const uses = calls.map(({ id, function: { name, arguments: text } }) => ({
    ...{ type: 'tool_use', id, name, input: JSON.parse(text) },
  }))
  return uses.length === 0
    ? { role, content }
    : { role, content: [...(content ? [{ type: 'text', text: content }] : []), ...uses] }
}

/** Translates texts and calls. Thinking and blocks of the provider are not part of a Chat answer. */
export function chatAnswer({ id, model, content, stop_reason }) {
  const calls = content.filter(({ type }) => type === 'tool_use')
  const text = content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('')
  const tool_calls = calls.map((call) => ({
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(call.input) },
  }))
  const message = { role: 'assistant', content: text || null, ...(calls.length > 0 && { tool_calls }) }
  const finish_reason = { tool_use: 'tool_calls', max_tokens: 'length' }[stop_reason] ?? 'stop'
  return { id, object: 'chat.completion', created: 0, model, choices: [{ index: 0, message, finish_reason }] }
}
