import { Chat } from '@ai-sdk/react'
import {
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIMessage,
  validateUIMessages,
} from 'ai'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { runLoop } from '../../src/chat/loop/index.js'
import { readUiMessages, toResponse } from '../../src/chat/serve/index.js'
import { defineTool, type Message } from '../../src/index.js'
import { answer, nativeCall, scripted } from '../loop/scripted.js'

const SECRET = 'of this test'

/** `look` runs at once, `buy` needs approval, `show` is the client's. */
function toolsOf() {
  const ran: string[] = []
  const run = (name: string) => () => {
    ran.push(name)
    return { done: name }
  }
  const tools = [
    defineTool({ name: 'look', execute: run('look') }),
    defineTool({
      name: 'buy',
      parameters: z.object({ item: z.string() }),
      requiresApproval: true,
      execute: run('buy'),
    }),
    defineTool({ name: 'fail', execute: () => Promise.reject(new Error('the password is 1234')) }),
    { type: 'function' as const, name: 'show', parameters: { type: 'object' as const } },
  ]
  return { tools, ran }
}

/** Returns a server that stores nothing, and the requests that it received. */
function route(replies: Parameters<typeof scripted>[0]) {
  const { provider, asked } = scripted(replies)
  const { tools, ran } = toolsOf()
  const answerTo = async (body: unknown) => {
    const { id, messages, approvals } = await readUiMessages(body, { secret: SECRET, tools })
    return toResponse(runLoop({ provider, messages, tools, approvals }), { as: 'ui', id, secret: SECRET })
  }
  const fetch = async (_url: unknown, init?: RequestInit) => answerTo(JSON.parse(String(init?.body)))
  return { fetch, ran, asked }
}

function chatWith({ fetch }: ReturnType<typeof route>) {
  const errors: string[] = []
  const chat = new Chat({
    id: 'chat-1',
    transport: new DefaultChatTransport({ api: 'http://local/api/chat', fetch }),
    sendAutomaticallyWhen: (state) =>
      lastAssistantMessageIsCompleteWithApprovalResponses(state) ||
      lastAssistantMessageIsCompleteWithToolCalls(state),
    onError: (error) => errors.push(error.message),
  })
  return { chat, errors }
}

const textOf = (message: UIMessage | undefined) =>
  message?.parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('|')
const states = (message: UIMessage | undefined) =>
  message?.parts.map((part) =>
    'state' in part && 'toolCallId' in part ? `${part.type} ${part.state}` : part.type,
  )

describe('a chat of the AI SDK', () => {
  test('shows the steps of a loop, and continues with the posted messages', async () => {
    const server = route((_, turn) =>
      turn === 0 ? answer('I look.', nativeCall('c1', 'look')) : answer('Done.'),
    )
    const { chat, errors } = chatWith(server)
    await chat.sendMessage({ text: 'Look around.' })
    expect(states(chat.lastMessage)).toEqual([
      'step-start',
      'text',
      'tool-look output-available',
      'step-start',
      'text',
    ])
    await validateUIMessages({ messages: chat.messages })
    await chat.sendMessage({ text: 'And now?' })
    expect(errors).toEqual([])
    expect(server.ran).toEqual(['look'])
    const [, , { messages } = { messages: [] }] = server.asked
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
    expect(messages[1]?.parts).toMatchObject([{ text: 'I look.' }, { id: 'c1', name: 'look', arguments: {} }])
    expect(messages[2]?.parts).toMatchObject([
      { callId: 'c1', output: { type: 'json', value: { done: 'look' } } },
    ])
  })

  test('approves: the call runs once, with the approved arguments', async () => {
    const server = route((_, turn) =>
      turn === 0 ? answer('A moment.', nativeCall('c1', 'buy', { item: 'milk' })) : answer('Bought.'),
    )
    const { chat, errors } = chatWith(server)
    await chat.sendMessage({ text: 'Buy milk.' })
    expect(states(chat.lastMessage)).toEqual(['step-start', 'text', 'tool-buy approval-requested'])
    expect(server.ran).toEqual([])
    await approve(chat, true)
    expect(errors).toEqual([])
    expect(server.ran).toEqual(['buy'])
    expect(states(chat.lastMessage)).toEqual([
      'step-start',
      'text',
      'tool-buy output-available',
      'step-start',
      'text',
    ])
    expect(chat.messages).toHaveLength(2)
    await validateUIMessages({ messages: chat.messages })
    await chat.sendMessage({ text: 'Thanks.' })
    expect(errors).toEqual([])
    expect(server.ran).toEqual(['buy'])
  })

  test('denies: the model gets the reason', async () => {
    const server = route((_, turn) =>
      turn === 0 ? answer(null, nativeCall('c1', 'buy', { item: 'milk' })) : answer('As you wish.'),
    )
    const { chat, errors } = chatWith(server)
    await chat.sendMessage({ text: 'Buy milk.' })
    await approve(chat, false, 'I have some.')
    expect(errors).toEqual([])
    expect(server.ran).toEqual([])
    expect(states(chat.lastMessage)).toEqual(['step-start', 'tool-buy output-denied', 'step-start', 'text'])
    const denied = server.asked.at(-1)?.messages.at(-1)?.parts
    expect(denied).toMatchObject([{ callId: 'c1', output: { type: 'denied', reason: 'I have some.' } }])
    await chat.sendMessage({ text: 'Thanks.' })
    expect(errors).toEqual([])
  })

  test('runs its own tools', async () => {
    const server = route((_, turn) => (turn === 0 ? answer(null, nativeCall('c1', 'show')) : answer('Seen.')))
    const { chat, errors } = chatWith(server)
    await chat.sendMessage({ text: 'Show it.' })
    expect(states(chat.lastMessage)).toEqual(['step-start', 'tool-show input-available'])
    await chat.addToolOutput({ tool: 'show', toolCallId: 'c1', output: 'shown' })
    await settled(chat)
    expect(errors).toEqual([])
    expect(server.asked.at(-1)?.messages.at(-1)?.parts).toMatchObject([{ output: { value: 'shown' } }])
    expect(textOf(chat.lastMessage)).toBe('Seen.')
  })

  test('receives no messages of tools and providers', async () => {
    const server = route((_, turn) => {
      if (turn === 0) return answer(null, nativeCall('c1', 'fail'))
      return new Error('the key is 5678')
    })
    const { chat, errors } = chatWith(server)
    await chat.sendMessage({ text: 'Fail.' })
    expect(states(chat.lastMessage)).toEqual(['step-start', 'tool-fail output-error'])
    expect(errors).toHaveLength(1)
    expect(JSON.stringify([chat.messages, errors])).not.toMatch(/1234|5678/)
    const result = server.asked.at(-1)?.messages.at(-1)
    expect(JSON.stringify(result)).toContain('1234')
  })
})

