import { encodeConversation, userMessage } from 'toolwire'
import { lintRequest, loadAdapter } from 'toolwire/adapters'

// An id or a short name. Loads only this adapter.
const to = await loadAdapter(process.env.WIRE ?? 'gemini')
const conversation = {
  messages: [userMessage('Do I need an umbrella in Oslo?')],
}
const request = encodeConversation(conversation, {
  to,
  model: 'gemini-3-flash-preview',
}).value
for (const { rule, path, message } of await lintRequest(to, request))
  console.warn(rule, path, message)
