import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { tryParseJson } from '../../src/base/json/parse.js'
import { createRepeatedParser } from '../../src/base/json/repeated-parser.js'
import { exchanges } from '../support/exchanges.js'
import { below, seededRandom } from '../support/values.js'

/**
 * Parses each text with one parser and reports the first difference from JSON.parse, both immediately and
 * after all texts were read.
 */
function findDifference(texts: readonly string[]): string | undefined {
  const parse = createRepeatedParser()
  const found = texts.map((text) => ({ text, value: parse(text) }))
  const wrong = found.find(({ text, value }) => {
    const expected = tryParseJson(text)
    // The first comparison detects -0 and prototypes, the second the order of keys.
    return !isDeepStrictEqual(value, expected) || JSON.stringify(value) !== JSON.stringify(expected)
  })
  return wrong && `${JSON.stringify(wrong.value)} for ${wrong.text}`
}

const STRINGS = [
  '"a"',
  '""',
  '"a longer text of some words"',
  '"\\"quoted\\", \\\\"',
  '"\\n\\t\\/\\b"',
  '"\\u00e9\\ud83d\\ude00\\ud83d"',
  '"é😀\\u2028\u2028"',
  '"\ud83d"',
  '"\\u0000"',
  '"\\u00001"',
  '"\0"',
  '"\u0001"',
  '"a\tb"',
  '"\x7f"',
  '"\\x"',
  '"\\u12"',
  '"\\"',
  '"cut',
  '"a" ',
  '"\\\\"',
  '"__proto__"',
]
const NUMBERS = [
  '0',
  '-0',
  '7',
  '1747205982',
  '123456789012345',
  '9007199254740993',
  '12345678901234567890',
  '100000000000000000000',
  '1e400',
  '-1e400',
  '1e2',
  '1E+2',
  '0.5',
  '0.1000000000000000055511151231257827',
  '5e-324',
  '-12',
  '01',
  '1.',
  '.5',
  '+1',
  '-',
  '',
  '1_0',
  '1 ',
  '1}',
]
const OTHERS = ['null', 'true', 'false', '{}', '[]', '{"a":1}', '[1,"b"]', 'nul', 'NaN']
const SHAPES = [
  (a: string, b: string) => `{"type":"delta","index":${b},"delta":{"kind":"text","text":${a}}}`,
  (a: string, b: string) =>
    `{"id":"x","choices":[{"index":0,"delta":{"calls":[{"index":${b},"f":{"args":${a}}}]},"end":null}],"n":[1,2]}`,
  (a: string, b: string) => `{"${'__proto__'}":{"text":${a}},"n":${b},"text":"same"}`,
  (a: string, b: string) => `{"__proto__":${a},"constructor":${b},"same":[{}]}`,
  (a: string, b: string) => `{"a":${a},"a":${b},"b":{"c":1,"c":${a}}}`,
  (a: string, b: string) => `{"a":{"x":${a}},"a":"last","b":${b}}`,
  (a: string, b: string) => `{"2":${a},"1":${b},"0":"same"}`,
  (a: string, b: string) => ` { "a" :\t[ ${a} , ${b} ] ,\n"b" : true}\r\n`,
  (a: string, b: string) => `{${a}:1,"b":${b}}`,
  (a: string, b: string) => `{"same":"\\u00000","a":${a},"b":${b}}`,
  (a: string, b: string) => `[${a},[${b},[${a},{"deep":[[${b}]]}]]]`,
  (a: string, b: string) => `[${Array.from({ length: 7 }, () => `${a},${b}`).join()}]`,
  (a: string, b: string) => `{"a":${a},"b":${b}}${a.length % 2 ? ' ' : ''}`,
  (a: string) => a,
]

function pick<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[below(random, items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

/** Mostly of the same kind, so that texts are similar. */
function randomLiteral(random: () => number, usual: readonly string[]): string {
  const chance = random()
  if (chance < 0.8) return pick(usual, random)
  return pick(chance < 0.9 ? [...STRINGS, ...NUMBERS] : OTHERS, random)
}

function damaged(text: string, random: () => number): string {
  const at = below(random, text.length + 1)
  switch (below(random, 4)) {
    case 0:
      return text.slice(0, at)
    case 1:
      return text.slice(0, at) + text.slice(at + 1)
    case 2:
      return (
        text.slice(0, at) + pick(['"', '\\', '0', ',', ' ', '\0', '{', ']', 'e'], random) + text.slice(at)
      )
    default:
      return text.slice(0, at) + text.slice(below(random, text.length + 1))
  }
}

test('generated similar texts, damaged and not, are parsed like JSON.parse does', () => {
  const random = seededRandom(83)
  for (let run = 0; run < 2_000; run += 1) {
    const shapes = [pick(SHAPES, random), pick(SHAPES, random)]
    const texts = Array.from({ length: 40 }, () => {
      const shape = random() < 0.9 ? shapes[0] : shapes[1]
      const text = shape?.(randomLiteral(random, STRINGS), randomLiteral(random, NUMBERS)) ?? ''
      return random() < 0.1 ? damaged(text, random) : text
    })
    expect(findDifference(texts)).toBeUndefined()
  }
})

test('the events of recorded streams, damaged and not, are parsed like JSON.parse does', () => {
  const random = seededRandom(89)
  for (const { stream } of exchanges) {
    if (stream === undefined) continue
    const texts = stream.split(/\r?\n/).map((line) => line.replace(/^data: ?/, ''))
    expect(findDifference(texts)).toBeUndefined()
    expect(
      findDifference(texts.map((text) => (random() < 0.2 ? damaged(text, random) : text))),
    ).toBeUndefined()
  }
})

test('texts are looked at again after many that were nothing alike, and neither long nor deep ones are a trap', () => {
  const different = Array.from({ length: 100 }, (_, count) => `{"key${count}":[${'1,'.repeat(count)}0]}`)
  const alike = Array.from({ length: 100 }, (_, count) => `{"same":{},"text":"a${count}"}`)
  const long = ['x', 'yy', 'z'].map((letter) => `{"same":{},"text":"${letter.repeat(5000)}"}`)
  const deep = ['x', 'yy', 'z'].map((letter) => `${'['.repeat(1000)}"${letter}"${']'.repeat(1000)}`)
  expect(findDifference([...different, ...alike, ...long, ...deep, ...alike])).toBeUndefined()
  const parse = createRepeatedParser()
  const values = [...different, ...alike].map(parse)
  expect(values.at(-1)).toEqual({ same: {}, text: 'a99' })
  expect(members(values.at(-1)).same).toBe(members(values.at(-2)).same)
})

test('only differences are parsed: the rest is shared, and returned values never change', () => {
  const parse = createRepeatedParser()
  const values = Array.from({ length: 5 }, (_, count) =>
    members(
      parse(`{"same":{"a":[1]},"seq":${98 + count},"delta":{"type":"t","text":"${'x'.repeat(count)}"}}`),
    ),
  )
  expect(values[4]?.same).toBe(values[3]?.same)
  expect(values.map(({ seq, delta }) => [seq, delta])).toEqual(
    [0, 1, 2, 3, 4].map((count) => [98 + count, { type: 't', text: 'x'.repeat(count) }]),
  )
})

function members(value: unknown): Record<string, unknown> {
  return { ...(typeof value === 'object' ? value : {}) }
}
