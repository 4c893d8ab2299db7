import { expect, test } from 'vitest'
import { memoryConversations, openConversation } from '../../src/chat/conversation/index.js'
import { type LoopOptions, runLoop } from '../../src/chat/loop/index.js'
import { userMessage } from '../../src/index.js'
import { defineTool } from '../../src/tools/index.js'
import { costOf } from '../../src/translate/catalogue/index.js'
import { answer, nativeCall, scripted } from './scripted.js'

// Each answer of `scripted` counts 10 tokens of input and 5 of output.
const look = defineTool({ name: 'look', description: 'Looks', parameters: {}, execute: () => 'seen' })
const forever = () => scripted((_, turn) => answer(null, nativeCall(`call_${turn}`, 'look')))

const histories = ['messages', 'a stored conversation'] as const

async function run(history: (typeof histories)[number], options: Pick<LoopOptions, 'provider' | 'budget'>) {
  const said = userMessage('Look around')
  if (history === 'messages') return runLoop({ ...options, messages: [said], tools: [look] })
  const conversation = await openConversation('c', { store: memoryConversations(), messages: [said] })
  return runLoop({ ...options, conversation, tools: [look] })
}

test.each(histories)('the tokens of all answers count, over %s', async (history) => {
  const { provider, sent } = forever()
  const { reason } = await (await run(history, { provider, budget: { maxTokens: 31 } })).result
  expect(reason).toBe('budget')
  expect(sent).toHaveLength(3)
})

test.each(histories)('the cost of all answers counts, over %s', async (history) => {
  const { provider, sent } = forever()
  const cost = costOf({ inputTokens: 10, outputTokens: 5 }, 'gpt-5.4') ?? Number.NaN
  const loop = await run(history, { provider, budget: { maxCost: 2 * cost, costOf } })
  expect((await loop.result).reason).toBe('budget')
  expect(sent).toHaveLength(2)
})

test.each(histories)('an unknown cost sends no second request, over %s', async (history) => {
  const { provider, sent } = forever()
  const loop = await run(history, { provider, budget: { maxCost: 1, costOf: () => undefined } })
  await expect(loop.result).rejects.toThrow(
    'the cost of an answer of "gpt-5.4" is unknown, so `maxCost` cannot limit the run: let `costOf` return a number for this model (at /budget/costOf)',
  )
  expect(sent).toHaveLength(1)
  expect(loop.messages).toHaveLength(3)
})

test.each(['maxTokens', 'maxCost'] as const)('an answer without usage has no %s', async (limit) => {
  const { provider, sent } = scripted(() => {
    const { usage: _usage, ...rest } = answer(null, nativeCall('call_1', 'look'))
    return rest
  })
  const loop = await run('messages', { provider, budget: { [limit]: 100, costOf } })
  await expect(loop.result).rejects.toThrow(`so \`${limit}\` cannot limit the run`)
  expect(sent).toHaveLength(1)
})
