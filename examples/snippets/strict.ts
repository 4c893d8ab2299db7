import type OpenAI from 'openai'
// #region shown
import { AdapterError, translateRequest } from 'toolwire'
import { anthropic } from 'toolwire/adapters/anthropic-messages'
import { openaiChat } from 'toolwire/adapters/openai-chat'

const request: OpenAI.ChatCompletionCreateParams = {
  model: 'gpt-5.4',
  messages: [{ role: 'user', content: 'Tell me of Oslo.' }],
  logit_bias: { 50256: -100 },
}
const options = {
  from: openaiChat,
  to: anthropic,
  model: 'claude-sonnet-5-5',
  maxOutputTokens: 1024,
}
try {
  translateRequest(request, { ...options, mode: 'strict' })
} catch (error) {
  if (!(error instanceof AdapterError && error.code === 'strict'))
    throw error
  console.log(error.message) // settings-not-carried: … (at /…)
}
// #endregion
