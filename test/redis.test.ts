import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { describeWithRedis, startRedis } from './support/redis.js'

describeWithRedis('a Redis server for tests', () => {
  test('keeps its data when it is stopped and started again, and is gone when it is closed', async () => {
    const redis = await startRedis()
    const client = new Redis(redis.port, { maxRetriesPerRequest: null })
    client.on('error', () => {})
    await client.set('key', 'value')
    await redis.stop('SIGKILL')
    await redis.start()
    expect(await client.get('key')).toBe('value')
    await redis.close()
    client.disconnect()
    await expect(fetch(`http://127.0.0.1:${redis.port}`)).rejects.toThrow()
  })
})
