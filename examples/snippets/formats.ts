// Continues a history of AI SDK with Anthropic's SDK, and returns it.
import Anthropic from '@anthropic-ai/sdk'
import type { ModelMessage } from 'ai'
import { translate } from 'toolwire'
import { messages as aiSdk } from 'toolwire/adapters/ai-sdk'
import { messages as anthropic } from 'toolwire/adapters/anthropic-messages'

// #region shown
const history: ModelMessage[] = [
  { role: 'user', content: 'Is it warm in Faro?' },
  {
    role: 'assistant',
    content: [
      {
        type: 'tool-call',
        toolCallId: 'a1',
        toolName: 'weather',
        input: { city: 'Faro' },
      },
    ],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'a1',
        toolName: 'weather',
        output: { type: 'text', value: '24 °C' },
      },
    ],
  },
]
const there = translate(history, { from: aiSdk, to: anthropic })
await new Anthropic().messages.create({
  model: 'claude-sonnet-5-5',
  max_tokens: 1024,
  messages: there.value,
})
const back = translate(there.value, { from: anthropic, to: aiSdk })
for (const { role, content } of back.value)
  console.log(role, JSON.stringify(content))
// #endregion shown
