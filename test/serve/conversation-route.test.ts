import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { asJson } from '../../src/base/json/read-json.js'
import {
  memoryConversations,
  openConversation,
  type StoredConversation,
} from '../../src/chat/conversation/index.js'
import { runLoop } from '../../src/chat/loop/index.js'
import { errorResponse, readUiMessages, toResponse, uiMessages } from '../../src/chat/serve/index.js'
import { defineTool, type JsonObject } from '../../src/index.js'
import { answer, nativeCall, scripted } from '../loop/scripted.js'

const id = 'chat-1'

/** Returns a route that stores its conversation, as different processes share it. */
function routeOf(replies: Parameters<typeof scripted>[0], whenBusy?: 'wait') {
  const store = memoryConversations()
  const { provider, asked } = scripted(replies)
  const bought: string[] = []
  const buy = defineTool({
    name: 'buy',
    parameters: z.object({ item: z.string() }),
    requiresApproval: true,
    execute: ({ item }) => {
      bought.push(item)
      return `${item} is bought`
    },
  })
  const tools = [buy, { type: 'function' as const, name: 'show', parameters: { type: 'object' as const } }]
  const opened = () => openConversation(id, { store, whenBusy, interval: 1 })
  const superseded: string[] = []
  const post = async (body: JsonObject) => postTo(await opened(), body)
  const postTo = async (conversation: StoredConversation, body: JsonObject): Promise<Response> => {
    try {
      const read = await readUiMessages({ id, ...body }, { conversation, tools })
      superseded.push(...read.superseded.map(({ name }) => name))
      return toResponse(runLoop({ provider, conversation, tools }), { as: 'ui', id })
    } catch (error) {
      return errorResponse(error)
    }
  }
  return { post, postTo, opened, bought, superseded, asked }
}

const said = (text: string, key = text) => ({ id: key, role: 'user', parts: [{ type: 'text', text }] })
const part = (approvalId: string, approved: boolean) => ({
  type: 'tool-buy',
  toolCallId: 'c1',
  state: 'approval-responded',
  input: { item: 'milk' },
  approval: { id: approvalId, approved },
})
const answered = (approvalId: string, approved = true) => ({
  id: 'a1',
  role: 'assistant',
  parts: [part(approvalId, approved)],
})

const asking: Parameters<typeof scripted>[0] = ({ messages }) =>
  messages.at(-1)?.role === 'user' && messages.length === 1
    ? answer(null, nativeCall('c1', 'buy', { item: 'milk' }))
    : answer('So be it.')

/** Returns a route whose call waits for approval. */
async function waitingRoute() {
  const route = routeOf(asking)
  await (await route.post({ messages: [said('Buy milk.')] })).text()
  const [request] = (await route.opened()).approvals
  if (request === undefined) throw new Error('The call does not wait.')
  return { ...route, requestId: request.id }
}

const textsOf = async ({ opened }: Pick<ReturnType<typeof routeOf>, 'opened'>) =>
  (await opened()).messages.flatMap(({ role, parts }) =>
    parts.flatMap((one) => (one.type === 'text' ? `${role}: ${one.text}` : [])),
  )

describe('two posts at once', () => {
  test('the second one is busy, and its message is not stored', async () => {
    const route = routeOf(() => answer('Hi.'))
    const first = await route.post({ messages: [said('one')] })
    const second = await route.post({ messages: [said('two')] })
    expect([second.status, await second.json()]).toEqual([409, { error: 'busy' }])
    expect(await textsOf(route)).toEqual(['user: one'])
    await first.text()
    // The browser still shows the message, and posts it with the next one.
    await (await route.post({ messages: [said('two'), said('three')] })).text()
    expect(await textsOf(route)).toEqual([
      'user: one',
      'assistant: Hi.',
      'user: two',
      'user: three',
      'assistant: Hi.',
    ])
  })

  test('the second one waits on request, and nothing is lost', async () => {
    const route = routeOf(() => answer('Hi.'), 'wait')
    const first = await route.post({ messages: [said('one')] })
    const second = route.post({ messages: [said('two')] })
    await first.text()
    await (await second).text()
    expect(await textsOf(route)).toEqual(['user: one', 'assistant: Hi.', 'user: two', 'assistant: Hi.'])
  })

  test('with one handle, the second one is busy', async () => {
    const conversation = await openConversation(id, { store: memoryConversations() })
    const read = (text: string) => readUiMessages({ id, messages: [said(text)] }, { conversation })
    const [one, two] = await Promise.allSettled([read('one'), read('two')])
    expect([one.status, two.status]).toEqual(['fulfilled', 'rejected'])
    await expect(read('three')).rejects.toMatchObject({ code: 'busy' })
    expect(conversation.messages).toHaveLength(1)
  })

  test('with one handle, the second one waits on request', async () => {
    const route = routeOf(() => answer('Hi.'), 'wait')
    const conversation = await route.opened()
    const post = (text: string) => route.postTo(conversation, { messages: [said(text)] })
    const [first, second] = [await post('one'), post('two')]
    await first.text()
    await (await second).text()
    expect(await textsOf(route)).toEqual(['user: one', 'assistant: Hi.', 'user: two', 'assistant: Hi.'])
  })
})

