import { fetchSend, provider, userMessage } from 'toolwire'
// #region shown
import { anthropic } from 'toolwire/adapters/anthropic-messages'
import {
  refusals,
  rules,
} from 'toolwire/adapters/anthropic-messages/rules'

const claude = provider(anthropic, {
  model: 'claude-sonnet-5-5',
  maxOutputTokens: 1024,
  send: fetchSend(anthropic, { key: process.env.ANTHROPIC_API_KEY }),
  repair: 1, // one more request at most; it may cost money
  rules: [...rules, ...refusals],
  onNotice: ({ code, message }) => console.log(code, message),
})
// #endregion
const { message } = await claude.turn({
  messages: [userMessage('Do I need an umbrella in Oslo?')],
}).response
console.log(message.parts.length)
