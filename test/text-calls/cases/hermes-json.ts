import { hermesJson } from '../../../src/text-calls/index.js'
import type { DialectCases } from '../support.js'
import { usualCases } from '../usual.js'

const CALL = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>'

export const cases: DialectCases = {
  dialect: 'hermes-json',
  dialects: [hermesJson],
  cases: [
    ...usualCases({
      write: (...calls) =>
        calls
          .map(([name, given]) => `<tool_call>\n${JSON.stringify({ name, arguments: given })}\n</tool_call>`)
          .join('\n'),
    }),
    { name: 'M5: a call alone', text: CALL, parts: [['get_weather', { city: 'Oslo' }]] },
    {
      name: 'text around a call is kept as it is',
      text: `Let me look.\n${CALL}\nDone.`,
      parts: ['Let me look.\n', ['get_weather', { city: 'Oslo' }], '\nDone.'],
    },
    {
      name: 'blanks around and between calls are left out',
      text: `\n\n${CALL}\n${CALL}\n`,
      parts: [
        ['get_weather', { city: 'Oslo' }],
        ['get_weather', { city: 'Oslo' }],
      ],
    },
    {
      name: 'without line ends, as EXAONE writes',
      text: '<tool_call>{"name": "now", "arguments": {}}</tool_call>',
      parts: [['now', {}]],
    },
    {
      name: 'M5: the end is missing at the end of the text',
      text: 'Now: <tool_call>{"name": "now", "arguments": {}}',
      parts: ['Now: ', ['now', {}]],
    },
    {
      name: 'the arguments come before the name',
      text: '<tool_call>{"arguments": {"url": "a"}, "name": "get"}</tool_call>',
      parts: [['get', { url: 'a' }]],
    },
    {
      name: 'the mark that ends a call stands inside a string',
      text: '<tool_call>{"name": "bash", "arguments": {"command": "echo \'</tool_call>\' \\"}\\""}}</tool_call>!',
      parts: [['bash', { command: 'echo \'</tool_call>\' "}"' }], '!'],
    },
    {
      name: 'a whole call stands inside a string',
      text: '<tool_call>{"name": "write_file", "arguments": {"path": "a", "content": "<tool_call>\\n{\\"name\\": \\"now\\"}\\n</tool_call>"}}</tool_call>',
      parts: [['write_file', { path: 'a', content: '<tool_call>\n{"name": "now"}\n</tool_call>' }]],
    },
    {
      name: 'the arguments are text that holds JSON',
      text: '<tool_call>{"name": "get", "arguments": "{\\"url\\": \\"a\\"}"}</tool_call>',
      parts: [['get', { url: 'a' }]],
    },
    {
      name: 'R11: the arguments are text in a code fence',
      text: '<tool_call>{"name": "get", "arguments": "```json\\n{\\"url\\": \\"a\\"}\\n```"}</tool_call>',
      parts: [['get', { url: 'a' }]],
    },
    {
      name: 'a tool that is not declared stays text',
      text: 'See <tool_call>{"name": "rm", "arguments": {"x": 1}}</tool_call> and go on.',
      parts: ['See <tool_call>{"name": "rm", "arguments": {"x": 1}}</tool_call> and go on.'],
    },
    {
      name: 'the marker in prose, before a call',
      text: `Calls begin with <tool_call> as told.\n${CALL}`,
      parts: ['Calls begin with <tool_call> as told.\n', ['get_weather', { city: 'Oslo' }]],
    },
    {
      name: 'two markers',
      text: `<tool_call>${CALL}`,
      parts: ['<tool_call>', ['get_weather', { city: 'Oslo' }]],
    },
    {
      name: 'half markers',
      text: '< <tool <tool_call <<tool_call>x <tool_calls> a <b </tool_call>',
      parts: ['< <tool <tool_call <<tool_call>x <tool_calls> a <b </tool_call>'],
    },
    {
      name: 'M6: arguments that are not JSON are kept as they came',
      text: '<tool_call>{"name": "get", "arguments": {"url": oops}}\n</tool_call> next',
      parts: [{ name: 'get', status: 'malformed', raw: '{"url": oops}' }, ' next'],
    },
    {
      name: 'a broken call ends where the next one begins',
      text: `<tool_call>{"name": "get", "arguments": {"url": "a\n${CALL}`,
      parts: [{ name: 'get', status: 'malformed', raw: '{"url": "a' }, ['get_weather', { city: 'Oslo' }]],
    },
    {
      name: 'a call that the end of the text cuts',
      text: 'So: <tool_call>{"name": "get", "arguments": {"url": "htt',
      parts: ['So: ', { name: 'get', status: 'truncated', raw: '{"url": "htt' }],
    },
    {
      name: 'a call whose name is cut is not a call',
      text: 'So: <tool_call>{"name": "get',
      parts: ['So: <tool_call>{"name": "get'],
    },
    {
      name: 'arguments that are not an object',
      text: '<tool_call>{"name": "get", "arguments": [1]}</tool_call>',
      parts: [{ name: 'get', status: 'not-object', raw: '[1]' }],
    },
    {
      name: 'M5: a missing brace is fixed where that is asked for',
      text: '<tool_call>{"name": "get", "arguments": {"url": "a\tb"}</tool_call>',
      parts: [['get', { url: 'a\tb' }]],
      options: { repair: true },
    },
    {
      name: 'M5: a missing brace is not fixed unasked',
      text: '<tool_call>{"name": "get", "arguments": {"url": "a"}</tool_call>.',
      parts: [{ name: 'get', status: 'malformed', raw: '{"url": "a"}' }, '.'],
    },
    {
      name: 'inside a code fence it is an example',
      text: `For example:\n\`\`\`\n${CALL}\n\`\`\`\n${CALL}`,
      parts: [`For example:\n\`\`\`\n${CALL}\n\`\`\`\n`, ['get_weather', { city: 'Oslo' }]],
    },
    {
      name: 'inside a fence that holds another one, and code, it is an example',
      text: `\`\`\`\`md\n\`\`\`\n${CALL}\n\`\`\`\nand \`so\` ${CALL}\n\`\`\`\`\n${CALL}`,
      parts: [
        `\`\`\`\`md\n\`\`\`\n${CALL}\n\`\`\`\nand \`so\` ${CALL}\n\`\`\`\`\n`,
        ['get_weather', { city: 'Oslo' }],
      ],
    },
    {
      name: 'inside inline code it is an example',
      text: `Write \`<tool_call>{"name": "now"}</tool_call>\` so. <tool_call>{"name": "now"}</tool_call>`,
      parts: ['Write `<tool_call>{"name": "now"}</tool_call>` so. ', ['now', {}]],
    },
    {
      name: 'inside code it is read where that is asked for',
      text: `\`\`\`\n${CALL}\n\`\`\``,
      parts: ['```\n', ['get_weather', { city: 'Oslo' }], '\n```'],
      options: { insideCode: true },
    },
    {
      name: 'in thinking it is a draft',
      text: `<think>I could ${CALL}</think>\n${CALL}`,
      parts: [{ thought: `I could ${CALL}` }, ['get_weather', { city: 'Oslo' }]],
    },
    {
      name: 'members that say something else',
      text: '<tool_call>{"type": "function", "id": 7, "name": "now", "arguments": null}</tool_call>',
      parts: [['now', {}]],
    },
    {
      name: 'names of an object, and a member of every object',
      text: '<tool_call>{"name": "__proto__", "arguments": {}}</tool_call><tool_call>{"name": "anything", "arguments": {"__proto__": {"a": 1}}}</tool_call>',
      parts: [
        '<tool_call>{"name": "__proto__", "arguments": {}}</tool_call>',
        ['anything', JSON.parse('{"__proto__": {"a": 1}}')],
      ],
    },
  ],
}
