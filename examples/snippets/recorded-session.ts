import { defineTool } from 'toolwire'
import {
  memoryConversations,
  openConversation,
} from 'toolwire/conversation'
import { runLoop } from 'toolwire/loop'
import { openSession } from 'toolwire/session'
import { z } from 'zod'
import { gpt } from './gpt.js'
import { connect, scripted } from './live-provider.js'

const parameters = z.object({ city: z.string() })
const weather = defineTool({
  name: 'weather',
  parameters,
  execute: () => 'rain',
})
// #region shown
const book = defineTool({
  name: 'book',
  parameters,
  requiresApproval: true,
  execute: ({ city }) => `A trip to ${city} is booked.`,
})
const tools = [weather, book]
// In production: sqliteConversations('chats.sqlite')
const store = memoryConversations()
const conversation = await openConversation('chat-17', { store })
const session = openSession(scripted, {
  socket: connect,
  conversation,
  tools,
})
session.respond()
for await (const event of session) {
  // The user hangs up before the trip is approved.
  if (event.type === 'waiting') break
}
// Later, perhaps on another server: continue as text.
for (const request of conversation.approvals)
  await conversation.approve(request.id)
await runLoop({ provider: gpt, conversation, tools }).result
console.log(conversation.messages) // speech, calls, results and texts
// #endregion
const results = JSON.stringify(conversation.messages)
if (!results.includes('A trip to Oslo is booked.'))
  throw new Error('the trip was not booked')
if (conversation.messages.at(-1)?.role !== 'assistant')
  throw new Error('the model did not answer')
