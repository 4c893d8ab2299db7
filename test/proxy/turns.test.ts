import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import type {
  Conversation,
  ModelResponse,
  Part,
  ProviderMetadata,
  ToolCall,
} from '../../src/base/model/types.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import type { Fetch } from '../../src/traffic/replay/recorder.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { nativeAnswer, proxied, scripted } from '../support/proxy.js'
import { type ReplayClient, replayClients } from '../support/replay-clients.js'
import { PROOFS } from '../support/runners/upstream.js'
import { refusals } from '../support/translation.js'

function own(wire: string, metadata: JsonObject): { providerMetadata?: ProviderMetadata } {
  return Object.keys(metadata).length === 0 ? {} : { providerMetadata: { [wire]: metadata } }
}

/** Returns the answers of a wire to five turns: reasoning and calls, then reasoning and text. */
function answersOf(wire: string, turn: number): ModelResponse {
  const proof = PROOFS[wire]?.(turn) ?? { thinking: {}, call: {} }
  const call = (index: number, metadata: JsonObject): ToolCall => ({
    ...{
      type: 'tool-call',
      id: `call${turn}x${index}aaa`.slice(0, 9),
      name: 'get_weather',
      kind: 'function',
    },
    ...{
      status: 'complete',
      arguments: { city: `Town ${turn}.${index}`, days: index },
      providerExecuted: false,
    },
    ...own(wire, metadata),
  })
  const isLast = turn === 5
  const parts: Part[] = [
    { type: 'reasoning', text: `Thinking of turn ${turn}.`, ...own(wire, proof.thinking) },
    { type: 'text', text: `Saying ${turn}.` },
    ...(isLast ? [] : [call(0, proof.call), ...(turn % 2 === 1 ? [call(1, itemOnly(proof.call))] : [])]),
  ]
  return {
    id: `answer-${turn}`,
    model: 'target-model',
    message: { role: 'assistant', parts },
    finish: { reason: isLast ? 'stop' : 'tool-calls' },
    usage: { inputTokens: 10 * turn, outputTokens: turn },
  }
}

function itemOnly({ itemId }: JsonObject): JsonObject {
  return typeof itemId === 'string' ? { itemId: `${itemId}b` } : {}
}

const TOOLS: NonNullable<Conversation['tools']> = [
  {
    type: 'function',
    name: 'get_weather',
    description: 'Weather',
    parameters: { type: 'object', properties: { city: { type: 'string' }, days: { type: 'number' } } },
  },
]

type Form = 'whole' | 'events' | 'final'

/** Returns the SDK's result in canonical form. */
async function asked(
  client: ReplayClient,
  body: JsonObject,
  form: Form,
  fetch: Fetch,
): Promise<ModelResponse> {
  const { adapter } = adapterOf(client.wire)
  const url = adapter.codecs.http.pathFor('m', form !== 'whole')
  const play = { url, body, fetch }
  if (form === 'events') {
    const { events, error } = await client.events(play)
    if (error !== undefined) throw error
    return adapter.collect(events.map((event) => expectObject(event, '')))
  }
  const answer = form === 'whole' ? await client.whole(play) : await client.final?.(play)
  return adapter.decodeResponse(expectObject(asJson(answer), '')).value
}

/** Runs five turns of a client. Returns the client's results, and the histories that the server received. */
async function talk(client: ReplayClient, to: Adapter, form: Form) {
  const { adapter } = adapterOf(client.wire)
  const upstream = scripted((sent, index) => nativeAnswer(to, answersOf(to.id, index + 1), sent))
  const { fetch, told } = proxied(client.wire, to.id, upstream.fetch)
  const seen: ModelResponse[] = []
  let conversation: Conversation = {
    model: 'm',
    maxOutputTokens: 1000,
    tools: TOOLS,
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'Weather in two towns?' }] }],
  }
  for (let turn = 1; turn <= 5; turn += 1) {
    const body = expectObject(asJson(adapter.encodeRequest(conversation).value), '')
    const response = await asked(client, body, form, fetch)
    seen.push(response)
    conversation = {
      ...conversation,
      messages: [...conversation.messages, response.message, ...results(response)],
    }
  }
  return { seen, sent: upstream.sent.map(({ body }) => body), told }
}

