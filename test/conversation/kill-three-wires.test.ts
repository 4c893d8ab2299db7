import { describe, expect, test } from 'vitest'
import {
  type ConversationStore,
  memoryConversations,
  openConversation,
} from '../../src/chat/conversation/index.js'
import type { Message } from '../../src/index.js'
import { HOSTS, type Host } from './hosts.js'
import { type Death, Mortal } from './mortal.js'
import { CALLS, LAST, RETRYABLE } from './three-wires.js'

const LEASE = 30_000
/** Looks for stops would be operations at random times. */
const NEVER = 2 ** 31 - 1

/** Creates a world that outlives processes: the store, the clock, the effects of tools, and the paid answers. */
function createWorld() {
  const effects: string[] = []
  const keys = new Map<string, Set<string>>()
  const note = async (effect: string, key?: string) => {
    effects.push(effect)
    if (key !== undefined) keys.set(effect, (keys.get(effect) ?? new Set()).add(key))
    await new Promise((resolve) => setImmediate(resolve))
  }
  const clock = { now: 1_000_000 }
  const open = (store: ConversationStore) =>
    openConversation('c', { store, clock: () => clock.now, lease: LEASE, interval: NEVER })
  return { store: memoryConversations(), clock, effects, keys, note, open }
}

type World = ReturnType<typeof createWorld>

async function runProcess(host: Host, world: World, death?: Death): Promise<Mortal> {
  const process = new Mortal(world.store, death)
  await Promise.race([host({ open: () => world.open(process), note: world.note }), process.died])
  // Tools that began in the dead process may end later.
  for (let round = 0; round < 4; round += 1) await new Promise((resolve) => setImmediate(resolve))
  world.clock.now += LEASE + 1
  return process
}

async function finalMessages({ open, store }: World): Promise<readonly Message[]> {
  const conversation = await open(store)
  expect(conversation.state).toBe('idle')
  expect(conversation.messages.at(-1)?.parts).toMatchObject([{ type: 'text', text: LAST }])
  return conversation.messages
}

describe.each(Object.entries(HOSTS))('%s over three providers whose process dies', (_, host) => {
  test('ends as without the death, at each operation of the store', async () => {
    const whole = createWorld()
    const { operations } = await runProcess(host, whole)
    expect([...whole.effects].sort()).toEqual(
      ['answer 0', 'answer 1', 'answer 2', RETRYABLE, ...CALLS].sort(),
    )
    const expected = await finalMessages(whole)
    expect(expected.flatMap(({ origin }) => origin?.wire ?? [])).toEqual([
      'anthropic-messages',
      'google-generate-content',
      'openai-chat',
    ])
    let unknown = 0
    for (let operation = 1; operation <= operations; operation += 1)
      for (const isApplied of [false, true]) {
        const world = createWorld()
        const first = await runProcess(host, world, { operation, isApplied })
        expect(first.isDead).toBe(true)
        await runProcess(host, world)
        const messages = await finalMessages(world)
        const at = `at ${operation} ${isApplied}: ${world.effects}`
        const count = (effect: string) => world.effects.filter((one) => one === effect).length
        for (const call of CALLS) expect(count(call), at).toBeLessThanOrEqual(1)
        expect(count(RETRYABLE), at).toBeGreaterThanOrEqual(1)
        for (const keys of world.keys.values()) expect(keys.size, at).toBe(1)
        // At most the answer that the process did not record is paid again.
        expect(world.effects.filter((one) => one.startsWith('answer')).length, at).toBeLessThanOrEqual(4)
        if (JSON.stringify(messages).includes('is not known')) unknown += 1
        else expect(messages, at).toEqual(expected)
      }
    expect(unknown).toBeGreaterThan(0)
  })
})
