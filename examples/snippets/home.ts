import {
  fetchSend,
  type Message,
  provider,
  userMessage,
} from 'toolwire'
import { anthropic } from 'toolwire/adapters/anthropic-messages'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { runLoop } from 'toolwire/loop'
import { weather } from './weather.js'

const toOpenAI = fetchSend(openaiChat, {
  key: process.env.OPENAI_API_KEY,
})
const toClaude = fetchSend(anthropic, {
  key: process.env.ANTHROPIC_API_KEY,
})
// #region shown
const gpt = provider(openaiChat, { model: 'gpt-5.4', send: toOpenAI })
const claude = provider(anthropic, {
  model: 'claude-sonnet-5-5',
  send: toClaude,
})
const settings = { tools: [weather], maxOutputTokens: 1024 }

const messages: Message[] = []
for (const model of [gpt, claude]) {
  messages.push(userMessage('Do I need an umbrella in Oslo?'))
  const loop = runLoop({ provider: model, messages, ...settings })
  // The calls have run. The next model continues from here.
  messages.push(...(await loop.result).messages.slice(messages.length))
}
// #endregion
