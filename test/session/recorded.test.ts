import { describe, expect, test } from 'vitest'
import { parseJson } from '../../src/base/json/parse.js'
import { expectArray, expectObject } from '../../src/base/json/read-json.js'
import {
  type ConversationStore,
  memoryConversations,
  openConversation,
  type StoredConversation,
} from '../../src/chat/conversation/index.js'
import { runLoop } from '../../src/chat/loop/index.js'
import { openSession, type Session, type SessionOptions } from '../../src/chat/session/index.js'
import { defineTool, type RunnableTool, toolMessage, toolResult, userMessage } from '../../src/index.js'
import { approveCall, createExecutor } from '../../src/tools/index.js'
import { answer, nativeCall, scripted } from '../loop/scripted.js'
import { settled } from '../support/plain-session.js'
import { until } from '../support/waiting.js'
import { liveServer, type Model, NativeServer, type NativeWire, realtimeServer } from './native-server.js'

const NEVER = 2 ** 31 - 1

function setUp(wire: NativeWire = realtimeServer) {
  const store = memoryConversations()
  const clock = { now: 1_000_000 }
  const ran: string[] = []
  const ends: ((value: string) => void)[] = []
  const run = (name: string) => () => {
    ran.push(name)
    return `${name} is done`
  }
  const tools: RunnableTool[] = [
    defineTool({ name: 'look', execute: run('look') }),
    defineTool({ name: 'buy', requiresApproval: true, execute: run('buy') }),
    { type: 'function', name: 'show', parameters: { type: 'object' } },
    defineTool({
      name: 'wait',
      execute: () => {
        ran.push('wait')
        return new Promise<string>((resolve) => ends.push(resolve))
      },
    }),
  ]
  const open = (interval = NEVER, given: ConversationStore = store) =>
    openConversation('c', { store: given, clock: () => clock.now, lease: 30_000, interval })
  const servers: NativeServer[] = []
  const start = (conversation: StoredConversation, model: Model, options: Partial<SessionOptions> = {}) => {
    const session = openSession(wire.adapter, {
      ...{ model: 'm', tools, conversation },
      socket: () => {
        const server = new NativeServer(wire, model)
        servers.push(server)
        return server.socket
      },
      ...options,
    })
    return { session, end: read(session) }
  }
  const server = () => {
    const last = servers.at(-1)
    if (last === undefined) throw new Error('no connection')
    return last
  }
  return { store, clock, ran, ends, tools, open, start, servers, server }
}

/** Reads a session to its end, and returns the error. */
async function read(session: Session): Promise<unknown> {
  try {
    for await (const _event of session);
  } catch (error) {
    return error
  }
}

async function recordsIn(store: ConversationStore) {
  const entries = await store.read('c', 0)
  return entries.flatMap((entry) =>
    expectArray(expectObject(parseJson(entry), '').records, '/records').map((record) =>
      expectObject(record, ''),
    ),
  )
}

async function typesIn(store: ConversationStore) {
  return (await recordsIn(store)).map(({ type }) => type)
}

/** Returns the texts of the messages by role; `-` for a message without a text. */
function wordsOf({ messages }: Pick<StoredConversation, 'messages'>): string[] {
  return messages.map(
    ({ role, parts }) =>
      `${role}: ${parts.map((part) => (part.type === 'text' ? part.text : part.type)).join()}`,
  )
}

/** Makes the calls, once, and then answers with a text. */
function calling(calls: Readonly<Record<string, string>>): Model {
  let isDone = false
  return () => {
    const given = isDone ? 'Done.' : calls
    isDone = true
    return given
  }
}

const talk: Model = () => 'Well.'

