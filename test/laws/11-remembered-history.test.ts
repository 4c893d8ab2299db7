import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { JsonArray } from '../../src/base/json/json-types.js'
import { asJson, expectArray, objectIn } from '../../src/base/json/read-json.js'
import type { Notice } from '../../src/base/model/context.js'
import { toolResult } from '../../src/base/model/create.js'
import type {
  Conversation,
  Message,
  ToolCall,
  ToolDefinition,
  ToolOutput,
  ToolResult,
} from '../../src/base/model/types.js'
import { HistoryMemory } from '../../src/translate/exchange/history-memory.js'
import {
  type EncodeConversationOptions,
  encodeConversation,
} from '../../src/translate/exchange/translate-conversation.js'
import type { LoadedAdapter } from '../support/adapters.js'
import { conversation } from '../support/arbitraries.js'
import { tries } from '../support/cases.js'
import { exchangesBetween, forEachAdapter, forEachPair, holdsFor } from '../support/law.js'
import { deepFreeze, difference, plainObject } from '../support/values.js'

type Options = EncodeConversationOptions<LoadedAdapter['adapter']>

/** Returns how the request differs from a request that was encoded without the memory. */
function differs(given: Conversation, options: Options, memory: HistoryMemory): string | undefined {
  const [plain, remembered] = [
    attempt(() => encodeConversation(given, options)),
    attempt(() => encodeConversation(given, { ...options, memory })),
  ]
  if (typeof plain === 'string' || typeof remembered === 'string')
    return plain === remembered ? undefined : `${remembered} with, ${plain} without the memory`
  const { notices: ours, ...request } = remembered
  const { notices: theirs, ...expected } = plain
  if (JSON.stringify(request.value) !== JSON.stringify(expected.value))
    return `the bytes differ: ${difference(expected.value, request.value)}`
  return difference({ ...expected, notices: summed(theirs) }, { ...request, notices: summed(ours) })
}

/** Returns the notices in a fixed order. Fields that are not carried are listed in one notice, or in one per turn. */
function summed(notices: readonly Notice[]): unknown[] {
  const fields = new Map<string, number>()
  const others = notices.filter(({ code, detail }) => {
    if (code !== 'fields-not-carried') return true
    for (const [field, count] of Object.entries(plainObject(detail)))
      fields.set(field, (fields.get(field) ?? 0) + Number(count))
    return false
  })
  return [...others.map((one) => JSON.stringify(one)).sort(), [...fields].sort()]
}

function attempt<Value>(run: () => Value): Value | string {
  try {
    return run()
  } catch (error) {
    return String(error)
  }
}

/** Returns the conversation before each answer and at its end. */
function turnsOf(whole: Conversation): Conversation[] {
  const { messages } = whole
  const ends = messages.flatMap(({ role }, index) => (role === 'assistant' && index > 0 ? [index] : []))
  return [...ends, messages.length].map((end) => ({ ...whole, messages: messages.slice(0, end) }))
}

const QUESTION: Message = { role: 'user', parts: [{ type: 'text', text: 'And otherwise?' }] }

const ids = fc.constantFrom(
  'call_1',
  'call_2',
  'call_3',
  'call_4',
  'call_5',
  'toolu_01',
  'a b',
  'x'.repeat(70),
)
const names = fc.constantFrom('weather', 'get weather', 'weather')
const word = fc.constantFrom('', ' ', 'Well', 'Yes.\n')

const call = fc.record({ id: ids, name: names, city: word }).map(
  ({ id, name, city }): ToolCall => ({
    ...{ type: 'tool-call', id, name, kind: 'function', providerExecuted: false },
    ...{ status: 'complete', arguments: { city } },
  }),
)

const output: fc.Arbitrary<ToolOutput> = fc.oneof(
  word.map((value) => ({ type: 'text' as const, value })),
  fc.constant({ type: 'json' as const, value: { sky: 'clear' } }),
  word.map((text) => ({ type: 'content' as const, value: [{ type: 'text' as const, text }] })),
)

/** An answer with calls, and their results: usually all, in order. */
const round = fc
  .record({
    calls: fc.array(call, { maxLength: 3 }),
    said: fc.option(word, { nil: undefined }),
    thought: fc.option(word, { nil: undefined }),
    outputs: fc.array(output, { minLength: 3, maxLength: 3 }),
    lost: fc.integer({ min: 0, max: 12 }),
    asks: fc.option(word, { nil: undefined }),
    wire: fc.constantFrom(undefined, 'openai-chat', 'anthropic-messages'),
  })
  .map(({ calls, said, thought, outputs, lost, asks, wire }): Message[] => {
    const texts = said === undefined ? [] : [{ type: 'text' as const, text: said }]
    const thoughts = thought === undefined ? [] : [{ type: 'reasoning' as const, text: thought }]
    const results = calls.flatMap(({ id, name }, index): ToolResult[] => {
      const given = outputs[index]
      if (given === undefined || index + 10 === lost) return []
      return [
        { type: 'tool-result', callId: id, name, output: given, isError: false, providerExecuted: false },
      ]
    })
    const question = asks ?? (results.length === 0 ? 'And?' : undefined)
    return [
      { role: 'assistant', parts: [...thoughts, ...texts, ...calls], ...(wire && { origin: { wire } }) },
      ...(results.length === 0
        ? []
        : [{ role: 'tool' as const, parts: lost === 9 ? results.toReversed() : results }]),
      ...(question === undefined
        ? []
        : [{ role: 'user' as const, parts: [{ type: 'text' as const, text: question }] }]),
    ]
  })

