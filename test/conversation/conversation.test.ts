import { describe, expect, test } from 'vitest'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import {
  ConversationError,
  listConversations,
  memoryConversations,
  openConversation,
  type StoredConversation,
} from '../../src/chat/conversation/index.js'
import { agentTool, type LoopResult, pendingApprovals, runLoop } from '../../src/chat/loop/index.js'
import { deferred } from '../../src/chat/provider/open-promise.js'
import {
  defineTool,
  type Message,
  provider,
  type RunnableTool,
  toolCall,
  toolMessage,
  toolResult,
} from '../../src/index.js'
import { approveCall, createExecutor } from '../../src/tools/index.js'
import { answer, nativeCall, scripted } from '../loop/scripted.js'

interface Clock {
  now: number
}

function setUp() {
  const store = memoryConversations()
  const clock: Clock = { now: 1_000_000 }
  const ran: string[] = []
  const run = (name: string) => () => {
    ran.push(name)
    return `${name} is done`
  }
  const tools: RunnableTool[] = [
    defineTool({ name: 'look', execute: run('look') }),
    defineTool({ name: 'buy', requiresApproval: true, execute: run('buy') }),
    { type: 'function', name: 'show', parameters: { type: 'object' } },
  ]
  const open = (id = 'c') =>
    openConversation(id, { store, clock: () => clock.now, lease: 30_000, interval: 2 ** 31 - 1 })
  return { store, clock, ran, tools, open }
}

/** Makes the calls in the first turn after a user message, and answers with a text in the next one. */
function modelOf(...calls: readonly ReturnType<typeof nativeCall>[]) {
  return scripted(({ messages }) =>
    messages.length === 1 && calls.length > 0 ? answer(null, ...calls) : answer('Done.'),
  )
}

const roles = ({ messages }: Pick<StoredConversation, 'messages'>) => messages.map(({ role }) => role)

const errorOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a conversation', () => {
  test('has its messages in the next process, and asks for no second answer', async () => {
    const { open, tools, ran } = setUp()
    const { provider, sent } = modelOf(nativeCall('c1', 'look'))
    const conversation = await open()
    await conversation.say('Look, please.')
    const { messages } = await runLoop({ provider, conversation, tools }).result
    const other = await open()
    expect(other.messages).toEqual(messages)
    expect(other.state).toBe('idle')
    const again: LoopResult = await runLoop({ provider, conversation: other, tools }).result
    expect(again.reason).toBe('answered')
    expect(again.messages).toEqual(messages)
    expect(sent).toHaveLength(2)
    expect(ran).toEqual(['look'])
  })

  test('adds a message with a known id once', async () => {
    const { open } = setUp()
    const [one, other] = [await open(), await open()]
    expect(await one.say('Hi', 'm1')).toBe(true)
    expect(await other.say('Hi', 'm1')).toBe(false)
    expect(roles(other)).toEqual(['user'])
  })

  test('keeps messages that the user sends during a run for the next request', async () => {
    const { open, tools } = setUp()
    const conversation = await open()
    await conversation.say('Look, please.')
    const provider = scripted(({ messages }) =>
      messages.length === 1 ? answer(null, nativeCall('c1', 'look')) : answer('Done.'),
    )
    const loop = runLoop({ provider: provider.provider, conversation, tools })
    for await (const event of loop) if (event.type === 'started') await (await open()).say('Be quick.')
    expect(roles(conversation)).toEqual(['user', 'assistant', 'tool', 'user', 'assistant'])
  })
})

