import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, expectObject, objectsIn } from '../../src/base/json/read-json.js'
import { toolCall, toolMessage, toolResult, userMessage } from '../../src/base/model/create.js'
import type { Conversation, Message } from '../../src/base/model/types.js'
import { fixRequest } from '../../src/translate/lint/fix-request.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { losesNothing } from '../../src/translate/repair/nothing-lost.js'
import { adapterOf } from '../support/adapters.js'

const HISTORY_FIELDS: Readonly<Record<string, string>> = {
  'anthropic-messages': 'messages',
  'bedrock-converse': 'messages',
  'cohere-chat': 'messages',
  'google-generate-content': 'contents',
  'mistral-chat': 'messages',
  'ollama-chat': 'messages',
  'openai-chat': 'messages',
  'openai-responses': 'input',
}
const WIRES = Object.keys(HISTORY_FIELDS)
/**
 * Complete requests whose fields exist on both wires with different meanings, so the intended wire is
 * unknown.
 */
const AMBIGUOUS: readonly string[] = [
  // `toolConfig`
  'bedrock-converse google-generate-content',
  // `input`, the request for a token count.
  'openai-responses bedrock-converse',
  // `messages` with calls and results in different fields (`tool_name`): reported, and not fixed.
  'ollama-chat google-generate-content',
  'ollama-chat openai-responses',
]
const PAIRS = WIRES.flatMap((from) => WIRES.filter((to) => to !== from).map((to) => ({ from, to })))

const said = fc.stringMatching(/^[A-Za-z][a-z ,]{0,20}[a-z.]$/)
const given = fc.dictionary(
  fc.stringMatching(/^[a-z]{1,8}$/),
  fc.oneof(fc.integer(), fc.string(), fc.boolean()),
)
const turn = fc
  .record({ before: said, calls: fc.array(given, { minLength: 1, maxLength: 3 }), result: said, after: said })
  .map(({ before, calls, result, after }) => ({ before, calls, result, after }))

/** A conversation with calls, valid on any wire. */
const conversations = fc
  .record({ asked: said, turns: fc.array(turn, { minLength: 1, maxLength: 2 }) })
  .map(({ asked, turns }): Conversation => {
    const messages = turns.flatMap(({ before, calls, result, after }, round): Message[] => {
      const made = calls.map((args, index) => toolCall(`call0000${round}${index}`.slice(-9), 'look', args))
      return [
        { role: 'assistant', parts: [{ type: 'text', text: before }, ...made] },
        toolMessage(made.map((call, index) => toolResult(call, `${result} ${index}`))),
        { role: 'assistant', parts: [{ type: 'text', text: after }] },
        userMessage(`And ${after}`),
      ]
    })
    return {
      ...{ model: 'm', maxOutputTokens: 100, messages: [userMessage(asked), ...messages] },
      tools: [
        {
          type: 'function',
          name: 'look',
          description: 'Looks.',
          parameters: { type: 'object', properties: {} },
        },
      ],
    }
  })

function encoded(wire: string, conversation: Conversation): JsonObject {
  return expectObject(asJson(adapterOf(wire).adapter.encodeRequest(conversation).value), '')
}

function decoded(wire: string, request: JsonObject): Conversation {
  return adapterOf(wire).adapter.decodeRequest(request).value
}

function shapesLeft(wire: string, request: JsonObject): string[] {
  const found = lint(adapterOf(wire).rules, request).filter(({ rule }) => rule.includes('-SHAPE-'))
  return found.map(({ rule, path, message }) => `${rule} ${path}: ${message}`)
}

describe.each(PAIRS)('content of $from, sent to $to', ({ from, to }) => {
  const { rules } = adapterOf(to)
  const [theirs = '', own = ''] = [HISTORY_FIELDS[from], HISTORY_FIELDS[to]]

  test('a history in the place of the native history is fixed without loss', () => {
    fc.assert(
      fc.property(conversations, (conversation) => {
        const request = { ...encoded(to, conversation), [own]: encoded(from, conversation)[theirs] ?? [] }
        const { request: fixed } = fixRequest(rules, request)
        expect(shapesLeft(to, fixed)).toEqual([])
        expect(losesNothing(conversation, decoded(to, fixed))).toBe(true)
      }),
      { numRuns: 5 },
    )
  })
})

const TOLD_APART = PAIRS.filter(({ from, to }) => !AMBIGUOUS.includes(`${from} ${to}`))

describe.each(TOLD_APART)('a complete request of $from, sent to $to', ({ from, to }) => {
  const { rules } = adapterOf(to)

  test('is fixed without loss', () => {
    fc.assert(
      fc.property(conversations, (conversation) => {
        const { request: fixed } = fixRequest(rules, encoded(from, conversation))
        expect(shapesLeft(to, fixed)).toEqual([])
        const after = decoded(to, fixed)
        expect(losesNothing(conversation, after)).toBe(true)
        expect(after.tools?.map(({ name }) => name)).toEqual(['look'])
      }),
      { numRuns: 5 },
    )
  })
})

const PNG = `iVBORw0KGgo${'A'.repeat(4100)}`
const USER: Readonly<Record<string, (text: string) => JsonObject>> = {
  'anthropic-messages': (content) => ({ role: 'user', content }),
  'bedrock-converse': (text) => ({ role: 'user', content: [{ text }] }),
  'cohere-chat': (content) => ({ role: 'user', content }),
  'google-generate-content': (text) => ({ role: 'user', parts: [{ text }] }),
  'mistral-chat': (content) => ({ role: 'user', content }),
  'openai-chat': (content) => ({ role: 'user', content: [{ type: 'text', text: content }] }),
  'openai-responses': (content) => ({ role: 'user', content }),
}

