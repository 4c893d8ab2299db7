import { hermesJson, qwen3CoderXml, seedOssXml } from '../../../src/text-calls/index.js'
import type { DialectCases } from '../support.js'
import { usualCases } from '../usual.js'

type Given = Readonly<Record<string, unknown>>

function inner(name: string, given: Given, pad: string): string {
  const parameters = Object.entries(given).map(
    ([key, value]) =>
      `<parameter=${key}>${pad}${typeof value === 'string' ? value : JSON.stringify(value)}${pad}</parameter>\n`,
  )
  return `<function=${name}>\n${parameters.join('')}</function>`
}

function call(name: string, given: Given): string {
  return `<tool_call>\n${inner(name, given, '\n')}\n</tool_call>`
}

const QWEN: DialectCases = {
  dialect: 'qwen3-coder-xml',
  dialects: [qwen3CoderXml],
  cases: [
    ...usualCases({ write: (...calls) => calls.map(([name, given]) => call(name, given)).join('\n') }),
    {
      name: 'the outer tag is missing in front',
      text: `I look.\n${inner('get', { url: 'a' }, '\n')}\n</tool_call>`,
      parts: ['I look.\n', ['get', { url: 'a' }]],
    },
    {
      name: 'the outer tag is missing at the end',
      text: `<tool_call>\n${inner('now', {}, '\n')}`,
      parts: [['now', {}]],
    },
    {
      name: 'a text stays one, whatever it looks like',
      text: call('get', { url: 'null' }) + call('get', { url: '12' }) + call('get', { url: '{"a": 1}' }),
      parts: [
        ['get', { url: 'null' }],
        ['get', { url: '12' }],
        ['get', { url: '{"a": 1}' }],
      ],
    },
    {
      name: 'what is not of its type stays text',
      text: '<function=get_weather><parameter=days>two</parameter></function>',
      parts: [['get_weather', { days: 'two' }]],
    },
    {
      name: 'types: a text or null, True, a number with an exponent',
      text: '<function=set_light><parameter=on>True</parameter><parameter=level> 1e2 </parameter><parameter=colour>None</parameter></function>',
      parts: [['set_light', { on: true, level: 100, colour: null }]],
    },
    {
      name: 'the end of a parameter stands inside of a value',
      text: call('write_file', { path: 'a.xml', content: '<a>\n</parameter>\n</function> and more\n</a>' }),
      parts: [['write_file', { path: 'a.xml', content: '<a>\n</parameter>\n</function> and more\n</a>' }]],
    },
    {
      name: 'a parameter that is not declared is one of its own',
      text: call('write_file', { path: 'a', content: 'x\n</parameter>\n<parameter=other>\ny' }),
      parts: [['write_file', { path: 'a', content: 'x', other: 'y' }]],
    },
    {
      name: 'the end of a parameter is missing',
      text: '<tool_call>\n<function=write_file>\n<parameter=path>\na\n<parameter=content>\nb\n</function>\n</tool_call>',
      parts: [['write_file', { path: 'a', content: 'b' }]],
    },
    {
      name: 'arguments as one object',
      text: '<tool_call>\n<function=get>\n{"url": "a"}\n</function>\n</tool_call>',
      parts: [['get', { url: 'a' }]],
    },
    {
      name: 'a call that is cut inside of a value',
      text: '<tool_call>\n<function=get>\n<parameter=url>\nhttp',
      parts: [{ name: 'get', status: 'truncated', raw: '<parameter=url>\nhttp' }],
    },
    {
      name: 'a call that is cut after a value',
      text: '<tool_call>\n<function=get>\n<parameter=url>\nhttp\n</parameter>\n',
      parts: [{ name: 'get', status: 'truncated', raw: '<parameter=url>\nhttp\n</parameter>' }],
    },
    {
      name: 'M6: text between parameters is not a parameter',
      text: '<tool_call>\n<function=get>\n<parameter=url oops>\n</function>\n</tool_call>.',
      parts: [{ name: 'get', status: 'malformed', raw: '<parameter=url oops>' }, '.'],
    },
    { name: 'the tag in prose', text: 'Use <function=get> so.', parts: ['Use <function=get> so.'] },
    {
      name: 'a declared name in prose',
      text: '<tool_call> get it </tool_call>',
      parts: ['<tool_call> get it </tool_call>'],
    },
    {
      name: 'an undeclared call that holds a declared one',
      text: call('put', { content: call('now', {}) }),
      parts: [call('put', { content: call('now', {}) })],
    },
    {
      name: 'beside another dialect with the same tag',
      text: `<tool_call>{"name": "now", "arguments": {}}</tool_call>${call('now', {})}`,
      parts: [
        ['now', {}],
        ['now', {}],
      ],
      options: { dialects: [qwen3CoderXml, hermesJson] },
    },
    {
      name: 'names of an object',
      text: '<function=anything><parameter=__proto__>a</parameter></function>',
      parts: [['anything', JSON.parse('{"__proto__": "a"}')]],
    },
  ],
}

const SEED: DialectCases = {
  dialect: 'seed-oss-xml',
  dialects: [seedOssXml],
  cases: usualCases({
    write: (...calls) =>
      calls
        .map(([name, given]) => `<seed:tool_call>\n${inner(name, given, '')}\n</seed:tool_call>`)
        .join('\n'),
  }),
}

export const cases = [QWEN, SEED]
