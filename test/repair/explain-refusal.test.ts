import { describe, expect, test } from 'vitest'
import {
  refusals as anthropicRefusals,
  rules as anthropicRules,
} from '../../adapters/anthropic-messages/rules.js'
import { refusals as bedrockRefusals, rules as bedrockRules } from '../../adapters/bedrock-converse/rules.js'
import { refusals as cohereRefusals, rules as cohereRules } from '../../adapters/cohere-chat/rules.js'
import {
  refusals as googleRefusals,
  rules as googleRules,
} from '../../adapters/google-generate-content/rules.js'
import { refusals as mistralRefusals, rules as mistralRules } from '../../adapters/mistral-chat/rules.js'
import { refusals as chatRefusals, rules as chatRules } from '../../adapters/openai-chat/rules.js'
import {
  refusals as responsesRefusals,
  rules as responsesRules,
} from '../../adapters/openai-responses/rules.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { applyPatch } from '../../src/base/json/patch.js'
import { explainRefusal, type KnownRefusal } from '../../src/index.js'
import { placesNamed } from '../../src/translate/repair/named-place.js'
import { wordsOf, wordsShared } from '../../src/translate/repair/refusal-words.js'
import { WORDS } from './words-of-servers.js'

const known: Readonly<Record<string, readonly KnownRefusal[]>> = {
  'anthropic-messages': [...anthropicRules, ...anthropicRefusals],
  'bedrock-converse': [...bedrockRules, ...bedrockRefusals],
  'cohere-chat': [...cohereRules, ...cohereRefusals],
  'google-generate-content': [...googleRules, ...googleRefusals],
  'mistral-chat': [...mistralRules, ...mistralRefusals],
  'openai-chat': [...chatRules, ...chatRefusals],
  'openai-responses': [...responsesRules, ...responsesRefusals],
}

const hi = { role: 'user', content: 'Hi' }
const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }
const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }
const result = { role: 'tool', tool_call_id: 'c1', content: 'ok' }
const chatTool = {
  type: 'function',
  function: { name: 'f', parameters: { type: 'object', properties: { a: { type: 'string', default: '' } } } },
}
const thought = { type: 'thinking', thinking: 'hm', signature: 's' }
const use = { type: 'tool_use', id: 'c1', name: 'f', input: {} }
const used = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'ok' }] }
const claude = {
  model: 'm',
  max_tokens: 9000,
  messages: [hi],
  tools: [{ name: 'f', input_schema: { type: 'object', properties: { a: { type: 'number', minimum: 1 } } } }],
}
const chat = { model: 'm', messages: [hi] }
const responses = { model: 'm', input: [{ role: 'user', content: 'Hi' }] }
const google = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }
const bedrock = { messages: [{ role: 'user', content: [{ text: 'Hi' }] }] }

