import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { applyPatch } from '../../src/base/json/patch.js'
import { createContext } from '../../src/base/model/context.js'
import { explainRefusal } from '../../src/translate/repair/explain-refusal.js'
import { losesNothing } from '../../src/translate/repair/nothing-lost.js'
import { adapterOf } from '../support/adapters.js'
import { refusalsFor } from '../support/refusals.js'
import { WORDS } from './words-of-servers.js'

describe('the words of servers', () => {
  test.each(WORDS)('%s: %s, %s: %s', async (wire, rule, outcome, words, request) => {
    const { adapter, rules } = adapterOf(wire)
    const known = [...rules, ...(await refusalsFor(wire))]
    const said = { error: { message: words, type: 'invalid_request_error' } }
    for (const error of [words, said, JSON.stringify(said)]) {
      const explained = explainRefusal(error, request, { rules: known })
      expect(explained?.rule).toBe(rule)
      expect(explained?.fix === undefined ? explained?.path : 'fixed').toBe(outcome)
      if (explained?.fix === undefined) continue
      const fixed = applyPatch(request, explained.fix)
      expect(fixed).not.toEqual(request)
      const decoded = (body: JsonObject) => adapter.codecs.request.decode(body, createContext(wire))
      expect(losesNothing(decoded(request), decoded(fixed))).toBe(true)
    }
  })

  test('most of them have a fix', () => {
    const fixed = WORDS.filter(([, , outcome]) => outcome === 'fixed')
    expect(WORDS.length).toBeGreaterThan(120)
    expect(fixed.length / WORDS.length).toBeGreaterThan(0.75)
  })
})
