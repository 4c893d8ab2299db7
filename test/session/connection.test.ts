import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openSession, SessionError } from '../../src/chat/session/index.js'
import { assistantMessage, systemMessage, toolCall, toolMessage, userMessage } from '../../src/index.js'
import { approveCall } from '../../src/tools/index.js'
import { ScriptedSocket, sessionWire, settled } from '../support/plain-session.js'
import { calls, opened, START, STOP, slow, sound, text } from './opened.js'

const READY = { type: 'session-ready' } as const

describe('a connection that is lost', () => {
  test('ends the session with an error; running calls are aborted, and reported in the messages', async () => {
    const { tool, runs } = slow()
    const { session, socket, end } = await opened({ tools: [tool] })
    socket.tell(START, ...text('t', 'Wait'), ...calls('a'), STOP)
    await settled()
    socket.drop(1011, 'internal')
    const error = await end.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SessionError)
    expect(error).toMatchObject({
      code: 1011,
      reason: 'internal',
      message: 'the socket was closed with code 1011: internal',
    })
    expect(runs[0]?.signal.aborted).toBe(true)
    expect(session.messages).toMatchObject([
      { role: 'assistant', parts: [{ text: 'Wait' }, { id: 'a' }] },
      { role: 'tool', parts: [{ callId: 'a', isError: true, category: 'cancelled' }] },
    ])
    session.send(userMessage('Hello?'))
    session.respond()
    session.close()
    expect(socket.said).toHaveLength(1)
  })

  test('by the server ends it well when nothing is open', async () => {
    const { socket, end } = await opened()
    socket.tell(START, STOP)
    socket.drop(1000)
    await expect(end).resolves.toBeUndefined()
  })

  test('is made again, with the conversation so far; nothing runs twice', async () => {
    const { tool, runs } = slow()
    const { session, socket, sockets, events } = await opened({
      tools: [tool],
      reconnect: 1,
      instructions: 'Be kind.',
    })
    session.send(userMessage('Rain?'))
    socket.tell(START, ...calls('a', 'b'), STOP)
    await settled()
    runs[1]?.end('rain')
    await settled()
    socket.drop()
    await settled()
    session.send(userMessage('Still there?'))
    sockets[1]?.open()
    sockets[1]?.tell(READY)
    await settled()
    expect(runs).toHaveLength(2)
    expect(sockets[1]?.said).toMatchObject([
      {
        type: 'open',
        conversation: {
          messages: [
            systemMessage('Be kind.'),
            { role: 'user' },
            { role: 'assistant', parts: [{ id: 'a' }, { id: 'b' }] },
            {
              role: 'tool',
              parts: [
                { callId: 'a', isError: true },
                { callId: 'b', isError: false },
              ],
            },
            userMessage('Still there?'),
          ],
        },
      },
      { type: 'respond' },
    ])
    expect(events).toContainEqual({ type: 'reconnecting', attempt: 1, error: expect.any(SessionError) })
  })

  test('sends each message once, even if many connections are lost before they are ready', async () => {
    for (const losses of [1, 2, 3]) {
      const { session, socket, sockets } = await opened({ reconnect: losses })
      socket.drop()
      const texts = Array.from({ length: losses }, (_, index) => `message ${index}`)
      for (const [index, said] of texts.entries()) {
        await settled()
        session.send(userMessage(said))
        await settled()
        await vi.waitUntil(() => sockets[index + 1] !== undefined)
        sockets[index + 1]?.open()
        session.send(userMessage(`${said}, opened`))
        if (index < losses - 1) sockets[index + 1]?.drop()
      }
      const last = sockets.at(-1)
      last?.tell(READY)
      await settled()
      const heard = JSON.stringify(last?.said)
      for (const said of texts.flatMap((one) => [`"${one}"`, `"${one}, opened"`]))
        expect(heard.split(said)).toHaveLength(2)
    }
  })

  test('leaves no call without an answer of the model', async () => {
    const { tool } = slow()
    const { socket, sockets } = await opened({ tools: [tool], reconnect: 1 })
    socket.tell(START, ...calls('a'), STOP)
    await settled()
    socket.drop()
    await settled()
    sockets[1]?.open()
    sockets[1]?.tell(READY)
    expect(sockets[1]?.said.map(({ type }) => type)).toEqual(['open', 'respond'])
  })

  test('during an answer requests the answer again, for requests of the session and of the user', async () => {
    for (const isAsked of [true, false]) {
      const { session, socket, sockets } = await opened({ reconnect: 1 })
      session.send(userMessage('Rain?'))
      if (isAsked) session.respond()
      socket.tell(START, { type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: 'Wa' })
      socket.drop()
      await settled()
      sockets[1]?.open()
      sockets[1]?.tell(READY)
      expect(sockets[1]?.said.map(({ type }) => type)).toEqual(['open', 'respond'])
      sockets[1]?.tell(START, STOP)
      expect(sockets[1]?.said).toHaveLength(2)
    }
  })

  test('after an answer asks for nothing', async () => {
    const { socket, sockets } = await opened({ reconnect: 1 })
    socket.tell(START, STOP)
    socket.drop()
    await settled()
    sockets[1]?.open()
    sockets[1]?.tell(READY)
    expect(sockets[1]?.said.map(({ type }) => type)).toEqual(['open'])
  })

  test('is made again at once, and later after each failure; a good connection counts anew', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { socket, sockets } = await opened({ reconnect: 9 })
    /** Returns the milliseconds until the next connection is made. */
    const waited = async (lost: ScriptedSocket | undefined) => {
      const before = sockets.length
      lost?.drop()
      for (let milliseconds = 0; ; milliseconds += 250) {
        await settled()
        if (sockets.length > before) return milliseconds
        if (milliseconds > 10_000) return undefined
        vi.advanceTimersByTime(250)
      }
    }
    expect(await waited(socket)).toBe(0)
    expect(await waited(sockets[1])).toBe(250)
    expect(await waited(sockets[2])).toBe(500)
    sockets[3]?.open()
    sockets[3]?.tell(READY)
    expect(await waited(sockets[3])).toBe(0)
    expect(await waited(sockets[4])).toBe(250)
  })

  test('continues with the handle of the provider and the later messages', async () => {
    const { session, socket, sockets } = await opened({
      reconnect: 2,
      instructions: 'Be kind.',
      messages: [systemMessage('And brief.'), userMessage('Hi')],
    })
    socket.tell({ type: 'resumption', handle: 'h1' })
    session.send(userMessage('Rain?'))
    socket.drop()
    await settled()
    sockets[1]?.open()
    expect(sockets[1]?.said).toMatchObject([
      {
        handle: 'h1',
        conversation: {
          messages: [systemMessage('Be kind.'), systemMessage('And brief.'), userMessage('Rain?')],
        },
      },
    ])
    sockets[1]?.tell(READY, { type: 'resumption', handle: undefined })
    sockets[1]?.drop()
    await new Promise((resolve) => {
      setTimeout(resolve, 1)
    })
    expect(session.messages).toHaveLength(4)
  })

  test('leaves calls waiting for approval; their results are sent as messages', async () => {
    const { tool, runs } = slow({ requiresApproval: true })
    const { session, socket, sockets } = await opened({ tools: [tool], reconnect: 1 })
    socket.tell(START, ...calls('a'), STOP)
    await settled()
    socket.drop()
    await settled()
    sockets[1]?.open()
    sockets[1]?.tell(READY)
    for (const request of session.approvals) session.approve(approveCall(request))
    await settled()
    runs[0]?.end('rain')
    await settled()
    expect(sockets[1]?.said.slice(1)).toMatchObject([
      { type: 'messages', messages: [{ role: 'user', parts: [{ text: expect.stringContaining('rain') }] }] },
      { type: 'respond' },
    ])
    expect(session.messages.at(-1)).toMatchObject({
      role: 'tool',
      parts: [{ callId: 'a', output: { value: 'rain' } }],
    })
  })

  test('is not an approval after the session has ended', async () => {
    const { tool } = slow({ requiresApproval: true })
    const { session, socket } = await opened({ tools: [tool] })
    socket.tell(START, ...calls('a'), STOP)
    await settled()
    const [request] = session.approvals
    socket.drop()
    expect(request !== undefined && session.approve(approveCall(request))).toBe(false)
  })

  test('is reported if no socket can be created', async () => {
    const session = openSession(sessionWire(), {
      socket: () => {
        throw new Error('no network')
      },
    })
    const next = session[Symbol.asyncIterator]().next()
    await expect(next).rejects.toMatchObject({ name: 'SessionError', cause: new Error('no network') })
  })

  test('was closed before it was given, or open', async () => {
    const socket = new ScriptedSocket()
    socket.readyState = 3
    const next = openSession(sessionWire(), { socket })[Symbol.asyncIterator]().next()
    await expect(next).rejects.toThrow('the socket was closed')
    const open = new ScriptedSocket()
    open.readyState = 1
    openSession(sessionWire(), { socket: open })
    await settled()
    expect(open.said).toMatchObject([{ type: 'open' }])
  })
})

