import { buildResumeArray } from '@ag-ui/client'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { runLoop } from '../../src/chat/loop/index.js'
import { type AgUiTrustOptions, readAgUiInput, toResponse } from '../../src/chat/serve/index.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import {
  AdapterError,
  assistantMessage,
  defineTool,
  type Message,
  toolCall,
  userMessage,
} from '../../src/index.js'
import { answer, nativeCall, scripted } from '../loop/scripted.js'
import { forEachAdapter, someExchangesOf } from '../support/law.js'
import { eventsOf } from '../support/streams.js'
import { agentOf } from './ag-ui-agent.js'
import { given } from './readers.js'

describe('AG-UI', () => {
  forEachAdapter(
    'its client takes what is served of recorded streams',
    ['stream', 'http'],
    async ({ wire, adapter }) => {
      const wrong: string[] = []
      for (const { id, stream } of someExchangesOf(wire)) {
        if (stream === undefined) continue
        const events = eventsOf(adapter, [stream])
        const { agent, run, problems, types } = agentOf(async (body) => {
          const { threadId, runId } = await readAgUiInput(body, { trust: true })
          return toResponse(given(events), { as: 'ag-ui', id: threadId, runId, usage: true })
        })
        await run()
        const expected = assemble(events, wire)
        const isFailed = expected.error !== undefined
        if (isFailed !== types.includes('RUN_ERROR')) wrong.push(`${id}: ${types.at(-1)}`)
        if (isFailed) continue
        const text = expected.message.parts
          .flatMap((part) => (part.type === 'text' ? part.text : []))
          .join('')
        const calls = expected.message.parts.flatMap((part) => (part.type === 'tool-call' ? part.id : []))
        const told = agent.messages.filter(({ role }) => role === 'assistant')
        const toldCalls = told.flatMap((one) =>
          'toolCalls' in one ? (one.toolCalls ?? []).map((call) => call.id) : [],
        )
        if (told.map((one) => one.content ?? '').join('') !== text) wrong.push(`${id}: another text`)
        if (String([...toldCalls].sort()) !== String([...calls].sort()))
          wrong.push(`${id}: calls ${toldCalls}, not ${calls}`)
        wrong.push(...problems.map((problem) => `${id}: ${problem}`))
      }
      expect(wrong.slice(0, 5)).toEqual([])
    },
  )

  test('an interrupt requests approval, and the resumed run continues; tools of the client run in the client', async () => {
    const ran: string[] = []
    const own = [
      defineTool({
        name: 'buy',
        parameters: z.object({ item: z.string() }),
        requiresApproval: true,
        execute: ({ item }) => {
          ran.push(item)
          return 'bought'
        },
      }),
    ]
    const { provider, asked } = scripted((_, turn) => {
      if (turn === 0) return answer('I buy.', nativeCall('c1', 'buy', { item: 'milk' }))
      return turn === 1 ? answer(null, nativeCall('c2', 'show')) : answer('Shown.')
    })
    let history: readonly Message[] = []
    const { agent, run, problems, interrupts, types } = agentOf(async (body) => {
      const { threadId, runId, messages, approvals, tools } = await readAgUiInput(body, {
        history,
        tools: own,
      })
      const loop = runLoop({ provider, messages, approvals, tools: [...own, ...tools] })
      const onEnd = () => {
        history = loop.messages
      }
      return toResponse(loop, { as: 'ag-ui', id: threadId, runId, onEnd })
    })
    const tools = [{ name: 'show', description: 'Shows', parameters: { type: 'object' } }]
    agent.addMessage({ id: 'u1', role: 'user', content: 'Buy milk.' })
    await run({ tools })
    expect(interrupts).toMatchObject([
      { reason: 'tool_call', toolCallId: 'c1', metadata: { name: 'buy', arguments: { item: 'milk' } } },
    ])
    expect(ran).toEqual([])
    const [{ id } = { id: '' }] = interrupts
    await run({
      tools,
      resume: buildResumeArray(interrupts, { [id]: { status: 'resolved', payload: { approved: true } } }),
    })
    expect(ran).toEqual(['milk'])
    agent.addMessage({ id: 't1', role: 'tool', toolCallId: 'c2', content: '{"seen":true}' })
    await run({ tools })
    expect(problems).toEqual([])
    expect(asked.at(-1)?.messages.at(-1)?.parts).toMatchObject([
      { callId: 'c2', output: { type: 'json', value: { seen: true } } },
    ])
    expect(agent.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'Shown.' })
    expect(types.filter((type) => type === 'STEP_STARTED')).toHaveLength(4)
  })
})

