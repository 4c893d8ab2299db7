import { expect, test } from 'vitest'
import { legalText } from '../../src/translate/fit/fit-names.js'

test('an exact length of any size', () => {
  const make = legalText(
    { pattern: '[a-zA-Z0-9]+', characters: 'a-zA-Z0-9', maxLength: 40, exactLength: true },
    8,
  )
  expect(make('call_1', 1)).toMatch(/^[a-zA-Z0-9]{40}$/)
  expect(make('call_1', 1)).toBe(make('call_1', 1))
  expect(new Set(['call_1', 'call_2'].flatMap((id) => [make(id, 1), make(id, 2)])).size).toBe(4)
})

test('if neither hyphens nor a leading t are legal', () => {
  const make = legalText({ pattern: '[a-s]?[a-zA-Z0-9]*', characters: 'a-zA-Z0-9', maxLength: 6 }, 8)
  expect(make('call-1', 1)).toMatch(/^[a-zA-Z0-9]{6}$/)
})
