import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { memoryConversations, openConversation } from '../../src/chat/conversation/index.js'
import { type Loop, runLoop } from '../../src/chat/loop/index.js'
import { deferred } from '../../src/chat/provider/open-promise.js'
import { defineTool, type Message, provider as providerOf, userMessage } from '../../src/index.js'
import { tries } from '../support/cases.js'
import { answer, nativeCall, scripted } from './scripted.js'

const histories = ['messages', 'a stored conversation'] as const

async function source(history: (typeof histories)[number]) {
  const messages = [userMessage('Build it.')]
  if (history === 'messages') return { messages }
  const store = memoryConversations()
  const conversation = await openConversation(crypto.randomUUID(), { store })
  await conversation.say('Build it.')
  return { conversation }
}

/** Returns the roles of messages, with the texts of the user. */
function shown(messages: readonly Message[] | undefined): string[] | undefined {
  return messages?.map(({ role, parts }) =>
    role === 'user' ? parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join() : role,
  )
}

/** Returns a tool whose call runs until it is released. */
function slowTool() {
  const began = deferred()
  const released = deferred()
  const build = defineTool({
    name: 'build',
    description: 'Builds.',
    parameters: { type: 'object' },
    execute: async () => {
      began.resolve()
      await released.promise
      return 'built'
    },
  })
  return { build, began: began.promise, release: released.resolve }
}

const unsaid = (reason: string) => ({ code: 'unsupported', message: expect.stringContaining(`(${reason})`) })

describe.each(histories)('a running loop with %s', (history) => {
  test('adds two messages after the results of the calls that run', async () => {
    const { build, began, release } = slowTool()
    const { provider, asked } = scripted((_asked, turn) =>
      turn === 0 ? answer(null, nativeCall('c1', 'build')) : answer('Done.'),
    )
    const loop = runLoop({ provider, tools: [build], ...(await source(history)) })
    const result = loop.result
    await began
    const steered = [loop.steer('In red.'), loop.steer(userMessage('And small.'))]
    expect(asked).toHaveLength(1)
    release()
    await Promise.all(steered)
    expect((await result).reason).toBe('answered')
    expect(asked).toHaveLength(2)
    expect(shown(asked[1]?.messages)).toEqual(['Build it.', 'assistant', 'tool', 'In red.', 'And small.'])
    expect(shown((await result).messages)?.at(-1)).toBe('assistant')
  })

  test('continues after the last answer, with the same budget', async () => {
    const { provider, asked } = scripted((_asked, turn) => answer(`Answer ${turn}.`))
    const budget = { maxTokens: 40 }
    const loop = runLoop({ provider, budget, ...(await source(history)) })
    const unsteered: Promise<void>[] = []
    for await (const event of loop)
      if (event.type === 'step-start') unsteered.push(loop.steer(`Go on ${event.step}.`))
    const { reason, spending } = await loop.result
    expect(shown(asked.at(-1)?.messages)).toContain('Go on 2.')
    expect([reason, spending.length, asked.length]).toEqual(['budget', 3, 3])
    await expect(unsteered.at(-1)).rejects.toMatchObject(unsaid('budget'))
    await Promise.all(unsteered.slice(0, -1))
  })

  test('refuses messages after its end, and stays as it ended', async () => {
    const { provider } = scripted(() => answer('Done.'))
    const loop = runLoop({ provider, ...(await source(history)) })
    const { messages } = await loop.result
    for (const text of ['One.', 'Two.'])
      await expect(loop.steer(text)).rejects.toMatchObject(unsaid('answered'))
    expect(loop.messages).toEqual(messages)
  })

  test('that is stopped and steered at once omits the message', async () => {
    const { build, began, release } = slowTool()
    const { provider, asked } = scripted(() => answer(null, nativeCall('c1', 'build')))
    const abort = new AbortController()
    const loop = runLoop({ provider, tools: [build], signal: abort.signal, ...(await source(history)) })
    const result = loop.result
    await began
    const steered = loop.steer('In red.')
    abort.abort()
    release()
    await expect(steered).rejects.toMatchObject(unsaid('aborted'))
    expect((await result).reason).toBe('aborted')
    expect(asked).toHaveLength(1)
    expect(shown(loop.messages)).not.toContain('In red.')
  })

  test('that is left rejects the waiting messages', async () => {
    const { provider } = scripted(() => answer('Done.'))
    const loop = runLoop({ provider, ...(await source(history)) })
    let steered: Promise<void> | undefined
    for await (const _event of loop) {
      steered = loop.steer('In red.')
      break
    }
    await expect(steered).rejects.toMatchObject(unsaid('aborted'))
  })
})

test('two loops are steered apart, and before they start', async () => {
  const models = [scripted(() => answer('One.')), scripted(() => answer('Two.'))]
  const loops: Loop[] = models.map(({ provider }) =>
    runLoop({ provider, messages: [userMessage('Build it.')] }),
  )
  const steered = loops.map((loop, index) => loop.steer(`Loop ${index}.`))
  await Promise.all(loops.map(({ result }) => result))
  await Promise.all(steered)
  expect(models.map(({ asked }) => asked.map(({ messages }) => shown(messages)))).toEqual([
    [['Build it.', 'Loop 0.']],
    [['Build it.', 'Loop 1.']],
  ])
})