describe.each([realtimeServer, liveServer])('a session of $name', (wire) => {
  test('records each step before the next one, and the conversation continues over another wire', async () => {
    const { store, tools, ran, open, start, server } = setUp(wire)
    const conversation = await open()
    const { session, end } = start(conversation, calling({ c1: 'look', c2: 'look' }))
    session.send(userMessage('Look.'))
    session.respond()
    await until(() => wordsOf(session).includes('assistant: Done.'))
    await session.close()
    expect(await end).toBeUndefined()
    const types = await typesIn(store)
    expect(types.slice(0, 5)).toEqual(['driven', 'said', 'asked', 'answered', 'answered'])
    expect(types.slice(-4)).toEqual(['asked', 'answered', 'answered', 'released'])
    expect(types.indexOf('call-begun')).toBeGreaterThan(4)
    const other = await open()
    expect(other.messages).toEqual(session.messages)
    expect(other.state).toBe('idle')
    await other.say('And now?')
    const { provider, asked } = scripted(() => answer('Nothing.'))
    const { reason } = await runLoop({ provider, conversation: other, tools }).result
    expect(reason).toBe('answered')
    expect(asked[0]?.messages.map(({ role }) => role)).toEqual(
      ...[['user', 'assistant', 'tool', 'assistant', 'user']],
    )
    expect(ran).toEqual(['look', 'look'])
    // The next session knows what the loop added, and has nothing to do.
    const next = start(await open(), talk)
    await until(() => JSON.stringify(server().heard).includes('Nothing.'))
    await settled()
    await next.session.close()
    expect(wordsOf(next.session).at(-1)).toBe('assistant: Nothing.')
  })

  test('answers calls that a message or a loop left open', async () => {
    const { tools, ran, open, start } = setUp(wire)
    const conversation = await open()
    await conversation.say('Buy one.')
    const { provider } = scripted(() => answer(null, nativeCall('c1', 'buy')))
    await runLoop({ provider, conversation, tools }).result
    const first = start(conversation, talk)
    await settled()
    expect(first.session.approvals).toMatchObject([{ callId: 'c1' }])
    await first.session.close()
    await (await open()).approve('c1')
    const second = start(await open(), talk)
    await until(() => wordsOf(second.session).includes('assistant: Well.'))
    await second.session.close()
    expect(ran).toEqual(['buy'])
    expect(wordsOf(await open())).toEqual([
      ...['user: Buy one.', 'assistant: tool-call', 'tool: tool-result', 'assistant: Well.'],
    ])
  })

  test('records speech before its answer, even if the transcript arrives late', async () => {
    const { open, start, server } = setUp(wire)
    const conversation = await open()
    const { session } = start(conversation, talk)
    await until(() => conversation.state === 'running')
    await settled()
    server().say(...wire.speech('Hello'))
    server().answer()
    // The words come after the answer that they triggered.
    server().answer()
    server().say(...wire.speech('Again'))
    await session.close()
    const words = ['user: Hello', 'assistant: Well.', 'user: Again', 'assistant: Well.']
    expect(wordsOf(session)).toEqual(words)
    expect(wordsOf(await open())).toEqual(words)
  })

  test('keeps the part that was streamed before an interruption, marked as truncated', async () => {
    const { tools, open, start, server } = setUp(wire)
    const conversation = await open()
    const { session } = start(conversation, talk)
    session.send(userMessage('Tell me a story.'))
    await until(() => conversation.messages.length === 1)
    await settled()
    server().say(...wire.interrupted('resp_1', 'Once upon'))
    server().say(...wire.speech('Stop.'))
    await until(() => wordsOf(session).length === 3)
    await session.close()
    const other = await open()
    expect(wordsOf(other)).toEqual(['user: Tell me a story.', 'assistant: Once upon', 'user: Stop.'])
    const { provider, asked } = scripted(() => answer('Fine.'))
    await runLoop({ provider, conversation: other, tools }).result
    expect(wordsOf({ messages: asked[0]?.messages ?? [] })).toEqual(wordsOf(other).slice(0, 3))
    expect(wordsOf(other)).toHaveLength(4)
  })

  test('is cut if the user leaves during an answer, and is not continued without a word', async () => {
    const { open, start, server } = setUp(wire)
    const { session } = start(await open(), talk)
    session.send(userMessage('Tell me a story.'))
    await settled()
    const frames = wire.interrupted('resp_1', 'Once upon')
    server().say(...frames.slice(0, wire === liveServer ? 1 : -1))
    await session.close()
    const other = await open()
    expect(other.state).toBe('cut')
    const next = start(other, talk)
    await until(() => JSON.stringify(server().heard).includes('Tell me a story.'))
    await settled()
    await next.session.close()
    expect(wordsOf(await open()).filter((words) => words.startsWith('assistant: Well'))).toEqual([])
  })

  test('ends the calls that run with a lost connection, and runs none of them again', async () => {
    const { ran, open, start, server } = setUp(wire)
    const conversation = await open()
    const { session, end } = start(conversation, calling({ c1: 'wait' }))
    session.send(userMessage('Wait.'))
    session.respond()
    await until(() => ran.length === 1)
    server().socket.drop(1011)
    expect(await end).toMatchObject({ name: 'SessionError' })
    const other = await open()
    expect(other.messages).toEqual(session.messages)
    expect(other.calls).toMatchObject([
      { state: 'ended', results: [{ isError: true, category: 'cancelled' }] },
    ])
    const next = start(other, talk)
    await until(() => wordsOf(next.session).includes('assistant: Well.'))
    await next.session.close()
    expect(ran).toEqual(['wait'])
  })

  test('continues over the next connection', async () => {
    const { ran, open, start, server } = setUp(wire)
    const conversation = await open()
    const { session } = start(conversation, calling({ c1: 'wait' }), { reconnect: 1 })
    session.send(userMessage('Wait.'))
    session.respond()
    await until(() => ran.length === 1)
    const isSpeech = wire === liveServer
    if (isSpeech) server().say(...wire.speech('One'))
    server().socket.drop()
    await until(() => wordsOf(session).includes('assistant: Done.'))
    // Google has no ids of utterances.
    if (isSpeech) server().say(...wire.speech('Two'))
    await session.close()
    const words = wordsOf(await open())
    expect(words).toEqual(wordsOf(session))
    expect(words).toEqual([
      ...['user: Wait.', 'assistant: tool-call', 'tool: tool-result'],
      ...(isSpeech ? ['user: One', 'assistant: Done.', 'user: Two'] : ['assistant: Done.']),
    ])
  })
})

