import { describe, expect, test } from 'vitest'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { zeph } from '../../adapters/zeph/index.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { contentResult, errorResult, toolCall, toolResult } from '../../src/base/model/create.js'
import type { Conversation, Message, ToolCall, ToolResult } from '../../src/base/model/types.js'
import { defineTool } from '../../src/tools/define-tool.js'
import { withHostData } from '../../src/tools/host-data.js'
import { TOOL_ERROR_CATEGORIES } from '../../src/tools/index.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import { stored } from '../support/values.js'

function log(...messages: JsonObject[]): Conversation {
  const { value } = zeph.decodeRequest({ messages })
  expect(zeph.encodeRequest(stored(value)).value).toEqual({ messages })
  return value
}

function partsOf<Type extends 'tool-call' | 'tool-result'>({ messages }: Conversation, type: Type) {
  return messages.flatMap(({ parts }) =>
    parts.filter((part): part is Extract<ToolCall | ToolResult, { type: Type }> => part.type === type),
  )
}

/** What becomes of a round that is written and read again. */
function back(made: ToolCall, result: ToolResult): Conversation {
  const messages: Message[] = [
    { role: 'assistant', parts: [made] },
    { role: 'tool', parts: [result] },
  ]
  return zeph.decodeRequest(stored(zeph.encodeRequest({ messages }).value)).value
}

describe('Z2: an id that is not set', () => {
  test('Z2: is minted, goes out empty, and is no other call’s', () => {
    const read = log(
      { tool_id: 'a', params: {}, tool_call_id: '' },
      { tool_id: 'b', params: {}, tool_call_id: '' },
      { tool_id: 'a', params: { n: 2 }, tool_call_id: '' },
      { tool_name: 'a', summary: 'first' },
      { tool_name: 'a', summary: 'second' },
      { tool_name: 'b', summary: 'B' },
    )
    const calls = partsOf(read, 'tool-call')
    expect(calls.every(({ id, minted }) => id !== '' && minted === true)).toBe(true)
    const outputs = new Map(partsOf(read, 'tool-result').map((result) => [result.callId, result.output]))
    expect(calls.map(({ id }) => outputs.get(id))).toMatchObject([
      { value: 'first' },
      { value: 'B' },
      { value: 'second' },
    ])
  })

  test('trap 2: an id of another wire goes to the call and to its output, and comes back', () => {
    const made = { ...toolCall('minted_1', 'f'), minted: true as const }
    expect(back(made, toolResult(made, 'ok')).messages.map(({ parts }) => parts)).toMatchObject([
      [made],
      [{ callId: 'minted_1', minted: true }],
    ])
  })
})

test('Z3: caller, context and skills are the host’s, and go to no provider', () => {
  const read = log({
    tool_id: 'bash',
    params: { command: 'ls' },
    caller_id: 'bob',
    context: { cwd: '/secret' },
    tool_call_id: 'c1',
    skill_name: ['files'],
  })
  expect(partsOf(read, 'tool-call')).toMatchObject([
    { callerId: 'bob', context: { cwd: '/secret' }, skills: ['files'] },
  ])
  const { value } = encodeConversation(read, { to: openaiChat, from: 'zeph', model: 'm' })
  expect(JSON.stringify(value)).toContain('bash')
  expect(JSON.stringify(value)).not.toMatch(/bob|secret|files/)
})

test('Z6: the model gets the summary, the host the rest', () => {
  const diff = { file_path: 'a', old_content: '1', new_content: '2' }
  const native = {
    tool_name: 'edit',
    tool_call_id: 'c1',
    summary: 'Edited',
    diff,
    locations: ['a'],
    claim_source: 'file_system',
    raw_response: { exit_code: 0 },
    streamed: true,
  }
  const read = log({ tool_id: 'edit', params: {}, tool_call_id: 'c1' }, native)
  expect(partsOf(read, 'tool-result')).toMatchObject([
    {
      output: { type: 'text', value: 'Edited' },
      raw: { exit_code: 0 },
      metadata: {
        diff: { filePath: 'a', oldContent: '1', newContent: '2' },
        locations: ['a'],
        claimSource: 'file_system',
        streamed: true,
      },
    },
  ])
  const { value } = encodeConversation(read, { to: openaiChat, from: 'zeph', model: 'm' })
  expect(JSON.stringify(value)).toContain('Edited')
  expect(JSON.stringify(value)).not.toMatch(/exit_code|old_content|file_system/)
})

