// A client of one provider sends a request through the proxy, and another provider answers with a tool call.
import { takeCoverage } from 'node:v8'
import { anthropic } from '../../build/adapters/anthropic-messages/index.js'
import { openaiChat } from '../../build/adapters/openai-chat/index.js'
import { createProxy } from '../../build/src/proxy/index.js'

const call = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Bern"}' } }
const answer = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: null, tool_calls: [call] },
      finish_reason: 'tool_calls',
    },
  ],
}
const proxy = createProxy({
  routes: [
    {
      from: anthropic,
      to: { adapter: openaiChat, url: 'https://api.openai.com/v1', model: 'm', cache: 'marks' },
    },
  ],
  fetch: async () => Response.json(answer),
})
const request = new Request('http://localhost/v1/messages', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    model: 'claude',
    max_tokens: 99,
    system: 'Be brief.',
    messages: [{ role: 'user', content: 'How is the weather in Bern?' }],
    tools: [{ name: 'weather', input_schema: { type: 'object', properties: { city: { type: 'string' } } } }],
  }),
})
takeCoverage()
const response = await proxy.fetch(request)
const text = await response.text()
if (!response.ok || !text.includes('tool_use')) throw new Error(text)
