import type { JsonObject } from '../../src/base/json/json-types.js'
import type { AllSettings } from '../../src/codec/shape/settings/settings-table.js'

/**
 * The wire's form of a setting. For unsupported or partly supported settings: the path and the severity of
 * the only notice.
 */
export type Said = JsonObject | Lost

export interface Lost {
  readonly lost: readonly [path: string, severity: 'info' | 'warning']
  /** The part that is still encoded. */
  readonly rest?: JsonObject
  /** True if the notice reports an addition instead of a loss. */
  readonly completed?: true
}

/**
 * A setting, and its form on each wire: from the types of the vendors' own clients and their reference pages.
 */
export interface Case {
  readonly title: string
  readonly value: AllSettings
  readonly said: Readonly<Record<string, Said>>
}

const lost = (path: string, severity: 'info' | 'warning' = 'warning', rest: JsonObject = {}): Lost => ({
  lost: [path, severity],
  rest,
})
const completed = (rest: JsonObject): Lost => ({
  lost: ['/outputFormat/name', 'info'],
  rest,
  completed: true,
})

const CHAT = 'openai-chat'
const RESPONSES = 'openai-responses'
const MESSAGES = 'anthropic-messages'
const GENERATE = 'google-generate-content'
const INTERACTIONS = 'google-interactions'
const CONVERSE = 'bedrock-converse'
const MISTRAL = 'mistral-chat'
const COHERE = 'cohere-chat'
const OLLAMA = 'ollama-chat'

const generation = (config: JsonObject): JsonObject => ({ generationConfig: config })
const thinking = (config: JsonObject): JsonObject => generation({ thinkingConfig: config })
const config = (config: JsonObject): JsonObject => ({ generation_config: config })
const inference = (config: JsonObject): JsonObject => ({ inferenceConfig: config })
const options = (fields: JsonObject): JsonObject => ({ options: fields })
const own = (fields: JsonObject): JsonObject => ({ additionalModelRequestFields: fields })

// Closed: Claude rejects open objects, so fitting closes them.
const schema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}
const bedrockSchema = (details: JsonObject = {}): JsonObject => ({
  outputConfig: {
    textFormat: {
      type: 'json_schema',
      structure: { jsonSchema: { schema: JSON.stringify(schema), ...details } },
    },
  },
})
const chatSchema = (details: JsonObject): JsonObject => ({
  response_format: { type: 'json_schema', json_schema: { schema, ...details } },
})
const cohereSchema: JsonObject = { response_format: { type: 'json_object', json_schema: schema } }
const responsesSchema = (details: JsonObject): JsonObject => ({
  text: { format: { type: 'json_schema', schema, ...details } },
})
const messagesSchema: JsonObject = { output_config: { format: { type: 'json_schema', schema } } }
const interactionsFormat = (format: JsonObject): JsonObject => ({
  response_format: { type: 'text', ...format },
})
const interactionsSchema = interactionsFormat({ mime_type: 'application/json', schema })
const generateSchema = generation({ responseMimeType: 'application/json', responseJsonSchema: schema })

