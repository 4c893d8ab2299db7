import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import { asJson } from '../../src/base/json/read-json.js'
import { withoutName } from '../../src/base/model/arguments.js'
import type { Converted } from '../../src/base/model/context.js'
import type { Conversation, Message } from '../../src/base/model/types.js'
import { fitResponse } from '../../src/translate/fit/fit-answer.js'
import { adapters } from '../support/adapters.js'
import { assistantMessage, conversation } from '../support/arbitraries.js'
import { pass, silentLosses, unexplained } from '../support/arrival.js'
import { tries } from '../support/cases.js'
import { haystack } from '../support/inventory.js'
import { forEachAdapter, forEachPair } from '../support/law.js'
import { viewOf } from '../support/native/index.js'
import type { NativeItem } from '../support/native/view.js'
import { damagedRequest, traveler } from '../support/random.js'
import { stamp } from '../support/stamp.js'
import { encodeFor, refusals } from '../support/translation.js'
import { deepFreeze, difference, stored, stringsOf } from '../support/values.js'

const RUNS = 300

/** Total number of conversations, over all pairs. */
const CONVERSATIONS = 6000
const PAIRS = Math.max(1, adapters.length * (adapters.length - 1))

const QUESTION: Message = { role: 'user', parts: [{ type: 'text', text: 'And now?' }] }

/** With the settings that only the caller can set, and a question to answer. */
const settled = conversation().map(({ messages, ...rest }) =>
  stored({ model: 'example-model', maxOutputTokens: 100, ...rest, messages: [...messages, QUESTION] }),
)

/** Returns the words of an item, which must all be kept. */
function wordsOf(item: NativeItem): string[] {
  if (item.type === 'text') return [item.text]
  if (item.type === 'call')
    return [item.name, ...(typeof item.input === 'string' ? [item.input] : stringsOf(item.input))]
  return []
}

describe('laws 6 and 8 for generated conversations: strange ids and names, lost results, all types of parts', () => {
  forEachAdapter('whatever comes in, the target accepts what goes out', ['request', 'writing'], (loaded) => {
    fc.assert(
      fc.property(settled, (value) => {
        const native = stored(encodeFor(deepFreeze(value), loaded).value)
        expect(refusals(native, loaded)).toEqual([])
        const again = encodeFor(loaded.adapter.decodeRequest(native).value, loaded)
        const repaired = again.notices.length > 0
        if (!repaired) expect(difference(native, stored(again.value))).toBeUndefined()
      }),
      tries(RUNS),
    )
  })

  forEachAdapter('stored as JSON it goes out the same', ['request', 'writing'], (loaded) => {
    fc.assert(
      fc.property(settled, (value) => {
        expect(
          difference(encodeFor(value, loaded).value, encodeFor(stored(value), loaded).value),
        ).toBeUndefined()
      }),
      tries(RUNS / 3),
    )
  })

  forEachPair('no rule is broken and nothing is lost, or a notice says why', ['http'], (from, to) => {
    fc.assert(
      fc.property(traveler(from, to), (value) => {
        const source = stored({ model: 'example-model', maxOutputTokens: 100, ...stamp(value) })
        const passage = pass(deepFreeze(source), to, { from: from.wire })
        expect([...unexplained(passage, to), ...silentLosses(passage, to)]).toEqual([])
      }),
      tries(Math.ceil(CONVERSATIONS / PAIRS)),
    )
  })

  forEachAdapter('what a damaged request says is read', ['http'], ({ wire, adapter }) => {
    fc.assert(
      fc.property(damagedRequest(wire), (request) => {
        const view = viewOf(wire, request)
        if (view === undefined) return
        let decoded: Converted<Conversation>
        try {
          decoded = adapter.decodeRequest(deepFreeze(request))
        } catch (error) {
          expect(error).toBeInstanceOf(AdapterError)
          return
        }
        const text = haystack(asJson(decoded.value))
        const said = view.turns.flatMap(({ items }) => items).flatMap(wordsOf)
        expect(said.filter((word) => !text.includes(word))).toEqual([])
      }),
      tries(RUNS),
    )
  })

  forEachAdapter('responses: what is written can be read', ['response', 'writing'], ({ adapter }) => {
    fc.assert(
      fc.property(assistantMessage.map(stored), (message) => {
        const { response } = fitResponse({ message, finish: { reason: 'stop' } }, adapter.codecs)
        const native = stored(adapter.encodeResponse(deepFreeze(response)).value)
        const again = adapter.decodeResponse(native).value
        // A call without a name is not complete.
        const calls = (parts: typeof message.parts) =>
          parts
            .map((part) => (part.type === 'tool-call' ? withoutName(part) : part))
            .flatMap((part) =>
              part.type === 'tool-call' && !part.providerExecuted
                ? [[part.name, part.status === 'complete', part.arguments]]
                : [],
            )
        const custom = message.parts.some((part) => part.type === 'tool-call' && part.kind !== 'function')
        if (!custom)
          expect(difference(calls(response.message.parts), calls(again.message.parts))).toBeUndefined()
      }),
      tries(RUNS),
    )
  })
})
