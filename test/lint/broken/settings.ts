import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'

/** Minimal requests by wire, and the path of their settings. */
const WIRES: Readonly<
  Record<string, { readonly prefix: string; readonly in?: string; readonly request: JsonObject }>
> = {
  'openai-chat': {
    prefix: 'OPENAI-CHAT',
    request: { model: 'm', messages: [{ role: 'user', content: 'Hi' }] },
  },
  'openai-responses': { prefix: 'OPENAI-RESP', request: { model: 'm', input: 'Hi' } },
  'anthropic-messages': {
    prefix: 'ANTHROPIC',
    request: { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] },
  },
  'google-generate-content': {
    prefix: 'GOOGLE',
    in: 'generationConfig',
    request: { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
  },
  'google-interactions': { prefix: 'GINTER', in: 'generation_config', request: { model: 'm', input: 'Hi' } },
  'bedrock-converse': {
    prefix: 'BEDROCK',
    in: 'inferenceConfig',
    request: { messages: [{ role: 'user', content: [{ text: 'Hi' }] }] },
  },
  'mistral-chat': { prefix: 'MISTRAL', request: { model: 'm', messages: [{ role: 'user', content: 'Hi' }] } },
  'cohere-chat': { prefix: 'COHERE', request: { model: 'm', messages: [{ role: 'user', content: 'Hi' }] } },
  'ollama-chat': {
    prefix: 'OLLAMA',
    in: 'options',
    request: { model: 'm', messages: [{ role: 'user', content: 'Hi' }] },
  },
  'xai-grpc': {
    prefix: 'XAI-GRPC',
    request: { model: 'm', messages: [{ role: 'ROLE_USER', content: [{ text: 'Hi' }] }] },
  },
}

/** A request with a setting that its wire does not accept. */
export interface SettingCase {
  readonly wire: string
  readonly rule: string
  /** The reported path. */
  readonly path: string
  readonly request: JsonObject
  /** The field and its value after the fix. Default: it has no fix. */
  readonly fixed?: readonly [path: string, value: JsonValue]
}

type Row = readonly [field: string, value: JsonValue, fixed?: readonly [field: string, value: JsonValue]]

function cases(rule: string, wire: string, rows: readonly Row[], holder = WIRES[wire]?.in): SettingCase[] {
  const { prefix = '', request = {} } = WIRES[wire] ?? {}
  const place = (field: string) => (holder === undefined ? `/${field}` : `/${holder}/${field}`)
  return rows.map(([field, value, fixed]) => ({
    wire,
    rule: `${prefix}-SETTING-${rule}`,
    path: place(field),
    request: {
      ...request,
      ...(holder === undefined ? { [field]: value } : { [holder]: { [field]: value } }),
    },
    ...(fixed && { fixed: [place(fixed[0]), fixed[1]] }),
  }))
}

/** Types, ranges and names; the ranges are those of the vendors' reference pages, named in `adapters/<wire>/rules/settings.ts`. */
export const SETTING_CASES: readonly SettingCase[] = [
  ...cases('01', 'openai-chat', [
    ['max_tokens', 'many'],
    ['temperature', 'hot'],
    ['temperature', [1]],
    ['seed', '7', ['seed', 7]],
    ['stream', 'true', ['stream', true]],
    ['stop', 3],
    ['logit_bias', []],
  ]),
  ...cases('02', 'openai-chat', [
    ['max_tokens', -5],
    ['max_completion_tokens', 0],
    ['max_tokens', 10.5],
    ['n', 0],
    ['top_p', 2],
    ['temperature', 2.5],
    ['frequency_penalty', -3],
    ['top_logprobs', 21],
  ]),
  ...cases('03', 'openai-chat', [
    ['temprature', 1, ['temperature', 1]],
    ['maxTokens', 5, ['max_tokens', 5]],
    ['repsonse_format', { type: 'text' }, ['response_format', { type: 'text' }]],
  ]),
  ...cases('01', 'openai-responses', [
    ['max_output_tokens', '16', ['max_output_tokens', 16]],
    ['top_p', 'all'],
  ]),
  ...cases('02', 'openai-responses', [
    ['temperature', -1],
    ['max_output_tokens', -5],
  ]),
  ...cases('03', 'openai-responses', [['previous_respnse_id', 'r', ['previous_response_id', 'r']]]),
  ...cases('01', 'anthropic-messages', [
    ['max_tokens', 'many'],
    ['temperature', '0.5', ['temperature', 0.5]],
    ['stop_sequences', 'END', ['stop_sequences', ['END']]],
  ]),
  ...cases('02', 'anthropic-messages', [
    ['temperature', 1.7],
    ['top_k', 2.5],
    ['max_tokens', -5],
  ]),
  ...cases('03', 'anthropic-messages', [
    ['temprature', 1, ['temperature', 1]],
    ['stop_sequence', ['END'], ['stop_sequences', ['END']]],
  ]),
  ...cases('01', 'google-generate-content', [
    ['maxOutputTokens', 'many'],
    ['stopSequences', 'END', ['stopSequences', ['END']]],
  ]),
  ...cases('02', 'google-generate-content', [
    ['temperature', 3],
    ['max_output_tokens', '-5'],
    ['candidateCount', 0],
  ]),
  ...cases('03', 'google-generate-content', [['tempurature', 1, ['temperature', 1]]]),
  ...cases('01', 'google-interactions', [['temperature', 'hot']]),
  ...cases('02', 'google-interactions', [['top_p', 2]]),
  ...cases('03', 'google-interactions', [['max_output_token', 5, ['max_output_tokens', 5]]]),
  ...cases('01', 'bedrock-converse', [['maxTokens', '5', ['maxTokens', 5]]]),
  ...cases('02', 'bedrock-converse', [
    ['maxTokens', 0],
    ['temperature', 1.5],
  ]),
  ...cases('03', 'bedrock-converse', [
    ['maxToken', 5, ['maxTokens', 5]],
    ['top_p', 1, ['topP', 1]],
  ]),
  ...cases('01', 'mistral-chat', [['temperature', 'hot']]),
  ...cases('02', 'mistral-chat', [
    ['temperature', 1.7],
    ['random_seed', -1],
    ['n', 0],
  ]),
  ...cases('03', 'mistral-chat', [['temprature', 1, ['temperature', 1]]]),
  ...cases('01', 'cohere-chat', [['k', 'all']]),
  ...cases('02', 'cohere-chat', [
    ['temperature', 1.5],
    ['p', 1],
    ['k', 501],
  ]),
  ...cases('03', 'cohere-chat', [['temprature', 1, ['temperature', 1]]]),
  ...cases('01', 'ollama-chat', [['num_predict', 'many']]),
  ...cases('02', 'ollama-chat', [
    ['num_predict', -5],
    ['top_p', 2],
  ]),
  ...cases('03', 'ollama-chat', [['num_pedict', 5, ['num_predict', 5]]]),
  ...cases('01', 'xai-grpc', [['max_tokens', 'many']]),
  ...cases('02', 'xai-grpc', [['top_logprobs', 9]]),
  ...cases('03', 'xai-grpc', [['temprature', 1, ['temperature', 1]]]),
]
