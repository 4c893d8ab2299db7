// #region shown
import { Redis } from 'ioredis'
import {
  createToolContext,
  memoryState,
  redisState,
} from 'toolwire/tools'

const url = process.env['REDIS_URL']
const client = url === undefined ? undefined : new Redis(url)
const alone = memoryState() // only for this process: for a try

const contextFor = (conversationId: string) =>
  createToolContext({
    conversationId,
    state: client
      ? redisState((...words) => client.call(...words), {
          scope: conversationId,
          ttl: 30 * 24 * 3_600_000,
        })
      : alone,
    onWarning: ({ message, cause }) => console.warn(message, cause),
  })

const context = contextFor('c-17')
await context.updateState('visits', 0, (visits) => visits + 1)
// #endregion
client?.disconnect()
