import type { SendCommand } from '../../tools/context/database.js'
import type { ConversationStore } from './conversation-store.js'

/** Options of `redisConversations`. */
export interface RedisConversationsOptions {
  /** The prefix of all keys; in braces for a Redis cluster. Default: `toolwire`. */
  readonly prefix?: string | undefined
  /**
   * The number of replicas that must have each entry before it counts as recorded (`WAIT`). Without replicas, a Redis that fails over
   * may lose the latest entries, and a call that was recorded there may begin again. Default: 0.
   */
  readonly replicas?: number | undefined
  /** Milliseconds to wait for the replicas. Default: 1,000. */
  readonly timeout?: number | undefined
}

/**
 * Creates a store of conversations in Redis, with your client.
 * @param send passes a command to the client.
 * @example
 * redisConversations((...words) => client.call(...words)) // ioredis
 * redisConversations((...words) => client.sendCommand(words)) // node-redis
 */
export function redisConversations(
  send: SendCommand,
  { prefix = 'toolwire', replicas = 0, timeout = 1_000 }: RedisConversationsOptions = {},
): ConversationStore {
  const keyOf = (id: string) => `${prefix}:conversation:${id}`
  const states = `${prefix}:conversation-states`
  return {
    read: async (id, after) => textsIn(await send('LRANGE', keyOf(id), String(after), '-1')),
    async append(id, after, entry, state) {
      const added = await send('EVAL', APPEND, '2', keyOf(id), states, String(after), entry, id, state)
      if (Number(added) !== 1) return false
      if (replicas > 0) await replicated(send, replicas, timeout)
      return true
    },
    async list(state) {
      const pairs = textsIn(await send('EVAL', LIST, '1', states))
      return pairs.filter((_, at) => at % 2 === 0 && pairs[at + 1] === state).sort()
    },
    async delete(id) {
      await send('DEL', keyOf(id))
      await send('HDEL', states, id)
    },
  }
}

/** KEYS: the list, the hash of states. ARGV: the expected length, the entry, the id, the state. */
const APPEND = `
if redis.call('LLEN', KEYS[1]) ~= tonumber(ARGV[1]) then return 0 end
redis.call('RPUSH', KEYS[1], ARGV[2])
redis.call('HSET', KEYS[2], ARGV[3], ARGV[4])
return 1`

/** A script returns a list in the second and the third version of the protocol. */
const LIST = `return redis.call('HGETALL', KEYS[1])`

async function replicated(send: SendCommand, replicas: number, timeout: number): Promise<void> {
  const reached = Number(await send('WAIT', String(replicas), String(timeout)))
  if (reached >= replicas) return
  throw new Error(`Only ${reached} of ${replicas} replicas of Redis have the entry after ${timeout} ms.`)
}

function textsIn(answer: unknown): string[] {
  return Array.isArray(answer) ? answer.map(String) : []
}
