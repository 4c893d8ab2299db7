import OpenAI from 'openai'
import { provider } from 'toolwire'
import { anthropic } from 'toolwire/adapters/anthropic-messages'
import { answeredBy } from 'toolwire/answered-by'

// #region shown
const claude = provider(anthropic, {
  model: 'claude-sonnet-5-5',
  maxOutputTokens: 4096,
  key: process.env.ANTHROPIC_API_KEY,
})
const client = new OpenAI({
  apiKey: 'unused',
  fetch: answeredBy(claude, { onNotice: console.warn }),
})
const { choices } = await client.chat.completions.create({
  model: 'gpt-5.5', // ignored, claude-sonnet-5-5 answers
  messages: [{ role: 'user', content: 'Hello' }],
})
console.log(choices[0]?.message.content)
// #endregion
