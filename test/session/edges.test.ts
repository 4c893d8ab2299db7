import { expect, test } from 'vitest'
import { asNative, expectArray } from '../../src/base/json/read-json.js'
import { openSession } from '../../src/chat/session/index.js'
import type { SessionCodec, SessionEvent } from '../../src/codec/stream/session-codec.js'
import { type ToolCall, toolCall, userMessage } from '../../src/index.js'
import { plainSession, ScriptedSocket, sessionWire, settled } from '../support/plain-session.js'
import { calls, opened, START, STOP, weather } from './opened.js'

test('after its end a session neither receives nor sends anything', async () => {
  const { session, socket, events, end, said } = await opened()
  session.close()
  session.close()
  await end
  const before = events.length
  socket.open()
  socket.tell(START, ...calls('a'), STOP)
  socket.drop()
  session.send(userMessage('Hi'))
  session.respond()
  session.endInput()
  await settled()
  expect(said()).toEqual(['open'])
  expect(events).toHaveLength(before)
  expect(session.messages).toEqual([userMessage('Hi')])
})

test('input for a closing socket is not sent; the next connection sends it', async () => {
  const { session, socket, sockets } = await opened({ reconnect: 1 })
  socket.readyState = 2
  session.send(userMessage('Hi'))
  expect(socket.said).toHaveLength(1)
  socket.drop()
  await settled()
  sockets[1]?.open()
  expect(sockets[1]?.said).toMatchObject([{ conversation: { messages: [userMessage('Hi')] } }])
})

test('a session that is closed from within a frame runs nothing more of it', async () => {
  const several: SessionCodec = {
    ...plainSession,
    serverDecoder: () => ({
      push: (frame) => expectArray(frame, '').map((event) => asNative<SessionEvent>(event)),
      finish: () => [],
    }),
  }
  const runs: string[] = []
  const socket = new ScriptedSocket()
  const session = openSession(sessionWire(several), {
    socket,
    tools: [{ ...weather, execute: (_input: unknown, { call }: { call: ToolCall }) => runs.push(call.id) }],
    onNotice: () => session.close(),
  })
  await settled()
  socket.open()
  socket.frame(JSON.stringify([{ type: 'session-ready' }, START, ...calls('a', 'a', 'b'), STOP]))
  await settled()
  expect(runs).toEqual([])
  expect(session.messages).toMatchObject([{ role: 'assistant', parts: [{ id: 'a' }] }, { role: 'tool' }])
})

test('a caller that requests several events at once gets the error once, followed by the end', async () => {
  const socket = new ScriptedSocket()
  const events = openSession(sessionWire(), { socket })[Symbol.asyncIterator]()
  const steps = [events.next(), events.next()]
  await settled()
  socket.drop()
  const [first, second] = await Promise.allSettled(steps)
  expect(first).toMatchObject({
    status: 'rejected',
    reason: { name: 'SessionError', cause: new Error('broken') },
  })
  expect(second).toMatchObject({ status: 'fulfilled', value: { done: true } })
  expect(await events.next()).toEqual({ done: true, value: undefined })
})

test('invalid approvals end the session before it begins', async () => {
  const { parts } = { parts: [toolCall('a', 'weather')] }
  const waiting = {
    type: 'tool-result',
    callId: 'a',
    name: 'weather',
    output: { type: 'text', value: 'waits' },
    isError: false,
    preliminary: true,
    providerExecuted: false,
    metadata: { approval: { id: '1', callId: 'a', name: 'weather', arguments: {} } },
  } as const
  const { end } = await opened({
    messages: [
      { role: 'assistant', parts },
      { role: 'tool', parts: [waiting] },
    ],
    approvals: JSON.parse('[null]'),
  })
  await expect(end).rejects.toMatchObject({ name: 'AdapterError' })
})

test('attempts to connect wait longer each time', async () => {
  let attempts = 0
  const session = openSession(sessionWire(), {
    reconnect: 2,
    socket: () => {
      attempts += 1
      throw new Error('no network')
    },
  })
  await settled()
  expect(attempts).toBe(2)
  session.close()
  await settled()
  expect(attempts).toBe(2)
  const types: string[] = []
  for await (const { type } of session) types.push(type)
  expect(types).toEqual(['reconnecting', 'reconnecting'])
})

test('a socket error without a cause is ignored', async () => {
  const socket = new ScriptedSocket()
  const next = openSession(sessionWire(), { socket })[Symbol.asyncIterator]().next()
  await settled()
  socket.fail({})
  socket.drop(4000)
  await expect(next).rejects.toMatchObject({ code: 4000 })
})

test('a session whose wire has no path asks for a socket without one', async () => {
  const { codecs, ...rest } = sessionWire()
  const { socket: _socket, ...others } = codecs
  const requests: object[] = []
  openSession(
    { ...rest, codecs: others },
    {
      socket: (request) => {
        requests.push(request)
        return new ScriptedSocket()
      },
    },
  )
  await settled()
  expect(requests).toEqual([{ path: '', subprotocols: [] }])
})

test('calls without their own ids are distinguished by their turns', async () => {
  const { socket, said } = await opened()
  const minted = { ...toolCall('minted_1', 'weather'), minted: true } as const
  for (let turn = 0; turn < 2; turn += 1) {
    socket.tell(START, { type: 'tool-call', call: minted }, STOP)
    await settled()
  }
  expect(said()).toEqual(['open', 'results', 'respond', 'results', 'respond'])
})

test('a broken call of an answer that was stopped is not answered', async () => {
  const { session, socket, said } = await opened()
  const { arguments: _none, ...head } = toolCall('a', 'weather')
  socket.tell(START, { type: 'tool-call', call: { ...head, status: 'truncated', rawArguments: '{' } })
  session.cancel()
  socket.tell(STOP)
  await settled()
  expect(said()).toEqual(['open', 'cancel'])
})
