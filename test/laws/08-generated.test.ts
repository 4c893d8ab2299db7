import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { Notice } from '../../src/adapter/context.js'
import { fitResponse } from '../../src/adapter/fit/index.js'
import type { Message } from '../../src/model/types.js'
import { assistantMessage, conversation } from '../support/arbitraries.js'
import { haystack, type Item, inventory, missing } from '../support/inventory.js'
import { forEachAdapter } from '../support/law.js'
import { encodeFor, refusals } from '../support/translation.js'
import { deepFreeze, difference, stored } from '../support/values.js'

const RUNS = 300

const QUESTION: Message = { role: 'user', parts: [{ type: 'text', text: 'And now?' }] }

/** With the settings that only the caller can give, and something to answer. */
const settled = conversation().map(({ messages, ...rest }) =>
  stored({ model: 'example-model', maxOutputTokens: 100, ...rest, messages: [...messages, QUESTION] }),
)

describe('laws 6 and 8 for conversations that nobody recorded: strange ids and names, lost results, all kinds of parts', () => {
  forEachAdapter('whatever comes in, the target accepts what goes out', (loaded) => {
    fc.assert(
      fc.property(settled, (value) => {
        const native = stored(encodeFor(deepFreeze(value), loaded).value)
        expect(refusals(native, loaded)).toEqual([])
        const again = encodeFor(loaded.adapter.decodeRequest(native).value, loaded)
        const repaired = again.notices.length > 0
        if (!repaired) expect(difference(native, stored(again.value))).toBeUndefined()
      }),
      { numRuns: RUNS, seed: 8 },
    )
  })

  forEachAdapter('stored as JSON it goes out the same', (loaded) => {
    fc.assert(
      fc.property(settled, (value) => {
        expect(
          difference(encodeFor(value, loaded).value, encodeFor(stored(value), loaded).value),
        ).toBeUndefined()
      }),
      { numRuns: RUNS / 3, seed: 88 },
    )
  })

  forEachAdapter('nothing vanishes without a notice at its place', (loaded) => {
    fc.assert(
      fc.property(settled, (value) => {
        const { value: native, notices } = encodeFor(value, loaded)
        const lost = missing(inventory(value), haystack(stored(native)))
        const concerns = (notice: Notice, { path }: Item) =>
          notice.path.startsWith(path) || path.startsWith(`${notice.path || '#'}/`)
        const silent = lost.filter((item) => !notices.some((notice) => concerns(notice, item)))
        // Encoders see the fitted conversation, so the paths of their notices may point elsewhere.
        const elsewhere = notices.filter((notice) => !lost.some((item) => concerns(notice, item)))
        if (silent.length > elsewhere.length) expect(silent).toEqual([])
      }),
      { numRuns: RUNS, seed: 6 },
    )
  })

  forEachAdapter('responses: what is written can be read', ({ adapter }) => {
    fc.assert(
      fc.property(assistantMessage.map(stored), (message) => {
        const { response } = fitResponse({ message, finish: { reason: 'stop' } }, adapter.codecs)
        const native = stored(adapter.encodeResponse(deepFreeze(response)).value)
        const again = adapter.decodeResponse(native).value
        const calls = (parts: typeof message.parts) =>
          parts.flatMap((part) =>
            part.type === 'tool-call' && !part.providerExecuted
              ? [[part.name, part.status === 'complete', part.arguments]]
              : [],
          )
        const custom = message.parts.some((part) => part.type === 'tool-call' && part.kind !== 'function')
        if (!custom)
          expect(difference(calls(response.message.parts), calls(again.message.parts))).toBeUndefined()
      }),
      { numRuns: RUNS, seed: 80 },
    )
  })
})
