import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { shareGptRecord } from '../../src/traffic/input/share-gpt.js'

const turn = (from: JsonValue, value: JsonValue) => ({ from, value })
const question = turn('human', 'Weather?')
const weather = { name: 'weather', parameters: { type: 'object' } }
const declared = { type: 'function', function: weather }

/** Returns the request converted from a conversation. */
function requestOf(conversations: JsonValue, more: JsonObject = {}): JsonValue | undefined {
  return shareGptRecord({ conversations, ...more })?.request?.value
}

describe('a conversation of ShareGPT', () => {
  test('other data is not a conversation', () => {
    for (const conversations of [
      [],
      'text',
      [turn('human', 1)],
      [turn(null, 'x')],
      [turn('narrator', 'x')],
      [turn('constructor', 'x')],
    ])
      expect(shareGptRecord({ conversations })).toBeUndefined()
  })

  test('has its id, where it has one', () => {
    expect(shareGptRecord({ id: 'r1', conversations: [question] })).toMatchObject({
      id: 'r1',
      wire: 'openai-chat',
    })
    expect(shareGptRecord({ conversations: [question] })).not.toHaveProperty('id')
  })

  test('reads the declared tools from every form of the record or its text', () => {
    const system = (text: string) => [turn('system', `Tools: <tools>${text}</tools>`), question]
    const lines = `${JSON.stringify(weather)}\nand\n${JSON.stringify(weather)}`
    expect(requestOf([question], { tools: [declared] })).toMatchObject({ tools: [declared] })
    expect(requestOf([question], { tools: JSON.stringify([weather]) })).toMatchObject({ tools: [declared] })
    expect(requestOf([question], { tools: weather })).toMatchObject({ tools: [declared] })
    expect(requestOf(system(JSON.stringify([weather])))).toMatchObject({ tools: [declared] })
    expect(requestOf(system(lines))).toMatchObject({ tools: [declared, declared] })
    for (const conversations of [[question], system('none')])
      expect(requestOf(conversations)).not.toHaveProperty('tools')
  })

  test.each([0, 1, 2, 3])('results answer the latest calls, after %i without an answer', (unanswered) => {
    const call = '<tool_call>{"name": "weather", "arguments": {}}</tool_call>'
    const conversations = [
      ...[question, turn('gpt', call.repeat(unanswered) || 'None.')],
      ...[question, turn('gpt', call), turn('tool', 'sunny')],
      ...[question, turn('gpt', call + call), turn('tool', 'dry'), turn('tool', 'warm')],
    ]
    const { messages } = Object(requestOf(conversations, { tools: [weather] }))
    const answered = messages.flatMap((message: JsonObject) => message.tool_call_id ?? [])
    expect(answered).toEqual(['call_3_0', 'call_6_0', 'call_6_1'])
  })

  test('calls in the text become calls, and results answer them in their order', () => {
    const call = '<tool_call>\n{"name": "weather", "arguments": {"city": "Bern"}}\n</tool_call>'
    const result = (text: string) => `<tool_response>\n${text}\n</tool_response>`
    const conversations = [
      question,
      turn('gpt', `I look.\n${call}\n${call}`),
      turn('tool', result('sunny') + result('dry')),
      turn('gpt', 'Sunny.'),
      turn('tool', 'late'),
    ]
    expect(requestOf(conversations, { tools: [weather] })).toMatchObject({
      messages: [
        { role: 'user', content: 'Weather?' },
        {
          role: 'assistant',
          content: expect.stringContaining('I look.'),
          tool_calls: [
            { id: 'call_1_0', function: { name: 'weather' } },
            { id: 'call_1_1', function: { name: 'weather' } },
          ],
        },
        { role: 'tool', tool_call_id: 'call_1_0', content: 'sunny' },
        { role: 'tool', tool_call_id: 'call_1_1', content: 'dry' },
        { role: 'assistant', content: 'Sunny.' },
        { role: 'user', content: 'late' },
      ],
    })
  })

  test('results without marks are the text itself', () => {
    const call = '<tool_call>{"name": "weather", "arguments": {}}</tool_call>'
    expect(
      requestOf([question, turn('gpt', call), turn('function_response', 'sunny')], { tools: [weather] }),
    ).toMatchObject({
      messages: [{}, { role: 'assistant' }, { role: 'tool', tool_call_id: 'call_1_0', content: 'sunny' }],
    })
  })
})
