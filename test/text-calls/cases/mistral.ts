import { mistralArgs, mistralArray } from '../../../src/text-calls/index.js'
import type { DialectCases } from '../support.js'
import { usualCases } from '../usual.js'

const ARRAY: DialectCases = {
  dialect: 'mistral-array',
  dialects: [mistralArray],
  cases: [
    ...usualCases({
      write: (...calls) =>
        `[TOOL_CALLS]${JSON.stringify(calls.map(([name, given]) => ({ name, arguments: given })))}`,
    }),
    {
      name: 'with ids',
      text: '[TOOL_CALLS] [{"name": "now", "arguments": {}, "id": "abcdefghi"}]</s>',
      parts: [['now', {}, 'abcdefghi']],
    },
    {
      name: 'the second call is cut',
      text: '[TOOL_CALLS][{"name": "now", "arguments": {}}, {"name": "get", "argu',
      parts: [['now', {}], { name: 'get', status: 'truncated', raw: '' }],
    },
    {
      name: 'the marker inside a string',
      text: '[TOOL_CALLS][{"name": "get", "arguments": {"url": "[TOOL_CALLS][{"}}]',
      parts: [['get', { url: '[TOOL_CALLS][{' }]],
    },
    { name: 'the marker alone', text: 'A [TOOL_CALLS] and [TOOL_', parts: ['A [TOOL_CALLS] and [TOOL_'] },
    {
      name: 'a list that is not closed',
      text: '[TOOL_CALLS][{"name": "now", "arguments": {}}',
      parts: [['now', {}]],
    },
  ],
}

const ARGS: DialectCases = {
  dialect: 'mistral-args',
  dialects: [mistralArgs],
  cases: [
    ...usualCases({
      write: (...calls) =>
        calls.map(([name, given]) => `[TOOL_CALLS]${name}[ARGS]${JSON.stringify(given)}`).join(''),
    }),
    {
      name: 'with an id',
      text: '[TOOL_CALLS]now[CALL_ID]abcdefghi[ARGS]{}[TOOL_CALLS]get[CALL_ID]abcdefghj[ARGS]{"url": "a"}</s>',
      parts: [
        ['now', {}, 'abcdefghi'],
        ['get', { url: 'a' }, 'abcdefghj'],
      ],
    },
    { name: 'without a mark between', text: '[TOOL_CALLS]get{"url": "a"}', parts: [['get', { url: 'a' }]] },
    {
      name: 'R11: arguments in a code fence',
      text: '[TOOL_CALLS]get[ARGS]```json\n{"url": "a"}\n```',
      parts: [['get', { url: 'a' }]],
    },
    {
      name: 'the marker in prose',
      text: 'Then [TOOL_CALLS] get it. [TOOL_CALLS]now[ARGS]{}',
      parts: ['Then [TOOL_CALLS] get it. ', ['now', {}]],
    },
    {
      name: 'arguments that are cut',
      text: '[TOOL_CALLS]get[ARGS]{"url',
      parts: [{ name: 'get', status: 'truncated', raw: '{"url' }],
    },
    {
      name: 'arguments that are missing',
      text: 'I [TOOL_CALLS]get[ARGS]',
      parts: ['I ', { name: 'get', status: 'truncated', raw: '' }],
    },
    {
      name: 'M6: arguments that are not JSON',
      text: '[TOOL_CALLS]get[ARGS]{"url": nope}[TOOL_CALLS]now[ARGS]{}',
      parts: [{ name: 'get', status: 'malformed', raw: '{"url": nope}' }, ['now', {}]],
    },
  ],
}

export const cases = [ARRAY, ARGS]
