import {
  defineTool,
  provider,
  runTools,
  toolMessage,
  userMessage,
} from 'toolwire'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { hermesJson, withTextCalls } from 'toolwire/text-calls'

// Answers of a server without a parser for tool calls.
const said = [
  'I look it up.\n<tool_call>\n{"name": "weather", "arguments": {"city": "Oslo"}}\n</tool_call>',
  'Yes: it rains.',
]
const ask = (_request: object) => ({
  choices: [
    {
      message: { role: 'assistant', content: said.shift() ?? '' },
      finish_reason: 'stop',
    },
  ],
})

// #region shown
const weather = defineTool({
  name: 'weather',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
  },
  execute: () => 'rain',
})
const tools = [weather]

const model = provider(
  withTextCalls(openaiChat, { dialects: [hermesJson], tools }),
  {
    model: 'qwen2.5-7b-instruct',
    stream: false,
    send: (request) => ask(request),
  },
)
const messages = [userMessage('Do I need an umbrella in Oslo?')]
for (;;) {
  const { message } = await model.turn({ messages, tools }).response
  messages.push(message)
  const results = await runTools(message, tools)
  if (results.length === 0) break
  messages.push(toolMessage(results))
}
// #endregion

console.log(messages.at(-1)?.parts)
