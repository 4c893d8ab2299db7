import type { JsonValue } from '../../../src/base/json/json-types.js'
import { lfm2, olmo3Functions, pythonicList } from '../../../src/text-calls/index.js'
import type { DialectCases } from '../support.js'
import { usualCases } from '../usual.js'

function python(value: JsonValue): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string')
    return `'${value.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`
  return `{${Object.entries(value)
    .map(([key, member]) => `${python(key)}: ${python(member)}`)
    .join(', ')}}`
}

function call([name, given]: readonly [string, Readonly<Record<string, JsonValue>>]): string {
  return `${name}(${Object.entries(given)
    .map(([key, value]) => `${key}=${python(value)}`)
    .join(', ')})`
}

const LIST: DialectCases = {
  dialect: 'pythonic-list',
  dialects: [pythonicList],
  cases: [
    ...usualCases({ onlyFirst: true, write: (...calls) => `[${calls.map(call).join(', ')}]` }),
    {
      name: 'between marks',
      text: 'So <|python_start|>[now(), get(url="a")]<|python_end|>',
      parts: ['So ', ['now', {}], ['get', { url: 'a' }]],
    },
    {
      name: 'brackets inside of texts',
      text: "[get(url=\"a)]\"), get(url='''b\"\n)]''')]",
      parts: [
        ['get', { url: 'a)]' }],
        ['get', { url: 'b"\n)]' }],
      ],
    },
    {
      name: 'escapes, tuples, numbers as Python has them, texts one after another',
      text: String.raw`[anything(a='\x41\u00e9\q', b=(1, .5, -2., 1_000, 1e3,), c="x" 'y', d={1: true})]`,
      parts: [['anything', { a: 'Aé\\q', b: [1, 0.5, -2, 1000, 1000], c: 'xy', d: { 1: true } }]],
    },
    {
      name: 'names that are not keywords',
      text: '[anything(**{"a b": 1, "c": [None]}, d=2)]',
      parts: [['anything', { 'a b': 1, c: [null], d: 2 }]],
    },
    { name: 'a list of numbers', text: '[1, 2]', parts: ['[1, 2]'] },
    { name: 'a link', text: '[get it](http://a)', parts: ['[get it](http://a)'] },
    {
      name: 'M6: a value that is not a literal',
      text: '[get(url=page.url)] and so on',
      parts: [{ name: 'get', status: 'malformed', raw: 'url=page.url' }, ' and so on'],
    },
    {
      name: 'a call that is cut',
      text: '[now(), get(url="htt',
      parts: [['now', {}], { name: 'get', status: 'truncated', raw: 'url="htt' }],
    },
    {
      name: 'deep nesting',
      text: `[anything(a=${'['.repeat(200)}`,
      parts: [{ name: 'anything', status: 'truncated', raw: `a=${'['.repeat(200)}` }],
    },
  ],
}

const LFM2: DialectCases = {
  dialect: 'lfm2',
  dialects: [lfm2],
  cases: [
    ...usualCases({
      write: (...calls) => `<|tool_call_start|>[${calls.map(call).join(', ')}]<|tool_call_end|>`,
    }),
    {
      name: 'calls that are said again without a mark count once',
      text: "<|tool_call_start|>[now(), get(url='a')]<|tool_call_end|>[now(), get(url='a')]<|tool_call_end|>So.",
      parts: [['now', {}], ['get', { url: 'a' }], 'So.'],
    },
  ],
}

const OLMO3: DialectCases = {
  dialect: 'olmo3-functions',
  dialects: [olmo3Functions],
  cases: usualCases({
    write: (...calls) => `<function_calls>${calls.map(call).join('\n')}</function_calls>`,
  }),
}

export const cases = [LIST, LFM2, OLMO3]
