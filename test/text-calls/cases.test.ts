import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allTextDialects, readTextCalls } from '../../src/text-calls/index.js'
import { someOf } from '../support/cases.js'
import { projectRoot } from '../support/project.js'
import { type DialectCases, expectParts, optionsOf, told } from './support.js'

const FOLDER = join(projectRoot, 'test/text-calls/cases')
const loaded: DialectCases[] = []
for (const file of readdirSync(FOLDER)) loaded.push(...[(await import(join(FOLDER, file))).cases].flat())

describe.each(loaded)('$dialect', ({ dialects, cases }) => {
  test('has ten cases or more', () => {
    expect(cases.length).toBeGreaterThanOrEqual(10)
  })

  test.each(cases)('$name', (given) => {
    const parts = expectParts(given.text, optionsOf(dialects, given))
    expect(told(parts)).toEqual(given.parts)
  })

  // Some texts without calls are calls in another dialect.
  const withCalls = cases.filter(({ parts }) => parts.some(Array.isArray))
  test.each(someOf(withCalls, 3, `${dialects.length} ${cases[0]?.text}`))(
    '$name, where all dialects are read',
    (given) => {
      const parts = readTextCalls(given.text, optionsOf(allTextDialects, given))
      expect(told(parts)).toEqual(given.parts)
    },
  )
})
