import { anthropic } from 'toolwire/adapters/anthropic-messages'
import { google } from 'toolwire/adapters/google-generate-content'
import { openaiChat } from 'toolwire/adapters/openai-chat'

const call = openaiChat.toolCall({
  id: 'call_1',
  type: 'function',
  function: { name: 'weather', arguments: '{"city":"Oslo"}' },
})
console.log(anthropic.encodeCall(call), google.encodeCall(call))
