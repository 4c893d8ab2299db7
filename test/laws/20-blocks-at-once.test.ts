import { describe, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, objectIn } from '../../src/base/json/read-json.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { adapterOf } from '../support/adapters.js'
import { holdsFor, someExchangesOf } from '../support/law.js'
import { eventsOf, parsedEvents } from '../support/streams.js'
import { difference } from '../support/values.js'

/** Returns the block that an event names, by the field of its wire; undefined for an event of no block. */
type BlockOf = (event: JsonObject) => JsonValue | undefined

const BLOCKS: readonly (readonly [wire: string, blockOf: BlockOf])[] = [
  // https://platform.claude.com/docs/en/build-with-claude/streaming
  ['anthropic-messages', ({ index }) => index],
  // https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html
  ['bedrock-converse', (event) => objectIn(Object.values(event).find(isObject)).contentBlockIndex],
  // https://docs.cohere.com/v2/docs/streaming: each kind counts from 0, and citations count on their own.
  [
    'cohere-chat',
    ({ type, index }) => {
      const [, kind] = /^(content|tool-call)-/.exec(String(type)) ?? []
      return kind === undefined || index === undefined ? undefined : `${kind} ${index}`
    },
  ],
  // https://ai.google.dev/gemini-api/docs/interactions
  ['google-interactions', ({ index }) => index],
  // https://platform.openai.com/docs/api-reference/chat-streaming
  ['mistral-chat', callIndex],
  ['openai-chat', callIndex],
  // https://platform.openai.com/docs/api-reference/responses-streaming
  ['openai-responses', ({ output_index: index }) => index],
]

function callIndex({ choices }: JsonObject): JsonValue | undefined {
  const [choice] = isArray(choices) ? choices : []
  const { tool_calls: calls } = objectIn(objectIn(choice).delta)
  return isArray(calls) && calls.length === 1 ? objectIn(calls[0]).index : undefined
}

/** The first event of a call that the client runs. Of other blocks, some are emitted at their end only. */
const CALL = /"tool_use"|"toolUse"|"tool-call-start"|"tool_calls"|"function_call"/

/** Puts the events of neighbouring calls in turns: the first of each, the second of each, and so on. */
function inTurns(events: readonly JsonObject[], blockOf: BlockOf): JsonObject[] {
  const sorted: JsonObject[] = []
  let blocks = new Map<JsonValue, JsonObject[]>()
  const flush = () => {
    const longest = Math.max(0, ...[...blocks.values()].map(({ length }) => length))
    for (let turn = 0; turn < longest; turn += 1)
      for (const block of blocks.values()) sorted.push(...block.slice(turn, turn + 1))
    blocks = new Map()
  }
  const calls = new Set<JsonValue>()
  for (const event of events) {
    const key = blockOf(event)
    if (key !== undefined && CALL.test(JSON.stringify(event))) calls.add(key)
    if (key === undefined || !calls.has(key)) {
      flush()
      sorted.push(event)
    } else blocks.set(key, [...(blocks.get(key) ?? []), event])
  }
  flush()
  return sorted
}

describe('law 20: calls may arrive at the same time', () => {
  test.each(BLOCKS)('%s', (wire, blockOf) => {
    const { adapter } = adapterOf(wire)
    const responseOf = (events: readonly JsonObject[]) => assemble(eventsOf(adapter, events), wire)
    const streams = someExchangesOf(wire).flatMap(({ id, stream }) =>
      stream === undefined ? [] : [{ id, events: parsedEvents(adapter, stream) }],
    )
    holdsFor(streams, ({ events }) => difference(responseOf(events), responseOf(inTurns(events, blockOf))))
  })
})
