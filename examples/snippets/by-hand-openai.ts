import OpenAI from 'openai'

// #region shown
const client = new OpenAI()
const messages: OpenAI.ChatCompletionMessageParam[] = [
  { role: 'user', content: 'Do I need an umbrella in Oslo?' },
]
const tools: OpenAI.ChatCompletionTool[] = [
  {
    type: 'function',
    function: {
      name: 'weather',
      description: 'The weather in a city',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string' } },
        required: ['city'],
      },
    },
  },
]
for (;;) {
  const stream = await client.chat.completions.create({
    model: 'gpt-5.4',
    messages,
    tools,
    stream: true,
  })
  let content = ''
  const calls: OpenAI.ChatCompletionMessageFunctionToolCall[] = []
  for await (const { choices } of stream) {
    const delta = choices[0]?.delta
    if (delta?.content) process.stdout.write(delta.content)
    content += delta?.content ?? ''
    for (const { index, id, function: called } of delta?.tool_calls ??
      []) {
      calls[index] ??= {
        type: 'function',
        id: '',
        function: { name: '', arguments: '' },
      }
      calls[index].id ||= id ?? ''
      calls[index].function.name ||= called?.name ?? ''
      calls[index].function.arguments += called?.arguments ?? ''
    }
  }
  messages.push({
    role: 'assistant',
    content,
    ...(calls.length > 0 && { tool_calls: calls }),
  })
  for (const { id, function: called } of calls) {
    // Throws if the text was truncated. The city is not validated.
    const { city } = JSON.parse(called.arguments)
    const result = { city, sky: 'rain', celsius: 7 }
    messages.push({
      role: 'tool',
      tool_call_id: id,
      content: JSON.stringify(result),
    })
  }
  if (calls.length === 0) break
}
// #endregion
