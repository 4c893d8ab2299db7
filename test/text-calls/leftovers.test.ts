import { describe, expect, test } from 'vitest'
import type { Notice } from '../../src/base/model/context.js'
import {
  allTextDialects,
  bareJson,
  deepseekV31,
  hermesJson,
  invokeXml,
  lfm2,
  llama3Json,
  mistralArgs,
  mistralArray,
  nemotronToolcall,
  olmo3Functions,
  pythonicList,
  readTextCalls,
  type TextDialect,
  toolCallsArray,
} from '../../src/text-calls/index.js'
import { cut, streamed, TOOLS, told } from './support.js'

const CALL = '<tool_call>\n{"name": "get", "arguments": {"url": "a"}}\n</tool_call>'
const CALLED = ['get', { url: 'a' }]

function read(text: string, ...dialects: readonly TextDialect[]) {
  const notices: Notice[] = []
  const options = { dialects, tools: TOOLS }
  const parts = readTextCalls(text, { ...options, onNotice: (notice) => notices.push(notice) })
  for (const lengths of [[1], [5, 2], [30]]) expect(streamed(cut(text, lengths), options)).toEqual(parts)
  const left = notices.filter(({ code }) => code === 'text-call-left')
  return { parts: told(parts), reasons: left.map(({ detail }) => detail) }
}

const GET = '{"name": "get", "arguments": {"url": "a"}}'
const NOW = '{"name": "now", "arguments": {}}'

describe('a bad line does not cost the good calls after it', () => {
  test.each<[string, string, TextDialect]>([
    ['lines', `<tool_calls>\n${GET}\nBAD\n${NOW}\n</tool_calls>`, toolCallsArray],
    ['a bad line first', `<tool_calls>\nBAD\n${GET}\n${NOW}\n</tool_calls>`, toolCallsArray],
    ['a bad line last', `<tool_calls>\n${GET}\n${NOW}\nBAD\n</tool_calls>`, toolCallsArray],
    ['a list', `<TOOLCALL>[${GET}, BAD, ${NOW}]</TOOLCALL>`, nemotronToolcall],
    ['a list of Mistral', `[TOOL_CALLS][${GET}, BAD, ${NOW}]`, mistralArray],
    ['JSON alone', `[${GET}, BAD, ${NOW}]`, bareJson],
  ])('%s', (_, text, dialect) => {
    for (const bad of [
      '{invalid json here}',
      '{"name": "nobody", "arguments": {"a": {}}}',
      '{"city": "Oslo"}',
    ]) {
      const { parts, reasons } = read(text.replace('BAD', bad), dialect)
      expect(parts.filter((part) => Array.isArray(part))).toEqual([CALLED, ['now', {}]])
      expect(parts.filter((part) => typeof part === 'string').join('')).toContain(bad)
      if (bad.includes('nobody')) expect(reasons).toEqual([{ reason: 'undeclared' }])
    }
    const { parts } = read(text.replace('BAD', '{"name": "get", "arguments": {"url": b{a}d}}'), dialect)
    expect(parts).toHaveLength(3)
    expect(parts).toContainEqual({ name: 'get', status: 'malformed', raw: '{"url": b{a}d}' })
    expect(parts).toContainEqual(['now', {}])
  })

  test.each<[string, string, TextDialect]>([
    ['Python in a list', '[get(url="a"), get(url=b a d), now()]', pythonicList],
    [
      'Python to a line',
      '<function_calls>get(url="a")\nget(url=b a d)\nnow()</function_calls>',
      olmo3Functions,
    ],
    [
      'Python between marks',
      '<|tool_call_start|>[get(url="a"), get(url=b a d), now()]<|tool_call_end|>',
      lfm2,
    ],
  ])('%s', (_, text, dialect) => {
    const bad = { name: 'get', status: 'malformed', raw: 'url=b a d' }
    expect(read(text, dialect).parts).toEqual([CALLED, bad, ['now', {}]])
    const { parts, reasons } = read(text.replace('get(url=b a d)', 'nobody(url="b")'), dialect)
    expect(parts.filter((part) => Array.isArray(part))).toEqual([CALLED, ['now', {}]])
    expect(reasons).toEqual([{ reason: 'undeclared' }])
  })

  test('elements', () => {
    const invoke = (name: string) =>
      `<invoke name="${name}">\n<parameter name="url">a</parameter>\n</invoke>\n`
    const { parts, reasons } = read(
      `<function_calls>\n${invoke('get')}${invoke('nobody')}${invoke('get')}</function_calls>`,
      invokeXml,
    )
    expect(parts.filter((part) => Array.isArray(part))).toEqual([CALLED, CALLED])
    expect(reasons).toEqual([{ reason: 'undeclared' }])
  })

  test('a call in a string of a broken one is ignored', () => {
    const quoted = JSON.stringify(`${NOW}, ${NOW}`)
    const text = `<TOOLCALL>[{"name": "write_file", "arguments": {bad, "content": ${quoted}}}, ${GET}]</TOOLCALL>`
    const { parts } = read(text, nemotronToolcall)
    expect(parts.map((part) => (Array.isArray(part) ? part[0] : part))).toMatchObject([
      { name: 'write_file', status: 'malformed' },
      'get',
    ])
  })
})

