import { isArray, isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import type { Evidence } from '../../src/wire/contract.js'
import { unwrap } from './response.js'

const REQUEST_FIELDS = [
  'systemInstruction',
  'system_instruction',
  'generationConfig',
  'generation_config',
  'safetySettings',
  'safety_settings',
  'toolConfig',
  'tool_config',
]

/** No other wire has `contents` with `parts`, or `candidates` with a `content`. */
export const evidence: readonly Evidence[] = [
  {
    in: 'answer',
    score: 0.98,
    reason: 'candidates',
    test: (body) => isArray(unwrap(body).candidates),
  },
  {
    in: 'answer',
    score: 0.95,
    reason: 'promptFeedback',
    test: (body) => fieldOf(unwrap(body), 'promptFeedback', 'prompt_feedback') !== undefined,
  },
  {
    in: 'answer',
    score: 0.9,
    reason: 'usageMetadata, and no field that other messages have',
    test: (body) => isUsage(unwrap(body)),
  },
  // The endpoint for other clients words errors the same way, so this says little.
  {
    in: 'answer',
    score: 0.4,
    reason: 'an error as Google words it',
    test: (body) => isGoogleError(unwrap(body).error),
  },
  {
    in: 'request',
    score: 0.99,
    reason: 'contents with parts',
    test: ({ contents }) => (isArray(contents) ? contents : [contents]).some(isContent),
  },
  {
    in: 'request',
    score: 0.9,
    reason: 'contents with settings of generateContent',
    test: ({ contents, config, ...settings }) =>
      contents !== undefined && (isObject(config) || REQUEST_FIELDS.some((field) => field in settings)),
  },
  { in: 'request', score: 0.5, reason: 'contents', test: ({ contents }) => contents !== undefined },
]

function fieldOf(body: JsonObject, camelCase: string, snakeCase: string): JsonValue | undefined {
  return body[camelCase] ?? body[snakeCase]
}

function isContent(content: JsonValue | undefined): boolean {
  return isObject(content) && isArray(content.parts)
}

function isGoogleError(error: JsonValue | undefined): boolean {
  return isObject(error) && typeof error.code === 'number' && /^[A-Z_]+$/.test(stringOr(error.status, ''))
}

/** All that an answer is made of; the Live API counts its tokens in the same words, beside other fields. */
const ANSWER_FIELDS =
  /^(candidates|(prompt_?feedback|usage_?metadata|model_?version|model_?status|response_?id|create_?time|sdk_?http_?response))$/i

function isUsage(body: JsonObject): boolean {
  const counts = fieldOf(body, 'usageMetadata', 'usage_metadata')
  if (!isObject(counts) || fieldOf(counts, 'promptTokenCount', 'prompt_token_count') === undefined)
    return false
  return Object.keys(body).every((field) => ANSWER_FIELDS.test(field))
}
