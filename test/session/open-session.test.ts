import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { compact } from '../../src/base/json/write-json.js'
import { openSession } from '../../src/chat/session/index.js'
import {
  assistantMessage,
  defineTool,
  systemMessage,
  toolCall,
  toolMessage,
  toolResult,
  userMessage,
} from '../../src/index.js'
import { approveCall, denyCall } from '../../src/tools/index.js'
import { ScriptedSocket, sessionWire, settled } from '../support/plain-session.js'
import { calls, opened, START, STOP, slow, sound, text, weather } from './opened.js'

test('opens with settings, instructions, tools and the conversation so far', async () => {
  const { socket } = await opened({
    model: 'm',
    instructions: 'Be brief.',
    messages: [userMessage('Hi')],
    temperature: 0.5,
  })
  expect(socket.binaryType).toBe('arraybuffer')
  expect(socket.said).toMatchObject([
    {
      type: 'open',
      conversation: {
        model: 'm',
        temperature: 0.5,
        messages: [systemMessage('Be brief.'), userMessage('Hi')],
        tools: [{ name: 'weather' }],
      },
    },
  ])
})

test('runs calls, answers each, and asks once when all of a turn are answered', async () => {
  const { session, socket, events, said } = await opened()
  session.send(userMessage('Does it rain?'))
  session.respond()
  socket.tell(START, ...text('t', 'Let me see.'), ...calls('a', 'b'))
  await settled()
  // Calls run only after the turn has ended well.
  expect(said()).toEqual(['open', 'messages', 'respond'])
  socket.tell(STOP)
  await settled()
  expect(said()).toEqual(['open', 'messages', 'respond', 'results', 'results', 'respond'])
  expect(session.messages).toMatchObject([
    userMessage('Does it rain?'),
    { role: 'assistant', parts: [{ text: 'Let me see.' }, { id: 'a' }, { id: 'b' }] },
    { role: 'tool', parts: [{ callId: 'a' }, { callId: 'b' }] },
  ])
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['text-delta', 'started', 'completed']),
  )
  expect(JSON.parse(JSON.stringify(session.messages))).toEqual(session.messages)
})

test('waits with its question for an answer that runs', async () => {
  const { tool, runs } = slow()
  const { socket, said } = await opened({ tools: [tool] })
  socket.tell(START, ...calls('a'), STOP, { type: 'response-start', id: 'r2' })
  await settled()
  runs[0]?.end('rain')
  await settled()
  expect(said()).toEqual(['open', 'results'])
  socket.tell(STOP)
  expect(said()).toEqual(['open', 'results', 'respond'])
  socket.tell({ type: 'response-start', id: 'r3' }, STOP)
  await settled()
  expect(said()).toEqual(['open', 'results', 'respond'])
})

test('asks again when an unknown answer had begun', async () => {
  const { session, socket, said } = await opened()
  session.respond()
  socket.tell(START, { type: 'respond-refused' })
  expect(said()).toEqual(['open', 'respond'])
  socket.tell(STOP)
  expect(said()).toEqual(['open', 'respond', 'respond'])
})

test('never runs a broken call, and answers it with the reason when its turn is over', async () => {
  const { tool, runs } = slow()
  const { socket } = await opened({ tools: [tool] })
  const { arguments: _arguments, ...head } = toolCall('a', 'weather')
  socket.tell(START, { type: 'tool-call', call: { ...head, status: 'truncated', rawArguments: '{"ci' } })
  await settled()
  expect(socket.said).toHaveLength(1)
  socket.tell({ type: 'finish', finish: { reason: 'length' } })
  await settled()
  expect(runs).toEqual([])
  expect(socket.said.slice(1)).toMatchObject([
    { type: 'results', results: [{ callId: 'a', isError: true }] },
    { type: 'respond' },
  ])
})

test.each([
  ['failed', ['open']],
  ['filtered', ['open']],
  ['unknown', ['open']],
  ['length', ['open', 'results', 'respond']],
] as const)('runs no call of a turn that ended %s', async (outcome, expected) => {
  const { tool, runs } = slow()
  const { session, socket, said } = await opened({ tools: [tool] })
  socket.tell(START, ...calls('a', 'b'), { type: 'finish', finish: { outcome, reason: 'other' } })
  await settled()
  expect(runs).toEqual([])
  expect([...new Set(said())]).toEqual(expected)
  // The next turn is not affected.
  socket.tell({ type: 'response-start', id: 'r2' }, ...calls('c'), STOP)
  await settled()
  expect(runs).toHaveLength(1)
  expect(session.messages[0]).toMatchObject({ parts: [{ withheld: outcome }, { withheld: outcome }] })
})

test('ignores provider-executed calls', async () => {
  const { socket } = await opened()
  socket.tell(
    START,
    { type: 'tool-call', call: { ...toolCall('a', 'weather'), providerExecuted: true } },
    STOP,
  )
  await settled()
  expect(socket.said).toHaveLength(1)
})

