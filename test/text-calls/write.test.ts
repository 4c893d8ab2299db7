import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { toolCall, toolResult } from '../../src/base/model/create.js'
import type { ToolCall } from '../../src/base/model/types.js'
import {
  allTextDialects,
  hermesJson,
  kimiK2,
  pythonicList,
  qwen3CoderXml,
  readTextCalls,
  type TextDialect,
  writeTextCalls,
  writeTextResults,
  writeTextTools,
} from '../../src/text-calls/index.js'
import { tries } from '../support/cases.js'
import { TOOLS } from './support.js'

/** Generates texts with marks of some dialect. */
function texts(dialect: TextDialect): fc.Arbitrary<string> {
  const marks = [
    ...(dialect.markers ?? []),
    ...(dialect.ends ?? []),
    ...(dialect.starts ?? []),
    ...[
      '"',
      "'",
      '\\',
      '\n',
      '```',
      '</',
      '<|',
      '{"name": "now", "arguments": {}}',
      ' ',
      '\u2028',
      'null',
      '12',
    ],
  ]
  const piece = fc.oneof(fc.constantFrom(...marks), fc.string({ unit: 'grapheme', maxLength: 6 }))
  return fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
}

/** Generates any arguments, as JSON text. */
function given(dialect: TextDialect): fc.Arbitrary<JsonObject> {
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      texts(dialect),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(texts(dialect), tie('value'), { maxKeys: 3 }),
    ),
  }))
  const key = fc.oneof(
    fc.constantFrom('city', 'on', 'level', 'colour', 'scene', 'rooms', 'content'),
    texts(dialect),
  )
  return fc.dictionary(key, value, { maxKeys: 4 }).map((object) => JSON.parse(JSON.stringify(object)))
}

const NAMES = ['get_weather', 'now', 'write_file', 'set_light', 'anything']
/** Dialects in which the only text of a tool is read unchanged. They do not support undeclared keys. */
const ONLY_DECLARED = new Set(['fenced-tools'])

function plain(calls: readonly unknown[]): unknown {
  return JSON.parse(JSON.stringify(calls))
}

describe.each(allTextDialects)('$id', (dialect) => {
  const names = fc.constantFrom(...(ONLY_DECLARED.has(dialect.id) ? ['anything'] : NAMES))
  const options = { dialect, tools: TOOLS }

  test('written calls are read again, for any arguments', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(names, given(dialect)), { minLength: 1, maxLength: 3 }), (made) => {
        const calls = made.map(([name, object], index) => toolCall(`c${index}`, name, object))
        const text = writeTextCalls(calls, options)
        const parts = readTextCalls(text, { dialects: [dialect], tools: TOOLS })
        const read = parts.map((part) =>
          part.type === 'tool-call' ? [part.name, part.arguments] : part.text,
        )
        expect(plain(read)).toEqual(plain(made))
      }),
      tries(300),
    )
  })

  test('a number that no double holds keeps its digits', () => {
    const rawArguments = '{"a": 12345678901234567890, "b": [0.1234567890123456789, 1e400]}'
    const call: ToolCall = { ...toolCall('c', 'anything', JSON.parse(rawArguments)), rawArguments }
    const [read] = readTextCalls(writeTextCalls([call], options), { dialects: [dialect], tools: TOOLS })
    expect(read).toMatchObject({ type: 'tool-call', status: 'complete' })
    expect(read?.type === 'tool-call' && read.rawArguments).toContain('12345678901234567890')
    expect(read?.type === 'tool-call' && read.rawArguments).toContain('0.1234567890123456789')
  })

  test('broken arguments stay broken, with their text', () => {
    for (const status of ['malformed', 'truncated', 'not-object'] as const) {
      const { arguments: _whole, ...rest } = toolCall('c', 'anything')
      const call: ToolCall = { ...rest, status, rawArguments: '{"a": "x' }
      const [read] = readTextCalls(writeTextCalls([call], options), { dialects: [dialect], tools: TOOLS })
      expect(read).toMatchObject({ type: 'tool-call', status, rawArguments: '{"a": "x' })
    }
  })

  test('names with unsupported letters are replaced, and restored', () => {
    const tools = ['straße 1', 'straße-1', 'a'.repeat(80), '2nd'].map((name) => ({
      type: 'function' as const,
      name,
    }))
    const calls = tools.map(({ name }, index) => toolCall(`c${index}`, name, { a: index }))
    const parts = readTextCalls(writeTextCalls(calls, { dialect, tools }), { dialects: [dialect], tools })
    expect(parts.map((part) => part.type === 'tool-call' && part.name)).toEqual(tools.map(({ name }) => name))
  })

  test('the model receives tools, calls and results', () => {
    const told = writeTextTools(TOOLS, { dialect })
    expect(told).toContain('"get_weather"')
    const [example = ''] = /[\s\S]*(?=\n\nThe result comes)/.exec(told) ?? []
    const call = example.slice(example.indexOf('around it:') + 12)
    const tools = [{ type: 'function' as const, name: 'NAME_OF_TOOL' }]
    const [read] = readTextCalls(call, { dialects: [dialect], tools })
    expect(read).toMatchObject({ name: 'NAME_OF_TOOL', status: 'complete' })
    const written = writeTextResults([toolResult(toolCall('c', 'get'), `fine${dialect.results.close}`)], {
      dialect,
    })
    expect(written).toContain('fine')
    if (dialect.results.close.trim() !== '')
      expect(written.split(dialect.results.close.trim()).length).toBe(2)
  })
})

test('the form of the text', () => {
  const calls = [
    toolCall('functions.get:7', 'get', { url: 'a' }),
    toolCall('x', 'set_light', { on: true, rooms: ['b'] }),
  ]
  expect(writeTextCalls(calls, { dialect: hermesJson })).toBe(
    '<tool_call>\n{"name": "get", "arguments": {"url":"a"}}\n</tool_call>\n<tool_call>\n{"name": "set_light", "arguments": {"on":true,"rooms":["b"]}}\n</tool_call>',
  )
  expect(writeTextCalls(calls, { dialect: qwen3CoderXml, tools: TOOLS })).toBe(
    '<tool_call>\n<function=get>\n<parameter=url>\na\n</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=set_light>\n<parameter=on>\ntrue\n</parameter>\n<parameter=rooms>\n["b"]\n</parameter>\n</function>\n</tool_call>',
  )
  expect(writeTextCalls(calls, { dialect: pythonicList })).toBe(
    '[get(url="a"), set_light(on=True, rooms=["b"])]',
  )
  expect(writeTextCalls(calls, { dialect: kimiK2, index: 3 })).toBe(
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.get:7<|tool_call_argument_begin|>{"url":"a"}<|tool_call_end|><|tool_call_begin|>functions.set_light:4<|tool_call_argument_begin|>{"on":true,"rooms":["b"]}<|tool_call_end|><|tool_calls_section_end|>',
  )
})
