import fc, { type Scheduler } from 'fast-check'
import { expect, test } from 'vitest'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import {
  ConversationError,
  type ConversationRecord,
  type ConversationStore,
  memoryConversations,
  openConversation,
  type StoredConversation,
} from '../../src/chat/conversation/index.js'
import { readEntry } from '../../src/chat/conversation/records.js'
import { runLoop } from '../../src/chat/loop/index.js'
import { readUiMessages } from '../../src/chat/serve/index.js'
import { defineTool } from '../../src/index.js'
import { createExecutor } from '../../src/tools/index.js'
import { answer, nativeCall, scripted } from '../loop/scripted.js'
import { tries } from '../support/cases.js'

const id = 'c'
const LEASE = 30_000
const TEXTS = ['zero', 'one', 'two']

type Action =
  | { readonly type: 'post' | 'post twice'; readonly message: number }
  | { readonly type: 'leave'; readonly events: number }
  | { readonly type: 'run' | 'approve' | 'deny' | 'approve and deny' | 'stop' | 'pass' }

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    type: fc.constantFrom('post' as const, 'post twice' as const),
    message: fc.nat({ max: TEXTS.length - 1 }),
  }),
  fc.record({ type: fc.constant('leave' as const), events: fc.nat({ max: 8 }) }),
  fc.record({
    type: fc.constantFrom(
      'run' as const,
      'approve' as const,
      'deny' as const,
      'approve and deny' as const,
      'stop' as const,
      'pass' as const,
    ),
  }),
)
const tab = fc.array(action, { minLength: 2, maxLength: 6 })

/** Returns a store whose operations and their answers come in the order of the scheduler. */
function scheduled(store: ConversationStore, scheduler: Scheduler): ConversationStore {
  const delay = () => scheduler.schedule(Promise.resolve())
  const slowly = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    await delay()
    const value = await work()
    await delay()
    return value
  }
  return {
    ...store,
    read: (...given) => slowly(() => store.read(...given)),
    append: (...given) => slowly(() => store.append(...given)),
  }
}

/** Creates a chat: a model that looks and buys once for each message, and tabs that share the store. */
function createChat(scheduler: Scheduler) {
  const store = memoryConversations()
  const time = { now: 1 }
  const effects: string[] = []
  const accepted = new Set<number>()
  const tool = (name: string, requiresApproval: boolean) =>
    defineTool({
      name,
      requiresApproval,
      execute: async (_input, { idempotencyKey }) => {
        effects.push(`${name} ${idempotencyKey}`)
        await scheduler.schedule(Promise.resolve())
        return `${name} is done`
      },
    })
  const tools = [tool('look', false), tool('buy', true)]
  // The ids of the calls repeat in each turn.
  const { provider } = scripted(({ messages }) =>
    messages.at(-1)?.role === 'user'
      ? answer(null, nativeCall('c1', 'look'), nativeCall('c2', 'buy'))
      : answer('Done.'),
  )
  const open = (whenBusy?: 'wait') =>
    openConversation(id, {
      store: scheduled(store, scheduler),
      whenBusy,
      clock: () => time.now,
      lease: LEASE,
      interval: 1,
    })
  const loop = (conversation: StoredConversation) => {
    // Warnings of drivers that lost their lease are part of the test.
    const executor = createExecutor({ tools, onWarning: () => undefined })
    return runLoop({ provider, conversation, executor })
  }
  const post = async (conversation: StoredConversation, message: number) => {
    const text = TEXTS[message] ?? ''
    const said = { id: text, role: 'user', parts: [{ type: 'text', text }] }
    await readUiMessages({ id, messages: [said] }, { conversation })
    accepted.add(message)
    await loop(conversation).result
  }
  return { store, time, effects, accepted, open, loop, post }
}

type Chat = ReturnType<typeof createChat>

const EXPECTED = new Set(['busy', 'superseded', 'unknown-id', 'lost'])

/** Returns true for the error of a loop over a conversation in which nobody has said anything yet. */
function isEmpty(error: unknown): boolean {
  return error instanceof AdapterError && error.code === 'missing-field' && error.path === '/messages'
}

/** Ignores the errors of users who are too late. */
async function tolerant(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (isEmpty(error)) return
    if (!(error instanceof ConversationError) || !EXPECTED.has(error.code)) throw error
  }
}

