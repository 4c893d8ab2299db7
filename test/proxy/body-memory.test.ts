import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  assistantMessage,
  toolCall,
  toolMessage,
  toolResult,
  userMessage,
} from '../../src/base/model/create.js'
import type { Conversation, Message, ModelResponse, ToolDefinition } from '../../src/base/model/types.js'
import { BodyMemory } from '../../src/proxy/body-memory.js'
import { readPieces, readText } from '../../src/proxy/client-request.js'
import type { ProxyTarget } from '../../src/proxy/proxy-types.js'
import { HistoryMemory } from '../../src/translate/exchange/history-memory.js'
import { adapterOf } from '../support/adapters.js'
import { tries } from '../support/cases.js'
import { nativeAnswer, proxied, requestOf, scripted } from '../support/proxy.js'

afterEach(() => vi.restoreAllMocks())

const KEY = { scope: 'client', field: 'messages' }
const encoder = new TextEncoder()

/** Returns the bytes of a text in pieces of this length. */
function piecesOf(text: string, length: number): Uint8Array[] {
  const bytes = encoder.encode(text)
  const count = Math.ceil(bytes.length / length)
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * length, (index + 1) * length))
}

describe('a remembered body is parsed like any other', () => {
  const message = fc.dictionary(
    fc.constantFrom('role', 'content', 'messages', '"', '__proto__'),
    fc.jsonValue({ maxDepth: 2 }),
  )
  const member = fc.tuple(
    fc.constantFrom('model', 'messages', 'mess\\u0061ges', 'system', 'tools'),
    fc.oneof(
      fc.json({ maxDepth: 2 }),
      fc.constantFrom('12345678901234567890', '"messages"', '[1]', '{"messages":[{}]}'),
    ),
  )
  const body = fc
    .record({
      before: fc.array(member, { maxLength: 2 }),
      messages: fc.array(message, { maxLength: 6 }),
      after: fc.array(member, { maxLength: 2 }),
      blank: fc.constantFrom('', ' ', '\n  '),
    })
    .map(({ before, messages, after, blank }) => {
      const list = `[${blank}${messages.map((one) => JSON.stringify(one)).join(`${blank},${blank}`)}${blank}]`
      const members = [...before, ['messages', list] as const, ...after]
      return `{${members.map(([key, value]) => `"${key}"${blank}:${blank}${value}`).join(`,${blank}`)}}`
    })

  /** A text that begins like another one. */
  const continued = fc.tuple(fc.nat(), body).map(([at, other]) => (text: string) => {
    const cut = text.lastIndexOf('}', at % (text.length + 1))
    return cut === -1 ? other : `${text.slice(0, cut + 1)}${other.slice(other.lastIndexOf(']'))}`
  })

  test('after any other body', () => {
    fc.assert(
      fc.property(
        body,
        fc.array(
          fc.oneof(
            continued,
            body.map((text) => () => text),
          ),
          { maxLength: 5 },
        ),
        fc.integer({ min: 1, max: 40 }),
        (first, edits, length) => {
          const memory = new BodyMemory()
          let text = first
          for (const edit of [(given: string) => given, ...edits]) {
            text = edit(text)
            const document = memory.parse(piecesOf(text, length), KEY)
            if (document === undefined) continue
            expect(JSON.stringify(document.value)).toBe(JSON.stringify(JSON.parse(text)))
          }
        },
      ),
      tries(2000),
    )
  })

  test('and its first messages are the same objects', () => {
    const memory = new BodyMemory()
    const parse = (messages: readonly object[]) =>
      memory.parse(piecesOf(JSON.stringify({ model: 'm', messages, max: 1 }), 7), KEY)?.value
    const one = { role: 'user', content: 'ü'.repeat(2000) }
    const first = Object(parse([one, { a: 1 }])).messages
    const second = Object(parse([one, { a: 1 }, { b: 2 }])).messages
    expect(second).toEqual([one, { a: 1 }, { b: 2 }])
    expect([second[0] === first[0], second[1] === first[1]]).toEqual([true, true])
    const other = Object(
      memory.parse(piecesOf(JSON.stringify({ model: 'm', messages: [one], max: 1 }), 7), {
        ...KEY,
        scope: 'other',
      })?.value,
    )
    expect(other.messages[0] === first[0]).toBe(false)
  })

  test('and the oldest conversations are forgotten', () => {
    const memory = new BodyMemory({ maxBytes: 40_000 })
    const bodyOf = (name: string) =>
      piecesOf(JSON.stringify({ messages: [{ name }, { text: 'x'.repeat(9000) }] }), 1000)
    const first = Object(memory.parse(bodyOf('0'), KEY)?.value).messages[0]
    expect(Object(memory.parse(bodyOf('0'), KEY)?.value).messages[0]).toBe(first)
    for (let index = 1; index < 6; index += 1) memory.parse(bodyOf(String(index)), KEY)
    expect(Object(memory.parse(bodyOf('0'), KEY)?.value).messages[0]).not.toBe(first)
  })
})