/** Results in another order than the calls. */
function results({ message }: ModelResponse): Conversation['messages'] {
  const calls = message.parts.filter((part) => part.type === 'tool-call').toReversed()
  if (calls.length === 0) return [{ role: 'user', parts: [{ type: 'text', text: 'Go on.' }] }]
  const parts = calls.map(
    (call): Part => ({
      type: 'tool-result',
      callId: call.id,
      ...(call.minted && { minted: true }),
      name: call.name,
      output: { type: 'text', value: `Sunny in ${JSON.stringify(call.arguments)}` },
      isError: false,
      providerExecuted: false,
      answers: { kind: call.kind, ...(call.providerMetadata && { providerMetadata: call.providerMetadata }) },
    }),
  )
  return [{ role: 'tool', parts }]
}

/** Returns the relevant facts of parts, on both sides. */
function essential(parts: readonly Part[], types: readonly Part['type'][]): object[] {
  return parts
    .filter(({ type }) => types.includes(type))
    .map((part) => {
      if (part.type === 'tool-call')
        return { call: part.name, arguments: part.arguments, status: part.status }
      return { [part.type]: part.type === 'text' || part.type === 'reasoning' ? part.text : '' }
    })
}

describe.each(replayClients)('five turns of $title', (client) => {
  const forms: Form[] = ['whole', 'events', ...(tellsThinking(client) ? ['final' as const] : [])]
  const cases = adapters.flatMap(({ wire }) => forms.map((form) => [wire, form] as const))

  test.each(someOf(cases, 3, client.title))('over %s, %s', async (to, form) => {
    const target = adapterOf(to)
    const { seen, sent, told } = await talk(client, target.adapter, form)
    // The client receives the server's output.
    for (const [index, response] of seen.entries()) {
      const said = answersOf(to, index + 1)
      expect(essential(response.message.parts, ['text', 'tool-call'])).toEqual(
        essential(said.message.parts, ['text', 'tool-call']),
      )
      expect(response.finish.reason).toBe(said.finish.reason)
      expect(response.usage).toMatchObject(said.usage ?? {})
    }
    // The server gets its output back: with its signatures, its ids and the matching results.
    for (const [index, body] of sent.entries()) {
      expect(refusals(body, target)).toEqual([])
      const { messages } = target.adapter.decodeRequest(body).value
      const answers = messages.filter(({ role }) => role === 'assistant')
      expect(answers).toHaveLength(index)
      for (const [turn, { parts }] of answers.entries()) {
        const given = answersOf(to, turn + 1).message.parts
        expect(essential(parts, ['reasoning', 'text', 'tool-call']), `turn ${turn + 1}`).toEqual(
          essential(given, ['reasoning', 'text', 'tool-call']),
        )
        expect(proofsIn(parts, to)).toEqual(proofsIn(given, to))
      }
      const callIds = messages
        .flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-call'))
        .map(({ id }) => id)
      const answered = messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-result'))
      expect(answered.map(({ callId }) => callId).sort()).toEqual([...callIds].sort())
      if (to !== 'google-generate-content')
        for (const [turn, { parts }] of answers.entries())
          expect(idsIn(parts)).toEqual(idsIn(answersOf(to, turn + 1).message.parts))
    }
    expect(told.every(({ notices }) => notices.every(({ code }) => code !== 'proxy-state-failed'))).toBe(true)
  })
})

/** Returns true for a client that reports reasoning. The oldest SDK joins reasoning and text. */
function tellsThinking({ final, title }: ReplayClient): boolean {
  return final !== undefined && title !== '@google/generative-ai'
}

function proofsIn(parts: readonly Part[], wire: string): unknown[] {
  return parts.flatMap((part) => {
    const { signature, itemId } = ('providerMetadata' in part && part.providerMetadata?.[wire]) || {}
    return signature === undefined && itemId === undefined ? [] : [{ signature, itemId }]
  })
}

function idsIn(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : []))
}
