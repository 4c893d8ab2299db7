import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../src/base/json/json-types.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import type { Conversation } from '../../src/base/model/types.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import { adapters } from '../support/adapters.js'
import { exchangesBetween, forEachPair, holdsFor } from '../support/law.js'
import { refusals } from '../support/translation.js'
import { difference, stored } from '../support/values.js'
import { assistant, call, result, system, text, tool, user } from './build.js'

const adapterOf = (wire: string) => {
  const found = adapters.find((loaded) => loaded.wire === wire)
  if (found === undefined) throw new Error(wire)
  return found
}

const talk: Conversation = {
  messages: [
    system('Be brief.'),
    user('Look it up.'),
    assistant(call('call_1')),
    tool(result('call_1')),
    assistant('Found.'),
    user('', 'And now?'),
  ],
  tools: [
    { type: 'function', name: 'first' },
    { type: 'function', name: 'search' },
  ],
  maxOutputTokens: 100,
}
const CLAUDE = 'anthropic.claude-sonnet-4-5-20250929-v1:0'

function cached(wire: string, conversation: Conversation, model = CLAUDE, cache: 'auto' | 'marks' = 'auto') {
  const { value, notices } = encodeConversation(conversation, { to: adapterOf(wire).adapter, model, cache })
  return { body: stored(value), codes: notices.map(({ code }) => code) }
}

/** Returns pointers to all values with a cache mark. */
function marksIn(value: JsonValue | object, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    key === 'cache_control' || key === 'cachePoint' ? path : marksIn(member, `${path}/${key}`),
  )
}

function withoutMarks(value: JsonValue): JsonValue {
  if (Array.isArray(value))
    return value.filter((item) => marksIn([item])[0] !== '/0' || !isBlock(item)).map(withoutMarks)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(
    ([key]) => key !== 'cache_control' && key !== 'prompt_cache_key',
  )
  return Object.fromEntries(members.map(([key, member]) => [key, withoutMarks(member)]))
}

const asBody = (value: object) => expectObject(stored(asJson(value)), '')

function isBlock(item: JsonValue): boolean {
  return typeof item === 'object' && item !== null && 'cachePoint' in item
}

