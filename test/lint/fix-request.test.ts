import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { applyPatch } from '../../src/base/json/patch.js'
import { isArray } from '../../src/base/json/read-json.js'
import { fixRequest } from '../../src/translate/lint/fix-request.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import type { Rule, Violation } from '../../src/translate/lint/rule.js'
import { adapterOf } from '../support/adapters.js'
import { type BrokenBody, brokenBodies } from './broken/broken-bodies.js'

const HISTORIES = ['messages', 'contents', 'input']

/** Fixes one path after the other and lints again each time. Fixing in rounds must give the same result. */
function fixedOneByOne(rules: readonly Rule[], request: JsonObject, limits: string | undefined) {
  const tried = new Set<string>()
  const last = new Set(rules.flatMap(({ id, isFixedLast }) => (isFixedLast ? [id] : [])))
  for (let current = request; ; ) {
    const left = lint(rules, current, limits)
    const { length } = JSON.stringify(current)
    const open = left.filter(({ fix, rule, path }) => fix && !tried.has(`${rule} ${path} ${length}`))
    const next = open.find(({ rule }) => !last.has(rule)) ?? open[0]
    if (next?.fix === undefined) return { request: current, left: summaryOf(left) }
    tried.add(`${next.rule} ${next.path} ${length}`)
    current = applyPatch(current, next.fix)
  }
}

function summaryOf(left: readonly Violation[]): string[] {
  return left.map(({ rule, path }) => `${rule} ${path}`)
}

/** Returns the body with its history repeated. */
function repeatedHistory({ request }: BrokenBody, times: number): JsonObject {
  const members = Object.entries(request).map(([key, value]): [string, JsonValue] => [
    key,
    HISTORIES.includes(key) && isArray(value) ? Array.from({ length: times }, () => value).flat() : value,
  ])
  return Object.fromEntries(members)
}

const small = brokenBodies.filter(({ request }) => JSON.stringify(request).length < 20_000)

test('fixing in rounds gives the same result as fixing one path after the other', () => {
  fc.assert(
    fc.property(fc.constantFrom(...small), fc.integer({ min: 1, max: 6 }), (body, times) => {
      const { rules } = adapterOf(body.wire)
      const request = repeatedHistory(body, times)
      const { request: fixed, left } = fixRequest(rules, request, body.limits)
      const expected = fixedOneByOne(rules, request, body.limits)
      expect(fixed).toEqual(expected.request)
      expect(summaryOf(left)).toEqual(expected.left)
    }),
    { numRuns: 300 },
  )
})

test('the patches of a fix, applied in order, lead from the request to the fixed one', () => {
  fc.assert(
    fc.property(fc.constantFrom(...small), fc.integer({ min: 1, max: 6 }), (body, times) => {
      const request = repeatedHistory(body, times)
      const { request: repaired, fixed } = fixRequest(adapterOf(body.wire).rules, request, body.limits)
      const patches = fixed.flatMap(({ fix = [] }) => fix)
      expect(applyPatch(request, patches)).toEqual(repaired)
    }),
  )
})

test('fixes hundreds of positions in a few passes', () => {
  let looks = 0
  const rule: Rule = {
    id: 'NO-ZERO',
    severity: 'error',
    summary: 'No entry is zero.',
    check: ({ list }, report) => {
      looks += 1
      if (isArray(list))
        list.forEach((entry, index) => {
          if (entry === 0) report(`/list/${index}`, 'it is zero')
        })
    },
    fix: (_request, path) => [{ op: 'remove', path }],
  }
  const list = Array.from({ length: 900 }, (_, index) => index % 3)
  const { request, fixed } = fixRequest([rule], { list })
  expect(request).toEqual({ list: list.filter((entry) => entry !== 0) })
  expect(fixed.length).toBe(300)
  expect(looks).toBeLessThan(5)
})

test('fixes that cause each other terminate', () => {
  const rule: Rule = {
    id: 'LONGER',
    severity: 'error',
    summary: 'The list is longer.',
    check: ({ list }, report) => report(`/list/${isArray(list) ? list.length : 0}`, 'too short'),
    fix: (_request, path) => [{ op: 'add', path, value: 0 }],
  }
  const { fixed, left } = fixRequest([rule], { list: [] })
  expect(fixed.length).toBeLessThanOrEqual(1000)
  expect(left.length).toBe(1)
})

test.each([
  ['openai-chat', { role: 'assistant', content: [], tool_calls: [{ id: 'a', type: 'function' }] }],
  ['bedrock-converse', { role: 'user', content: 'Hello' }],
  ['google-generate-content', { role: 'user', content: 'Hello' }],
  ['anthropic-messages', { role: 'assistant', content: [], tool_calls: [{ id: 'a' }] }],
] as const)('a message of %s stays that holds something beside its content', (wire, message) => {
  const key = wire === 'google-generate-content' ? 'contents' : 'messages'
  const request = { [key]: [{ role: 'user', content: [{ text: 'Hi' }], parts: [{ text: 'Hi' }] }, message] }
  const { request: fixed } = fixRequest(adapterOf(wire).rules, JSON.parse(JSON.stringify(request)))
  expect(fixed[key]).toHaveLength(2)
})

test('the first message keeps a text, though all of its texts are empty', () => {
  const empty = { type: 'text', text: '' }
  const request = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: [empty, empty, empty] }] }
  const { rules } = adapterOf('anthropic-messages')
  expect(fixRequest(rules, request).request).toEqual({
    ...request,
    messages: [{ role: 'user', content: [empty] }],
  })
})

test('removals together keep the last element of a list, if it has another fix', () => {
  const rule: Rule = {
    id: 'NO-ZERO',
    severity: 'error',
    summary: 'No entry is zero.',
    check: ({ list }, report) => {
      if (isArray(list))
        for (const [index, entry] of list.entries()) if (entry === 0) report(`/list/${index}`, 'it is zero')
    },
    fix: ({ list }, path) =>
      isArray(list) && list.length > 1 ? [{ op: 'remove', path }] : [{ op: 'replace', path, value: 1 }],
  }
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 9 }), (list) => {
      const others = list.filter((entry) => entry !== 0)
      expect(fixRequest([rule], { list }).request).toEqual({ list: others.length === 0 ? [1] : others })
    }),
  )
})
