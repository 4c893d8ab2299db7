import { bareJson } from '../../../src/text-calls/index.js'
import type { DialectCases } from '../support.js'
import { usualCases } from '../usual.js'

export const cases: DialectCases = {
  dialect: 'bare-json',
  dialects: [bareJson],
  cases: [
    ...usualCases({
      onlyFirst: true,
      write: (...calls) =>
        calls.map(([name, given]) => JSON.stringify({ name, arguments: given })).join('\n'),
    }),
    {
      name: 'M5: an object alone',
      text: '{"name": "get", "arguments": {"url": "a"}}',
      parts: [['get', { url: 'a' }]],
    },
    {
      name: 'a list',
      text: '[{"name": "get", "parameters": {"url": "a"}}, {"name": "now", "parameters": {}}]',
      parts: [
        ['get', { url: 'a' }],
        ['now', {}],
      ],
    },
    {
      name: 'with an id',
      text: '{"id": "c1", "name": "get", "arguments": {"url": "a"}}{"id": "c1", "name": "now", "arguments": {}}',
      parts: [
        ['get', { url: 'a' }, 'c1'],
        ['now', {}],
      ],
    },
    { name: 'a JSON answer stays text', text: '[{"name": "Alice"}]', parts: ['[{"name": "Alice"}]'] },
    { name: 'a list of numbers stays text', text: '[1, 2]', parts: ['[1, 2]'] },
    { name: 'an empty list stays text', text: '[]', parts: ['[]'] },
    {
      name: 'a JSON answer with other members stays text',
      text: '{"name": "get", "arguments": {"url": "a"}, "why": "x"}',
      parts: ['{"name": "get", "arguments": {"url": "a"}, "why": "x"}'],
    },
    {
      name: 'deep nesting is cut',
      text: `{"name": "get", "arguments": ${'['.repeat(1200)}`,
      parts: [{ name: 'get', status: 'truncated', raw: '['.repeat(1200) }],
    },
    {
      name: 'a call that is cut inside a list',
      text: '[{"name": "now", "arguments": {}}, {"name": "get", "arguments": {"ur',
      parts: [['now', {}], { name: 'get', status: 'truncated', raw: '{"ur' }],
    },
  ],
}
