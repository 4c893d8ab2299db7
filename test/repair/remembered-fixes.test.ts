import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { refusals, rules } from '../../adapters/openai-chat/rules.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { sendRepaired } from '../../src/chat/provider/repaired-send.js'
import type { Notice } from '../../src/index.js'
import type { LearnedFix } from '../../src/translate/repair/learned-fix.js'
import { LearnedFixes } from '../../src/translate/repair/learned-fixes.js'
import { RequestRepair } from '../../src/translate/repair/request-repair.js'

const known = [...rules, ...refusals]
const HOUR = 3_600_000

type Refuse = (body: JsonObject) => string | undefined

/** Servers of OpenAI's Chat API, by what they refuse, in their words. */
const POLICIES: Readonly<Record<string, Refuse>> = {
  temperature: ({ temperature }) =>
    temperature === undefined
      ? undefined
      : "Unsupported parameter: 'temperature' is not supported with this model.",
  user: ({ user }) =>
    user === undefined
      ? undefined
      : '[{"loc": ["body", "user"], "msg": "Extra inputs are not permitted", "type": "extra_forbidden"}]',
  limit: ({ max_tokens }) =>
    Number(max_tokens ?? 0) > 4096
      ? `max_tokens is too large: ${String(max_tokens)}. This model supports at most 4096 completion tokens, whereas you provided ${String(max_tokens)}.`
      : undefined,
  name: ({ max_tokens }) =>
    max_tokens === undefined
      ? undefined
      : "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
  oldName: ({ max_completion_tokens }) =>
    max_completion_tokens === undefined
      ? undefined
      : "[{'type': 'extra_forbidden', 'loc': ('body', 'max_completion_tokens'), 'msg': 'Extra inputs are not permitted'}]",
  userWithNewName: ({ max_completion_tokens, user }) =>
    max_completion_tokens !== undefined && user !== undefined
      ? '[{"loc": ["body", "user"], "msg": "Extra inputs are not permitted", "type": "extra_forbidden"}]'
      : undefined,
  effort: ({ reasoning_effort }) =>
    reasoning_effort === 'xhigh'
      ? "Unsupported value: 'reasoning_effort' does not support 'xhigh' with this model. Supported values are: 'low', 'medium', and 'high'."
      : undefined,
}
type Policy = keyof typeof POLICIES

function refusalOf(policies: readonly Policy[], body: JsonObject): string | undefined {
  return policies.map((policy) => POLICIES[policy]?.(body)).find((words) => words !== undefined)
}

/** One server with its memory, whose refusals change. */
class Server {
  readonly sent: JsonObject[] = []
  readonly notices: Notice[] = []
  policies: readonly Policy[] = []
  now = 0
  readonly learned = new LearnedFixes(() => this.now)

  async ask(request: JsonObject, key = '', times = 1): Promise<'accepted' | Error> {
    const repair = new RequestRepair({
      ...{ codecs: openaiChat.codecs, rules: known, times },
      ...{ learned: this.learned, key },
    })
    return sendRepaired({
      ...{ adapter: openaiChat, request, repair, signal: new AbortController().signal },
      ask: async (body) => {
        this.sent.push(body)
        const words = refusalOf(this.policies, body)
        if (words === undefined) return 'accepted' as const
        throw Object.assign(new Error(words), { status: 400, error: { message: words } })
      },
      report: (notice) => this.notices.push(notice),
    }).then(
      () => 'accepted' as const,
      (error: Error) => error,
    )
  }

  /** Returns the number of requests since the last call. */
  asked(): number {
    return this.sent.splice(0).length
  }
}

const plain: JsonObject = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }

const requests = fc
  .record(
    {
      temperature: fc.constantFrom(0.2, 1),
      user: fc.constantFrom('a', 'b'),
      max_tokens: fc.constantFrom(100, 4096, 5000, 9000),
      reasoning_effort: fc.constantFrom('low', 'high', 'xhigh'),
    },
    { requiredKeys: [] },
  )
  .map((fields): JsonObject => ({ ...plain, ...fields }))