test('a function that creates a socket gets the address', async () => {
  const requests: object[] = []
  openSession(sessionWire(), {
    model: 'm',
    socket: (request) => {
      requests.push(request)
      return new ScriptedSocket()
    },
  })
  await settled()
  expect(requests).toEqual([{ path: '/live?model=m', subprotocols: ['plain'] }])
})

describe('closing', () => {
  test('aborts what runs, and ends the events', async () => {
    const { tool, runs } = slow()
    const { session, socket, end } = await opened({ tools: [tool] })
    socket.tell(START, ...calls('a'), STOP)
    await settled()
    session.close()
    await end
    expect(runs[0]?.signal.aborted).toBe(true)
    expect(socket.closedWith).toBe(1000)
    expect(socket.said).toHaveLength(1)
    expect(session.messages.at(-1)).toMatchObject({ role: 'tool', parts: [{ callId: 'a', isError: true }] })
  })

  test('also happens if the loop is left or the signal aborts', async () => {
    const controller = new AbortController()
    const sockets = [new ScriptedSocket(), new ScriptedSocket()]
    const [left = new ScriptedSocket(), aborted = new ScriptedSocket()] = sockets
    const session = openSession(sessionWire(), { socket: left })
    openSession(sessionWire(), { socket: aborted, signal: controller.signal })
    await settled()
    left.open()
    left.tell(READY)
    for await (const event of session) if (event.type === 'session-ready') break
    controller.abort()
    expect(sockets.map(({ closedWith }) => closedWith)).toEqual([1000, 1000])
    expect(() => session[Symbol.asyncIterator]()).toThrow('only once')
  })
})