export const CASES: readonly Case[] = [
  {
    title: 'an output limit',
    value: { maxOutputTokens: 500 },
    said: {
      [CHAT]: { max_completion_tokens: 500 },
      [RESPONSES]: { max_output_tokens: 500 },
      [MESSAGES]: { max_tokens: 500 },
      [GENERATE]: generation({ maxOutputTokens: 500 }),
      [COHERE]: { max_tokens: 500 },
      [CONVERSE]: inference({ maxTokens: 500 }),
      [OLLAMA]: options({ num_predict: 500 }),
      [MISTRAL]: { max_tokens: 500 },
      [INTERACTIONS]: config({ max_output_tokens: 500 }),
    },
  },
  {
    title: 'a temperature',
    value: { temperature: 0.5 },
    said: {
      [CHAT]: { temperature: 0.5 },
      [RESPONSES]: { temperature: 0.5 },
      [MESSAGES]: { temperature: 0.5 },
      [GENERATE]: generation({ temperature: 0.5 }),
      [COHERE]: { temperature: 0.5 },
      [CONVERSE]: inference({ temperature: 0.5 }),
      [OLLAMA]: options({ temperature: 0.5 }),
      [MISTRAL]: { temperature: 0.5 },
      [INTERACTIONS]: config({ temperature: 0.5 }),
    },
  },
  {
    title: 'a temperature of 0 with top-p',
    value: { temperature: 0, topP: 0.9 },
    said: {
      [CHAT]: { temperature: 0, top_p: 0.9 },
      [RESPONSES]: { temperature: 0, top_p: 0.9 },
      [MESSAGES]: { temperature: 0, top_p: 0.9 },
      [GENERATE]: generation({ temperature: 0, topP: 0.9 }),
      [COHERE]: { temperature: 0, p: 0.9 },
      [CONVERSE]: inference({ temperature: 0, topP: 0.9 }),
      [OLLAMA]: options({ temperature: 0, top_p: 0.9 }),
      [MISTRAL]: { temperature: 0, top_p: 0.9 },
      [INTERACTIONS]: config({ temperature: 0, top_p: 0.9 }),
    },
  },
  {
    title: 'top-k',
    value: { topK: 40 },
    said: {
      [CHAT]: lost('/topK'),
      [RESPONSES]: lost('/topK'),
      [MESSAGES]: { top_k: 40 },
      [GENERATE]: generation({ topK: 40 }),
      [COHERE]: { k: 40 },
      [CONVERSE]: lost('/topK'),
      [OLLAMA]: options({ top_k: 40 }),
      [MISTRAL]: lost('/topK'),
      [INTERACTIONS]: lost('/topK'),
    },
  },
  {
    title: 'stop sequences',
    value: { stop: ['END', 'a\n'] },
    said: {
      [CHAT]: { stop: ['END', 'a\n'] },
      [RESPONSES]: lost('/stop'),
      [MESSAGES]: { stop_sequences: ['END', 'a\n'] },
      [GENERATE]: generation({ stopSequences: ['END', 'a\n'] }),
      [COHERE]: { stop_sequences: ['END', 'a\n'] },
      [CONVERSE]: inference({ stopSequences: ['END', 'a\n'] }),
      [OLLAMA]: options({ stop: ['END', 'a\n'] }),
      [MISTRAL]: { stop: ['END', 'a\n'] },
      [INTERACTIONS]: config({ stop_sequences: ['END', 'a\n'] }),
    },
  },
  {
    title: 'a seed',
    value: { seed: 7 },
    said: {
      [CHAT]: { seed: 7 },
      [RESPONSES]: lost('/seed'),
      [MESSAGES]: lost('/seed'),
      [GENERATE]: generation({ seed: 7 }),
      [COHERE]: { seed: 7 },
      [CONVERSE]: lost('/seed'),
      [OLLAMA]: options({ seed: 7 }),
      [MISTRAL]: { random_seed: 7 },
      [INTERACTIONS]: config({ seed: 7 }),
    },
  },
  {
    title: 'a frequency penalty',
    value: { frequencyPenalty: 0.5 },
    said: {
      [CHAT]: { frequency_penalty: 0.5 },
      [RESPONSES]: lost('/frequencyPenalty'),
      [MESSAGES]: lost('/frequencyPenalty'),
      [GENERATE]: generation({ frequencyPenalty: 0.5 }),
      [COHERE]: { frequency_penalty: 0.5 },
      [CONVERSE]: lost('/frequencyPenalty'),
      [OLLAMA]: options({ frequency_penalty: 0.5 }),
      [MISTRAL]: { frequency_penalty: 0.5 },
      [INTERACTIONS]: lost('/frequencyPenalty'),
    },
  },
  {
    title: 'a presence penalty of 0, which is the default',
    value: { presencePenalty: 0 },
    said: {
      [CHAT]: { presence_penalty: 0 },
      [RESPONSES]: lost('/presencePenalty', 'info'),
      [MESSAGES]: lost('/presencePenalty', 'info'),
      [GENERATE]: generation({ presencePenalty: 0 }),
      [COHERE]: { presence_penalty: 0 },
      [CONVERSE]: lost('/presencePenalty', 'info'),
      [OLLAMA]: options({ presence_penalty: 0 }),
      [MISTRAL]: { presence_penalty: 0 },
      [INTERACTIONS]: lost('/presencePenalty', 'info'),
    },
  },
  {
    title: 'log probabilities with alternatives',
    value: { logProbabilities: { enabled: true, top: 5 } },
    said: {
      [CHAT]: { logprobs: true, top_logprobs: 5 },
      [RESPONSES]: { include: ['message.output_text.logprobs'], top_logprobs: 5 },
      [MESSAGES]: lost('/logProbabilities'),
      [GENERATE]: generation({ responseLogprobs: true, logprobs: 5 }),
      [COHERE]: lost('/logProbabilities/top', 'warning', { logprobs: true }),
      [CONVERSE]: lost('/logProbabilities'),
      [OLLAMA]: { logprobs: true, top_logprobs: 5 },
      [MISTRAL]: lost('/logProbabilities'),
      [INTERACTIONS]: lost('/logProbabilities'),
    },
  },
  {
    title: 'log probabilities that are off',
    value: { logProbabilities: { enabled: false } },
    said: {
      [CHAT]: { logprobs: false },
      [RESPONSES]: lost('/logProbabilities/enabled', 'info'),
      [MESSAGES]: lost('/logProbabilities', 'info'),
      [GENERATE]: generation({ responseLogprobs: false }),
      [COHERE]: { logprobs: false },
      [CONVERSE]: lost('/logProbabilities', 'info'),
      [OLLAMA]: { logprobs: false },
      [MISTRAL]: lost('/logProbabilities', 'info'),
      [INTERACTIONS]: lost('/logProbabilities', 'info'),
    },
  },
  {
    title: 'text, which is the usual format',
    value: { outputFormat: { type: 'text' } },
    said: {
      [CHAT]: { response_format: { type: 'text' } },
      [RESPONSES]: { text: { format: { type: 'text' } } },
      [MESSAGES]: lost('/outputFormat', 'info'),
      [GENERATE]: generation({ responseMimeType: 'text/plain' }),
      [COHERE]: { response_format: { type: 'text' } },
      [CONVERSE]: lost('/outputFormat', 'info'),
      [OLLAMA]: lost('/outputFormat', 'info'),
      [MISTRAL]: { response_format: { type: 'text' } },
      [INTERACTIONS]: interactionsFormat({ mime_type: 'text/plain' }),
    },
  },
  {
    title: 'any JSON',
    value: { outputFormat: { type: 'json' } },
    said: {
      [CHAT]: { response_format: { type: 'json_object' } },
      [RESPONSES]: { text: { format: { type: 'json_object' } } },
      [MESSAGES]: lost('/outputFormat'),
      [GENERATE]: generation({ responseMimeType: 'application/json' }),
      [COHERE]: { response_format: { type: 'json_object' } },
      [CONVERSE]: lost('/outputFormat'),
      [OLLAMA]: { format: 'json' },
      [MISTRAL]: { response_format: { type: 'json_object' } },
      [INTERACTIONS]: interactionsFormat({ mime_type: 'application/json' }),
    },
  },
  {
    title: 'a schema alone',
    value: { outputFormat: { type: 'json-schema', schema } },
    said: {
      [CHAT]: completed(chatSchema({ name: 'response' })),
      [RESPONSES]: completed(responsesSchema({ name: 'response' })),
      [MESSAGES]: messagesSchema,
      [GENERATE]: generateSchema,
      [COHERE]: cohereSchema,
      [CONVERSE]: bedrockSchema(),
      [OLLAMA]: { format: schema },
      [MISTRAL]: completed(chatSchema({ name: 'response' })),
      [INTERACTIONS]: interactionsSchema,
    },
  },
  {
    title: 'a schema with a name',
    value: { outputFormat: { type: 'json-schema', schema, name: 'place' } },
    said: {
      [CHAT]: chatSchema({ name: 'place' }),
      [RESPONSES]: responsesSchema({ name: 'place' }),
      [MESSAGES]: lost('/outputFormat/name', 'info', messagesSchema),
      [GENERATE]: lost('/outputFormat/name', 'info', generateSchema),
      [COHERE]: lost('/outputFormat/name', 'info', cohereSchema),
      [CONVERSE]: bedrockSchema({ name: 'place' }),
      [OLLAMA]: lost('/outputFormat/name', 'info', { format: schema }),
      [MISTRAL]: chatSchema({ name: 'place' }),
      [INTERACTIONS]: lost('/outputFormat/name', 'info', interactionsSchema),
    },
  },
  {
    title: 'a strict schema with a name',
    value: { outputFormat: { type: 'json-schema', schema, name: 'place', strict: true } },
    said: {
      [CHAT]: chatSchema({ name: 'place', strict: true }),
      [RESPONSES]: responsesSchema({ name: 'place', strict: true }),
      // These wires are always strict: only the `strict` flag is lost.
      [MESSAGES]: lost('/outputFormat', 'info', messagesSchema),
      [GENERATE]: lost('/outputFormat', 'info', generateSchema),
      [COHERE]: lost('/outputFormat', 'info', cohereSchema),
      [CONVERSE]: lost('/outputFormat/strict', 'info', bedrockSchema({ name: 'place' })),
      [OLLAMA]: lost('/outputFormat', 'info', { format: schema }),
      [MISTRAL]: chatSchema({ name: 'place', strict: true }),
      [INTERACTIONS]: lost('/outputFormat', 'info', interactionsSchema),
    },
  },
  {
    title: 'a schema that is not enforced, with a description',
    value: {
      outputFormat: { type: 'json-schema', schema, name: 'place', description: 'A place.', strict: false },
    },
    said: {
      [CHAT]: chatSchema({ name: 'place', description: 'A place.', strict: false }),
      [RESPONSES]: responsesSchema({ name: 'place', description: 'A place.', strict: false }),
      [MESSAGES]: lost('/outputFormat', 'warning', messagesSchema),
      [GENERATE]: lost('/outputFormat', 'warning', generateSchema),
      [COHERE]: lost('/outputFormat', 'warning', cohereSchema),
      [CONVERSE]: lost(
        '/outputFormat/strict',
        'warning',
        bedrockSchema({ name: 'place', description: 'A place.' }),
      ),
      [OLLAMA]: lost('/outputFormat', 'warning', { format: schema }),
      [MISTRAL]: chatSchema({ name: 'place', description: 'A place.', strict: false }),
      [INTERACTIONS]: lost('/outputFormat', 'warning', interactionsSchema),
    },
  },
  {
    title: 'a high effort',
    value: { reasoning: { effort: 'high' } },
    said: {
      [CHAT]: { reasoning_effort: 'high' },
      [RESPONSES]: { reasoning: { effort: 'high' } },
      [MESSAGES]: { output_config: { effort: 'high' } },
      [GENERATE]: thinking({ thinkingLevel: 'HIGH' }),
      [COHERE]: lost('/reasoning/effort'),
      [CONVERSE]: { outputConfig: { effort: 'high' } },
      [OLLAMA]: { think: 'high' },
      [MISTRAL]: { reasoning_effort: 'high' },
      [INTERACTIONS]: config({ thinking_level: 'high' }),
    },
  },
  {
    title: 'a minimal effort',
    value: { reasoning: { effort: 'minimal' } },
    said: {
      [CHAT]: { reasoning_effort: 'minimal' },
      [RESPONSES]: { reasoning: { effort: 'minimal' } },
      [MESSAGES]: lost('/reasoning/effort'),
      [GENERATE]: thinking({ thinkingLevel: 'MINIMAL' }),
      [COHERE]: lost('/reasoning/effort'),
      [CONVERSE]: lost('/reasoning/effort'),
      [OLLAMA]: lost('/reasoning/effort'),
      [MISTRAL]: { reasoning_effort: 'minimal' },
      [INTERACTIONS]: config({ thinking_level: 'minimal' }),
    },
  },
  {
    title: 'the greatest effort',
    value: { reasoning: { effort: 'max' } },
    said: {
      [CHAT]: { reasoning_effort: 'max' },
      [RESPONSES]: { reasoning: { effort: 'max' } },
      [MESSAGES]: { output_config: { effort: 'max' } },
      [GENERATE]: lost('/reasoning/effort'),
      [COHERE]: lost('/reasoning/effort'),
      [CONVERSE]: { outputConfig: { effort: 'max' } },
      [OLLAMA]: { think: 'max' },
      [MISTRAL]: lost('/reasoning/effort'),
      [INTERACTIONS]: lost('/reasoning/effort'),
    },
  },
  {
    title: 'no reasoning',
    value: { reasoning: { enabled: false } },
    said: {
      [CHAT]: { reasoning_effort: 'none' },
      [RESPONSES]: { reasoning: { effort: 'none' } },
      [MESSAGES]: { thinking: { type: 'disabled' } },
      [GENERATE]: thinking({ thinkingBudget: 0 }),
      [COHERE]: { thinking: { type: 'disabled' } },
      [CONVERSE]: lost('/reasoning/enabled'),
      [OLLAMA]: { think: false },
      [MISTRAL]: { reasoning_effort: 'none' },
      [INTERACTIONS]: lost('/reasoning/enabled'),
    },
  },
  {
    title: 'some reasoning',
    value: { reasoning: { enabled: true } },
    said: {
      [CHAT]: lost('/reasoning/enabled'),
      [RESPONSES]: lost('/reasoning/enabled'),
      [MESSAGES]: { thinking: { type: 'adaptive' } },
      [GENERATE]: thinking({ thinkingBudget: -1 }),
      [COHERE]: { thinking: { type: 'enabled' } },
      [CONVERSE]: lost('/reasoning/enabled'),
      [OLLAMA]: { think: true },
      [MISTRAL]: lost('/reasoning/enabled'),
      [INTERACTIONS]: lost('/reasoning/enabled'),
    },
  },
  {
    title: 'some reasoning of a low effort',
    value: { reasoning: { enabled: true, effort: 'low' } },
    said: {
      // An effort implies that reasoning is on.
      [CHAT]: { reasoning_effort: 'low' },
      [RESPONSES]: { reasoning: { effort: 'low' } },
      [MESSAGES]: { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } },
      [GENERATE]: thinking({ thinkingLevel: 'LOW' }),
      [COHERE]: lost('/reasoning/effort', 'warning', { thinking: { type: 'enabled' } }),
      [CONVERSE]: { outputConfig: { effort: 'low' } },
      [OLLAMA]: { think: 'low' },
      [MISTRAL]: { reasoning_effort: 'low' },
      [INTERACTIONS]: config({ thinking_level: 'low' }),
    },
  },
  {
    title: 'a budget for reasoning',
    value: { reasoning: { budgetTokens: 2048 } },
    said: {
      [CHAT]: lost('/reasoning/budgetTokens'),
      [RESPONSES]: lost('/reasoning/budgetTokens'),
      [MESSAGES]: { thinking: { type: 'enabled', budget_tokens: 2048 } },
      [GENERATE]: thinking({ thinkingBudget: 2048 }),
      [COHERE]: { thinking: { type: 'enabled', token_budget: 2048 } },
      [CONVERSE]: lost('/reasoning/budgetTokens'),
      [OLLAMA]: lost('/reasoning/budgetTokens'),
      [MISTRAL]: lost('/reasoning/budgetTokens'),
      [INTERACTIONS]: lost('/reasoning/budgetTokens'),
    },
  },
  {
    title: 'a budget with an effort',
    value: { reasoning: { budgetTokens: 2048, effort: 'medium' } },
    said: {
      [CHAT]: lost('/reasoning/budgetTokens', 'warning', { reasoning_effort: 'medium' }),
      [RESPONSES]: lost('/reasoning/budgetTokens', 'warning', { reasoning: { effort: 'medium' } }),
      [MESSAGES]: {
        thinking: { type: 'enabled', budget_tokens: 2048 },
        output_config: { effort: 'medium' },
      },
      [GENERATE]: lost('/reasoning/effort', 'warning', thinking({ thinkingBudget: 2048 })),
      [COHERE]: lost('/reasoning/effort', 'warning', { thinking: { type: 'enabled', token_budget: 2048 } }),
      [CONVERSE]: lost('/reasoning/budgetTokens', 'warning', { outputConfig: { effort: 'medium' } }),
      [OLLAMA]: lost('/reasoning/budgetTokens', 'warning', { think: 'medium' }),
      [MISTRAL]: lost('/reasoning/budgetTokens', 'warning', { reasoning_effort: 'medium' }),
      [INTERACTIONS]: lost('/reasoning/budgetTokens', 'warning', config({ thinking_level: 'medium' })),
    },
  },
  {
    title: 'summaries of some reasoning',
    value: { reasoning: { enabled: true, effort: 'low', summary: 'auto' } },
    said: {
      [CHAT]: lost('/reasoning/summary', 'info', { reasoning_effort: 'low' }),
      [RESPONSES]: { reasoning: { effort: 'low', summary: 'auto' } },
      [MESSAGES]: {
        thinking: { type: 'adaptive', display: 'summarized' },
        output_config: { effort: 'low' },
      },
      [GENERATE]: thinking({ thinkingLevel: 'LOW', includeThoughts: true }),
      [COHERE]: lost('/reasoning', 'warning', { thinking: { type: 'enabled' } }),
      [CONVERSE]: lost('/reasoning/summary', 'info', { outputConfig: { effort: 'low' } }),
      [OLLAMA]: lost('/reasoning/summary', 'info', { think: 'low' }),
      [MISTRAL]: lost('/reasoning/summary', 'info', { reasoning_effort: 'low' }),
      [INTERACTIONS]: config({ thinking_level: 'low', thinking_summaries: 'auto' }),
    },
  },
  {
    title: 'detailed summaries',
    value: { reasoning: { effort: 'high', summary: 'detailed' } },
    said: {
      [CHAT]: lost('/reasoning/summary', 'info', { reasoning_effort: 'high' }),
      [RESPONSES]: { reasoning: { effort: 'high', summary: 'detailed' } },
      [MESSAGES]: lost('/reasoning/summary', 'info', { output_config: { effort: 'high' } }),
      [GENERATE]: lost('/reasoning/summary', 'info', thinking({ thinkingLevel: 'HIGH' })),
      [COHERE]: lost('/reasoning', 'warning'),
      [CONVERSE]: lost('/reasoning/summary', 'info', { outputConfig: { effort: 'high' } }),
      [OLLAMA]: lost('/reasoning/summary', 'info', { think: 'high' }),
      [MISTRAL]: lost('/reasoning/summary', 'info', { reasoning_effort: 'high' }),
      [INTERACTIONS]: lost('/reasoning/summary', 'info', config({ thinking_level: 'high' })),
    },
  },
  {
    title: 'short answers',
    value: { verbosity: 'low' },
    said: {
      [CHAT]: { verbosity: 'low' },
      [RESPONSES]: { text: { verbosity: 'low' } },
      [MESSAGES]: lost('/verbosity'),
      [GENERATE]: lost('/verbosity'),
      [COHERE]: lost('/verbosity'),
      [CONVERSE]: lost('/verbosity'),
      [OLLAMA]: lost('/verbosity'),
      [MISTRAL]: lost('/verbosity'),
      [INTERACTIONS]: lost('/verbosity'),
    },
  },
  {
    title: 'metadata',
    value: { metadata: { run: '12' } },
    said: {
      [CHAT]: { metadata: { run: '12' } },
      [RESPONSES]: { metadata: { run: '12' } },
      [MESSAGES]: lost('/metadata', 'info'),
      [GENERATE]: lost('/metadata', 'info'),
      [COHERE]: lost('/metadata', 'info'),
      [CONVERSE]: lost('/metadata', 'info'),
      [OLLAMA]: lost('/metadata', 'info'),
      [MISTRAL]: { metadata: { run: '12' } },
      [INTERACTIONS]: lost('/metadata', 'info'),
    },
  },
  {
    title: 'the id of an end user',
    value: { endUser: 'u-1' },
    said: {
      [CHAT]: { safety_identifier: 'u-1' },
      [RESPONSES]: { safety_identifier: 'u-1' },
      [MESSAGES]: { metadata: { user_id: 'u-1' } },
      [GENERATE]: lost('/endUser', 'info'),
      [COHERE]: lost('/endUser', 'info'),
      [CONVERSE]: lost('/endUser', 'info'),
      [OLLAMA]: lost('/endUser', 'info'),
      [MISTRAL]: lost('/endUser', 'info'),
      [INTERACTIONS]: lost('/endUser', 'info'),
    },
  },
  {
    title: 'the key of a cache',
    value: { cacheKey: 'k' },
    said: {
      [CHAT]: { prompt_cache_key: 'k' },
      [RESPONSES]: { prompt_cache_key: 'k' },
      [MESSAGES]: lost('/cacheKey', 'info'),
      [GENERATE]: lost('/cacheKey', 'info'),
      [COHERE]: lost('/cacheKey', 'info'),
      [CONVERSE]: lost('/cacheKey', 'info'),
      [OLLAMA]: lost('/cacheKey', 'info'),
      [MISTRAL]: { prompt_cache_key: 'k' },
      [INTERACTIONS]: lost('/cacheKey', 'info'),
    },
  },
  {
    title: 'the standard tier',
    value: { serviceTier: 'standard' },
    said: {
      [CHAT]: { service_tier: 'default' },
      [RESPONSES]: { service_tier: 'default' },
      [MESSAGES]: { service_tier: 'standard_only' },
      [GENERATE]: { serviceTier: 'standard' },
      [COHERE]: lost('/serviceTier', 'info'),
      [CONVERSE]: { serviceTier: { type: 'default' } },
      [OLLAMA]: lost('/serviceTier', 'info'),
      [MISTRAL]: { service_tier: 'standard_only' },
      [INTERACTIONS]: { service_tier: 'standard' },
    },
  },
  {
    title: 'the flexible tier',
    value: { serviceTier: 'flex' },
    said: {
      [CHAT]: { service_tier: 'flex' },
      [RESPONSES]: { service_tier: 'flex' },
      [MESSAGES]: lost('/serviceTier', 'info'),
      [GENERATE]: { serviceTier: 'flex' },
      [COHERE]: lost('/serviceTier', 'info'),
      [CONVERSE]: { serviceTier: { type: 'flex' } },
      [OLLAMA]: lost('/serviceTier', 'info'),
      [MISTRAL]: lost('/serviceTier', 'info'),
      [INTERACTIONS]: { service_tier: 'flex' },
    },
  },
]

