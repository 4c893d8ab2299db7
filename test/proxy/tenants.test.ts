import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assistantMessage, toolMessage, toolResult, userMessage } from '../../src/base/model/create.js'
import type { Conversation, Message, Part, ToolCall } from '../../src/base/model/types.js'
import { proxyMemory } from '../../src/proxy/client-state.js'
import type { StateStore } from '../../src/tools/context/context-types.js'
import { adapterOf } from '../support/adapters.js'
import { tries } from '../support/cases.js'
import {
  nativeAnswer,
  type Proxied,
  requestOf,
  type Scripted,
  type Sent,
  scripted,
  served,
  targetOf,
} from '../support/proxy.js'

// Conversations of several users with one key. They send the same messages and get the same answers; only the
// reasoning differs.

const TOOLS = [{ type: 'function', name: 'look', parameters: { type: 'object' } }] as const

/** The model's output in one turn. */
interface Turn {
  readonly text: string
  readonly calls: readonly { readonly at: number }[]
  /** True if its server restarts the numbering of ids in each answer. */
  readonly counts: boolean
}

interface Talk {
  readonly from: string
  readonly to: string
  /** Turns by conversation. */
  readonly turns: readonly (readonly Turn[])[]
  /** The conversations that continue at the same time, by index. */
  readonly steps: readonly (readonly number[])[]
}

const turn: fc.Arbitrary<Turn> = fc.record({
  text: fc.constantFrom('Hello!', 'Done.'),
  calls: fc.array(fc.constantFrom({ at: 0 }, { at: 1 }), { maxLength: 2 }),
  counts: fc.boolean(),
})

const talk: fc.Arbitrary<Talk> = fc.record({
  from: fc.constantFrom('openai-chat', 'openai-responses', 'google-generate-content', 'anthropic-messages'),
  to: fc.constantFrom('anthropic-messages', 'google-generate-content', 'bedrock-converse'),
  turns: fc.array(fc.array(turn, { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 4 }),
  steps: fc.array(fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 16 }),
})

/** Creates a server whose reasoning contains the name of the conversation, which is the name of the model. */
function thinking(to: string, turns: Talk['turns']) {
  const { adapter } = adapterOf(to)
  return scripted((sent) => {
    const { messages } = adapter.decodeRequest(sent.body).value
    const name = modelOf(to, sent)
    const index = messages.filter(({ role }) => role === 'assistant').length
    const said = turns[Number(name.slice(1))]?.[index] ?? { text: 'Over.', calls: [], counts: true }
    const parts = partsOf(to, `${name}.${index}`, said)
    const finish = { reason: said.calls.length === 0 ? ('stop' as const) : ('tool-calls' as const) }
    // Without an answer id, ids derived from the call are the same in each conversation.
    return nativeAnswer(adapter, { message: assistantMessage(...parts), finish }, sent)
  })
}

function modelOf(wire: string, { path, body }: Sent): string {
  const { modelIn } = adapterOf(wire).adapter.codecs.http
  return modelIn?.(path) ?? String(body.model)
}

/**
 * Creates the parts of a turn.
 * @param thought identifies the owner of the parts.
 */
function partsOf(wire: string, thought: string, { text, calls, counts }: Turn): Part[] {
  const proof = { providerMetadata: { [wire]: { signature: btoa(thought) } } }
  const isOnCalls = wire === 'google-generate-content'
  const told = calls.map((call, index): ToolCall => {
    const id = counts ? `call_${index}` : `call_${crypto.randomUUID().slice(0, 8)}`
    return {
      ...{ type: 'tool-call', name: 'look', kind: 'function', providerExecuted: false },
      ...{ status: 'complete', arguments: { ...call } },
      ...(isOnCalls ? { id, minted: true } : { id }),
      ...(isOnCalls && index === 0 && proof),
    }
  })
  const reasoning: Part = { type: 'reasoning', text: `Thinking of ${thought}.`, ...proof }
  const visible: Part = { type: 'text', text, ...(isOnCalls && calls.length === 0 && proof) }
  return [...(isOnCalls ? [] : [reasoning]), visible, ...told]
}

