import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { expectObject } from '../../src/base/json/read-json.js'
import { declaredTypes, typedText } from '../../src/text-calls/typed.js'

const schema: JsonObject = {
  $defs: {
    count: { type: 'integer' },
    loop: { $ref: '#/$defs/loop' },
    'a/b': { type: 'boolean' },
    more: { properties: { referred: { type: 'integer' } } },
  },
  $ref: '#/$defs/more',
  allOf: [{ properties: { all: { type: 'boolean' } } }],
  anyOf: [{ properties: { any: { type: 'integer' } } }, { properties: { any: { type: 'null' } } }],
  additionalProperties: { type: 'number' },
  properties: {
    count: { $ref: '#/$defs/count' },
    escaped: { $ref: '#/$defs/a~1b' },
    lost: { $ref: '#/$defs/nowhere' },
    loop: { $ref: '#/$defs/loop' },
    either: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
    words: { enum: ['a', 1, null, ['x']] },
    one: { const: true },
    list: { type: ['array', 'object'] },
    odd: 'string',
    float: { type: 'float' },
    int: { type: 'int' },
    bool: { type: 'bool' },
    dict: { type: 'dict[str, int]' },
    names: { type: 'list' },
    text: { type: 'str' },
  },
}
const tool = { name: 'f', isCustom: false, properties: expectObject(schema.properties, ''), schema }

test.each([
  ['count', ' 3 ', '3'],
  ['count', '3.x', '"3.x"'],
  ['escaped', 'true', 'true'],
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
  ['all', 'True', 'true'],
  ['any', '4', '4'],
  ['any', 'None', 'null'],
  ['referred', '4', '4'],
  ['other', '1', '1'],
  ['other', 'one', '"one"'],
  ['toString', '1', '1'],
  ['list', "['a', {'k': None}]", '["a", {"k": null}]'],
  ['list', "{'a': True}", '{"a": true}'],
  ['list', "['a'", `"['a'"`],
  ['list', "['a'] b", `"['a'] b"`],
  ['list', '["12345678901234567890"]', '["12345678901234567890"]'],
  ['float', '2.5', '2.5'],
  ['int', '2', '2'],
  ['bool', 'True', 'true'],
  ['dict', "{'a': 1}", '{"a": 1}'],
  ['names', "('a', 'b')", '["a", "b"]'],
  ['text', '12', '"12"'],
])('%s: %s is %s', (key, text, expected) => {
  expect(typedText(text, declaredTypes(key, tool))).toBe(expected)
})

test('without declared parameters everything is text', () => {
  expect(typedText('1', declaredTypes('a', { ...tool, schema: {} }))).toBe('"1"')
})

test('a schema whose parts hold each other is looked at once', () => {
  const each = { anyOf: Array.from({ length: 12 }, () => ({ $ref: '#/$defs/each' })) }
  const looped: JsonObject = { $defs: { each }, ...each, properties: { a: each } }
  expect(declaredTypes('a', { ...tool, schema: looped })).toEqual([])
})
