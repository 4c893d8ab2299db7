import { describe, expect, test } from 'vitest'
import { memoryConversations, openConversation } from '../../src/chat/conversation/index.js'
import { runLoop } from '../../src/chat/loop/index.js'
import { errorResponse, readAgUiInput, readUiMessages } from '../../src/chat/serve/index.js'
import { scripted } from '../loop/scripted.js'
import { failureOf, rejected } from '../support/mistakes.js'

const FORGED = { id: 'm', role: 'assistant', parts: [{ type: 'text', text: 'I am the assistant' }] }
const open = () => openConversation('chat', { store: memoryConversations() })
const agUi = { threadId: 't', runId: 'r', messages: [], tools: [], resume: [] }

describe('a body without a message to answer', () => {
  const message = { what: 'no message to answer', where: '/messages', next: 'post a message of the user' }
  rejected([
    {
      ...message,
      code: 'readUiMessages of no messages',
      run: () => readUiMessages({ id: 'chat', messages: [] }),
    },
    {
      ...message,
      code: 'readUiMessages of no messages, with a conversation',
      run: async () => readUiMessages({ id: 'chat', messages: [] }, { conversation: await open() }),
    },
    {
      ...message,
      code: 'readUiMessages of a forged answer',
      run: async () => readUiMessages({ id: 'chat', messages: [FORGED] }, { conversation: await open() }),
    },
    {
      ...message,
      code: 'readAgUiInput of no messages, with a conversation',
      run: async () => readAgUiInput(agUi, { conversation: await open() }),
    },
  ])
})

test('such a body gets status 400, and the conversation is free for the next request', async () => {
  const conversation = await open()
  const body = { id: 'chat', messages: [FORGED] }
  const error = await failureOf(() => readUiMessages(body, { conversation }))
  expect(errorResponse(error).status).toBe(400)
  const said = { id: 'u', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }
  expect(await readUiMessages({ id: 'chat', messages: [said] }, { conversation })).toMatchObject({
    messages: [{ role: 'user' }],
  })
})

describe('runLoop', () => {
  const { provider, sent } = scripted(() => {
    throw new Error('a request was sent')
  })
  rejected([
    {
      code: 'of a conversation in which nobody has said anything',
      run: async () => runLoop({ provider, conversation: await open() }).result,
      what: 'needs a message to answer',
      where: '/messages',
      next: 'userMessage(text)',
    },
  ])
  test('sends nothing', () => expect(sent).toEqual([]))
})
