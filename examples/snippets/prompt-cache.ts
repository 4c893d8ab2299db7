import { encodeConversation, type Message, userMessage } from 'toolwire'
import { anthropic } from 'toolwire/adapters/anthropic-messages'

// #region shown
const manual: Message = {
  role: 'system',
  parts: [
    { type: 'text', text: 'A long manual …', cache: { ttl: '1h' } },
  ],
}
const { value } = encodeConversation(
  {
    messages: [manual, userMessage('How do I reset it?')],
    maxOutputTokens: 1024,
  },
  { to: anthropic, model: 'claude-sonnet-5-5' },
)
// [{ type: 'text', text: 'A long manual …',
//   cache_control: { type: 'ephemeral', ttl: '1h' } }]
console.log(value.system)
// #endregion
if (!JSON.stringify(value.system).includes('"ttl":"1h"'))
  throw new Error(JSON.stringify(value))
