import { isDeepStrictEqual } from 'node:util'
import { HttpAgent, type RunAgentInput, runHttpRequest, transformHttpEventStream } from '@ag-ui/client'
import { EventSchema, MessageSchema } from '@ag-ui/core/schemas'
import { describe, expect, test } from 'vitest'
import { encodeArgumentText } from '../../src/base/model/arguments.js'
import { memoryConversations, openConversation } from '../../src/chat/conversation/index.js'
import { runLoop } from '../../src/chat/loop/index.js'
import {
  type AgUiMessage,
  agUiSnapshot,
  readAgUiInput,
  snapshotResponse,
  toResponse,
} from '../../src/chat/serve/index.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { defineTool, type Message, type Notice, toolCall, userMessage } from '../../src/index.js'
import { answer, nativeCall, scripted } from '../loop/scripted.js'
import { forEachAdapter, someExchangesOf } from '../support/law.js'
import { eventsOf } from '../support/streams.js'
import { agentOf } from './ag-ui-agent.js'
import { given } from './readers.js'

const threadId = 'thread-1'
const clientTools = [{ name: 'show', description: 'Shows', parameters: { type: 'object' } }]

/** A client that asks for the snapshot when it connects, as the protocol intends it. */
class Visitor extends HttpAgent {
  readonly answerTo: (input: RunAgentInput) => Response

  constructor(answerTo: (input: RunAgentInput) => Response) {
    super({ url: 'http://local/agent', threadId })
    this.answerTo = answerTo
  }

  protected override connect(input: RunAgentInput) {
    return transformHttpEventStream(runHttpRequest(async () => this.answerTo(input)))
  }
}

const buy = (ran: string[]) =>
  defineTool({
    name: 'buy',
    requiresApproval: true,
    execute: () => {
      ran.push('buy')
      return 'bought'
    },
  })
const fail = defineTool({ name: 'fail', execute: () => Promise.reject(new Error('the password is 1234')) })

/** Returns a stored chat, and tabs that run it. */
function chatOf(replies: Parameters<typeof scripted>[0]) {
  const store = memoryConversations()
  const { provider, asked } = scripted(replies)
  const ran: string[] = []
  const own = [buy(ran), fail]
  const opened = () => openConversation(threadId, { store })
  const tab = (initialMessages: AgUiMessage[] = []) =>
    agentOf(
      async (body) => {
        const conversation = await opened()
        const read = await readAgUiInput(body, { conversation, tools: own })
        const loop = runLoop({ provider, conversation, tools: [...own, ...read.tools] })
        return toResponse(loop, { as: 'ag-ui', id: threadId, runId: read.runId })
      },
      { threadId, initialMessages },
    )
  return { tab, opened, ran, asked }
}

/** Returns messages without their ids, which differ, and without errors, which streams cannot send. */
function withoutIds(messages: readonly object[]) {
  return messages.map((message) => ({ ...message, id: undefined, error: undefined }))
}

