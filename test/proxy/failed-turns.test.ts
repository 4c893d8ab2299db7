import { describe, expect, test } from 'vitest'
import { httpFacts } from '../../src/base/http/error-facts.js'
import { failureOf } from '../../src/base/model/outcome.js'
import { adapterOf } from '../support/adapters.js'
import { type End, endedAnswer, ends } from '../support/ends.js'
import { proxied, scripted } from '../support/proxy.js'
import { sdkClients } from '../support/sdk-clients.js'

/** Failed turns in answers with status 200 and in streams. */
const failed = ends.filter(
  ({ wire, outcome }) => outcome === 'failed' && !adapterOf(wire).adapter.lacks.has('http'),
)

function ending(end: End) {
  const { codecs } = adapterOf(end.wire).adapter
  const { whole, stream } = endedAnswer(end)
  return scripted(({ path, body }) =>
    codecs.http.streams(path, body)
      ? new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
      : new Response(whole, { headers: { 'content-type': 'application/json' } }),
  )
}

function wordsOf({ wire, ...end }: End): string {
  const { value } = adapterOf(wire).adapter.decodeResponse(endedAnswer({ wire, ...end }).whole)
  return failureOf(value)?.message ?? 'no failure'
}

describe.each(sdkClients.filter(({ sdk }) => sdk !== '@google/generative-ai'))(
  '$sdk, behind the proxy',
  ({ wire, ask, stream, losesErrors }) => {
    const foreign = failed.filter((end) => end.wire !== wire)

    test.each(foreign)('throws for a turn of $wire that ended with $word', async (end) => {
      const { fetch } = proxied(wire, end.wire, ending(end).fetch)
      const thrown = await ask(fetch).then(
        ({ finish }) => `an answer that ended with ${finish.raw}`,
        (error: unknown) => error,
      )
      expect(thrown).toBeInstanceOf(Error)
      expect(httpFacts(thrown).status).toBeGreaterThanOrEqual(400)
      expect(String(thrown)).toContain(wordsOf(end))
    })

    test.each(foreign)('is reported in a stream of $wire that ended with $word', async (end) => {
      const { fetch } = proxied(wire, end.wire, ending(end).fetch)
      const told = await stream(fetch).then(
        (answer) => failureOf(answer)?.message ?? `an answer that ended with ${answer.finish.raw}`,
        (error: unknown) => `thrown: ${error}`,
      )
      if (losesErrors === undefined) expect(told).toContain(wordsOf(end))
      else expect(told).not.toMatch(/^an answer that ended/)
    })
  },
)
