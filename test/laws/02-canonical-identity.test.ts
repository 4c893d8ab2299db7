import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { JsonValue } from '../../src/base/json/json-types.js'
import type { Notice } from '../../src/base/model/context.js'
import type {
  Conversation,
  Message,
  Part,
  ToolCall,
  ToolOutput,
  ToolResult,
} from '../../src/base/model/types.js'
import type { LoadedAdapter } from '../support/adapters.js'
import { tries } from '../support/cases.js'
import { exchangesOf } from '../support/exchanges.js'
import { forEachAdapter, holdsFor } from '../support/law.js'
import { encodeFor } from '../support/translation.js'
import { deepFreeze, difference, stored } from '../support/values.js'

const RUNS = 150

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .filter((value) => value.trim() !== '')
const toolName = fc.constantFrom('get_weather', 'read_file', 'search', 'run')
const json: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, false),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.string({ unit: 'grapheme' }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 }),
  ),
})).value
const argumentsObject = fc.dictionary(fc.string({ minLength: 1 }), json, { maxKeys: 3 })
const output: fc.Arbitrary<ToolOutput> = fc.oneof(
  text.map((value) => ({ type: 'text' as const, value })),
  text.map((value) => ({ type: 'error-text' as const, value })),
  fc.constant({ type: 'denied' as const, reason: 'not allowed' }),
)

interface Turn {
  readonly say: string
  readonly calls: readonly { name: string; args: Record<string, JsonValue>; output: ToolOutput }[]
}

const turn: fc.Arbitrary<Turn> = fc.record({
  say: text,
  calls: fc.array(fc.record({ name: toolName, args: argumentsObject, output }), {
    minLength: 1,
    maxLength: 3,
  }),
})

function messagesOf({ say, calls }: Turn, turnIndex: number): Message[] {
  const ids = calls.map((_, index) => `call${turnIndex}${index}`.padEnd(9, 'x'))
  const made = calls.map(
    ({ name, args }, index): ToolCall => ({
      type: 'tool-call',
      kind: 'function',
      id: ids[index] ?? '',
      name,
      status: 'complete',
      arguments: args,
      providerExecuted: false,
    }),
  )
  const results = calls.map(
    (call, index): ToolResult => ({
      type: 'tool-result',
      callId: ids[index] ?? '',
      name: call.name,
      output: call.output,
      isError: call.output.type !== 'text',
      providerExecuted: false,
    }),
  )
  return [
    { role: 'user', parts: [{ type: 'text', text: say }] },
    { role: 'assistant', parts: made },
    { role: 'tool', parts: results },
  ]
}

const conversation: fc.Arbitrary<Conversation> = fc
  .record({
    system: text,
    turns: fc.array(turn, { minLength: 1, maxLength: 3 }),
    last: text,
    choice: fc.constantFrom('auto' as const, 'none' as const, 'required' as const),
    temperature: fc.constantFrom(0, 0.5, 1),
    stop: fc.constantFrom([], ['END']),
  })
  .map(({ system, turns, last, choice, temperature, stop }) => ({
    model: 'example-model',
    maxOutputTokens: 1000,
    temperature,
    ...(stop.length > 0 && { stop }),
    messages: [
      { role: 'system', parts: [{ type: 'text', text: system }] },
      ...turns.flatMap(messagesOf),
      { role: 'assistant', parts: [{ type: 'text', text: 'Done.' }] },
      { role: 'user', parts: [{ type: 'text', text: last }] },
    ],
    tools: ['get_weather', 'read_file', 'search', 'run'].map((name) => ({
      type: 'function' as const,
      name,
      description: `Does ${name}.`,
      parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    })),
    toolChoice: { type: choice },
  }))

/** Returns the user's meaning of the conversation, without data that only serves a round trip to one wire. */
function meaning({ messages, tools, toolChoice, temperature, maxOutputTokens }: Conversation): object {
  return {
    temperature,
    maxOutputTokens,
    toolChoice,
    tools: tools?.map((tool) =>
      tool.type === 'function'
        ? { name: tool.name, description: tool.description, parameters: tool.parameters }
        : tool,
    ),
    messages: messages.map(({ role, parts }) => ({ role, parts: parts.map(meaningOfPart) })),
  }
}

