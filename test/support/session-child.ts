/**
 * Answers the user in a conversation in Redis with a live session and three calls, and ends. Each effect and each answer of the model is
 * a line of the list `effects`. Arguments: URL of the store, id of the conversation.
 */
import { Redis } from 'ioredis'
import { openConversation, redisConversations } from '../../src/chat/conversation/index.js'
import { openSession } from '../../src/chat/session/index.js'
import { defineTool } from '../../src/index.js'
import { NativeServer, realtimeServer } from '../session/native-server.js'

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
const answerTo = (heard: string) => {
  void note('request')
  if (heard.includes('"c3"')) return 'Done.'
  return heard.includes('"c1"') ? { c3: 'send' } : { c1: 'pay', c2: 'look' }
}
const store = redisConversations((...words) => client.call(...words))
const conversation = await openConversation(id, { store, lease: 300, interval: 20, whenBusy: 'wait' })
console.log('opened')
await conversation.say('Pay, please.', 'm1')
await openUntilDone()
console.log('answered')
client.disconnect()

async function openUntilDone(): Promise<void> {
  const session = openSession(realtimeServer.adapter, {
    socket: () => new NativeServer(realtimeServer, answerTo).socket,
    ...{ conversation, model: 'm', tools: [tool('pay'), tool('look', true), tool('send')] },
  })
  const isDone = () => JSON.stringify(session.messages.at(-1)?.parts).includes('"Done."')
  for await (const event of session) {
    if (event.type === 'session-ready' && isDone()) break
    if (event.type === 'finish' && event.finish.reason === 'stop') break
  }
}