/** A conversation of an agent. Some of its ids repeat, and one name is legal on few wires. */
const agent = fc
  .record({
    rounds: fc.array(round, { minLength: 1, maxLength: 6 }),
    system: fc.boolean(),
    thinks: fc.boolean(),
  })
  .map(
    ({ rounds, system, thinks }): Conversation => ({
      tools: ['weather', 'get weather'].map((name) => ({
        ...{ type: 'function', name, description: 'The weather of a city.' },
        parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      })),
      ...(thinks && { reasoning: { budgetTokens: 2048 } }),
      messages: [
        ...(system
          ? [{ role: 'system' as const, parts: [{ type: 'text' as const, text: 'Be brief.' }] }]
          : []),
        QUESTION,
        ...rounds.flat(),
      ],
    }),
  )

/** Returns the ways in which the ids of so many calls may repeat: `[0, 0]` and `[0, 1]` for two calls. */
function repetitions(count: number): number[][] {
  if (count === 0) return [[]]
  return repetitions(count - 1).flatMap((ids) => {
    const most = Math.max(-1, ...ids)
    return Array.from({ length: most + 2 }, (_, id) => [...ids, id])
  })
}

const WEATHER: ToolDefinition = {
  ...{ type: 'function', name: 'weather', parameters: { type: 'object', properties: {} } },
}

/** Returns a turn with one call. */
function turnOf(id: string, output: string): Message[] {
  const call: ToolCall = {
    ...{ type: 'tool-call', id, name: 'weather', kind: 'function', providerExecuted: false },
    ...{ status: 'complete', arguments: { city: output } },
  }
  return [
    { role: 'assistant', parts: [call] },
    { role: 'tool', parts: [toolResult(call, output)] },
  ]
}

/** A change between two turns: `replay` sends an earlier turn again, `edit` replaces a message by an equal one. */
const step = fc.record({
  turn: fc.nat(),
  change: fc.constantFrom('grow', 'grow', 'grow', 'grow', 'replay', 'edit', 'settings', 'branch'),
  at: fc.nat(),
})

/** Policies for the prompt cache. Only for the model of the second and third one are prompts marked. */
const policy = fc.constantFrom<Partial<Options>>(
  {},
  { cache: 'auto', model: 'claude-sonnet-4-5' },
  { cache: 'marks', model: 'claude-sonnet-4-5' },
  { cache: 'auto' },
)

/** Sends the turns of two conversations, with changes in between, through one memory. */
function interleaved(whole: fc.Arbitrary<Conversation>, { adapter }: LoadedAdapter): void {
  fc.assert(
    fc.property(whole, whole, fc.array(step, { maxLength: 16 }), policy, (one, two, steps, cached) => {
      const memory = new HistoryMemory()
      const options = { to: adapter, model: 'example-model', maxOutputTokens: 4096, ...cached }
      const all = [one, two].map((given) => turnsOf(deepFreeze(given)))
      const grown = [0, 0]
      for (const { turn, ...rest } of steps) {
        const which = turn % 2
        const turns = all[which] ?? []
        const next = rest.change === 'grow' ? (grown[which] ?? 0) : turn % turns.length
        if (rest.change === 'grow') grown[which] = next + 1
        const given = turns[next % turns.length]
        if (given !== undefined) expect(differs(changed(given, rest), options, memory)).toBeUndefined()
      }
    }),
    tries(150),
  )
}

function changed(given: Conversation, { change, at }: { change: string; at: number }): Conversation {
  const { messages } = given
  const place = at % Math.max(messages.length, 1)
  if (change === 'edit')
    return { ...given, messages: messages.map((one, index) => (index === place ? { ...one } : one)) }
  if (change === 'settings') return { ...given, temperature: at % 2 }
  if (change === 'branch') return { ...given, messages: [...messages.slice(0, place), QUESTION] }
  return given
}

function callOf(index: number): ToolCall {
  return {
    ...{ type: 'tool-call', id: `call_${index}`, name: 'weather', kind: 'function', providerExecuted: false },
    ...{ status: 'complete', arguments: {} },
  }
}

