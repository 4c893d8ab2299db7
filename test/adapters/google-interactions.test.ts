import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { googleInteractions as interactions } from '../../adapters/google-interactions/index.js'
import { refusals, rules } from '../../adapters/google-interactions/rules.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import { bytesBefore, unitAt } from '../../src/base/json/utf8.js'
import type { Conversation } from '../../src/base/model/types.js'
import { encodeConversation, translateRequest, translateResponse, userMessage } from '../../src/index.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { stored } from '../support/values.js'

const say = (text: string) => ({ type: 'user_input', content: [{ type: 'text', text }] })
const call = { type: 'function_call', id: 'aaaaaaa1', name: 'look', arguments: { city: 'Oslo' } }
const result = { type: 'function_result', call_id: 'aaaaaaa1', name: 'look', result: 'rain' }
const look = { type: 'function', name: 'look', parameters: { type: 'object', properties: {} } }

function plain(value: object): JsonObject {
  return expectObject(asJson(stored(value)), '')
}

/** Creates a history that begins with an answer of this wire, for the same model. */
function continued(...steps: readonly JsonValue[]): Conversation {
  const { message } = interactions.decodeResponse({ id: 'v1', status: 'completed', steps }).value
  return { messages: [userMessage('Hi'), message, userMessage('Go on.')] }
}

describe('histories', () => {
  test('system text after the first message becomes a user message, with a notice', () => {
    const messages = [
      userMessage('Hi'),
      { role: 'system' as const, parts: [{ type: 'text' as const, text: 'Be brief.' }] },
    ]
    const { value, notices } = interactions.encodeMessages(messages)
    expect(value).toEqual([say('Hi'), say('Be brief.')])
    expect(notices.map(({ code }) => code)).toEqual(['system-message-moved'])
  })

  test('contents become the content of a step when more is added', () => {
    const { value } = interactions.decodeRequest({ model: 'm', input: [{ type: 'text', text: 'Hi' }] })
    const grown = { ...value, messages: [...value.messages, userMessage('And?')] }
    expect(stored(interactions.encodeRequest(grown).value).input).toEqual([say('Hi'), say('And?')])
    const mixed = { model: 'm', input: [result, { type: 'text', text: 'Be brief.' }] }
    expect(stored(interactions.encodeRequest(interactions.decodeRequest(mixed).value).value)).toEqual(mixed)
  })

  test('results alone are steps, each with the name of its tool', () => {
    const [first] = interactions.toolCalls({ status: 'requires_action', steps: [call] })
    const results = [
      {
        type: 'tool-result' as const,
        callId: first?.id ?? '',
        name: 'look',
        output: { type: 'error-text' as const, value: 'No.' },
        isError: true,
        providerExecuted: false,
      },
    ]
    expect(interactions.toolResults(results)).toEqual([
      { type: 'function_result', call_id: 'aaaaaaa1', name: 'look', result: 'No.', is_error: true },
    ])
  })
})

