import { expect, test } from 'vitest'
import { memoryConversations, openConversation } from '../../src/chat/conversation/index.js'
import { runLoop } from '../../src/chat/loop/index.js'
import { readAgUiInput, readUiMessages } from '../../src/chat/serve/index.js'
import { defineTool, type Message, userMessage } from '../../src/index.js'
import { createExecutor } from '../../src/tools/index.js'
import { answer, nativeCall, scripted } from '../loop/scripted.js'

const FULL = 'x'.repeat(100_000)

/** Returns the stored entries after a call whose output is shortened. */
async function storedWith(keepRaw?: boolean): Promise<string> {
  const store = memoryConversations()
  const conversation = await openConversation('c', { store, keepRaw })
  await conversation.say('Read.')
  const read = defineTool({ name: 'read', execute: () => FULL })
  const executor = createExecutor({ tools: [read], maxOutputCharacters: 100 })
  const { provider } = scripted((_, turn) =>
    turn === 0 ? answer(null, nativeCall('c1', 'read')) : answer('Done.'),
  )
  await runLoop({ provider, conversation, executor }).result
  return (await store.read('c', 0)).join('\n')
}

test('the complete output of a shortened result is stored only on request', async () => {
  expect((await storedWith()).length).toBeLessThan(10_000)
  expect((await storedWith(true)).length).toBeGreaterThan(FULL.length)
})

const routes: [
  string,
  (history: readonly Message[], keepRaw?: boolean) => Promise<{ messages: Message[] }>,
][] = [
  [
    'readUiMessages',
    (history, keepRaw) => {
      const said = { id: 'u2', role: 'user', parts: [{ type: 'text', text: 'And now?' }] }
      return readUiMessages({ id: 'c', messages: [said] }, { history, keepRaw })
    },
  ],
  [
    'readAgUiInput',
    (history, keepRaw) => {
      const said = { id: 'u2', role: 'user', content: 'And now?' }
      return readAgUiInput({ threadId: 'c', runId: 'r', messages: [said] }, { history, keepRaw })
    },
  ],
]

test.each(routes)('%s drops it from the stored history, unless it is to be kept', async (_, read) => {
  const tool = defineTool({ name: 'read', execute: () => FULL })
  const executor = createExecutor({ tools: [tool], maxOutputCharacters: 100 })
  const { provider } = scripted((__, turn) =>
    turn === 0 ? answer(null, nativeCall('c1', 'read')) : answer('Done.'),
  )
  const { messages } = await runLoop({ provider, messages: [userMessage('Read.')], executor }).result
  expect(JSON.stringify(messages).length).toBeGreaterThan(FULL.length)
  const next = await read(messages)
  expect(JSON.stringify(next).length).toBeLessThan(10_000)
  expect(next.messages).toHaveLength(messages.length + 1)
  expect((await read(messages, true)).messages.slice(0, -1)).toEqual(messages)
})