describe('text that looks like a call is reported', () => {
  test.each<[string, string, TextDialect, string]>([
    [
      'nobody has the name',
      '<tool_call>{"name": "nobody", "arguments": {}}</tool_call>',
      hermesJson,
      'undeclared',
    ],
    ['JSON alone of nobody', '{"name": "nobody", "arguments": {}}', bareJson, 'undeclared'],
    ['it is cut before its name', 'So <tool_call>{"na', hermesJson, 'cut'],
    ['it has no name', '<tool_call>{"city": "Oslo"}</tool_call>', hermesJson, 'unreadable'],
    ['JSON alone without arguments', '{"name": "get"}', llama3Json, 'unreadable'],
    ['it is code', `So \`${NOW}\` or \`<tool_call>\``, hermesJson, 'example'],
  ])('%s', (_, text, dialect, reason) => {
    expect(read(text, dialect)).toEqual({ parts: [text], reasons: [{ reason }] })
  })

  test.each<[string, string]>([
    ['text', 'Hello.'],
    ['other JSON', '{"name": "Alice", "age": 30}'],
    ['half a mark', 'a <tool'],
  ])('%s is not', (_, text) => {
    expect(read(text, ...allTextDialects)).toEqual({ parts: [text], reasons: [] })
  })
})

test('a call without arguments but with other members is not whole', () => {
  const object = '{"name": "get", "city": "Paris"}'
  expect(read(`<tool_call>${object}</tool_call>`, hermesJson).parts).toEqual([
    { name: 'get', status: 'malformed', raw: object },
  ])
  expect(read(object, bareJson).parts).toEqual([object])
  expect(read('<tool_call>{"type": "function", "name": "now"}</tool_call>', hermesJson).parts).toEqual([
    ['now', {}],
  ])
})

describe('examples', () => {
  const quoted = (prefix: string) => CALL.replace(/^/gm, prefix)
  test.each<[string, string]>([
    ['quoted', `So:\n\n${quoted('> ')}\n\nThat is it.`],
    ['quoted from the start', quoted('> ')],
    ['quoted in one line', `So:\n> <tool_call>${NOW}</tool_call>`],
    ['in a fence of tildes', `So:\n~~~text\n${CALL}\n~~~\nThat is it.`],
    ['in an open fence of tildes', `~~~\n${CALL}`],
    ['in <pre>', `So <pre>\n${CALL}\n</pre> and <pre class="a">${CALL}</pre>.`],
  ])('%s holds no calls', (_, text) => {
    expect(read(text, hermesJson).parts).toEqual([text])
    expect(read(text, ...allTextDialects).parts).toEqual([text])
  })

  // Indentation alone does not make an example of a control mark: models indent their calls, too.
  test.each(['    ', '\t'])(
    'indented by %j, a call with a mark is a call, and one without is text',
    (indent) => {
      const marked = `So:\n\n${indent}<tool_call>${NOW}</tool_call>`
      expect(read(marked, hermesJson).parts).toEqual([`So:\n\n${indent}`, ['now', {}]])
      for (const text of [
        '{"tool_id": "now", "params": {}}',
        'Tool call: now with args: {}',
        '<now></now>',
      ]) {
        const unmarked = `So:\n\n${indent}${text}`
        expect(read(unmarked, ...allTextDialects).parts).toEqual([unmarked])
      }
    },
  )

  test.each<[string, string, string]>([
    ['a fence of tildes', `~~~\n${CALL}\n~~~`, '~~~\n~~~'],
    ['<pre>', `<pre>${CALL}</pre>`, '<pre></pre>'],
    ['a quotation', `> ${CALL}`, '> '],
  ])('insideCode reads %s', (_, text, rest) => {
    const parts = readTextCalls(text, { dialects: [hermesJson], tools: TOOLS, insideCode: true })
    expect(told(parts)).toContainEqual(CALLED)
    const said = parts.flatMap((part) => (part.type === 'text' ? part.text : []))
    expect(said.join('').replace(/\s+/g, '')).toBe(rest.replace(/\s+/g, ''))
  })

  test('calls after examples are calls', () => {
    for (const example of [
      `> ${NOW}\n\n`,
      `~~~\n${CALL}\n~~~\n`,
      `<pre>${CALL}</pre>\n`,
      `a\n\n    Tool call: now with args: {}\n\n`,
    ])
      expect(read(example + CALL, hermesJson).parts.at(-1)).toEqual(CALLED)
    expect(read(`\n    ${CALL}\n    ${CALL}`, hermesJson).parts).toEqual([CALLED, CALLED])
  })
})

test.each<[string, TextDialect, string]>([
  ['a stray end of Mistral', mistralArray, `[TOOL_CALLS][${GET}][/TOOL_CALLS]`],
  ['a stray end after a name', mistralArgs, '[TOOL_CALLS]get[ARGS]{"url": "a"}[/TOOL_CALLS]'],
  ['JSON in the marks of LFM2', lfm2, `<|tool_call_start|>${GET}<|tool_call_end|>`],
  ['a list of JSON in the marks of LFM2', lfm2, `<|tool_call_start|>[ ${GET} ]<|tool_call_end|>`],
  [
    'another spelling of DeepSeek',
    deepseekV31,
    '<|tool_calls_begin|><|tool_call_begin|>get<|tool_sep|>{"url": "a"}',
  ],
])('%s', (_, dialect, text) => {
  expect(read(text, dialect).parts).toEqual([CALLED])
})

test.each(allTextDialects)('$id: an ended call is never truncated, with any arguments', (dialect) => {
  const tool = { name: 'anything', isCustom: false, properties: undefined, schema: {} }
  for (const text of ['{"a": b}', '{a}', '{"a": 1,}', '{"a": 1 "b": 2}', '{"a": {"b": }}']) {
    const written = dialect.writeCalls([
      { name: 'anything', id: 'functions.anything:0', text, tool, index: 0 },
    ])
    const statuses = readTextCalls(`${written}\n`, { dialects: [dialect], tools: TOOLS }).flatMap((part) =>
      part.type === 'tool-call' ? part.status : [],
    )
    expect(statuses).not.toContain('truncated')
  }
})
