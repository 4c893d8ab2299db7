/**
 * Answers the user in a conversation in Redis, with three calls, and ends. Each effect and each paid request is a line of the list
 * `effects`. Arguments: URL of the store, id of the conversation.
 */
import { Redis } from 'ioredis'
import { openConversation, redisConversations } from '../../src/chat/conversation/index.js'
import { runLoop } from '../../src/chat/loop/index.js'
import { defineTool } from '../../src/index.js'
import { answer, nativeCall, scripted } from '../loop/scripted.js'

const [url = '', id = ''] = process.argv.slice(2)
const client = new Redis(url)
const note = (effect: string) => client.rpush(`effects ${id}`, effect)
const tool = (name: string, retryable = false) =>
  defineTool({
    name,
    retryable,
    execute: async (_input, { idempotencyKey }) => {
      await note(`${name} ${idempotencyKey}`)
      return `${name} is done`
    },
  })
const { provider } = scripted(({ messages }) => {
  const answers = messages.filter(({ role }) => role === 'assistant').length
  void note(`request ${answers}`)
  if (answers === 0) return answer(null, nativeCall('c1', 'pay'), nativeCall('c2', 'look'))
  return answers === 1 ? answer(null, nativeCall('c3', 'send')) : answer('Done.')
})
const store = redisConversations((...words) => client.call(...words))
const conversation = await openConversation(id, { store, lease: 300, interval: 20, whenBusy: 'wait' })
console.log('opened')
await conversation.say('Pay, please.', 'm1')
await runLoop({ provider, conversation, tools: [tool('pay'), tool('look', true), tool('send')] }).result
console.log('answered')
client.disconnect()