describe('the driver of a conversation', () => {
  test('is one session: another one, and a loop, are busy', async () => {
    const { tools, open, start, servers } = setUp()
    const conversation = await open()
    const first = start(conversation, talk)
    await until(() => servers.length === 1)
    for (const other of [conversation, await open()])
      expect(await start(other, talk).end).toMatchObject({ name: 'ConversationError', code: 'busy' })
    const { provider } = scripted(() => answer('No.'))
    await expect(runLoop({ provider, conversation: await open(), tools }).result).rejects.toMatchObject({
      code: 'busy',
    })
    expect(servers).toHaveLength(1)
    await first.session.close()
    const next = start(await open(), talk)
    await until(() => servers.length === 2)
    await next.session.close()
    expect(await next.end).toBeUndefined()
  })

  test('keeps its lease while the session is idle', async () => {
    const { store, clock, open, start, servers } = setUp()
    const { session } = start(await open(1), talk)
    await until(() => servers.length === 1)
    for (let renewals = 2; renewals < 6; renewals += 1) {
      clock.now += 11_000
      let types: readonly unknown[] = []
      while (types.filter((type) => type === 'driven').length < renewals) {
        await settled()
        types = await typesIn(store)
      }
    }
    expect(await start(await open(), talk).end).toMatchObject({ code: 'busy' })
    await session.close()
  })

  test('ends without another record when it is lost', async () => {
    const { store, clock, ran, open, start, servers, server } = setUp()
    const { session, end } = start(await open(), calling({ c1: 'look' }))
    await until(() => servers.length === 1)
    await settled()
    clock.now += 30_001
    const other = await (await open()).drive()
    const entries = (await store.read('c', 0)).length
    session.respond()
    expect(await end).toMatchObject({ name: 'ConversationError', code: 'lost' })
    await settled()
    expect((await store.read('c', 0)).length).toBe(entries)
    expect(ran).toEqual([])
    expect(server().socket.closedWith).toBe(1000)
    await other.release()
  })

  test('ends when another server stops the conversation', async () => {
    const { ran, open, start } = setUp()
    const conversation = await open(1)
    const { session, end } = start(conversation, calling({ c1: 'wait' }))
    session.send(userMessage('Wait.'))
    session.respond()
    await until(() => ran.length === 1)
    await (await open()).stop('Enough.')
    expect(await end).toBeUndefined()
    expect(await open()).toMatchObject({
      state: 'idle',
      calls: [{ state: 'ended', results: [{ isError: true }] }],
    })
  })

  test('ends with the error of the store', async () => {
    const { store, ran, open, start } = setUp()
    let isDown = false
    const append: ConversationStore['append'] = async (...given) => {
      if (isDown) throw new Error('no disk')
      return store.append(...given)
    }
    const conversation = await open(NEVER, { ...store, append })
    const { session, end } = start(conversation, calling({ c1: 'look' }))
    session.send(userMessage('Look.'))
    await until(() => conversation.messages.length === 1)
    isDown = true
    session.respond()
    expect(await end).toMatchObject({ message: 'no disk' })
    expect(ran).toEqual([])
  })

  test('keeps the content before an unreadable frame', async () => {
    const { open, start, server } = setUp()
    const { session, end } = start(await open(), calling({ c1: 'look' }))
    session.send(userMessage('Look.'))
    await settled()
    const [first = {}, ...others] = realtimeServer.interrupted('resp_1', 'Once upon')
    server().say(first, ...others.slice(0, -1))
    server().socket.frame('{')
    expect(await end).toMatchObject({ name: 'AdapterError' })
    expect(wordsOf(await open())).toEqual(wordsOf(session))
    expect(wordsOf(session)).toContain('assistant: Once upon')
  })

  test('is kept until the work of its calls has ended', async () => {
    const { tools, ran, ends, open, start } = setUp()
    const executor = createExecutor({ tools })
    // Work that cannot be aborted.
    const stubborn = {
      ...executor,
      execute: (...[calls, { signal: _signal, ...rest } = {}]: Parameters<typeof executor.execute>) =>
        executor.execute(calls, rest),
    }
    const conversation = await open()
    const { session } = start(conversation, calling({ c1: 'wait' }), { executor: stubborn })
    session.send(userMessage('Wait.'))
    session.respond()
    await until(() => ran.length === 1)
    const closed = session.close()
    await settled()
    expect(await start(await open(), talk).end).toMatchObject({ code: 'busy' })
    for (const end of ends) end('late')
    await closed
    expect((await open()).calls).toMatchObject([{ state: 'ended', results: [{ isError: true }] }])
  })

  test('is not kept by a session that is closed before it is open', async () => {
    const { servers, open, start } = setUp()
    const { session, end } = start(await open(), talk)
    await session.close()
    expect(await end).toBeUndefined()
    expect(servers).toEqual([])
    expect((await open()).state).toBe('idle')
  })
})