/** For each refusal: the provider's message, the refused request, and the fixed members. */
const CASES: readonly (readonly [id: string, words: string, request: JsonObject, fixed: JsonObject])[] = [
  [
    'ANTHROPIC-REFUSED-FIELD',
    'context_management: Extra inputs are not permitted',
    { ...claude, context_management: { edits: [] } },
    claude,
  ],
  [
    'ANTHROPIC-REFUSED-THINKING',
    'messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.',
    {
      ...claude,
      thinking: { type: 'enabled', budget_tokens: 1024 },
      messages: [hi, { role: 'assistant', content: [thought, use] }, used],
    },
    { ...claude, messages: [hi, { role: 'assistant', content: [use] }, used] },
  ],
  [
    'ANTHROPIC-REFUSED-THINKING',
    'messages.1.content.0: Invalid `signature` in `thinking` block',
    { ...claude, messages: [hi, { role: 'assistant', content: [thought] }, hi] },
    { ...claude, messages: [hi, hi] },
  ],
  [
    'ANTHROPIC-REFUSED-MAX-TOKENS',
    'max_tokens: 9000 > 8192, which is the maximum allowed number of output tokens for claude-3-5-haiku-20241022',
    claude,
    { ...claude, max_tokens: 8192 },
  ],
  [
    'ANTHROPIC-REFUSED-ROOM',
    'input length and `max_tokens` exceed context limit: 192000 + 9000 > 200000, decrease input length or `max_tokens` and try again',
    claude,
    { ...claude, max_tokens: 8000 },
  ],
  [
    'ANTHROPIC-REFUSED-ROOM',
    'input length and `max_tokens` exceed context limit: 194000 + 9000 > 200000, decrease input length or `max_tokens` and try again',
    { ...claude, thinking: { type: 'enabled', budget_tokens: 8000 } },
    { ...claude, max_tokens: 6000, thinking: { type: 'enabled', budget_tokens: 5999 } },
  ],
  [
    'ANTHROPIC-REFUSED-ROOM',
    "'max_tokens' is too large: 9000. This model's maximum context length is 32768 tokens and your request has 30000 input tokens (9000 > 32768 - 30000).",
    claude,
    { ...claude, max_tokens: 2768 },
  ],
  [
    'ANTHROPIC-REFUSED-EFFORT',
    "output_config.effort: Input should be 'low', 'medium' or 'high'",
    { ...claude, output_config: { effort: 'max' } },
    { ...claude, output_config: { effort: 'high' } },
  ],
  [
    'ANTHROPIC-REFUSED-THINKING-TYPE',
    '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
    { ...claude, thinking: { type: 'enabled', budget_tokens: 1024 } },
    { ...claude, thinking: { type: 'adaptive' } },
  ],
  [
    'ANTHROPIC-REFUSED-SAMPLING',
    '`temperature` is deprecated for this model.',
    { ...claude, temperature: 0.2, top_p: 0.9 },
    { ...claude, top_p: 0.9 },
  ],
  [
    'ANTHROPIC-REFUSED-SAMPLING-TOGETHER',
    '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
    { ...claude, temperature: 0.2, top_p: 0.9 },
    { ...claude, temperature: 0.2 },
  ],
  [
    'ANTHROPIC-REFUSED-IMAGE',
    'This model does not support image input.',
    { ...claude, messages: [{ role: 'user', content: [{ type: 'image', source: {} }] }] },
    {
      ...claude,
      messages: [
        { role: 'user', content: [{ type: 'text', text: '[an image that this model cannot see]' }] },
      ],
    },
  ],
  [
    'ANTHROPIC-REFUSED-KEYWORD',
    "tools.0.custom: For 'number' type, property 'minimum' is not supported",
    claude,
    {
      ...claude,
      tools: [{ name: 'f', input_schema: { type: 'object', properties: { a: { type: 'number' } } } }],
    },
  ],
  [
    'OPENAI-CHAT-REFUSED-FIELD',
    'Unrecognized request argument supplied: stream_options',
    { ...chat, stream_options: {} },
    chat,
  ],
  [
    'OPENAI-CHAT-REFUSED-FIELD',
    "Unknown parameter: 'prompt_cache_key'.",
    { ...chat, prompt_cache_key: 'k' },
    chat,
  ],
  [
    'OPENAI-CHAT-REFUSED-FIELD',
    "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning' is unsupported, did you mean 'role'?)]",
    { ...chat, messages: [hi, { role: 'assistant', content: 'x', reasoning: 'y' }] },
    { ...chat, messages: [hi, { role: 'assistant', content: 'x' }] },
  ],
  [
    'OPENAI-CHAT-REFUSED-MAX-TOKENS-NAME',
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    { ...chat, max_tokens: 50 },
    { ...chat, max_completion_tokens: 50 },
  ],
  [
    'OPENAI-CHAT-REFUSED-MAX-TOKENS',
    'max_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you provided 100000.',
    { ...chat, max_tokens: 100_000 },
    { ...chat, max_tokens: 16_384 },
  ],
  [
    'OPENAI-CHAT-REFUSED-ROOM',
    "This model's maximum context length is 131072 tokens. However, you requested 141313 tokens (13313 in the messages, 128000 in the completion). Please reduce the length of the messages or completion.",
    { ...chat, max_tokens: 128_000 },
    chat,
  ],
  [
    'OPENAI-CHAT-REFUSED-SAMPLING',
    "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
    { ...chat, temperature: 0.2 },
    chat,
  ],
  [
    'OPENAI-CHAT-REFUSED-EFFORT',
    "Unsupported value: 'reasoning_effort' does not support 'minimal' with this model. Supported values are: 'low', 'medium', 'high', and 'none'.",
    { ...chat, reasoning_effort: 'minimal' },
    { ...chat, reasoning_effort: 'none' },
  ],
  [
    'OPENAI-CHAT-REFUSED-EFFORT',
    "This model does not support 'reasoning_effort' value 'none'",
    { ...chat, reasoning_effort: 'none' },
    chat,
  ],
  [
    'OPENAI-CHAT-REFUSED-TOOLS-WITH-EFFORT',
    "Function tools with reasoning_effort are not supported for gpt-5.6-sol in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
    { ...chat, model: 'gpt-5.6-sol', tools: [chatTool] },
    { ...chat, model: 'gpt-5.6-sol', tools: [chatTool], reasoning_effort: 'none' },
  ],
  [
    'OPENAI-CHAT-REFUSED-REASONING-MISSING',
    'thinking is enabled but reasoning_content is missing in assistant tool call message at index 1',
    { ...chat, messages: [hi, { role: 'assistant', content: '', tool_calls: [call] }, result] },
    {
      ...chat,
      messages: [hi, { role: 'assistant', content: '', tool_calls: [call], reasoning_content: '' }, result],
    },
  ],
  [
    'OPENAI-CHAT-REFUSED-SIGNATURE',
    'Function call is missing a thought_signature in functionCall parts.',
    { ...chat, messages: [hi, { role: 'assistant', content: '', tool_calls: [call] }, result] },
    {
      ...chat,
      messages: [
        hi,
        {
          role: 'assistant',
          content: '',
          tool_calls: [
            { ...call, extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } },
          ],
        },
        result,
      ],
    },
  ],
  [
    'OPENAI-CHAT-REFUSED-IMAGE',
    'Failed to deserialize the JSON body into the target type: messages[0]: unknown variant `image_url`, expected `text` at line 1 column 86',
    { ...chat, messages: [{ role: 'user', content: [image] }] },
    {
      ...chat,
      messages: [
        { role: 'user', content: [{ type: 'text', text: '[an image that this model cannot see]' }] },
      ],
    },
  ],
  [
    'OPENAI-CHAT-REFUSED-CHOICE',
    'deepseek-reasoner does not support this tool_choice',
    { ...chat, tools: [chatTool], tool_choice: 'required' },
    { ...chat, tools: [chatTool] },
  ],
  [
    'OPENAI-CHAT-REFUSED-ROLE',
    "'developer' is not one of ['system', 'assistant', 'user', 'tool', 'function'] - 'messages.0.role'",
    { ...chat, messages: [{ role: 'developer', content: 'Be brief.' }, hi] },
    { ...chat, messages: [{ role: 'system', content: 'Be brief.' }, hi] },
  ],
  [
    'OPENAI-CHAT-REFUSED-KEYWORD',
    "Invalid schema for function 'f': In context=('properties', 'a'), 'default' is not permitted.",
    { ...chat, tools: [chatTool] },
    {
      ...chat,
      tools: [
        {
          type: 'function',
          function: { name: 'f', parameters: { type: 'object', properties: { a: { type: 'string' } } } },
        },
      ],
    },
  ],
  [
    'OPENAI-RESP-REFUSED-FIELD',
    "Unsupported parameter: 'temperature' is not supported with this model.",
    { ...responses, temperature: 1 },
    responses,
  ],
  [
    'OPENAI-RESP-REFUSED-ENCRYPTED',
    'Encrypted content is not supported.',
    { ...responses, input: [hi, { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' }] },
    { ...responses, input: [hi] },
  ],
  [
    'OPENAI-RESP-REFUSED-ENCRYPTED',
    'The encrypted content gAAA...x9 could not be verified. Reason: Encrypted content organization_id did not match the target organization.',
    {
      ...responses,
      input: [
        hi,
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' },
        { type: 'message', id: 'msg_1', role: 'assistant', content: [] },
      ],
    },
    { ...responses, input: [hi, { type: 'message', role: 'assistant', content: [] }] },
  ],
  [
    'OPENAI-RESP-REFUSED-REASONING-MISSING',
    "Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item: 'rs_1'.",
    {
      ...responses,
      input: [hi, { type: 'function_call', id: 'fc_1', call_id: 'c', name: 'f', arguments: '{}' }],
    },
    { ...responses, input: [hi, { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' }] },
  ],
  [
    'OPENAI-RESP-REFUSED-EFFORT',
    "Unsupported value: 'minimal' is not supported with the 'gpt-5.1' model. Supported values are: 'none', 'low', 'medium', and 'high'.",
    { ...responses, reasoning: { effort: 'minimal' } },
    { ...responses, reasoning: { effort: 'none' } },
  ],
  [
    'OPENAI-RESP-REFUSED-SUMMARY',
    'Your organization must be verified to generate reasoning summaries.',
    { ...responses, reasoning: { effort: 'low', summary: 'auto' } },
    { ...responses, reasoning: { effort: 'low' } },
  ],
  [
    'OPENAI-RESP-REFUSED-MAX-TOKENS',
    'max_output_tokens is too large: 900000. This model supports at most 128000 output tokens, whereas you provided 900000.',
    { ...responses, max_output_tokens: 900_000 },
    { ...responses, max_output_tokens: 128_000 },
  ],
  [
    'OPENAI-RESP-REFUSED-IMAGE',
    'This model does not support image inputs.',
    {
      ...responses,
      input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'https://x.test/i.png' }] }],
    },
    {
      ...responses,
      input: [
        { role: 'user', content: [{ type: 'input_text', text: '[an image that this model cannot see]' }] },
      ],
    },
  ],
  [
    'OPENAI-RESP-REFUSED-CHOICE',
    'parallel_tool_calls is not supported by this server',
    { ...responses, parallel_tool_calls: false },
    responses,
  ],
  [
    'OPENAI-RESP-REFUSED-KEYWORD',
    "Invalid schema for function 'f': In context=('properties', 'a'), 'format' is not permitted.",
    {
      ...responses,
      tools: [
        {
          type: 'function',
          name: 'f',
          parameters: { type: 'object', properties: { a: { type: 'string', format: 'uri' } } },
        },
      ],
    },
    {
      ...responses,
      tools: [
        {
          type: 'function',
          name: 'f',
          parameters: { type: 'object', properties: { a: { type: 'string' } } },
        },
      ],
    },
  ],
  [
    'GOOGLE-REFUSED-FIELD',
    'Invalid JSON payload received. Unknown name "serviceTier": Cannot find field.',
    { ...google, serviceTier: 'flex' },
    google,
  ],
  [
    'GOOGLE-REFUSED-SIGNATURE-MISSING',
    'Function call is missing a thought_signature in functionCall parts. Additional data, function call `default_api:f`, position 2.',
    { contents: [...google.contents, { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] }] },
    {
      contents: [
        ...google.contents,
        {
          role: 'model',
          parts: [
            { functionCall: { name: 'f', args: {} }, thoughtSignature: 'skip_thought_signature_validator' },
          ],
        },
      ],
    },
  ],
  [
    'GOOGLE-REFUSED-SIGNATURE',
    'Corrupted thought signature.',
    { contents: [...google.contents, { role: 'model', parts: [{ text: 'x', thoughtSignature: 'AAAA' }] }] },
    { contents: [...google.contents, { role: 'model', parts: [{ text: 'x' }] }] },
  ],
  [
    'GOOGLE-REFUSED-THINKING',
    'Thinking level MINIMAL is not supported for this model.',
    { ...google, generationConfig: { thinkingConfig: { thinkingLevel: 'MINIMAL' } } },
    { ...google, generationConfig: {} },
  ],
  [
    'GOOGLE-REFUSED-MAX-TOKENS',
    'Unable to submit request because it has a maxOutputTokens value of 999999 but the supported range is from 1 (inclusive) to 65537 (exclusive). Update the value and try again.',
    { ...google, generationConfig: { maxOutputTokens: 999_999 } },
    { ...google, generationConfig: { maxOutputTokens: 65_536 } },
  ],
  [
    'GOOGLE-REFUSED-IMAGE',
    'Image input modality is not enabled for models/gemma-3-1b-it',
    { contents: [{ role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }] }] },
    { contents: [{ role: 'user', parts: [{ text: '[an image that this model cannot see]' }] }] },
  ],
  [
    'BEDROCK-REFUSED-FIELD',
    'The model returned the following errors: top_k: Extra inputs are not permitted',
    { ...bedrock, additionalModelRequestFields: { top_k: 5 } },
    { ...bedrock, additionalModelRequestFields: {} },
  ],
  [
    'BEDROCK-REFUSED-THINKING',
    'The model returned the following errors: messages.1.content.0: Invalid `signature` in `thinking` block',
    {
      messages: [
        ...bedrock.messages,
        { role: 'assistant', content: [{ reasoningContent: {} }, { text: 'x' }] },
      ],
    },
    { messages: [...bedrock.messages, { role: 'assistant', content: [{ text: 'x' }] }] },
  ],
  [
    'BEDROCK-REFUSED-CHOICE',
    "This model doesn't support the toolConfig.toolChoice.tool field. Remove toolConfig.toolChoice.tool and try again.",
    { ...bedrock, toolConfig: { tools: [], toolChoice: { tool: { name: 'f' } } } },
    { ...bedrock, toolConfig: { tools: [] } },
  ],
  [
    'BEDROCK-REFUSED-ROOM',
    'The model returned the following errors: input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length or `max_tokens` and try again',
    { ...bedrock, inferenceConfig: { maxTokens: 20_000 } },
    { ...bedrock, inferenceConfig: { maxTokens: 10_000 } },
  ],
  [
    'BEDROCK-REFUSED-MAX-TOKENS',
    'The maximum tokens you requested exceeds the model limit of 4096. Try again with a maximum tokens value that is lower than 4096.',
    { ...bedrock, inferenceConfig: { maxTokens: 10_000 } },
    { ...bedrock, inferenceConfig: { maxTokens: 4096 } },
  ],
  [
    'BEDROCK-REFUSED-SAMPLING',
    'The model returned the following errors: `temperature` is deprecated for this model.',
    { ...bedrock, inferenceConfig: { temperature: 0, topP: 1 } },
    { ...bedrock, inferenceConfig: { topP: 1 } },
  ],
  [
    'BEDROCK-REFUSED-SAMPLING-TOGETHER',
    'The model returned the following errors: `temperature` and `top_p` cannot both be specified for this model. Please use only one.',
    { ...bedrock, inferenceConfig: { temperature: 0, topP: 1 } },
    { ...bedrock, inferenceConfig: { temperature: 0 } },
  ],
  [
    'BEDROCK-REFUSED-CACHE',
    'You invoked an unsupported model or your request did not allow prompt caching.',
    { messages: [{ role: 'user', content: [{ text: 'Hi' }, { cachePoint: { type: 'default' } }] }] },
    bedrock,
  ],
  [
    'BEDROCK-REFUSED-IMAGE',
    "This model doesn't support the image content block that you provided.",
    { messages: [{ role: 'user', content: [{ image: { format: 'png', source: {} } }] }] },
    { messages: [{ role: 'user', content: [{ text: '[an image that this model cannot see]' }] }] },
  ],
  [
    'BEDROCK-REFUSED-RESULT-IMAGE',
    "This model doesn't support the image field for user messages. Remove image and try again.",
    {
      messages: [
        {
          role: 'user',
          content: ['a', 'b'].map((toolUseId) => ({
            toolResult: { toolUseId, content: [{ image: { format: 'png', source: { bytes: toolUseId } } }] },
          })),
        },
      ],
    },
    {
      messages: [
        {
          role: 'user',
          content: [
            ...['a', 'b'].map((toolUseId) => ({
              toolResult: { toolUseId, content: [{ text: '(The image is after the results.)' }] },
            })),
            ...['a', 'b'].map((bytes) => ({ image: { format: 'png', source: { bytes } } })),
          ],
        },
      ],
    },
  ],
  [
    'MISTRAL-REFUSED-FIELD',
    '{"detail":[{"type":"extra_forbidden","loc":["body","max_completion_tokens"],"msg":"Extra inputs are not permitted","input":50}]}',
    { ...chat, max_completion_tokens: 50 },
    { ...chat, max_tokens: 50 },
  ],
  [
    'MISTRAL-REFUSED-EFFORT',
    'reasoning_effort is not enabled for this model',
    { ...chat, reasoning_effort: 'high' },
    chat,
  ],
  [
    'MISTRAL-REFUSED-MAX-TOKENS',
    'max_tokens: Input should be less than or equal to 32768',
    { ...chat, max_tokens: 100_000 },
    { ...chat, max_tokens: 32_768 },
  ],
  [
    'MISTRAL-REFUSED-IMAGE',
    'Image input is not enabled for this model',
    { ...chat, messages: [{ role: 'user', content: [image] }] },
    {
      ...chat,
      messages: [
        { role: 'user', content: [{ type: 'text', text: '[an image that this model cannot see]' }] },
      ],
    },
  ],
  [
    'MISTRAL-REFUSED-PARALLEL',
    'parallel_tool_calls is not supported for this model',
    { ...chat, parallel_tool_calls: false },
    chat,
  ],
  [
    'COHERE-REFUSED-FIELD',
    "parameter 'connectors' was removed from the Chat API on September 15 2025.",
    { ...chat, connectors: [{ id: 'web-search' }] },
    chat,
  ],
  [
    'COHERE-REFUSED-MAX-TOKENS',
    'too many tokens: max tokens must be less than or equal to 4096, the maximum output for this model',
    { ...chat, max_tokens: 9000 },
    { ...chat, max_tokens: 4096 },
  ],
]

