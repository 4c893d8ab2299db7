import { Anthropic } from '@anthropic-ai/sdk'
import { pendingCalls, runTools } from 'toolwire'
// #region shown
import {
  collect,
  toolResults,
} from 'toolwire/adapters/anthropic-messages'
// #endregion
import { weather } from './weather.js'

const client = new Anthropic()
const messages: Anthropic.MessageParam[] = [
  { role: 'user', content: 'Is it raining in Oslo?' },
]
const request = {
  model: 'claude-sonnet-5-5',
  max_tokens: 1024,
  messages,
}
const answer = await client.messages.create(request)
const { message } = await collect(answer)
if (pendingCalls(message).length > 0) {
  messages.push({ role: 'assistant', content: answer.content })
  messages.push(...toolResults(await runTools(message, [weather])))
  await client.messages.create(request)
}