describe('calls of a recorded session', () => {
  test('are approved by another process, while it runs', async () => {
    const { ran, open, start } = setUp()
    const { session } = start(await open(1), calling({ c1: 'buy' }))
    session.send(userMessage('Buy.'))
    session.respond()
    await until(() => session.approvals.length === 1)
    const other = await open()
    expect(other.approvals).toMatchObject([{ callId: 'c1' }])
    await other.approve('c1')
    await until(() => wordsOf(session).includes('assistant: Done.'))
    await session.close()
    expect(ran).toEqual(['buy'])
    expect((await open()).messages).toEqual(session.messages)
  })

  test('are not run after they were denied elsewhere', async () => {
    const { ran, open, start } = setUp()
    const { session } = start(await open(), calling({ c1: 'buy' }))
    session.send(userMessage('Buy.'))
    session.respond()
    await until(() => session.approvals.length === 1)
    const other = await open()
    await until(() => other.approvals.length === 1 || void other.refresh() === null)
    await other.deny('c1', 'Too much.')
    for (const request of session.approvals) session.approve(approveCall(request))
    await until(() => wordsOf(session).includes('assistant: Done.'))
    await session.close()
    expect(ran).toEqual([])
    expect(JSON.stringify((await open()).messages)).toContain('Too much.')
  })

  test('record the approval of the session, once', async () => {
    const { store, ran, open, start } = setUp()
    const { session } = start(await open(), calling({ c1: 'buy' }))
    session.send(userMessage('Buy.'))
    session.respond()
    await until(() => session.approvals.length === 1)
    for (const request of session.approvals) session.approve(approveCall(request))
    await until(() => wordsOf(session).includes('assistant: Done.'))
    await session.close()
    expect(ran).toEqual(['buy'])
    const types = await typesIn(store)
    for (const type of ['approval-asked', 'approval-answered', 'approval-used', 'call-begun'])
      expect(types.filter((one) => one === type)).toHaveLength(1)
  })

  test.each(['session', 'loop'])(
    'that wait while the model continues are run by the next %s',
    async (how) => {
      const { tools, ran, open, start, server } = setUp()
      const conversation = await open()
      const { session } = start(conversation, calling({ c1: 'buy', c2: 'wait' }))
      session.send(userMessage('Buy.'))
      session.respond()
      await until(() => session.approvals.length === 1 && ran.length === 1)
      server().answer()
      await until(() => wordsOf(session).includes('assistant: Done.'))
      await session.close()
      const other = await open()
      expect(other.state).toBe('waiting')
      await other.approve('c1')
      if (how === 'loop') {
        const { provider } = scripted(() => answer('Bought.'))
        await runLoop({ provider, conversation: other, tools }).result
      } else {
        const next = start(other, () => 'Bought.')
        await until(() => wordsOf(next.session).includes('assistant: Bought.'))
        await next.session.close()
      }
      expect(ran).toEqual(['wait', 'buy'])
      expect(wordsOf(await open()).slice(1)).toEqual([
        ...['assistant: tool-call,tool-call', 'tool: tool-result,tool-result'],
        ...['assistant: Done.', 'assistant: Bought.'],
      ])
    },
  )

  test('that end after a later answer are due in the next session', async () => {
    const { open, start, server } = setUp()
    const { session } = start(await open(), calling({ c1: 'buy', c2: 'look' }))
    session.send(userMessage('Buy.'))
    session.respond()
    await until(() => session.approvals.length === 1)
    server().answer()
    await session.close()
    const other = await open()
    await other.cancel('c1')
    const next = start(other, () => 'Too bad.')
    await until(() => wordsOf(next.session).includes('assistant: Too bad.'))
    await next.session.close()
    expect((await open()).state).toBe('idle')
  })

  test('are answered by the client, here or in another process', async () => {
    const { open, start } = setUp()
    const conversation = await open(1)
    const { session } = start(conversation, calling({ c1: 'show', c2: 'show' }))
    session.send(userMessage('Show.'))
    session.respond()
    await until(() => conversation.calls.length === 2)
    const [one, two] = conversation.calls.map(({ call }) => call)
    if (one === undefined || two === undefined) throw new Error('no calls')
    session.send(toolMessage([toolResult(one, 'shown')]))
    await (await open()).say(toolMessage([toolResult(two, 'shown')]))
    await until(() => wordsOf(session).includes('assistant: Done.'))
    await session.close()
    expect((await open()).messages).toEqual(session.messages)
  })

  test('are cancelled with their answer', async () => {
    const { ran, open, start } = setUp()
    const { session } = start(await open(), calling({ c1: 'wait', c2: 'buy' }))
    session.send(userMessage('Wait.'))
    session.respond()
    await until(() => ran.length === 1 && session.approvals.length === 1)
    session.cancel()
    await session.close()
    expect((await open()).messages).toEqual(session.messages)
    expect((await open()).calls).toMatchObject([
      { state: 'ended', results: [{ category: 'cancelled' }] },
      { state: 'ended', results: [{ category: 'cancelled' }] },
    ])
  })

  test('are recorded for executors that keep no journal', async () => {
    const { store, tools, ran, open, start } = setUp()
    const { keepsJournal: _none, ...executor } = createExecutor({ tools })
    const plain = {
      ...executor,
      execute: (...[calls, { journal: _journal, ...rest } = {}]: Parameters<typeof executor.execute>) =>
        executor.execute(calls, rest),
    }
    const { session } = start(await open(), calling({ c1: 'look' }), { executor: plain })
    session.send(userMessage('Look.'))
    session.respond()
    await until(() => wordsOf(session).includes('assistant: Done.'))
    await session.close()
    expect(ran).toEqual(['look'])
    const types = await typesIn(store)
    expect(types.indexOf('call-begun')).toBeGreaterThan(0)
    expect(types.indexOf('call-ended')).toBeGreaterThan(types.indexOf('call-begun'))
  })
})

test('a session takes messages or a stored conversation, not both', async () => {
  const { open, start } = setUp()
  const conversation = await open()
  expect(() => start(conversation, talk, { messages: [] })).toThrow('/messages')
  const { drive: _drive, ...others } = conversation
  expect(() => start(Object.assign(others, JSON.parse('{}')), talk)).toThrow('/conversation')
})
