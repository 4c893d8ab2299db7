// Stands in for the providers: checks a request against the wire's acceptance rules as the provider would, then answers
// from fixtures/.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lint, type Rule } from '../src/index.js'
import { asJson, expectObject } from '../src/json/read.js'
import type { Fetch } from './clients.js'

export interface Verdict {
  readonly rules: number
  readonly broken: readonly string[]
}

export interface StandIn {
  readonly fetch: Fetch
  /** What the acceptance rules said of each request, in order. */
  readonly verdicts: readonly Verdict[]
}

export async function createStandIn(wire: string, fixture: string): Promise<StandIn> {
  const verdicts: Verdict[] = []
  const { rules }: { rules: readonly Rule[] } = await import(
    new URL(`../adapters/${wire}/rules.js`, import.meta.url).href
  )
  const folder = join('fixtures', wire, fixture)
  return {
    verdicts,
    async fetch(input, init) {
      const request = new Request(input, init)
      const body = expectObject(asJson(await request.json()), '')
      const broken = lint(rules, body).filter((violation) => violation.severity === 'error')
      verdicts.push({ rules: rules.length, broken: broken.map(({ rule, message }) => `${rule}: ${message}`) })
      if (broken.length > 0) return refusal(broken.map(({ message }) => message))
      const streams = body.stream === true || request.url.includes(':streamGenerateContent')
      return answer(folder, streams)
    },
  }
}

function answer(folder: string, streams: boolean): Response {
  const file = join(folder, streams ? 'stream.sse' : 'response.json')
  if (!existsSync(file)) throw new Error(`there is no ${file} to answer with`)
  const type = streams ? 'text/event-stream' : 'application/json'
  return new Response(readFileSync(file, 'utf8'), { headers: { 'content-type': type } })
}

function refusal(messages: readonly string[]): Response {
  return Response.json(
    { error: { type: 'invalid_request_error', message: messages.join('; ') } },
    { status: 400 },
  )
}
