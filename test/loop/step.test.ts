import { expect, test } from 'vitest'
import { runLoop, type Step } from '../../src/chat/loop/index.js'
import { defineTool, userMessage } from '../../src/index.js'
import { answer, nativeCall, scripted } from './scripted.js'

/** Runs the workflow again after each interruption, as an engine does, with the values of earlier steps. */
async function inEngine<Value>(
  workflow: (step: Step) => Promise<Value>,
  deaths: readonly string[],
): Promise<Value> {
  const stored = new Map<string, string>()
  const left = [...deaths]
  for (;;) {
    let isDead = false
    let die: () => void = () => undefined
    const died = new Promise<'died'>((resolve) => {
      die = () => resolve('died')
    })
    const step: Step = async (key, work) => {
      const known = stored.get(key)
      if (known !== undefined) return JSON.parse(known)
      const value = await work()
      if (isDead) return new Promise(() => undefined)
      stored.set(key, JSON.stringify(value))
      if (left[0] !== key) return value
      left.shift()
      isDead = true
      die()
      return new Promise(() => undefined)
    }
    const ended = await Promise.race([workflow(step), died])
    if (ended !== 'died') return ended
  }
}

test('a workflow engine runs each answer and each call once, over restarts', async () => {
  const ran: string[] = []
  const tools = [defineTool({ name: 'pay', execute: () => void ran.push('pay') })]
  const { provider, sent } = scripted((_conversation, turn) =>
    turn === 0 ? answer(null, nativeCall('c1', 'pay'), nativeCall('c1', 'pay')) : answer('Done.'),
  )
  const workflow = (step: Step) => runLoop({ provider, messages: [userMessage('Pay.')], tools, step }).result
  const { messages, reason } = await inEngine(workflow, ['answer 1', 'call 1 c1', 'answer 2'])
  expect(reason).toBe('answered')
  expect(sent).toHaveLength(2)
  expect(ran).toEqual(['pay'])
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
  expect(messages[2]?.parts).toHaveLength(2)
})

test('a failure within a step is the failure of the loop', async () => {
  const { provider } = scripted(() => new Error('no network'))
  const step: Step = (_key, work) => work()
  const { result } = runLoop({ provider, messages: [userMessage('Hi')], step })
  await expect(result).rejects.toThrow('no network')
})

test('the events of an answer come while its step runs', async () => {
  const { provider } = scripted(() => answer('Hello.'))
  const step: Step = (_key, work) => work()
  const types: string[] = []
  for await (const { type } of runLoop({ provider, messages: [userMessage('Hi')], step })) types.push(type)
  expect(types).toContain('text-delta')
  expect(types.at(-1)).toBe('loop-finish')
})