/**
 * Other native forms of a setting. They are always decoded, and encoded if the request used them, even with
 * an edited value.
 */
export const OTHER_FORMS: readonly {
  readonly wire: string
  readonly native: JsonObject
  readonly value: AllSettings
  readonly edit: AllSettings
  readonly edited: JsonObject
}[] = [
  ...[
    { wire: COHERE, form: (of: JsonObject) => ({ response_format: { type: 'json_object', schema: of } }) },
    { wire: CHAT, form: (of: JsonObject) => ({ response_format: { type: 'json_object', schema: of } }) },
    { wire: CHAT, form: (of: JsonObject) => ({ response_format: { type: 'json_schema', schema: of } }) },
    { wire: CHAT, form: (of: JsonObject) => ({ structured_outputs: { json: of } }) },
    { wire: CHAT, form: (of: JsonObject) => ({ guided_json: of }) },
    { wire: CHAT, form: (of: JsonObject) => ({ json_schema: of }) },
  ].map(({ wire, form }) => ({
    wire,
    native: form(schema),
    value: { outputFormat: { type: 'json-schema' as const, schema } },
    edit: { outputFormat: { type: 'json-schema' as const, schema: { type: 'object' } } },
    edited: form({ type: 'object' }),
  })),
  {
    wire: CHAT,
    native: {
      response_format: { type: 'json_schema', name: 'r', description: 'A place.', strict: true, schema },
    },
    value: {
      outputFormat: { type: 'json-schema', name: 'r', description: 'A place.', strict: true, schema },
    },
    edit: { outputFormat: { type: 'json-schema', name: 's', schema } },
    edited: { response_format: { type: 'json_schema', name: 's', schema } },
  },
  {
    wire: CHAT,
    native: { max_tokens: 5 },
    value: { maxOutputTokens: 5 },
    edit: { maxOutputTokens: 6 },
    edited: { max_tokens: 6 },
  },
  {
    wire: MISTRAL,
    native: { max_completion_tokens: 5 },
    value: { maxOutputTokens: 5 },
    edit: { maxOutputTokens: 6 },
    edited: { max_completion_tokens: 6 },
  },
  { wire: CHAT, native: { stop: 'a' }, value: { stop: ['a'] }, edit: { stop: ['b'] }, edited: { stop: 'b' } },
  {
    wire: MISTRAL,
    native: { stop: 'a' },
    value: { stop: ['a'] },
    edit: { stop: ['a', 'b'] },
    edited: { stop: ['a', 'b'] },
  },
  { wire: CHAT, native: { top_k: 4 }, value: { topK: 4 }, edit: { topK: 5 }, edited: { top_k: 5 } },
  {
    wire: CONVERSE,
    native: own({ top_k: 4 }),
    value: { topK: 4 },
    edit: { topK: 5 },
    edited: own({ top_k: 5 }),
  },
  {
    wire: CHAT,
    native: { user: 'u' },
    value: { endUser: 'u' },
    edit: { endUser: 'v' },
    edited: { user: 'v' },
  },
  {
    wire: RESPONSES,
    native: { user: 'u' },
    value: { endUser: 'u' },
    edit: { endUser: 'v' },
    edited: { user: 'v' },
  },
  {
    wire: CHAT,
    native: { reasoning: { effort: 'low', summary: 'auto' } },
    value: { reasoning: { effort: 'low', summary: 'auto' } },
    edit: { reasoning: { budgetTokens: 100 } },
    edited: { reasoning: { max_tokens: 100 } },
  },
  {
    wire: CHAT,
    native: { thinking: { type: 'disabled' } },
    value: { reasoning: { enabled: false } },
    edit: { reasoning: { enabled: true } },
    edited: { thinking: { type: 'enabled' } },
  },
  {
    wire: CHAT,
    native: { thinking: { type: 'enabled' }, reasoning_effort: 'max' },
    value: { reasoning: { enabled: true, effort: 'max' } },
    edit: { reasoning: { enabled: true, effort: 'high' } },
    edited: { thinking: { type: 'enabled' }, reasoning_effort: 'high' },
  },
  {
    wire: CHAT,
    native: { enable_thinking: true, thinking_budget: 50 },
    value: { reasoning: { budgetTokens: 50 } },
    edit: { reasoning: { enabled: false } },
    edited: { enable_thinking: false },
  },
  {
    wire: MESSAGES,
    native: { output_format: { type: 'json_schema', schema } },
    value: { outputFormat: { type: 'json-schema', schema } },
    edit: { outputFormat: { type: 'json-schema', schema: {} } },
    edited: { output_format: { type: 'json_schema', schema: {} } },
  },
  {
    wire: GENERATE,
    native: generation({ responseMimeType: 'application/json', responseSchema: { type: 'STRING' } }),
    value: { outputFormat: { type: 'json-schema', schema: { type: 'string' } } },
    edit: { outputFormat: { type: 'json-schema', schema: { type: 'number' } } },
    edited: generation({ responseMimeType: 'application/json', responseSchema: { type: 'NUMBER' } }),
  },
  {
    wire: GENERATE,
    native: thinking({ thinkingLevel: 'low' }),
    value: { reasoning: { effort: 'low' } },
    edit: { reasoning: { effort: 'high' } },
    edited: thinking({ thinkingLevel: 'HIGH' }),
  },
  {
    wire: INTERACTIONS,
    native: { response_format: [{ type: 'text', mime_type: 'application/json', schema }] },
    value: { outputFormat: { type: 'json-schema', schema } },
    edit: { outputFormat: { type: 'json' } },
    edited: { response_format: [{ type: 'text', mime_type: 'application/json' }] },
  },
  {
    wire: INTERACTIONS,
    native: { response_mime_type: 'application/json', response_format: schema },
    value: { outputFormat: { type: 'json-schema', schema } },
    edit: { outputFormat: { type: 'json' } },
    edited: { response_mime_type: 'application/json' },
  },
  {
    wire: INTERACTIONS,
    native: { response_format: schema },
    value: { outputFormat: { type: 'json-schema', schema } },
    edit: { outputFormat: { type: 'json-schema', schema: { type: 'object', properties: {} } } },
    edited: { response_format: { type: 'object', properties: {} } },
  },
  {
    wire: CONVERSE,
    native: own({ thinking: { type: 'enabled', budget_tokens: 2048 } }),
    value: { reasoning: { budgetTokens: 2048 } },
    edit: { reasoning: { enabled: true } },
    edited: own({ thinking: { type: 'adaptive' } }),
  },
  {
    wire: CONVERSE,
    native: own({ thinking: { type: 'adaptive', display: 'omitted' } }),
    value: { reasoning: { enabled: true, summary: 'omitted' } },
    edit: { reasoning: { enabled: true, summary: 'auto' } },
    edited: own({ thinking: { type: 'adaptive', display: 'summarized' } }),
  },
  {
    wire: CONVERSE,
    native: own({ reasoning_effort: 'minimal' }),
    value: { reasoning: { effort: 'minimal' } },
    edit: { reasoning: { effort: 'low' } },
    edited: own({ reasoning_effort: 'low' }),
  },
  {
    wire: CHAT,
    native: { reasoning: { enabled: true } },
    value: { reasoning: { enabled: true } },
    edit: { reasoning: { enabled: false } },
    edited: { reasoning: { enabled: false } },
  },
  {
    wire: CONVERSE,
    native: own({ thinking: { type: 'adaptive' }, output_config: { effort: 'low' } }),
    value: { reasoning: { enabled: true, effort: 'low' } },
    edit: { reasoning: { enabled: true, effort: 'max' } },
    edited: own({ thinking: { type: 'adaptive' }, output_config: { effort: 'max' } }),
  },
  {
    wire: CONVERSE,
    native: own({ reasoningConfig: { type: 'enabled', maxReasoningEffort: 'low' } }),
    value: { reasoning: { enabled: true, effort: 'low' } },
    edit: { reasoning: { enabled: false } },
    edited: own({ reasoningConfig: { type: 'disabled' } }),
  },
  {
    wire: CONVERSE,
    native: own({ output_config: { format: { type: 'json_schema', schema } } }),
    value: { outputFormat: { type: 'json-schema', schema } },
    edit: { outputFormat: { type: 'json-schema', schema: {} } },
    edited: own({ output_config: { format: { type: 'json_schema', schema: {} } } }),
  },
  {
    wire: CONVERSE,
    native: bedrockSchema({ schema: '{ "type": "object" }', description: 'A place.' }),
    value: { outputFormat: { type: 'json-schema', schema: { type: 'object' }, description: 'A place.' } },
    edit: { outputFormat: { type: 'json-schema', schema } },
    edited: bedrockSchema(),
  },
]