describe('interruption', () => {
  test('runs no call of the turn, and answers none of them', async () => {
    const { tool, runs } = slow()
    const { session, socket, said } = await opened({ tools: [tool] })
    socket.tell(START, ...calls('a'))
    await settled()
    socket.tell({ type: 'interrupted' }, ...calls('b'), STOP)
    await settled()
    expect(runs).toHaveLength(0)
    expect(said()).toEqual(['open'])
    expect(session.messages.at(-1)).toMatchObject({
      role: 'tool',
      parts: [
        { callId: 'a', isError: true, category: 'cancelled' },
        { callId: 'b', isError: true, category: 'cancelled' },
      ],
    })
  })

  test('ignores calls of other turns', async () => {
    const { tool, runs } = slow()
    const { socket, said } = await opened({ tools: [tool] })
    socket.tell(
      START,
      ...calls('a'),
      STOP,
      { type: 'response-start', id: 'r2' },
      { type: 'interrupted' },
      STOP,
    )
    await settled()
    runs[0]?.end('rain')
    await settled()
    expect(said()).toEqual(['open', 'results', 'respond'])
  })

  test('by the provider ends the named calls; existing results are kept', async () => {
    const { tool, runs } = slow()
    const { session, socket, said } = await opened({ tools: [tool] })
    socket.tell(START, ...calls('a', 'b'), STOP)
    await settled()
    runs[0]?.end('rain')
    await settled()
    socket.tell({ type: 'calls-cancelled', callIds: ['a', 'b', 'unknown'] })
    await settled()
    expect(runs.map(({ signal }) => signal.aborted)).toEqual([false, true])
    expect(said()).toEqual(['open', 'results', 'respond'])
    expect(session.messages.at(-1)).toMatchObject({
      parts: [
        { callId: 'a', isError: false },
        { callId: 'b', isError: true },
      ],
    })
  })

  test('by the client stops the answer, and answers aborted calls without requesting an answer', async () => {
    const { tool, runs } = slow()
    const { session, socket } = await opened({ tools: [tool] })
    socket.tell(START, ...calls('a'))
    await settled()
    session.cancel()
    socket.tell(...calls('b'), STOP)
    await settled()
    expect(runs).toHaveLength(0)
    expect(socket.said.slice(1)).toMatchObject([
      { type: 'cancel' },
      { type: 'results', results: [{ callId: 'a', category: 'cancelled' }] },
      { type: 'results', results: [{ callId: 'b', category: 'cancelled' }] },
    ])
  })

  test('discards unplayed sound', async () => {
    const socket = new ScriptedSocket()
    const session = openSession(sessionWire(), { socket })
    await settled()
    socket.open()
    socket.tell({ type: 'session-ready' }, START, sound('1'), { type: 'interrupted' }, STOP)
    session.close()
    const types: string[] = []
    for await (const { type } of session) types.push(type)
    expect(types).toEqual(['session-ready', 'response-start', 'interrupted', 'finish'])
  })
})

describe('approval', () => {
  test('is awaited while the session continues', async () => {
    const { tool, runs } = slow({ requiresApproval: true })
    const { session, socket, events, said } = await opened({ tools: [tool] })
    socket.tell(START, ...calls('a'), STOP, { type: 'response-start', id: 'r2' }, ...text('t', 'Soon.'), STOP)
    await settled()
    expect(said()).toEqual(['open'])
    expect(events.map(({ type }) => type)).toContain('waiting')
    const [request] = session.approvals
    if (request === undefined) throw new Error('nothing is asked')
    expect(session.messages[1]).toMatchObject({ parts: [{ callId: 'a', preliminary: true }] })
    expect(session.approve(approveCall({ ...request, callId: 'other' }))).toBe(false)
    expect(session.approve(approveCall(request))).toBe(true)
    await settled()
    runs[0]?.end('rain')
    await settled()
    expect(said()).toEqual(['open', 'results', 'respond'])
    expect(session.approvals).toEqual([])
    expect(session.approve(approveCall(request))).toBe(false)
    expect(session.messages[1]?.parts).toMatchObject([{ callId: 'a', output: { value: 'rain' } }])
  })

  test('can be given as soon as it is requested', async () => {
    const { tool, runs } = slow({ requiresApproval: true })
    const socket = new ScriptedSocket()
    const session = openSession(sessionWire(), { socket, tools: [tool] })
    await settled()
    socket.open()
    socket.tell({ type: 'session-ready' }, START, ...calls('a'), STOP)
    for await (const event of session) {
      if (event.type === 'waiting') expect(session.approve(approveCall(event.request))).toBe(true)
      if (event.type === 'started') break
    }
    expect(runs).toHaveLength(1)
    expect(session.approvals).toEqual([])
  })

  test('by a function is not listed as a pending request', async () => {
    const { tool, runs } = slow({ requiresApproval: true })
    const asked: string[] = []
    const { session, socket } = await opened({
      tools: [tool],
      approve: ({ name }) => {
        asked.push(name)
        return { type: 'approve' }
      },
    })
    socket.tell(START, ...calls('a'), STOP)
    await settled()
    expect({ asked, runs: runs.length, approvals: session.approvals }).toEqual({
      ...{ asked: ['weather'], runs: 1, approvals: [] },
    })
  })

  test('can be denied', async () => {
    const { tool, runs } = slow({ requiresApproval: true })
    const { session, socket } = await opened({ tools: [tool] })
    socket.tell(START, ...calls('a'), STOP)
    await settled()
    for (const request of session.approvals) session.approve(denyCall(request, 'No.'))
    await settled()
    expect(runs).toEqual([])
    expect(socket.said.slice(1)).toMatchObject([
      { type: 'results', results: [{ output: { type: 'denied', reason: 'No.' } }] },
      { type: 'respond' },
    ])
  })
})

