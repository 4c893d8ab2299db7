import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFramer } from '../../src/stream/framing.js'

/** What a well-kept parser of its own makes of the same text, in one piece. */
function expected(text: string) {
  const frames: unknown[] = []
  const parser = createParser({
    onEvent: ({ event, data }) => frames.push({ event, data }),
  })
  parser.feed(text)
  parser.feed('\n\n')
  return frames
}

const pieces = fc.constantFrom(
  '\n',
  '\r',
  '\r\n',
  'data',
  'data:',
  'data: ',
  'event: ',
  'event',
  'id: 1',
  'retry: 2',
  ':',
  'database: x',
  ' ',
  'a',
  '{"é":"😀"}',
  '[DONE]',
)

test('server-sent events are framed as eventsource-parser frames them, in chunks of any size', () => {
  fc.assert(
    fc.property(fc.array(fc.array(pieces, { maxLength: 6 }), { maxLength: 12 }), (chunks) => {
      const texts = chunks.map((chunk) => chunk.join(''))
      for (const asBytes of [false, true]) {
        const framer = createFramer('sse')
        const frames = texts.flatMap((text) => framer.push(asBytes ? new TextEncoder().encode(text) : text))
        frames.push(...framer.finish())
        expect(frames.map(({ event, data }) => ({ event, data }))).toEqual(expected(texts.join('')))
      }
    }),
    { numRuns: 2000 },
  )
})
