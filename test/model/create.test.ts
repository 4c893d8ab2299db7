import { describe, expect, expectTypeOf, test } from 'vitest'
import { callsToAnswer, isCallToAnswer } from '../../src/base/model/calls-to-answer.js'
import { messageSchema } from '../../src/base/model/schemas.js'
import type { JsonObject, Message, ToolCall } from '../../src/index.js'
import {
  AdapterError,
  clientCalls,
  contentResult,
  deniedResult,
  errorResult,
  isComplete,
  toolMessage,
  toolResult,
  userMessage,
} from '../../src/index.js'

const call: ToolCall = {
  type: 'tool-call',
  id: 'call_1',
  name: 'weather',
  kind: 'function',
  status: 'complete',
  arguments: { city: 'Paris' },
  providerExecuted: false,
}

describe('results', () => {
  test('texts, nothing and JSON', () => {
    expect(toolResult(call, 'sunny')).toEqual({
      type: 'tool-result',
      callId: 'call_1',
      name: 'weather',
      output: { type: 'text', value: 'sunny' },
      isError: false,
      providerExecuted: false,
    })
    expect(toolResult(call, undefined).output).toEqual({ type: 'text', value: '' })
    expect(toolResult(call, { type: 'text', value: 'x' }).output).toEqual({
      type: 'json',
      value: { type: 'text', value: 'x' },
    })
    expect([null, 0, false, [1]].map((value) => toolResult(call, value).output)).toEqual([
      { type: 'json', value: null },
      { type: 'json', value: 0 },
      { type: 'json', value: false },
      { type: 'json', value: [1] },
    ])
  })

  test('are plain JSON for every value that a tool returns', () => {
    const result = toolResult(call, { at: new Date(0), gone: undefined, list: new Set([1]) })
    expect(result.output).toEqual({ type: 'json', value: { at: '1970-01-01T00:00:00.000Z', list: [1] } })
    expect(JSON.parse(JSON.stringify(result))).toStrictEqual(result)
    const cycle: { self?: object } = {}
    cycle.self = cycle
    expect(() => toolResult(call, cycle)).toThrow(AdapterError)
    expect(() => toolResult(call, { n: 1n })).toThrow(AdapterError)
    expect(() => toolResult(call, () => 1)).toThrow(AdapterError)
  })

  test('errors and refusals are marked', () => {
    expect(errorResult(call, new Error('no network'))).toMatchObject({
      isError: true,
      output: { type: 'error-text', value: 'no network' },
    })
    expect(errorResult(call, 'bad').output).toEqual({ type: 'error-text', value: 'bad' })
    expect(errorResult(call, { code: 7 }).output).toEqual({ type: 'error-json', value: { code: 7 } })
    expect(errorResult(call, undefined).output).toEqual({ type: 'error-text', value: 'undefined' })
    expect(deniedResult(call, 'not today')).toMatchObject({
      isError: true,
      output: { type: 'denied', reason: 'not today' },
    })
    expect(deniedResult(call).output).toStrictEqual({ type: 'denied' })
  })

  test('a derived id stays marked as derived', () => {
    expect(toolResult({ ...call, minted: true }, '')).toMatchObject({ callId: 'call_1', minted: true })
  })

  test('messages', () => {
    const parts = [{ type: 'text', text: 'a' } as const]
    const messages: Message[] = [userMessage('hello'), toolMessage([contentResult(call, parts)])]
    expect(messages[0]).toEqual({ role: 'user', parts: [{ type: 'text', text: 'hello' }] })
    for (const message of messages) expect(messageSchema.parse(message)).toStrictEqual(message)
  })
})

describe('calls', () => {
  const { arguments: _gone, ...rest } = { ...call, arguments: undefined }
  const malformed: ToolCall = { ...rest, id: 'b', kind: 'function', status: 'malformed', rawArguments: '{"' }
  const search: ToolCall = { ...call, id: 'c', providerExecuted: true }
  const custom: ToolCall = { ...rest, id: 'd', kind: 'custom', arguments: 'select 1' }

  test('the host runs only its complete calls', () => {
    const message: Message = {
      role: 'assistant',
      parts: [{ type: 'text', text: 'x' }, call, malformed, search, custom],
    }
    expect(clientCalls(message).map(({ id }) => id)).toEqual(['call_1', 'd'])
  })

  test('the host answers all of its calls, even broken ones that must not run', () => {
    const parts: Message['parts'] = [{ type: 'text', text: 'x' }, call, malformed, search, custom]
    expect(callsToAnswer(parts).map(({ id }) => id)).toEqual(['call_1', 'b', 'd'])
    expect(parts.map(isCallToAnswer)).toEqual([false, true, true, false, true])
  })

  test('isComplete proves that there are arguments', () => {
    expect(isComplete(malformed)).toBe(false)
    expect(isComplete(search)).toBe(true)
    for (const item of [call, custom].filter(isComplete)) {
      if (item.kind === 'custom') expectTypeOf(item.arguments).toEqualTypeOf<string>()
      else expectTypeOf(item.arguments).toEqualTypeOf<JsonObject>()
    }
  })
})
