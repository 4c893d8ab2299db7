import { describe, expect, test } from 'vitest'
import { ZodError } from 'zod'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import { serveExchange } from '../../src/traffic/replay/serve.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { exchangesOf } from '../support/exchanges.js'
import { proxied, scripted } from '../support/proxy.js'
import { readEvents, refused, response } from '../support/responses-schemas.js'
import { QUESTION } from '../support/sdk-clients.js'
import { answersOf, type RecordedAnswer, replayAs } from '../support/transcoding.js'

// Strict readers (zod, structs of Rust) accept every answer that a client of the Responses API gets,
// independent of the provider.

const others = adapters.map(({ wire }) => wire).filter((wire) => wire !== openaiResponses.id)

describe.each(others)('answers of %s are complete responses', (wire) => {
  const answers = someOf(exchangesOf(wire).flatMap(answersOf))

  test.each(['whole', 'streamed'] as const)('%s, in a replay and through the proxy', async (form) => {
    const problems: string[] = []
    for (const answer of answers) {
      const played = replayAs(openaiResponses, answer.exchange)
      const upstream = scripted(() => serveExchange(withType(answer)))
      for (const { fetch } of [played, proxied(openaiResponses.id, wire, upstream.fetch)]) {
        const text = await (await fetch(...question(form === 'streamed'))).text()
        const problem = problemOf(text)
        if (problem !== undefined) problems.push(`${answer.id}: ${problem}`)
      }
    }
    expect(problems.slice(0, 3), `${problems.length} of ${answers.length * 2}`).toEqual([])
  })
})

function problemOf(text: string): string | undefined {
  try {
    if (text.startsWith('event:')) readEvents(text)
    else if (text.startsWith('{"error"')) refused.parse(JSON.parse(text))
    else response.parse(JSON.parse(text))
    return undefined
  } catch (error) {
    return error instanceof ZodError ? JSON.stringify(error.issues.slice(0, 30)) : String(error)
  }
}

function question(stream: boolean): [string, RequestInit] {
  const body = JSON.stringify({ model: 'm', input: QUESTION, max_output_tokens: 100, stream })
  return ['https://proxy.test/v1/responses', { method: 'POST', body }]
}

/** Recordings of these tests have no content type. */
function withType({ wire, exchange }: RecordedAnswer): RecordedAnswer['exchange'] {
  const { body } = exchange.response
  const isStream = body !== undefined && 'chunks' in body
  const type = isStream ? adapterOf(wire).adapter.codecs.stream.framing.contentType : 'application/json'
  return { ...exchange, response: { ...exchange.response, headers: { 'content-type': type } } }
}