describe('a driver', () => {
  test('is the only one, also of one handle', async () => {
    const { open, tools } = setUp()
    const { provider, sent } = modelOf()
    const conversation = await open()
    await conversation.say('Hi')
    const results = await Promise.all(
      [conversation, conversation, await open()].map((one) =>
        errorOf(runLoop({ provider, conversation: one, tools }).result),
      ),
    )
    expect(
      results.filter((error) => error instanceof ConversationError && error.code === 'busy'),
    ).toHaveLength(2)
    expect(sent).toHaveLength(1)
  })

  test('waits for the other loop with `whenBusy`', async () => {
    const { open, store } = setUp()
    const first = await (await open()).drive()
    const other = await openConversation('c', {
      store,
      whenBusy: 'wait',
      interval: 1,
      clock: () => 1_000_000,
    })
    const waiting = other.drive()
    await first.release()
    await (await waiting).release()
    expect(other.state).toBe('idle')
  })

  test('that lost its lease writes nothing more', async () => {
    const { open, clock, tools, ran } = setUp()
    const slow = await open()
    await slow.say('Look, please.')
    const first = await slow.drive()
    first.use()
    clock.now += 30_001
    const other = await open()
    await runLoop({ provider: modelOf(nativeCall('c1', 'look')).provider, conversation: other, tools }).result
    const error = await errorOf(first.asked('openai-chat', 'gpt-5.4'))
    expect(error).toMatchObject({ code: 'lost' })
    expect(first.signal.aborted).toBe(true)
    expect(ran).toEqual(['look'])
  })

  test('is stopped from another process, and the streamed part is kept as truncated', async () => {
    const { open, tools } = setUp()
    const conversation = await open()
    await conversation.say('Look, please.')
    const { provider } = modelOf()
    const drive = await conversation.drive()
    await (await open()).stop('The user pressed stop.')
    await drive.look()
    expect(drive.signal.aborted).toBe(true)
    const { reason } = await runLoop({ provider, conversation, tools }).result
    expect(reason).toBe('aborted')
    await conversation.refresh()
    expect(conversation.state).toBe('cut')
  })
})

describe('a loop that is left while its call runs', () => {
  async function leaving() {
    const world = setUp()
    const gate = deferred()
    const slow = defineTool({
      name: 'slow',
      execute: async () => {
        world.ran.push('slow')
        await gate.promise
        return 'slow is done'
      },
    })
    const open = () =>
      openConversation('c', { store: world.store, clock: () => world.clock.now, lease: 30_000, interval: 1 })
    const conversation = await world.open()
    await conversation.say('Be slow.')
    const { provider } = modelOf(nativeCall('c1', 'slow'))
    const inner = createExecutor({ tools: [slow] })
    // Work that cannot be aborted.
    const executor = {
      ...inner,
      execute: (...[calls, { signal: _signal, ...rest } = {}]: Parameters<typeof inner.execute>) =>
        inner.execute(calls, rest),
    }
    const start = (one: StoredConversation, signal?: AbortSignal) =>
      runLoop({ provider, conversation: one, executor, ...(signal && { signal }) })
    return { ...world, gate, conversation, start, open }
  }

  async function isSettled(work: Promise<unknown>): Promise<boolean> {
    const pending = Symbol('pending')
    await new Promise((resolve) => setTimeout(resolve, 10))
    return (await Promise.race([work, Promise.resolve(pending)])) !== pending
  }

  test('the next loop of the handle waits', async () => {
    const { conversation, start, gate, ran } = await leaving()
    for await (const event of start(conversation)) if (event.type === 'started') break
    const next = start(conversation).result
    expect(await isSettled(next)).toBe(false)
    gate.resolve()
    expect((await next).reason).toBe('answered')
    expect(ran).toEqual(['slow'])
    expect(roles(conversation)).toEqual(['user', 'assistant', 'tool', 'assistant'])
  })

  test('by its signal: the next loop of the handle waits', async () => {
    const { conversation, start, gate, ran } = await leaving()
    const abort = new AbortController()
    const first = start(conversation, abort.signal).result
    await expect.poll(() => ran).toEqual(['slow'])
    abort.abort()
    const next = start(conversation).result
    expect(await isSettled(next)).toBe(false)
    gate.resolve()
    expect([(await first).reason, (await next).reason]).toEqual(['aborted', 'answered'])
    expect(ran).toEqual(['slow'])
  })

  test('the loop of another process waits', async () => {
    const { conversation, start, gate, ran, open } = await leaving()
    for await (const event of start(conversation)) if (event.type === 'started') break
    const next = start(await open()).result
    expect(await isSettled(next)).toBe(false)
    gate.resolve()
    expect((await next).reason).toBe('answered')
    expect(ran).toEqual(['slow'])
  })

  test('one of two next loops is busy', async () => {
    const { conversation, start, gate } = await leaving()
    for await (const event of start(conversation)) if (event.type === 'started') break
    const both = [errorOf(start(conversation).result), errorOf(start(conversation).result)]
    gate.resolve()
    const busy = (await Promise.all(both)).filter((error) => error instanceof ConversationError)
    expect(busy).toMatchObject([{ code: 'busy' }])
  })

  test('the signal ends the wait', async () => {
    const { conversation, start } = await leaving()
    for await (const event of start(conversation)) if (event.type === 'started') break
    const abort = new AbortController()
    const next = errorOf(start(conversation, abort.signal).result)
    abort.abort(new Error('The user went away.'))
    expect(await next).toMatchObject({ message: 'The user went away.' })
  })
})

