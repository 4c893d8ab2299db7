import { expect, test } from 'vitest'
import { createLegalTexts } from '../../src/adapter/fit/legal-text.js'

test('an exact length of any size', () => {
  const texts = createLegalTexts(
    { pattern: '[a-zA-Z0-9]+', characters: 'a-zA-Z0-9', maxLength: 40, exactLength: true },
    8,
  )
  expect(texts.make('call_1', 1)).toMatch(/^[a-zA-Z0-9]{40}$/)
  expect(texts.make('call_1', 1)).toBe(texts.make('call_1', 1))
  expect(new Set(['call_1', 'call_2'].flatMap((id) => [texts.make(id, 1), texts.make(id, 2)])).size).toBe(4)
})

test('where neither hyphens nor a leading t are legal', () => {
  const texts = createLegalTexts({ pattern: '[a-s]?[a-zA-Z0-9]*', characters: 'a-zA-Z0-9', maxLength: 6 }, 8)
  expect(texts.make('call-1', 1)).toMatch(/^[a-zA-Z0-9]{6}$/)
})
