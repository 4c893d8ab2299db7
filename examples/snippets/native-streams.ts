import { Anthropic } from '@anthropic-ai/sdk'
import { runTools } from 'toolwire'
import { anthropic } from 'toolwire/adapters/anthropic-messages'
import { weather } from './weather.js'

const client = new Anthropic()
const tools = anthropic.encodeTools([weather]).value
const messages: Anthropic.MessageParam[] = [
  { role: 'user', content: 'Is it raining in Oslo?' },
]
const request = {
  model: 'claude-sonnet-5-5',
  max_tokens: 1024,
  tools,
  messages,
}

// #region shown
const stream = await client.messages.create({
  ...request,
  stream: true,
})
// Or event by event: for await (… of anthropic.stream(stream))
const { message } = await anthropic.collect(stream)
const results = await runTools(message, [weather])
messages.push(
  ...anthropic.encodeMessages([message]).value,
  ...anthropic.toolResults(results),
)
// #endregion

if (results.length > 0) await client.messages.create(request)
