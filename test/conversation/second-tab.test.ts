import { expect, test } from 'vitest'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import {
  ConversationError,
  type ConversationStore,
  memoryConversations,
  openConversation,
  type StoredConversation,
} from '../../src/chat/conversation/index.js'
import { readEntry } from '../../src/chat/conversation/records.js'
import { runLoop } from '../../src/chat/loop/index.js'
import { defineTool } from '../../src/index.js'
import { createExecutor } from '../../src/tools/index.js'
import { answer, nativeCall, scripted } from '../loop/scripted.js'

const LEASE = 30_000

/** Creates a chat of two tabs. The first one has a store that lets the second one act before an operation. */
function createChat(operation: number, act: (chat: Chat) => Promise<unknown>) {
  const memory = memoryConversations()
  const time = { now: 1 }
  const effects: string[] = []
  const tools = ['look', 'pay'].map((name) =>
    defineTool({
      name,
      execute: async (_input, { idempotencyKey }) => {
        effects.push(`${name} ${idempotencyKey}`)
        await new Promise((resolve) => setImmediate(resolve))
        return `${name} is done`
      },
    }),
  )
  const { provider } = scripted(({ messages }) =>
    messages.at(-1)?.role === 'user'
      ? answer(null, nativeCall('c1', 'look'), nativeCall('c2', 'pay'))
      : answer('Done.'),
  )
  let operations = 0
  const before = async () => {
    operations += 1
    if (operations === operation) await act(chat)
  }
  const store: ConversationStore = {
    ...memory,
    read: async (...given) => before().then(() => memory.read(...given)),
    append: async (...given) => before().then(() => memory.append(...given)),
  }
  const open = (of: ConversationStore) =>
    openConversation('c', { store: of, clock: () => time.now, lease: LEASE, interval: 2 ** 31 - 1 })
  const run = async (conversation: StoredConversation) => {
    const executor = createExecutor({ tools, onWarning: () => undefined })
    await tolerant(runLoop({ provider, conversation, executor }).result)
  }
  const chat = {
    time,
    effects,
    run,
    first: () => open(store),
    second: () => open(memory),
    operations: () => operations,
  }
  const records = async () => (await memory.read('c', 0)).flatMap((entry) => readEntry(entry).records)
  return { ...chat, records }
}

interface Chat {
  readonly time: { now: number }
  second(): Promise<StoredConversation>
  run(conversation: StoredConversation): Promise<void>
}

/** Returns true for the error of a loop over a conversation in which nobody has said anything yet. */
function isEmpty(error: unknown): boolean {
  return error instanceof AdapterError && error.code === 'missing-field' && error.path === '/messages'
}

/** Ignores the errors of tabs that are too late. */
async function tolerant(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (isEmpty(error)) return
    if (!(error instanceof ConversationError)) throw error
  }
}

const ACTS = {
  'cancels the calls': async ({ second }: Chat) => {
    const conversation = await second()
    for (const { call } of conversation.calls) await tolerant(conversation.cancel(call.id))
  },
  'takes over after the lease': async ({ second, time, run }: Chat) => {
    time.now += LEASE + 1
    await run(await second())
  },
  'sends a message after the lease': async ({ second, time }: Chat) => {
    time.now += LEASE + 1
    await (await second()).say('Never mind.')
  },
  'stops it': async ({ second }: Chat) => (await second()).stop(),
}

async function begun(operation: number, act: (chat: Chat) => Promise<unknown>) {
  const chat = createChat(operation, act)
  const conversation = await chat.first()
  await conversation.say('Look and pay.', 'm1')
  await chat.run(conversation)
  return chat
}

test.each(Object.entries(ACTS))(
  'a second tab that %s, before each operation of the first, begins no call again',
  async (_, act) => {
    const whole = await begun(0, act)
    expect(whole.effects).toHaveLength(2)
    for (let operation = 1; operation <= whole.operations(); operation += 1) {
      const chat = await begun(operation, act)
      chat.time.now += LEASE + 1
      const conversation = await chat.second()
      await chat.run(conversation)
      const at = `before operation ${operation}: ${chat.effects}`
      expect(new Set(chat.effects).size, at).toBe(chat.effects.length)
      expect(conversation.state, at).toBe('idle')
      const ended = new Set<string>()
      for (const record of await chat.records()) {
        if (record.type === 'call-begun') expect(ended.has(`${record.turn} ${record.callId}`), at).toBe(false)
        if (record.type === 'call-ended') ended.add(`${record.turn} ${record.callId}`)
      }
    }
  },
)
