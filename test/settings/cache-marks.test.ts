import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import type { Notice } from '../../src/base/model/context.js'
import type { CacheMark, Conversation, Part } from '../../src/base/model/types.js'
import {
  encodeConversation,
  translate,
  translateRequest,
} from '../../src/translate/exchange/translate-conversation.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { adapterOf } from '../support/adapters.js'
import { deepFreeze, stored } from '../support/values.js'
import { conversationWith, MARKS, type Marks, type Place, TARGETS, type Target, WITHOUT } from './marks.js'

function about(notices: readonly Notice[]): readonly Notice[] {
  return notices.filter(({ code }) => code.startsWith('cache-') || code.endsWith('not-carried'))
}

/** Returns the marks of a request of `conversationWith`, by position. */
function marksOf({ tools = [], messages }: Conversation): Marks {
  const markOf = (part: Part | undefined) => (part !== undefined && 'cache' in part ? part.cache : undefined)
  const [tool] = tools
  const found: Record<Place, CacheMark | undefined> = {
    tool: tool?.type === 'function' ? tool.cache : undefined,
    system: markOf(messages[0]?.parts[0]),
    user: markOf(messages[1]?.parts[0]),
    result: markOf(messages[3]?.parts[0]),
  }
  return stored(found)
}

function expectedOn({ takes, ttls }: Target, marks: Marks): Marks {
  const kept = takes.flatMap((place): [Place, CacheMark][] => {
    const mark = marks[place]
    if (mark === undefined) return []
    return [[place, mark.ttl === undefined || ttls.includes(mark.ttl) ? mark : {}]]
  })
  return Object.fromEntries(kept)
}

/** Returns one notice for marks that the target does not support, and one for unsupported lifetimes. */
function noticesOn({ takes, ttls }: Target, marks: Marks): JsonObject[] {
  const places = Object.keys(marks).filter((place): place is Place => place in MARKS)
  const lost = places.filter((place) => !takes.includes(place)).length
  const shortened = takes.filter((place) => {
    const ttl = marks[place]?.ttl
    return ttl !== undefined && !ttls.includes(ttl)
  }).length
  return [
    ...(lost > 0 ? [{ code: 'cache-marks-dropped', severity: 'info', detail: { marks: lost } }] : []),
    ...(shortened > 0
      ? [{ code: 'cache-lifetime-dropped', severity: 'info', detail: { marks: shortened } }]
      : []),
  ]
}

const titled = TARGETS.map((target) => ({ ...target, title: [target.wire, target.limits].join(' ').trim() }))

function limitsOf({ limits }: Target) {
  return limits === undefined ? {} : { limits }
}

describe.each(titled)('$title', (to) => {
  const { adapter } = adapterOf(to.wire)

  test('is written', () => {
    const { value, notices } = encodeConversation(deepFreeze(conversationWith(MARKS)), {
      to: adapter,
      model: 'm',
      maxOutputTokens: 100,
      ...limitsOf(to),
    })
    expect(stored(value)).toMatchObject(to.request)
    expect(about(notices)).toMatchObject(noticesOn(to, MARKS))
    expect(about(notices)).toHaveLength(noticesOn(to, MARKS).length)
    expect(marksOf(adapter.decodeRequest(value).value)).toEqual(expectedOn(to, MARKS))
  })

  test('is read, and written again unchanged', () => {
    const { value } = adapter.decodeRequest(deepFreeze(to.request))
    expect(marksOf(value)).toEqual(expectedOn(to, MARKS))
    const again = adapter.encodeRequest(stored(value))
    expect(stored(again.value)).toEqual(to.request)
    expect(again.notices).toEqual([])
  })

  test.each(titled.filter(({ wire }) => wire !== to.wire))('goes to $title', (other) => {
    const target = adapterOf(other.wire).adapter
    const marks = expectedOn(to, MARKS)
    const moved = translateRequest(to.request, { from: adapter, to: target, ...limitsOf(other) })
    expect(marksOf(target.decodeRequest(moved.value).value)).toEqual(expectedOn(other, marks))
    expect(about(moved.notices)).toMatchObject(noticesOn(other, marks))
    expect(about(moved.notices)).toHaveLength(noticesOn(other, marks).length)
  })

  test.each(WITHOUT.filter((wire) => wire !== to.wire))('goes to %s with one notice', (wire) => {
    const target = adapterOf(wire).adapter
    const moved = translateRequest(to.request, { from: adapter, to: target })
    const marks = Object.keys(expectedOn(to, MARKS)).length
    expect(about(moved.notices)).toMatchObject([{ code: 'cache-marks-dropped', detail: { marks } }])
    expect(marksOf(target.decodeRequest(moved.value).value)).toEqual({})
    expect(JSON.stringify(moved.value)).not.toContain('cache')
  })

  test('an edit is written: another lifetime, no mark, a mark more', () => {
    const { value } = adapter.decodeRequest(to.request)
    const { user: _user, ...others } = expectedOn(to, MARKS)
    const edits = [{ ...others, user: { ttl: to.ttls[1] ?? '' } }, others]
    for (const marks of edits) {
      const edited = withMarks(value, marks)
      expect(marksOf(adapter.decodeRequest(adapter.encodeRequest(edited).value).value)).toEqual(marks)
    }
  })

  test('other content of a mark stays, and is reported elsewhere', () => {
    const text = JSON.stringify(to.request).replaceAll(
      /("(?:type|mode)":"(?:ephemeral|default|explicit)")/g,
      '$1,"note":1',
    )
    const request: JsonObject = JSON.parse(text)
    const { value } = adapter.decodeRequest(request)
    expect(marksOf(value)).toEqual(expectedOn(to, MARKS))
    expect(stored(adapter.encodeRequest(stored(value)).value)).toEqual(request)
    const { notices } = translateRequest(request, { from: adapter, to: adapterOf('mistral-chat').adapter })
    const marks = Object.keys(expectedOn(to, MARKS)).length
    expect(about(notices)).toMatchObject([
      { code: 'cache-marks-dropped', detail: { marks } },
      { code: 'fields-not-carried', detail: { note: marks } },
    ])
  })
})

