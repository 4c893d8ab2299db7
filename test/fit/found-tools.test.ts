import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import { translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import { adapterOf } from '../support/adapters.js'
import { pick } from '../support/pair.js'
import { refusals } from '../support/translation.js'

const SCHEMA = { type: 'object', properties: { path: { type: 'string' } } }
const SEARCH: JsonObject = {
  ...{ type: 'tool_search', execution: 'client', description: 'Finds tools.' },
  parameters: { type: 'object', properties: { query: { type: 'string' } } },
}
const SHELL: JsonObject = { type: 'function', name: 'shell', parameters: SCHEMA }

function found(id: string, ...tools: JsonObject[]): JsonObject[] {
  const call = { type: 'tool_search_call', call_id: id, execution: 'client', status: 'completed' }
  const output = { type: 'tool_search_output', call_id: id, execution: 'client', status: 'completed' }
  return [
    { ...call, arguments: { query: 'x' } },
    { ...output, tools },
  ]
}

const READ: JsonObject = { type: 'function', name: 'read_file', parameters: SCHEMA }
const ISSUES: JsonObject = {
  ...{ type: 'namespace', name: 'mcp__tracker', description: 'Issues.' },
  tools: [{ type: 'function', name: 'list issues', parameters: SCHEMA }],
}
const QUESTION: JsonObject = { role: 'user', content: 'Which issues are open?' }

function requestTo(wire: string, ...input: JsonObject[]): JsonObject {
  const options = { from: adapterOf('openai-responses').adapter, to: adapterOf(wire).adapter, model: 'm' }
  const { value } = translateRequest(
    { model: 'gpt-5.4', input: [QUESTION, ...input], tools: [SHELL, SEARCH] },
    { ...options, maxOutputTokens: 100, cache: 'auto' },
  )
  return expectObject(asJson(value), '')
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

describe('tools that the search of Codex found, on Anthropic', () => {
  const turns = [found('c1', READ), found('c2', ISSUES, READ), [{ role: 'user', content: 'Go on.' }]]
  const requests = turns.map((_turn, index) =>
    requestTo('anthropic-messages', ...turns.slice(0, index + 1).flat()),
  )

  test('are loaded by the result of the search, and are not in the earlier prompt', () => {
    const [first, second, third] = requests
    const results = listOf(third?.messages).flatMap((message) => listOf(pick(message, 'content')))
    const loaded = results.filter((block) => pick(block, 'type') === 'tool_result')
    const [, , read, list] = listOf(third?.tools)
    expect(read).toMatchObject({ name: 'read_file', defer_loading: true })
    expect(list).toMatchObject({ defer_loading: true })
    expect(loaded.map((block) => pick(block, 'content'))).toEqual([
      [{ type: 'tool_reference', tool_name: 'read_file' }],
      [
        { type: 'tool_reference', tool_name: pick(list, 'name') },
        { type: 'tool_reference', tool_name: 'read_file' },
      ],
    ])
    for (const request of [first, second, third])
      expect(listOf(request?.tools).slice(0, 2)).toEqual(listOf(first?.tools).slice(0, 2))
  })

  test('break none of its rules, and bear no mark of the cache', () => {
    for (const request of requests) {
      expect(refusals(request, adapterOf('anthropic-messages'))).toEqual([])
      for (const tool of listOf(request.tools))
        if (pick(tool, 'defer_loading') === true) expect(tool).not.toHaveProperty('cache_control')
    }
  })

  test('a search without results, or for undeclared tools, is unchanged', () => {
    const request = requestTo('anthropic-messages', ...found('c1'))
    expect(JSON.stringify(request)).not.toMatch(/tool_reference|defer_loading/)
  })
})

test.each(['openai-chat', 'google-generate-content'])('on %s they are declared as others', (wire) => {
  const text = JSON.stringify(requestTo(wire, ...found('c1', READ)))
  expect(text).toContain('read_file')
  expect(text).not.toMatch(/tool_reference|defer_loading/)
})
