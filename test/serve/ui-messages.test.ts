import { type UIMessage, validateUIMessages } from 'ai'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { memoryConversations, openConversation } from '../../src/chat/conversation/index.js'
import { runLoop } from '../../src/chat/loop/index.js'
import {
  memoryStreams,
  readUiMessages,
  resumeResponse,
  toResponse,
  uiMessages,
} from '../../src/chat/serve/index.js'
import { defineTool, type JsonObject, type Message, userMessage } from '../../src/index.js'
import { answer, nativeCall, scripted } from '../loop/scripted.js'
import { readUi } from './readers.js'

const secret = 'of this test'
const id = 'chat-1'

/** Returns tools of which `buy` needs approval and runs until `end` is called. */
function toolsOf() {
  const bought: string[] = []
  let end = () => {}
  let begin = () => {}
  const began = new Promise<void>((resolve) => {
    begin = resolve
  })
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const buy = defineTool({
    name: 'buy',
    parameters: z.object({ item: z.string() }),
    requiresApproval: true,
    execute: async ({ item }) => {
      bought.push(item)
      begin()
      await ended
      return `${item} is bought`
    },
  })
  const fail = defineTool({ name: 'fail', execute: () => Promise.reject(new Error('the password is 1234')) })
  return { tools: [buy, fail], bought, began, end }
}

/** Returns a conversation whose `buy` waits for approval. */
async function waiting() {
  const own = toolsOf()
  const { provider } = scripted((_, turn) =>
    turn === 0
      ? answer('A moment.', nativeCall('c0', 'fail'), nativeCall('c1', 'buy', { item: 'milk' }))
      : answer('Done.'),
  )
  const store = memoryConversations()
  const opened = () => openConversation(id, { store })
  const conversation = await opened()
  await conversation.say({ role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] })
  await conversation.say('Buy milk.', 'm1')
  await runLoop({ provider, conversation, tools: own.tools }).result
  return { ...own, provider, conversation, opened }
}

const checked = (messages: UIMessage[]) =>
  validateUIMessages({ messages: JSON.parse(JSON.stringify(messages)) })
const statesOf = (messages: readonly UIMessage[]) =>
  messages.flatMap(({ parts }) =>
    parts.flatMap((part) => ('state' in part ? `${part.type} ${part.state}` : [])),
  )

function bodyOf(messages: readonly UIMessage[]): JsonObject {
  return JSON.parse(JSON.stringify({ id, messages }))
}

/** Returns the messages with the user's answer. */
function answered(messages: readonly UIMessage[], approved = true): UIMessage[] {
  return JSON.parse(JSON.stringify(messages), (_, part) =>
    part?.state === 'approval-requested'
      ? { ...part, state: 'approval-responded', approval: { ...part.approval, approved } }
      : part,
  )
}

describe('a chat starts with', () => {
  test('messages that the AI SDK accepts, with the request, and without secrets of the host', async () => {
    const { conversation } = await waiting()
    const messages = await checked(await uiMessages<UIMessage>(conversation))
    expect(messages.map((message) => [message.id, message.role])).toEqual([
      ['toolwire-0', 'user'],
      ['toolwire-1', 'assistant'],
    ])
    expect(statesOf(messages)).toEqual(['tool-fail output-error', 'tool-buy approval-requested'])
    const [request] = conversation.approvals
    expect(messages[1]?.parts.at(-1)).toMatchObject({
      input: { item: 'milk' },
      approval: { id: request?.id },
    })
    expect(JSON.stringify(messages)).not.toMatch(/1234|waits for approval|Be brief/)
    expect(await uiMessages(conversation)).toEqual(messages)
  })

  test.each([[true], [false]])('the answer to a request before its call begins: %s', async (isApproved) => {
    const { conversation } = await waiting()
    const requestId = conversation.approvals[0]?.id ?? ''
    await (isApproved ? conversation.approve(requestId) : conversation.deny(requestId, 'Too much.'))
    const messages = await checked(await uiMessages<UIMessage>(conversation))
    expect(messages[1]?.parts.at(-1)).toMatchObject({
      state: 'approval-responded',
      approval: { id: requestId, approved: isApproved },
    })
  })

  test('a denied call if the user went on', async () => {
    const { conversation } = await waiting()
    const stored: Message[] = [...conversation.messages, userMessage('Hello?')]
    const messages = await checked(await uiMessages<UIMessage>(stored))
    expect(statesOf(messages)).toEqual(['tool-fail output-error', 'tool-buy output-denied'])
  })

  test('the same ids after the conversation grew', async () => {
    const { conversation } = await waiting()
    const before = (await uiMessages(conversation)).map((message) => message.id)
    await conversation.say('Hello?')
    const after = (await uiMessages(conversation)).map((message) => message.id)
    expect(after.slice(0, before.length)).toEqual(before)
    expect(new Set(after).size).toBe(after.length)
  })
})