/** Returns the conversation with its marks replaced by these. */
function withMarks(conversation: Conversation, marks: Marks): Conversation {
  const at: Place[] = ['system', 'user', 'result']
  const places = [0, 1, 3]
  return {
    ...conversation,
    messages: conversation.messages.map((message, index) => {
      const place = at[places.indexOf(index)]
      if (place === undefined) return message
      const parts = message.parts.map((part): Part => {
        if (part.type !== 'text' && part.type !== 'tool-result') return part
        const { cache: _cache, ...rest } = part
        const cache = marks[place]
        return cache === undefined ? rest : { ...rest, cache }
      })
      return { ...message, parts }
    }),
  }
}

const anthropic = adapterOf('anthropic-messages').adapter
const bedrock = adapterOf('bedrock-converse').adapter
const chat = adapterOf('openai-chat').adapter
const responses = adapterOf('openai-responses').adapter
const text = (value: string, cache?: CacheMark) => ({
  type: 'text' as const,
  text: value,
  ...(cache && { cache }),
})

test('of more marks than the target takes the last ones stay', () => {
  const parts = ['a', 'b', 'c', 'd', 'e', 'f'].map((value) => text(value, {}))
  const conversation: Conversation = { messages: [{ role: 'user', parts }] }
  for (const to of [anthropic, bedrock]) {
    const { value, notices } = encodeConversation(conversation, { to, model: 'm', maxOutputTokens: 9 })
    const marked = to.decodeRequest(value).value.messages[0]?.parts.map((part) => 'cache' in part)
    expect(marked).toEqual([false, false, true, true, true, true])
    expect(about(notices)).toMatchObject([
      { code: 'cache-marks-dropped', path: '/messages/0/parts/0', detail: { marks: 2 } },
    ])
  }
})

test('a request with more marks than that is rejected, and unchanged on its own wire', () => {
  const content = ['a', 'b', 'c', 'd', 'e'].map((value) => ({
    type: 'text' as const,
    text: value,
    cache_control: { type: 'ephemeral' as const },
  }))
  const request = { model: 'm', max_tokens: 9, messages: [{ role: 'user' as const, content }] }
  const { rules } = adapterOf('anthropic-messages')
  expect(lint(rules, request).map(({ rule, path }) => [rule, path])).toEqual([
    ['ANTHROPIC-CACHE-01', '/messages/0/content/4/cache_control'],
  ])
  expect(stored(anthropic.encodeRequest(anthropic.decodeRequest(request).value).value)).toEqual(request)
})

