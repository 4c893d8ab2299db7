import {
  AbstractChat,
  type ChatInit,
  type ChatState,
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  type UIMessage,
} from 'ai'
import { describe, expect, test } from 'vitest'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { memoryConversations, openConversation } from '../../src/chat/conversation/index.js'
import { runLoop } from '../../src/chat/loop/index.js'
import { deferred } from '../../src/chat/provider/open-promise.js'
import {
  errorResponse,
  memoryStreams,
  readUiMessages,
  resumeResponse,
  toResponse,
  uiMessages,
} from '../../src/chat/serve/index.js'
import { defineTool, provider } from '../../src/index.js'

const id = 'chat-1'

/** The class behind `useChat`, with a state without React. */
class Chat extends AbstractChat<UIMessage> {
  constructor({ messages = [], ...init }: ChatInit<UIMessage>) {
    const state: ChatState<UIMessage> = {
      status: 'ready',
      error: undefined,
      messages,
      pushMessage: (message) => {
        state.messages = [...state.messages, message]
      },
      popMessage: () => {
        state.messages = state.messages.slice(0, -1)
      },
      replaceMessage: (index, message) => {
        state.messages = state.messages.with(index, message)
      },
      snapshot: structuredClone,
    }
    super({ ...init, state })
  }

  /** The texts and the calls with their states, message by message. */
  get shown(): string[] {
    return this.messages.map(({ role, parts }) =>
      [
        role,
        ...parts.flatMap((part) => {
          if (part.type === 'text') return part.text
          return 'toolCallId' in part ? `[${part.state}]` : []
        }),
      ].join(' '),
    )
  }
}

interface Reply {
  readonly words?: readonly string[]
  readonly calls?: readonly string[]
  /** Awaited before the last word. */
  readonly gate?: Promise<unknown> | undefined
  /** True if the connection breaks after the words. Default: false. */
  readonly isCut?: boolean
}

interface SiteOptions {
  /** Awaited by each call. */
  readonly beforeCall?: Promise<unknown> | undefined
  /** False if streams are not stored: runs then end with the connection. Default: true. */
  readonly hasStreams?: boolean
}

/** Returns a site: its clients are tabs of one chat. */
function siteOf(replies: readonly Reply[], { beforeCall, hasStreams = true }: SiteOptions = {}) {
  const store = memoryConversations()
  const streams = memoryStreams()
  const left = [...replies]
  const ran: string[] = []
  const posts: string[] = []
  const buy = defineTool({
    name: 'buy',
    requiresApproval: true,
    execute: async () => {
      ran.push('buy')
      await beforeCall
      return 'bought'
    },
  })
  const tools = [buy]
  const model = provider(openaiChat, { model: 'gpt-5.4', send: async () => streamOf(left.shift() ?? {}) })
  const opened = () => openConversation(id, { store, interval: 1 })
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    if (init?.method !== 'POST') return resumeResponse({ store: streams, id, as: 'ui' })
    posts.push(String(init.body))
    try {
      const conversation = await opened()
      await readUiMessages(JSON.parse(String(init.body)), { conversation, tools })
      const loop = runLoop({ provider: model, conversation, tools })
      if (hasStreams) return toResponse(loop, { as: 'ui', id, store: streams })
      return disconnecting(toResponse(loop, { as: 'ui', id }), init.signal)
    } catch (error) {
      return errorResponse(error)
    }
  }
  const transport = new DefaultChatTransport<UIMessage>({ api: 'http://test/api/chat', fetch })
  const sendAutomaticallyWhen = lastAssistantMessageIsCompleteWithApprovalResponses
  return {
    ran,
    posts,
    opened,
    /** Opens a tab with the stored messages. */
    tab: async () =>
      new Chat({
        id,
        transport,
        sendAutomaticallyWhen,
        messages: await uiMessages<UIMessage>(await opened()),
      }),
  }
}

/** Cancels the response when its client aborts, as a server does when a client disconnects. */
function disconnecting(response: Response, signal: AbortSignal | null | undefined): Response {
  const reader = response.body?.getReader()
  signal?.addEventListener('abort', () => void reader?.cancel())
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value } = (await reader?.read()) ?? {}
      if (signal?.aborted === true) controller.error(signal.reason)
      else if (value === undefined) controller.close()
      else controller.enqueue(value)
    },
  })
  return new Response(body, response)
}

async function* streamOf({ words = [], calls = [], gate, isCut = false }: Reply) {
  const chunk = (delta: object, finish_reason: 'stop' | 'tool_calls' | null = null) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk' as const,
    created: 1,
    model: 'gpt-5.4',
    choices: [{ index: 0, delta, finish_reason }],
  })
  yield chunk({ role: 'assistant', content: '' })
  for (const [index, content] of words.entries()) {
    if (index === words.length - 1) await gate
    yield chunk({ content })
  }
  if (isCut) throw new TypeError('terminated')
  for (const [index, call] of calls.entries())
    yield chunk({
      tool_calls: [
        { index, id: call, type: 'function' as const, function: { name: 'buy', arguments: '{}' } },
      ],
    })
  yield chunk({}, calls.length > 0 ? 'tool_calls' : 'stop')
}

/** Waits until the client shows a text. */
async function shows(chat: Chat, text: string): Promise<void> {
  await expect.poll(() => chat.shown.join('\n'), { interval: 1, timeout: 30_000 }).toContain(text)
}

