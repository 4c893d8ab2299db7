import { translate } from 'toolwire'
import { type AiSdkMessageInput, aiSdk } from 'toolwire/adapters/ai-sdk'
import { anthropic } from 'toolwire/adapters/anthropic-messages'

const kept: AiSdkMessageInput[] = [
  { role: 'user', content: 'Do I need an umbrella in Oslo?' },
  {
    role: 'assistant',
    content: [
      {
        type: 'reasoning',
        text: 'Let me look.',
        providerOptions: { anthropic: { signature: 'EqQBCgIY' } },
      },
      {
        type: 'tool-call',
        toolCallId: 'toolu_1',
        toolName: 'get_weather',
        input: { city: 'Oslo' },
      },
    ],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'toolu_1',
        toolName: 'get_weather',
        output: { type: 'text', value: 'rain' },
      },
    ],
  },
]
// #region shown
// Messages of generateText become messages for Anthropic's SDK, with
// signed thinking, calls and results.
const { value: messages } = translate(kept, {
  from: aiSdk,
  to: anthropic,
})
messages.push(
  { role: 'assistant', content: 'Yes.' },
  { role: 'user', content: 'And tomorrow?' },
)

// Back to ModelMessages, with the signatures for @ai-sdk/anthropic.
const { value: history } = translate(messages, {
  from: anthropic,
  to: aiSdk,
})
// #endregion
console.log(history.map(({ role }) => role).join(', '))
