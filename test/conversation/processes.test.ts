import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConversation, redisConversations } from '../../src/chat/conversation/index.js'
import { bundled } from '../support/bundled.js'
import { isDeep, seed } from '../support/cases.js'
import { killedAtTheEnd } from '../support/children.js'
import { describeWithRedis, startRedis, type TestRedis } from '../support/redis.js'
import { seededRandom } from '../support/values.js'
import { sleep } from '../support/waiting.js'

/** The processes that are killed. */
const KILLS = isDeep ? 200 : 6

/** Programs that answer the user: with a loop, and in a live session. */
const PROGRAMS = ['conversation-child', 'session-child'].map((name) => {
  const program = bundled(`test/support/${name}.ts`)
  return { name, program }
})

describeWithRedis('a process that is killed', () => {
  let redis: TestRedis
  let client: Redis
  beforeAll(async () => {
    redis = await startRedis()
    client = new Redis(redis.url)
  })
  afterAll(async () => {
    client.disconnect()
    await redis.close()
  })

  const start = (program: string, id: string) =>
    killedAtTheEnd(
      spawn(process.execPath, [program, redis.url, id], { stdio: ['ignore', 'pipe', 'inherit'] }),
    )

  async function killedAfter(child: ChildProcess, milliseconds: number): Promise<void> {
    await once(child.stdout ?? child, 'data')
    await sleep(milliseconds)
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }

  test.each(PROGRAMS)(
    'begins no call twice that is not retryable, and pays no recorded answer twice: $name',
    async ({ name, program }) => {
      const random = seededRandom(seed)
      const store = redisConversations((...words) => client.call(...words))
      for (let turn = 0; turn < KILLS; turn += 1) {
        const id = `${name} ${turn}`
        await killedAfter(start(program, id), random() * 40)
        await once(start(program, id), 'exit')
        const effects = await client.lrange(`effects ${id}`, 0, -1)
        const begun = (name: string) => effects.filter((effect) => effect.startsWith(name))
        expect(begun('pay').length, effects.join()).toBeLessThanOrEqual(1)
        expect(begun('send').length, effects.join()).toBeLessThanOrEqual(1)
        expect(new Set(begun('look')).size).toBe(1)
        const conversation = await openConversation(id, { store })
        expect(conversation.state).toBe('idle')
        expect(conversation.messages.at(-1)?.parts).toMatchObject([{ type: 'text', text: 'Done.' }])
        // Each answer in the conversation was requested, and one request at most was lost with the process.
        expect(begun('request').length).toBeLessThanOrEqual(4)
      }
    },
  )
})
