/**
 * Answers the user in a conversation in Redis with the model of three providers, and ends. Each effect and each paid answer is a line of
 * the list `effects`. Arguments: URL of the store, id of the conversation, name of the host, or `queue` for a loop whose calls run on
 * workers of the queue `tools`.
 */
import { Redis } from 'ioredis'
import { openConversation, redisConversations } from '../../src/chat/conversation/index.js'
import { createQueueExecutor } from '../../src/tools/queue/index.js'
import { HOSTS } from '../conversation/hosts.js'
import { threeWireTools } from '../conversation/three-wires.js'

const [url = '', id = '', name = ''] = process.argv.slice(2)
const client = new Redis(url)
const note = (effect: string, key = '') => client.rpush(`effects ${id}`, `${effect} ${key}`)
const store = redisConversations((...words) => client.call(...words))
const open = () => openConversation(id, { store, lease: 300, interval: 20, whenBusy: 'wait' })
const executor =
  name === 'queue'
    ? createQueueExecutor({ queue: 'tools', connection: { url }, tools: threeWireTools(note) })
    : undefined
const host = Object.entries(HOSTS).find(([key]) => key === name)?.[1] ?? HOSTS['a loop']
console.log('opened')
await host({ open, note, ...(executor && { executor }) })
console.log('answered')
await executor?.close()
client.disconnect()
