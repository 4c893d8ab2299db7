import { translateRequest } from 'toolwire'
import { anthropic } from 'toolwire/adapters/anthropic-messages'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { models } from 'toolwire/models'

const request = {
  model: 'gpt-5',
  messages: [
    { role: 'user', content: 'Do I need an umbrella in Oslo?' },
  ],
  reasoning_effort: 'medium',
} as const
// #region shown
const { value, notices } = translateRequest(request, {
  from: openaiChat,
  to: anthropic,
  model: 'claude-sonnet-4-5',
  models,
  fill: true,
})
// value.max_tokens is 64000, value.thinking.budget_tokens is 10000.
// Two notices report this.
// #endregion
console.log(value, notices)
