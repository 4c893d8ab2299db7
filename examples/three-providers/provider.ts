// Replaces the providers: checks a request against the wire's acceptance rules like the provider, then
// answers from fixtures/ through the same replay that tests use.

import { asJson, expectObject } from '../../src/base/json/read-json.js'
import { loadRegistry, loadRules } from '../../src/cli/adapters.js'
import { lint } from '../../src/index.js'
import { createReplay } from '../../src/traffic/replay/index.js'
import type { Fetch } from './clients.js'

export interface Verdict {
  readonly rules: number
  readonly broken: readonly string[]
}

export interface StandIn {
  readonly fetch: Fetch
  /** The results of the acceptance rules for each request, in order. */
  readonly verdicts: readonly Verdict[]
}

export async function createStandIn(wire: string, fixture: string): Promise<StandIn> {
  const verdicts: Verdict[] = []
  const rules = await loadRules(wire)
  // The fixture's request differs from this one, so the nearest recording answers: complete or streamed, as
  // requested.
  const replay = await createReplay({
    from: `fixtures/${wire}/${fixture}`,
    registry: await loadRegistry(),
    matching: 'best',
  })
  return {
    verdicts,
    async fetch(input, init) {
      const request = new Request(input, init)
      const body = expectObject(asJson(await request.clone().json()), '')
      const broken = lint(rules, body).filter((violation) => violation.severity === 'error')
      verdicts.push({ rules: rules.length, broken: broken.map(({ rule, message }) => `${rule}: ${message}`) })
      return broken.length > 0 ? refusal(broken.map(({ message }) => message)) : replay.fetch(request)
    },
  }
}

function refusal(messages: readonly string[]): Response {
  return Response.json(
    { error: { type: 'invalid_request_error', message: messages.join('; ') } },
    { status: 400 },
  )
}
