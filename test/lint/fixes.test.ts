import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attempt } from '../../src/base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { applyPatch } from '../../src/base/json/patch.js'
import { asJson } from '../../src/base/json/read-json.js'
import type { Conversation, Part } from '../../src/base/model/types.js'
import { splitFiles } from '../../src/translate/lint/files-in-text.js'
import { fixRequest } from '../../src/translate/lint/fix-request.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import type { Rule } from '../../src/translate/lint/rule.js'
import { adapterOf, allAdapters } from '../support/adapters.js'
import { brokenBodies } from './broken/broken-bodies.js'

/**
 * Returns the content that a fix must not lose: texts, and the pairing of results and calls. Names and ids
 * may differ.
 */
function inventory(wire: string, request: JsonObject) {
  const { adapter } = adapterOf(wire)
  const { messages }: Conversation = adapter.decodeRequest(request).value
  const parts = messages.flatMap((message) => message.parts)
  const calls = parts.filter((part) => part.type === 'tool-call')
  const results = parts.filter((part) => part.type === 'tool-result')
  return {
    calls: calls.map((call) => scalarsIn(call.arguments ?? call.rawArguments ?? '')),
    results: results.map(({ output, isError }) => (isError ? 'error' : scalarsIn(asJson(output)))).sort(),
    answered: calls.map(({ id }) => results.some(({ callId }) => callId === id)),
    texts: parts.flatMap(textOf).sort(),
  }
}

/** Returns the scalar values inside a value, ignoring the objects around them. */
function scalarsIn(value: JsonValue): string {
  const parsed = typeof value === 'string' ? tryParseJson(value) : undefined
  if (parsed !== undefined && parsed !== value) return scalarsIn(parsed)
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).filter(([key]) => key !== 'type' && key !== 'toolwire_status')
  return members.map(([, member]) => scalarsIn(member)).join(' ')
}

/** Returns the words of a text and the files in it. A file inside a text equals the same file as a part. */
function textOf(part: Part): string[] {
  if (part.type === 'media') return part.source.type === 'data' ? [part.source.data] : []
  if (part.type !== 'text') return []
  const pieces = splitFiles(part.text) ?? [part.text]
  return pieces
    .map((piece) => (typeof piece === 'string' ? piece.trim() : piece.data))
    .filter((piece) => piece !== '')
}

function errorsOf(rules: readonly Rule[], request: JsonObject, limits: string | undefined): string[] {
  const errors = lint(rules, request, limits).filter(({ severity }) => severity === 'error')
  return [...new Set(errors.map(({ rule }) => rule))]
}

describe.each(brokenBodies)('$wire: $rule ($index)', ({ wire, rule, request, limits }) => {
  const { rules } = adapterOf(wire)
  const found = lint(rules, request, limits).filter((violation) => violation.rule === rule)

  test('the body breaks it', () => expect(found).not.toEqual([]))

  test('a fix removes the violation and causes no other', () => {
    for (const { path, fix } of found) {
      if (fix === undefined) continue
      const fixed = applyPatch(request, fix)
      const places = lint(rules, fixed, limits).filter((one) => one.rule === rule && one.fix !== undefined)
      if (found.length === 1) expect(places.map((one) => one.path)).not.toContain(path)
      expect(newErrors(errorsOf(rules, fixed, limits), errorsOf(rules, request, limits))).toEqual([])
    }
  })

  test('all fixes together lose no call, no result and no text', () => {
    const before = JSON.stringify(request)
    const { request: repaired, fixed, left } = fixRequest(rules, request, limits)
    expect(JSON.stringify(request)).toBe(before)
    expect(
      newErrors(
        left.filter(({ severity }) => severity === 'error').map((one) => one.rule),
        errorsOf(rules, request, limits),
      ),
    ).toEqual([])
    if (repaired === request || !isReadable(wire, request)) return
    const [was, is] = [inventory(wire, request), inventory(wire, repaired)]
    // Values in another wire's form are decoded only after the fix.
    if (/-(SHAPE|VALUE)-/.test(rule)) expectAll(is, was)
    else if (
      fixed.some((one) =>
        rules.some(({ id, isFixedLast }) => id === one.rule && (isFixedLast || /-PAIR-/.test(id))),
      )
    )
      expectPaired(is, was)
    else expect(is).toEqual(was)
  })
})

/** Expects the second inventory to contain everything of the first, and perhaps more. */
function expectAll(after: ReturnType<typeof inventory>, before: ReturnType<typeof inventory>): void {
  expect(after.calls).toEqual(expect.arrayContaining(before.calls))
  expect(after.results).toEqual(expect.arrayContaining(before.results))
  expect(after.texts).toEqual(expect.arrayContaining(before.texts))
}

/**
 * Expects all calls and texts, and the content of all results. Results without a call are texts, and only errors
 * are added for missing results.
 */
function expectPaired(after: ReturnType<typeof inventory>, before: ReturnType<typeof inventory>): void {
  expect(after.calls).toEqual(before.calls)
  expect(after.texts).toEqual(expect.arrayContaining(before.texts))
  const told = [...after.results, ...after.texts].join('\n')
  for (const result of before.results) if (result !== 'error') expect(told).toContain(result)
  expect(after.results.filter((result) => !before.results.includes(result) && result !== 'error')).toEqual([])
}

/** Some bodies are too broken to be decoded. */
function isReadable(wire: string, request: JsonObject): boolean {
  return !('error' in attempt(() => adapterOf(wire).adapter.decodeRequest(request)))
}

function newErrors(after: readonly string[], before: readonly string[]): string[] {
  return after.filter((rule) => !before.includes(rule))
}

test.each(allAdapters.map(({ wire }) => wire))('fixing %s ends for any JSON', (wire) => {
  const { rules } = adapterOf(wire)
  const bodies = brokenBodies.filter((body) => body.wire === wire).map(({ request }) => request)
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...bodies, {}), fc.string(), (value, body, key) => {
      const request = { ...body, [key]: value, messages: key.length % 2 === 0 ? body.messages : value }
      expect(() => fixRequest(rules, JSON.parse(JSON.stringify(request)))).not.toThrow()
    }),
    { numRuns: 30 },
  )
})

test('every rule of a provider has a body that breaks it', () => {
  const broken = new Set(brokenBodies.map(({ rule }) => rule))
  const providers = allAdapters.filter(({ wire }) => brokenBodies.some((body) => body.wire === wire))
  const left = providers.flatMap(({ rules }) => rules.filter(({ id }) => !broken.has(id)).map(({ id }) => id))
  expect(left).toEqual([])
})
