import { userMessage } from 'toolwire'
import { anthropic } from 'toolwire/adapters/anthropic-messages'
import { openaiChat } from 'toolwire/adapters/openai-chat'
// #region shown
import { createProxy } from 'toolwire/proxy'

const proxy = createProxy({
  routes: [
    {
      from: anthropic,
      models: ['claude-*'],
      to: {
        adapter: openaiChat,
        url: 'https://api.openai.com/v1',
        model: 'gpt-5.4',
        maxOutputTokens: 8192,
      },
    },
  ],
  environment: process.env, // contains OPENAI_API_KEY
  onAnswered: ({ status, milliseconds, notices }) =>
    console.log(
      status,
      milliseconds,
      ...notices.map(({ code }) => code),
    ),
})
// Bun, Deno, Workers. In Hono:
// app.all('/*', (c) => proxy.fetch(c.req.raw))
export default { fetch: proxy.fetch }
// #endregion
const { value } = anthropic.encodeRequest({
  model: 'claude-sonnet-5-5',
  maxOutputTokens: 100,
  messages: [userMessage('Do I need an umbrella in Oslo?')],
})
const request = new Request('http://localhost/v1/messages', {
  method: 'POST',
  body: JSON.stringify(value),
})
const response = await proxy.fetch(request)
console.log(
  anthropic.decodeResponse(await response.text()).value.message.parts,
)