test.each([1, 3, 1000, 16_384, 100_000])('pieces of %i bytes are joined', async (length) => {
  const text = 'über '.repeat(10_000)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of piecesOf(text, length)) controller.enqueue(piece)
      controller.close()
    },
  })
  const { signal } = new AbortController()
  const request = { method: 'POST', url: 'http://localhost/', headers: new Headers(), body, signal }
  const pieces = await readPieces(request, { maxBodyBytes: 100_000, unpackers: {} })
  expect(readText(pieces)).toBe(text)
  expect(pieces.slice(0, -1).every((piece) => piece.length >= 16_384)).toBe(true)
})

/** A long text, so that the proxy remembers the conversation. */
const LONG = 'Read the files, über alles. '.repeat(700)

const round = fc
  .record({
    id: fc.constantFrom('call_1', 'call_2', 'toolu_3', 'x'.repeat(70)),
    calls: fc.boolean(),
    said: fc.constantFrom('', 'Well', 'Yes.\n'),
    output: fc.constantFrom('', 'clear', '{"sky":"clear"}'),
    asks: fc.constantFrom('And?', ' ', 'Go on.'),
  })
  .map(({ id, calls, said, output, asks }): Message[] => {
    const call = toolCall(id, 'weather', { city: said, days: [1, 2] })
    if (!calls) return [assistantMessage(said), userMessage(asks)]
    return [assistantMessage(said, call), toolMessage([toolResult(call, output)])]
  })

const TOOLS: readonly ToolDefinition[] = [
  {
    type: 'function',
    name: 'weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
  },
]