test('the mark of an omitted text moves to the content before it', () => {
  const document = { name: 'Notes', format: 'txt', source: { bytes: 'aGk=' } }
  const point = { cachePoint: { type: 'default' } }
  const request = {
    system: [{ text: ' ' }, point],
    messages: [{ role: 'user', content: [{ document }, { text: '\n' }, point, { text: 'So?' }, point] }],
  }
  const { value, notices } = translateRequest(request, { from: bedrock, to: anthropic })
  expect(stored(value)).toMatchObject({
    messages: [
      {
        content: [
          { type: 'document', cache_control: { type: 'ephemeral' } },
          { text: 'So?', cache_control: { type: 'ephemeral' } },
        ],
      },
    ],
  })
  expect(about(notices)).toMatchObject([{ path: '/messages/0', detail: { marks: 1 } }])
  expect(about(notices)).toHaveLength(1)
})

test('marks of content that a wire joins are reported, or stay on the whole', () => {
  const [, , answer, results] = conversationWith({}).messages
  const output = { type: 'content', value: [text('noon', {})] } as const
  const conversation: Conversation = {
    messages: [
      { role: 'user', parts: [text('Hi')] },
      { role: 'assistant', parts: [text('Let me'), text(' see.', {}), ...(answer?.parts ?? [])] },
      {
        role: 'tool',
        parts: (results?.parts ?? []).map((part) =>
          part.type === 'tool-result' ? { ...part, output } : part,
        ),
      },
    ],
  }
  const mistral = encodeConversation(conversation, { to: adapterOf('mistral-chat').adapter, model: 'm' })
  expect(about(mistral.notices)).toMatchObject([{ path: '/messages/1/parts/1', detail: { marks: 2 } }])
  const { value, notices } = encodeConversation(conversation, { to: chat, model: 'm', limits: 'openrouter' })
  const mark = { cache_control: { type: 'ephemeral' } }
  expect(stored(value)).toMatchObject({
    messages: [
      {},
      { content: [{ type: 'text', text: 'Let me see.', ...mark }] },
      { content: [{ type: 'text', text: 'noon', ...mark }] },
    ],
  })
  expect(about(notices)).toEqual([])
})

test('a mark inside a result moves to the end of the result on wires without marks inside, not to the next result', () => {
  const { messages, ...rest } = conversationWith({})
  const output = { type: 'content', value: [text('noon', { ttl: '1h' }), text('sharp')] } as const
  const marked: Conversation = {
    ...rest,
    messages: messages.map((message) => ({
      ...message,
      parts: message.parts.flatMap((part): Part[] => {
        if (part.type === 'tool-call') return [part, { ...part, id: 'call_2' }]
        if (part.type !== 'tool-result') return [part]
        return [
          { ...part, output },
          { ...part, callId: 'call_2' },
        ]
      }),
    })),
  }
  const { value, notices } = encodeConversation(marked, { to: bedrock, model: 'm' })
  expect(stored(value)).toMatchObject({
    messages: [
      {},
      {},
      {
        content: [
          { toolResult: { content: [{ text: 'noon' }, { text: 'sharp' }] } },
          { cachePoint: { type: 'default', ttl: '1h' } },
          { toolResult: { content: [{ text: 'noon' }] } },
        ],
      },
    ],
  })
  expect(about(notices)).toEqual([])
  const inside = encodeConversation(marked, { to: anthropic, model: 'm', maxOutputTokens: 9 }).value
  expect(anthropic.decodeRequest(inside).value.messages[3]?.parts[0]).toMatchObject({
    output: { value: [{ cache: { ttl: '1h' } }, {}] },
  })
})

test('of several marks of one result the last one goes to its end, and a notice counts the others', () => {
  const { messages, ...rest } = conversationWith({})
  const output = { type: 'content', value: [text('noon', {}), text('sharp', { ttl: '1h' })] } as const
  const marked: Conversation = {
    ...rest,
    messages: messages.map((message) => ({
      ...message,
      parts: message.parts.map((part) => (part.type === 'tool-result' ? { ...part, output } : part)),
    })),
  }
  const { value, notices } = encodeConversation(marked, { to: bedrock, model: 'm' })
  expect(JSON.stringify(value).match(/"cachePoint":\{[^}]*\}/g)).toEqual([
    '"cachePoint":{"type":"default","ttl":"1h"}',
  ])
  expect(about(notices)).toHaveLength(1)
})

