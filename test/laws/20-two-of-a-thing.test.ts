import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { assistantMessage, toolCall, toolResult } from '../../src/base/model/create.js'
import { givenId } from '../../src/base/model/repeated-ids.js'
import type { Conversation, Message, Part, ToolCall, ToolResult } from '../../src/base/model/types.js'
import { nameResults, outputText } from '../../src/codec/shape/results.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { defineTool } from '../../src/tools/define-tool.js'
import { createExecutor } from '../../src/tools/executor/executor.js'
import { runTools } from '../../src/tools/run-tools.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import { adapters, allAdapters, isReadOnly, type LoadedAdapter } from '../support/adapters.js'
import type { Exchange } from '../support/exchanges.js'
import { forEachAdapter, holdsFor, someExchangesOf } from '../support/law.js'
import { callsOf } from '../support/parts.js'
import { eventsOf, parsedEvents } from '../support/streams.js'
import { difference, stored } from '../support/values.js'

const user = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] })

const called: Message = {
  role: 'assistant',
  parts: [
    {
      type: 'tool-call',
      id: 'call_1',
      name: 'look',
      kind: 'function',
      providerExecuted: false,
      status: 'complete',
      arguments: {},
    },
  ],
}

const idsOf = (calls: readonly ToolCall[]) => calls.map(({ id }) => id)

function resultsOf(calls: readonly ToolCall[]): ToolResult[] {
  return calls.map(({ id, name }, index) => ({
    type: 'tool-result',
    callId: id,
    name,
    output: { type: 'text', value: `done ${index}` },
    isError: false,
    providerExecuted: false,
  }))
}

/** Encodes a conversation of another wire and decodes it again. */
function reread({ adapter }: LoadedAdapter, messages: readonly Message[]) {
  const conversation: Conversation = { model: 'example-model', maxOutputTokens: 100, messages }
  const { value, notices } = encodeConversation(conversation, { to: adapter })
  const read = adapter.decodeRequest(stored(value)).value
  return { read, codes: notices.map(({ code }) => code) }
}

function partsOf<Type extends Part['type']>({ messages }: Conversation, type: Type) {
  return messages.flatMap(({ parts }) => parts.filter((part) => part.type === type))
}

interface Repeated {
  readonly id: string
  readonly given: string
  readonly response?: JsonObject
  readonly native?: readonly JsonObject[]
  readonly expected: readonly ToolCall[]
}

/** Formats that identify parts of a call only by its id, so the id cannot be repeated. */
const BY_ID = ['ai-sdk', 'ai-sdk-rust']

/**
 * Returns answers whose second call has the id of the first one, as in answers of llama.cpp, DeepSeek and
 * GLM.
 */
function repeatedIn(loaded: LoadedAdapter): Repeated[] {
  return someExchangesOf(loaded.wire).flatMap((exchange) => repeated(exchange, loaded) ?? [])
}

function repeated(
  { id, response, stream, wire }: Exchange,
  { adapter }: LoadedAdapter,
): Repeated | undefined {
  if (response === undefined) return undefined
  const expected = callsOf(adapter.decodeResponse(response).value)
  const [first, second] = expected
  const isPlain = expected.every((call) => !call.providerExecuted && call.status === 'complete')
  if (first === undefined || second === undefined || first.minted || second.minted || !isPlain)
    return undefined
  const rewritten = (native: JsonObject): JsonObject =>
    JSON.parse(JSON.stringify(native).replaceAll(`"${second.id}"`, `"${first.id}"`))
  return {
    id,
    given: first.id,
    response: rewritten(response),
    ...(stream !== undefined &&
      !BY_ID.includes(wire) && { native: parsedEvents(adapter, stream).map(rewritten) }),
    expected,
  }
}

const asked = (calls: readonly ToolCall[]) => calls.map(({ name, arguments: value }) => ({ name, value }))