/** Returns the parts of the only message of a request after its files are fixed. */
function mendedParts(wire: string, message: JsonObject) {
  const request = { model: 'm', max_tokens: 9, [HISTORY_FIELDS[wire] ?? '']: [message] }
  const { request: fixed } = fixRequest(adapterOf(wire).rules, request)
  return decoded(wire, fixed).messages.flatMap(({ parts }) => parts)
}

// Ollama has no position for images within a text.
describe.each(Object.keys(USER))('a file in a text of %s', (wire) => {
  const user = USER[wire] ?? ((content) => ({ content }))

  test.each([
    ['by its URL', `data:image/png;base64,${PNG}`],
    ['by its first bytes', PNG],
  ])('becomes an image, known %s', (_how, file) => {
    expect(mendedParts(wire, user(`Look: ${file} Nice?`))).toMatchObject([
      { type: 'text', text: 'Look: ' },
      { type: 'media', kind: 'image', mediaType: 'image/png', source: { type: 'data', data: PNG } },
      { type: 'text', text: ' Nice?' },
    ])
  })

  test('stays if its type is unknown, or the wire does not accept its media', () => {
    const unknown = `Look: ${'QUJD'.repeat(2000)}`
    expect(mendedParts(wire, user(unknown))).toMatchObject([{ type: 'text', text: unknown }])
    const program = `data:application/x-sharedlib;base64,${PNG}`
    const [first] = mendedParts(wire, user(program))
    expect(first?.type === 'text' ? first.text : first).toEqual(
      first?.type === 'text' ? program : expect.objectContaining({ kind: 'file' }),
    )
  })
})

const CHAT = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }
const toolUse = { type: 'tool_use', id: 'a', name: 'f', input: {} }
const toolResultBlock = { type: 'tool_result', tool_use_id: 'a', content: 'ok' }

/** Requests that cannot be fixed without a guess, with the reason. */
test.each<[string, string, JsonObject]>([
  ['openai-chat', 'a call of the user', { ...CHAT, messages: [{ role: 'user', content: [toolUse] }] }],
  [
    'openai-chat',
    'a result of the model',
    { ...CHAT, messages: [{ role: 'assistant', content: [toolResultBlock] }] },
  ],
  [
    'openai-chat',
    'a call that the provider ran',
    { ...CHAT, messages: [{ role: 'assistant', content: [{ ...toolUse, type: 'server_tool_use' }] }] },
  ],
  [
    'openai-chat',
    'a member that nobody knows',
    { ...CHAT, messages: [{ role: 'assistant', content: [{ ...toolUse, caller: { type: 'direct' } }] }] },
  ],
  [
    'openai-chat',
    'two contents',
    { ...CHAT, messages: [{ role: 'user', content: 'a', parts: [{ text: 'b' }] }] },
  ],
  ['openai-chat', 'two histories', { ...CHAT, contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }],
  [
    'openai-chat',
    'a call without an id',
    { ...CHAT, messages: [{ role: 'assistant', content: [{ functionCall: { name: 'f', args: {} } }] }] },
  ],
  [
    'openai-chat',
    'metadata of the wire itself',
    { ...CHAT, messages: [{ role: 'user', content: 'Hi', providerMetadata: { 'openai-chat': { a: 1 } } }] },
  ],
  ['openai-chat', 'a tool of a vendor', { ...CHAT, tools: [{ toolSpec: { name: 'f', kind: 'x' } }] }],
  [
    'anthropic-messages',
    'another limit',
    { model: 'm', max_tokens: 9, maxOutputTokens: 10, messages: [{ role: 'user', content: 'Hi' }] },
  ],
  [
    'anthropic-messages',
    'the older form of calls, without ids',
    {
      ...{ model: 'm', max_tokens: 9 },
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: '', function_call: { name: 'f', arguments: '{}' } },
      ],
    },
  ],
])('%s: %s stays, and is reported without a fix', (wire, _what, request) => {
  const { request: after, left } = fixRequest(adapterOf(wire).rules, request)
  const shapes = left.filter(({ rule }) => rule.includes('-SHAPE-'))
  expect(shapes).not.toEqual([])
  expect(shapes.filter(({ fix }) => fix !== undefined)).toEqual([])
  expect(shapesLeft(wire, after)).toEqual(shapesLeft(wire, request))
})

test.each<[string, JsonObject, JsonObject]>([
  [
    'the canonical form of a call',
    { role: 'assistant', content: [asJson(toolCall('a', 'f', { x: 1 }))] },
    {
      role: 'assistant',
      tool_calls: [{ type: 'function', id: 'a', function: { name: 'f', arguments: '{"x":1}' } }],
    },
  ],
  [
    'metadata of another wire',
    { role: 'user', content: [{ type: 'text', text: 'Hi', providerMetadata: { other: { a: 1 } } }] },
    { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
  ],
  ['an empty list', { role: 'user', content: 'Hi', parts: [] }, { role: 'user', content: 'Hi' }],
])('%s becomes this wire’s own', (_what, message, expected) => {
  const { request } = fixRequest(adapterOf('openai-chat').rules, { model: 'm', messages: [message] })
  // A result is added for a call without one.
  expect(objectsIn(request.messages)[0]).toMatchObject(expected)
  expect(shapesLeft('openai-chat', request)).toEqual([])
})