test('Z6: what tools here tell the host has its field there, and the other way round', () => {
  const call = toolCall('c1', 'edit', {})
  const told = withHostData(toolResult(call, 'Edited'), {
    diff: { filePath: 'a', oldContent: '1', newContent: '2' },
    locations: ['a'],
    claimSource: 'file_system',
    streamed: true,
    terminalId: 't1',
    filterStats: { rawCharacters: 9, filteredCharacters: 4, rawLines: 2, filteredLines: 1 },
    raw: { exit_code: 0 },
  })
  const [native] = zeph.toolResults([told])
  expect(native).toMatchObject({
    diff: { file_path: 'a', old_content: '1', new_content: '2' },
    locations: ['a'],
    claim_source: 'file_system',
    streamed: true,
    terminal_id: 't1',
    filter_stats: { raw_chars: 9, filtered_chars: 4, raw_lines: 2, filtered_lines: 1 },
    raw_response: { exit_code: 0 },
  })
  expect(native).not.toHaveProperty('toolwire')
  const read = partsOf(
    log({ tool_id: 'edit', params: {}, tool_call_id: 'c1' }, stored({ ...native })),
    'tool-result',
  )
  expect(read).toMatchObject([{ metadata: told.metadata, raw: told.raw }])
})

describe('Z7: failures', () => {
  test.each(Object.keys(TOOL_ERROR_CATEGORIES))(
    'Z7: %s is known in both spellings, and comes back in its own',
    (category) => {
      const variant = category.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
      for (const word of [category, variant]) {
        const read = log({ tool_name: 'f', error: { category: word, message: 'no', retryable: true } })
        expect(partsOf(read, 'tool-result')).toMatchObject([
          { isError: true, category, retryable: true, output: { type: 'error-text', value: 'no' } },
        ])
      }
    },
  )

  test('trap 3: an error is one on the way there and back, with all that the host knows of it', () => {
    const made = toolCall('c', 'f')
    const results: ToolResult[] = [
      errorResult(made, 'no'),
      { ...errorResult(made, { code: 7 }), category: 'Odd Word', metadata: { disk: 'sda1' } },
    ]
    for (const result of results) expect(partsOf(back(made, result), 'tool-result')).toMatchObject([result])
  })
})

test('Z10: tool_id and params are a call, also as a whole answer', () => {
  const native = { tool_id: 'bash', params: { command: 'ls' } }
  expect(zeph.toolCalls(native)).toMatchObject([{ name: 'bash', arguments: { command: 'ls' }, minted: true }])
  expect(zeph.encodeResponse(stored(zeph.decodeResponse(native).value)).value).toEqual(native)
})

test('Z14: output schema and server of a definition stay with it', () => {
  const tools = [
    {
      id: 'weather',
      description: 'x',
      schema: { type: 'object' },
      invocation: 'ToolCall',
      output_schema: { type: 'object' },
      server_id: 'meteo',
    },
  ]
  const { value } = zeph.decodeTools(tools)
  expect(value).toMatchObject([{ name: 'weather', parameters: { type: 'object' } }])
  expect(zeph.encodeTools(stored(value)).value).toEqual(tools)
})

test('Z14: a tool that can be run is written with its output schema and its server', () => {
  const outputSchema = { type: 'object' }
  const tool = defineTool({ name: 'weather', description: 'x', outputSchema, origin: 'meteo' })
  expect(zeph.encodeTools([tool]).value).toMatchObject([
    { id: 'weather', output_schema: outputSchema, server_id: 'meteo' },
  ])
})

test('trap 1: broken arguments stay as they came', () => {
  const broken: ToolCall = {
    ...toolCall('c', 'f'),
    status: 'truncated',
    arguments: undefined,
    rawArguments: '{"a": 1',
  }
  const { value, notices } = zeph.encodeRequest({ messages: [{ role: 'assistant', parts: [broken] }] })
  expect(notices.map(({ code }) => code)).toEqual(['arguments-wrapped'])
  expect(partsOf(zeph.decodeRequest(stored(value)).value, 'tool-call')).toMatchObject([
    { status: 'truncated', rawArguments: '{"a": 1' },
  ])
})

test('images are media of an output; other metadata and media go along', () => {
  const made = toolCall('c', 'f')
  const image = {
    type: 'media',
    kind: 'image',
    mediaType: 'image/png',
    source: { type: 'data', data: 'AAAA' },
  } as const
  const file = {
    type: 'media',
    kind: 'file',
    source: { type: 'url', url: 'https://example.com/a.pdf' },
  } as const
  const results: ToolResult[] = [
    contentResult(made, [{ type: 'text', text: 'see' }, image]),
    {
      ...contentResult(made, [{ type: 'text', text: 'see' }, file, image]),
      metadata: { locations: ['a'], own: 1 },
    },
    toolResult(made, { a: 1 }),
  ]
  for (const result of results) expect(partsOf(back(made, result), 'tool-result')).toMatchObject([result])
})

test('a result whose name is empty answers no call of a tool that has one', () => {
  const call = { tool_id: 'shell', params: {}, tool_call_id: 'call_1' }
  const result = { tool_name: '', summary: 'done' }
  const { messages } = zeph.decodeRequest({ messages: [call, result] }).value
  const results = messages.flatMap(({ parts }) => parts.filter(({ type }) => type === 'tool-result'))
  expect(results).toMatchObject([{ name: '', minted: true }])
})