test('a driver that was stopped is waited for up to its lease at the stop', async () => {
  const { open, store, clock } = setUp()
  const slow = await open()
  const drive = await slow.drive()
  drive.use()
  const other = await openConversation('c', { store, clock: () => clock.now, lease: 30_000, interval: 1 })
  expect(await errorOf(other.drive())).toMatchObject({ code: 'busy' })
  await other.stop()
  const waiting = errorOf(other.drive())
  clock.now += 20_000
  // It renews its lease, because its call still runs.
  await drive.look()
  clock.now += 10_001
  expect(await waiting).toMatchObject({ code: 'busy' })
  expect(other.state).toBe('running')
})

test('a request that replaces an interrupted answer does not contain it', async () => {
  const { open } = setUp()
  const conversation = await open()
  await conversation.say('Tell me a story.')
  const chunk = {
    ...{ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'gpt-5.4' },
    choices: [{ index: 0, delta: { role: 'assistant', content: 'Once' }, finish_reason: null }],
  }
  const failing = provider(openaiChat, {
    model: 'gpt-5.4',
    send: async () =>
      new Response(`data: ${JSON.stringify(chunk)}\n\n`, {
        headers: { 'content-type': 'text/event-stream' },
      }),
  })
  await errorOf(runLoop({ provider: failing, conversation }).result)
  expect(roles(conversation)).toEqual(['user', 'assistant'])
  const { provider: other, sent } = modelOf()
  const { messages } = await runLoop({ provider: other, conversation }).result
  expect(sent).toMatchObject([{ messages: [{ role: 'user', content: 'Tell me a story.' }] }])
  expect(messages.map(({ parts }) => parts)).toMatchObject([
    [{ text: 'Tell me a story.' }],
    [{ text: 'Done.' }],
  ])
})

describe('an approval', () => {
  async function waiting() {
    const world = setUp()
    const conversation = await world.open()
    await conversation.say('Buy one.')
    const { provider, sent } = modelOf(nativeCall('c1', 'buy'))
    const loop = () => runLoop({ provider, conversation, tools: world.tools }).result
    expect((await loop()).reason).toBe('approval')
    return { ...world, conversation, loop, sent }
  }

  test('given twice, also in another tab, buys once', async () => {
    const { conversation, loop, ran, open, store } = await waiting()
    expect(await listConversations(store, 'waiting')).toEqual(['c'])
    const [request] = conversation.approvals
    const tab = await open()
    await conversation.approve(request?.id ?? '')
    await tab.approve('c1')
    expect((await loop()).reason).toBe('answered')
    await tab.approve('c1')
    expect((await loop()).reason).toBe('answered')
    expect(ran).toEqual(['buy'])
    expect(await listConversations(store, 'waiting')).toEqual([])
  })

  test('that is denied cannot be given later', async () => {
    const { conversation, loop, ran } = await waiting()
    await conversation.deny('c1', 'Too expensive.')
    expect(await errorOf(conversation.approve('c1'))).toMatchObject({ code: 'superseded', status: 410 })
    const { messages } = await loop()
    expect(JSON.stringify(messages)).toContain('Too expensive.')
    expect(ran).toEqual([])
  })

  test('is superseded by a message of the user, and its call is answered', async () => {
    const { conversation, loop, ran, sent } = await waiting()
    await conversation.say('Never mind.')
    expect(conversation.approvals).toEqual([])
    expect(await errorOf(conversation.approve('c1'))).toMatchObject({ code: 'superseded' })
    const { messages, reason } = await loop()
    expect(reason).toBe('answered')
    expect(pendingApprovals(messages)).toEqual([])
    expect(JSON.stringify(sent.at(-1))).toContain('went on')
    expect(ran).toEqual([])
  })

  test('of an unknown id is an error', async () => {
    const { conversation } = await waiting()
    expect(await errorOf(conversation.approve('nothing'))).toMatchObject({ code: 'unknown-id', status: 404 })
  })
})

