import { describe, expect, test, vi } from 'vitest'
import type * as linting from '../../src/lint/lint-request.js'
import type { Rule } from '../../src/lint/rule.js'

type Linted = Parameters<typeof linting.lint>

/** Every request that the tests of the rules look at: they run here once more, and all that they lint is kept. */
const linted = vi.hoisted((): Linted[] => [])

vi.mock('../../src/lint/lint-request.js', async (original) => {
  const module = await original<typeof linting>()
  const lint: typeof linting.lint = (...given) => {
    const violations = module.lint(...given)
    linted.push(given)
    return violations
  }
  return { ...module, lint }
})

const { lint } = await vi.importActual<typeof linting>('../../src/lint/lint-request.js')
const { attempt } = await import('../../src/json/adapter-error.js')
const { RefusalError } = await import('../../src/index.js')
const { sendRepaired } = await import('../../src/provider/repaired-send.js')
const { losesNothing } = await import('../../src/repair/nothing-lost.js')
const { RequestRepair } = await import('../../src/repair/request-repair.js')
const { adapters } = await import('../support/adapters.js')

await import('../adapters/anthropic-messages-rules.test.js')
await import('../adapters/bedrock-bodies.test.js')
await import('../adapters/google-generate-content-rules.test.js')
await import('../adapters/openai-chat.test.js')
await import('../adapters/openai-responses.test.js')

/** A server that refuses what breaks the rule, in the provider's words. */
function refusing(rule: Rule, words: string, limits: Linted[2]) {
  const sent: string[] = []
  return {
    sent,
    async ask(request: Linted[1]) {
      sent.push(JSON.stringify(request))
      if (lint([rule], request, limits).length === 0) return 'accepted'
      throw Object.assign(new Error(words), { status: 400, error: { error: { message: words } } })
    },
  }
}

type Adapter = (typeof adapters)[number]['adapter']

function decoded({ codecs, decodeRequest }: Adapter, request: Linted[1]) {
  const read = attempt(() => (codecs.converter === undefined ? decodeRequest(request).value : undefined))
  return 'value' in read ? read.value : undefined
}

/** What was sent, and what came of it. */
async function tried(adapter: Adapter, rule: Rule, [, request, limits]: Linted, times: number) {
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
  test('gets a request that it takes where the rule has a mend; else the error names rule and place', async () => {
    const explained = new Set<string>()
    for (const { adapter, rules } of adapters)
      for (const rule of rules.filter(({ error = '' }) => error.includes(' '))) {
        for (const given of broken(rule)) {
          const [{ path = '' } = {}] = lint([rule], given[1], given[2])
          const plain = await tried(adapter, rule, given, 0)
          expect(plain.sent).toHaveLength(1)
          expect(plain.outcome, rule.id).toBeInstanceOf(RefusalError)
          expect(plain.outcome).toMatchObject({ message: expect.stringContaining(`${rule.id} at ${path}`) })
          explained.add(rule.id)
          if (lint([rule], given[1], given[2]).every(({ fix }) => fix === undefined)) continue
          const { outcome, sent } = await tried(adapter, rule, given, 3)
          expect(new Set(sent).size, `${rule.id} asks twice the same`).toBe(sent.length)
          const [before, after] = [sent[0], sent.at(-1)].map((text) =>
            decoded(adapter, JSON.parse(text ?? '')),
          )
          if (sent.length === 1 || before === undefined || after === undefined) continue
          expect(losesNothing(before, after), rule.id).toBe(true)
          // What is left of a rule without a mend for every place is refused again.
          if (lint([rule], JSON.parse(sent.at(-1) ?? ''), given[2]).length === 0)
            expect(outcome, rule.id).toMatchObject({ source: 'accepted' })
        }
      }
    expect(explained.size).toBeGreaterThan(60)
  })
})

/** A few requests of the tests that break the rule. */
function broken(rule: Rule): Linted[] {
  return [...linted]
    .filter(
      ([by, request, limits]) =>
        by.includes(rule) &&
        JSON.stringify(request).length < 100_000 &&
        lint([rule], request, limits).length > 0,
    )
    .slice(0, 4)
}
