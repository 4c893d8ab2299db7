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

test('a call whose step runs again has its key, and a call of another workflow has another one', async () => {
  const keys = async (deaths: readonly string[]) => {
    const seen: string[] = []
    const tools = [
      defineTool({
        name: 'pay',
        execute: (_input, { idempotencyKey, callId }) => void seen.push(`${callId} ${idempotencyKey}`),
      }),
    ]
    const { provider } = scripted(({ messages }) =>
      messages.length === 1
        ? answer(null, nativeCall('c1', 'pay'), nativeCall('c2', 'pay'))
        : messages.length === 3
          ? answer(null, nativeCall('c1', 'pay'))
          : answer('Done.'),
    )
    const workflow = (step: Step) => {
      // The engine loses the first value of the step: the tool runs again.
      let isLost = true
      const losing: Step = async (key, work) => {
        if (key === 'call 1 c1' && deaths.length > 0 && isLost) {
          isLost = false
          await step(`${key} lost`, work)
        }
        return step(key, work)
      }
      return runLoop({ provider, messages: [userMessage('Pay.')], tools, step: losing }).result
    }
    await inEngine(workflow, deaths)
    return seen
  }
  const whole = await keys([])
  expect(new Set(whole).size).toBe(3)
  for (const key of whole) expect(key).toMatch(/^c[12] [0-9a-f]{32}$/)
  for (const first of ['keys', 'answer 1']) {
    const broken = await keys([first, 'call 1 c1 lost', 'call 1 c1'])
    expect(broken.length).toBeGreaterThan(3)
    expect(new Set(broken).size).toBe(3)
    expect(new Set([...whole, ...broken]).size).toBe(6)
  }
})

test('a failure within a step is the failure of the loop', async () => {
  const { provider } = scripted(() => new Error('no network'))
  const step: Step = (_key, work) => work()
  const { result } = runLoop({ provider, messages: [userMessage('Hi')], step })
  await expect(result).rejects.toThrow('no network')
})

test('the events of an answer are emitted while its step runs', async () => {
  const { provider } = scripted(() => answer('Hello.'))
  const step: Step = (_key, work) => work()
  const types: string[] = []
  for await (const { type } of runLoop({ provider, messages: [userMessage('Hi')], step })) types.push(type)
  expect(types).toContain('text-delta')
  expect(types.at(-1)).toBe('loop-finish')
})

/** A promise of Restate: its work begins when it is awaited, and no other one may be awaited meanwhile. */
class LazyPromise<Value> {
  static awaited = 0
  readonly [Symbol.toStringTag] = 'LazyPromise'
  readonly #work: () => Promise<Value>
  #value: Promise<Value> | undefined

  constructor(work: () => Promise<Value>) {
    this.#work = work
  }

  // biome-ignore lint/suspicious/noThenProperty: a thenable, like the promises of Restate
  then: Promise<Value>['then'] = (use, fail) => this.#run().then(use, fail)
  catch: Promise<Value>['catch'] = (fail) => this.#run().catch(fail)
  finally: Promise<Value>['finally'] = (end) => this.#run().finally(end)

  #run(): Promise<Value> {
    this.#value ??= this.#alone()
    return this.#value
  }

  async #alone(): Promise<Value> {
    if (LazyPromise.awaited > 0) throw new Error('awaitNext already pending')
    LazyPromise.awaited += 1
    try {
      return await this.#work()
    } finally {
      LazyPromise.awaited -= 1
    }
  }
}

test('parallel calls are awaited one after the other, as Restate requires', async () => {
  const tools = [defineTool({ name: 'pay', execute: () => 'paid' })]
  const { provider } = scripted((_conversation, turn) =>
    turn === 0 ? answer(null, nativeCall('c1', 'pay'), nativeCall('c2', 'pay')) : answer('Done.'),
  )
  const step: Step = (_key, work) => new LazyPromise(work)
  const { messages } = await runLoop({ provider, messages: [userMessage('Pay.')], tools, step }).result
  expect(messages[2]?.parts).toHaveLength(2)
})

test('a later parallel call that fails first ends the loop when the earlier one has ended', async () => {
  const tools = [defineTool({ name: 'pay', execute: () => 'paid' })]
  const { provider } = scripted(() => answer(null, nativeCall('c1', 'pay'), nativeCall('c2', 'pay')))
  const ended: string[] = []
  const step: Step = async (key, work) => {
    if (key === 'call 1 c2') throw new Error('no storage')
    if (key === 'call 1 c1') await new Promise((resolve) => setTimeout(resolve, 20))
    const value = await work()
    ended.push(key)
    return value
  }
  const { result } = runLoop({ provider, messages: [userMessage('Pay.')], tools, step })
  await expect(result).rejects.toThrow('no storage')
  expect(ended).toEqual(['answer 1', 'keys', 'call 1 c1'])
})
