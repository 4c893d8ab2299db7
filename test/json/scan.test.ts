import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonScan } from '../../src/base/json/json-scan.js'

/** Returns the scan of a text that ends here. */
function scanned(text: string): JsonScan {
  const scan = new JsonScan()
  const read = scan.push(text, 0)
  expect(read).toBeLessThanOrEqual(text.length)
  scan.end()
  return scan
}

test('every JSON value is complete, and incomplete if it is cut inside a container', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (text, place) => {
      expect(scanned(text)).toMatchObject({ state: 'whole', text })
      const cut = text.slice(0, place % text.length)
      const isInside = /^[{["]/.test(text)
      if (isInside) expect(scanned(cut)).toMatchObject({ state: 'open', text: cut })
    }),
  )
})

test('a bare word is complete at the end, and no other text is', () => {
  for (const text of ['true', 'null', '-1.5e3']) expect(scanned(text).state).toBe('whole')
  for (const text of ['tru', '-', '01']) expect(scanned(text).state).toBe('broken')
})