const policy = fc.constantFrom<Policy>('temperature', 'user', 'limit', 'name', 'effort')
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ request: requests, key: fc.constantFrom('one', 'other') }) },
    { weight: 1, arbitrary: fc.record({ policies: fc.uniqueArray(policy, { maxLength: 2 }) }) },
    { weight: 1, arbitrary: fc.record({ wait: fc.constantFrom(1000, HOUR) }) },
  ),
  { maxLength: 25 },
)

describe('whatever a server refuses, and however it changes', () => {
  test('a request that it accepts is accepted, and one that it refuses gets the refusal of the original', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 3 }), async (all, times) => {
        const server = new Server()
        for (const step of all) {
          if ('policies' in step) server.policies = step.policies
          else if ('wait' in step) server.now += step.wait
          else {
            const words = refusalOf(server.policies, step.request)
            const outcome = await server.ask(step.request, step.key, times)
            if (words === undefined) expect(outcome).toBe('accepted')
            else if (outcome !== 'accepted') expect(String(outcome.cause ?? outcome)).toContain(words)
            const texts = server.sent.map((body) => JSON.stringify(body))
            expect(new Set(texts).size).toBe(texts.length)
            expect(server.asked()).toBeLessThanOrEqual(times + 2)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  test('a request that was accepted after its fix is sent once the next time', async () => {
    await fc.assert(
      fc.asyncProperty(requests, policy, async (request, refused) => {
        const server = new Server()
        server.policies = [refused]
        const outcome = await server.ask(request)
        const [first] = server.sent
        if (outcome !== 'accepted' || server.asked() === 1) return
        server.notices.length = 0
        expect(await server.ask(request)).toBe('accepted')
        expect(server.notices.map(({ code }) => code)).toEqual(['repair-remembered'])
        expect(server.sent[0]).not.toEqual(first)
        expect(server.asked()).toBe(1)
      }),
      { numRuns: 200 },
    )
  })

  test('an acceptable request is sent unchanged, regardless of earlier refusals', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(requests, { maxLength: 6 }),
        requests,
        policy,
        async (before, next, refused) => {
          const server = new Server()
          server.policies = [refused]
          for (const request of before) await server.ask(request)
          server.asked()
          if (refusalOf([refused], next) !== undefined) return
          await server.ask(next)
          expect(server.sent).toEqual([next])
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('a remembered fix', () => {
  const hot: JsonObject = { ...plain, temperature: 0.5 }
  async function taught(): Promise<Server> {
    const server = new Server()
    server.policies = ['temperature']
    expect(await server.ask(hot, 'one')).toBe('accepted')
    expect(server.asked()).toBe(2)
    return server
  }

  test('is of one key', async () => {
    const server = await taught()
    await server.ask(hot, 'other')
    expect(server.asked()).toBe(2)
  })

  test('ends after an hour', async () => {
    const server = await taught()
    server.now = HOUR - 1
    await server.ask(hot, 'one')
    expect(server.asked()).toBe(1)
    server.now = HOUR
    await server.ask(hot, 'one')
    expect(server.asked()).toBe(2)
  })

  test('is learned by two requests at once', async () => {
    const server = new Server()
    server.policies = ['temperature']
    await Promise.all([server.ask(hot), server.ask(hot)])
    expect(server.asked()).toBe(4)
    expect(server.learned.of('')).toHaveLength(1)
  })

  test('is not learned if the fixed request was refused, too', async () => {
    const server = new Server()
    server.policies = ['temperature', 'user']
    expect(await server.ask({ ...hot, user: 'a' })).toBeInstanceOf(Error)
    expect(server.learned.of('')).toEqual([])
  })

  test('is forgotten if it makes a request refused, and the original is sent', async () => {
    const server = new Server()
    server.policies = ['name']
    const limited: JsonObject = { ...plain, max_tokens: 100 }
    await server.ask(limited)
    server.policies = ['oldName']
    server.asked()
    server.notices.length = 0
    expect(await server.ask(limited)).toBe('accepted')
    expect(server.sent).toEqual([{ ...plain, max_completion_tokens: 100 }, limited])
    expect(server.notices.map(({ code }) => code)).toEqual(['repair-remembered', 'repair-forgotten'])
    server.asked()
    await server.ask(limited)
    expect(server.sent).toEqual([limited])
  })

  test('stays if a second reason is fixed, too', async () => {
    const server = await taught()
    server.policies = ['temperature', 'user']
    expect(await server.ask({ ...hot, user: 'a' }, 'one')).toBe('accepted')
    expect(server.asked()).toBe(2)
    expect(await server.ask({ ...hot, user: 'b' }, 'one')).toBe('accepted')
    expect(server.asked()).toBe(1)
  })

  test('is forgotten with the fixes on top of it, if the original is accepted after them', async () => {
    const server = new Server()
    server.policies = ['name']
    await server.ask({ ...plain, max_tokens: 100 })
    server.policies = ['userWithNewName', 'oldName']
    server.asked()
    const request: JsonObject = { ...plain, max_tokens: 100, user: 'a' }
    expect(await server.ask(request)).toBe('accepted')
    const renamed = { ...plain, max_completion_tokens: 100 }
    expect(server.sent).toEqual([{ ...renamed, user: 'a' }, renamed, request])
    expect(server.learned.of('')).toEqual([])
    server.asked()
    await server.ask(request)
    expect(server.sent).toEqual([request])
  })

  test('applies to the same member of the same kind of block, and to no other', async () => {
    const server = new Server()
    const learned = server.learned
    const cached = { cache_control: { type: 'ephemeral' } }
    const text = { type: 'text', text: 'Hi', ...cached }
    const image = { type: 'image_url', image_url: { url: 'https://x.test/i' }, ...cached }
    const ask = async (content: readonly JsonObject[], refused: string) => {
      const sent: JsonObject[] = []
      const repair = new RequestRepair({ codecs: openaiChat.codecs, rules: known, times: 1, learned })
      await sendRepaired({
        ...{
          adapter: openaiChat,
          request: { ...plain, messages: [{ role: 'user', content: [...content] }] },
          repair,
        },
        signal: new AbortController().signal,
        ask: async (body) => {
          sent.push(body)
          if (sent.length === 2 || refused === '') return 'accepted'
          throw Object.assign(new Error(refused), { status: 400 })
        },
        report: () => undefined,
      })
      return sent.map((body) => JSON.stringify(body).split('cache_control').length - 1)
    }
    const words = "Invalid: 'messages.0.content.1.cache_control': Extra inputs are not permitted"
    expect(await ask([{ type: 'text', text: '1' }, text], words)).toEqual([1, 0])
    expect(await ask([image, text, text], '')).toEqual([1])
  })
})

test('the memory is bounded, and its oldest entries are forgotten first', () => {
  const learned = new LearnedFixes(() => 0)
  const fix = (rule: string): LearnedFix => ({ rule, text: 'x', places: [], changes: [] })
  for (let key = 0; key < 1000; key += 1)
    for (let rule = 0; rule < 20; rule += 1) learned.learn(String(key), fix(String(rule)))
  const counts = Array.from({ length: 1000 }, (_, key) => learned.of(String(key)).length)
  expect(counts.reduce((sum, count) => sum + count)).toBe(200 * 8)
  expect(counts.slice(800).every((count) => count === 8)).toBe(true)
  expect(learned.of('999').map(({ rule }) => rule)).toEqual(['12', '13', '14', '15', '16', '17', '18', '19'])
})

test('forgetting a fix keeps a fix that was learned again in the meantime', () => {
  const learned = new LearnedFixes(() => 0)
  const fix = (): LearnedFix => ({ rule: 'a', text: 'x', places: [], changes: [] })
  learned.learn('', fix())
  const old = learned.of('')
  learned.learn('', fix())
  learned.forget('', old)
  expect(learned.of('')).toHaveLength(1)
})
