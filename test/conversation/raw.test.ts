import { expect, test } from 'vitest'
import { memoryConversations, openConversation } from '../../src/chat/conversation/index.js'
import { runLoop } from '../../src/chat/loop/index.js'
import { defineTool } from '../../src/index.js'
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