test('cache points between results and text, and those that mark nothing, come back in place', () => {
  const point = { cachePoint: { type: 'default' } }
  const found = (id: string) => ({ toolResult: { toolUseId: id, content: [{ text: 'x' }] } })
  const call = (id: string) => ({ toolUse: { toolUseId: id, name: 'f', input: {} } })
  const request = deepFreeze({
    system: [point, { text: 'a' }, point, point],
    messages: [
      { role: 'user', content: [{ text: 'hi' }, { cachePoint: { type: 'other' } }] },
      { role: 'assistant', content: [call('a'), point, call('b'), point] },
      { role: 'user', content: [found('a'), point, found('b'), point, { text: 'go on' }, point] },
    ],
  })
  const { value } = bedrock.decodeRequest(request)
  expect(stored(bedrock.encodeRequest(stored(value)).value)).toEqual(request)
  expect(
    value.messages.map(({ parts }) => parts.map((part) => ('cache' in part ? 'marked' : part.type))),
  ).toEqual([
    ['opaque', 'marked', 'opaque'],
    ['text', 'opaque'],
    ['marked', 'marked'],
    ['marked', 'marked'],
    ['marked'],
  ])
})

test('chat encodes a mark in its original field', () => {
  const request = deepFreeze({
    model: 'm',
    messages: [
      { role: 'system', content: [{ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'b', prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' } },
          { type: 'text', text: 'c', cache_control: { type: 'lasting' } },
        ],
      },
    ],
  } as const)
  const { value } = chat.decodeRequest(stored(request))
  expect(value.messages.flatMap(({ parts }) => parts)).toMatchObject([
    { cache: {} },
    { cache: { ttl: '12h' } },
    { text: 'c' },
  ])
  expect(value.messages[1]?.parts[1]).not.toHaveProperty('cache')
  expect(stored(chat.encodeRequest(stored(value)).value)).toEqual(request)
  const repaired = encodeConversation(value, {
    to: chat,
    from: 'openai-chat',
    repair: true,
    limits: 'openrouter',
  })
  expect(stored(repaired.value)).toEqual(request)
})

test('messages without a request carry their marks in both directions', () => {
  const [{ messages: native = [] } = {}] = TARGETS.map(({ request }) => request)
  const history = native as Parameters<typeof anthropic.decodeMessages>[0]
  const there = translate(history, { from: anthropic, to: bedrock })
  expect(JSON.stringify(there.value)).toContain('"cachePoint":{"type":"default","ttl":"5m"}')
  const back = translate(there.value, { from: bedrock, to: anthropic })
  expect(stored(back.value)).toEqual(native)
  const lost = translate(history, { from: anthropic, to: responses })
  expect(about(lost.notices)).toMatchObject([
    { code: 'cache-marks-dropped', path: '/messages/0/parts/0', detail: { marks: 2 } },
  ])
})

test('tools without messages carry their marks; unsupported marks are reported without fitting, too', () => {
  const tools = conversationWith(MARKS).tools ?? []
  const custom = { type: 'custom' as const, name: 'note', cache: {} }
  for (const to of [anthropic, bedrock]) {
    const written = to.encodeTools([...tools, custom])
    expect(to.decodeTools(written.value).value).toMatchObject([{ cache: { ttl: '1h' } }, { cache: {} }])
    const moved = encodeConversation(
      { messages: [], tools: [custom] },
      { to, model: 'm', maxOutputTokens: 9 },
    )
    expect(to.decodeRequest(moved.value).value.tools).toMatchObject([{ cache: {} }])
  }
  const { notices } = adapterOf('mistral-chat').adapter.encodeRequest(conversationWith(MARKS))
  expect(about(notices)).toMatchObject([{ path: '/tools/0', detail: { marks: 4 } }])
})

const mark = fc.option(fc.constantFrom<CacheMark>({}, { ttl: '5m' }, { ttl: '1h' }), { nil: undefined })

test('marks survive the way to another wire and back, wherever both take them', () => {
  const places = fc.record({ tool: mark, system: mark, user: mark, result: mark })
  const pairs = TARGETS.flatMap((a) => TARGETS.filter((b) => b.wire !== a.wire).map((b) => [a, b] as const))
  fc.assert(
    fc.property(places, fc.constantFrom(...pairs), (chosen, [a, b]) => {
      const marks: Marks = stored(chosen)
      const [first, second] = [adapterOf(a.wire).adapter, adapterOf(b.wire).adapter]
      const needs = { model: 'm', maxOutputTokens: 9 }
      const request = encodeConversation(conversationWith(marks), {
        to: first,
        ...needs,
        ...limitsOf(a),
      }).value
      const there = translateRequest(request, { from: first, to: second, ...needs, ...limitsOf(b) }).value
      const back = translateRequest(there, { from: second, to: first, ...needs, ...limitsOf(a) }).value
      const expected = expectedOn(a, expectedOn(b, expectedOn(a, marks)))
      expect(marksOf(first.decodeRequest(back).value)).toEqual(expected)
    }),
  )
})
