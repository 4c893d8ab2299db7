import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConversation, redisConversations } from '../../src/chat/conversation/index.js'
import { runLoop } from '../../src/chat/loop/index.js'
import { defineTool } from '../../src/index.js'
import { createExecutor, type SendCommand } from '../../src/tools/index.js'
import { answer, nativeCall, scripted } from '../loop/scripted.js'
import { isDeep, seed } from '../support/cases.js'
import { describeWithRedis, startRedis, type TestRedis } from '../support/redis.js'
import { seededRandom } from '../support/values.js'

/** The primaries that are killed. */
const KILLS = isDeep ? 100 : 8
/** Commands of two conversations without a failure. */
const COMMANDS = 90
/** Looks for stops would be commands at random times. */
const NEVER = 2 ** 31 - 1
const LEASE = 30_000

/** The failure of a primary, in numbers of commands. */
interface Failure {
  readonly killedAt: number
  /** The replica is promoted so many commands before: what the primary accepts since then is lost. */
  readonly lag: number
  readonly moment: 'before' | 'during' | 'after'
}

const clientOf = (redis: TestRedis) => {
  const client = new Redis(redis.url, { retryStrategy: () => null, maxRetriesPerRequest: 0 })
  client.on('error', () => undefined)
  return client
}

/** Passes commands to a primary that fails. */
function failing(
  client: Redis,
  failure: Failure,
  { promote, kill }: Record<'promote' | 'kill', () => Promise<void>>,
) {
  const { killedAt, lag, moment } = failure
  let commands = 0
  const send: SendCommand = async (...words) => {
    commands += 1
    if (commands === killedAt - lag) await promote()
    if (commands !== killedAt) return client.call(...words)
    if (moment === 'before') await kill()
    const answered = client.call(...words)
    answered.catch(() => undefined)
    if (moment === 'after') await answered.catch(() => undefined)
    await kill()
    return answered
  }
  return send
}

/** Creates a conversation that outlives its processes, with the effects of its tools. */
function createChat(id: string) {
  const effects: string[] = []
  const tool = (name: string, retryable = false) =>
    defineTool({
      name,
      retryable,
      execute: (_input, { idempotencyKey }) => {
        effects.push(`${name} ${idempotencyKey}`)
        return `${name} is done`
      },
    })
  const tools = [tool('pay'), tool('look', true), tool('send')]
  const run = async (send: SendCommand, { now, replicas }: { now: number; replicas: number }) => {
    const { provider } = scripted(({ messages }) => {
      const answers = messages.filter(({ role }) => role === 'assistant').length
      if (answers === 0) return answer(null, nativeCall('c1', 'pay'), nativeCall('c2', 'look'))
      return answers === 1 ? answer(null, nativeCall('c3', 'send')) : answer('Done.')
    })
    const store = redisConversations(send, { replicas, timeout: 100 })
    const conversation = await openConversation(id, {
      store,
      clock: () => now,
      lease: LEASE,
      interval: NEVER,
    })
    await conversation.say('Pay, please.', 'm1')
    // Warnings that results could not be recorded are part of the test.
    const executor = createExecutor({ tools, onWarning: () => undefined })
    await runLoop({ provider, conversation, executor }).result
    return conversation
  }
  return { effects, run }
}

describeWithRedis('a primary that is killed', () => {
  let primary: TestRedis
  let replica: TestRedis
  beforeAll(async () => {
    ;[primary, replica] = [await startRedis(), await startRedis()]
  })
  afterAll(() => Promise.all([primary.close(), replica.close()]))

  async function replicate(): Promise<void> {
    await primary.command('CONFIG SET repl-diskless-sync-delay 0')
    await replica.command(`REPLICAOF 127.0.0.1 ${primary.port}`)
    const client = clientOf(replica)
    await expect
      .poll(() => client.info('replication'), { interval: 5, timeout: 60_000 })
      .toContain('master_link_status:up')
    client.disconnect()
  }

  test('loses no recorded beginning of a call with its replica', { timeout: 600_000 }, async () => {
    const random = seededRandom(seed)
    for (let turn = 0; turn < KILLS; turn += 1) {
      await replicate()
      const failure: Failure = {
        killedAt: 1 + Math.floor(random() * COMMANDS),
        lag: Math.floor(random() * 3) * 4,
        moment: (['before', 'during', 'after'] as const)[Math.floor(random() * 3)] ?? 'during',
      }
      const chats = [createChat(`${turn} one`), createChat(`${turn} two`)]
      const client = clientOf(primary)
      const send = failing(client, failure, {
        promote: async () => void (await replica.command('REPLICAOF NO ONE')),
        kill: () => primary.stop('SIGKILL'),
      })
      const runs = await Promise.allSettled(chats.map(({ run }) => run(send, { now: 1, replicas: 1 })))
      client.disconnect()
      await primary.stop('SIGKILL')
      await replica.command('REPLICAOF NO ONE')
      const other = clientOf(replica)
      for (const { run, effects } of chats) {
        const conversation = await run((...words) => other.call(...words), { now: LEASE + 2, replicas: 0 })
        const label = `${JSON.stringify(failure)} ${effects} ${JSON.stringify(runs)}`
        const begun = (name: string) => effects.filter((effect) => effect.startsWith(name))
        expect(begun('pay').length, label).toBeLessThanOrEqual(1)
        expect(begun('send').length, label).toBeLessThanOrEqual(1)
        expect(new Set(begun('look')).size, label).toBe(1)
        expect(conversation.state, label).toBe('idle')
        expect(conversation.messages.at(-1)?.parts).toMatchObject([{ type: 'text', text: 'Done.' }])
      }
      other.disconnect()
      await primary.start()
      ;[primary, replica] = [replica, primary]
    }
  })
})