describe('calls', () => {
  test('of the client are answered by its results, once', async () => {
    const { open, tools } = setUp()
    const conversation = await open()
    await conversation.say('Show it.')
    const { provider } = modelOf(nativeCall('c1', 'show'))
    const first = await runLoop({ provider, conversation, tools }).result
    expect(first.reason).toBe('client')
    const [call] = conversation.calls
    if (call === undefined) throw new Error('the conversation has no call')
    const results = toolMessage([toolResult(call.call, 'shown')])
    await conversation.say(results)
    const second = await runLoop({ provider, conversation, tools }).result
    expect(second.reason).toBe('answered')
    expect(roles(conversation)).toEqual(['user', 'assistant', 'tool', 'assistant'])
  })

  test('with an unknown end wait for the decision of the host with `unknownCalls`', async () => {
    const { open, clock, tools, ran } = setUp()
    const conversation = await open()
    await conversation.say('Look, please.')
    const { provider } = modelOf(nativeCall('c1', 'look'))
    const dead = await conversation.drive()
    dead.use()
    const response = await provider.turn({ messages: [...conversation.messages] }).response
    await dead.answered(response)
    await dead.begin({ ...conversation.calls[0]?.call, id: 'c1' } as never)
    clock.now += 30_001
    const next = await open()
    expect(next.state).toBe('unknown')
    expect(next.calls).toMatchObject([{ state: 'unknown', begun: 1 }])
    const waiting = await runLoop({ provider, conversation: next, tools, unknownCalls: 'wait' }).result
    expect(waiting.reason).toBe('unknown')
    expect(ran).toEqual([])
    await next.retry('c1')
    const { reason } = await runLoop({ provider, conversation: next, tools }).result
    expect(reason).toBe('answered')
    expect(ran).toEqual(['look'])
    expect(await errorOf(next.retry('c1'))).toMatchObject({ code: 'unknown-id' })
    expect(await errorOf(next.cancel('c1'))).toMatchObject({ code: 'unknown-id' })
  })
})

describe('a driver whose calls end one after another', () => {
  test('renews its lease between their results', async () => {
    const { open, clock } = setUp()
    const conversation = await open()
    await conversation.say('Show all.')
    const ids = ['c1', 'c2', 'c3', 'c4']
    const { provider } = modelOf(...ids.map((id) => nativeCall(id, 'show')))
    const drive = await conversation.drive()
    drive.use()
    await drive.answered(await provider.turn({ messages: [...conversation.messages] }).response)
    for (const id of ids) {
      clock.now += 9000
      await drive.results([toolResult(toolCall(id, 'show'), 'shown')])
      await drive.look()
    }
    expect((await open()).state).toBe('running')
  })
})

describe('an approval of the host', () => {
  test.each(['approve', 'approvals'])('given as %s runs the call that waits', async (how) => {
    const { open, tools, ran } = setUp()
    const { provider } = modelOf(nativeCall('c1', 'buy'))
    const conversation = await open()
    await conversation.say('Buy, please.')
    const { approvals } = await runLoop({ provider, conversation, tools }).result
    const given =
      how === 'approve'
        ? { approve: () => ({ type: 'approve' as const }) }
        : { approvals: approvals.map((request) => approveCall(request)) }
    const next = await open()
    const { reason } = await runLoop({ provider, conversation: next, tools, ...given }).result
    expect({ reason, ran }).toEqual({ reason: 'answered', ran: ['buy'] })
    expect(await errorOf(conversation.deny('c1'))).toMatchObject({ code: 'superseded' })
  })
})

