import {
  cohereAction,
  functionTag,
  granite3,
  nemotronToolcall,
  phi4Functools,
  toolCallProse,
  toolCallsArray,
} from '../../../src/text-calls/index.js'
import type { DialectCases } from '../support.js'
import { usualCases } from '../usual.js'

const list = (calls: readonly (readonly [string, object])[], key = 'arguments') =>
  JSON.stringify(calls.map(([name, given]) => ({ name, [key]: given })))

export const cases: readonly DialectCases[] = [
  {
    dialect: 'function-tag',
    dialects: [functionTag],
    cases: [
      ...usualCases({
        write: (...calls) =>
          calls.map(([name, given]) => `<function=${name}>${JSON.stringify(given)}</function>`).join(''),
      }),
      {
        name: 'the marker in prose',
        text: 'A <function=get> is not a call.',
        parts: ['A <function=get> is not a call.'],
      },
      {
        name: 'a call that is cut',
        text: '<function=get>{"url": "</function>',
        parts: [{ name: 'get', status: 'truncated', raw: '{"url": "</function>' }],
      },
    ],
  },
  {
    dialect: 'granite3',
    dialects: [granite3],
    cases: [
      ...usualCases({ write: (...calls) => `<|tool_call|>${list(calls)}` }),
      {
        name: 'objects without a list',
        text: '<|tool_call|>{"name": "now", "arguments": {}} {"name": "get", "arguments": {"url": "a"}}',
        parts: [
          ['now', {}],
          ['get', { url: 'a' }],
        ],
      },
    ],
  },
  {
    dialect: 'tool-calls-array',
    dialects: [toolCallsArray],
    cases: [
      ...usualCases({ write: (...calls) => `<tool_calls>${list(calls)}</tool_calls>` }),
      {
        name: 'an object to a line',
        text: '<tool_calls>\n{"name": "now", "arguments": {}}\n{"name": "get", "arguments": {"url": "a"}}\n</tool_calls>',
        parts: [
          ['now', {}],
          ['get', { url: 'a' }],
        ],
      },
    ],
  },
  {
    dialect: 'nemotron-toolcall',
    dialects: [nemotronToolcall],
    cases: usualCases({ write: (...calls) => `<TOOLCALL>${list(calls)}</TOOLCALL>` }),
  },
  {
    dialect: 'phi4-functools',
    dialects: [phi4Functools],
    cases: usualCases({ onlyFirst: true, write: (...calls) => `functools${list(calls)}` }),
  },
  {
    dialect: 'cohere-action',
    dialects: [cohereAction],
    cases: usualCases({
      ids: ['0', '1'],
      write: (...calls) =>
        `<|START_ACTION|>[\n${calls
          .map(([tool_name, parameters], index) =>
            JSON.stringify({ tool_call_id: String(index), tool_name, parameters }),
          )
          .join(',\n')}\n]<|END_ACTION|>`,
    }),
  },
  {
    dialect: 'tool-call-prose',
    dialects: [toolCallProse],
    cases: [
      ...usualCases({
        write: (...calls) =>
          calls.map(([name, given]) => `Tool call: ${name} with args: ${JSON.stringify(given)}`).join('\n'),
      }),
      {
        name: 'M5: inside of a sentence',
        text: 'I will. Tool call: get with args: {"url": "a"} There.',
        parts: ['I will. ', ['get', { url: 'a' }], ' There.'],
      },
      { name: 'in prose', text: 'Tool call: get what you want', parts: ['Tool call: get what you want'] },
    ],
  },
]