describe('law 11: a memory of the history changes nothing', () => {
  forEachAdapter('two random conversations, edited and branched', ['request', 'writing'], (loaded) =>
    interleaved(conversation(), loaded),
  )

  forEachAdapter('two agents, edited and branched', ['request', 'writing'], (loaded) =>
    interleaved(agent, loaded),
  )

  forEachAdapter('call ids that come again, in every order', ['request', 'writing'], ({ adapter }) => {
    const options = { to: adapter, model: 'example-model', maxOutputTokens: 4096 }
    const all = repetitions(4).map((numbers) => ({ id: numbers.join(), numbers }))
    holdsFor(all, ({ numbers }) => {
      const memory = new HistoryMemory()
      const turns = numbers.flatMap((number, index) => turnOf(`call_${number}`, `done ${index}`))
      const whole = deepFreeze({ tools: [WEATHER], messages: [QUESTION, ...turns] })
      return turnsOf(whole).flatMap((given) => differs(given, options, memory) ?? [])
    })
  })

  const text = (role: 'user' | 'assistant', words: string): Message => ({
    role,
    parts: [{ type: 'text', text: words }],
  })

  forEachAdapter(
    'messages of white space, and results in another order',
    ['request', 'writing'],
    ({ adapter }) => {
      const options = { to: adapter, model: 'example-model', maxOutputTokens: 4096 }
      const tools: ToolDefinition[] = [WEATHER, { ...WEATHER, name: 'get weather' }]
      const calls = tools.flatMap((tool) => ('name' in tool ? { ...callOf(1), name: tool.name } : []))
      const lists = [
        [QUESTION, text('assistant', ' '), text('user', ''), ...turnOf('call_1', '')],
        [QUESTION, text('assistant', ''), text('user', 'And?'), ...turnOf('call_1', 'done')],
        [
          ...[QUESTION, text('assistant', 'Well'), QUESTION],
          { role: 'assistant' as const, parts: calls },
          {
            role: 'tool' as const,
            parts: calls.toReversed().map((call) => toolResult(call, 'done')),
          },
          ...turnOf('call_2', 'done'),
        ],
      ]
      holdsFor(
        lists.map((messages, index) => ({ id: String(index), messages })),
        ({ messages }) => {
          const memory = new HistoryMemory()
          return turnsOf(deepFreeze({ tools, messages })).flatMap(
            (given) => differs(given, options, memory) ?? [],
          )
        },
      )
    },
  )

  forEachPair('recorded conversations, turn by turn', ['request'], (from, to) => {
    holdsFor(exchangesBetween(from, to), ({ request }) => {
      if (request === undefined) return undefined
      const whole = deepFreeze(from.adapter.decodeRequest(request).value)
      const memory = new HistoryMemory()
      const options = { to: to.adapter, model: 'example-model', maxOutputTokens: 4096, from: from.wire }
      const marked = { ...options, model: 'claude-sonnet-4-5', cache: 'auto' as const }
      const marks = new HistoryMemory()
      return turnsOf(whole).flatMap((given) =>
        [differs(given, options, memory), differs(given, marked, marks)].flatMap((one) => one ?? []),
      )
    })
  })

  const TOOLS: readonly ToolDefinition[] = [
    { type: 'function', name: 'weather', parameters: { type: 'object', properties: {} } },
  ]

  /** Returns the native messages of a conversation after two, three, four and five rounds. */
  function nativeLists(adapter: LoadedAdapter['adapter'], given: Partial<Options>): JsonArray[] {
    const { history: field = '' } = adapter.codecs.http
    const memory = new HistoryMemory()
    const rounds = Array.from({ length: 5 }, (_, index): Message[] => [
      { role: 'assistant', parts: [{ type: 'text', text: 'Well' }, callOf(index)] },
      { role: 'tool', parts: [toolResult(callOf(index), { sky: 'clear' })] },
    ])
    // One list to which the caller appends.
    const messages: Message[] = [QUESTION, ...rounds.slice(0, 1).flat()]
    return [2, 3, 4, 5].map((end) => {
      messages.push(...(rounds[end - 1] ?? []))
      const options = { to: adapter, model: 'example-model', maxOutputTokens: 100, memory, ...given }
      const { value } = encodeConversation({ tools: TOOLS, messages }, options)
      return expectArray(objectIn(asJson(value))[field], field)
    })
  }

  forEachAdapter(
    'a growing conversation shares its earlier native messages',
    ['http', 'request'],
    ({ adapter }) => {
      if (adapter.codecs.http.history === undefined) return
      const lists = nativeLists(adapter, {})
      for (const [index, list] of lists.slice(1).entries())
        for (const [place, native] of (lists[index] ?? []).entries()) expect(list[place]).toBe(native)
    },
  )

  forEachAdapter(
    'a conversation whose marks move shares the native messages before the marks',
    ['http', 'request'],
    ({ adapter }) => {
      const { http, limits } = adapter.codecs
      if (http.history === undefined || limits.cacheMarks?.models === undefined) return
      const lists = nativeLists(adapter, { model: 'claude-sonnet-4-5', cache: 'auto' })
      const [, , fourth = [], fifth = []] = lists
      // The fifth request encodes the last two rounds again, of which the fourth marked one.
      const shared = fourth.length - 4
      expect(shared).toBeGreaterThan(0)
      for (const [place, native] of fourth.slice(0, shared).entries()) expect(fifth[place]).toBe(native)
    },
  )
})
