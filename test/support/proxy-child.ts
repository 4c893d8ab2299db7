import { Redis } from 'ioredis'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import { createProxy } from '../../src/proxy/create-proxy.js'
import { redisState } from '../../src/tools/context/database.js'
import { serveFetch } from '../../src/traffic/replay/server.js'

/**
 * One of several proxies that share a Redis: `node proxy-child <redis url> <target url>`. Prints its own URL.
 */
const [redis = '', target = ''] = process.argv.slice(2)
const client = new Redis(redis)
const state = redisState((...words) => client.call(...words), { scope: 'proxy', ttl: 600_000 })
const proxy = createProxy({
  routes: [
    { from: openaiResponses, to: { adapter: openaiChat, url: `${target}/v1`, model: 'target-model' } },
  ],
  state,
})
const { url } = await serveFetch((input, init) => proxy.fetch(new Request(input, init)))
process.stdout.write(`${url}\n`)
