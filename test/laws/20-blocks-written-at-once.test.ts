import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stringifyExact } from '../../src/base/json/parse.js'
import { createContext } from '../../src/base/model/context.js'
import type { StreamEvent } from '../../src/base/model/events.js'
import { checkGrammar } from '../../src/codec/stream/grammar.js'
import type { CaseApi } from '../../src/conformance/case.js'
import { type CaseCheck, judge } from '../../src/conformance/index.js'
import { toolCall } from '../../src/index.js'
import { adapterOf } from '../support/adapters.js'

/** The wires whose streams the judge reads by their documentation, without the adapters. */
const WIRES: readonly CaseApi[] = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'google-generate-content',
  'bedrock-converse',
  'mistral-chat',
  'cohere-chat',
  'ollama-chat',
]

/** Wires whose texts have no index, so that only their calls may arrive at the same time as a text. */
const ONE_TEXT: ReadonlySet<CaseApi> = new Set([
  'openai-chat',
  'google-generate-content',
  'mistral-chat',
  'ollama-chat',
])

/** The events of a block, and the check of its content. */
interface Block {
  readonly events: readonly StreamEvent[]
  readonly check: CaseCheck
}

function textBlock(id: string): Block {
  const [first, second] = [`Text ${id}`, ` ends with ${id}.`]
  const text = first + second
  return {
    events: [
      { type: 'text-start', id },
      { type: 'text-delta', id, delta: first },
      { type: 'text-delta', id, delta: second },
      { type: 'text-end', id, part: { type: 'text', text } },
    ],
    check: { text },
  }
}

function callBlock(id: string): Block {
  const call = toolCall(`call_${id}`, `f_${id}`, { of: id })
  return {
    events: [
      { type: 'tool-input-start', id: call.id, name: call.name, kind: 'function', providerExecuted: false },
      { type: 'tool-input-delta', id: call.id, delta: '{"of":' },
      { type: 'tool-input-delta', id: call.id, delta: `"${id}"}` },
      { type: 'tool-input-end', id: call.id },
      { type: 'tool-call', call },
    ],
    check: { call: { name: call.name, arguments: { of: id } } },
  }
}

function reasoningBlock(id: string): Block {
  const reasoning = `Thought ${id}`
  return {
    events: [
      { type: 'reasoning-start', id },
      { type: 'reasoning-delta', id, delta: reasoning },
      { type: 'reasoning-end', id, part: { type: 'reasoning', text: reasoning } },
    ],
    // Some wires keep only reasoning that their provider signed.
    check: { anyOf: [{ reasoning }, { count: 'reasoning', is: 0 }] },
  }
}

const blocks = fc
  .array(fc.constantFrom(textBlock, textBlock, callBlock, reasoningBlock), { minLength: 1, maxLength: 5 })
  .map((kinds) => kinds.map((block, index) => block(`b${index}`)))

/** Merges the events of blocks. Each draw names the block that sends its next event. */
function merged(
  all: readonly Block[],
  draws: Iterator<number, undefined>,
  isOneText: boolean,
): StreamEvent[] {
  const isAlone = ({ check }: Block) => isOneText && !('call' in check)
  const left = [all.filter(isAlone), ...all.filter((block) => !isAlone(block)).map((block) => [block])]
    .map((lane) => lane.flatMap(({ events }) => events))
    .filter(({ length }) => length > 0)
  const events: StreamEvent[] = []
  for (let open = left; open.length > 0; open = open.filter(({ length }) => length > 0)) {
    const next = open[(draws.next().value ?? 0) % open.length]?.shift()
    if (next !== undefined) events.push(next)
  }
  return events
}

/** Returns the bytes of a stream, as the judge reads them. */
function streamOf(wire: CaseApi, events: readonly StreamEvent[]): string {
  const { codecs } = adapterOf(wire).adapter
  const encoder = codecs.stream.encoder?.(createContext(wire))
  if (encoder === undefined) throw new Error(`${wire} has no encoder`)
  const frames = [...events.flatMap((event) => encoder.push(event)), ...encoder.finish()]
  const isInLines = wire === 'bedrock-converse' || wire === 'ollama-chat'
  return frames
    .map(({ event, data }) => {
      const text = typeof data === 'string' ? data : stringifyExact(data)
      return isInLines ? `${text}\n` : `${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`
    })
    .join('')
}

/** Matches the end of an item of the Responses API. */
const DONE_ITEM = /"type":"response\.output_item\.done","sequence_number":\d+,"output_index":(\d+)/g

describe('law 20: blocks that are streamed at once are written in the order of the wire', () => {
  test.each(WIRES)('%s', (wire) => {
    fc.assert(
      fc.property(blocks, fc.infiniteStream(fc.nat(4)), (all, draws) => {
        const hasCalls = all.some(({ check }) => 'call' in check)
        const events = merged(all, draws, ONE_TEXT.has(wire))
        const finish: StreamEvent = {
          type: 'finish',
          finish: { reason: hasCalls ? 'tool-calls' : 'stop' },
          usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 },
        }
        events.push(finish)
        expect(checkGrammar(events)).toEqual([])
        const output = { body: streamOf(wire, events) }
        const done = Array.from(output.body.matchAll(DONE_ITEM), ([, index]) => index)
        expect(done).toHaveLength(new Set(done).size)
        const must = [
          ...all.map(({ check }) => check),
          { outcome: hasCalls ? 'tool-calls' : 'complete' },
          { count: 'calls' as const, is: all.filter(({ check }) => 'call' in check).length },
        ]
        const about = { id: 'a/b/c', title: 'A case', source: [] }
        expect(judge({ ...about, from: wire, to: wire, stream: [], must }, output)).toEqual([])
      }),
    )
  })
})