describe('law 20: two of a thing stay two', () => {
  describe('two calls with one id', () => {
    const isRepeating = (loaded: LoadedAdapter) => !loaded.adapter.lacks.has('response')
    const repeating = allAdapters.filter(isRepeating).map((loaded) => ({ loaded, cases: repeatedIn(loaded) }))
    const able = repeating
      .filter(({ cases }) => cases.length > 0)
      .map((one) => [one.loaded.wire, one] as const)

    test('are tried on most wires', () => expect(able.length).toBeGreaterThan(8))

    test.each(able)('%s: are two calls, complete and streamed', (wire, { loaded: { adapter }, cases }) => {
      holdsFor(cases, ({ given, response = {}, native, expected }) => {
        const whole = adapter.decodeResponse(response).value
        const calls = callsOf(whole)
        const streamed = native && callsOf(assemble(eventsOf(adapter, native), wire))
        return [
          difference(asked(expected), asked(calls)),
          calls.length === new Set(calls.map(({ id }) => id)).size ? undefined : 'the ids are not distinct',
          calls[0]?.id === given ? undefined : 'the first call has not the given id',
          streamed && difference(asked(expected), asked(streamed)),
          streamed && difference(idsOf(calls), idsOf(streamed)),
        ].flatMap((problem) => problem ?? [])
      })
    })

    test.each(able)('%s: go back with the ids that came', (_wire, { loaded, cases }) => {
      holdsFor(cases, ({ given, response = {} }) => {
        const { adapter } = loaded
        const whole = adapter.decodeResponse(response).value
        const written = isReadOnly(loaded) ? undefined : stored(adapter.encodeResponse(whole).value)
        const again = adapter.lacks.has('messages') ? [] : adapter.toolResults(resultsOf(callsOf(whole)))
        // Wires whose results may have no id pair them by name and order.
        const own = callsOf(whole).filter(({ id, minted }) => !minted && givenId(id) === given).length
        const times = JSON.stringify(again).split(`"${given}"`).length - 1
        return [
          written && difference(stored(adapter.decodeResponse(written).value), stored(whole)),
          JSON.stringify(written ?? '').includes('_toolwire-') ? 'an id of ours is written' : undefined,
          again.length === 0 || times === own ? undefined : `the id is written ${times} times`,
        ].flatMap((problem) => problem ?? [])
      })
    })

    test.each(able)(
      '%s: run both, and their results pair on every wire',
      async (_wire, { loaded, cases }) => {
        const [{ response = {}, expected } = { expected: [] }] = cases
        const { message } = loaded.adapter.decodeResponse(response).value
        const ran: unknown[] = []
        const tools = [...new Set(expected.map(({ name }) => name))].map((name) =>
          defineTool({
            name,
            parameters: { type: 'object' },
            execute: (input) => {
              ran.push(input)
              return JSON.stringify(input)
            },
          }),
        )
        const results = await runTools(message, tools)
        expect(ran).toEqual(expected.map((call) => call.arguments))
        expect(results.map(({ callId }) => callId)).toEqual(
          idsOf(callsOf({ message, finish: { reason: 'stop' } })),
        )
        const executed = await createExecutor({ tools }).execute(
          callsOf({ message, finish: { reason: 'stop' } }),
        )
        expect(executed.map(({ output }) => output)).toEqual(results.map(({ output }) => output))
        for (const target of adapters) {
          const { read } = reread(target, [user('Go on.'), message, { role: 'tool', parts: results }])
          const seen = partsOf(read, 'tool-result').filter((part) => part.type === 'tool-result')
          const called = partsOf(read, 'tool-call').filter((part) => part.type === 'tool-call')
          expect(
            called.map(({ name }) => name),
            target.wire,
          ).toHaveLength(expected.length)
          expect(
            seen.map(({ output }) => outputText(output)),
            target.wire,
          ).toEqual(results.map(({ output }) => outputText(output)))
        }
      },
    )
  })

  describe('two calls of one id in two turns', () => {
    const turn = (name: string): Message[] => {
      const call = toolCall('call_1', name, { of: name })
      const result: ToolResult = { ...toolResult(call, `done ${name}`), name: '' }
      return [user('Go on.'), assistantMessage(call), { role: 'tool', parts: [result] }]
    }
    const names = ['look', 'listen', 'look']
    forEachAdapter('keep their own results', ['request', 'writing'], (loaded) => {
      const { read } = reread(loaded, names.flatMap(turn))
      const results = partsOf(read, 'tool-result').filter((part) => part.type === 'tool-result')
      const calls = partsOf(read, 'tool-call').filter((part) => part.type === 'tool-call')
      expect(calls.map(({ name }) => name)).toEqual(names)
      expect(results.map(({ name, output }) => [name, outputText(output)])).toEqual(
        names.map((name) => [name, `done ${name}`]),
      )
    })
    test('name their own results if those have no names', () => {
      const named = nameResults(names.flatMap(turn)).flatMap(({ parts }) => parts)
      expect(named.flatMap((part) => (part.type === 'tool-result' ? part.name : []))).toEqual(names)
    })
  })

  describe.each([false, true])('two texts of a result, which is an error: %s', (isError) => {
    const blocks = ['disk 12', '34 files'].map((text) => ({ type: 'text' as const, text }))
    const result: ToolResult = {
      type: 'tool-result',
      callId: 'call_1',
      name: 'look',
      output: { type: 'content', value: blocks },
      isError,
      providerExecuted: false,
    }
    forEachAdapter('keep their border', ['request', 'writing'], (loaded) => {
      const messages = [user('Go on.'), called, { role: 'tool' as const, parts: [result] }]
      const { read, codes } = reread(loaded, messages)
      const [seen] = partsOf(read, 'tool-result')
      expect(seen).toMatchObject({ type: 'tool-result', isError })
      if (seen?.type !== 'tool-result') return
      expect(outputText(seen.output)).toBe('disk 12\n34 files')
      const isOne = seen.output.type !== 'content'
      if (isOne && !loaded.adapter.lacks.has('http')) expect(codes).toContain('texts-joined')
    })
  })
})
