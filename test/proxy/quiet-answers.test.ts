import { describe, expect, test } from 'vitest'
import { serveExchange } from '../../src/traffic/replay/serve.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { exchangesOf } from '../support/exchanges.js'
import { proxied, requestOf, scripted, user } from '../support/proxy.js'
import { answersOf, type RecordedAnswer } from '../support/transcoding.js'

const WIRES = adapters.map(({ wire }) => wire)
const PAIRS = WIRES.flatMap((from) => WIRES.map((to) => [from, to] as const))

/** Data of recorded answers that clients of other wires do not receive. */
const LOSSES = ['signature', 'logprobs', 'trace', 'stop_reason']

function isPlain({ id }: RecordedAnswer): boolean {
  return /text-only|single-call/.test(id)
}

/** Sends a plain request, and returns the fields that the client of the recorded answer did not receive. */
async function lostFields(from: string, { wire: to, exchange }: RecordedAnswer): Promise<string[]> {
  const { response } = exchange
  const streams = response.body !== undefined && 'chunks' in response.body
  const type = streams ? adapterOf(to).adapter.codecs.stream.framing.contentType : 'application/json'
  const headers = { 'content-type': type }
  const upstream = scripted(() => serveExchange({ ...exchange, response: { ...response, headers } }))
  const { fetch, told } = proxied(from, to, upstream.fetch)
  await (await fetch(...requestOf(from, user('Hi'), streams))).text()
  const notices = told[0]?.notices ?? expect.fail()
  return notices
    .filter(({ code }) => /^(fields|settings)-not-carried$/.test(code))
    .flatMap(({ detail }) => Object.keys(Object(detail)))
}

describe('the log of a plain request', () => {
  test.each(PAIRS)('of %s to %s has no notice about constants, times and defaults', async (from, to) => {
    const answers = exchangesOf(to).flatMap(answersOf).filter(isPlain)
    expect(answers.length).toBeGreaterThan(1)
    for (const answer of answers)
      for (const field of await lostFields(from, answer)) expect(LOSSES, answer.id).toContain(field)
  })
})