describe('the posted messages', () => {
  test('are verified with the secret, and the approval runs the call', async () => {
    const { conversation, provider, tools, bought, end } = await waiting()
    end()
    const shown = await uiMessages<UIMessage>(conversation, { secret })
    const { messages, approvals } = await readUiMessages(bodyOf(answered(shown)), { secret, tools })
    const context = { conversationId: id }
    await runLoop({ provider, messages, approvals, tools, context }).result
    expect(bought).toEqual(['milk'])
    const unsigned = bodyOf(answered(await uiMessages<UIMessage>(conversation)))
    await expect(readUiMessages(unsigned, { secret, tools })).rejects.toMatchObject({ code: 'untrusted' })
  })

  test('with a conversation: the approval is recorded', async () => {
    const { conversation, opened, provider, tools, bought, end } = await waiting()
    end()
    const shown = await uiMessages<UIMessage>(conversation, { secret })
    const next = await opened()
    await readUiMessages(bodyOf(answered(shown)), { conversation: next, secret, tools })
    await runLoop({ provider, conversation: next, tools }).result
    expect(bought).toEqual(['milk'])
  })

  test('a signed request of the past is superseded with a conversation', async () => {
    const { conversation, opened, tools } = await waiting()
    const shown = await uiMessages<UIMessage>(conversation, { secret, approvalTtl: -1 })
    const next = await opened()
    const read = await readUiMessages(bodyOf(answered(shown)), { conversation: next, secret, tools })
    expect(read.superseded).toMatchObject([{ name: 'buy' }])
    expect(next.approvals).toHaveLength(1)
  })
})

describe('a page that is opened while an approved call runs', () => {
  async function running() {
    const before = await waiting()
    const { opened, provider, tools, began } = before
    const conversation = await opened()
    const body = bodyOf(answered(await uiMessages<UIMessage>(conversation)))
    await readUiMessages(body, { conversation, tools })
    const store = memoryStreams()
    const loop = runLoop({ provider, conversation, tools })
    const done = toResponse(loop, { as: 'ui', id, store }).text()
    await began
    return { ...before, store, done }
  }

  test('receives the message of the run from its start', async () => {
    const { opened, store, end, done, bought } = await running()
    const stored = await checked(await uiMessages<UIMessage>(await opened()))
    expect(stored.map(({ role }) => role)).toEqual(['user'])
    const resumed = readUi(await resumeResponse({ store, id, as: 'ui' }))
    end()
    const { message, errors } = await resumed
    expect(errors).toEqual([])
    const parts = message?.parts ?? []
    expect(parts.filter(({ type }) => type === 'tool-buy')).toMatchObject([
      { state: 'output-available', input: { item: 'milk' }, output: 'milk is bought' },
    ])
    expect(parts.filter((part) => part.type === 'text' && part.text === 'Done.')).toHaveLength(1)
    expect(JSON.stringify(parts).match(/A moment\./g) ?? []).toHaveLength(1)
    await done
    expect(bought).toEqual(['milk'])
  })

  test('does not receive the answers of the running turn twice', async () => {
    const { provider } = scripted((_, turn) =>
      turn === 0 ? answer('I buy.', nativeCall('c1', 'slow')) : answer('Done.'),
    )
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const store = memoryConversations()
    const conversation = await openConversation(id, { store })
    let begin = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const slow = defineTool({
      name: 'slow',
      execute: async () => {
        begin()
        await ended
        return 'ok'
      },
    })
    await readUiMessages(bodyOf([{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Buy.' }] }]), {
      conversation,
    })
    const { result } = runLoop({ provider, conversation, tools: [slow] })
    await begun
    const other = await openConversation(id, { store })
    expect((await uiMessages(other)).map(({ role }) => role)).toEqual(['user'])
    end()
    await result
    await other.refresh()
    expect((await uiMessages(other)).map(({ role }) => role)).toEqual(['user', 'assistant'])
  })
})
