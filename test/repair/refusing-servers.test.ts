import { describe, expect, test } from 'vitest'
import { attempt } from '../../src/base/json/adapter-error.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { sendRepaired } from '../../src/chat/provider/repaired-send.js'
import { RefusalError } from '../../src/index.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import type { Rule } from '../../src/translate/lint/rule.js'
import { losesNothing } from '../../src/translate/repair/nothing-lost.js'
import { RequestRepair } from '../../src/translate/repair/request-repair.js'
import { type BrokenBody, brokenBodies } from '../lint/broken/broken-bodies.js'
import { adapters } from '../support/adapters.js'

/** Starts a server that refuses requests that break the rule, with the provider's message. */
function refusing(rule: Rule, words: string, limits: BrokenBody['limits']) {
  const sent: string[] = []
  return {
    sent,
    async ask(request: JsonObject) {
      sent.push(JSON.stringify(request))
      if (lint([rule], request, limits).length === 0) return 'accepted'
      throw Object.assign(new Error(words), { status: 400, error: { error: { message: words } } })
    },
  }
}

type Adapter = (typeof adapters)[number]['adapter']

function decoded({ codecs, decodeRequest }: Adapter, request: JsonObject) {
  const read = attempt(() => (codecs.converter === undefined ? decodeRequest(request).value : undefined))
  return 'value' in read ? read.value : undefined
}

/** Returns the sent requests and the outcome. */
async function tried(adapter: Adapter, rule: Rule, { request, limits }: BrokenBody, times: number) {
  const server = refusing(rule, rule.error ?? '', limits)
  const outcome = await sendRepaired({
    ...{ adapter, request, signal: new AbortController().signal },
    repair: new RequestRepair({ codecs: adapter.codecs, rules: [rule], limits, times }),
    ask: server.ask,
    report: () => undefined,
  }).catch((error: unknown) => error)
  return { outcome, sent: server.sent }
}

describe('a server that refuses in the words of a rule', () => {
  test('gets an accepted request if the rule has a fix; otherwise the error names the rule and the path', async () => {
    const explained = new Set<string>()
    for (const { adapter, rules } of adapters)
      for (const rule of rules.filter(({ error = '' }) => error.includes(' '))) {
        for (const given of broken(rule)) {
          const [{ path = '' } = {}] = lint([rule], given.request, given.limits)
          const plain = await tried(adapter, rule, given, 0)
          expect(plain.sent).toHaveLength(1)
          expect(plain.outcome, rule.id).toBeInstanceOf(RefusalError)
          expect(plain.outcome).toMatchObject({ message: expect.stringContaining(`${rule.id} at ${path}`) })
          explained.add(rule.id)
          if (lint([rule], given.request, given.limits).every(({ fix }) => fix === undefined)) continue
          const { outcome, sent } = await tried(adapter, rule, given, 3)
          expect(new Set(sent).size, `${rule.id} asks twice the same`).toBe(sent.length)
          const [before, after] = [sent[0], sent.at(-1)].map((text) =>
            decoded(adapter, JSON.parse(text ?? '')),
          )
          if (sent.length === 1 || before === undefined || after === undefined) continue
          expect(losesNothing(before, after), rule.id).toBe(true)
          // If a rule cannot fix every path, the rest is refused again.
          if (lint([rule], JSON.parse(sent.at(-1) ?? ''), given.limits).length === 0)
            expect(outcome, rule.id).toMatchObject({ source: 'accepted' })
        }
      }
    expect(explained.size).toBeGreaterThan(60)
  })
})

/** Returns the requests that break the rule. */
function broken({ id }: Rule): readonly BrokenBody[] {
  return brokenBodies.filter(({ rule }) => rule === id)
}