/** Forms that a vendor's or a model family's limits select, with the setting to encode. */
export const CHOSEN_FORMS: readonly {
  readonly wire: string
  readonly profile: string
  readonly value: AllSettings
  readonly native: JsonObject
}[] = [
  {
    wire: CONVERSE,
    profile: 'claude',
    value: { topK: 40, reasoning: { budgetTokens: 2048, effort: 'high' } },
    native: {
      ...own({ top_k: 40, thinking: { type: 'enabled', budget_tokens: 2048 } }),
      outputConfig: { effort: 'high' },
    },
  },
  {
    wire: CHAT,
    profile: 'mistral',
    value: { maxOutputTokens: 5 },
    native: { max_tokens: 5 },
  },
  {
    wire: CHAT,
    profile: 'alibaba',
    value: { reasoning: { budgetTokens: 50 } },
    native: { enable_thinking: true, thinking_budget: 50 },
  },
  {
    wire: CHAT,
    profile: 'deepseek',
    value: { maxOutputTokens: 5, reasoning: { enabled: true, effort: 'max' } },
    native: { max_tokens: 5, thinking: { type: 'enabled' }, reasoning_effort: 'max' },
  },
  ...['groq', 'cerebras', 'cerebras-glm', 'cerebras-gpt-oss'].map((profile) => ({
    wire: CHAT,
    profile,
    value: { endUser: 'u' },
    native: { user: 'u' },
  })),
  ...['fireworks', 'nim'].map((profile) => ({
    wire: CHAT,
    profile,
    value: { maxOutputTokens: 5, endUser: 'u' },
    native: { max_tokens: 5, user: 'u' },
  })),
  {
    wire: CHAT,
    profile: 'zai',
    value: { reasoning: { enabled: false } },
    native: { thinking: { type: 'disabled' } },
  },
  ...[
    'azure-mistral',
    'compatible',
    'huggingface',
    'llama.cpp',
    'lmstudio',
    'minimax',
    'ollama-compat',
    'perplexity',
    'sglang',
    'together',
    'vllm',
  ].map((profile) => ({ wire: CHAT, profile, value: { maxOutputTokens: 5 }, native: { max_tokens: 5 } })),
  {
    wire: CHAT,
    profile: 'moonshot',
    value: { reasoning: { enabled: false } },
    native: { thinking: { type: 'disabled' } },
  },
  ...['openrouter', 'snowflake'].map((profile) => ({
    wire: CHAT,
    profile,
    value: { reasoning: { budgetTokens: 2000 } },
    native: { reasoning: { max_tokens: 2000 } },
  })),
  {
    wire: CONVERSE,
    profile: 'nova',
    value: { reasoning: { enabled: true, effort: 'low' } },
    native: own({ reasoningConfig: { type: 'enabled', maxReasoningEffort: 'low' } }),
  },
]

