import { lmstudioDefault } from '../../../src/text-calls/index.js'
import type { DialectCases } from '../support.js'
import { usualCases } from '../usual.js'

const CALL = '[TOOL_REQUEST]{"name": "get", "arguments": {"url": "a"}}[END_TOOL_REQUEST]'

export const cases: DialectCases = {
  dialect: 'lmstudio-default',
  dialects: [lmstudioDefault],
  cases: [
    ...usualCases({
      write: (...calls) =>
        calls
          .map(
            ([name, given]) =>
              `[TOOL_REQUEST]${JSON.stringify({ name, arguments: given })}[END_TOOL_REQUEST]`,
          )
          .join('\n'),
    }),
    { name: 'M5: a request', text: `I ask.\n${CALL}`, parts: ['I ask.\n', ['get', { url: 'a' }]] },
    {
      name: 'the other way to end it',
      text: '[TOOL_REQUEST]\n{"name": "now", "arguments": {}}\n[TOOL_REQUEST_END]',
      parts: [['now', {}]],
    },
    {
      name: 'a marker that stands alone',
      text: `So:\n[TOOL_REQUEST]\n\n`,
      parts: ['So:\n[TOOL_REQUEST]\n\n'],
    },
    {
      name: 'the end stands inside a string',
      text: '[TOOL_REQUEST]{"name": "get", "arguments": {"url": "[END_TOOL_REQUEST]"}}[END_TOOL_REQUEST]',
      parts: [['get', { url: '[END_TOOL_REQUEST]' }]],
    },
    { name: 'M5: the end is missing', text: CALL.slice(0, -18), parts: [['get', { url: 'a' }]] },
    {
      name: 'a call that is cut',
      text: CALL.slice(0, 55),
      parts: [{ name: 'get', status: 'truncated', raw: '{"url": "a"}' }],
    },
    {
      name: 'M6: arguments that are not JSON',
      text: '[TOOL_REQUEST]{"name": "get", "arguments": {url: "a"}}[END_TOOL_REQUEST]',
      parts: [{ name: 'get', status: 'malformed', raw: '{url: "a"}' }],
    },
    {
      name: 'M5: missing braces are fixed where that is asked for',
      text: '[TOOL_REQUEST]{"name": "get", "arguments": {"url": "a"[END_TOOL_REQUEST]',
      parts: [['get', { url: 'a' }]],
      options: { repair: true },
    },
    {
      name: 'half markers',
      text: '[TOOL [TOOL_REQ [[TOOL_REQUEST',
      parts: ['[TOOL [TOOL_REQ [[TOOL_REQUEST'],
    },
  ],
}
