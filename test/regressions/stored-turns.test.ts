import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { translateRequest } from '../../src/translate/exchange/translate-conversation.js'
import { adapterOf } from '../support/adapters.js'
import { callsIn, findAll, resultsIn, translated } from '../support/pair.js'
import { ALL, CHAT, MESSAGES, messages, RESPONSES, responses, toolResult, toolUse, user } from './bodies.js'

const output: JsonObject = { type: 'function_call_output', call_id: 'call_1', output: 'found' }
const call: JsonObject = {
  type: 'function_call',
  call_id: 'call_1',
  name: 'read_file',
  arguments: '{"path":"a"}',
}
const answer = { role: 'user', content: [toolResult('call_1', 'found')] }

/**
 * A request with results for calls that the provider stores, the messages before it, and the path of the
 * reference.
 */
const CONTINUED: readonly (readonly [string, JsonObject, JsonObject[], string])[] = [
  [
    RESPONSES,
    responses([output], { previous_response_id: 'resp_1' }),
    [user('Find it.'), call],
    '/previous_response_id',
  ],
  [RESPONSES, responses([output], { conversation: 'conv_1' }), [user('Find it.'), call], '/conversation'],
  [
    MESSAGES,
    messages([answer], { thread: { type: 'continue', previous_message_id: 'msg_1' } }),
    [user('Find it.'), { role: 'assistant', content: [toolUse('call_1')] }],
    '/thread',
  ],
]

describe.each(CONTINUED)('a continued conversation of %s', (from, request, earlier, path) => {
  const source = adapterOf(from).adapter

  test.each(ALL.filter((wire) => wire !== from))('is incomplete for %s, and a warning reports it', (to) => {
    const { notices } = translated(request, from, to)
    expect(notices).toContainEqual(
      expect.objectContaining({ code: 'earlier-turns-missing', severity: 'warning', path }),
    )
    const options = { from: source, to: adapterOf(to).adapter, mode: 'strict' as const }
    expect(() => translateRequest(request, options)).toThrow('earlier-turns-missing')
  })

  test.each(ALL.filter((wire) => wire !== from))('is complete for %s with the earlier messages', (to) => {
    const target = adapterOf(to).adapter
    const options = { from: source, to: target, model: 'm', maxOutputTokens: 100, earlierMessages: earlier }
    const { value, notices } = translateRequest({ ...request, ...SYSTEM[from] }, options)
    const canonical = target.decodeRequest(value).value
    expect(callsIn(canonical)).toHaveLength(1)
    expect(resultsIn(canonical)).toMatchObject([{ isError: false }])
    expect(canonical.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool'])
    const codes = notices.map(({ code }) => code)
    expect(codes).not.toContain('earlier-turns-missing')
    expect(codes).not.toContain('result-orphaned')
  })

  test('is returned to its own wire unchanged', () => {
    const { value, notices } = translateRequest(request, { from: source, to: source })
    expect(value).toEqual(request)
    expect(notices.filter(({ severity }) => severity === 'warning')).toEqual([])
  })
})

const SYSTEM: Readonly<Record<string, JsonObject>> = {
  [RESPONSES]: { instructions: 'Be brief.' },
  [MESSAGES]: { system: 'Be brief.' },
}

test('a thread that begins is a complete conversation', () => {
  const request = messages([user('Hi')], { thread: { type: 'create' } })
  expect(translated(request, MESSAGES, CHAT).codes).not.toContain('earlier-turns-missing')
})

test('the tools that a result of Claude refers to are listed by name', () => {
  const references = ['get_weather', 'get_time'].map((tool_name) => ({ type: 'tool_reference', tool_name }))
  const result = { role: 'user', content: [toolResult('call_1', references)] }
  const request = messages([user('Hi'), { role: 'assistant', content: [toolUse('call_1')] }, result], {
    tools: ['read_file', 'get_weather', 'get_time'].map((name) => ({
      name,
      input_schema: { type: 'object' },
    })),
  })
  for (const to of ALL.filter((wire) => wire !== MESSAGES)) {
    const { canonical, codes } = translated(request, MESSAGES, to)
    const told = JSON.stringify(resultsIn(canonical))
    expect(told).toContain('get_weather')
    expect(told).toContain('get_time')
    expect(codes).toContain('opaque-as-text')
  }
  expect(findAll(translated(request, MESSAGES, MESSAGES).body, { type: 'tool_reference' })).toHaveLength(2)
})
