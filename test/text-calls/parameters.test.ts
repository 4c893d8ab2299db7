import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import type { Notice } from '../../src/base/model/context.js'
import type { ToolDefinition } from '../../src/base/model/types.js'
import {
  deepseekDsml,
  glmArgKv,
  invokeXml,
  minimaxM2,
  qwen3CoderXml,
  readTextCalls,
  seedOssXml,
  type TextDialect,
} from '../../src/text-calls/index.js'
import { cut, streamed, told } from './support.js'

/** A dialect with an element per parameter, and its syntax. */
interface Form {
  readonly dialect: TextDialect
  readonly open: string
  readonly key: (name: string) => string
  readonly end: string
  readonly close: string
}

const XML = (tag: string) => ({
  open: `<${tag}>\n<function=edit>\n`,
  key: (name: string) => `<parameter=${name}>\n`,
  end: '\n</parameter>\n',
  close: `</function>\n</${tag}>`,
})
const INVOKE = (block: string) => ({
  open: `<${block}>\n<invoke name="edit">\n`,
  key: (name: string) => `<parameter name="${name}">`,
  end: '</parameter>\n',
  close: `</invoke>\n</${block}>`,
})
const FORMS: readonly Form[] = [
  { dialect: qwen3CoderXml, ...XML('tool_call') },
  {
    dialect: seedOssXml,
    ...XML('seed:tool_call'),
    key: (name) => `<parameter=${name}>`,
    end: '</parameter>\n',
  },
  { dialect: minimaxM2, ...INVOKE('minimax:tool_call') },
  { dialect: invokeXml, ...INVOKE('function_calls') },
  {
    dialect: deepseekDsml,
    open: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="edit">\n',
    key: (name) => `<｜DSML｜parameter name="${name}">`,
    end: '</｜DSML｜parameter>\n',
    close: '</｜DSML｜invoke>\n</｜DSML｜function_calls>',
  },
  {
    dialect: glmArgKv,
    open: '<tool_call>edit\n',
    key: (name) => `<arg_key>${name}</arg_key>\n<arg_value>`,
    end: '</arg_value>\n',
    close: '</tool_call>',
  },
]

const STRING = { type: 'string' }
const SCHEMA: JsonObject = {
  type: 'object',
  properties: { path: STRING, content: STRING, count: { type: 'integer' }, list: { type: 'array' } },
}
const toolsWith = (parameters: JsonObject): readonly ToolDefinition[] => [
  { type: 'function', name: 'edit', parameters },
  { type: 'function', name: 'now' },
]