/** One client with its conversation. */
class Person {
  readonly messages: Message[] = [userMessage('hi')]
  /** Everything that a server could know of the conversation, after each answer. */
  readonly visible: string[] = []

  constructor(
    readonly wire: string,
    readonly model: string,
    readonly fetch: Proxied['fetch'],
  ) {}

  /**
   * Continues the conversation.
   * @param change the client's edit of the history before it is sent.
   */
  async goOn(change = (messages: readonly Message[]) => messages): Promise<void> {
    const { adapter } = adapterOf(this.wire)
    const asked: Conversation = { model: this.model, messages: change(this.messages), tools: TOOLS }
    const response = await this.fetch(...requestOf(this.wire, asked))
    expect(response.status).toBe(200)
    const { message } = adapter.decodeResponse(await response.text()).value
    const calls = message.parts.filter((part) => part.type === 'tool-call')
    this.messages.push(message)
    this.visible.push(
      JSON.stringify(this.messages.map(({ role, parts }) => [role, ...parts.map(visiblePart)])),
    )
    if (calls.length > 0) this.messages.push(toolMessage(calls.map((call) => toolResult(call, 'ok'))))
    else this.messages.push(userMessage('go on'))
  }
}

function visiblePart(part: Part): unknown {
  if (part.type === 'text') return part.text
  if (part.type === 'tool-call') return [part.minted ? '' : part.id, part.name, part.arguments]
  return part.type
}

interface Asked {
  readonly person: Person
  readonly sent: Sent
  /** True if another conversation looked the same after the latest answer. */
  readonly hasTwin: boolean
}

/** Creates a proxy whose clients choose the model. */
function clientsOf(from: string, to: string, upstream: Scripted, state: StateStore): Proxied {
  const { model: _model, ...target } = targetOf(adapterOf(to).adapter)
  const routes = [{ from: adapterOf(from).adapter, to: target }]
  return served({ routes, fetch: upstream.fetch, state })
}

/** Continues the conversations. Returns the requests to the server for each. */
async function talked({ from, to, turns, steps }: Talk): Promise<Asked[]> {
  const upstream = thinking(to, turns)
  const { fetch } = clientsOf(from, to, upstream, slowly(proxyMemory()))
  const people = turns.map((_, index) => new Person(from, `c${index}`, fetch))
  const asked: Asked[] = []
  for (const step of steps) {
    const going = step.flatMap((index) => people[index] ?? [])
    const twins = going.filter(({ visible, ...person }) =>
      people.some((other) => other.model !== person.model && other.visible.includes(visible.at(-1) ?? '')),
    )
    await Promise.all(going.map((person) => person.goOn()))
    for (const sent of upstream.sent.slice(asked.length)) {
      const person = going.find(({ model }) => model === modelOf(to, sent))
      if (person !== undefined) asked.push({ person, sent, hasTwin: twins.includes(person) })
    }
  }
  return asked
}

/** Returns the owners of the reasoning in a request. */
function thoughtsIn(to: string, { body }: Sent): string[] {
  const { messages } = adapterOf(to).adapter.decodeRequest(body).value
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      const { signature } = ('providerMetadata' in part && part.providerMetadata?.[to]) || {}
      return typeof signature === 'string' && signature !== NO_PROOF ? [atob(signature)] : []
    }),
  )
}

/** The value that Gemini accepts instead of a signature. */
const NO_PROOF = 'skip_thought_signature_validator'

