import { describe, expect, test } from 'vitest'
import { isGoodEnd, isTruncatedOutcome } from '../../src/base/model/outcome.js'
import { arrived, OUTCOMES, outcomesPage, targets } from './document.js'

test('docs/outcomes.md matches the tables', async () => {
  await expect(outcomesPage()).toMatchFileSnapshot('../../docs/outcomes.md')
})

describe.each(targets)('on $wire', (target) => {
  test('an outcome is written the same complete and streamed', () => {
    for (const outcome of OUTCOMES) {
      const { whole, streamed } = arrived(outcome, target)
      expect(streamed.isError, outcome).toBe(whole.isError)
      if (!whole.isError) expect(streamed.raw, outcome).toBe(whole.raw)
    }
  })

  test('calls without a good end come with an error, unless a limit cut them', () => {
    for (const outcome of OUTCOMES) {
      if (isGoodEnd(outcome) || isTruncatedOutcome(outcome)) continue
      const { whole, streamed } = arrived(outcome, target, true)
      expect([whole.isError, streamed.isError], outcome).toEqual([true, true])
    }
  })
})
