import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { bedrock } from '../../adapters/bedrock-converse/index.js'
import { google } from '../../adapters/google-generate-content/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import { decodeAny } from '../../adapters.js'
import { toolResult } from '../../src/index.js'
import { adapterOf } from '../support/adapters.js'
import { projectRoot } from '../support/project.js'

const ROW = /^\| `?([\w-]+)`? \| `(\{.*\})` \|$/gm

/** The table of docs/canonical-call.md: a wire, or `canonical`, and a call in its form. */
const table = [...readFileSync(join(projectRoot, 'docs/canonical-call.md'), 'utf8').matchAll(ROW)].map(
  ([, wire = '', text = '']) => ({ wire, native: JSON.parse(text) }),
)
const canonical = table.find(({ wire }) => wire === 'canonical')?.native
const dialects = table.filter(({ wire }) => wire !== 'canonical')

describe('the table of docs/canonical-call.md', () => {
  test('has three dialects', () => expect(dialects.map(({ wire }) => wire)).toHaveLength(3))

  test.each(dialects)('$wire', ({ wire, native }) => {
    const { adapter } = adapterOf(wire)
    const call = adapter.toolCall(native)
    expect(call).toMatchObject(canonical)
    for (const other of dialects) expect(adapterOf(other.wire).adapter.encodeCall(call)).toEqual(other.native)
    expect(adapter.encodeCall(canonical)).toEqual(native)
  })
})

const entry = (id: string, text = '{"city":"Oslo"}') => ({
  id,
  type: 'function' as const,
  function: { name: 'weather', arguments: text },
})
const message = { role: 'assistant' as const, content: null, tool_calls: [entry('call_1'), entry('call_2')] }

describe('toolCalls', () => {
  test('accepts an answer, a choice, a message, a list of calls and a single call', () => {
    const choice = { index: 0, message, finish_reason: 'tool_calls', logprobs: null }
    const answer = { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'm', choices: [choice] }
    const calls = openaiChat.toolCalls(answer)
    expect(calls.map(({ id }) => id)).toEqual(['call_1', 'call_2'])
    for (const piece of [choice, message]) {
      expect(openaiChat.toolCalls(piece)).toEqual(calls)
      expect(openaiChat.toolCalls(JSON.stringify(piece))).toEqual(calls)
    }
    expect(openaiChat.toolCalls(message.tool_calls)).toEqual(calls)
    expect(openaiChat.toolCalls(entry('call_1'))).toEqual(calls.slice(0, 1))
  })

  test('finds none in a text, a refusal and an empty list', () => {
    expect(openaiChat.toolCalls({ role: 'assistant', content: 'It rains.', refusal: null })).toEqual([])
    expect(openaiChat.toolCalls([])).toEqual([])
    expect(anthropic.toolCalls([{ type: 'text', text: 'It rains.' }])).toEqual([])
    expect(google.toolCalls({ role: 'model', parts: [{ text: 'It rains.' }] })).toEqual([])
  })

  test('reads an error of the provider as before', () => {
    expect(openaiChat.toolCalls({ error: { message: 'no', type: 'x', code: 'y' } })).toEqual([])
    expect(bedrock.toolCalls({ message: 'The model is not ready.' })).toEqual([])
  })

  test('reports paths into the piece', () => {
    expect(() => openaiResponses.toolCalls({ type: 'function_call', call_id: 'c', name: 7 })).not.toThrow()
    expect(() => anthropic.toolCalls({ role: 'assistant', content: [7] })).toThrow(
      expect.objectContaining({ code: 'wrong-type', path: '/content/0' }),
    )
    expect(() => bedrock.toolCalls('[{"toolUse":{"toolUseId":"t","name":"n","input":{}}},7]')).toThrow(
      expect.objectContaining({ code: 'wrong-type', path: '/1' }),
    )
  })

  test('keeps the digits of a text', () => {
    const [call] = anthropic.toolCalls(
      '{"type":"tool_use","id":"t","name":"n","input":{"id":9007199254740993}}',
    )
    expect(call?.rawArguments).toBe('{"id":9007199254740993}')
    expect(
      anthropic.toolCall('{"type":"tool_use","id":"t","name":"n","input":{"id":9007199254740993}}'),
    ).toEqual(call)
  })
})