describe('a chat whose conversation the server stores', () => {
  /** Returns a server that trusts only its stored history. */
  function storing() {
    let history: readonly Message[] = []
    const { provider, asked } = scripted((_, turn) => answer(`Answer ${turn}.`))
    const fetch = async (_url: unknown, init?: RequestInit) => {
      const { id, messages, approvals } = await readUiMessages(JSON.parse(String(init?.body)), { history })
      const loop = runLoop({ provider, messages, approvals })
      return toResponse(loop, { as: 'ui', id, onEnd: () => (history = loop.messages) })
    }
    const texts = () =>
      history.map(({ parts }) => parts.map((part) => ('text' in part ? part.text : part.type)).join('|'))
    return { server: { fetch, ran: [], asked }, texts }
  }

  async function talked() {
    const { server, texts } = storing()
    const { chat, errors } = chatWith(server)
    for (const text of ['One', 'Two', 'Three']) await chat.sendMessage({ text })
    const shown = () => chat.messages.map((message) => textOf(message))
    return { chat, errors, texts, shown }
  }

  test('matches the messages in the browser after an edit', async () => {
    const { chat, errors, texts, shown } = await talked()
    await chat.sendMessage({ text: 'Two again', messageId: chat.messages[2]?.id ?? '' })
    expect(errors).toEqual([])
    expect(texts()).toEqual(['One', 'Answer 0.', 'Two again', 'Answer 3.'])
    expect(shown()).toEqual(texts())
  })

  test('matches the messages in the browser after the last answer, or an earlier one, was generated again', async () => {
    const { chat, errors, texts, shown } = await talked()
    await chat.regenerate()
    expect(texts()).toEqual(['One', 'Answer 0.', 'Two', 'Answer 1.', 'Three', 'Answer 3.'])
    await chat.regenerate({ messageId: chat.messages[3]?.id ?? '' })
    expect(errors).toEqual([])
    expect(texts()).toEqual(['One', 'Answer 0.', 'Two', 'Answer 4.'])
    expect(shown()).toEqual(texts())
  })
})

type AnyChat = ReturnType<typeof chatWith>['chat']

async function approve(chat: AnyChat, approved: boolean, reason?: string): Promise<void> {
  for (const part of chat.lastMessage?.parts ?? [])
    if ('approval' in part && part.approval !== undefined)
      await chat.addToolApprovalResponse({ id: part.approval.id, approved, ...(reason && { reason }) })
  await settled(chat)
}

async function settled(chat: AnyChat): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, 5))
  while (chat.status === 'submitted' || chat.status === 'streaming')
}