describe('a request for approval', () => {
  test('approved by the same post twice, one after the other and at once, buys once', async () => {
    const { post, bought, requestId } = await waitingRoute()
    const body = { messages: [said('Buy milk.'), answered(requestId)] }
    const [first, second] = await Promise.all([post(body), post(body)])
    await first?.text()
    await second?.text()
    expect([first?.status, second?.status].sort()).toEqual([200, 409])
    expect((await post(body)).status).toBe(410)
    expect(bought).toEqual(['milk'])
  })

  test('denied and then approved stays denied, and the route is told', async () => {
    const { post, bought, superseded, requestId } = await waitingRoute()
    await (await post({ messages: [said('Buy milk.'), answered(requestId, false)] })).text()
    const more = said('And now?')
    await (await post({ messages: [said('Buy milk.'), answered(requestId), more] })).text()
    expect(bought).toEqual([])
    expect(superseded).toEqual(['buy'])
  })

  test.each([
    ['before the approval', false],
    ['in the same post', true],
  ])('a message of the user %s supersedes it', async (_, isSame) => {
    const { post, bought, superseded, requestId } = await waitingRoute()
    const more = said('Never mind.')
    if (!isSame) await (await post({ messages: [said('Buy milk.'), more] })).text()
    const body = isSame ? [answered(requestId), more] : [answered(requestId)]
    const response = await post({ messages: [said('Buy milk.'), ...body] })
    await response.text()
    expect(response.status).toBe(isSame ? 200 : 410)
    expect(bought).toEqual([])
    expect(superseded).toEqual(isSame ? ['buy'] : [])
  })

  test('that the conversation does not have is refused, and the conversation is free', async () => {
    const { post, bought } = await waitingRoute()
    const response = await post({ messages: [said('Buy milk.'), answered('forged')] })
    expect([response.status, await response.json()]).toEqual([404, { error: 'unknown-id' }])
    expect(bought).toEqual([])
    expect((await post({ messages: [said('Hello?')] })).status).toBe(200)
  })
})

describe('a post', () => {
  test('that is posted again is stored and answered once', async () => {
    const route = routeOf(() => answer('Hi.'))
    for (let time = 0; time < 2; time += 1) await (await route.post({ messages: [said('one')] })).text()
    expect(await textsOf(route)).toEqual(['user: one', 'assistant: Hi.'])
    expect(route.asked).toHaveLength(1)
  })

  test('of the stored question, as a page loaded it, answers the question and does not add it again', async () => {
    const route = routeOf(() => answer('Hi.'))
    const conversation = await route.opened()
    await conversation.say('one', 'm1')
    const loaded = await uiMessages(conversation)
    await (await route.post({ messages: asJson(loaded) })).text()
    expect(await textsOf(route)).toEqual(['user: one', 'assistant: Hi.'])
  })

  test('with an invalid body is refused, and the conversation is free', async () => {
    const route = routeOf(() => answer('Hi.'))
    const system = { id: 's', role: 'user', parts: [{ type: 'tool-x' }] }
    const response = await route.post({ messages: [system] })
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: 'untrusted', path: '/messages/0/parts/0' },
    ])
    expect(await textsOf(route)).toEqual([])
    expect((await route.post({ messages: [said('one')] })).status).toBe(200)
  })

  test('regenerates the last answer, and edits a message', async () => {
    const route = routeOf((_, turn) => answer(`Answer ${turn}.`))
    await (await route.post({ messages: [said('one')] })).text()
    const trigger = 'regenerate-message'
    await (await route.post({ trigger, messageId: 'a1', messages: [said('one')] })).text()
    expect(await textsOf(route)).toEqual(['user: one', 'assistant: Answer 1.'])
    for (const text of ['two', 'one', 'two']) {
      const edited = said(text, 'one')
      await (await route.post({ messageId: 'one', messages: [edited] })).text()
      expect((await textsOf(route))[0]).toBe(`user: ${text}`)
    }
    expect(await textsOf(route)).toEqual(['user: two', 'assistant: Answer 4.'])
  })

  test('with the result of a client tool is recorded once', async () => {
    const route = routeOf(({ messages }) =>
      messages.length === 1 ? answer(null, nativeCall('c1', 'show')) : answer('Shown.'),
    )
    await (await route.post({ messages: [said('Show.')] })).text()
    const shown = { type: 'tool-show', toolCallId: 'c1', state: 'output-available', input: {}, output: 'ok' }
    const body = { messages: [said('Show.'), { id: 'a1', role: 'assistant', parts: [shown] }] }
    for (let time = 0; time < 2; time += 1) await (await route.post(body)).text()
    const results = (await route.opened()).messages.flatMap(({ parts }) =>
      parts.filter(({ type }) => type === 'tool-result'),
    )
    expect(results).toMatchObject([{ callId: 'c1', output: { value: 'ok' } }])
    expect(route.asked).toHaveLength(2)
  })
})

test('an error that is not of the request is thrown', () => {
  expect(() => errorResponse(new Error('disk full'))).toThrow('disk full')
})