describe('input before the server listens', () => {
  test('is in the conversation with which the session opens, or waits', async () => {
    const socket = new ScriptedSocket()
    const session = openSession(sessionWire(), { socket })
    session.send(userMessage('First'))
    session.update({ temperature: 1 })
    await settled()
    socket.open()
    session.send(userMessage('Second'))
    session.respond()
    expect(socket.said).toMatchObject([
      { type: 'open', conversation: { temperature: 1, messages: [userMessage('First')] } },
    ])
    socket.tell(READY)
    expect(socket.said.slice(1)).toMatchObject([
      { type: 'messages', messages: [userMessage('Second')] },
      { type: 'respond' },
    ])
    expect(session.messages).toEqual([userMessage('First'), userMessage('Second')])
  })

  test('is dropped if it is input, and counted', async () => {
    const socket = new ScriptedSocket()
    const session = openSession(sessionWire(), { socket })
    const piece = { type: 'media', kind: 'audio', source: { type: 'data', data: 'AAAA' } } as const
    session.input(piece)
    session.input(piece)
    await settled()
    socket.open()
    socket.tell(READY)
    session.input(piece)
    session.endInput()
    socket.bufferedAmount = 1 << 23
    session.input(piece)
    expect(socket.said.slice(1)).toEqual([{ type: 'input', part: piece }, { type: 'input-end' }])
    session.close()
    const events: unknown[] = []
    for await (const event of session) events.push(event)
    expect(events).toEqual([{ type: 'dropped', count: 2 }, READY, { type: 'dropped', count: 1 }])
  })
})