function meaningOfPart(part: Part): object {
  if (part.type === 'opaque') return part
  const { providerMetadata: _metadata, ...rest } = part
  if (rest.type !== 'tool-call') return rest
  const { rawArguments: _raw, ...call } = rest
  return call
}

/** Some wires do not support every tool choice. */
function withinLimits(drawn: Conversation, { adapter }: LoadedAdapter): Conversation {
  const { toolChoices } = adapter.codecs.limits
  const canSay = toolChoices === undefined || toolChoices.some((type) => type === drawn.toolChoice?.type)
  if (canSay) return drawn
  // If the wire has no value for it, it is the default behaviour.
  const { toolChoice: _choice, ...rest } = drawn
  return toolChoices.includes('auto') ? { ...rest, toolChoice: { type: 'auto' } } : rest
}

const DROPPED = new Set(['setting-dropped', 'setting-refused', 'tool-choice-implied'])

/** Returns the conversation without the settings that the wire drops, according to the notices. */
function withoutDropped(value: Conversation, notices: readonly Notice[]): Conversation {
  const dropped = new Set(notices.flatMap(({ code, path }) => (DROPPED.has(code) ? [path.slice(1)] : [])))
  const kept = Object.entries(value).filter(([name]) => !dropped.has(name))
  return { ...Object.fromEntries(kept), messages: value.messages }
}

describe('law 2: encoding and decoding a canonical value is identity within the limits', () => {
  forEachAdapter('conversations within every limit', ['request', 'writing'], (loaded) => {
    const { adapter } = loaded
    fc.assert(
      fc.property(conversation, (drawn) => {
        const value = withinLimits(drawn, loaded)
        const encoded = encodeFor(deepFreeze(value), loaded)
        const again = adapter.decodeRequest(stored(encoded.value)).value
        const said = withoutDropped(value, encoded.notices)
        expect(difference(stored(meaning(said)), stored(meaning(again)))).toBeUndefined()
      }),
      tries(RUNS),
    )
  })

  forEachAdapter('what it decoded itself', ['request', 'writing'], ({ wire, adapter }) => {
    holdsFor(exchangesOf(wire), ({ request, response }) => {
      const problems: (string | undefined)[] = []
      if (request !== undefined) {
        const { value } = adapter.decodeRequest(request)
        problems.push(
          difference(value, adapter.decodeRequest(stored(adapter.encodeRequest(value).value)).value),
        )
      }
      if (response !== undefined) {
        const { value } = adapter.decodeResponse(response)
        problems.push(
          difference(value, adapter.decodeResponse(stored(adapter.encodeResponse(value).value)).value),
        )
      }
      return problems.flatMap((problem) => problem ?? [])
    })
  })

  forEachAdapter('messages, tools and results alone', ['messages', 'tools', 'writing'], (loaded) => {
    const { adapter } = loaded
    fc.assert(
      fc.property(conversation, ({ messages, tools = [] }) => {
        const spoken = messages.filter(({ role }) => role !== 'system')
        const decoded = adapter.decodeMessages(stored(adapter.encodeMessages(spoken).value)).value
        const withoutTools = { toolChoice: { type: 'auto' as const } }
        expect(
          difference(
            stored(meaning({ ...withoutTools, messages: spoken })),
            stored(meaning({ ...withoutTools, messages: decoded })),
          ),
        ).toBeUndefined()
        const declared = adapter.decodeTools(stored(adapter.encodeTools(tools).value)).value
        expect(declared.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
        const results = spoken.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-result'))
        const native = adapter.decodeMessages(stored(adapter.toolResults(results))).value
        expect(native.flatMap(({ parts }) => parts.map(({ type }) => type))).toEqual(
          results.map(({ type }) => type),
        )
      }),
      tries(RUNS / 3),
    )
  })
})