test('a stored conversation has the message for the next process', async () => {
  const store = memoryConversations()
  const conversation = await openConversation('c', { store })
  await conversation.say('Build it.')
  const { provider } = scripted(() => answer('Done.'))
  const loop = runLoop({ provider, conversation })
  const steered = loop.steer('In red.')
  await loop.result
  await steered
  const { messages } = await openConversation('c', { store })
  expect(shown(messages)).toEqual(['Build it.', 'In red.', 'assistant'])
})

test('values that are not messages of the user are refused, as is a workflow', async () => {
  const { provider } = scripted(() => answer('Done.'))
  const messages = [userMessage('Build it.')]
  const loop = runLoop({ provider, messages })
  const assistant: Message = { role: 'assistant', parts: [] }
  await expect(loop.steer(assistant)).rejects.toMatchObject({ code: 'wrong-type', path: '/role' })
  const step = <Value>(_key: string, work: () => Promise<Value>) => work()
  await expect(runLoop({ provider, messages, step }).steer('Hi')).rejects.toMatchObject({
    code: 'unsupported',
  })
})

/** Processes that run a stored conversation in turn: the steps of each, and the steps with a message. */
const processes = fc.array(
  fc.record({
    steps: fc.integer({ min: 1, max: 3 }),
    steered: fc.uniqueArray(fc.integer({ min: 1, max: 3 })),
  }),
  { minLength: 1, maxLength: 5 },
)

test('a restarted run has the budget of the message that began it, also with two steered messages', async () => {
  const look = defineTool({ name: 'look', description: 'Looks.', parameters: {}, execute: () => 'seen' })
  await fc.assert(
    fc.asyncProperty(processes, async (given) => {
      const store = memoryConversations()
      await (await openConversation('c', { store })).say('Look.')
      // Each answer counts 15 tokens.
      const { provider, asked } = scripted((_asked, turn) => answer(null, nativeCall(`c${turn}`, 'look')))
      const ends = []
      for (const { steps, steered } of [...given, { steps: 20, steered: [] }]) {
        const conversation = await openConversation('c', { store })
        const loop = runLoop({ provider, conversation, tools: [look], steps, budget: { maxTokens: 6 * 15 } })
        for await (const event of loop)
          if (event.type === 'step-start' && steered.includes(event.step))
            loop.steer('Go on.').catch(() => undefined)
        const { reason, spending } = await loop.result
        expect(spending).toHaveLength(asked.length)
        ends.push(reason)
      }
      expect([ends.at(-1), asked.length]).toEqual(['budget', 6])
    }),
    { ...tries(30), examples: [[[{ steps: 3, steered: [1, 2] }]]] },
  )
})

test('a message between two runs begins a new budget', async () => {
  const store = memoryConversations()
  const conversation = await openConversation('c', { store })
  await conversation.say('Look.')
  const { provider } = scripted((_asked, turn) => answer(`Answer ${turn}.`))
  const loop = runLoop({ provider, conversation })
  for await (const event of loop)
    if (event.type === 'step-start' && event.step === 1) loop.steer('Go on.').catch(() => undefined)
  expect((await loop.result).spending).toHaveLength(2)
  await conversation.say('And now?')
  expect((await runLoop({ provider, conversation }).result).spending).toHaveLength(1)
})

/** Creates a model whose turns pause or end as listed, and end afterwards. The text of an answer states which. */
function pausing(pauses: readonly boolean[]) {
  const left = pauses.map((isPaused) => (isPaused ? 'pause_turn' : 'end_turn'))
  return providerOf(anthropic, {
    ...{ model: 'claude', maxOutputTokens: 9, key: null, stream: false },
    fetch: async () => {
      const stop_reason = left.shift() ?? 'end_turn'
      const content = [{ type: 'text', text: stop_reason }]
      const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude' }
      const usage = { input_tokens: 1, output_tokens: 1 }
      return Response.json({ ...head, content, usage, stop_reason, stop_sequence: null })
    },
  })
}

test.each(histories)('each message waits for the end of a paused turn, over %s', async (history) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 6 }), async (pauses) => {
      const loop = runLoop({ provider: pausing(pauses), ...(await source(history)) })
      const said: Promise<void>[] = []
      for await (const event of loop)
        if (event.type === 'step-start' && event.step <= pauses.length) said.push(loop.steer('Go on.'))
      const { messages, reason } = await loop.result
      await Promise.all(said)
      const words = messages.map(({ parts }) =>
        parts.flatMap((part) => (part.type === 'text' ? part.text : [])),
      )
      const all = words.flat()
      expect(reason).toBe('answered')
      expect(all.filter((text) => text === 'Go on.')).toHaveLength(pauses.length)
      expect(all.filter((text, index) => text === 'pause_turn' && all[index + 1] === 'Go on.')).toEqual([])
    }),
    { ...tries(30), examples: [[[true, false, false]]] },
  )
})
