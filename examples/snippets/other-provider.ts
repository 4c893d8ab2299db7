import { Anthropic } from '@anthropic-ai/sdk'
import {
  pendingCalls,
  provider,
  runTools,
  toolMessage,
  userMessage,
} from 'toolwire'
import { anthropic } from 'toolwire/adapters/anthropic-messages'
import { weather } from './weather.js'

const client = new Anthropic()
// #region shown
const claude = provider(anthropic, {
  model: 'claude-sonnet-5-5',
  maxOutputTokens: 1024,
  send: (body, { signal }) => client.messages.create(body, { signal }),
})
// #endregion
const messages = [userMessage('Do I need an umbrella in Oslo?')]
do {
  messages.push(
    (await claude.turn({ messages, tools: [weather] }).response)
      .message,
  )
  if (pendingCalls(messages).length > 0)
    messages.push(toolMessage(await runTools(messages, [weather])))
} while (messages.at(-1)?.role === 'tool')