describe('cache: auto', () => {
  test('marks the last tool, the instructions, and the last two turns of the user', () => {
    const { body, codes } = cached('anthropic-messages', talk)
    expect(marksIn(body).sort()).toEqual([
      '/messages/2/content/0',
      '/messages/4/content/0',
      '/system/0',
      '/tools/1',
    ])
    expect(codes).toContain('cache-marks-added')
    expect(marksIn(cached('bedrock-converse', talk).body)).toHaveLength(4)
  })

  test('sets no marks if no later turn can use them, or without the option', () => {
    const once = { messages: [system('Be brief.'), user('Hi')], maxOutputTokens: 100 }
    expect(marksIn(cached('anthropic-messages', once).body)).toEqual([])
    const { value } = encodeConversation(talk, { to: adapterOf('anthropic-messages').adapter, model: CLAUDE })
    expect(marksIn(value)).toEqual([])
  })

  test.each([
    'amazon.nova-pro-v1:0',
    'meta.llama3-3-70b-instruct-v1:0',
    'anthropic.claude-3-haiku-20240307-v1:0',
  ])('marks nothing for %s, which refuses marks or needs none', (model) => {
    expect(marksIn(cached('bedrock-converse', talk, model).body)).toEqual([])
  })

  test('marks of the caller come first, and earlier positions take over their lifetime', () => {
    const own: Conversation = {
      ...talk,
      messages: [
        { role: 'system', parts: [text('Be brief.'), { ...text('Always.'), cache: { ttl: '1h' } }] },
        ...talk.messages.slice(1),
      ],
    }
    const { body } = cached('anthropic-messages', own)
    expect(body).toMatchObject({
      system: [{ text: 'Be brief.' }, { cache_control: { ttl: '1h' } }],
      tools: [{}, { cache_control: { ttl: '1h' } }],
      messages: [{}, {}, { content: [{ cache_control: { type: 'ephemeral' } }] }, {}, {}],
    })
    expect(marksIn(body)).toHaveLength(4)
    expect(JSON.stringify(body)).not.toContain('"type":"ephemeral","ttl":"5m"')
  })

  test('a part that occurs twice in a conversation is marked once', () => {
    const part = text('Again.')
    const same = {
      ...talk,
      messages: [user(part), assistant('Yes?'), user(part), assistant('Yes?'), user(part)],
    }
    expect(marksIn(cached('anthropic-messages', same).body).sort()).toEqual([
      '/messages/2/content/0',
      '/messages/4/content/0',
      '/tools/1',
    ])
  })

  test('gives a conversation a key that stays the same when it grows, and no other conversation gets', () => {
    const keyOf = (conversation: Conversation) => {
      const { body } = cached('openai-responses', conversation, 'gpt-5.4')
      return 'prompt_cache_key' in body ? body.prompt_cache_key : undefined
    }
    const earlier = { ...talk, messages: talk.messages.slice(0, 2) }
    expect(keyOf(talk)).toMatch(/^toolwire-[\da-f]{16}$/)
    expect(keyOf(earlier)).toBe(keyOf(talk))
    expect(keyOf({ ...talk, endUser: 'another' })).not.toBe(keyOf(talk))
    expect(keyOf({ ...talk, messages: [user('Something else'), ...talk.messages.slice(2)] })).not.toBe(
      keyOf(talk),
    )
    expect(keyOf({ ...talk, cacheKey: 'own' })).toBe('own')
  })

  test('a blank text is not marked, for Claude refuses that', () => {
    const { adapter } = adapterOf('openai-chat')
    const blank = { ...talk, messages: [...talk.messages.slice(0, -1), user('And now?', '')] }
    const options = {
      to: adapter,
      model: 'anthropic/claude-sonnet-4.5',
      cache: 'auto',
      limits: 'openrouter',
    } as const
    const { value } = encodeConversation(blank, options)
    expect(marksIn(value)).toContain('/messages/5/content/0')
    expect(marksIn(value)).not.toContain('/messages/5/content/1')
  })

  test('marks alone leave the key out', () => {
    const { body, codes } = cached('openai-chat', talk, 'gpt-5.4', 'marks')
    expect(body).not.toHaveProperty('prompt_cache_key')
    expect(codes).not.toContain('cache-key-added')
  })

  test('a vendor that is known to refuse the key gets none', () => {
    const { adapter } = adapterOf('openai-chat')
    const options = { to: adapter, model: 'm', cache: 'auto', limits: 'groq' } as const
    expect(encodeConversation(talk, options).value).not.toHaveProperty('prompt_cache_key')
  })

  // `prompt_cache_key` of @mistralai/mistralai.
  test.each(['mistral', 'azure', 'moonshot', 'openrouter'])('%s gets the key', (limits) => {
    const options = { to: adapterOf('openai-chat').adapter, model: 'm', cache: 'auto', limits } as const
    expect(encodeConversation(talk, options).value).toHaveProperty('prompt_cache_key')
  })
})

forEachPair('cache: auto adds marks and a key, and nothing else', ['http', 'request'], (from, to) => {
  holdsFor(exchangesBetween(from, to), ({ request }) => {
    if (request === undefined) return undefined
    const conversation = from.adapter.decodeRequest(request).value
    const options = { to: to.adapter, model: CLAUDE, maxOutputTokens: 4096, from: from.wire } as const
    const plain = asBody(encodeConversation(conversation, options).value)
    const marked = asBody(encodeConversation(conversation, { ...options, cache: 'auto' }).value)
    const most = to.adapter.codecs.limits.cacheMarks?.most ?? 0
    const count = marksIn(marked).length
    if (count > Math.max(most, marksIn(plain).length)) return `${count} marks`
    const before = new Set(refusals(plain, to))
    const refused = refusals(marked, to).find((one) => !before.has(one))
    return refused ?? difference(withoutMarks(plain), withoutMarks(marked))
  })
})