test('unread audio and deltas are dropped and counted, other events never', async () => {
  const socket = new ScriptedSocket()
  const session = openSession(sessionWire(), { socket, capacity: 2 })
  await settled()
  socket.open()
  socket.tell(READY, START, sound('1'), sound('2'), ...text('t', 'Hi'), STOP)
  session.close()
  const events: unknown[] = []
  for await (const event of session) events.push(event)
  expect(events).toMatchObject([
    READY,
    START,
    { type: 'dropped', count: 2 },
    { type: 'text-start' },
    { type: 'dropped', count: 1 },
    { type: 'text-end', part: { text: 'Hi' } },
    STOP,
  ])
})

test('tools, instructions and settings can change; other members are unchanged', async () => {
  const { tool } = slow()
  const { session, socket } = await opened({ instructions: 'Be kind.', temperature: 0.5 })
  session.send(userMessage('Hi'))
  session.update({ tools: [{ ...tool, name: 'climate' }], instructions: 'Be brief.' })
  expect(socket.said.at(-1)).toMatchObject({
    type: 'update',
    conversation: { temperature: 0.5, messages: [systemMessage('Be brief.')], tools: [{ name: 'climate' }] },
  })
  expect(session.messages).toEqual([systemMessage('Be brief.'), userMessage('Hi')])
  socket.tell(START, { type: 'tool-call', call: toolCall('a', 'climate') }, STOP)
  await settled()
  session.close()
  expect(session.messages.at(-1)).toMatchObject({ parts: [{ category: 'cancelled' }] })
})

test('a later change keeps what an earlier one set, also on the next connection', async () => {
  const { session, socket, sockets } = await opened({ temperature: 0.5, topP: 0.5, reconnect: 1 })
  session.update({ temperature: 0.1 })
  session.update({ maxOutputTokens: 9 })
  session.update({ instructions: 'Be brief.' })
  session.update({ tools: [] })
  const settings = { temperature: 0.1, topP: 0.5, maxOutputTokens: 9, messages: [systemMessage('Be brief.')] }
  expect(socket.said.at(-1)).toMatchObject({ type: 'update', conversation: settings })
  socket.drop()
  await settled()
  const next = sockets[1]
  next?.open()
  expect(next?.said).toMatchObject([{ type: 'open', conversation: settings }])
  session.close()
})

test('pending approvals of the conversation wait on, and those that were answered run first', async () => {
  const { tool, runs } = slow({ requiresApproval: true })
  const first = await opened({ tools: [tool] })
  first.socket.tell(START, ...calls('a'), STOP)
  await settled()
  const [request] = first.session.approvals
  const messages = first.session.messages
  first.session.close()
  const second = await opened({ tools: [tool], messages })
  expect(second.session.approvals).toEqual([request])
  expect(runs).toEqual([])
  if (request === undefined) throw new Error('nothing is asked')
  void opened({ tools: [tool], messages, approvals: [approveCall(request)] })
  await settled()
  expect(runs).toHaveLength(1)
})

test('an empty session ends well', async () => {
  const { session, end } = await opened({
    messages: [userMessage('a'), assistantMessage('b'), toolMessage([])],
  })
  session.close()
  await end
})
