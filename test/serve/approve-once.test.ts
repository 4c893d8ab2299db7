import type { UIMessage } from 'ai'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { runLoop } from '../../src/chat/loop/index.js'
import { readUiMessages, type TrustOptions, toResponse } from '../../src/chat/serve/index.js'
import { defineTool, type JsonObject, type Message, userMessage } from '../../src/index.js'
import type { StateStore } from '../../src/tools/context/context-types.js'
import { memoryState } from '../../src/tools/context/memory-state.js'
import { answer, nativeCall, scripted } from '../loop/scripted.js'
import { readUi } from './readers.js'

const secret = 'of this test'
const question = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Buy milk.' }] }
let chats = 0

afterEach(() => vi.useRealTimers())

/** Returns a chat whose call waits for approval, and its posts. */
async function waiting(options: Pick<TrustOptions, 'used'> = {}) {
  chats += 1
  const id = `chat-${chats}`
  const bought: string[] = []
  const buy = defineTool({
    name: 'buy',
    parameters: z.object({ item: z.string() }),
    requiresApproval: true,
    execute: ({ item }) => {
      bought.push(item)
      return 'bought'
    },
  })
  const tools = [buy]
  const { provider } = scripted((_, turn) =>
    turn === 0 ? answer(null, nativeCall('c1', 'buy', { item: 'milk' })) : answer('Done.'),
  )
  const loop = runLoop({ provider, messages: [userMessage('Buy milk.')], tools })
  const { message } = await readUi(toResponse(loop, { as: 'ui', id, secret }))
  if (message === undefined) throw new Error('nothing was served')
  const post = async (approved: boolean, trust: TrustOptions, more: readonly object[] = []) => {
    const body = bodyOf(id, answered(message, approved), more)
    const read = await readUiMessages(body, { tools, ...options, ...trust })
    const { messages, approvals, superseded } = read
    await runLoop({ provider, messages, approvals, tools }).result
    return superseded.map(({ name }) => name)
  }
  return { post, bought, history: loop.messages }
}

function answered(message: UIMessage, approved: boolean): object {
  const parts = message.parts.map((part) =>
    'approval' in part && part.state === 'approval-requested'
      ? { ...part, state: 'approval-responded', approval: { ...part.approval, approved } }
      : part,
  )
  return { ...message, parts }
}

function plainState(): StateStore {
  const { get, set } = memoryState()
  return { get, set }
}

function bodyOf(id: string, message: object, more: readonly object[]): JsonObject {
  return JSON.parse(JSON.stringify({ id, messages: [question, message, ...more] }))
}

describe.each([
  ['a secret', () => ({ secret })],
  ['history', (history: readonly Message[]) => ({ history })],
])('with %s', (_, trustOf) => {
  test.each<[string, () => StateStore | undefined]>([
    ['this process', () => undefined],
    ['a shared store', () => memoryState()],
    ['a store without `replace`', plainState],
  ])('the same approval posted twice buys once, by the memory of %s', async (__, storeOf) => {
    const { post, bought, history } = await waiting({ used: storeOf() })
    expect(await post(true, trustOf(history))).toEqual([])
    expect(await post(true, trustOf(history))).toEqual(['buy'])
    expect(bought).toEqual(['milk'])
  })

  test('two posts at once buy once', async () => {
    const { post, bought, history } = await waiting()
    const both = await Promise.all([post(true, trustOf(history)), post(true, trustOf(history))])
    expect(both.flat()).toEqual(['buy'])
    expect(bought).toEqual(['milk'])
  })

  test('a denied request stays denied', async () => {
    const { post, bought, history } = await waiting()
    expect(await post(false, trustOf(history))).toEqual([])
    expect(await post(false, trustOf(history))).toEqual([])
    expect(await post(true, trustOf(history))).toEqual(['buy'])
    expect(bought).toEqual([])
  })
})

test('an approval after the user went on is superseded with history, and not refused', async () => {
  const { post, bought, history } = await waiting()
  const later = [...history, userMessage('Hello?')]
  expect(await post(true, { history: later })).toEqual(['buy'])
  const { provider } = scripted(() => answer('Hi.'))
  const { messages } = await runLoop({ provider, messages: later }).result
  expect(await post(true, { history: messages })).toEqual(['buy'])
  expect(bought).toEqual([])
})

test('a signed request cannot be approved after 24 hours', async () => {
  const { post, bought } = await waiting()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60 * 1000 + 1000 })
  expect(await post(true, { secret })).toEqual(['buy'])
  expect(bought).toEqual([])
})