describe('signatures', () => {
  test('empty signatures, and thoughts with only an empty signature, are not sent back', () => {
    const thought = { type: 'thought', summary: [{ type: 'text', text: 'So.' }], signature: '' }
    const conversation = continued(thought, { type: 'thought', signature: '' }, { ...call, signature: '' })
    const { value, notices } = encodeConversation(conversation, { to: interactions, model: 'm' })
    const input = JSON.stringify(stored(value).input)
    expect(input).toContain('So.')
    expect(input).not.toContain('signature')
    expect(notices.map(({ code }) => code)).toContain('reasoning-dropped')
    expect(lint(rules, plain(value)).filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('a signature is sent back on the step that contained it', () => {
    const thought = { type: 'thought', signature: 'c2ln' }
    const { value } = encodeConversation(continued(thought, call), { to: interactions, model: 'm' })
    expect(stored(value).input).toMatchObject([{}, thought, call, { type: 'function_result' }, {}])
  })
})

describe('tools', () => {
  test('an edited choice takes precedence over the original choice', () => {
    const request = {
      model: 'm',
      input: 'Hi',
      tools: [look],
      generation_config: { tool_choice: 'validated' },
    }
    const { value } = interactions.decodeRequest(request)
    const edited = interactions.encodeRequest({ ...value, toolChoice: { type: 'tool', name: 'look' } }).value
    expect(stored(edited).generation_config).toEqual({
      tool_choice: { allowed_tools: { mode: 'any', tools: ['look'] } },
    })
  })

  test('without functions there is no choice', () => {
    const tools = [
      {
        type: 'provider' as const,
        wire: interactions.codecs.id,
        kind: 'web_search' as const,
        name: 'google_search',
        value: { type: 'google_search' },
      },
    ]
    const conversation: Conversation = {
      messages: [userMessage('Hi')],
      tools,
      toolChoice: { type: 'required' },
    }
    const { value, notices } = encodeConversation(conversation, { to: interactions, model: 'm' })
    expect(stored(value)).not.toHaveProperty('generation_config')
    expect(notices.map(({ code }) => code)).toContain('tool-choice-repaired')
  })
})

describe('answers', () => {
  test('faults on record are the error of an answer that failed, and of no other', () => {
    const errors = [{ code: 'internal', message: 'No.' }]
    const failed = interactions.decodeResponse({ id: 'v1', status: 'failed', steps: [], errors }).value
    expect(failed.error).toMatchObject(errors[0] ?? {})
    expect(
      interactions.decodeResponse({ id: 'v1', status: 'completed', steps: [], errors }).value.error,
    ).toBeUndefined()
    const edited = { ...failed, error: { message: 'Never.' } }
    expect(plain(interactions.encodeResponse(edited).value).errors).toEqual([{ message: 'Never.' }])
  })
})

describe('refusals', () => {
  const fixed = (id: string, request: JsonObject) =>
    refusals.find((refusal) => refusal.id === id)?.fix?.(request, { text: '', places: [] })

  test('an error is marked in the text if its flag is refused', () => {
    const failed = (output: JsonValue) => ({ ...result, result: output, is_error: true })
    const request = { input: [call, failed('No.'), failed({ a: 1 }), failed([{ type: 'text', text: 'x' }])] }
    expect(fixed('GINTER-REFUSED-ERROR-FLAG', request)).toMatchObject([
      { path: '/input/1', value: { result: '<tool_error>No.</tool_error>' } },
      { path: '/input/2', value: { result: '<tool_error type="json">{"a":1}</tool_error>' } },
      { path: '/input/3', value: { result: [{ type: 'text', text: 'x' }] } },
    ])
  })
})

test('a request of another wire has steps, and breaks no rule', () => {
  const messages = [
    { role: 'user', content: 'Weather?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'rain' },
  ]
  const { value } = translateRequest(
    { model: 'm', messages },
    { from: openaiChat, to: interactions, model: 'g' },
  )
  expect(stored(value).input).toEqual([
    say('Weather?'),
    { type: 'function_call', id: 'c1', name: 'look', arguments: {} },
    { type: 'function_result', call_id: 'c1', name: 'look', result: 'rain' },
  ])
  expect(lint(rules, plain(value))).toEqual([])
})

test('a search that Google ran is sent to Anthropic as a search of Anthropic', () => {
  const native = {
    ...{ id: 'v1', object: 'interaction', status: 'completed', model: 'g' },
    steps: [
      { type: 'google_search_call', id: 's1', arguments: { queries: ['rain'] } },
      { type: 'google_search_result', call_id: 's1', result: [{ url: 'https://a.example', title: 'A' }] },
      { type: 'model_output', content: [{ type: 'text', text: 'Rain.' }] },
    ],
  }
  const { notices } = translateResponse(native, { from: interactions, to: anthropic })
  expect(notices.length).toBeGreaterThan(0)
})

test('places in bytes are places in a text, and back', () => {
  const text = 'aß–🎉b'
  const bytes = bytesBefore(text)
  expect(bytes).toEqual([0, 1, 3, 6, 6, 10, 11])
  expect([0, 1, 3, 6, 10, 11, 99].map((byte) => unitAt(bytes, byte))).toEqual([0, 1, 2, 3, 5, 6, 6])
})
