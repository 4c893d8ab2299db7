import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recordText } from '../../src/base/http/recorded-body.js'
import type { RecordedExchange, RecordedRequest } from '../../src/base/http/recorded-exchange.js'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonValue } from '../../src/base/json/json-types.js'
import { differences, type Noise, normalizeRequest, urlPath } from '../../src/traffic/replay/match.js'
import { createExactAnswerer } from '../../src/traffic/replay/recorded-answers.js'
import { describeMiss, type Matching } from '../../src/traffic/replay/recordings.js'
import { exchange, questionAndAnswer } from '../support/replay.js'

function request(json: JsonValue, url = 'https://api.example.com/v1/chat'): RecordedRequest {
  return { method: 'POST', url, headers: {}, body: { json } }
}

function same(a: JsonValue, b: JsonValue, noise?: Noise): boolean {
  return normalizeRequest(request(a), noise).key === normalizeRequest(request(b), noise).key
}

describe('requests count as the same', () => {
  it.each<[string, JsonValue, JsonValue, Noise]>([
    [
      'UUIDs',
      { t: 'run 123e4567-e89b-12d3-a456-426614174000' },
      { t: 'run 923e4567-e89b-12d3-a456-426614174009' },
      { uuids: false },
    ],
    [
      'dates',
      { t: 'It is 2024-01-02T03:04:05.678Z.' },
      { t: 'It is 2025-11-12T13:14:15Z.' },
      { dates: false },
    ],
    [
      'ids',
      { m: [{ id: 'call_1' }, { tool_call_id: 'call_1' }] },
      { m: [{ id: 'call_x' }, { tool_call_id: 'call_x' }] },
      { ids: false },
    ],
  ])('with other %s, unless told not to', (_name, a, b, off) => {
    expect(same(a, b)).toBe(true)
    expect(same(a, b, off)).toBe(false)
  })

  it.each<[string, JsonValue, JsonValue, Noise]>([
    [
      'UUIDs behind a prefix',
      { t: 'msg_123e4567-e89b-12d3-a456-426614174000' },
      { t: 'msg_923e4567-e89b-12d3-a456-426614174009' },
      { uuids: false },
    ],
    [
      'session ids in a text',
      { t: 'Session: ses_4c1f2a9b8effe7QmZk' },
      { t: 'Session: ses_9a9a2a9b8effe7QmZk' },
      { ids: false },
    ],
    ['epoch milliseconds', { at: 1_763_800_000_123 }, { at: 1_763_811_111_456 }, { dates: false }],
    [
      'epoch milliseconds in a text',
      { t: 'log-1763800000123' },
      { t: 'log-1763811111456' },
      { dates: false },
    ],
    [
      'written dates',
      { t: 'Today is Saturday, November 22, 2025 (UTC).' },
      { t: 'Today is Sunday, November 23, 2025 (UTC).' },
      { dates: false },
    ],
    [
      'ids in a list called input',
      { input: [{ type: 'function_call', call_id: 'a' }] },
      { input: [{ type: 'function_call', call_id: 'b' }] },
      { ids: false },
    ],
  ])('of a real agent with other %s, unless told not to', (_name, a, b, off) => {
    expect(same(a, b)).toBe(true)
    expect(same(a, b, off)).toBe(false)
  })

  it('with other times before and behind arguments that are the same', () => {
    const of = (time: number) => ({ a: time, args: { at: 1_763_800_000_123 }, b: [time], c: `log-${time}` })
    expect(same(of(1_763_800_000_123), of(1_763_811_111_456))).toBe(true)
  })

  it('in any order of keys', () => {
    expect(same({ a: 1, b: { c: [1, 2], d: 2 } }, { b: { d: 2, c: [1, 2] }, a: 1 })).toBe(true)
    expect(same({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
  })

  it('when they differ where it does not count', () => {
    const noise = { ignore: ['/user', '/messages/*/at'] }
    expect(same({ user: 'a', messages: [{ at: 1 }] }, { messages: [{ at: 2 }] }, noise)).toBe(true)
    expect(same({ messages: [{ by: 1 }] }, { messages: [{ by: 2 }] }, noise)).toBe(false)
  })

  it('under any host and query, in any layout', () => {
    const urls = [
      'https://api.example.com/v1/chat',
      'http://127.0.0.1:4000/v1/chat?key=x',
      '/v1/chat',
      'http://h//v1//chat#f',
    ]
    expect(new Set(urls.map(urlPath))).toEqual(new Set(['/v1/chat']))
    expect(urlPath('https://h')).toBe('/')
    const spaced = { ...request({}), body: { text: '{ "b": 1,\n "a": 2 }' } }
    expect(normalizeRequest(spaced).key).toBe(normalizeRequest(request({ a: 2, b: 1 })).key)
  })
})

describe('requests count as different', () => {
  it.each<[string, JsonValue, JsonValue]>([
    ['which ids are the same', { m: [{ id: 'a' }, { id: 'a' }] }, { m: [{ id: 'a' }, { id: 'b' }] }],
    [
      'ids inside a call in a list called input',
      { input: [{ name: 't', input: { user_id: 'a' } }] },
      { input: [{ name: 't', input: { user_id: 'b' } }] },
    ],
    [
      'times that a tool was called with',
      { args: { at: 1_763_800_000_123 } },
      { args: { at: 1_763_811_111_456 } },
    ],
    [
      'times deep inside of arguments',
      { input: [{ arguments: { when: [{ from: 1_763_800_000_123 }] } }] },
      { input: [{ arguments: { when: [{ from: 1_763_811_111_456 }] } }] },
    ],
    [
      'times in a text of arguments',
      { args: { note: 'log-1763800000123' } },
      { args: { note: 'log-1763811111456' } },
    ],
    [
      'times in arguments beside those that do not count',
      { at: 1_763_800_000_123, args: { at: 1_763_800_000_123 }, to: 1_763_800_000_123 },
      { at: 1_763_811_111_456, args: { at: 1_763_811_111_456 }, to: 1_763_811_111_456 },
    ],
    [
      'session ids in a text of arguments',
      { args: { session: 'ses_4c1f2a9b8effe7QmZk' } },
      { args: { session: 'ses_9a9a2a9b8effe7QmZk' } },
    ],
    [
      'which session ids are the same',
      { t: ['ses_4c1f2a9b8effe7QmZk', 'ses_4c1f2a9b8effe7QmZk'] },
      { t: ['ses_4c1f2a9b8effe7QmZk', 'ses_9a9a2a9b8effe7QmZk'] },
    ],
    ['ids that a tool was called with', { input: { user_id: 'a' } }, { input: { user_id: 'b' } }],
    ['a number', { n: 1 }, { n: 2 }],
    ['a type', { n: 1 }, { n: '1' }],
    ['null or nothing', { n: null }, {}],
  ])('by %s', (_name, a, b) => {
    expect(same(a, b)).toBe(false)
  })

  it('by method and path', () => {
    const key = (method: string, url: string) => normalizeRequest({ method, url, headers: {} }).key
    expect(new Set([key('GET', '/a'), key('POST', '/a'), key('GET', '/b')]).size).toBe(3)
  })
})

it('rejects input that is nested too deeply', () => {
  const deep = recordText('['.repeat(100_000) + ']'.repeat(100_000))
  const nested = { method: 'POST', url: '/x', headers: {}, body: deep }
  expect(() => normalizeRequest(nested)).toThrow(AdapterError)
})

it('lists the places where values differ, in reading order and not without end', () => {
  expect(differences({ a: [1, { b: 2 }], c: 3 }, { a: [1, { b: 4 }, 5], d: 6 })).toEqual([
    { path: '/a/1/b', recorded: 2, received: 4 },
    { path: '/a/2', recorded: undefined, received: 5 },
    { path: '/c', recorded: 3, received: undefined },
    { path: '/d', recorded: undefined, received: 6 },
  ])
  expect(differences({ 'a/b': 1 }, { 'a/b': [] })).toEqual([{ path: '/a~1b', recorded: 1, received: [] }])
  const many = (value: number) => Array.from({ length: 100 }, () => value)
  expect(differences(many(1), many(2))).toHaveLength(20)
})

function library(exchanges: readonly RecordedExchange[], matching?: Matching, noise?: Noise) {
  const answerer = createExactAnswerer({ matching, noise })
  for (const one of exchanges) answerer.add(one, { id: one.id, load: async () => one })
  return {
    async ask(body: JsonValue, url?: string): Promise<JsonValue> {
      const answered = await answerer.answer(request(body, url), {})
      return 'response' in answered ? answered.response.json() : describeMiss(answered.miss)
    },
  }
}

const question = (text: string) => ({ model: 'm', question: text })

describe('recordings', () => {
  it('of the same request answer in their order, the last again and again', async () => {
    const { ask } = library([1, 2, 3].map((n) => questionAndAnswer('Again?', `${n}`)))
    const answers = [1, 2, 3, 4, 5].map(() => ask(question('Again?')))
    expect(await Promise.all(answers)).toEqual(['1', '2', '3', '3', '3'].map((answer) => ({ answer })))
  })

  it('that differ only in noise: an identical request is preferred, in any order', async () => {
    const days = ['2024-01-01', '2024-01-02', '2024-01-03']
    const { ask } = library(days.map((day) => questionAndAnswer(`On ${day}?`, day)))
    for (const day of [...days].reverse()) expect(await ask(question(`On ${day}?`))).toEqual({ answer: day })
    const fresh = library(days.map((day) => questionAndAnswer(`On ${day}?`, day)))
    expect(await fresh.ask(question('On 2024-01-01?'))).toEqual({ answer: '2024-01-01' })
    // For another date: the recordings without an answer yet, in their order.
    expect(await fresh.ask(question('On 2030-01-01?'))).toEqual({ answer: '2024-01-02' })
    expect(await fresh.ask(question('On 2030-01-01?'))).toEqual({ answer: '2024-01-03' })
  })

  it.each(['exact', 'best'] as const)('that differ in noise only answer once each (%s)', async (matching) => {
    const days = Array.from({ length: 6 }, (_, index) => `2024-01-0${index + 1}`)
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(days), async (asked) => {
        const { ask } = library(
          days.map((day) => questionAndAnswer(`On ${day}?`, day)),
          matching,
        )
        for (const day of asked) expect(await ask(question(`On ${day}?`))).toEqual({ answer: day })
        const others = days.filter((day) => !asked.includes(day))
        for (const day of [...others, '2024-01-06'])
          expect(await ask(question('On 2030-01-01?'))).toEqual({ answer: day })
      }),
    )
  })

  it('answer in order for any request', async () => {
    const { ask } = library([questionAndAnswer('A?', 'a'), questionAndAnswer('B?', 'b')], 'in-order')
    expect(await ask(question('X?'))).toEqual({ answer: 'a' })
    expect(await ask(question('Y?'))).toEqual({ answer: 'b' })
    expect(await ask(question('Z?'))).toEqual({ answer: 'b' })
    expect(await ask({}, '/v1/other')).toContain('no recording of POST /v1/other')
  })

  it('answer with the nearest recording', async () => {
    const { ask } = library([questionAndAnswer('A?', 'a'), questionAndAnswer('B?', 'b')], 'best')
    expect(await ask({ model: 'other', question: 'B?' })).toEqual({ answer: 'b' })
    expect(await ask({}, '/v1/other')).toContain('no recording of POST /v1/other')
  })
})

describe('the nearest recording', () => {
  const grown = (turns: number) => ({
    model: 'm',
    messages: Array.from({ length: turns }, (_, n) => `turn ${n}`),
  })
  const turn = (turns: number) =>
    exchange(`turn ${turns}`, { body: { json: grown(turns) } }, { body: { json: turns } })

  it('is looked for among all, however many there are and however far they are apart', async () => {
    const many = [turn(60), ...Array.from({ length: 300 }, (_, n) => turn(n))]
    const { ask } = library(many, 'best')
    expect(await ask({ ...grown(60), model: 'n' })).toBe(60)
    // More than twenty differences to each recording: still the one with the fewest.
    expect(await ask({ ...grown(400), model: 'n' })).toBe(299)
  })

  it('is the most similar one when others differ in as many places', async () => {
    const texts = ['Where is Bergen, and why?', 'Is it raining in Oslo today?', 'Sing!']
    const { ask } = library(
      texts.map((text) => questionAndAnswer(text, text)),
      'best',
    )
    expect(await ask(question('Is it raining in Rome today?'))).toEqual({ answer: texts[1] })
  })

  it('answers once, so that no agent gets one answer for ever', async () => {
    const { ask } = library([turn(1), turn(2)], 'best')
    const answers = []
    for (const turns of [11, 12, 12, 13]) answers.push(await ask(grown(turns)))
    expect(answers.slice(0, 3)).toEqual([2, 1, 1])
    expect(answers[3]).toContain('every similar recording has answered already')
  })

  it('is not used twice by concurrent requests', async () => {
    const { ask } = library([turn(1), turn(2)], 'best')
    const answers = await Promise.all([ask(grown(11)), ask(grown(12))])
    expect(new Set(answers)).toEqual(new Set([1, 2]))
  })
})

describe('a miss', () => {
  it('shows the nearest recording and its differences', async () => {
    const { ask } = library([questionAndAnswer('A?', 'a'), questionAndAnswer('B?', 'b')])
    expect(await ask({ model: 'n', question: 'B?', stream: true })).toBe(
      `no recording of this request to POST /v1/chat; the nearest is B??, which differs:
  /model: recorded "m", received "n"
  /stream: recorded nothing, received true`,
    )
  })

  it('shows five differences and counts the others, and cuts long values', async () => {
    const members = (value: string) => Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((n) => [`m${n}`, value]))
    const { ask } = library([exchange('one', { body: { json: members('x'.repeat(500)) } })])
    const message = String(await ask(members('y')))
    expect(message.split('\n')).toHaveLength(7)
    expect(message).toContain(`recorded "${'x'.repeat(119)}…, received "y"`)
    expect(message).toContain('… and 2 more')
  })

  it('lists the recorded paths if none matches', async () => {
    expect(await library([]).ask({})).toBe('no recording of POST /v1/chat: nothing is recorded')
    expect(await library([exchange('one')]).ask({}, '/v2')).toBe(
      'no recording of POST /v2: recorded are POST /v1/chat',
    )
  })
})