const whole = fc
  .record({ first: fc.constantFrom('One', 'Two'), rounds: fc.array(round, { minLength: 2, maxLength: 5 }) })
  .map(
    ({ first, rounds }): Conversation => ({
      tools: TOOLS,
      messages: [
        { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
        userMessage(`${first} ${LONG}`),
        ...rounds.flat(),
      ],
    }),
  )

const step = fc.record({
  which: fc.nat({ max: 1 }),
  rounds: fc.nat({ max: 5 }),
  change: fc.constantFrom('', '', '', '', '', '', 'text', 'order', 'tools', 'settings', 'system'),
})

/** Returns the beginning of a conversation with a change. */
function changed(
  { messages, ...rest }: Conversation,
  { rounds, change }: { rounds: number; change: string },
): Conversation {
  const some = messages.slice(0, 2 + 2 * rounds)
  if (change === 'text') return { ...rest, messages: [...some.slice(0, -1), userMessage('Otherwise?')] }
  if (change === 'order') return { ...rest, messages: [...some.slice(0, 2), ...some.slice(4)] }
  if (change === 'tools')
    return { ...rest, tools: [{ type: 'function', name: 'other' }, ...(rest.tools ?? [])], messages: some }
  if (change === 'settings') return { ...rest, temperature: 0.5, messages: some }
  if (change === 'system') return { ...rest, messages: some.slice(1) }
  return { ...rest, messages: some }
}

const WIRES = [
  'openai-chat',
  'anthropic-messages',
  'openai-responses',
  'google-generate-content',
  'bedrock-converse',
  'mistral-chat',
]
const pairs = WIRES.flatMap((from) => WIRES.filter((to) => to !== from).map((to) => [from, to] as const))

const ANSWER: ModelResponse = {
  ...{ id: 'a', model: 'm', message: assistantMessage('Fine.') },
  finish: { reason: 'stop' },
}

/** A model whose prompts are marked for the cache, where the wire has marks. */
const MARKED_MODEL = 'claude-sonnet-4-5'

type CacheChoice = ProxyTarget['cache']

/** Sends the requests through one proxy. Returns the requests of the proxy, and its notices. */
async function answersOf(
  from: string,
  to: string,
  asked: readonly Conversation[],
  cache: CacheChoice,
): Promise<string[]> {
  const { adapter } = adapterOf(to)
  const upstream = scripted((sent) => nativeAnswer(adapter, ANSWER, sent))
  const { fetch, told } = proxied(from, to, upstream.fetch, { cache, model: MARKED_MODEL })
  const seen: string[] = []
  for (const conversation of asked) {
    const response = await fetch(...requestOf(from, conversation))
    seen.push(`${response.status} ${upstream.sent.at(-1)?.text}`)
  }
  return [...seen, ...told.map(({ notices }) => noticesOf(notices).join('\n'))]
}

/** Returns the notices in a fixed order. Fields that are not carried are in one notice, or in one per turn. */
function noticesOf(notices: readonly { readonly code: string }[]): string[] {
  return notices
    .filter(({ code }) => code !== 'fields-not-carried')
    .map((one) => JSON.stringify(one))
    .sort()
}

describe('the proxy sends the same bytes with and without the memory of a conversation', () => {
  const caches = fc.constantFrom<CacheChoice>('none', 'marks', 'auto')
  const steps = fc.array(step, { minLength: 2, maxLength: 8 })

  test.each(pairs)('from %s to %s', { timeout: 120_000 }, async (from, to) => {
    await fc.assert(
      fc.asyncProperty(whole, whole, steps, caches, async (one, two, changes, cache) => {
        const asked = changes.map(({ which, ...rest }) => changed(which === 0 ? one : two, rest))
        const remembered = await answersOf(from, to, asked, cache)
        const spied = vi.spyOn(BodyMemory.prototype, 'parse').mockReturnValue(undefined)
        const expected = await answersOf(from, to, asked, cache)
        spied.mockRestore()
        expect(remembered.length).toBe(expected.length)
        const place = remembered.findIndex((text, index) => text !== expected[index])
        // Only the difference is shown, since the texts are long.
        const [ours = '', theirs = ''] = [remembered[place], expected[place]]
        const at = [...theirs].findIndex((sign, index) => sign !== ours[index])
        expect(ours.slice(at, at + 200)).toBe(theirs.slice(at, at + 200))
        expect(place).toBe(-1)
      }),
      tries(200),
    )
  })

  test('and continues the latest request', async () => {
    const call = (id: string) => toolCall(id, 'weather', { city: 'Rome' })
    const rounds = ['call_1', 'call_2'].flatMap((id) => [
      assistantMessage('Well', call(id)),
      toolMessage([toolResult(call(id), 'clear')]),
    ])
    const messages = [userMessage(LONG), ...rounds]
    const asked = [1, 3, 5].map((length) => ({ tools: TOOLS, messages: messages.slice(0, length) }))
    const fresh: string[] = []
    for (const [from, to] of pairs) {
      const taken = vi.spyOn(HistoryMemory.prototype, 'take')
      await answersOf(from, to, asked, 'none')
      const continued = taken.mock.results.filter(({ value }) => value !== undefined)
      if (continued.length < 2) fresh.push(`${from} to ${to}: ${continued.length}`)
      taken.mockRestore()
    }
    expect(fresh).toEqual([])
  })

  test('and reports what decoding of an earlier message lost, each time', async () => {
    const { adapter } = adapterOf('anthropic-messages')
    const upstream = scripted((sent) => nativeAnswer(adapter, ANSWER, sent))
    const { fetch, told } = proxied('openai-chat', 'anthropic-messages', upstream.fetch)
    const messages = [
      { role: 'critic', content: LONG },
      { role: 'assistant', content: 'Fine.' },
      { role: 'user', content: 'And?' },
    ]
    const send = (count: number) =>
      fetch('http://local/v1/chat/completions', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer k' },
        body: JSON.stringify({ model: 'm', messages: messages.slice(0, count) }),
      })
    for (const count of [1, 3, 3]) expect((await send(count)).status).toBe(200)
    const unknown = told.map(({ notices }) =>
      notices.flatMap(({ code, path }) => (code === 'unknown-role' ? path : [])),
    )
    expect(unknown).toEqual(Array(3).fill(['/messages/0/role']))
  })
})
