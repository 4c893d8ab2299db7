// #region shown
import KeyvRedis from '@keyv/redis'
import { Keyv } from 'keyv'
import { createToolContext, keyvState } from 'toolwire/tools'

const url = process.env.REDIS_URL
const keyv = url === undefined ? new Keyv() : new Keyv(new KeyvRedis(url))

const contextFor = (conversationId: string) =>
  createToolContext({
    conversationId,
    state: keyvState(keyv, { scope: conversationId, ttl: 30 * 24 * 3_600_000 }),
    onWarning: ({ message, cause }) => console.warn(message, cause),
  })

const context = contextFor('c-17')
const visits = await context.getState('visits', 0)
await context.setState('visits', visits + 1)
// #endregion
await keyv.disconnect()
