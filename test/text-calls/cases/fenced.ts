import { fencedJson, fencedTools } from '../../../src/text-calls/index.js'
import type { DialectCases } from '../support.js'
import { usualCases } from '../usual.js'

const JSON_FENCE: DialectCases = {
  dialect: 'fenced-json',
  dialects: [fencedJson],
  cases: [
    ...usualCases({
      isCode: true,
      write: (...calls) =>
        calls
          .map(
            ([name, given]) => `\`\`\`json\n${JSON.stringify({ name, arguments: given }, null, 2)}\n\`\`\``,
          )
          .join('\n'),
    }),
    {
      name: 'a list, and another tag',
      text: '```tool_call\n[{"name": "now", "parameters": {}}, {"tool": "get", "args": {"url": "a"}}]\n```',
      parts: [
        ['now', {}],
        ['get', { url: 'a' }],
      ],
    },
    { name: 'no tag', text: '```\n{"name": "now", "arguments": {}}\n```', parts: [['now', {}]] },
    {
      name: 'Z10: tool_id and params',
      text: '```json\n{"tool_id": "now", "params": {}}\n```',
      parts: [['now', {}]],
    },
    {
      name: 'other JSON',
      text: '```json\n{"name": "Alice"}\n```\n',
      parts: ['```json\n{"name": "Alice"}\n```\n'],
    },
    {
      name: 'other code',
      text: '```ts\n{"name": "now", "arguments": {}}\n```',
      parts: ['```ts\n{"name": "now", "arguments": {}}\n```'],
    },
    {
      name: 'more than the object',
      text: '```json\n{"name": "now", "arguments": {}}\n// so\n```',
      parts: ['```json\n{"name": "now", "arguments": {}}\n// so\n```'],
    },
    {
      name: 'inside of a longer fence',
      text: '````md\n```json\n{"name": "now", "arguments": {}}\n```\n````',
      parts: ['````md\n```json\n{"name": "now", "arguments": {}}\n```\n````'],
    },
    {
      name: 'a fence inside of a line',
      text: 'So ```json {"name": "now", "arguments": {}}``` it is',
      parts: ['So ```json {"name": "now", "arguments": {}}``` it is'],
    },
    {
      name: 'a fence inside of a string',
      text: '```json\n{"name": "get", "arguments": {"url": "```"}}\n```',
      parts: [['get', { url: '```' }]],
    },
    {
      name: 'a call that is cut',
      text: '```json\n{"name": "get", "arguments": {"url": "',
      parts: [{ name: 'get', status: 'truncated', raw: '{"url": "' }],
    },
    {
      name: 'a fence that is not closed',
      text: '```json\n{"name": "now", "arguments": {}}\n',
      parts: [{ name: 'now', status: 'truncated', raw: '{}' }],
    },
  ],
}

const TOOL_FENCE: DialectCases = {
  dialect: 'fenced-tools',
  dialects: [fencedTools],
  cases: [
    {
      name: 'Z9: the tag names the tool',
      text: '```bash\nls -l\n```',
      parts: [['bash', { command: 'ls -l' }]],
    },
    {
      name: 'Z9: what it holds is trimmed',
      text: 'Now:\n```bash\n\n  ls\n\tpwd  \n\n```\nDone.',
      parts: ['Now:\n', ['bash', { command: 'ls\n\tpwd' }], '\nDone.'],
    },
    { name: 'Z9: bash is not bashrc', text: '```bashrc\nls\n```', parts: ['```bashrc\nls\n```'] },
    { name: 'Z9: bash is not bash-x', text: '```bash-x\nls\n```', parts: ['```bash-x\nls\n```'] },
    { name: 'Z9: on the line of the tag', text: '```bash ls```', parts: [['bash', { command: 'ls' }]] },
    {
      name: 'Z9: several blocks',
      text: '```bash\na\n```\nthen\n```bash\nb\n```',
      parts: [['bash', { command: 'a' }], '\nthen\n', ['bash', { command: 'b' }]],
    },
    {
      name: 'Z9: a fence that is not closed is not run',
      text: '```bash\na\n```\n```bash\nrm -r x',
      parts: [['bash', { command: 'a' }], { name: 'bash', status: 'truncated', raw: 'rm -r x' }],
    },
    { name: 'Z9: other languages are code', text: '```sh\nls\n```', parts: ['```sh\nls\n```'] },
    {
      name: 'Z9: in a longer fence',
      text: '````\n```bash\nls\n```\n````',
      parts: ['````\n```bash\nls\n```\n````'],
    },
    {
      name: 'Z9: the tag inside of a line',
      text: 'Type ```bash\nls\n``` now',
      parts: ['Type ```bash\nls\n``` now'],
    },
    { name: 'Z9: an empty block', text: '```bash\n```', parts: [['bash', { command: '' }]] },
    {
      name: 'Z9: all arguments as JSON',
      text: '```set_light\n{"on": true, "level": 2}\n```',
      parts: [['set_light', { on: true, level: 2 }]],
    },
    {
      name: 'Z9: beside JSON in fences',
      text: '```json\n{"name": "now", "arguments": {}}\n```\n```bash\nls\n```',
      parts: [
        ['now', {}],
        ['bash', { command: 'ls' }],
      ],
      options: { dialects: [fencedJson, fencedTools] },
    },
    {
      name: 'Z9: a tool that takes text',
      text: '```shell\necho "a"\n```',
      parts: [['shell', { input: 'echo "a"' }]],
      options: { tools: [{ type: 'custom', name: 'shell' }] },
    },
  ],
}

export const cases = [JSON_FENCE, TOOL_FENCE]