describe('a store that fails while a loop begins', () => {
  test('leaves the conversation free for the next loop', async () => {
    const { store, clock, tools, open } = setUp()
    const conversation = await open()
    await conversation.say('Look, please.')
    const { provider } = modelOf(nativeCall('c1', 'look'))
    const dead = await conversation.drive()
    dead.use()
    await dead.answered(await provider.turn({ messages: [...conversation.messages] }).response)
    const [call] = conversation.calls
    if (call === undefined) throw new Error('the conversation has no call')
    await dead.begin(call.call)
    clock.now += 30_001
    // The loop becomes the driver, and fails to answer the call whose end is not known.
    let appends = 0
    const failing = {
      ...store,
      append: async (...given: Parameters<typeof store.append>) => {
        appends += 1
        if (appends === 2) throw new Error('no connection')
        await new Promise((resolve) => setImmediate(resolve))
        return store.append(...given)
      },
    }
    const next = await openConversation('c', {
      store: failing,
      clock: () => clock.now,
      interval: 2 ** 31 - 1,
    })
    const loop = runLoop({ provider, conversation: next, tools })
    expect(await errorOf(loop.result)).toMatchObject({ message: 'no connection' })
    const { reason } = await runLoop({ provider, conversation: await open(), tools }).result
    expect(reason).toBe('answered')
  })
})

describe('a sub-agent', () => {
  test('asks the person once, through the call of its parent', async () => {
    const { open, tools, ran } = setUp()
    const inner = modelOf(nativeCall('c9', 'buy'))
    const outer = modelOf(nativeCall('c1', 'shop'))
    const shop = agentTool({
      name: 'shop',
      task: () => 'Buy one.',
      agent: { provider: inner.provider, tools },
    })
    const conversation = await open()
    await conversation.say('Get me one.')
    const loop = () => runLoop({ provider: outer.provider, conversation, tools: [shop] }).result
    expect((await loop()).reason).toBe('approval')
    expect(conversation.approvals).toMatchObject([{ callId: 'c1', name: 'buy' }])
    expect(ran).toEqual([])
    await conversation.approve('c1')
    const { reason, messages } = await loop()
    expect(reason).toBe('answered')
    expect(ran).toEqual(['buy'])
    expect(inner.sent).toHaveLength(2)
    expect(outer.sent).toHaveLength(2)
    const results = messages.flatMap(({ parts }: Message) =>
      parts.filter((part) => part.type === 'tool-result'),
    )
    expect(results).toMatchObject([
      { callId: 'c1', output: { type: 'text', value: 'Done.' }, isError: false },
    ])
  })
})

describe('the decision about a call of a sub-agent', () => {
  test.each<[string, (conversation: StoredConversation) => Promise<unknown>, readonly string[], string]>([
    ['the arguments of the model', (of) => of.approve('c1'), ['{"count":2}'], 'bought'],
    [
      'the arguments of the person',
      (of) => of.approve('c1', { arguments: { count: 1 } }),
      ['{"count":1}'],
      'bought',
    ],
    ['a denial with its reason', (of) => of.deny('c1', 'too dear'), [], 'too dear'],
    ['an approval that is over', (of) => of.approve('c1', { expires: 1 }), [], ''],
  ])('reaches it: %s', async (_kind, decide, expected, told) => {
    const { open } = setUp()
    const ran: string[] = []
    const buy = defineTool({
      name: 'buy',
      parameters: { type: 'object', properties: { count: { type: 'integer' } } },
      requiresApproval: true,
      execute: (input) => {
        ran.push(JSON.stringify(input))
        return 'bought'
      },
    })
    const inner = modelOf(nativeCall('c9', 'buy', { count: 2 }))
    const shop = agentTool({
      name: 'shop',
      task: () => 'Buy two.',
      agent: { provider: inner.provider, tools: [buy] },
    })
    const { provider } = modelOf(nativeCall('c1', 'shop'))
    const conversation = await open()
    await conversation.say('Get me two.')
    const loop = () => runLoop({ provider, conversation, tools: [shop] }).result
    await loop()
    await decide(conversation)
    await loop()
    expect(ran).toEqual(expected)
    expect(JSON.stringify(inner.sent.at(-1))).toContain(told)
  })
})

describe('messages', () => {
  test('are removed from a place on, and the model answers again', async () => {
    const { open, tools } = setUp()
    const { provider, sent } = modelOf()
    const conversation = await open()
    await conversation.say('Hi')
    await runLoop({ provider, conversation, tools }).result
    await conversation.rewind(1)
    expect(roles(conversation)).toEqual(['user'])
    await runLoop({ provider, conversation, tools }).result
    expect(sent).toHaveLength(2)
    expect(roles(await open())).toEqual(['user', 'assistant'])
  })
})
