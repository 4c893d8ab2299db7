import { expect, test } from 'vitest'
import { asJson } from '../../src/base/json/read-json.js'
import { agentsSdk } from '../../src/traffic/logs/agents-sdk.js'

// Items of OpenAI Agents for JavaScript, and what its converter `getInputItems` sends for them (version 0.20.0):
// https://github.com/openai/openai-agents-js/blob/main/packages/agents-openai/src/openaiResponsesModel.ts
const PNG = 'data:image/png;base64,AAAA'
const PDF = 'data:application/pdf;base64,AAAA'
const result = (output: unknown) => ({ type: 'function_call_result', callId: 'c', name: 'w', output })
const sent = (output: unknown) => ({ type: 'function_call_output', call_id: 'c', output })
const hosted = (name: string, providerData: object) => ({
  type: 'hosted_tool_call',
  id: 'h',
  name,
  providerData,
})

test.each<[title: string, item: object, sent: object]>([
  [
    'files of a question',
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'a' },
        { type: 'input_image', image: 'https://x.example/a.png', detail: 'low' },
        { type: 'input_image', image: { id: 'file_1' } },
        { type: 'input_image', image: PNG },
        { type: 'input_file', file: PDF, filename: 'a.pdf' },
        { type: 'input_file', file: 'https://x.example/a.pdf' },
        { type: 'input_file', file: { id: 'file_2' } },
        { type: 'input_file', file: { url: 'https://x.example/b.pdf' } },
      ],
    },
    {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text: 'a' },
        { type: 'input_image', image_url: 'https://x.example/a.png', detail: 'low' },
        { type: 'input_image', file_id: 'file_1' },
        { type: 'input_image', image_url: PNG },
        { type: 'input_file', file_data: PDF, filename: 'a.pdf' },
        { type: 'input_file', file_url: 'https://x.example/a.pdf' },
        { type: 'input_file', file_id: 'file_2' },
        { type: 'input_file', file_url: 'https://x.example/b.pdf' },
      ],
    },
  ],
  [
    'reasoning',
    {
      type: 'reasoning',
      id: 'rs_1',
      content: [{ type: 'input_text', text: 'Oslo.' }],
      providerData: { encrypted_content: 'gAAA' },
    },
    {
      type: 'reasoning',
      id: 'rs_1',
      summary: [{ type: 'summary_text', text: 'Oslo.' }],
      encrypted_content: 'gAAA',
    },
  ],
  ['a result of text', result({ type: 'text', text: 'rain' }), sent('rain')],
  ['a result that is text', result('rain'), sent('rain')],
  [
    'a result of parts',
    result([
      { type: 'input_text', text: 't' },
      { type: 'input_image', image: 'https://x.example/c.png' },
      { type: 'input_file', file: { id: 'file_3' } },
    ]),
    sent([
      { type: 'input_text', text: 't' },
      { type: 'input_image', image_url: 'https://x.example/c.png' },
      { type: 'input_file', file_id: 'file_3' },
    ]),
  ],
  [
    'a result of image data',
    result({ type: 'image', image: { data: 'AAAA', mediaType: 'image/png' } }),
    sent([{ type: 'input_image', image_url: PNG }]),
  ],
  [
    'a result of file data',
    result({ type: 'file', file: { data: 'AAAA', mediaType: 'application/pdf', filename: 'x.pdf' } }),
    sent([{ type: 'input_file', file_data: PDF, filename: 'x.pdf' }]),
  ],
  [
    'a web search',
    hosted('web_search_call', { type: 'web_search_call', action: { type: 'search', query: 'x' } }),
    { type: 'web_search_call', id: 'h', action: { type: 'search', query: 'x' } },
  ],
  [
    'a file search of an older version',
    hosted('file_search_call', { type: 'file_search', queries: ['x'], results: [] }),
    { type: 'file_search_call', id: 'h', queries: ['x'], results: [] },
  ],
  [
    'a call of an MCP server, by its name',
    hosted('mcp_list_tools', { tools: [], server_label: 's' }),
    { type: 'mcp_list_tools', id: 'h', tools: [], server_label: 's' },
  ],
  [
    'a screenshot',
    {
      type: 'computer_call_result',
      callId: 'c',
      output: { type: 'computer_screenshot', data: PNG },
    },
    { type: 'computer_call_output', call_id: 'c', output: { type: 'computer_screenshot', image_url: PNG } },
  ],
  [
    'a command of a shell',
    { type: 'shell_call', callId: 'c', action: { commands: ['ls'], timeoutMs: 9, maxOutputLength: 5 } },
    { type: 'shell_call', call_id: 'c', action: { commands: ['ls'], timeout_ms: 9, max_output_length: 5 } },
  ],
  [
    'the output of a shell',
    {
      type: 'shell_call_output',
      callId: 'c',
      output: [{ stdout: 'a', stderr: '', outcome: { type: 'exit', exitCode: 0 } }],
    },
    {
      type: 'shell_call_output',
      call_id: 'c',
      output: [{ stdout: 'a', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
    },
  ],
  [
    'a call of a program',
    {
      type: 'function_call',
      callId: 'c',
      name: 'w',
      namespace: 'n',
      arguments: '{}',
      caller: { type: 'program', callerId: 'p' },
    },
    {
      type: 'function_call',
      call_id: 'c',
      name: 'w',
      namespace: 'n',
      arguments: '{}',
      caller: { type: 'program', caller_id: 'p' },
    },
  ],
])('%s is the item of the Responses API that the library sends', (_title, item, native) => {
  const [record] = agentsSdk.read([Object(asJson(item))])
  expect(Object(record?.request).input).toEqual([native])
})
