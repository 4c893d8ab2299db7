/*
 * Sessions of the wires that have them, over real sockets of `ws`, with servers that follow the providers'
 * references.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { type WebSocket as ServerSocket, WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { googleLive } from '../../adapters/google-live/index.js'
import { openaiRealtime } from '../../adapters/openai-realtime/index.js'
import { openSession } from '../../src/chat/session/index.js'
import { defineTool, userMessage } from '../../src/index.js'

type Frame = Record<string, unknown>
type Say = (frame: Frame) => void
/** Answers one frame of a client. */
type Serve = (frame: Frame, say: Say, seen: readonly Frame[]) => void

const ARGUMENTS = { city: 'Oslo' }

/** https://developers.openai.com/api/docs/guides/realtime-conversations */
const realtime: Serve = (frame, say, seen) => {
  if (frame.type === 'session.update') say({ type: 'session.updated', event_id: 'e', session: frame.session })
  if (frame.type === 'conversation.item.create') {
    const item = { id: `item_${seen.length}`, ...(frame.item as Frame) }
    say({ type: 'conversation.item.added', event_id: 'e', previous_item_id: null, item })
    say({ type: 'conversation.item.done', event_id: 'e', previous_item_id: null, item })
  }
  if (frame.type !== 'response.create') return
  const isAnswered = JSON.stringify(seen).includes('function_call_output')
  const id = isAnswered ? 'resp_2' : 'resp_1'
  say({
    type: 'response.created',
    event_id: 'e',
    response: { id, object: 'realtime.response', status: 'in_progress', output: [] },
  })
  const head = { event_id: 'e', response_id: id, output_index: 0 }
  const item = isAnswered
    ? {
        id: 'item_b',
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'Take one.' }],
      }
    : {
        id: 'item_a',
        type: 'function_call',
        status: 'completed',
        call_id: 'call_1',
        name: 'weather',
        arguments: '{"city":"Oslo"}',
      }
  say({
    type: 'response.output_item.added',
    ...head,
    item: { ...item, status: 'in_progress', ...(isAnswered ? { content: [] } : { arguments: '' }) },
  })
  if (isAnswered) {
    const at = { ...head, item_id: 'item_b', content_index: 0 }
    say({ type: 'response.content_part.added', ...at, part: { type: 'text', text: '' } })
    say({ type: 'response.output_text.delta', ...at, delta: 'Take ' })
    say({ type: 'response.output_text.delta', ...at, delta: 'one.' })
    say({ type: 'response.output_text.done', ...at, text: 'Take one.' })
  } else {
    const at = { ...head, item_id: 'item_a', call_id: 'call_1' }
    say({ type: 'response.function_call_arguments.delta', ...at, delta: '{"city":' })
    say({ type: 'response.function_call_arguments.delta', ...at, delta: '"Oslo"}' })
    say({
      type: 'response.function_call_arguments.done',
      ...at,
      name: 'weather',
      arguments: '{"city":"Oslo"}',
    })
  }
  say({ type: 'response.output_item.done', ...head, item })
  say({
    type: 'response.done',
    event_id: 'e',
    response: { id, object: 'realtime.response', status: 'completed', output: [item] },
  })
}

/** https://ai.google.dev/api/live */
const live: Serve = (frame, say) => {
  if (frame.setup !== undefined) say({ setupComplete: {} })
  // Incomplete turns are history.
  const { turnComplete } = (frame.clientContent ?? {}) as Frame
  if (turnComplete === true || frame.realtimeInput !== undefined)
    say({ toolCall: { functionCalls: [{ id: 'call_1', name: 'weather', args: ARGUMENTS }] } })
  if (frame.toolResponse === undefined) return
  say({ serverContent: { modelTurn: { parts: [{ text: 'Take ' }] } } })
  say({ serverContent: { modelTurn: { parts: [{ text: 'one.' }] } } })
  say({ serverContent: { generationComplete: true } })
  say({ serverContent: { turnComplete: true } })
}

const servers: WebSocketServer[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    for (const client of server.clients) client.terminate()
    server.close()
  }
})

/** Returns a server, its address, and the frames that it received. */
async function serving(serve: Serve, greeting?: Frame) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  servers.push(server)
  const heard: Frame[] = []
  server.on('connection', (socket: ServerSocket) => {
    const say: Say = (frame) => socket.send(JSON.stringify(frame))
    if (greeting) say(greeting)
    socket.on('message', (data) => {
      const frame: Frame = JSON.parse(String(data))
      heard.push(frame)
      serve(frame, say, heard)
    })
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `ws://127.0.0.1:${port}`, heard }
}

const WIRES = [
  [
    'openai-realtime',
    openaiRealtime,
    realtime,
    { type: 'session.created', event_id: 'e', session: { id: 'sess_1' } },
  ],
  ['google-live', googleLive, live, undefined],
] as const

describe.each(WIRES)('a session of %s', (_wire, adapter, serve, greeting) => {
  test('runs the call once, answers it, and receives the continuation of the model', async () => {
    const { url, heard } = await serving(serve, greeting)
    const runs: unknown[] = []
    const weather = defineTool({
      name: 'weather',
      description: 'The weather in a city',
      parameters: z.object({ city: z.string() }),
      execute(input) {
        runs.push(input)
        return { sky: 'rain' }
      },
    })
    const session = openSession(adapter, {
      socket: ({ path }) => new WebSocket(url + path),
      ...{ model: 'm', instructions: 'Be brief.', tools: [weather] },
    })
    session.send(userMessage('Do I need an umbrella in Oslo?'))
    session.respond()
    let text = ''
    for await (const event of session) {
      if (event.type === 'text-delta') text += event.delta
      if (event.type === 'finish' && event.finish.reason === 'stop') break
    }
    expect(text).toBe('Take one.')
    expect(runs).toEqual([ARGUMENTS])
    expect(JSON.stringify(heard).match(/"rain/g) ?? JSON.stringify(heard).match(/\\"rain/g)).toHaveLength(1)
    expect(JSON.stringify(heard)).toContain('Be brief.')
    expect(session.messages.map(({ role }) => role)).toEqual([
      ...['system', 'user', 'assistant', 'tool', 'assistant'],
    ])
    expect(session.messages.flatMap(({ parts }) => parts)).toMatchObject([
      { type: 'text', text: 'Be brief.' },
      { type: 'text' },
      { type: 'tool-call', id: 'call_1', name: 'weather', arguments: ARGUMENTS },
      { type: 'tool-result', callId: 'call_1', output: { value: { sky: 'rain' } } },
      { type: 'text', text: 'Take one.' },
    ])
  })
})
