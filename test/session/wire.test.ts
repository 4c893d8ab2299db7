import { expect, test } from 'vitest'
import { z } from 'zod'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { openSession, type SessionOptions } from '../../src/chat/session/index.js'
import type { SessionCodec } from '../../src/codec/stream/session-codec.js'
import {
  contentResult,
  defineTextTool,
  defineTool,
  type RunnableTool,
  type ToolCall,
  toolCall,
  userMessage,
} from '../../src/index.js'
import { plainSession, ScriptedSocket, sessionWire, settled } from '../support/plain-session.js'
import { START, STOP, sound, text } from './opened.js'

const { codecs } = openaiChat
const LONG_ID = `call_${'x'.repeat(60)}`
const PICTURE = {
  type: 'media',
  kind: 'image',
  mediaType: 'image/png',
  source: { type: 'data', data: 'AAAA' },
} as const

async function opened(options: Partial<SessionOptions> = {}, session?: SessionCodec) {
  const socket = new ScriptedSocket()
  const live = openSession(sessionWire(session), { socket, ...options })
  await settled()
  socket.open()
  socket.tell({ type: 'session-ready' })
  return { session: live, socket }
}

async function said(tools: readonly RunnableTool[], call: ToolCall) {
  const { session, socket } = await opened({ tools })
  socket.tell(START, { type: 'tool-call', call }, STOP)
  await settled()
  return { messages: session.messages, said: socket.said.slice(1) }
}

test('a tool whose name the wire refuses is called by its own name here, and by the other there', async () => {
  const name = 'the weather, now'
  const tool = defineTool({ name, description: 'Rain', parameters: z.object({}), execute: () => 'rain' })
  const { socket } = await opened({ tools: [tool] })
  const [open] = socket.said
  const sent = open?.type === 'open' ? open.conversation.tools?.[0]?.name : undefined
  expect(sent).not.toBe(name)
  const outcome = await said([tool], toolCall('a', sent ?? ''))
  expect(outcome.messages[0]).toMatchObject({ parts: [{ name }] })
  expect(outcome.said[0]).toMatchObject({ results: [{ name: sent, output: { value: 'rain' } }] })
})

test('a turn that runs keeps the names of the tools that it was asked for with', async () => {
  const name = 'the weather, now'
  const tool = defineTool({ name, description: 'Rain', parameters: z.object({}), execute: () => 'rain' })
  const { session, socket } = await opened({ tools: [tool] })
  const [open] = socket.said
  const sent = (open?.type === 'open' ? open.conversation.tools?.[0]?.name : undefined) ?? ''
  socket.tell(START)
  session.update({ tools: [] })
  socket.tell({ type: 'tool-call', call: toolCall('a', sent) }, STOP, START)
  socket.tell({ type: 'tool-call', call: toolCall('b', sent) }, STOP)
  await settled()
  expect(session.messages.map(({ parts }) => parts[0])).toMatchObject([
    { name },
    { isError: true },
    { name: sent },
    {},
  ])
})

test("a call keeps the provider's id of any length", async () => {
  expect(codecs.limits.callId?.maxLength).toBeLessThan(LONG_ID.length)
  const tool = defineTool({
    name: 'go',
    description: 'Goes',
    parameters: z.object({}),
    execute: () => 'gone',
  })
  expect((await said([tool], toolCall(LONG_ID, 'go'))).said[0]).toMatchObject({
    results: [{ callId: LONG_ID }],
  })
})

test('a result of a tool for free text is one of the function that was sent', async () => {
  const shell = defineTextTool({ name: 'shell', description: 'Runs', execute: (command) => command })
  const limits = { customTools: false } as const
  const { session, socket } = await opened({ tools: [shell], limits })
  socket.tell(START, { type: 'tool-call', call: toolCall('a', 'shell', { input: 'ls' }) }, STOP)
  await settled()
  expect(session.messages[0]).toMatchObject({ parts: [{ kind: 'custom', arguments: 'ls' }] })
  expect(socket.said[1]).toMatchObject({ results: [{ callId: 'a', output: { value: 'ls' } }] })
  expect(JSON.stringify(socket.said[1])).not.toContain('answers')
})

test('content without a field in a result follows as a message', async () => {
  const look = defineTool({
    name: 'look',
    description: 'Looks',
    parameters: z.object({}),
    execute: (_input, { call }) => contentResult(call, [PICTURE]),
  })
  const outcome = await said([look], toolCall('a', 'look'))
  expect(outcome.said.map(({ type }) => type)).toEqual(['results', 'messages', 'respond'])
  expect(outcome.said[1]).toMatchObject({
    messages: [{ role: 'user', parts: expect.arrayContaining([PICTURE]) }],
  })
})

