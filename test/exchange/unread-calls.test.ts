import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anthropicMessages as anthropic } from '../../adapters/anthropic-messages/index.js'
import { decodeResponse, messages, openaiChat } from '../../adapters/openai-chat/index.js'
import { decodeAny } from '../../adapters.js'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { createContext, type Notice } from '../../src/base/model/context.js'
import { isUnread } from '../../src/codec/stream/unread-calls.js'
import { hermesJson, withTextCalls } from '../../src/text-calls/index.js'
import { decodeExchange } from '../../src/traffic/input/convert-exchange.js'
import { resolveRecord } from '../../src/traffic/input/traffic-record.js'
import { decodeAnswer, decodeRequest } from '../../src/translate/exchange/decode-exchange.js'
import { wiresAt } from '../../src/translate/exchange/registry.js'
import { translateResponse } from '../../src/translate/exchange/translate-answer.js'
import { translate, translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import { translateStream } from '../../src/translate/exchange/translate-stream.js'
import { registry } from '../support/adapters.js'
import { exchanges } from '../support/exchanges.js'
import { runCli } from '../support/run-cli.js'

const ADAPTERS = new URL('../../adapters/', import.meta.url)

const ASKED = { role: 'user' as const, content: 'Weather in Oslo?' }
const OPENAI_CALL = {
  id: 'c1',
  type: 'function',
  function: { name: 'weather', arguments: '{"city":"Oslo"}' },
}
const INVOCATION = {
  state: 'result',
  step: 0,
  toolCallId: 'c1',
  toolName: 'weather',
  args: { city: 'Oslo' },
  result: { celsius: 3 },
}

/** The forms in which other programs store a conversation with a call. */
const FOREIGN: readonly (readonly [string, JsonObject | JsonObject[]])[] = [
  ['one AI SDK 4 message', { id: 'm', role: 'assistant', content: '', toolInvocations: [INVOCATION] }],
  [
    'LlamaIndex messages in Python',
    [
      { role: 'user', additional_kwargs: {}, blocks: [{ block_type: 'text', text: 'Weather?' }] },
      {
        role: 'assistant',
        additional_kwargs: {},
        blocks: [
          {
            block_type: 'tool_call',
            tool_call_id: 'c1',
            tool_name: 'weather',
            tool_kwargs: { city: 'Oslo' },
          },
        ],
      },
    ],
  ],
  [
    'LlamaIndex messages with calls beside their content',
    [ASKED, { role: 'assistant', content: '', additional_kwargs: { tool_calls: [OPENAI_CALL] } }],
  ],
  [
    'LlamaIndex messages in TypeScript',
    [
      ASKED,
      {
        role: 'assistant',
        content: '',
        options: { toolCall: [{ id: 'c1', name: 'weather', input: { city: 'Oslo' } }] },
      },
      { role: 'user', content: '3', options: { toolResult: { id: 'c1', result: '3', isError: false } } },
    ],
  ],
  ['one AG-UI message', { id: 'a', role: 'assistant', content: '', toolCalls: [OPENAI_CALL] }],
]

const decodeInCommand = (value: JsonValue) =>
  decodeExchange(resolveRecord(value, { registry }), { exactText: () => undefined })

const OBSERVATIONS: readonly (readonly [string, object, number])[] = [
  [
    'a Langfuse observation with calls in its output',
    {
      id: 'o1',
      traceId: 't1',
      type: 'GENERATION',
      model: 'gpt-4o',
      input: [ASKED],
      output: { role: 'assistant', content: null, tool_calls: [OPENAI_CALL] },
    },
    1,
  ],
  [
    'a Langfuse observation with calls in its input',
    {
      id: 'o1',
      traceId: 't1',
      type: 'GENERATION',
      input: [
        ASKED,
        { role: 'assistant', content: '', tool_calls: [OPENAI_CALL] },
        { role: 'tool', tool_call_id: 'c1', content: '3' },
      ],
      output: { role: 'assistant', content: '3 degrees' },
    },
    0,
  ],
  [
    'a Langfuse observation without calls',
    {
      id: 'o1',
      traceId: 't1',
      type: 'GENERATION',
      input: [ASKED],
      output: { role: 'assistant', content: '3' },
    },
    0,
  ],
]

test.each(OBSERVATIONS)('%s is read', async (_name, observation, count) => {
  const { wire, calls, request, notices } = await decodeAny(observation)
  expect({ wire, calls: calls.length, notices }).toEqual({ wire: 'openai-chat', calls: count, notices: [] })
  expect(request?.messages.length).toBeGreaterThan(0)
})

describe('nothing is guessed: of an unknown format are', () => {
  test.each(FOREIGN)('%s', async (_, given) => {
    await expect(decodeAny(given)).rejects.toMatchObject({ code: 'unknown-wire' })
    const record = Array.isArray(given) ? { request: { messages: given } } : given
    expect(() => decodeInCommand(record)).toThrow(expect.objectContaining({ code: 'unknown-wire' }))
  })
})

const CALLS = fc
  .tuple(
    fc.constantFrom('tool', 'function', 'Tool'),
    fc.constantFrom('_', '-', ''),
    fc.constantFrom('call', 'Calls', 'invocations', 'use', 'result', 'Outputs'),
    fc.constantFrom('id', 'toolCallId', 'call_id', 'name', 'toolName'),
    fc.boolean(),
  )
  .map(([first, middle, last, key, isList]) => {
    const call = { [key]: 'of-another-format' }
    return { [`${first}${middle}${last}`]: isList ? [call] : call }
  })

const unread = (request: JsonObject) => {
  const context = createContext('openai-chat')
  decodeRequest(request, registry.get('openai-chat').codecs, context)
  return context.notices.filter(({ code }) => code === 'unread-call')
}

describe('a call that is left out is a warning', () => {
  test('under any member name, at any position of a message', () => {
    fc.assert(
      fc.property(CALLS, fc.boolean(), (calls, isInside) => {
        const message = {
          role: 'assistant',
          content: 'one moment',
          ...(isInside ? { options: calls } : calls),
        }
        fc.pre(!('tool_calls' in calls || 'function_call' in calls))
        const request = { model: 'm', messages: [ASKED, message] }
        expect(unread(request)).toMatchObject([
          { severity: 'warning', path: expect.stringMatching(/^\/messages\/1\//) },
        ])
      }),
    )
  })

  test('also next to decoded calls', () => {
    const message = {
      role: 'assistant',
      tool_calls: [OPENAI_CALL],
      toolInvocations: [{ ...INVOCATION, toolCallId: 'c2' }],
    }
    expect(unread({ messages: [message] })).toMatchObject([{ path: '/messages/0/toolInvocations' }])
  })

  test('and a record that names its wire is read, with the warning', async () => {
    const messages = [ASKED, { role: 'assistant', content: '', toolInvocations: [INVOCATION] }]
    const { notices } = await decodeAny({ wire: 'openai-chat', request: { messages } })
    expect(notices).toMatchObject([
      { code: 'unread-call', severity: 'warning', path: '/request/messages/1/toolInvocations' },
    ])
  })

  test('but what a tool took or gave may look as it likes', () => {
    const { function: named } = OPENAI_CALL
    const call = { ...OPENAI_CALL, function: { ...named, arguments: '{"toolCalls":[{"id":"x"}]}' } }
    expect(
      unread({
        messages: [{ role: 'assistant', tool_calls: [call] }],
        tools: [{ type: 'function', function: { name: 'toolCall', parameters: { toolCall: { id: 'x' } } } }],
        metadata: { response: { toolCalls: [{ state: 'none' }] } },
      }),
    ).toEqual([])
  })

  test('also when its id is that of a result that is read', () => {
    const asked = { role: 'assistant', content: '', toolCalls: [OPENAI_CALL] }
    const answered = { role: 'tool', tool_call_id: 'c1', content: '3' }
    expect(unread({ messages: [ASKED, asked, answered] })).toMatchObject([{ path: '/messages/1/toolCalls' }])
  })

  test('and a result whose call is read', () => {
    const asked = { role: 'assistant', content: '', tool_calls: [OPENAI_CALL] }
    const answered = { role: 'user', content: '3', toolResult: { id: 'c1' } }
    expect(unread({ messages: [ASKED, asked, answered] })).toMatchObject([{ path: '/messages/2/toolResult' }])
  })

  test('while AI SDK 4 calls are read, with what it called their input and output', async () => {
    const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', args: { city: 'Oslo' } }
    const result = { type: 'tool-result', toolCallId: 'c1', toolName: 'weather', result: { celsius: 3 } }
    const { wire, request, notices } = await decodeAny([
      ASKED,
      { role: 'assistant', content: [call] },
      { role: 'tool', content: [result] },
    ])
    expect(wire).toBe('ai-sdk')
    expect(notices).toEqual([])
    expect(request?.messages.flatMap(({ parts }) => parts)).toMatchObject([
      {},
      { type: 'tool-call', arguments: { city: 'Oslo' } },
      { type: 'tool-result', output: { value: { celsius: 3 } } },
    ])
  })
})

const INVOCATIONS = { toolInvocations: [INVOCATION] }
const LOST_ANSWER = {
  id: 'a',
  object: 'chat.completion',
  choices: [
    { index: 0, message: { role: 'assistant', content: 'hi', ...INVOCATIONS }, finish_reason: 'stop' },
  ],
}
const LOST_EVENTS = [
  { index: 0, delta: { role: 'assistant', content: 'hi', ...INVOCATIONS } },
  { index: 0, delta: {}, finish_reason: 'stop' },
].map((choice) => ({ id: 'a', object: 'chat.completion.chunk', choices: [choice] }))
const LOST_STREAM = LOST_EVENTS.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
const LOST_MESSAGES = [ASKED, { role: 'assistant' as const, content: 'hi', ...INVOCATIONS }]
const LOST_REQUEST = { model: 'm', messages: LOST_MESSAGES }

const IN_TEXT = withTextCalls(openaiChat, { tools: [], dialects: [hermesJson] })
const BETWEEN = { from: openaiChat, to: anthropic }

type Told = readonly Notice[] | Promise<readonly Notice[]>

/** Every decoding path that returns notices. */
const WAYS: readonly (readonly [string, () => Told])[] = [
  ['decodeRequest', () => openaiChat.decodeRequest(LOST_REQUEST).notices],
  ['decodeRequest of text', () => openaiChat.decodeRequest(JSON.stringify(LOST_REQUEST)).notices],
  ['decodeMessages', () => openaiChat.decodeMessages(LOST_MESSAGES).notices],
  ['decodeResponse', () => openaiChat.decodeResponse(LOST_ANSWER).notices],
  ['decodeResponse alone', () => decodeResponse(LOST_ANSWER).notices],
  ['decodeResponse with calls in text', () => IN_TEXT.decodeResponse(LOST_ANSWER).notices],
  ['translate', () => translate(LOST_MESSAGES, BETWEEN).notices],
  ['translate of messages alone', () => translate(LOST_MESSAGES, { from: messages, to: anthropic }).notices],
  ['translateRequest', () => translateRequest(LOST_REQUEST, BETWEEN).notices],
  ['translateResponse', () => translateResponse(LOST_ANSWER, BETWEEN).notices],
  [
    'translateStream',
    async () => {
      const translated = translateStream([LOST_STREAM], BETWEEN)
      for await (const _ of translated);
      return translated.notices
    },
  ],
  ['decodeAny', async () => (await decodeAny({ wire: 'openai-chat', request: LOST_REQUEST })).notices],
  ['decodeAny of a stream', async () => (await decodeAny({ wire: 'openai-chat', sse: LOST_STREAM })).notices],
]

describe('every entry point reports an omitted call once', () => {
  test.each(WAYS)('%s', async (_, notices) => {
    expect((await notices()).filter(isUnread)).toHaveLength(1)
  })

  test.each([
    ['collect', () => openaiChat.collect([LOST_STREAM], { mode: 'strict' })],
    ['collect of events', () => openaiChat.collect(LOST_EVENTS, { mode: 'strict' })],
    ['collect of a whole answer', () => openaiChat.collect(LOST_ANSWER, { mode: 'strict' })],
  ] as const)('strict: %s', async (_, read) => {
    await expect(read()).rejects.toMatchObject({
      code: 'strict',
      message: expect.stringContaining('unread-call'),
    })
  })

  test('a stream without a named wire has no wire', async () => {
    await expect(decodeAny(LOST_STREAM)).rejects.toMatchObject({ code: 'unknown-wire' })
    expect(() => decodeInCommand({ sse: LOST_STREAM })).toThrow(
      expect.objectContaining({ code: 'unknown-wire' }),
    )
  })

  test('an event of a stream that its wire does not know, too', () => {
    const events = [{ type: 'tool_call', id: 'c1', name: 'weather', input: {} }, { type: 'complete' }]
    const context = createContext('anthropic-messages')
    decodeAnswer({ stream: events }, registry.get('anthropic-messages').codecs, context)
    expect(context.notices.filter(isUnread)).toHaveLength(1)
  })

  test('lint refuses to guess, and reports if the wire is named', async () => {
    const lint = (...options: string[]) =>
      runCli(['lint', ...options], [{ request: LOST_REQUEST }], { adapters: ADAPTERS })
    expect(await lint()).toMatchObject({
      status: 1,
      lines: [{ error: { code: 'unknown-wire', path: '/request/messages/1/toolInvocations' } }],
    })
    expect(await lint('--wire', 'openai-chat')).toMatchObject({
      lines: [
        {
          violations: [{ rule: 'unread-call', severity: 'warning', path: '/messages/1/toolInvocations' }],
        },
      ],
    })
  })

  test('a request has no wire if its path names no wire or another wire', () => {
    const wires = (path: string) => wiresAt(path, () => LOST_REQUEST, registry).map(({ id }) => id)
    expect(wires('/somewhere')).toEqual([])
    expect(wires('/v1/chat/completions')).toContain('openai-chat')
    expect(wiresAt('/somewhere', () => ({ messages: [ASKED] }), registry).length).toBeGreaterThan(0)
  })
})

/**
 * Renames the members and types that contain calls to unknown names. The rest of the JSON text is unchanged.
 */
function hidden(text: string): string {
  return text
    .replaceAll(/(?<!\\)"([\w-]+)"(\s*:)/g, (member, key: string, colon: string) =>
      NAMES_CALLS.test(key) ? `"${renamed(key)}"${colon}` : member,
    )
    .replaceAll(
      /"(type|block_type)"(\s*:\s*)"([\w-]+)"/g,
      (member, key: string, colon: string, type: string) =>
        NAMES_CALLS.test(type) ? `"${key}"${colon}"${renamed(type)}"` : member,
    )
}

const NAMES_CALLS = /(tool|function)[-_]?(call|use|result|response|output)s?([-_]?id)?$/i

function renamed(word: string): string {
  return word
    .replace(/(call|use)(?=s?([-_]?id)?$)/i, 'invocation')
    .replace(/(result|response)(?=s?$)/i, 'output')
    .replace(/(?<!^)output(?=s?$)/i, 'call_result')
}

const SIDES = ['request', 'response', 'stream'] as const

function readSide(text: string, side: (typeof SIDES)[number], wire: string) {
  const { codecs } = registry.get(wire)
  const context = createContext(wire)
  const messages =
    side === 'request'
      ? decodeRequest(text, codecs, context).messages
      : [decodeAnswer(side === 'stream' ? { stream: [text] } : { body: text }, codecs, context).message]
  const parts = messages.flatMap((message) => message.parts)
  const calls = parts.filter(({ type }) => type === 'tool-call' || type === 'tool-result')
  return { calls: calls.length, unread: context.notices.filter(isUnread) }
}

/** Returns the decoded value, or undefined if it cannot be decoded: the loss is then an error. */
function tryReadSide(text: string, side: (typeof SIDES)[number], wire: string) {
  try {
    return readSide(text, side, wire)
  } catch (error) {
    if (error instanceof AdapterError) return undefined
    throw error
  }
}

describe('of every exchange', () => {
  const bodies = exchanges.flatMap(({ id, wire, ...exchange }) =>
    SIDES.flatMap((side) => {
      const body = exchange[side]
      return body === undefined
        ? []
        : [{ id, wire, side, text: typeof body === 'string' ? body : JSON.stringify(body) }]
    }),
  )

  test.each([...new Set(bodies.map(({ wire }) => wire))])('%s: decoded calls are not reported', (wire) => {
    const told = bodies.flatMap(({ id, side, text, wire: its }) => {
      const unreadPaths = its === wire ? tryReadSide(text, side, its)?.unread.map(({ path }) => path) : []
      return unreadPaths?.length ? [`${id} ${side} ${unreadPaths.join(' ')}`] : []
    })
    expect(told).toEqual([])
  })

  test.each([...new Set(bodies.map(({ wire }) => wire))])(
    '%s: no call is lost under a foreign name',
    (wire) => {
      const lost = bodies.flatMap(({ id, side, text, wire: its }) => {
        if (its !== wire || hidden(text) === text) return []
        const before = tryReadSide(text, side, its)
        const after = tryReadSide(hidden(text), side, its)
        if (before === undefined || after === undefined) return []
        return after.calls < before.calls && after.unread.length === 0 ? [`${id} ${side}`] : []
      })
      expect(lost).toEqual([])
    },
  )
})
