import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { valueAt } from '../../src/base/json/pointer.js'
import { fixRequest } from '../../src/translate/lint/fix-request.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import type { Violation } from '../../src/translate/lint/rule.js'
import { adapterOf, allAdapters } from '../support/adapters.js'
import { allFixtures, recordings } from '../support/exchanges.js'
import { samplingProfile } from '../support/sampling.js'
import { FOREIGN_CHOICES, FOREIGN_FIELDS } from './foreign-fields.js'

/** The rules about fields and types of other formats. */
const SHAPES = /-SHAPE-0[1235]$/

function foreignIn(wire: string, request: JsonObject): Violation[] {
  return lint(
    adapterOf(wire).rules.filter(({ id }) => SHAPES.test(id)),
    request,
  )
}

const rows = Object.entries(FOREIGN_FIELDS).flatMap(([wire, fields]) =>
  fields.map((field) => ({ wire, title: `${wire} ${field.path}`, ...field })),
)

describe.each(rows)('$title', ({ wire, path, request, becomes }) => {
  test('is reported at its path, with a fix', () => {
    const found = foreignIn(wire, request)
    expect(found.map((violation) => violation.path)).toContain(path)
    expect(found.filter(({ fix }) => fix === undefined)).toEqual([])
    const misspelled = lint(adapterOf(wire).rules, request).filter(({ rule }) => rule.endsWith('-SETTING-03'))
    expect(misspelled.filter((violation) => violation.path === path)).toEqual([])
  })

  test('is fixed', () => {
    const { request: fixed } = fixRequest(adapterOf(wire).rules, request, samplingProfile(wire))
    expect(foreignIn(wire, fixed)).toEqual([])
    expect(valueAt(fixed, path)).toBeUndefined()
    if (becomes !== undefined) expect(valueAt(fixed, becomes[0])).toEqual(becomes[1])
  })
})

test.each(FOREIGN_CHOICES)(
  '%s: a choice of tools in the form of another wire, %#',
  (wire, request, path, becomes) => {
    expect(foreignIn(wire, request)).toMatchObject([{ path, fix: expect.anything() }])
    const { request: fixed } = fixRequest(adapterOf(wire).rules, request)
    expect(foreignIn(wire, fixed)).toEqual([])
    expect(valueAt(fixed, path)).toEqual(becomes)
  },
)

test('every wire with such rules has fields here', () => {
  const wires = allAdapters.filter(({ rules }) => rules.some(({ id }) => SHAPES.test(id)))
  expect(wires.map(({ wire }) => wire)).toEqual(Object.keys(FOREIGN_FIELDS).sort())
})

test('no request of a fixture or a recording is reported', () => {
  const exchanges = [...allFixtures, ...recordings]
  const alarms = exchanges.flatMap(({ id, wire, request }) =>
    request === undefined
      ? []
      : foreignIn(wire, request).map(({ path, message }) => `${id} ${path}: ${message}`),
  )
  expect(alarms).toEqual([])
})
