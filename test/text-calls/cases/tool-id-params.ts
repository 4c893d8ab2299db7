import { bareJson, toolIdParams } from '../../../src/text-calls/index.js'
import type { DialectCases } from '../support.js'
import { usualCases } from '../usual.js'

export const cases: DialectCases = {
  dialect: 'tool-id-params',
  dialects: [toolIdParams],
  cases: [
    ...usualCases({
      write: (...calls) =>
        calls.map(([tool_id, given]) => JSON.stringify({ tool_id, params: given })).join('\n'),
    }),
    {
      name: 'Z10: an object with tool_id and params',
      text: '{"tool_id": "bash", "params": {"command": "ls"}}',
      parts: [['bash', { command: 'ls' }]],
    },
    {
      name: 'Z10: a call may have an id; an empty id is ignored',
      text: '{"tool_id": "now", "params": {}, "tool_call_id": "t1"}\n{"tool_id": "now", "params": {}, "tool_call_id": ""}',
      parts: [
        ['now', {}, 't1'],
        ['now', {}],
      ],
    },
    {
      name: 'Z10: beside other JSON',
      text: '{"tool_id": "now", "params": {}}',
      parts: [['now', {}]],
      options: { dialects: [bareJson, toolIdParams] },
    },
    {
      name: 'Z10: after a sentence, and before one',
      text: 'I will look.\n\n{"tool_id": "bash", "params": {"command": "ls"}}\nThat is all.',
      parts: ['I will look.\n\n', ['bash', { command: 'ls' }], '\nThat is all.'],
    },
    {
      name: 'Z10: after a sentence, laid out, in a list',
      text: 'First: [\n  {\n    "tool_id": "bash",\n    "params": {"command": "ls"}\n  },\n  {"tool_id": "now", "params": {}}\n]',
      parts: ['First: ', ['bash', { command: 'ls' }], ['now', {}]],
    },
    {
      name: 'Z10: after a sentence, twice with words between',
      text: 'One {"tool_id": "now", "params": {}} two {"tool_id": "bash", "params": {"command": "ls"}}',
      parts: ['One ', ['now', {}], ' two ', ['bash', { command: 'ls' }]],
    },
    {
      name: 'Z10: other JSON after a sentence is text',
      text: 'It says {"tool_id": "now", "status": "done"} and {"a": 1}.',
      parts: ['It says {"tool_id": "now", "status": "done"} and {"a": 1}.'],
    },
    {
      name: 'Z10: an example in a sentence is text',
      text: 'Write `{"tool_id": "now", "params": {}}` for it.',
      parts: ['Write `{"tool_id": "now", "params": {}}` for it.'],
    },
    { name: 'Z10: params are wanted', text: '{"tool_id": "now"}', parts: ['{"tool_id": "now"}'] },
    {
      name: 'Z10: params that are not an object',
      text: '{"tool_id": "bash", "params": "ls"}',
      parts: [{ name: 'bash', status: 'malformed', raw: 'ls' }],
    },
    {
      name: 'Z10: a call that is cut',
      text: '{"tool_id": "bash", "params": {"command": "rm -r',
      parts: [{ name: 'bash', status: 'truncated', raw: '{"command": "rm -r' }],
    },
  ],
}
