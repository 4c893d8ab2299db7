import { llama3Json } from '../../../src/text-calls/index.js'
import type { DialectCases } from '../support.js'
import { usualCases } from '../usual.js'

const CALL = '{"name": "get", "parameters": {"url": "a"}}'

export const cases: DialectCases = {
  dialect: 'llama3-json',
  dialects: [llama3Json],
  cases: [
    ...usualCases({
      onlyFirst: true,
      write: (...calls) =>
        calls.map(([name, given]) => JSON.stringify({ name, parameters: given })).join('; '),
    }),
    {
      name: 'after a tag',
      text: `Hm. <|python_tag|>${CALL}<|eom_id|>`,
      parts: ['Hm. ', ['get', { url: 'a' }]],
    },
    {
      name: 'with its type, under arguments',
      text: '{"type": "function", "name": "get", "arguments": {"url": "a"}}',
      parts: [['get', { url: 'a' }]],
    },
    {
      name: 'a plain JSON answer stays text',
      text: '{"name": "Alice", "age": 30}',
      parts: ['{"name": "Alice", "age": 30}'],
    },
    {
      name: 'a plain JSON answer with the name of a tool stays text',
      text: '{"name": "get", "age": 30}',
      parts: ['{"name": "get", "age": 30}'],
    },
    { name: 'without arguments it is not a call', text: '{"name": "now"}', parts: ['{"name": "now"}'] },
    { name: 'input that is not JSON', text: '{so} it is', parts: ['{so} it is'] },
    {
      name: 'a tool of the vendor stays text',
      text: '<|python_tag|>brave_search.call(query="x")',
      parts: ['<|python_tag|>brave_search.call(query="x")'],
    },
    {
      name: 'a call that is cut',
      text: '{"name": "get", "parameters": {"url": "a',
      parts: [{ name: 'get', status: 'truncated', raw: '{"url": "a' }],
    },
    {
      name: 'M6: arguments that are not JSON',
      text: '{"name": "get", "parameters": {"url": a}}',
      parts: [{ name: 'get', status: 'malformed', raw: '{"url": a}' }],
    },
    { name: 'talk after it', text: `${CALL}\n\nI called.`, parts: [['get', { url: 'a' }], '\n\nI called.'] },
  ],
}