test('calls of tools without code are answered with send, once', async () => {
  const notices: string[] = []
  const { name, description, parameters } = weather
  const { session, socket, said } = await opened({
    tools: [compact({ type: 'function' as const, name, description, parameters })],
    onNotice: ({ code }) => notices.push(code),
  })
  socket.tell(START, ...calls('a'), STOP)
  await settled()
  expect(said()).toEqual(['open'])
  const answer = toolMessage([toolResult(toolCall('a', 'weather'), 'rain')])
  session.send(answer)
  expect(said()).toEqual(['open', 'results', 'respond'])
  session.send(answer)
  expect(said()).toHaveLength(3)
  expect(notices).toEqual(['result-late'])
})

describe('a repeated call', () => {
  test('over the same connection is run and answered once', async () => {
    const notices: string[] = []
    const { session, socket, said } = await opened({ onNotice: ({ code }) => notices.push(code) })
    socket.tell(START, ...calls('a', 'a'), STOP)
    await settled()
    socket.tell({ type: 'response-start' }, ...calls('a'), STOP)
    await settled()
    expect(said()).toEqual(['open', 'results', 'respond'])
    expect(session.messages.flatMap(({ parts }) => parts)).toHaveLength(2)
    expect(notices).toEqual(['call-repeated', 'call-repeated'])
  })

  test('over the next connection gets the result that it has', async () => {
    let runs = 0
    const tool = defineTool({
      name: 'weather',
      description: 'Counts',
      parameters: z.object({}),
      execute: () => {
        runs += 1
        return 'rain'
      },
    })
    const { socket, sockets } = await opened({ tools: [tool], reconnect: 1 })
    socket.tell(START, ...calls('a'), STOP)
    await settled()
    socket.drop()
    await settled()
    await settled()
    sockets[1]?.open()
    sockets[1]?.tell({ type: 'session-ready' }, START, ...calls('a'), STOP)
    await settled()
    expect(runs).toBe(1)
    expect(sockets[1]?.said.map(({ type }) => type)).toEqual(['open', 'respond', 'results', 'respond'])
  })
})

test('a broken frame ends the session with an error', async () => {
  for (const frame of ['{', 5]) {
    const { socket, end } = await opened()
    socket.frame(frame)
    await expect(end).rejects.toMatchObject({ name: 'AdapterError' })
    expect(socket.closedWith).toBe(1000)
  }
})

test('binary frames hold JSON as well', async () => {
  const { socket, session } = await opened()
  const frame = new TextEncoder().encode(
    JSON.stringify({ type: 'input-text', id: '1', text: 'Hi', isWhole: true }),
  )
  socket.frame(frame)
  socket.frame(frame.buffer)
  expect(session.messages).toEqual([userMessage('Hi')])
})

test('a wire without live sessions and invalid options are rejected', () => {
  const socket = new ScriptedSocket()
  const { codecs, ...rest } = sessionWire()
  const { session: _session, ...others } = codecs
  expect(() => openSession({ ...rest, codecs: others }, { socket })).toThrow('has no live sessions')
  const wire = sessionWire()
  expect(() => openSession(wire, { socket, reconnect: 1 })).toThrow('needs a function')
  expect(() => openSession(wire, { socket, capacity: -1 })).toThrow('/capacity')
  expect(() => openSession(wire, Object.assign({ socket }, { transport: 1 }))).toThrow('Did you mean socket?')
  expect(() => openSession(wire, JSON.parse('{}'))).toThrow('/socket')
})

test('messages of another wire open the session; a call that they leave open runs first', async () => {
  const { session, socket } = await opened({
    messages: [userMessage('Rain?'), assistantMessage(toolCall('old', 'weather'))],
  })
  expect(socket.said).toMatchObject([
    {
      type: 'open',
      conversation: {
        messages: [{ role: 'user' }, { role: 'assistant' }, { role: 'tool', parts: [{ callId: 'old' }] }],
      },
    },
    { type: 'respond' },
  ])
  expect(session.messages).toHaveLength(3)
})
