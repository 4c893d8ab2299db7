import { expect, test } from 'vitest'
import { runLoop } from '../../src/chat/loop/index.js'
import { assistantMessage, defineTool, toolCall, userMessage } from '../../src/index.js'
import { answer, scripted } from './scripted.js'

/** Runs a loop on these messages and returns the number of purchases. */
async function purchases(isAnswered: boolean): Promise<number> {
  let count = 0
  const buy = defineTool({
    name: 'buy',
    execute: () => {
      count += 1
      return 'bought'
    },
  })
  const stored = [userMessage('Buy.'), assistantMessage(toolCall('c1', 'buy'))]
  const messages = isAnswered ? [...stored, userMessage('Never mind.')] : stored
  const { provider } = scripted(() => answer('Done.'))
  await runLoop({ provider, messages, tools: [buy] }).result
  return count
}

test('an open call of an earlier question is not run after a message of the user', async () => {
  expect(await purchases(false)).toBe(1)
  expect(await purchases(true)).toBe(0)
})