test('the arguments keep the digits of their numbers', async () => {
  let seen: unknown
  const exact: SessionCodec = {
    ...plainSession,
    serverDecoder: (context) => ({
      push: (frame) => {
        if (typeof frame === 'object' && frame !== null) seen = context.exactText(frame)
        return []
      },
      finish: () => [],
    }),
  }
  const socket = new ScriptedSocket()
  openSession(sessionWire(exact), { socket })
  await settled()
  socket.open()
  socket.frame('{"id":12345678901234567890}')
  expect(seen).toBe('{"id":12345678901234567890}')
})

test('notices of decoders are reported, and those of the input', async () => {
  const codes: string[] = []
  const telling: SessionCodec = {
    ...plainSession,
    serverDecoder: (context) => {
      const plain = plainSession.serverDecoder(context)
      return {
        push: (frame) => {
          context.report({ code: 'told', severity: 'info', path: '', message: 'told' })
          return plain.push(frame)
        },
        finish: () => plain.finish(),
      }
    },
  }
  const { session } = await opened({ onNotice: ({ code }) => codes.push(code) }, telling)
  session.send({ role: 'user', parts: [{ type: 'opaque', wire: 'other', value: 1 }] })
  expect(codes).toEqual(expect.arrayContaining(['told']))
  expect(codes.length).toBeGreaterThan(1)
})

test('no answer is requested from, or awaited of, a provider that answers by itself', async () => {
  const silent: SessionCodec = {
    ...plainSession,
    clientEncoder: (context) => {
      const plain = plainSession.clientEncoder(context)
      return { push: (action) => (action.type === 'respond' ? [] : plain.push(action)) }
    },
  }
  const { session, socket } = await opened({}, silent)
  session.respond()
  session.cancel()
  expect(socket.said).toHaveLength(1)
})

test('a requested answer that fails before it begins can be requested again', async () => {
  const { session, socket } = await opened()
  session.respond()
  session.respond()
  socket.tell({ type: 'error', error: { message: 'no' } })
  expect(socket.said.map(({ type }) => type)).toEqual(['open', 'respond', 'respond'])
})

test('a turn that begins again is forgotten, with its calls', async () => {
  const runs: string[] = []
  const tool = defineTool({
    name: 'go',
    description: 'Goes',
    parameters: z.object({}),
    execute: (_input, { call, signal }) => {
      runs.push(call.id)
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    },
  })
  const { session, socket } = await opened({ tools: [tool] })
  socket.tell(START, { type: 'tool-call', call: toolCall('a', 'go') })
  await settled()
  socket.tell({ type: 'restart' }, START, ...text('t', 'Hi'), STOP)
  await settled()
  expect(runs).toEqual([])
  expect(socket.said).toHaveLength(1)
  expect(session.messages).toMatchObject([{ role: 'assistant', parts: [{ text: 'Hi' }] }])
})

test('words of the user precede the answer to them, regardless of their arrival', async () => {
  const heard = (id: string, said: string, isWhole = true) =>
    ({ type: 'input-text', id, text: said, isWhole }) as const
  const { session, socket } = await opened()
  socket.tell(heard('1', 'Do', false), heard('1', ' you?', false), START, ...text('a', 'Yes.'), STOP)
  socket.tell(START, heard('2', 'Re'), ...text('b', 'Really.'), STOP, heard('2', 'Really?'))
  socket.tell(START, ...text('c', 'Bye.'), STOP, heard('3', 'Good night.'), heard('4', 'Wait.'))
  session.send(userMessage('Written.'))
  session.respond()
  socket.tell(START, heard('5', 'And said.'), ...text('d', 'So?'), STOP)
  const texts = session.messages.flatMap(({ parts }) =>
    parts.map((part) => (part.type === 'text' ? part.text : '')),
  )
  expect(texts).toEqual([
    ...[
      'Do you?',
      'Yes.',
      'Really?',
      'Really.',
      'Good night.',
      'Bye.',
      'Wait.',
      'Written.',
      'And said.',
      'So?',
    ],
  ])
})

test('sound is not kept, other media are', async () => {
  const { session, socket } = await opened()
  socket.tell(START, sound('AAAA'), { type: 'part', part: PICTURE }, STOP)
  expect(session.messages[0]?.parts).toEqual([PICTURE])
})

test('events between turns are emitted and change nothing', async () => {
  const { session, socket } = await opened()
  socket.tell(
    { type: 'interrupted' },
    { type: 'session-ending', millisecondsLeft: 5 },
    { type: 'message-added', message: userMessage('x') },
    { type: 'calls-cancelled', callIds: ['none'] },
    STOP,
  )
  expect(session.messages).toEqual([])
  expect(socket.said).toHaveLength(1)
})
