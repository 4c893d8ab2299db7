import { encodeConversation, userMessage } from 'toolwire'
import { lintRequest, loadAdapter } from 'toolwire/adapters'

const to = await loadAdapter(process.env.WIRE ?? 'gemini') // an id or a short name; loads only that adapter
const conversation = { messages: [userMessage('Do I need an umbrella in Oslo?')] }
const request = encodeConversation(conversation, { to, model: 'gemini-3-flash-preview' }).value
for (const { rule, path, message } of await lintRequest(to, request)) console.warn(rule, path, message)