describe('A snapshot for AG-UI', () => {
  forEachAdapter(
    'has the messages that the client of a stream has',
    ['stream', 'http'],
    async ({ wire, adapter }) => {
      const wrong: string[] = []
      for (const { id, stream } of someExchangesOf(wire)) {
        if (stream === undefined) continue
        const events = eventsOf(adapter, [stream])
        const { message, error } = assemble(events, wire)
        if (error !== undefined) continue
        const { agent, run } = agentOf(async () => toResponse(given(events), { as: 'ag-ui', id: threadId }))
        await run()
        const { messages } = agUiSnapshot([message])
        const [seen, shown] = [withoutIds(agent.messages), withoutIds(messages)]
        if (!isDeepStrictEqual(seen, shown))
          wrong.push(`${id}:\n${JSON.stringify(seen)}\n${JSON.stringify(shown)}`)
      }
      expect(wrong.slice(0, 2)).toEqual([])
    },
  )

  forEachAdapter(
    'is accepted by the schema of the protocol, and has all texts, calls and results',
    ['request'],
    async ({ wire, adapter }) => {
      const wrong: string[] = []
      for (const { id, request } of someExchangesOf(wire)) {
        if (request === undefined) continue
        const original = adapter.decodeRequest(request).value.messages
        const { messages } = agUiSnapshot(original)
        for (const message of messages) {
          const checked = MessageSchema.safeParse(message)
          if (!checked.success) wrong.push(`${id}: ${checked.error.message}`)
        }
        const ids = messages.map((message) => message.id)
        if (new Set(ids).size !== ids.length) wrong.push(`${id}: ids are not unique`)
        // The calls of a turn are in one message, so the order can differ.
        const [shown, had] = [contentsOf(messages), original.flatMap(partsOf)].map((all) => all.sort().join())
        if (shown !== had) wrong.push(`${id}:\n${shown}\n${had}`)
      }
      expect(wrong.slice(0, 3)).toEqual([])
    },
  )

  test('lets the next visit approve a call, which then runs once', async () => {
    const chat = chatOf((_, turn) =>
      turn === 0 ? answer('I buy.', nativeCall('c0', 'fail'), nativeCall('c1', 'buy')) : answer('Done.'),
    )
    const first = chat.tab()
    first.agent.addMessage({ id: 'm1', role: 'user', content: 'Buy.' })
    await first.run()
    const { messages, interrupts } = agUiSnapshot(await chat.opened())
    expect(withoutIds(messages)).toEqual(withoutIds(first.agent.messages))
    expect(interrupts).toEqual(first.interrupts)
    const tab = chat.tab(messages)
    tab.agent.pendingInterrupts = interrupts
    await tab.run({
      resume: interrupts.map(({ id }) => ({
        interruptId: id,
        status: 'resolved',
        payload: { approved: true },
      })),
    })
    expect([tab.problems, chat.ran]).toEqual([[], ['buy']])
    const last = agUiSnapshot(await chat.opened())
    expect(withoutIds(last.messages)).toEqual(withoutIds(tab.agent.messages))
    expect(last.interrupts).toEqual([])
    expect(JSON.stringify(last)).not.toContain('1234')
  })

  test('has a stored question once, also when it is posted again and answered then', async () => {
    const chat = chatOf(() => answer('Hi.'))
    await (await chat.opened()).say({ role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] })
    await (await chat.opened()).say('Hello?', 'm1')
    const tab = chat.tab(agUiSnapshot(await chat.opened()).messages)
    await tab.run()
    expect(tab.problems).toEqual([])
    const { messages } = agUiSnapshot(await chat.opened())
    expect(messages.map(({ content }) => content)).toEqual(['Hello?', 'Hi.'])
    const history = [userMessage('Hello?')]
    const body = { threadId, runId: 'r', messages: agUiSnapshot(history).messages }
    expect((await readAgUiInput(body, { history })).messages).toEqual(history)
  })

  test('is a run for a client that connects, with the calls that it has to answer', async () => {
    const chat = chatOf((_, turn) =>
      turn === 0 ? answer(null, nativeCall('c1', 'show'), nativeCall('c2', 'buy')) : answer('Done.'),
    )
    const first = chat.tab()
    first.agent.addMessage({ id: 'm1', role: 'user', content: 'Show and buy.' })
    await first.run({ tools: clientTools })
    const conversation = await chat.opened()
    const visitor = new Visitor(({ runId }) => snapshotResponse(conversation, { runId }))
    const problems: string[] = []
    let outcome: unknown
    await visitor.connectAgent(
      {},
      {
        onEvent({ event }) {
          const checked = EventSchema.safeParse(event)
          if (!checked.success) problems.push(checked.error.message)
        },
        onRunFinishedEvent({ event }) {
          outcome = event.outcome
        },
      },
    )
    expect(problems).toEqual([])
    expect(withoutIds(visitor.messages)).toEqual(withoutIds(first.agent.messages))
    expect(visitor.pendingInterrupts).toEqual(first.interrupts)
    expect(outcome).toMatchObject({ type: 'interrupt' })
    const open = snapshotResponse([
      userMessage('Show.'),
      { role: 'assistant', parts: [toolCall('c1', 'show')] },
    ])
    expect(await open.text()).toContain('"outcome":{"type":"success","pendingToolCallIds":["c1"]}')
  })

  test('has no call for the client that was approved elsewhere, also after its process ended', async () => {
    const chat = chatOf(() => answer(null, nativeCall('c1', 'buy')))
    const first = chat.tab()
    first.agent.addMessage({ id: 'm1', role: 'user', content: 'Buy.' })
    await first.run()
    const conversation = await chat.opened()
    const outcome = async () => (await snapshotResponse(conversation).text()).match(/"outcome":.*/)?.[0]
    expect(await outcome()).toContain('"type":"interrupt"')
    await conversation.approve('c1')
    expect(await outcome()).toBe('"outcome":{"type":"success"}}')
    const drive = await conversation.drive()
    drive.use()
    await drive.begin(toolCall('c1', 'buy'))
    await drive.release()
    expect(conversation.state).toBe('unknown')
    expect(await outcome()).toBe('"outcome":{"type":"success"}}')
  })

  test('reports data without a field in AG-UI', () => {
    const notices: Notice[] = []
    const image = { type: 'media', kind: 'image', source: { type: 'data', data: 'AAAA' } } as const
    const text = { type: 'media', kind: 'file', source: { type: 'text', text: 'é' } } as const
    const messages = [
      { role: 'user', parts: [{ type: 'text', text: 'See' }, image, text] },
      {
        role: 'assistant',
        parts: [
          { ...image, mediaType: 'image/png' },
          { type: 'source', url: 'https://a.b' },
        ],
      },
    ] as const
    const snapshot = agUiSnapshot(messages, { onNotice: (notice) => notices.push(notice) })
    expect(snapshot.messages).toEqual([
      {
        id: 'toolwire-0',
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'document', source: { type: 'data', value: 'w6k=', mimeType: 'text/plain' } },
        ],
      },
    ])
    expect(notices.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'media-dropped /messages/0/parts/1',
      'media-dropped /messages/1/parts/0',
      'source-dropped /messages/1/parts/1',
    ])
  })
})

function contentsOf(messages: readonly AgUiMessage[]): string[] {
  return messages.flatMap((message) => {
    if (message.role === 'tool') return `result of ${message.toolCallId}`
    const { content = [] } = message
    const contents = typeof content === 'string' ? [{ type: 'text', text: content } as const] : content
    const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : []
    return [
      ...contents.flatMap((part) => (part.type === 'text' ? part.text : part.type)),
      ...calls.map((call) => `call ${call.id} ${call.function.name} ${call.function.arguments}`),
    ]
  })
}

function partsOf({ role, parts }: Message): string[] {
  if (role === 'system') return []
  return parts.flatMap((part) => {
    if (part.type === 'text' || part.type === 'reasoning') return part.text
    if (part.type === 'tool-call') return `call ${part.id} ${part.name} ${encodeArgumentText(part)}`
    if (part.type === 'tool-result') return part.preliminary === true ? [] : `result of ${part.callId}`
    if (part.type !== 'media' || role !== 'user') return []
    const isUntyped = part.source.type === 'data' && part.mediaType === undefined
    return isUntyped ? [] : part.kind === 'file' ? 'document' : part.kind
  })
}
