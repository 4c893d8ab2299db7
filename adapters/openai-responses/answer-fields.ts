import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { AnswerFields } from '../../src/base/model/context.js'
import type { ServedFacts } from '../../src/codec/wire/server.js'

/** Settings that every response repeats, with their values if the request does not set them. */
const DEFAULTS: JsonObject = {
  background: false,
  frequency_penalty: 0,
  instructions: null,
  max_output_tokens: null,
  max_tool_calls: null,
  metadata: {},
  parallel_tool_calls: true,
  presence_penalty: 0,
  previous_response_id: null,
  prompt_cache_key: null,
  safety_identifier: null,
  store: true,
  temperature: 1,
  tool_choice: 'auto',
  top_logprobs: 0,
  top_p: 1,
  truncation: 'disabled',
}

/** Settings that a response repeats only if the request sets them. */
const REPEATED = ['conversation', 'prompt', 'prompt_cache_options', 'prompt_cache_retention', 'user']

/**
 * Returns the fields of a response that describe the response and its request, with every member that the
 * published schemas require. https://github.com/openresponses/openresponses/blob/main/schema/responses.tsp
 */
export function answerFields(request: JsonObject, facts: ServedFacts): AnswerFields {
  const settings = settingsOf(request)
  return (status) => ({
    created_at: facts.began,
    completed_at: status === 'completed' ? facts.ended() : null,
    ...settings,
  })
}

function settingsOf(request: JsonObject): JsonObject {
  const { conversation, reasoning, service_tier: tier, text, tools } = request
  const defaulted = Object.entries(DEFAULTS).map(([name, usual]) => [name, request[name] ?? usual])
  const repeated = REPEATED.flatMap((name) => (request[name] === undefined ? [] : [[name, request[name]]]))
  return compact({
    ...Object.fromEntries([...defaulted, ...repeated]),
    conversation: typeof conversation === 'string' ? { id: conversation } : conversation,
    reasoning: { effort: null, summary: null, ...objectIn(reasoning) },
    service_tier: tier === 'auto' ? 'default' : stringOr(tier, 'default'),
    text: { ...objectIn(text), format: formatOf(objectIn(text).format) },
    tool_choice: choiceOf(request.tool_choice),
    tools: isArray(tools) ? tools.map(toolOf) : [],
  })
}

function objectIn(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {}
}

function formatOf(format: JsonValue | undefined): JsonObject {
  if (!isObject(format)) return { type: 'text' }
  return format.type === 'json_schema' ? { description: null, strict: false, ...format } : format
}

function choiceOf(choice: JsonValue | undefined): JsonValue {
  if (!isObject(choice)) return choice ?? 'auto'
  return choice.type === 'allowed_tools' ? { mode: 'auto', ...choice } : choice
}

function toolOf(tool: JsonValue): JsonValue {
  const isFunction = isObject(tool) && tool.type === 'function'
  return isFunction ? { description: null, parameters: null, strict: null, ...tool } : tool
}