describe('toolCall and decodeResult', () => {
  test('take exactly one', () => {
    expect(() => openaiChat.toolCall(message)).toThrow('expected one call of this wire; 2 are found')
    expect(() => openaiChat.toolCall({ role: 'tool', tool_call_id: 'call_1', content: '' })).toThrow(
      'none is found',
    )
    expect(() => anthropic.decodeResult({ type: 'tool_use', id: 't', name: 'n', input: {} })).toThrow(
      expect.objectContaining({ code: 'wrong-type' }),
    )
    expect(() => anthropic.toolCall({})).toThrow(expect.objectContaining({ code: 'wrong-type' }))
  })

  test('keep unusable data and encode it again', () => {
    const broken = entry('call_1', '{"city":')
    expect(openaiChat.toolCall(broken)).toMatchObject({ status: 'malformed', rawArguments: '{"city":' })
    expect(openaiChat.encodeCall(openaiChat.toolCall(broken))).toEqual(broken)
  })

  test('keep the signature of a part', () => {
    const part = { functionCall: { name: 'weather', args: { city: 'Oslo' } }, thoughtSignature: 'c2ln' }
    expect(google.encodeCall(google.toolCall(part))).toEqual(part)
  })

  test('answer a call on another wire', () => {
    const result = toolResult(
      anthropic.toolCall({ type: 'tool_use', id: 't1', name: 'n', input: {} }),
      'rain',
    )
    const native = openaiResponses.encodeResult(result)
    expect(native).toEqual({ type: 'function_call_output', call_id: 't1', output: 'rain' })
    expect(openaiResponses.decodeResult(native)).toMatchObject({ callId: 't1', output: { value: 'rain' } })
  })

  test('reject data that is not canonical', () => {
    expect(() => anthropic.encodeCall(JSON.parse('{"name":"n"}'))).toThrow(
      expect.objectContaining({ code: 'wrong-type' }),
    )
  })
})

describe('decodeAny', () => {
  test('uses the wire that the caller names', async () => {
    const piece = { type: 'tool_use', id: 'c1', name: 'n', input: {} }
    expect((await decodeAny(piece)).wire).toBe('anthropic-messages')
    expect((await decodeAny(piece, { wire: 'mcp' })).calls).toMatchObject([{ id: 'c1', name: 'n' }])
    expect((await decodeAny(entry('c1'), { wire: 'mistral' })).wire).toBe('mistral-chat')
    expect((await decodeAny({ name: 'n', arguments: '{}' }, { wire: 'openai' })).calls).toHaveLength(1)
    await expect(decodeAny({ foo: 1 }, { wire: 'openai' })).rejects.toMatchObject({ code: 'unknown-wire' })
  })

  test.each([
    { name: 'n', arguments: {} },
    { id: '1', name: 'n', input: {} },
    { type: 'text', text: 'hi' },
    { function: 'n' },
    { functionCall: 7 },
    [1, 2],
    [],
  ])('guesses nothing: %j', async (piece) => {
    await expect(decodeAny(piece)).rejects.toMatchObject({ code: 'unknown-wire' })
  })

  test('reports paths into the piece', async () => {
    const { notices } = await decodeAny({ role: 'assistant', tool_calls: [entry('1'), entry('2', '{')] })
    expect(notices).toMatchObject([{ code: 'arguments-unusable', path: '/tool_calls/1/function/arguments' }])
  })

  test('two messages are a history, two calls are of one answer', async () => {
    const tool = { role: 'tool', tool_call_id: 'call_1', content: 'rain' }
    const { request } = await decodeAny([message, tool])
    expect(request?.messages.map(({ role }) => role)).toEqual(['assistant', 'tool'])
    expect((await decodeAny(message.tool_calls)).calls).toHaveLength(2)
  })
})
