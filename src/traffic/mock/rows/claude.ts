import type { RefusalRow } from '../server-row.js'
import { MESSAGES_FIELDS } from './fields.js'
import { BLOCKS } from './shared.js'

/** The types of blocks in histories with the vendor's own tools. */
const ALL_BLOCKS = [
  ...BLOCKS,
  ...['document', 'search_result', 'server_tool_use', 'web_search_tool_result', 'web_fetch_tool_result'],
  ...['code_execution_tool_result', 'bash_code_execution_tool_result', 'container_upload', 'compaction'],
  ...['text_editor_code_execution_tool_result', 'tool_search_tool_result', 'tool_reference', 'fallback'],
  ...['mcp_tool_use', 'mcp_tool_result', 'advisor_tool_result', 'tool_addition', 'tool_removal'],
]

const FORCED = ['required', 'named'] as const

/** The refusals of the model's own API. Its hosts have them too, with additions. */
export const claudeRefusals: readonly RefusalRow[] = [
  {
    when: { kind: 'missing', at: '/max_tokens' },
    status: 400,
    text: 'max_tokens: Field required',
    source: 'Kilo-Org/kilocode#12238',
  },
  ...['temperature', 'top_p', 'top_k'].map(
    (field): RefusalRow => ({
      when: { kind: 'field', at: `/${field}` },
      header: ['anthropic-version', /^2026-10-21$/],
      status: 400,
      text: '{field}: Extra inputs are not permitted',
      source: 'platform.claude.com migration-2026-10-21',
    }),
  ),
  {
    when: { kind: 'field', at: '/context_management' },
    unlessHeader: ['anthropic-beta', /context-management/],
    status: 400,
    text: 'context_management: Extra inputs are not permitted',
    source: 'anthropics/claude-code#21612',
  },
  {
    when: { kind: 'unknown', at: '', known: [...MESSAGES_FIELDS, 'context_management'] },
    status: 400,
    text: '{field}: Extra inputs are not permitted',
    source: 'anthropics/claude-code#4378',
  },
  {
    when: { kind: 'field', at: '/messages/0/role', is: ['system'] },
    status: 400,
    text: "messages.0: use the top-level 'system' parameter for the initial system prompt",
    source: 'BerriAI/litellm#33807',
  },
  {
    when: { kind: 'field', at: '/messages/*/role', is: ['system'] },
    models: /(opus|sonnet)-4-7/i,
    status: 400,
    text: "role 'system' is not supported on this model",
    source: 'BerriAI/litellm#33807',
  },
  {
    when: { kind: 'field', at: '/messages/*/role', is: ['system'] },
    // Other models read system messages in the middle of a conversation.
    models: /^(?!.*(opus-(4-8|5)|fable-5|mythos|sonnet-5))/i,
    status: 400,
    text: 'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message',
    source: 'BerriAI/litellm#32831',
  },
  {
    when: { kind: 'turn-after', role: 'system', after: 'system' },
    given: [{ at: '/messages/*/role', is: ['system'] }],
    unless: { at: '/messages/1/role', is: ['system'] },
    status: 400,
    text: null,
    source: 'maximhq/bifrost#3945',
  },
  {
    when: { kind: 'field', at: '/messages/*/role', not: ['user', 'assistant', 'system'] },
    status: 400,
    text: 'messages: Unexpected role "{value}". Allowed roles are "user" or "assistant". For instructions on how to use tools, see',
    source: 'NyarchLinux/NyarchAssistant#157',
  },
  {
    when: {
      kind: 'missing',
      at: '/tools/*/input_schema',
      where: { member: 'type', is: ['custom'] },
    },
    status: 400,
    text: 'tools.{index}.custom.input_schema: Input does not match the expected shape.',
    source: 'Wei-Shaw/sub2api#3390',
  },
  {
    when: { kind: 'missing', at: '/tools/*/input_schema', where: { member: 'type', is: [null] } },
    status: 400,
    text: 'tools.{index}.custom.input_schema: Field required',
    source: 'Kilo-Org/kilocode#12238',
  },
  {
    when: {
      kind: 'field',
      at: '/tools/*/type',
      matches:
        /^(?!custom$|bash_|text_editor_|memory_|computer_|browser_toolset_|code_execution_|web_search_|web_fetch_|tool_search_|advisor_|mcp_toolset)/,
    },
    status: 400,
    text: null,
    source: 'none',
  },
  {
    when: { kind: 'field', at: '/tools/*/name', matches: /[^\w-]/ },
    status: 400,
    text: "tools.{index}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    source: 'home-assistant/core#147760',
  },
  ...['defer_loading', 'input_examples'].map(
    (field): RefusalRow => ({
      when: { kind: 'field', at: `/tools/*/${field}` },
      unlessHeader: ['anthropic-beta', /./],
      status: 400,
      text: 'tools.{index}.custom.{field}: Extra inputs are not permitted',
      source: 'anthropics/claude-code#31033',
    }),
  ),
  {
    when: { kind: 'schema', keywords: ['oneOf', 'allOf', 'anyOf'], within: 'root' },
    status: 400,
    text: 'tools.{index}.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level',
    source: 'anthropics/claude-code#5319',
  },
  {
    when: { kind: 'untyped-schema', within: 'root' },
    status: 400,
    text: 'tools.{index}.custom.input_schema.type: Field required',
    source: 'Kilo-Org/kilocode#12238',
  },
  {
    when: { kind: 'choice', is: FORCED },
    models: /fable-5|mythos/i,
    status: 400,
    text: null,
    source: 'pydantic/pydantic-ai profiles/anthropic.py',
  },
  {
    when: { kind: 'choice', is: FORCED },
    given: [{ at: '/thinking/type', is: ['enabled'] }],
    status: 400,
    text: 'Thinking may not be enabled when tool_choice forces tool use.',
    source: 'mastra-ai/mastra#7507',
  },
  {
    when: { kind: 'field', at: '/thinking/type', is: ['enabled'] },
    models: /opus-(4-[78]|5)/i,
    status: 400,
    text: null,
    source: 'pydantic/pydantic-ai profiles/anthropic.py',
  },
  {
    when: { kind: 'field', at: '/messages/*/content/*/type', not: ALL_BLOCKS },
    status: 400,
    text: "messages.{index}.content.{part}: Input tag '{value}' found using 'type' does not match any of the expected tags",
    source: 'anthropics/anthropic-sdk-typescript types',
  },
  {
    when: { kind: 'field', at: '/messages/*/content/*/id', matches: /^(?![\w-]+$)/ },
    status: 400,
    text: "messages.{index}.content.{part}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    source: 'tailcallhq/forgecode#1142',
  },
  {
    when: { kind: 'field', at: '/messages/*/content/*/text', is: [''] },
    status: 400,
    text: 'messages: text content blocks must be non-empty',
    source: 'anthropics/claude-code#59812',
  },
  {
    when: { kind: 'call-arguments', are: 'not-native' },
    status: 400,
    text: 'messages.{index}.content.{part}.tool_use.input: Input should be a valid dictionary',
    source: 'anthropics/anthropic-sdk-typescript#648',
  },
  {
    when: { kind: 'unanswered-calls' },
    status: 400,
    text: 'messages.{index}: `tool_use` ids were found without `tool_result` blocks immediately after: {ids}. ',
    source: 'anthropics/claude-code#3512',
  },
  {
    when: { kind: 'result-without-call' },
    unless: { at: '/thread/type', is: ['continue'] },
    status: 400,
    text: 'messages.{index}: unexpected `tool_use_id` found in `tool_result` blocks: {id}. ',
    source: 'anthropics/claude-code#13460',
  },
  {
    when: { kind: 'last-turn', not: ['user', 'tool', 'system'] },
    models: /(opus|sonnet)-(4-[6-9]|5)|fable|mythos/i,
    status: 400,
    text: 'This model does not support assistant message prefill. The conversation must end with a user message.',
    source: 'aaif-goose/goose#7425',
  },
  {
    when: { kind: 'too-long', part: 'prompt' },
    status: 400,
    text: 'prompt is too long: {tokens} tokens > {contextWindow} maximum',
    source: 'anthropics/claude-code#34485',
  },
  {
    when: { kind: 'too-long' },
    status: 400,
    text: 'input length and `max_tokens` exceed context limit: {tokens} + {limit} > {contextWindow}, decrease input length or `max_tokens` and try again',
    source: 'docker/docker-agent#569, anthropics/claude-code#4951',
  },
]
