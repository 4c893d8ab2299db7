/* Compiled, never run: a live session over the available sockets, as programs use it, without a cast. */
import { WebSocket as NodeSocket } from 'ws'
import { openSession, type SessionSocket } from '../../src/chat/session/index.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { userMessage } from '../../src/index.js'

export async function talk(adapter: Adapter): Promise<void> {
  const ofPlatform: SessionSocket = new WebSocket('wss://example.com')
  openSession(adapter, { socket: ofPlatform })
  const session = openSession(adapter, {
    socket: ({ path, subprotocols }) => new NodeSocket(`wss://example.com${path}`, [...subprotocols]),
    model: 'm',
    reconnect: 3,
    onNotice: ({ code }) => console.log(code),
  })
  session.send(userMessage('Hi'))
  for await (const event of session) {
    if (event.type === 'text-delta') console.log(event.delta)
    if (event.type === 'completed') console.log(event.result.output)
    if (event.type === 'input-text') console.log(event.text)
    if (event.type === 'dropped') console.log(event.count)
    // @ts-expect-error there is no such event
    if (event.type === 'text') return
  }
  // @ts-expect-error a model is not changed in a session
  session.update({ model: 'other' })
}
