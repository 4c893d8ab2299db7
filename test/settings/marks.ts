import type { JsonObject } from '../../src/base/json/json-types.js'
import type { CacheMark, Conversation } from '../../src/base/model/types.js'

// Marks for the prompt cache, and their form on each wire: from the types of the vendors' own clients, and
// for OpenRouter from its reference (https://openrouter.ai/docs/features/prompt-caching).

export type Place = 'tool' | 'system' | 'user' | 'result'

export type Marks = Readonly<Partial<Record<Place, CacheMark | undefined>>>

export const MARKS: Marks = { tool: { ttl: '1h' }, system: {}, user: { ttl: '5m' }, result: {} }

const parameters = { type: 'object', properties: {} }

/** Returns a conversation with exactly these marks. */
export function conversationWith({ tool, system, user, result }: Marks): Conversation {
  return {
    tools: [{ type: 'function', name: 'clock', parameters, ...(tool && { cache: tool }) }],
    messages: [
      { role: 'system', parts: [{ type: 'text', text: 'Be brief.', ...(system && { cache: system }) }] },
      { role: 'user', parts: [{ type: 'text', text: 'What time is it?', ...(user && { cache: user }) }] },
      {
        role: 'assistant',
        parts: [
          {
            type: 'tool-call',
            id: 'call_1',
            name: 'clock',
            kind: 'function',
            status: 'complete',
            arguments: {},
            providerExecuted: false,
          },
        ],
      },
      {
        role: 'tool',
        parts: [
          {
            type: 'tool-result',
            callId: 'call_1',
            name: 'clock',
            output: { type: 'text', value: 'noon' },
            isError: false,
            providerExecuted: false,
            ...(result && { cache: result }),
          },
        ],
      },
    ],
  }
}

/** A wire (with limits that the caller names) that accepts marks of other wires. */
export interface Target {
  readonly wire: string
  readonly limits?: string
  readonly takes: readonly Place[]
  readonly ttls: readonly string[]
  /** The marks of `MARKS` that it accepts, in a request. */
  readonly request: JsonObject
}

const chatCall = { id: 'call_1', type: 'function', function: { name: 'clock', arguments: '{}' } }
const point = (ttl?: string): JsonObject => ({
  cachePoint: { type: 'default', ...(ttl !== undefined && { ttl }) },
})
const ephemeral = (ttl?: string): JsonObject => ({
  cache_control: { type: 'ephemeral', ...(ttl !== undefined && { ttl }) },
})
const breakpoint: JsonObject = { prompt_cache_breakpoint: { mode: 'explicit' } }

export const TARGETS: readonly Target[] = [
  {
    wire: 'anthropic-messages',
    takes: ['tool', 'system', 'user', 'result'],
    ttls: ['5m', '1h'],
    request: {
      system: [{ type: 'text', text: 'Be brief.', ...ephemeral() }],
      tools: [{ name: 'clock', input_schema: parameters, ...ephemeral('1h') }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'What time is it?', ...ephemeral('5m') }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'call_1', name: 'clock', input: {} }] },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'noon', ...ephemeral() }],
        },
      ],
    },
  },
  {
    wire: 'bedrock-converse',
    takes: ['tool', 'system', 'user', 'result'],
    ttls: ['5m', '1h'],
    request: {
      system: [{ text: 'Be brief.' }, point()],
      toolConfig: {
        tools: [{ toolSpec: { name: 'clock', inputSchema: { json: parameters } } }, point('1h')],
      },
      messages: [
        { role: 'user', content: [{ text: 'What time is it?' }, point('5m')] },
        {
          role: 'assistant',
          content: [{ toolUse: { toolUseId: 'call_1', name: 'clock', input: {} } }],
        },
        {
          role: 'user',
          content: [{ toolResult: { toolUseId: 'call_1', content: [{ text: 'noon' }] } }, point()],
        },
      ],
    },
  },
  {
    wire: 'openai-chat',
    limits: 'gpt-5.6',
    takes: ['system', 'user'],
    ttls: ['30m', '12h'],
    request: {
      tools: [{ type: 'function', function: { name: 'clock', parameters } }],
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'Be brief.', ...breakpoint }] },
        { role: 'user', content: [{ type: 'text', text: 'What time is it?', ...breakpoint }] },
        { role: 'assistant', content: null, tool_calls: [chatCall] },
        { role: 'tool', tool_call_id: 'call_1', content: 'noon' },
      ],
    },
  },
  {
    wire: 'openai-chat',
    limits: 'openrouter',
    takes: ['tool', 'system', 'user'],
    ttls: ['5m', '1h'],
    request: {
      tools: [{ type: 'function', function: { name: 'clock', parameters }, ...ephemeral('1h') }],
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'Be brief.', ...ephemeral() }] },
        { role: 'user', content: [{ type: 'text', text: 'What time is it?', ...ephemeral('5m') }] },
        { role: 'assistant', content: null, tool_calls: [chatCall] },
        { role: 'tool', tool_call_id: 'call_1', content: 'noon' },
      ],
    },
  },
  {
    wire: 'openai-responses',
    limits: 'gpt-5.6',
    takes: ['system', 'user'],
    ttls: ['30m', '12h'],
    request: {
      tools: [{ type: 'function', name: 'clock', parameters, strict: false }],
      input: [
        { role: 'system', content: [{ type: 'input_text', text: 'Be brief.', ...breakpoint }] },
        { role: 'user', content: [{ type: 'input_text', text: 'What time is it?', ...breakpoint }] },
        { type: 'function_call', call_id: 'call_1', name: 'clock', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_1', output: 'noon' },
      ],
    },
  },
]

/** Wires and limits that accept no marks of other wires. */
export const WITHOUT: readonly string[] = [
  'cohere-chat',
  'google-generate-content',
  'google-interactions',
  'mistral-chat',
  'ollama-chat',
  'openai-chat',
  'openai-responses',
]

/** Descriptions for the documentation, by field or wire. The requests above contain the forms. */
export const NATIVE_MARKS: Readonly<Record<string, string>> = {
  'anthropic-messages': '`cache_control: {type: "ephemeral", ttl?}`, a field',
  'bedrock-converse': '`{cachePoint: {type: "default", ttl?}}`, a block after it',
  prompt_cache_breakpoint: '`prompt_cache_breakpoint: {mode: "explicit", ttl?}`, a field',
  cache_control: '`cache_control: {type: "ephemeral", ttl?}`, a field',
}
