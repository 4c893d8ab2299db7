import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConversation, redisConversations } from '../../src/chat/conversation/index.js'
import { createToolWorker, type ToolWorker } from '../../src/tools/queue/index.js'
import { bundled } from '../support/bundled.js'
import { isComplete, isDeep, seed } from '../support/cases.js'
import { killedAtTheEnd } from '../support/children.js'
import { describeWithRedis, startRedis, type TestRedis } from '../support/redis.js'
import { seededRandom } from '../support/values.js'
import { sleep } from '../support/waiting.js'
import { HOSTS } from './hosts.js'
import { CALLS, LAST, RETRYABLE, threeWireTools } from './three-wires.js'

/** The processes of a program that are killed. */
const KILLS = isDeep ? 200 : isComplete ? 4 : 2

interface Program {
  readonly name: string
  readonly script: string
  /** The calls that may begin once. */
  readonly calls: readonly string[]
  /** The call that may begin again. */
  readonly retryable: string
  readonly last: string
}

const scripted = ['conversation-child', 'session-child'].map((name): Program => {
  const calls = ['pay', 'send']
  return { name, script: bundled(`test/support/${name}.ts`), calls, retryable: 'look', last: 'Done.' }
})
const threeWires = bundled('test/support/three-wires-child.ts')
const overThree = [...Object.keys(HOSTS), 'queue'].map(
  (name): Program => ({ name, script: threeWires, calls: CALLS, retryable: RETRYABLE, last: LAST }),
)

describeWithRedis('a process that is killed', () => {
  let redis: TestRedis
  let client: Redis
  let worker: ToolWorker
  beforeAll(async () => {
    redis = await startRedis()
    client = new Redis(redis.url)
    worker = createToolWorker({ queue: 'tools', connection: { url: redis.url }, tools: workerTools() })
    await worker.ready()
  })
  afterAll(async () => {
    await worker.close()
    client.disconnect()
    await redis.close()
  })

  /** Notes the effects of a conversation in its list, like the processes. */
  const workerTools = () =>
    threeWireTools(() => undefined).map((tool) => ({
      ...tool,
      execute: async (input: unknown, run: Parameters<NonNullable<typeof tool.execute>>[1]) => {
        const { city } = Object(input)
        await client.rpush(`effects ${run.conversationId}`, `${tool.name} ${city} ${run.idempotencyKey}`)
        return `The ${tool.name} of ${city} is known.`
      },
    }))

  const start = ({ script, name }: Program, id: string) =>
    killedAtTheEnd(
      spawn(process.execPath, [script, redis.url, id, name], { stdio: ['ignore', 'pipe', 'inherit'] }),
    )

  async function ended(child: ChildProcess): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }

  async function killedAfter(child: ChildProcess, milliseconds: number): Promise<void> {
    await once(child.stdout ?? child, 'data')
    await sleep(milliseconds)
    child.kill('SIGKILL')
    await ended(child)
  }

  /** Returns the milliseconds that the program runs after its begin. */
  async function timeOf(program: Program): Promise<number> {
    const child = start(program, `${program.name} whole`)
    await once(child.stdout ?? child, 'data')
    const begun = performance.now()
    await ended(child)
    return performance.now() - begun
  }

  test.each([...scripted, ...overThree])(
    'begins no call twice that is not retryable, and pays no recorded answer twice: $name',
    { timeout: 1_200_000 },
    async (program) => {
      const random = seededRandom(seed)
      const store = redisConversations((...words) => client.call(...words))
      const time = await timeOf(program)
      let unfinished = 0
      for (let turn = 0; turn < KILLS; turn += 1) {
        const id = `${program.name} ${turn}`
        await killedAfter(start(program, id), random() * time)
        if ((await openConversation(id, { store })).state !== 'idle') unfinished += 1
        await ended(start(program, id))
        const effects = await client.lrange(`effects ${id}`, 0, -1)
        const begun = (name: string) => effects.filter((effect) => effect.startsWith(name))
        for (const call of program.calls) expect(begun(call).length, effects.join()).toBeLessThanOrEqual(1)
        expect(new Set(begun(program.retryable)).size).toBe(1)
        const conversation = await openConversation(id, { store })
        expect(conversation.state).toBe('idle')
        expect(conversation.messages.at(-1)?.parts).toMatchObject([{ type: 'text', text: program.last }])
        // Each answer in the conversation was paid, and one at most was lost with the process.
        const paid = [...begun('answer'), ...begun('request')]
        expect(paid.length, effects.join()).toBeLessThanOrEqual(4)
      }
      if (isDeep) console.info(`${program.name}: ${KILLS} killed, ${unfinished} in the middle`)
    },
  )
})
