import { describe, expect, test } from 'vitest'
import { rules } from '../../adapters/openai-responses/rules.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { fixRequest } from '../../src/translate/lint/fix-request.js'
import { lint } from '../../src/translate/lint/lint-request.js'

const TOOLS: JsonObject[] = [
  { type: 'function', name: 'go', parameters: { type: 'object', properties: {} } },
  { type: 'custom', name: 'run' },
  { type: 'tool_search' },
  { type: 'local_shell' },
]

function requestOf(...input: readonly JsonObject[]): JsonObject {
  return { model: 'gpt-5', input: [{ role: 'user', content: 'Go' }, ...input], tools: TOOLS }
}

function brokenBy(...input: readonly JsonObject[]): string[] {
  return lint(rules, requestOf(...input)).map(({ rule }) => rule)
}

const ACTION = { type: 'exec', command: ['ls'], env: {} }
const CALL = { type: 'function_call', call_id: 'call_1', name: 'go', arguments: '{}' }
const OUTPUT = { type: 'function_call_output', call_id: 'call_1', output: 'done' }

describe('accepted items', () => {
  test.each<[string, JsonObject[]]>([
    ['a call and its output', [CALL, OUTPUT]],
    ['an output of several parts', [CALL, { ...OUTPUT, output: [{ type: 'input_text', text: 'done' }] }]],
    [
      'a free text and its output of several parts',
      [
        { type: 'custom_tool_call', call_id: 'call_1', name: 'run', input: 'ls' },
        { type: 'custom_tool_call_output', call_id: 'call_1', output: [{ type: 'input_text', text: 'a' }] },
      ],
    ],
    [
      'a shell whose output names the call by its item',
      [
        { type: 'local_shell_call', id: 'lsh_1', call_id: 'call_1', status: 'completed', action: ACTION },
        { type: 'local_shell_call_output', id: 'lsh_1', output: 'a.txt' },
      ],
    ],
    [
      'a search that a function answers',
      [
        {
          type: 'tool_search_call',
          call_id: 'call_1',
          arguments: {},
          execution: 'client',
          status: 'completed',
        },
        OUTPUT,
      ],
    ],
  ])('%s', (_what, items) => {
    expect(brokenBy(...items)).toEqual([])
  })
})

describe('rejected items', () => {
  test.each<[string, JsonObject[]]>([
    ['OPENAI-RESP-ID-03', [{ ...CALL, id: 'fc 1' }, OUTPUT]],
    ['OPENAI-RESP-ID-03', [{ ...CALL, id: `fc_${'x'.repeat(62)}` }, OUTPUT]],
    ['OPENAI-RESP-OUT-01', [CALL, { ...OUTPUT, output: { a: 1 } }]],
    ['OPENAI-RESP-OUT-01', [CALL, { ...OUTPUT, output: 'x'.repeat(10_485_761) }]],
    ['OPENAI-RESP-ARG-01', [{ ...CALL, arguments: {} }, OUTPUT]],
    [
      'OPENAI-RESP-ARG-01',
      [{ type: 'tool_search_call', call_id: 'call_1', arguments: '{}', execution: 'client' }, OUTPUT],
    ],
  ])('%s (%#)', (rule, items) => {
    expect(brokenBy(...items)).toContain(rule)
  })
})

describe('fixes', () => {
  test.each<[string, JsonObject[], number, JsonObject]>([
    [
      'arguments of a call become text',
      [{ ...CALL, arguments: { a: 1 } }, OUTPUT],
      1,
      { arguments: '{"a":1}' },
    ],
    [
      'arguments of a search become an object',
      [{ type: 'tool_search_call', call_id: 'call_1', arguments: '{"a":1}', execution: 'client' }, OUTPUT],
      1,
      { arguments: { a: 1 } },
    ],
    [
      'an output that is an object becomes text',
      [CALL, { ...OUTPUT, output: { a: 1 } }],
      2,
      { output: '{"a":1}' },
    ],
    ['an output that is null says nothing', [CALL, { ...OUTPUT, output: null }], 2, { output: '' }],
    [
      'an output of a free text becomes text',
      [
        { type: 'custom_tool_call', call_id: 'call_1', name: 'run', input: 'ls' },
        { type: 'custom_tool_call_output', call_id: 'call_1', output: { a: 1 } },
      ],
      2,
      { output: '{"a":1}' },
    ],
  ])('%s', (_what, items, index, expected) => {
    const { request } = fixRequest(rules, requestOf(...items))
    expect(request.input).toMatchObject({ [index]: expected })
  })

  test('a shell output that is not text has no fix', () => {
    const shell = {
      type: 'local_shell_call',
      id: 'lsh_1',
      call_id: 'call_1',
      status: 'completed',
      action: ACTION,
    }
    const { left } = fixRequest(
      rules,
      requestOf(shell, { type: 'local_shell_call_output', id: 'lsh_1', output: {} }),
    )
    expect(left.map(({ rule }) => rule)).toContain('OPENAI-RESP-OUT-01')
  })
})
