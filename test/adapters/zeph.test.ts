import { describe, expect, test } from 'vitest'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { zeph } from '../../adapters/zeph/index.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { toolCall, toolResult } from '../../src/base/model/create.js'
import type { Conversation } from '../../src/base/model/types.js'
import { defineTool } from '../../src/tools/define-tool.js'
import { withHostData } from '../../src/tools/host-data.js'
import { TOOL_ERROR_CATEGORIES } from '../../src/tools/index.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import { partsOf } from '../support/parts.js'
import { stored } from '../support/values.js'

function log(...messages: JsonObject[]): Conversation {
  const { value } = zeph.decodeRequest({ messages })
  expect(zeph.encodeRequest(stored(value)).value).toEqual({ messages })
  return value
}

describe('Z2: an id that is not set', () => {
  test('Z2: is generated, is sent empty, and belongs to no other call', () => {
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

test('the model gets the images of an output after the summary', () => {
  const read = log(
    { tool_id: 'screenshot', params: {}, tool_call_id: 'c1' },
    {
      tool_name: 'screenshot',
      summary: 'The screen',
      blocks_executed: 1,
      streamed: false,
      media: [{ data: 'iVBORw0KGgo=', mime_type: 'image/png' }],
      tool_call_id: 'c1',
    },
  )
  const image = { kind: 'image', mediaType: 'image/png', source: { type: 'data', data: 'iVBORw0KGgo=' } }
  const value = [{ type: 'text', text: 'The screen' }, image]
  expect(partsOf(read, 'tool-result')).toMatchObject([{ output: { type: 'content', value } }])
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

test('Z6: data of tools for the host has its field there, and the other way round', () => {
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
})

test('Z14: a tool that can be run is written with its output schema and its server', () => {
  const outputSchema = { type: 'object' }
  const tool = defineTool({ name: 'weather', description: 'x', outputSchema, origin: 'meteo' })
  expect(zeph.encodeTools([tool]).value).toMatchObject([
    { id: 'weather', output_schema: outputSchema, server_id: 'meteo' },
  ])
})
