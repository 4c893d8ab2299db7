import { expectOptions, type KnownOptions } from '../../base/model/expect.js'
import type { SendCommand } from '../../tools/context/database.js'
import { CONVERSATION_STATES, type ConversationStore } from './conversation-store.js'

/** Options of `redisConversations`. */
export interface RedisConversationsOptions {
  /** The prefix of all keys. Use braces for a Redis cluster. Default: `toolwire`. */
  readonly prefix?: string | undefined
  /**
   * The number of replicas that must have each entry before it counts as recorded (`WAIT`). Without replicas,
   * a failover of Redis may lose the latest entries, and a call in these entries may begin again. Default: 0.
   */
  readonly replicas?: number | undefined
  /** Milliseconds to wait for the replicas. Default: 1,000. */
  readonly timeout?: number | undefined
}

const OPTIONS: KnownOptions<RedisConversationsOptions> = { prefix: true, replicas: true, timeout: true }

/**
 * Creates a store of conversations in Redis, with your client.
 * @param send passes a command to the client.
 * @example
 * redisConversations((...words) => client.call(...words)) // ioredis
 * redisConversations((...words) => client.sendCommand(words)) // node-redis
 */
export function redisConversations(
  send: SendCommand,
  options: RedisConversationsOptions = {},
): ConversationStore {
  expectOptions(options, OPTIONS, ['redisConversations', 'redisConversations(send, { prefix })'])
  const { prefix = 'toolwire', replicas = 0, timeout = 1_000 } = options
  const keyOf = (id: string) => `${prefix}:conversation:${id}`
  const listOf = (state: string) => `${prefix}:conversations:${state}`
  const lists = CONVERSATION_STATES.map(listOf)
  const run = (script: string, id: string, ...given: string[]) =>
    send('EVAL', script, String(1 + lists.length), keyOf(id), ...lists, id, ...given)
  return {
    read: async (id, after) => textsIn(await send('LRANGE', keyOf(id), String(after), '-1')),
    async append(id, after, entry, state) {
      const added = await run(APPEND, id, String(after), entry, listOf(state))
      if (Number(added) !== 1) return false
      if (replicas > 0) await replicated(send, replicas, timeout)
      return true
    },
    list: async (state) => textsIn(await send('ZRANGE', listOf(state), '0', '-1')),
    async delete(id) {
      await run(DELETE, id)
    },
  }
}

/** KEYS: the entries, the ids of each state. ARGV: the id, the expected length, the entry, the key of the new state. */
const APPEND = `
if redis.call('LLEN', KEYS[1]) ~= tonumber(ARGV[2]) then return 0 end
redis.call('RPUSH', KEYS[1], ARGV[3])
for at = 2, #KEYS do
  if KEYS[at] == ARGV[4] then redis.call('ZADD', KEYS[at], 0, ARGV[1])
  else redis.call('ZREM', KEYS[at], ARGV[1]) end
end
return 1`

/** KEYS: the entries, the ids of each state. ARGV: the id. */
const DELETE = `
redis.call('DEL', KEYS[1])
for at = 2, #KEYS do redis.call('ZREM', KEYS[at], ARGV[1]) end`

async function replicated(send: SendCommand, replicas: number, timeout: number): Promise<void> {
  const reached = Number(await send('WAIT', String(replicas), String(timeout)))
  if (reached >= replicas) return
  throw new Error(`Only ${reached} of ${replicas} replicas of Redis have the entry after ${timeout} ms.`)
}

function textsIn(answer: unknown): string[] {
  return Array.isArray(answer) ? answer.map(String) : []
}