/** Settings without a canonical meaning: unchanged on their own wire, and reported as lost on other wires. */
export const LEFT_ALONE: readonly (readonly [wire: string, native: JsonObject, lost: string])[] = [
  [CHAT, { seed: 'seven' }, 'seed'],
  [CHAT, { reasoning_effort: 'ultra' }, 'reasoning_effort'],
  [CHAT, { service_tier: 'scale' }, 'service_tier'],
  [CHAT, { metadata: { run: 12 } }, 'metadata'],
  [CHAT, { response_format: { type: 'grammar', grammar: 'root' } }, 'response_format'],
  [CHAT, { response_format: { type: 'json_object', strictly: 1 } }, 'strictly'],
  [RESPONSES, { include: ['message.output_text.logprobs', 'file_search_call.results'] }, 'include'],
  [RESPONSES, { reasoning: { effort: 'low', context: 'all_turns' } }, 'context'],
  [RESPONSES, { text: { format: { type: 'yaml' } } }, 'text'],
  [MESSAGES, { thinking: { type: 'between_tools', budget_tokens: 2048 } }, 'thinking'],
  [MESSAGES, { thinking: { type: 'adaptive', block_binding: 'x' } }, 'block_binding'],
  [MESSAGES, { metadata: { user_id: 'u', more: 'm' } }, 'more'],
  [GENERATE, thinking({ thinkingLevel: 'EXTREME' }), 'thinkingConfig'],
  [GENERATE, generation({ seed: 7, speechConfig: {} }), 'speechConfig'],
  [CONVERSE, { serviceTier: { type: 'reserved' } }, 'serviceTier'],
  [CONVERSE, { outputConfig: { effort: 'low', more: 1 } }, 'more'],
  [MISTRAL, { metadata: { run: { id: 1 } } }, 'metadata'],
  [COHERE, { thinking: { type: 'enabled', more: 1 } }, 'more'],
  [COHERE, { citation_options: { mode: 'FAST' } }, 'citation_options'],
  [OLLAMA, { think: 'xhigh' }, 'think'],
  [OLLAMA, options({ seed: 'seven' }), 'seed'],
  [OLLAMA, options({ temperature: 0, mirostat: 1 }), 'mirostat'],
  [OLLAMA, { format: 'yaml' }, 'format'],
  [OLLAMA, { truncate: false }, 'truncate'],
]

/** Nulls that are valid on the wire and carry no setting. */
export const NULLS: readonly (readonly [wire: string, native: JsonObject])[] = [
  [CHAT, { seed: null, reasoning_effort: null, stop: null, logprobs: null, response_format: null }],
  [RESPONSES, { reasoning: { effort: null, summary: null }, text: {}, metadata: null }],
  [MESSAGES, { output_config: { effort: null } }],
  [GENERATE, { generationConfig: {} }],
  [CONVERSE, { inferenceConfig: {}, additionalModelRequestFields: null }],
  [MISTRAL, { stop: null, reasoning_effort: null }],
  [COHERE, { thinking: null, p: null, response_format: null }],
  [OLLAMA, { think: null, format: null, options: {} }],
]

/** The wires whose forms are listed above. A new wire gets a line in each case. */
export const LISTED: ReadonlySet<string> = new Set(CASES.flatMap(({ said }) => Object.keys(said)))
