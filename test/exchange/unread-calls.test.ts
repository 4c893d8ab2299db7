import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeAny } from '../../adapters.js'
import { createContext } from '../../src/adapter/context.js'
import { decodeExchange } from '../../src/cli/exchange.js'
import { resolveRecord } from '../../src/cli/record.js'
import { decodeAnswer, decodeRequest } from '../../src/exchange/decode.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { registry } from '../support/adapters.js'
import { allFixtures } from '../support/exchanges.js'

const ASKED = { role: 'user', content: 'Weather in Oslo?' }
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

/** What other programs keep of a conversation with a call. */
const FOREIGN: readonly (readonly [string, JsonObject | JsonObject[]])[] = [
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
  ],
  ['AI SDK 4 messages', [ASKED, { id: 'm', role: 'assistant', content: '', toolInvocations: [INVOCATION] }]],
  [
    'AI SDK 4 messages with parts',
    [
      {
        id: 'm',
        role: 'assistant',
        content: '',
        parts: [{ type: 'step-start' }, { type: 'tool-invocation', toolInvocation: INVOCATION }],
      },
    ],
  ],
  [
    'AI SDK 4 parts alone',
    [{ id: 'm', role: 'assistant', parts: [{ type: 'tool-invocation', toolInvocation: INVOCATION }] }],
  ],
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
  [
    'Mastra messages',
    [
      {
        id: 'm',
        role: 'assistant',
        createdAt: '2025-08-01T00:00:00.000Z',
        threadId: 't',
        content: { format: 2, parts: [{ type: 'tool-invocation', toolInvocation: INVOCATION }] },
      },
    ],
  ],
  [
    'Mastra messages among others',
    [
      ASKED,
      {
        id: 'm',
        role: 'assistant',
        content: { format: 2, parts: [{ type: 'tool-invocation', toolInvocation: INVOCATION }] },
      },
    ],
  ],
  [
    'AG-UI messages',
    [
      { id: 'u', ...ASKED },
      { id: 'a', role: 'assistant', content: '', toolCalls: [OPENAI_CALL] },
      { id: 't', role: 'tool', content: '3', toolCallId: 'c1' },
    ],
  ],
  ['one AG-UI message', { id: 'a', role: 'assistant', content: '', toolCalls: [OPENAI_CALL] }],
  ['one AG-UI result', [ASKED, { id: 't', role: 'tool', content: '3', toolCallId: 'c1' }]],
]

const decodeInCommand = (value: JsonValue) =>
  decodeExchange(resolveRecord(value, { registry }), { exactText: () => undefined })

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
  test('whatever its member is called, wherever it stands in a message', () => {
    fc.assert(
      fc.property(CALLS, fc.boolean(), (calls, isInside) => {
        const message = {
          role: 'assistant',
          content: 'one moment',
          ...(isInside ? { options: calls } : calls),
        }
        fc.pre(!('tool_calls' in calls))
        const request = { model: 'm', messages: [ASKED, message] }
        expect(unread(request)).toMatchObject([
          { severity: 'warning', path: expect.stringMatching(/^\/messages\/1\//) },
        ])
      }),
    )
  })

  test('also beside calls that are read', () => {
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

  test.each(allFixtures.map(({ wire, folder }) => [wire, folder]))('none is in %s %s', (wire, folder) => {
    const { codecs } = registry.get(wire)
    const context = createContext(wire)
    for (const side of ['request', 'response']) {
      const file = join(folder, `${side}.json`)
      if (!existsSync(file)) continue
      const body = readFileSync(file, 'utf8')
      if (side === 'request') decodeRequest(body, codecs, context)
      else decodeAnswer({ body }, codecs, context)
    }
    expect(context.notices.filter(({ code }) => code === 'unread-call')).toEqual([])
  })
})
