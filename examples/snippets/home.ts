import { fetchSend, provider, userMessage } from 'toolwire'
import { anthropic } from 'toolwire/adapters/anthropic-messages'
import { runLoop } from 'toolwire/loop'
import { gpt } from './gpt.js'
import { weather } from './weather.js'

const send = fetchSend(anthropic, { key: process.env.ANTHROPIC_API_KEY })
// #region shown
const claude = provider(anthropic, { model: 'claude-sonnet-5-5', maxOutputTokens: 1024, send })
const messages = [userMessage('Do I need an umbrella in Oslo?')]
for (const model of [gpt, claude]) {
  const loop = runLoop({ provider: model, messages, tools: [weather] })
  messages.push(...(await loop.result).messages.slice(messages.length))
  messages.push(userMessage('And tomorrow?')) // the next one goes on from here
}
// #endregion
