import { z } from 'zod'
import type { StreamEvent } from '../../src/base/model/events.js'
import { type LiveEvent, openSession, type SessionOptions } from '../../src/chat/session/index.js'
import { defineTool, toolCall } from '../../src/index.js'
import { ScriptedSocket, sessionWire, settled } from '../support/plain-session.js'

export const weather = defineTool({
  name: 'weather',
  description: 'The weather',
  parameters: z.object({}),
  execute: () => 'rain',
})
export const START: StreamEvent = { type: 'response-start', id: 'r1' }
export const STOP: StreamEvent = { type: 'finish', finish: { reason: 'stop' } }

export function calls(...ids: readonly string[]): StreamEvent[] {
  return ids.map((id) => ({ type: 'tool-call', call: toolCall(id, 'weather') }))
}

export function text(id: string, said: string): StreamEvent[] {
  return [
    { type: 'text-start', id },
    { type: 'text-delta', id, delta: said },
    { type: 'text-end', id, part: { type: 'text', text: said } },
  ]
}

/** Returns an open and ready session with the test as its server. */
export async function opened(options: Partial<SessionOptions> = {}) {
  const sockets: ScriptedSocket[] = []
  const session = openSession(sessionWire(), {
    tools: [weather],
    socket: () => {
      const socket = new ScriptedSocket()
      sockets.push(socket)
      return socket
    },
    ...options,
  })
  const events: LiveEvent[] = []
  const end = (async () => {
    for await (const event of session) events.push(event)
  })()
  end.catch(() => undefined)
  await settled()
  const socket = sockets[0] ?? new ScriptedSocket()
  socket.open()
  socket.tell({ type: 'session-ready' })
  await settled()
  const said = () => socket.said.map(({ type }) => type)
  return { session, socket, sockets, events, end, said }
}

/** Creates a tool that ends when the test ends it. */
export function slow(extra: { requiresApproval?: boolean } = {}) {
  const runs: { readonly signal: AbortSignal; end(value: string): void }[] = []
  const tool = defineTool({
    ...extra,
    name: 'weather',
    description: 'The weather, slowly',
    parameters: z.object({}),
    execute: (_input, { signal }) =>
      new Promise<string>((resolve) => {
        runs.push({ signal, end: resolve })
      }),
  })
  return { tool, runs }
}

export function sound(data: string): StreamEvent {
  return { type: 'part', part: { type: 'media', kind: 'audio', source: { type: 'data', data } } }
}