describe('a message that was refused as busy', () => {
  test.each([
    ['sendMessage()', (chat: Chat) => chat.sendMessage()],
    ['regenerate()', (chat: Chat) => chat.regenerate()],
  ])('is added by %s, and the other tab loses nothing', async (_, again) => {
    const gate = deferred()
    const site = siteOf([{ words: ['One', '.'], gate: gate.promise }, { words: ['Two.'] }])
    const [first, second] = [await site.tab(), await site.tab()]
    const sent = first.sendMessage({ text: 'first' })
    await expect.poll(() => first.status).toBe('streaming')
    await second.sendMessage({ text: 'second' })
    expect(second.status).toBe('error')
    gate.resolve()
    await sent
    await again(second)
    expect(second.status).toBe('ready')
    expect((await site.tab()).shown).toEqual([
      'user first',
      'assistant One.',
      'user second',
      'assistant Two.',
    ])
  })
})

test('an answer that was cut is shown once after it was requested again', async () => {
  const site = siteOf([
    { words: ['Buy it.'], calls: ['c1'] },
    { words: ['It ', 'is '], isCut: true },
    { words: ['It ', 'is ', 'bought.'] },
  ])
  const chat = await site.tab()
  await chat.sendMessage({ text: 'Buy.' })
  await answer(chat)
  await expect.poll(() => chat.status).toBe('error')
  const cut = ['user Buy.', 'assistant Buy it. [output-available] It is ']
  expect([chat.shown, (await site.tab()).shown]).toEqual([cut, cut])
  await chat.sendMessage()
  const complete = ['user Buy.', 'assistant Buy it. [output-available] It is bought.']
  expect([chat.shown, (await site.tab()).shown]).toEqual([complete, complete])
  expect(site.ran).toEqual(['buy'])
})

test.each([
  ['runs', '[input-available]'],
  ['has run', 'It is '],
])('a tab that is opened while an approved call %s shows the message once', async (name, seen) => {
  const gate = deferred()
  const isCallHeld = name === 'runs'
  const site = siteOf(
    [
      { words: ['Buy ', 'it.'], calls: ['c1'] },
      { words: ['It is ', 'bought.'], gate: isCallHeld ? undefined : gate.promise },
    ],
    { beforeCall: isCallHeld ? gate.promise : undefined },
  )
  const chat = await site.tab()
  await chat.sendMessage({ text: 'Buy.' })
  const answered = answer(chat)
  await expect.poll(() => site.ran).toEqual(['buy'])
  const other = await site.tab()
  const resumed = other.resumeStream()
  await shows(other, seen)
  gate.resolve()
  await Promise.all([answered, resumed])
  for (const tab of [chat, other]) {
    await shows(tab, 'bought.')
    expect(tab.shown).toEqual(['user Buy.', 'assistant Buy it. [output-available] It is bought.'])
  }
  expect((await site.tab()).shown).toEqual(chat.shown)
})

test.each([true, false])(
  'an answer in a tab without the run (approved: %s) is refused once',
  async (approved) => {
    const site = siteOf([{ words: ['Buy it.'], calls: ['c1'] }, { words: ['It is bought.'] }])
    const chat = await site.tab()
    await chat.sendMessage({ text: 'Buy.' })
    const stale = await site.tab()
    await answer(chat)
    await shows(chat, 'It is bought.')
    await expect.poll(() => chat.status).toBe('ready')
    const { posts } = site
    const before = posts.length
    await answer(stale, approved)
    await expect.poll(() => stale.status).toBe('error')
    expect(stale.error).toMatchObject({ statusCode: 410 })
    expect(posts.length - before).toBe(1)
    expect(site.ran).toEqual(['buy'])
  },
)

describe('the stop button, and a message at once', () => {
  test.each([
    ['a connection', false],
    ['a run', true],
  ])('that ends %s: the message waits for the call that runs', async (_, hasStreams) => {
    const gate = deferred()
    const site = siteOf([{ words: ['Buy it.'], calls: ['c1'] }, { words: ['Never ', 'mind.'] }], {
      beforeCall: gate.promise,
      hasStreams,
    })
    const chat = await site.tab()
    await chat.sendMessage({ text: 'Buy.' })
    const answered = answer(chat)
    await expect.poll(() => site.ran).toEqual(['buy'])
    if (hasStreams) await (await site.opened()).stop()
    await chat.stop()
    const sent = chat.sendMessage({ text: 'No.' })
    await expect.poll(() => site.posts.length).toBe(3)
    gate.resolve()
    await Promise.all([answered, sent])
    expect([chat.status, chat.error]).toEqual(['ready', undefined])
    expect((await site.tab()).shown).toEqual([
      'user Buy.',
      'assistant Buy it. [output-error]',
      'user No.',
      'assistant Never mind.',
    ])
    expect(site.ran).toEqual(['buy'])
  })
})

/** Answers the request for approval. */
async function answer(chat: Chat, approved = true): Promise<void> {
  const [part] = chat.messages.flatMap(({ parts }) =>
    parts.flatMap((part) => ('toolCallId' in part && part.approval !== undefined ? [part.approval] : [])),
  )
  await chat.addToolApprovalResponse({ id: part?.id ?? '', approved })
}
