import { describe, expect, test } from 'vitest'
import { llmTool, outputOfResult, resultOfOutput } from '../../adapters/llm-tool/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import {
  contentResult,
  deniedResult,
  errorResult,
  toolCall,
  toolResult,
} from '../../src/base/model/create.js'
import type { Conversation } from '../../src/base/model/types.js'
import { isToolNotFound } from '../../src/tools/queue-kit.js'
import { translateResponse } from '../../src/translate/exchange/translate-answer.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import { partsOf } from '../support/parts.js'
import { stored } from '../support/values.js'

function log(...messages: JsonObject[]): Conversation {
  const { value } = llmTool.decodeRequest({ messages })
  expect(llmTool.encodeRequest(stored(value)).value).toEqual({ messages })
  return value
}

const info = (id: string | null, name: string, args: JsonObject = {}) => ({
  name,
  args,
  id,
  canonical_path: null,
})
const answer = (
  id: string | null,
  name: string,
  result: JsonObject | string | null,
  error: string | null = null,
) => ({
  name,
  id,
  result,
  error,
})

test('C7: output hidden from the model is metadata: kept in the log, sent to no provider', () => {
  const read = log(
    { id: 'a', name: 'f', arguments: {} },
    { id: 'a', name: 'f', result: { Ok: { content: 'shown', metadata: { hidden: 'secret' } } } },
  )
  expect(partsOf(read, 'tool-result')).toMatchObject([
    { output: { type: 'text', value: 'shown' }, metadata: { hidden: 'secret' } },
  ])
  const { value } = encodeConversation(read, { to: openaiChat, from: 'llm-tool', model: 'm' })
  expect(JSON.stringify(value)).toContain('shown')
  expect(JSON.stringify(value)).not.toMatch(/hidden|secret/)
})

test('C8: an unknown tool is known without its text', () => {
  const [result] = partsOf(
    log({
      id: 'a',
      name: 'nope',
      result: { Err: { message: 'x', metadata: { error_kind: 'not_registered' } } },
    }),
    'tool-result',
  )
  expect(result).toMatchObject({ isError: true, category: 'tool_not_found' })
  expect(isToolNotFound(Object(result))).toBe(true)
})

describe('ids that are not there', () => {
  test('trap 2: results without an id answer the calls of their tool, one after the other', () => {
    const read = log(
      info(null, 'a', { n: 1 }),
      info(null, 'b'),
      info(null, 'a', { n: 2 }),
      answer(null, 'b', 'B'),
      answer(null, 'a', 'first'),
      answer(null, 'a', 'second'),
    )
    const byId = new Map(partsOf(read, 'tool-result').map((result) => [result.callId, result.output]))
    expect(partsOf(read, 'tool-call').map(({ id }) => byId.get(id))).toMatchObject([
      { value: 'first' },
      { value: 'B' },
      { value: 'second' },
    ])
  })
})

test('trap 3: an error stays an error after a round trip, in every form', () => {
  const made = toolCall('c', 'f')
  for (const result of [
    errorResult(made, 'no'),
    errorResult(made, { code: 7 }),
    errorResult(made, ''),
    deniedResult(made, 'not now'),
  ]) {
    const native = stored(llmTool.encodeRequest({ messages: [{ role: 'tool', parts: [result] }] }).value)
    expect(JSON.stringify(native)).toMatch(/"error":"/)
    expect(partsOf(llmTool.decodeRequest(native).value, 'tool-result')).toMatchObject([result])
  }
})

describe('data without an entry', () => {
  const made = toolCall('c', 'f', { a: 1 })
  const pixel = {
    type: 'media',
    kind: 'image',
    mediaType: 'image/png',
    source: { type: 'data', data: 'AAAA' },
  } as const
  test('a result of several parts is sent as text, and restored completely', () => {
    const result = contentResult(made, [{ type: 'text', text: 'see' }, pixel])
    const { value } = llmTool.encodeRequest({
      messages: [
        { role: 'assistant', parts: [made] },
        { role: 'tool', parts: [result] },
      ],
    })
    expect(JSON.stringify(value)).toContain('"result":"see"')
    expect(partsOf(llmTool.decodeRequest(stored(value)).value, 'tool-result')).toMatchObject([result])
  })

  test('a slot that somebody filled with nonsense is refused with its place', () => {
    const wrong = { ...info('c', 'f'), toolwire: { before: [{ type: 'text' }] } }
    expect(() => llmTool.decodeRequest({ messages: [wrong] })).toThrow(AdapterError)
    expect(() => llmTool.decodeRequest({ messages: [{ ...info('c', 'f'), toolwire: 5 }] })).not.toThrow()
  })
})

describe('answers', () => {
  test('an answer of a provider is restored unchanged', () => {
    const native = {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'gpt-x',
      choices: [
        {
          index: 0,
          finish_reason: 'tool_calls',
          message: {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{ "a": 1}' } }],
          },
        },
      ],
    }
    const { value } = translateResponse(native, { from: openaiChat, to: llmTool })
    expect(value.tool_calls).toEqual([info('c', 'f', { a: 1 })])
    const back = llmTool.decodeResponse(stored(value)).value
    expect(back).toMatchObject({
      id: 'chatcmpl-1',
      model: 'gpt-x',
      finish: { reason: 'tool-calls', raw: 'tool_calls' },
    })
    expect(back.message.parts).toMatchObject([{ rawArguments: '{ "a": 1}' }])
  })
})

test('an output is the result of a call, and a result an output', () => {
  const call = toolCall('c', 'f')
  const made = resultOfOutput(call, { message: 'no', metadata: { error_kind: 'not_registered' } })
  expect(made).toMatchObject({ callId: 'c', name: 'f', isError: true, category: 'tool_not_found' })
  expect(outputOfResult(made)).toEqual({ message: 'no', metadata: { error_kind: 'not_registered' } })
  expect(outputOfResult(toolResult(call, { a: 1 }))).toEqual({ content: '{"a":1}' })
  expect(() => resultOfOutput(call, Object({ result: 1 }))).toThrow(AdapterError)
})
