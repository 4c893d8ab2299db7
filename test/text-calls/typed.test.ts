import { expect, test } from 'vitest'
import { expectObject } from '../../src/json/read.js'
import type { JsonObject } from '../../src/json/types.js'
import { typedText } from '../../src/text-calls/typed.js'

const schema: JsonObject = {
  $defs: { count: { type: 'integer' }, loop: { $ref: '#/$defs/loop' } },
  properties: {
    count: { $ref: '#/$defs/count' },
    lost: { $ref: '#/$defs/nowhere' },
    loop: { $ref: '#/$defs/loop' },
    either: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
    words: { enum: ['a', 1, null, ['x']] },
    one: { const: true },
    list: { type: ['array', 'object'] },
    odd: 'string',
  },
}
const properties = expectObject(schema.properties, '')
const tool = { name: 'f', isCustom: false, properties, schema }

test.each([
  ['count', ' 3 ', '3'],
  ['count', '3.x', '"3.x"'],
  ['lost', '3', '"3"'],
  ['loop', '3', '"3"'],
  ['either', 'TRUE', 'true'],
  ['either', 'None', 'null'],
  ['words', '1', '1'],
  ['words', 'null', 'null'],
  ['words', '["x"]', '["x"]'],
  ['one', 'false', 'false'],
  ['list', '{"a":1}', '{"a":1}'],
  ['list', '[1', '"[1"'],
  ['odd', '1', '"1"'],
  ['other', '1', '"1"'],
  ['toString', '1', '"1"'],
])('%s: %s is %s', (key, text, expected) => {
  expect(typedText(text, key, tool)).toBe(expected)
})

test('without declared parameters everything is text', () => {
  expect(typedText('1', 'a', { ...tool, properties: undefined })).toBe('"1"')
})
