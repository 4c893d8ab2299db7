import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonErrorPosition } from '../../src/traffic/input/json-position.js'

test.each([
  ['{"a":1,\n "b": }', [2, 7]],
  ['hello', [1, 1]],
  ['{"a":1}\r\nx', [2, 1]],
  ['[1,\n2', [2, 2]],
  [`["${'x'.repeat(10_000)}"\n\n, ]`, [3, 3]],
])('the position of the error in %j', (text, position) => {
  expect(jsonErrorPosition(text)).toEqual(position)
})

test('the position is that of a character put into JSON', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), fc.nat(), (json, at) => {
      const text = JSON.stringify({ list: [JSON.parse(json)] }, null, 1)
      const breaks = [...text.matchAll(/\n */g)].map(({ index }) => index + 1)
      const place = breaks[at % breaks.length] ?? 0
      const broken = `${text.slice(0, place)}?${text.slice(place)}`
      const line = broken.slice(0, place).split('\n').length
      expect(jsonErrorPosition(broken)).toEqual([line, 1])
    }),
  )
})