const WIRES: readonly (readonly [prefix: string, wire: string])[] = [
  ['ANTHROPIC', 'anthropic-messages'],
  ['OPENAI-CHAT', 'openai-chat'],
  ['OPENAI-RESP', 'openai-responses'],
  ['GOOGLE', 'google-generate-content'],
  ['BEDROCK', 'bedrock-converse'],
  ['MISTRAL', 'mistral-chat'],
  ['COHERE', 'cohere-chat'],
]

function knownTo(id: string): readonly KnownRefusal[] {
  const wire = WIRES.find(([prefix]) => id.startsWith(prefix))?.[1] ?? ''
  return known[wire] ?? []
}

test('every refusal of every wire has a case', () => {
  const ids = Object.values(known).flatMap((rows) => rows.flatMap((row) => ('check' in row ? [] : row.id)))
  const tried = new Set([...CASES.map(([id]) => id), ...WORDS.map(([, id]) => id)])
  expect(ids.filter((id) => !tried.has(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
})

describe('words that only a refusal reveals', () => {
  test.each(CASES)('%s: %s', (id, words, request, fixed) => {
    const explained = explainRefusal(words, request, { rules: knownTo(id) })
    // Some refusals are also found by a rule, under certain limits.
    expect([id, 'GOOGLE-SIG-01']).toContain(explained?.rule)
    expect(applyPatch(request, explained?.fix ?? [])).toEqual(fixed)
  })
})

/** The requests of Claude on two wires: with this thinking, and with an answer that this user message follows. */
const THINKERS = [
  {
    id: 'ANTHROPIC-REFUSED-THINKING',
    goesOn: used,
    request: (
      thinking: JsonObject,
      last: JsonObject,
      left: readonly JsonObject[] = [thought],
    ): JsonObject => ({
      ...{ ...claude, thinking },
      messages: [hi, { role: 'assistant', content: [...left, use] }, last],
    }),
    without: ({ thinking: _, ...rest }: JsonObject): JsonObject => rest,
  },
  {
    id: 'BEDROCK-REFUSED-THINKING',
    goesOn: { role: 'user', content: [{ toolResult: { toolUseId: 'c1', content: [{ text: 'ok' }] } }] },
    request: (
      thinking: JsonObject,
      last: JsonObject,
      left: readonly JsonObject[] = [{ reasoningContent: {} }],
    ): JsonObject => ({
      additionalModelRequestFields: { thinking },
      messages: [
        ...bedrock.messages,
        { role: 'assistant', content: [...left, { toolUse: { toolUseId: 'c1', name: 'f', input: {} } }] },
        last,
      ],
    }),
    without: (request: JsonObject): JsonObject => ({ ...request, additionalModelRequestFields: {} }),
  },
]
const QUESTION = { role: 'user', content: [{ text: 'Go on.' }] }

/*
 * Manual thinking has to begin the turn that the results continue; adaptive thinking does not.
 * https://platform.claude.com/docs/en/build-with-claude/adaptive-thinking
 */
describe.each(THINKERS)('a refused signature: $id', ({ id, goesOn, request, without }) => {
  const words = 'messages.1.content.0: Invalid `signature` in `thinking` block'
  test.each([
    ['turns off manual thinking within a tool loop', 'enabled', goesOn, true],
    ['leaves adaptive thinking on', 'adaptive', goesOn, false],
    ['leaves manual thinking on after the loop', 'enabled', QUESTION, false],
  ])('%s', (_, type, last, isOff) => {
    const refused = request({ type }, last)
    const explained = explainRefusal(words, refused, { rules: knownTo(id) })
    const left = request({ type }, last, [])
    expect(applyPatch(refused, explained?.fix ?? [])).toEqual(isOff ? without(left) : left)
  })
})

const WORDS_OF_FIELD = 'context_management: Extra inputs are not permitted'

describe('refusals with their explanation', () => {
  const words = WORDS_OF_FIELD
  const request = { ...claude, context_management: {} }
  const body = { type: 'error', error: { type: 'invalid_request_error', message: words } }
  const cases: readonly (readonly [string, unknown])[] = [
    ['a text', words],
    ['a body', body],
    ['a body as text', JSON.stringify(body)],
    ['the error of an SDK', Object.assign(new Error(`400 ${words}`), { status: 400, error: body })],
    ['an error with nothing but a message', new Error(`400 ${JSON.stringify(body)}`)],
    [
      'a body that quotes another one',
      { error: { message: 'Provider returned error', metadata: { raw: JSON.stringify(body) } } },
    ],
  ]
  test.each(cases)('may be %s', (_, error) => {
    expect(explainRefusal(error, request, { rules: knownTo('ANTHROPIC') })).toMatchObject({
      rule: 'ANTHROPIC-REFUSED-FIELD',
      path: '/context_management',
    })
  })

  test.each([undefined, null, '', {}, 'no idea', 42])('explains no refusal for %j', (error) => {
    expect(explainRefusal(error, { messages: [] }, { rules: knownTo('ANTHROPIC') })).toBeUndefined()
  })
})

test('an error that contains itself is read as far as it goes', () => {
  const error: Record<string, unknown> = { message: WORDS_OF_FIELD }
  for (const name of 'abcdefghij') error[name] = error
  expect(
    explainRefusal(error, { ...claude, context_management: {} }, { rules: knownTo('ANTHROPIC') }),
  ).toMatchObject({
    rule: 'ANTHROPIC-REFUSED-FIELD',
  })
})

test('a rule is named with its place', () => {
  const words =
    'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: c1. Each `tool_use` block must have a corresponding `tool_result` block in the next message.'
  const request = { ...claude, messages: [hi, { role: 'assistant', content: [use] }, hi] }
  expect(explainRefusal(words, request, { rules: knownTo('ANTHROPIC') })).toMatchObject({
    rule: 'ANTHROPIC-PAIR-01',
    path: '/messages/1/content/0',
    words,
  })
})

describe('a member that the provider names is never omitted if it contains the conversation', () => {
  test.each([
    'messages',
    'system',
    'tools',
    'messages.0.content',
    'messages.0',
    'tools.0.input_schema.properties.a',
  ])('%s', (name) => {
    const request = { ...claude, system: 'Be brief.' }
    const explained = explainRefusal(`${name}: Extra inputs are not permitted`, request, {
      rules: knownTo('ANTHROPIC'),
    })
    expect(explained?.fix).toBeUndefined()
  })
})

test.each<[string, JsonObject, string[]]>([
  ['messages.0.content: bad', { messages: [hi] }, ['/messages/0/content']],
  ['messages[0].content', { messages: [hi] }, ['/messages/0/content']],
  ["Value at 'messages.1.member.content.1.member.text'", bedrock, ['/messages/0/content/0/text']],
  ['GenerateContentRequest.contents[0].parts[0]: x', google, ['/contents/0/parts/0']],
  [
    'messages.1.content.0.tool_use.id: x',
    { messages: [hi, { role: 'assistant', content: [use] }] },
    ['/messages/1/content/0/id'],
  ],
  ["'generation_config.max' is bad", { generationConfig: { max: 1 } }, ['/generationConfig/max']],
  ['body.messages.0', { messages: [hi] }, ['/messages/0']],
  ['all messages of the model', { messages: [hi], model: 'm' }, []],
])('%s leads to %j', (text, request, places) => {
  expect(placesNamed(text, request)).toEqual(places)
})

test.each([
  [
    'string too long. Expected a string with maximum length 40',
    'string too long. Expected a string with maximum length 64, but got 70',
    9,
  ],
  ['Tool call id was call_0 but must be', 'Tool call id was toolu_99x but must be a-z', 7],
  ['max_tokens … which is', 'max_tokens: 5 > 4, which is the limit', 3],
  ['max_tokens which', 'max_tokens: 5 > 4, which is the limit', 0],
])('%s in %s', (fragment, words, shared) => {
  expect(wordsShared(wordsOf(fragment), wordsOf(words))).toBe(shared)
})

test('a prompt that fills the context window has no fix of the output limit', () => {
  const words = 'input length and `max_tokens` exceed context limit: 200000 + 9000 > 200000'
  const explained = explainRefusal(words, claude, { rules: anthropicRefusals })
  expect(explained).toMatchObject({ rule: 'ANTHROPIC-REFUSED-ROOM', path: '/max_tokens' })
  expect(explained?.fix).toBeUndefined()
})