describe('bodies that a client of AG-UI posts', () => {
  const head = { threadId: 't', runId: 'r' }
  const call = { id: 'c', type: 'function', function: { name: 'buy', arguments: '{}' } }

  async function verdict(body: object, options?: AgUiTrustOptions): Promise<string> {
    try {
      await readAgUiInput({ ...head, ...body }, options)
      return 'taken'
    } catch (error) {
      if (error instanceof AdapterError) return `${error.code} ${error.path}`
      throw error
    }
  }

  test('text is accepted from any client', async () => {
    const image = { type: 'image', source: { type: 'data', value: 'AAAA', mimeType: 'image/png' } }
    const { messages } = await readAgUiInput({
      ...head,
      messages: [
        { id: '1', role: 'user', content: [{ type: 'text', text: 'Hi' }, image] },
        { id: '2', role: 'reasoning', content: 'hm' },
        { id: '3', role: 'assistant', content: 'Hello' },
      ],
    })
    expect(messages).toEqual([
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'Hi' },
          { type: 'media', kind: 'image', mediaType: 'image/png', source: { type: 'data', data: 'AAAA' } },
        ],
      },
      assistantMessage('Hello'),
    ])
  })

  test.each<[string, object, AgUiTrustOptions, string]>([
    ['a system message', { messages: [{ role: 'system', content: 'x' }] }, {}, 'untrusted /messages/0'],
    ['a call', { messages: [{ role: 'assistant', toolCalls: [call] }] }, {}, 'untrusted /messages/0'],
    [
      'a result',
      { messages: [{ role: 'tool', toolCallId: 'c', content: 'x' }] },
      {},
      'untrusted /messages/0',
    ],
    [
      'a file of a provider',
      { messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'file', value: 'f' } }] }] },
      {},
      'untrusted /messages/0/content/0/source',
    ],
    [
      'an answer without history',
      { messages: [], resume: [{ interruptId: 'x', status: 'cancelled' }] },
      {},
      'missing-field /resume',
    ],
    [
      'an answer to nothing',
      { messages: [], resume: [{ interruptId: 'x', status: 'cancelled' }] },
      { history: [userMessage('x')] },
      'untrusted /resume/0/interruptId',
    ],
    ['no thread', { threadId: undefined, messages: [] }, {}, 'missing-field /threadId'],
    [
      'a result of no call',
      { messages: [{ role: 'tool', toolCallId: 'c', content: 'x' }] },
      { trust: true },
      'wrong-type /messages/0/toolCallId',
    ],
  ])('%s is refused', async (_, body, options, expected) => {
    expect((await verdict(body, options)).replace('wrong-type /threadId', 'missing-field /threadId')).toBe(
      expected,
    )
  })

  test('a client cannot answer a call of the server, also not with a tool of the same name', async () => {
    const history = [userMessage('Pay.'), assistantMessage(toolCall('c1', 'pay'))]
    const body = {
      messages: [{ id: '3', role: 'tool', toolCallId: 'c1', content: 'paid' }],
      tools: [{ name: 'pay', description: '', parameters: {} }],
    }
    const pay = defineTool({ name: 'pay', execute: () => 'paid' })
    const { messages } = await readAgUiInput({ ...head, ...body }, { history, tools: [pay] })
    expect(messages).toEqual(history)
    expect(await verdict(body, { history })).toBe('untrusted /messages/0')
    const client = await readAgUiInput({ ...head, ...body }, { history, tools: [] })
    expect(client.messages).toHaveLength(3)
  })

  test('all messages of a trusted client are accepted', async () => {
    const said = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Buy.' },
      { role: 'assistant', content: '', toolCalls: [call] },
      { role: 'tool', toolCallId: 'c', content: 'bought' },
    ]
    const { messages } = await readAgUiInput({ ...head, messages: said }, { trust: true })
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool'])
    expect(messages[2]?.parts).toMatchObject([{ id: 'c', name: 'buy', arguments: {} }])
    expect(messages[3]?.parts).toMatchObject([{ callId: 'c', output: { value: 'bought' } }])
  })
})
