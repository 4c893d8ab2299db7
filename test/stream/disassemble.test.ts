import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ModelResponse } from '../../src/base/model/types.js'
import { disassemble } from '../../src/codec/stream/assemble.js'

test('a text is never split inside a character, and its pieces are the complete text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.integer({ min: 1, max: 9 }),
      (text, deltaLength) => {
        const message: ModelResponse['message'] = { role: 'assistant', parts: [{ type: 'text', text }] }
        const events = [...disassemble({ message, finish: { reason: 'stop' } }, { deltaLength })]
        const deltas = events.flatMap((event) => (event.type === 'text-delta' ? event.delta : []))
        expect(deltas.join('')).toBe(text)
        for (const delta of deltas) expect(delta).not.toMatch(/\p{Surrogate}/u)
      },
    ),
  )
})
