import { describe, expect, test } from 'vitest'
import { memoryConversations, openConversation } from '../../src/chat/conversation/index.js'
import { openSession } from '../../src/chat/session/index.js'
import { defineTool, userMessage } from '../../src/index.js'
import { liveServer, NativeServer, realtimeServer } from './native-server.js'

describe.each([realtimeServer, liveServer])('a session of $name', (wire) => {
  test('probe', async () => {
    const store = memoryConversations()
    const conversation = await openConversation('c', { store })
    const look = defineTool({ name: 'look', execute: () => 'look is done' })
    const server = new NativeServer(wire, (heard) => (heard.includes('is done') ? 'Done.' : { c1: 'look', c2: 'look' }))
    const session = openSession(wire.adapter, { socket: () => server.socket, conversation, model: 'm', tools: [look] })
    session.send(userMessage('Look.'))
    session.respond()
    for await (const event of session) {
      if (event.type === 'finish' && event.finish.reason === 'stop') break
    }
    console.log(JSON.stringify(server.heard))
    console.log((await store.read('c', 0)).join('\n'))
    expect(conversation.messages).toEqual(session.messages)
    expect(conversation.state).toBe('idle')
  })
})
