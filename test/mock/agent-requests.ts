import type { JsonObject } from '../../src/base/json/json-types.js'

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { file_path: { type: 'string' }, limit: { type: 'number', exclusiveMinimum: 0 } },
  required: ['file_path'],
  additionalProperties: false,
}

/** A request of a client of Messages, as coding agents send it: a system message in the middle, betas, server tools. */
const claudeCode: JsonObject = {
  model: 'claude-opus-5',
  max_tokens: 128_000,
  stream: true,
  system: [
    { type: 'text', text: 'You are a coding agent.' },
    { type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } },
  ],
  thinking: { type: 'adaptive' },
  output_config: { effort: 'medium' },
  context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
  metadata: { user_id: 'user_1' },
  tools: [
    { name: 'Read', description: 'Reads a file.', input_schema: schema, eager_input_streaming: true },
    { name: 'mcp__github__search_code', description: 'Searches.', input_schema: schema },
    { type: 'web_search_20250305', name: 'web_search', max_uses: 8 },
  ],
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'Read two files.' }] },
    { role: 'system', content: 'Plan mode is on.' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Two calls.', signature: 'c2lnbmVk' },
        { type: 'text', text: 'I read them.' },
        { type: 'tool_use', id: 'toolu_01', name: 'Read', input: { file_path: 'a' } },
        { type: 'tool_use', id: 'toolu_02', name: 'Read', input: { file_path: 'b' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'toolu_01', content: [{ type: 'text', text: 'text of a' }] },
        { type: 'tool_result', tool_use_id: 'toolu_02', content: 'no such file', is_error: true },
        { type: 'text', text: '<system-reminder>Keep going.</system-reminder>' },
      ],
    },
  ],
}

/** A request of a client of Responses: developer messages, a free-text tool, a namespace, encrypted reasoning. */
const codex: JsonObject = {
  model: 'gpt-5.6',
  stream: true,
  store: false,
  instructions: 'You are a coding agent.',
  include: ['reasoning.encrypted_content'],
  reasoning: { effort: 'medium', summary: 'auto' },
  parallel_tool_calls: true,
  tool_choice: 'auto',
  text: { verbosity: 'low' },
  prompt_cache_key: 'session-1',
  tools: [
    { type: 'function', name: 'shell', description: 'Runs a command.', strict: false, parameters: schema },
    { type: 'custom', name: 'apply_patch', description: 'Edits files.', format: { type: 'text' } },
    {
      type: 'namespace',
      name: 'collaboration',
      description: 'Other agents.',
      tools: [{ type: 'function', name: 'spawn_agent', parameters: schema, strict: false }],
    },
    { type: 'web_search' },
  ],
  input: [
    { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Sandbox: on.' }] },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Fix it.' }] },
    {
      type: 'reasoning',
      id: 'rs_1',
      summary: [{ type: 'summary_text', text: 'A patch.' }],
      encrypted_content: 'gAAAAAx',
    },
    { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'shell', arguments: '{"file_path":"a"}' },
    { type: 'function_call_output', call_id: 'call_1', output: 'text of a' },
    {
      type: 'custom_tool_call',
      id: 'ctc_1',
      call_id: 'call_2',
      name: 'apply_patch',
      input: '*** Begin Patch',
    },
    { type: 'custom_tool_call_output', call_id: 'call_2', output: 'done' },
    { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Sandbox: off.' }] },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'And now?' }] },
  ],
}

/**
 * A request of a client of Responses for GPT-6: all tools in an item of the history, several texts of the developer, a
 * program that calls the tools, and a change of settings.
 */
const codexPrograms: JsonObject = {
  model: 'gpt-6-sol',
  stream: true,
  store: false,
  include: ['reasoning.encrypted_content'],
  reasoning: { effort: 'medium', context: 'all_turns' },
  parallel_tool_calls: false,
  tool_choice: 'auto',
  prompt_cache_key: 'session-1',
  input: [
    {
      type: 'additional_tools',
      id: 'at_1',
      role: 'developer',
      tools: [
        {
          type: 'namespace',
          name: 'functions',
          description: '',
          tools: [
            { type: 'custom', name: 'exec', description: 'Runs a program.', format: { type: 'text' } },
            { type: 'function', name: 'wait', description: 'Waits.', parameters: schema, strict: false },
          ],
        },
      ],
    },
    {
      type: 'message',
      role: 'developer',
      content: [
        { type: 'input_text', text: 'You are a coding agent.' },
        { type: 'input_text', text: 'Sandbox: on.' },
      ],
    },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Fix it.' }] },
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAAAx' },
    {
      type: 'custom_tool_call',
      id: 'ctc_1',
      call_id: 'call_1',
      namespace: 'functions',
      name: 'exec',
      input: 'text(1)',
    },
    {
      type: 'custom_tool_call_output',
      call_id: 'call_1',
      output: [{ type: 'input_text', text: '1' }],
    },
    { type: 'configuration_update', id: 'cfg_1', reasoning: { effort: 'high' } },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'And now?' }] },
  ],
}

/** A request of a client of Chat: several system messages, an answer without text, reasoning, a named choice. */
const chatAgent: JsonObject = {
  model: 'gpt-4o',
  stream: true,
  stream_options: { include_usage: true },
  messages: [
    { role: 'system', content: 'You are a coding agent.' },
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Read a.' },
    {
      role: 'assistant',
      content: null,
      reasoning_content: 'One call.',
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'read', arguments: '{"file_path":"a"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_1', content: 'text of a' },
    { role: 'user', content: 'Read b.' },
    { role: 'system', content: 'Read each file once.' },
  ],
  tools: [
    {
      type: 'function',
      function: { name: 'read', description: 'Reads.', parameters: schema, strict: false },
    },
  ],
  tool_choice: { type: 'function', function: { name: 'read' } },
}

export interface AgentRequest {
  readonly wire: string
  readonly path: string
  readonly body: JsonObject
  readonly headers?: Readonly<Record<string, string>>
}

/** Requests of common agents, by the kind of agent. */
export const agentRequests: Readonly<Record<string, AgentRequest>> = {
  'Claude Code': {
    wire: 'anthropic-messages',
    path: '/v1/messages?beta=true',
    body: claudeCode,
    headers: {
      'anthropic-version': '2023-06-01',
      'anthropic-beta': 'claude-code-20250219,context-management-2025-06-27,interleaved-thinking-2025-05-14',
    },
  },
  Codex: { wire: 'openai-responses', path: '/v1/responses', body: codex },
  'Codex with programs': { wire: 'openai-responses', path: '/v1/responses', body: codexPrograms },
  'a Chat agent': { wire: 'openai-chat', path: '/v1/chat/completions', body: chatAgent },
}