async function act(chat: Chat, conversation: StoredConversation, action: Action): Promise<void> {
  switch (action.type) {
    case 'post':
      return tolerant(chat.post(conversation, action.message))
    case 'post twice': {
      const posts = [chat.post(conversation, action.message), chat.post(await chat.open(), action.message)]
      await Promise.all(posts.map(tolerant))
      return
    }
    case 'run':
      return tolerant(chat.loop(conversation).result)
    case 'leave':
      return tolerant(leave(chat, conversation, action.events))
    case 'stop':
      return conversation.stop()
    case 'pass':
      // Each driver loses its lease, and may still run.
      chat.time.now += LEASE + 1
      return
    default:
      return decide(chat, conversation, action.type)
  }
}

async function decide(
  chat: Chat,
  conversation: StoredConversation,
  how: 'approve' | 'deny' | 'approve and deny',
): Promise<void> {
  const other = await chat.open()
  await conversation.refresh()
  await Promise.all(
    conversation.approvals.flatMap(({ id }) => [
      ...(how === 'deny' ? [] : [tolerant(conversation.approve(id))]),
      ...(how === 'approve' ? [] : [tolerant(other.deny(id))]),
    ]),
  )
}

async function leave(chat: Chat, conversation: StoredConversation, events: number): Promise<void> {
  let left = events
  for await (const _ of chat.loop(conversation)) {
    left -= 1
    if (left < 0) break
  }
}

/** Posts what was refused, approves what waits, and runs until nothing is due. */
async function finish(chat: Chat): Promise<StoredConversation> {
  const conversation = await chat.open('wait')
  for (const message of TEXTS.keys()) if (!chat.accepted.has(message)) await chat.post(conversation, message)
  for (let turn = 0; turn < 10; turn += 1) {
    const { reason } = await chat.loop(conversation).result
    if (reason === 'answered') break
    for (const request of conversation.approvals) await conversation.approve(request.id)
  }
  return conversation
}

async function recordsOf({ store }: Chat): Promise<ConversationRecord[]> {
  const entries = await store.read(id, 0)
  return entries.flatMap((entry) => readEntry(entry).records)
}

/** Returns the calls that records of a type are about, by turn and id. */
function callsOf(
  records: readonly ConversationRecord[],
  accepts: (record: ConversationRecord) => boolean,
): string[] {
  return records.flatMap((record) =>
    'callId' in record && accepts(record) ? `${record.turn} ${record.callId}` : [],
  )
}

function expectOnce(values: readonly string[]): void {
  expect([...new Set(values)].sort()).toEqual([...values].sort())
}

async function check(chat: Chat, final: StoredConversation): Promise<void> {
  expect(final.state).toBe('idle')
  const other = await openConversation(id, { store: chat.store, clock: () => chat.time.now })
  expect(other.messages).toEqual(final.messages)
  const users = final.messages.flatMap(({ role, parts }) =>
    role === 'user' ? parts.flatMap((part) => (part.type === 'text' ? part.text : [])) : [],
  )
  expect([...users].sort()).toEqual([...TEXTS].sort())
  expectOnce(chat.effects)
  const records = await recordsOf(chat)
  const begun = callsOf(records, ({ type }) => type === 'call-begun')
  expectOnce(begun)
  expectOnce(callsOf(records, ({ type }) => type === 'call-ended'))
  expectOnce(callsOf(records, ({ type }) => type === 'approval-answered'))
  const denied = callsOf(
    records,
    (record) => record.type === 'approval-answered' && record.approval.decision.type === 'deny',
  )
  expect(denied.filter((call) => begun.includes(call))).toEqual([])
}

test('tabs of one chat, in any order of their operations, lose nothing and begin no call twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(tab, { minLength: 2, maxLength: 3 }),
      async (scheduler, tabs) => {
        const chat = createChat(scheduler)
        const use = async (actions: readonly Action[]) => {
          const conversation = await chat.open()
          for (const action of actions) await act(chat, conversation, action)
        }
        const all = async () => {
          await Promise.all(tabs.map(use))
          return finish(chat)
        }
        await check(chat, await scheduler.waitFor(all()))
      },
    ),
    tries(2000),
  )
})
