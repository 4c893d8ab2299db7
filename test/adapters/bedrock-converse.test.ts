import { EventStreamCodec } from '@smithy/core/event-streams'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bedrock } from '../../adapters/bedrock-converse/index.js'
import { exchangesOf } from '../support/exchanges.js'
import { holdsFor } from '../support/law.js'
import { eventsOf, parsedEvents } from '../support/streams.js'
import { below, difference, seededRandom } from '../support/values.js'

const { framing } = bedrock.codecs.stream
const sdk = new EventStreamCodec(
  (bytes) => (typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes)),
  (text) => new TextEncoder().encode(text),
)

function binary(events: readonly object[]): Uint8Array {
  const frames = events.map((event) => framing.write({ data: JSON.stringify(event) }))
  return Buffer.concat(frames.map((frame) => Buffer.from(frame)))
}

const streams = exchangesOf('bedrock-converse').flatMap(({ id, stream }) =>
  stream === undefined ? [] : [{ id, events: parsedEvents(bedrock, stream) }],
)

describe('the binary event stream', () => {
  test('has the content of the decoded events, at any split of its bytes', () => {
    const random = seededRandom(1)
    holdsFor(streams, ({ events }) => {
      const bytes = binary(events)
      const wanted = eventsOf(bedrock, events)
      const chunks: Uint8Array[] = []
      for (let start = 0; start < bytes.length; ) {
        const end = start + 1 + below(random, 90)
        chunks.push(bytes.subarray(start, end))
        start = end
      }
      const single = [...bytes].map((byte) => Uint8Array.of(byte))
      return (
        difference(wanted, eventsOf(bedrock, [bytes])) ??
        difference(wanted, eventsOf(bedrock, chunks)) ??
        difference(wanted, eventsOf(bedrock, single))
      )
    })
  })

  test("messages are those that the SDK's own codec reads, with the headers that name the event", () => {
    const written = framing.write({ data: { throttlingException: { message: 'ü' } } })
    const { headers, body } = sdk.decode(Buffer.from(written))
    expect(headers[':message-type']?.value).toBe('exception')
    expect(headers[':exception-type']?.value).toBe('throttlingException')
    expect(new TextDecoder().decode(body)).toBe('{"message":"ü"}')
  })

  test("decodes the output of the SDK's codec, with headers of every type", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ maxLength: 40 }), fc.integer(), (value, text, number) => {
        const message = sdk.encode({
          headers: {
            first: { type: 'boolean', value: true },
            second: { type: 'integer', value: number | 0 },
            third: { type: 'binary', value: Uint8Array.of(1, 2, 3) },
            fourth: { type: 'timestamp', value: new Date(0) },
            ':event-type': { type: 'string', value: text },
            ':message-type': { type: 'string', value: 'event' },
          },
          body: new TextEncoder().encode(JSON.stringify(value)),
        })
        const [frame] = framing.createFramer().push(message)
        expect(JSON.parse(frame?.data ?? '')).toEqual(JSON.parse(JSON.stringify({ [text]: value })))
      }),
      { numRuns: 300, seed: 8 },
    )
  })

  test('a message that was changed on its way is an error, not an event', () => {
    const message = Buffer.from(framing.write({ data: { messageStop: { stopReason: 'end_turn' } } }))
    for (let index = 4; index < message.length; index += 1) {
      const changed = Uint8Array.from(message)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(() => framing.createFramer().push(changed), `byte ${index}`).toThrow(/event stream is invalid/)
    }
  })

  test('a message may not be longer than it is allowed to be', () => {
    const message = Buffer.from(framing.write({ data: { messageStop: { stopReason: 'x'.repeat(500) } } }))
    expect(() => framing.createFramer(100).push(message)).toThrow(/longer than 100/)
  })

  test('bytes in objects of the SDK read as base64', () => {
    const bytes = Uint8Array.of(1, 2, 3)
    const { value } = bedrock.decodeMessages([
      { role: 'user', content: [{ image: { format: 'png', source: { bytes } } }] },
    ])
    expect(value[0]?.parts[0]).toMatchObject({ source: { type: 'data', data: 'AQID' } })
  })
})
