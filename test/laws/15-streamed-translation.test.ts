import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { compact } from '../../src/base/json/write-json.js'
import { createContext } from '../../src/base/model/context.js'
import type { Finish, ModelResponse, Part } from '../../src/base/model/types.js'
import { isFailed } from '../../src/codec/shape/failed-answer.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { streamFrames } from '../../src/codec/stream/frame-writer.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { fitResponse } from '../../src/translate/fit/fit-answer.js'
import { answersOf } from '../support/answers.js'
import { assistantMessage } from '../support/arbitraries.js'
import { tries } from '../support/cases.js'
import { exchangesBetween, forEachAdapter, forEachPair, holdsFor } from '../support/law.js'
import { eventsOf } from '../support/streams.js'
import { comparable, told } from '../support/told.js'
import { difference, stored } from '../support/values.js'

function streamDifference(source: ModelResponse, target: Adapter, from: string): string | undefined {
  const { response } = fitResponse(source, target.codecs, { from })
  const encoded = target.encodeResponse(response)
  const whole = target.decodeResponse(stored(encoded.value)).value
  const frames = streamFrames(response, target.codecs, createContext(target.id))
  const streamed = assemble(eventsOf(target, frames), target.id)
  // If a complete answer cannot contain an error next to its content, a notice is reported.
  const isLeftOut = encoded.notices.some(({ path }) => path === '/error')
  const same = isLeftOut ? compact({ ...streamed, finish: whole.finish, error: whole.error }) : streamed
  // The body of an error cannot contain the usage or the earlier content.
  if (isFailed(whole)) return difference(whole.error.message, streamed.error?.message)
  const reference = comparable(source, streamed)
  return difference(told(whole, reference), told(same, reference))
}

const count = fc.nat(1000)
const FINISHES: readonly Finish[] = [
  { reason: 'stop', raw: 'STOP' },
  { reason: 'tool-calls' },
  { reason: 'length', raw: 'model_length' },
  { reason: 'content-filter', raw: 'refusal' },
  { reason: 'error' },
  { reason: 'other', raw: 'pause_turn' },
]
const answer: fc.Arbitrary<ModelResponse> = fc
  .record({
    // A stream waits for the name of a call, so a call that never gets one moves to the end. A result never
    // precedes its call.
    message: assistantMessage.filter(({ parts }) =>
      parts.every(
        (part, index) =>
          part.type !== 'tool-call' ||
          (part.name !== '' &&
            !parts
              .slice(0, index)
              .some((before) => before.type === 'tool-result' && before.callId === part.id)),
      ),
    ),
    finish: fc.constantFrom(...FINISHES),
    id: fc.option(fc.constant('answer_1'), { nil: undefined }),
    model: fc.option(fc.constant('model-a'), { nil: undefined }),
    usage: fc.option(
      fc.tuple(count, count, count, count).map(([fresh, cached, shown, thought]) => ({
        inputTokens: fresh + cached,
        outputTokens: shown + thought,
        totalTokens: fresh + cached + shown + thought,
        cachedInputTokens: cached,
        reasoningTokens: thought,
      })),
      { nil: undefined },
    ),
  })
  .map((fields) => compact(fields))

const CALL = { type: 'tool-call', id: 'x', name: 'search', status: 'complete', arguments: {} } as const
/** Cases found with other seeds: a text after a call and before reasoning, and a result without a name. */
const FOUND: readonly (readonly Part[])[] = [
  [
    { type: 'text', text: 'Let me look.' },
    { ...CALL, kind: 'function', providerExecuted: false },
    { type: 'text', text: 'There.' },
    { type: 'reasoning', text: 'So be it.' },
  ],
  [
    { ...CALL, kind: 'web_search', providerExecuted: true },
    {
      type: 'tool-result',
      callId: 'x',
      name: '',
      output: { type: 'content', value: [] },
      isError: false,
      providerExecuted: true,
    },
  ],
]
const EXAMPLES = FOUND.map((parts): [ModelResponse] => [
  { message: { role: 'assistant', parts }, finish: { reason: 'stop' } },
])

describe('law 15: the translations of a complete answer and of its stream are equal', () => {
  forEachPair('of every recording', ['encoder'], (from, to) => {
    holdsFor(exchangesBetween(from, to), (exchange) =>
      answersOf(exchange, from.adapter).flatMap(
        (source) => streamDifference(source, to.adapter, from.wire) ?? [],
      ),
    )
  })

  forEachAdapter('of any answer that a wire could give', ['encoder'], ({ adapter }) => {
    fc.assert(
      fc.property(answer, (source) => {
        expect(streamDifference(stored(source), adapter, 'other')).toBeUndefined()
      }),
      { ...tries(500), examples: EXAMPLES },
    )
  })
})
