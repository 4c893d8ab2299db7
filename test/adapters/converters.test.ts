import { describe, expect, test } from 'vitest'
import type { Message, ModelResponse } from '../../src/base/model/types.js'
import { adapterOf } from '../support/adapters.js'
import { exchangesOf } from '../support/exchanges.js'
import { type Fetch, sdkClients } from '../support/sdk-clients.js'
import { parsedEvents } from '../support/streams.js'

/** Returns the content of an answer. Clients omit members that they do not know. */
function said({ message, finish, usage }: ModelResponse): object {
  const calls = message.parts.flatMap((part) =>
    part.type === 'tool-call' ? [[part.name, part.status, part.arguments, part.minted ?? part.id]] : [],
  )
  const { inputTokens, outputTokens } = usage ?? {}
  return { calls, finish, texts: textsOf(message), proofs: proofsOf(message), inputTokens, outputTokens }
}

function textsOf({ parts }: Message): object {
  return parts.flatMap((part) => (part.type === 'text' || part.type === 'reasoning' ? [part.text] : []))
}

/** Returns signatures and bytes. */
function proofsOf({ parts }: Message): object {
  return parts.flatMap((part) =>
    part.type === 'reasoning'
      ? Object.values(part.providerMetadata ?? {}).map(({ signature }) => signature)
      : [],
  )
}

/** Returns a fetch that answers every request with this body. */
function answering(body: Uint8Array | string, type: string): Fetch {
  return async () => new Response(Uint8Array.from(Buffer.from(body)), { headers: { 'content-type': type } })
}

const clients = sdkClients.filter(({ wire }) => adapterOf(wire).adapter.codecs.converter !== undefined)

describe.each(clients)('values of $sdk in memory are equal to those on the wire', ({ wire, ask, stream }) => {
  const { adapter } = adapterOf(wire)
  const whole = exchangesOf(wire).flatMap(({ id, response, status }) =>
    response === undefined || status >= 400 ? [] : [{ id, text: JSON.stringify(response) }],
  )
  test.each(whole)('whole: $id', async ({ text }) => {
    const wanted = adapter.decodeResponse(text).value
    expect(said(await ask(answering(text, 'application/json')))).toEqual(said(wanted))
  })

  const streams = exchangesOf(wire).flatMap(({ id, stream }) =>
    stream === undefined ? [] : [{ id, stream }],
  )
  test.each(streams)('streamed: $id', async ({ stream: recorded }) => {
    const { framing } = adapter.codecs.stream
    const frames = parsedEvents(adapter, recorded).map((data) => Buffer.from(framing.write({ data })))
    const got = await stream(answering(Buffer.concat(frames), framing.contentType))
    const wanted = await adapter.collect([recorded])
    // The clients throw the error of a stream. The content before the error is kept.
    if (wanted.error === undefined) expect(said(got)).toEqual(said(wanted))
    else expect(got).toMatchObject({ message: { parts: wanted.message.parts }, finish: { reason: 'error' } })
  })

  test('JSON is unchanged', () => {
    const { converter = () => null } = adapter.codecs
    for (const { text } of whole) {
      const native: unknown = JSON.parse(text)
      expect(converter(native)).toBe(native)
    }
  })
})