describe.each(FORMS)('$dialect.id', ({ dialect, open, key, end, close }) => {
  const read = (text: string, schema: JsonObject = SCHEMA) => {
    const options = { dialects: [dialect], tools: toolsWith(schema) }
    const parts = readTextCalls(text, options)
    for (const lengths of [[1], [7], [3, 20]]) expect(streamed(cut(text, lengths), options)).toEqual(parts)
    return told(parts)
  }
  const pair = (name: string, value: string) => key(name) + value + end
  const call = (...pairs: string[]) => open + pairs.join('') + close

  test('an undeclared parameter is a separate parameter, and is not part of another value', () => {
    expect(read(call(pair('path', 'a.txt'), pair('mode', 'overwrite'), pair('content', 'b')))).toEqual([
      ['edit', { path: 'a.txt', mode: 'overwrite', content: 'b' }],
    ])
    expect(read(call(pair('mode', 'x'), pair('path', 'a.txt')))).toEqual([
      ['edit', { mode: 'x', path: 'a.txt' }],
    ])
    expect(read(call(pair('path', 'a.txt'), pair('mode', 'overwrite')))).toEqual([
      ['edit', { path: 'a.txt', mode: 'overwrite' }],
    ])
  })

  test('also where the end of the one before it is missing', () => {
    const open = `${key('path')}a.txt`
    expect(read(call(`${open}\n`, pair('mode', 'x'), pair('content', 'b')))).toMatchObject([
      ['edit', { path: expect.stringMatching(/^a\.txt\s*$/), mode: 'x', content: 'b' }],
    ])
  })

  test('the complete schema determines the type of a value', () => {
    const schema: JsonObject = {
      $defs: { more: { properties: { referred: { type: 'boolean' } } } },
      allOf: [{ properties: { all: { type: 'integer' } } }, { $ref: '#/$defs/more' }],
      anyOf: [{ properties: { any: { type: 'array' } } }, { properties: { any: { type: 'null' } } }],
      additionalProperties: { type: 'number' },
    }
    const given = [
      pair('all', '1'),
      pair('referred', 'True'),
      pair('any', "['a', {'k': None}]"),
      pair('x', '2.5'),
    ]
    expect(read(call(...given), schema)).toEqual([
      ['edit', { all: 1, referred: true, any: ['a', { k: null }], x: 2.5 }],
    ])
  })

  test('a repeated parameter is reported: its last value counts', () => {
    for (const name of ['path', 'count', 'undeclared']) {
      const notices: Notice[] = []
      const onNotice = (notice: Notice) => void notices.push(notice)
      const options = { dialects: [dialect], tools: toolsWith(SCHEMA), onNotice }
      const text = call(pair(name, '1'), pair('content', 'b'), pair(name, '2'))
      expect(readTextCalls(text, options)).toMatchObject([
        { status: 'complete', arguments: { content: 'b' } },
      ])
      expect(notices).toMatchObject([{ code: 'arguments-repeat-keys', severity: 'warning' }])
    }
  })

  test('a text keeps what nothing else can be made of', () => {
    const content = `<a>${end}</a> and ${key('other').trim()} alone`
    expect(read(call(pair('path', 'a'), pair('content', content)))).toMatchObject([
      ['edit', { path: 'a', content }],
    ])
  })

  test('a text keeps a call that it quotes whole', () => {
    const quoted = `So:\n${call(pair('path', 'x'), pair('content', 'y'))}\nThat is it.`
    expect(read(call(pair('content', quoted), pair('path', 'a')))).toEqual([
      ['edit', { content: quoted, path: 'a' }],
    ])
  })

  test('a value that is not text keeps no marks: the call is malformed', () => {
    for (const name of ['count', 'nowhere']) {
      const parts = read(`${call(pair(name, `3${end}junk`), pair('path', 'a'))}${call(pair('path', 'b'))}`)
      expect(parts).toMatchObject([{ name: 'edit', status: 'malformed' }, ['edit', { path: 'b' }]])
    }
    const list = JSON.stringify([`<a>${end}</a>`])
    expect(read(call(pair('list', list)))).toEqual([['edit', { list: JSON.parse(list) }]])
  })

  test('a key without a value swallows nothing', () => {
    const bare = key('count').replace('<arg_value>', '')
    const parts = read(`${call(bare, pair('path', 'a'))}${call(pair('path', 'b'))}`)
    expect(parts).toMatchObject([{ name: 'edit', status: 'malformed' }, ['edit', { path: 'b' }]])
    expect(read(call(bare) + call(pair('path', 'b')))).toMatchObject([
      { name: 'edit', status: 'malformed' },
      ['edit', { path: 'b' }],
    ])
  })

  test('a repeated parameter is not part of another value', () => {
    expect(read(call(pair('path', 'a'), pair('path', 'b'), pair('content', 'c')))).toEqual([
      ['edit', { path: 'b', content: 'c' }],
    ])
  })
})

test.each([
  [deepseekDsml, '<｜DSML｜function_calls>\n<｜DSML｜invoke name="now"/>\n</｜DSML｜function_calls>'],
  [deepseekDsml, '<｜DSML｜invoke name="now" />'],
  [invokeXml, '<function_calls>\n<invoke name="now"/>\n</function_calls>'],
  [minimaxM2, "<minimax:tool_call>\n<invoke name='now' />\n</minimax:tool_call>"],
])('$0.id: an invoke that closes itself has no arguments: %s', (dialect, text) => {
  const options = { dialects: [dialect], tools: toolsWith(SCHEMA) }
  expect(told(readTextCalls(text, options))).toEqual([['now', {}]])
  expect(told(streamed(cut(text, [1]), options))).toEqual([['now', {}]])
})
