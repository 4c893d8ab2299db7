import { BedrockRuntimeClient, ConverseCommand, ConverseStreamCommand } from '@aws-sdk/client-bedrock-runtime'
import { describe, expect, test } from 'vitest'
import { bedrock } from '../../adapters/bedrock-converse/index.js'
import type { JsonObject } from '../../src/json/types.js'
import { comparable } from '../support/comparable.js'
import { exchangesOf } from '../support/exchanges.js'
import { parsedEvents } from '../support/streams.js'

/** The AWS client, whose requests are answered with these bytes. */
function clientFor(body: Uint8Array, contentType: string): BedrockRuntimeClient {
  return new BedrockRuntimeClient({
    region: 'us-east-1',
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    maxAttempts: 1,
    requestHandler: {
      handle: async () => ({
        response: {
          statusCode: 200,
          headers: { 'content-type': contentType },
          body: new Response(Uint8Array.from(body)).body,
        },
      }),
    },
  })
}

const input = { modelId: 'm', messages: [{ role: 'user' as const, content: [{ text: 'Hi' }] }] }

describe('the AWS client', () => {
  const whole = exchangesOf('bedrock-converse').flatMap(({ id, response }) =>
    response?.output === undefined ? [] : [{ id, response }],
  )
  test.each(whole)('whole: $id', async ({ response }: { response: JsonObject }) => {
    const client = clientFor(new TextEncoder().encode(JSON.stringify(response)), 'application/json')
    const answer = bedrock.decodeResponse(await client.send(new ConverseCommand(input))).value
    const wanted = bedrock.decodeResponse(response).value
    expect(answer.message.parts.map(({ type }) => type)).toEqual(wanted.message.parts.map(({ type }) => type))
    expect(bedrock.toolCalls(response).map(({ id, name, arguments: args }) => [id, name, args])).toEqual(
      answer.message.parts.flatMap((part) =>
        part.type === 'tool-call' ? [[part.id, part.name, part.arguments]] : [],
      ),
    )
    expect(answer.finish).toEqual(wanted.finish)
  })

  const streams = exchangesOf('bedrock-converse').flatMap(({ id, stream }) =>
    stream === undefined ? [] : [{ id, stream }],
  )
  test.each(streams)('streamed: $id', async ({ stream }) => {
    const { framing } = bedrock.codecs.stream
    const frames = parsedEvents(bedrock, stream).map((data) => Buffer.from(framing.write({ data })))
    const client = clientFor(Buffer.concat(frames), framing.contentType)
    const { stream: events } = await client.send(new ConverseStreamCommand(input))
    const wanted = await bedrock.collect([stream])
    const got = await bedrock.collect(events ?? [])
    // The client throws an exception of the stream; what came before it stays.
    if (wanted.error === undefined) expect(comparable(got)).toEqual(comparable(wanted))
    else expect(got).toMatchObject({ message: wanted.message, error: { message: wanted.error.message } })
  })
})
