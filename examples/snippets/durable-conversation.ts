import { defineTool } from 'toolwire'
import {
  memoryConversations,
  openConversation,
} from 'toolwire/conversation'
import { runLoop } from 'toolwire/loop'
import { gpt } from './gpt.js'

const pay = defineTool({
  name: 'pay',
  requiresApproval: true,
  // The same key in each process that runs this call.
  execute: (_input, { idempotencyKey }) => ({ paid: idempotencyKey }),
})
// In production: sqliteConversations('chats.sqlite')
const store = memoryConversations()
const conversation = await openConversation('chat-17', { store })
await conversation.say('Pay the invoice.')
const run = () => runLoop({ provider: gpt, conversation, tools: [pay] })
let { reason } = await run().result
for (const request of conversation.approvals) {
  console.log(`${request.name} waits for approval.`)
  await conversation.approve(request.id)
}
if (reason === 'approval') ({ reason } = await run().result)
console.log(reason, conversation.messages.length)