test('thinking of one conversation is added to no other, and sent content is unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(talk, async (drawn) => {
      if (drawn.from === drawn.to) return
      const asked = await talked(drawn)
      for (const person of new Set(asked.map((one) => one.person))) {
        const own = asked.filter((one) => one.person === person)
        for (const [index, { sent, hasTwin }] of own.entries()) {
          const thoughts = thoughtsIn(drawn.to, sent)
          expect(thoughts.filter((thought) => !thought.startsWith(`${person.model}.`))).toEqual([])
          const isUnlike = own.slice(0, index + 1).every((one) => !one.hasTwin)
          if (isUnlike) expect(thoughts).toHaveLength(index)
          const before = own[index - 1]
          if (before !== undefined && !hasTwin) expectBegins(drawn.to, sent, before.sent)
        }
      }
    }),
    { ...tries(150), examples: EXAMPLES },
  )
})

/** Two conversations that take turns. */
const BY_TURNS: Talk['steps'] = [[0], [1], [0], [1], [0], [1]]
const NOTHING_SAID: Turn = { text: 'Hello!', calls: [], counts: true }
const CALLS: Turn = { ...NOTHING_SAID, calls: [{ at: 0 }] }

const EXAMPLES: [Talk][] = [
  // Two users send "hi" and get the same greeting.
  { from: 'openai-chat', to: 'anthropic-messages', turns: twice(NOTHING_SAID), steps: BY_TURNS },
  // The first calls of two sessions are equal and have no id.
  { from: 'openai-chat', to: 'google-generate-content', turns: twice(CALLS), steps: BY_TURNS },
  // The server numbers its calls.
  { from: 'openai-chat', to: 'bedrock-converse', turns: twice(CALLS), steps: BY_TURNS },
].map((example): [Talk] => [example])

function twice(turn: Turn): Turn[][] {
  return [
    [turn, turn, turn],
    [turn, turn, turn],
  ]
}

/**
 * Expects a request to begin with the previous one: the prompt cache contains the unchanged part. Cache marks
 * move with the end.
 */
function expectBegins(wire: string, sent: Sent, before: Sent): void {
  const [later, earlier] = [sent, before].map(({ body }) =>
    adapterOf(wire).adapter.decodeRequest(body).value.messages.map(withoutMarks),
  )
  expect(later?.slice(0, earlier?.length)).toEqual(earlier)
}

function withoutMarks(message: Message): unknown {
  return JSON.parse(JSON.stringify(message, (key, value) => (key === 'cache' ? undefined : value)))
}

/** Creates a store that other processes can access between two steps. */
function slowly(state: StateStore): StateStore {
  const tick = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    async get(key) {
      await tick()
      return state.get(key)
    },
    async set(key, text) {
      await tick()
      await state.set(key, text)
    },
  }
}

/** Edits that clients make to a history before they send it again, without a change of meaning. */
const CHANGES: Readonly<Record<string, (messages: readonly Message[], turn: number) => readonly Message[]>> =
  {
    'that say the time in their instructions': (messages, turn) => [
      {
        role: 'system',
        parts: [{ type: 'text', text: `Be brief. Now: 2026-11-${10 + turn} 0${turn}:15:00 (${turn})` }],
      },
      ...messages,
    ],
    'that trim texts': (messages) =>
      changedTexts(messages, (text) => [{ type: 'text', text: `\n ${text.replaceAll(' ', '  ')} ` }]),
    'that drop and add empty blocks': (messages, turn) =>
      changedTexts(messages, (text) =>
        turn % 2 === 0
          ? [
              { type: 'text', text },
              { type: 'text', text: '' },
            ]
          : [{ type: 'text', text }],
      ),
    'that move the marks of the cache': (messages) =>
      messages.map((message, index) =>
        index < messages.length - 1
          ? message
          : {
              ...message,
              parts: message.parts.map((part) => ('callId' in part ? { ...part, cache: {} } : part)),
            },
      ),
    'that clear old results': (messages) =>
      messages.map((message, index) =>
        message.role !== 'tool' || index === messages.length - 1
          ? message
          : {
              ...message,
              parts: message.parts.map((part) =>
                'callId' in part ? { ...part, output: { type: 'text', value: '[cleared]' } } : part,
              ),
            },
      ),
    'that fill in what a call left out': (messages) =>
      messages.map((message) => ({
        ...message,
        parts: message.parts.map((part) =>
          part.type === 'tool-call' && part.kind !== 'custom' && part.status === 'complete'
            ? { ...part, arguments: { ...part.arguments, deep: false } }
            : part,
        ),
      })),
    'that sum up what is long ago': (messages, turn) =>
      turn < 4 ? messages : [userMessage(`So far: ${turn} things.`), ...messages.slice(3)],
  }

