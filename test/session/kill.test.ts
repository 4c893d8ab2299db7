import { describe, expect, test } from 'vitest'
import { memoryConversations, openConversation } from '../../src/chat/conversation/index.js'
import { openSession } from '../../src/chat/session/index.js'
import { defineTool, type Message } from '../../src/index.js'
import { type Death, Mortal } from '../conversation/mortal.js'
import { settled } from '../support/plain-session.js'
import { liveServer, NativeServer, type NativeWire, realtimeServer } from './native-server.js'

const LEASE = 30_000
/** Looks for stops would be operations at random times. */
const NEVER = 2 ** 31 - 1

/** Creates a world that outlives processes: the store, the clock, the effects of tools, and the answers. */
function createWorld() {
  const store = memoryConversations()
  const effects: string[] = []
  const keys = new Map<string, Set<string>>()
  const answers: string[] = []
  const tool = (name: string, retryable = false) =>
    defineTool({
      name,
      retryable,
      execute: async (_input, run) => {
        effects.push(name)
        keys.set(name, (keys.get(name) ?? new Set()).add(run.idempotencyKey ?? 'none'))
        await settled()
        return `${name} is done`
      },
    })
  const tools = [tool('pay'), tool('look', true), tool('send')]
  const clock = { now: 1_000_000 }
  return { store, effects, keys, answers, tools, clock }
}

type World = ReturnType<typeof createWorld>

/** Pays and looks in one answer, then sends, then answers. */
function modelOf({ answers }: World) {
  return (heard: string) => {
    const knows = (name: string, id: string) =>
      heard.includes(`"${name}"`) || heard.includes(id) || heard.includes(`${name} is done`)
    const isPaid = knows('pay', 'c1')
    const isSent = knows('send', 'c3')
    answers.push(isSent ? 'done' : isPaid ? 'send' : 'pay')
    if (isSent) return 'Done.'
    return isPaid ? { c3: 'send' } : { c1: 'pay', c2: 'look' }
  }
}

async function runProcess(wire: NativeWire, world: World, death?: Death): Promise<Mortal> {
  const process = new Mortal(world.store, death)
  const work = async () => {
    const conversation = await openConversation('c', {
      store: process,
      clock: () => world.clock.now,
      ...{ lease: LEASE, interval: NEVER },
    })
    await conversation.say('Pay, please.', 'm1')
    if (isDone(conversation.messages)) return
    const session = openSession(wire.adapter, {
      socket: () => new NativeServer(wire, modelOf(world)).socket,
      ...{ conversation, model: 'm', tools: world.tools },
    })
    for await (const event of session) if (event.type === 'finish' && event.finish.reason === 'stop') break
  }
  await Promise.race([work(), process.died])
  // Tools that began in the dead process may end later.
  for (let round = 0; round < 4; round += 1) await settled()
  world.clock.now += LEASE + 1
  return process
}

function isDone(messages: readonly Message[]): boolean {
  return JSON.stringify(messages.at(-1)?.parts).includes('"Done."')
}

const textOf = (messages: readonly Message[]) => JSON.stringify(messages)

describe.each([realtimeServer, liveServer])('a session of $name whose process dies', (wire) => {
  test('continues as if the process had not died, at each operation of the store', async () => {
    const whole = createWorld()
    const { operations } = await runProcess(wire, whole)
    expect([...whole.effects].sort()).toEqual(['look', 'pay', 'send'])
    const expected = textOf(await finalMessages(whole))
    let unknown = 0
    for (let operation = 1; operation <= operations; operation += 1)
      for (const isApplied of [false, true]) {
        const world = createWorld()
        const first = await runProcess(wire, world, { operation, isApplied })
        expect(first.isDead).toBe(true)
        await runProcess(wire, world)
        const messages = await finalMessages(world)
        const count = (name: string) => world.effects.filter((one) => one === name).length
        const at = `at ${operation} ${isApplied}`
        expect(count('pay'), `pay ${at}`).toBeLessThanOrEqual(1)
        expect(count('send'), `send ${at}`).toBeLessThanOrEqual(1)
        expect(count('look'), `look ${at}`).toBeGreaterThanOrEqual(1)
        for (const keys of world.keys.values()) expect(keys.size).toBe(1)
        // At most the answer that the process did not record is given again.
        expect(world.answers.length, `${world.answers} ${at}`).toBeLessThanOrEqual(4)
        if (textOf(messages).includes('is not known')) unknown += 1
        else expect(textOf(messages), at).toBe(expected)
      }
    expect(unknown).toBeGreaterThan(0)
  })
})

async function finalMessages({ store, clock }: World): Promise<readonly Message[]> {
  const conversation = await openConversation('c', { store, clock: () => clock.now })
  expect(conversation.state).toBe('idle')
  expect(isDone(conversation.messages)).toBe(true)
  return conversation.messages
}
