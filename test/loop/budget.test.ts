import { expect, test } from 'vitest'
import { memoryConversations, openConversation } from '../../src/chat/conversation/index.js'
import { agentTool, type LoopOptions, runLoop } from '../../src/chat/loop/index.js'
import { defineTool, userMessage } from '../../src/index.js'
import { costOf } from '../../src/translate/catalogue/index.js'
import { answer, nativeCall, scripted } from './scripted.js'

// Each answer of `scripted` counts 10 tokens of input and 5 of output.
const look = defineTool({ name: 'look', description: 'Looks', parameters: {}, execute: () => 'seen' })
const forever = () => scripted((_, turn) => answer(null, nativeCall(`call_${turn}`, 'look')))

const histories = ['messages', 'a stored conversation'] as const

async function run(
  history: (typeof histories)[number],
  { tools = [look], ...options }: Pick<LoopOptions, 'provider' | 'budget' | 'tools'>,
  store = memoryConversations(),
) {
  const said = userMessage('Look around')
  if (history === 'messages') return runLoop({ ...options, messages: [said], tools })
  const conversation = await openConversation('c', { store, messages: [said] })
  return runLoop({ ...options, conversation, tools })
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

/** Returns a tool that asks an agent `turns` times, and the agent below it as often. */
function agentOf(name: string, turns: number, below?: ReturnType<typeof agentTool>, steps = 20) {
  const tools = below === undefined ? [look] : [below]
  const called = below === undefined ? 'look' : below.name
  const { provider, sent } = scripted((_, turn) =>
    (turn + 1) % turns === 0 ? answer('Seen.') : answer(null, nativeCall(`call_${turn}`, called)),
  )
  return { tool: agentTool({ name, task: () => 'Look', agent: { provider, tools, steps } }), sent }
}

test.each(histories)('the answers of agents below count, over %s', async (history) => {
  const lowest = agentOf('lowest', 3)
  const lower = agentOf('lower', 2, lowest.tool)
  const { provider, sent } = scripted((_, turn) => answer(null, nativeCall(`call_${turn}`, 'lower')))
  const tools = [lower.tool]
  // One answer, two of the agent, three of the agent below it.
  const loop = await run(history, { provider, tools, budget: { maxTokens: 6 * 15 } })
  const { reason, spending } = await loop.result
  expect(reason).toBe('budget')
  expect(sent).toHaveLength(1)
  expect([lower.sent.length, lowest.sent.length]).toEqual([2, 3])
  expect(spending).toHaveLength(6)
  expect(spending[5]).toMatchObject({ model: 'gpt-5.4', usage: { inputTokens: 10, outputTokens: 5 } })
  const more = await run(history, { provider, tools, budget: { maxTokens: 6 * 15 + 1 } })
  expect((await more.result).reason).toBe('budget')
  expect(sent).toHaveLength(3)
})

test.each(histories)('the answers of an agent that does not finish count, over %s', async (history) => {
  const lower = agentOf('lower', 9, undefined, 2)
  const { provider } = scripted((_, turn) => answer(null, nativeCall(`call_${turn}`, 'lower')))
  const loop = await run(history, { provider, tools: [lower.tool], budget: { maxTokens: 3 * 15 } })
  const { reason, spending } = await loop.result
  expect([reason, spending.length]).toEqual(['budget', 3])
})

test('equal calls with one id, which run once, count once', async () => {
  const lower = agentOf('lower', 2)
  const { provider } = scripted((_, turn) =>
    turn > 0 ? answer('Seen.') : answer(null, nativeCall('c1', 'lower'), nativeCall('c1', 'lower')),
  )
  const loop = await run('messages', { provider, tools: [lower.tool] })
  const { spending } = await loop.result
  expect(lower.sent).toHaveLength(2)
  expect(spending).toHaveLength(4)
})

test('the answers of an agent count in the next process, and those of an earlier question do not', async () => {
  const lower = agentOf('lower', 2)
  const { provider } = scripted(({ messages }) =>
    messages.length === 1 ? answer(null, nativeCall('c1', 'lower')) : answer('Seen.'),
  )
  const store = memoryConversations()
  await (await run('a stored conversation', { provider, tools: [lower.tool] }, store)).result
  const conversation = await openConversation('c', { store })
  const again = await runLoop({ provider, conversation, tools: [lower.tool] }).result
  expect(again.spending).toHaveLength(4)
  await conversation.say('Thanks')
  const next = await runLoop({ provider, conversation, tools: [] }).result
  expect(next.spending).toHaveLength(1)
})
