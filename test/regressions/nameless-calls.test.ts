import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { clientCalls } from '../../src/base/model/create.js'
import { translateResponse } from '../../src/index.js'
import { adapterOf } from '../support/adapters.js'
import { stored } from '../support/values.js'
import { chatResponse, chatStream } from './bodies.js'

/** Answers with a call without a tool name, as given by models that stop in the middle of a call. */
const NAMELESS: Readonly<Record<string, JsonObject>> = {
  'openai-chat': chatResponse(
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: '', arguments: '{"n": 1}' } }],
    },
    'tool_calls',
  ),
  'anthropic-messages': {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'tool_use', id: 'toolu_1', name: ' ', input: { n: 1 } }],
    stop_reason: 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  },
  'google-generate-content': {
    candidates: [
      { content: { role: 'model', parts: [{ functionCall: { args: { n: 1 } } }] }, finishReason: 'STOP' },
    ],
  },
}

describe.each(Object.entries(NAMELESS))('a call of %s without a name', (wire, body) => {
  const { adapter } = adapterOf(wire)

  test('is malformed, keeps its arguments as text, and is not run by clients', () => {
    const { message } = adapter.decodeResponse(body).value
    expect(message.parts).toMatchObject([
      { type: 'tool-call', status: 'malformed', rawArguments: expect.stringContaining('1') },
    ])
    expect(clientCalls(message).filter(({ status }) => status === 'complete')).toEqual([])
  })

  test('is returned to its own wire unchanged', () => {
    expect(stored(adapter.encodeResponse(adapter.decodeResponse(body).value).value)).toEqual(body)
  })

  test.each(Object.keys(NAMELESS).filter((other) => other !== wire))(
    'is not a complete call on %s',
    (target) => {
      const to = adapterOf(target).adapter
      const { value } = translateResponse(body, { from: adapter, to })
      const { message } = to.decodeResponse(stored(value)).value
      expect(message.parts.filter((part) => part.type === 'tool-call' && part.status === 'complete')).toEqual(
        [],
      )
    },
  )
})

test('a streamed call without a name is not complete, and a call whose name arrives late is complete', async () => {
  const { adapter } = adapterOf('openai-chat')
  const piece = (name: string | undefined, text: string) => ({
    tool_calls: [
      {
        index: 0,
        id: 'call_1',
        type: 'function',
        function: { ...(name !== undefined && { name }), arguments: text },
      },
    ],
  })
  const statuses = async (deltas: readonly JsonObject[]) =>
    (await adapter.collect(chatStream(deltas))).message.parts.flatMap((part) =>
      part.type === 'tool-call' ? [part.status] : [],
    )
  expect(await statuses([piece('', '{"n":'), piece(undefined, '1}')])).toEqual(['malformed'])
  expect(await statuses([piece('', '{"n":'), piece('look', '1}')])).toEqual(['complete'])
})