function changedTexts(messages: readonly Message[], change: (text: string) => Part[]): Message[] {
  return messages.map((message) => ({
    ...message,
    parts: message.parts.flatMap((part) => (part.type === 'text' ? change(part.text) : [part])),
  }))
}

const CALLING: readonly Turn[] = [0, 1, 2, 3, 4].map((at) => ({ text: '', calls: [{ at }], counts: false }))

test.each(Object.entries(CHANGES))('clients %s send the reasoning back', async (_name, change) => {
  for (const to of ['anthropic-messages', 'google-generate-content', 'bedrock-converse']) {
    const upstream = thinking(to, [[...CALLING, NOTHING_SAID]])
    const { fetch } = clientsOf('openai-chat', to, upstream, proxyMemory())
    const person = new Person('openai-chat', 'c0', fetch)
    for (let turn = 0; turn < 6; turn += 1) await person.goOn((messages) => change(messages, turn))
    const lengths = upstream.sent.map((sent) => thoughtsIn(to, sent).length)
    const isShort = _name.includes('sum up')
    expect(lengths).toEqual(isShort ? [0, 1, 2, 3, 3, 4] : [0, 1, 2, 3, 4, 5])
  }
})

test('an answer that could not be kept is not mistaken for a similar one', async () => {
  const memory = proxyMemory()
  let isDown = false
  const state: StateStore = {
    get: (key) => memory.get(key),
    set(key, text) {
      if (isDown) throw new Error('down')
      return memory.set(key, text)
    },
  }
  const upstream = thinking('anthropic-messages', twice(CALLS))
  const { fetch } = clientsOf('openai-chat', 'anthropic-messages', upstream, state)
  const [first, second] = [new Person('openai-chat', 'c0', fetch), new Person('openai-chat', 'c1', fetch)]
  isDown = true
  await first.goOn()
  isDown = false
  await second.goOn()
  await first.goOn()
  expect(thoughtsIn('anthropic-messages', upstream.sent.at(-1) ?? expect.fail())).toEqual([])
})

test.each([false, true])(
  'an answer of the client’s own wire is not mistaken for one of another, streamed: %s',
  async (streams) => {
    const { adapter } = adapterOf('openai-chat')
    const others = thinking('anthropic-messages', twice(NOTHING_SAID))
    const own = scripted((sent) =>
      nativeAnswer(adapter, { message: assistantMessage('Hello!'), finish: { reason: 'stop' } }, sent),
    )
    const { fetch } = served({
      routes: [
        { from: adapter, models: ['own'], to: targetOf(adapter) },
        { from: adapter, to: { ...targetOf(adapterOf('anthropic-messages').adapter), model: 'c0' } },
      ],
      fetch: (url, init) => (url.includes('/chat/') ? own.fetch(url, init) : others.fetch(url, init)),
    })
    const ask = async (model: string, ...messages: Message[]) =>
      (await fetch(...requestOf('openai-chat', { model, messages }, streams))).text()
    await ask('c0', userMessage('hi'))
    await ask('own', userMessage('hi'))
    await ask('c0', userMessage('hi'), assistantMessage('Hello!'), userMessage('go on'))
    expect(thoughtsIn('anthropic-messages', others.sent.at(-1) ?? expect.fail())).toEqual([])
  },
)
