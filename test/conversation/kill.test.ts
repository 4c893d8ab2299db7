import { describe, expect, test } from 'vitest'
import { memoryConversations, openConversation } from '../../src/chat/conversation/index.js'
import { runLoop } from '../../src/chat/loop/index.js'
import { defineTool, type Message } from '../../src/index.js'
import { answer, nativeCall, scripted } from '../loop/scripted.js'
import { type Death, Mortal } from './mortal.js'

const LEASE = 30_000
/** Looks for stops would be operations at random times. */
const NEVER = 2 ** 31 - 1

/** Creates a world that outlives processes: the store, the clock, the effects of tools, and the paid requests. */
function createWorld() {
  const store = memoryConversations()
  const effects: string[] = []
  const keys = new Map<string, Set<string>>()
  const requests: string[] = []
  const world = { store, effects, keys, requests, now: 1_000_000 }
  const tool = (name: string, retryable = false) =>
    defineTool({
      name,
      retryable,
      execute: async (_input, run) => {
        effects.push(`${name} ${run.callId.slice(0, 2)}`)
        const known = keys.get(run.callId) ?? new Set()
        keys.set(run.callId, known.add(run.idempotencyKey ?? 'none'))
        await new Promise((resolve) => setImmediate(resolve))
        return `${name} is done`
      },
    })
  const tools = [tool('pay'), tool('look', true), tool('send')]
  return {
    ...world,
    tools,
    clock: () => world.now,
    pass: (milliseconds: number) => {
      world.now += milliseconds
    },
  }
}

type World = ReturnType<typeof createWorld>

/** Creates a model that pays (the call comes twice) and looks in one answer, then sends, then answers. */
function modelOf(world: World) {
  return scripted((conversation) => {
    const answers = conversation.messages.filter((message: Message) => message.role === 'assistant').length
    world.requests.push(String(answers))
    if (answers === 0)
      return answer(null, nativeCall('c1', 'pay'), nativeCall('c2', 'look'), nativeCall('c1', 'pay'))
    if (answers === 1) return answer(null, nativeCall('c3', 'send'))
    return answer('Done.')
  }).provider
}

async function runProcess(world: World, death?: Death): Promise<Mortal> {
  const process = new Mortal(world.store, death)
  const work = async () => {
    const conversation = await openConversation('c', {
      store: process,
      clock: world.clock,
      lease: LEASE,
      interval: NEVER,
    })
    await conversation.say('Pay, please.', 'm1')
    await runLoop({ provider: modelOf(world), conversation, tools: world.tools }).result
  }
  await Promise.race([work(), process.died])
  // Tools that began in the dead process may end later.
  await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setImmediate(resolve))
  world.pass(LEASE + 1)
  return process
}

async function finalMessages(world: World): Promise<readonly Message[]> {
  const conversation = await openConversation('c', { store: world.store, clock: world.clock })
  expect(conversation.state).toBe('idle')
  return conversation.messages
}

const textOf = (messages: readonly Message[]) => JSON.stringify(messages)

describe('a conversation whose process dies', () => {
  test('ends as without the death, at each of its operations', async () => {
    const whole = createWorld()
    const { operations } = await runProcess(whole)
    expect([...whole.effects].sort()).toEqual(['look c2', 'pay c1', 'send c3'])
    const expected = textOf(await finalMessages(whole))
    let unknown = 0
    for (let operation = 1; operation <= operations; operation += 1)
      for (const isApplied of [false, true]) {
        const world = createWorld()
        const first = await runProcess(world, { operation, isApplied })
        expect(first.isDead).toBe(true)
        await runProcess(world)
        const messages = await finalMessages(world)
        const count = (effect: string) => world.effects.filter((one) => one === effect).length
        expect(count('pay c1'), `pay at ${operation} ${isApplied}`).toBeLessThanOrEqual(1)
        expect(count('send c3'), `send at ${operation} ${isApplied}`).toBeLessThanOrEqual(1)
        expect(
          count('look c2'),
          `look at ${operation} ${isApplied} ${textOf(messages)}`,
        ).toBeGreaterThanOrEqual(1)
        for (const keys of world.keys.values()) expect(keys.size).toBe(1)
        if (textOf(messages).includes('is not known')) unknown += 1
        else expect(textOf(messages)).toBe(expected)
        expect(messages.at(-1)?.parts).toMatchObject([{ type: 'text', text: 'Done.' }])
      }
    expect(unknown).toBeGreaterThan(0)
  })
})
