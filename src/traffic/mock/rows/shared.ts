import type { JsonObject } from '../../../base/json/json-types.js'
import type { ErrorBodyForm, ModelsRow, RefusalRow } from '../server-row.js'

/** The ends of the paths that servers share, under any base URL. */
export const PATHS = {
  chat: /\/chat\/completions$/,
  responses: /\/responses$/,
  messages: /\/messages$/,
  countMessages: /\/messages\/count_tokens$/,
  models: /\/models$/,
}

/** The error form of OpenAI: four members, `code` is a text. */
export const NESTED_FORM: ErrorBodyForm = {
  body: { error: { message: '{message}', type: '{type}', param: '{param}', code: '{code}' } },
  types: { 400: 'invalid_request_error', 422: 'invalid_request_error', 429: 'rate_limit_error' },
}

/** The error form of Anthropic. */
export const ENVELOPE_FORM: ErrorBodyForm = {
  body: {
    type: 'error',
    error: { type: '{type}', message: '{message}' },
    request_id: '{requestId}',
  },
  types: {
    400: 'invalid_request_error',
    404: 'not_found_error',
    413: 'request_too_large',
    429: 'rate_limit_error',
    500: 'api_error',
    529: 'overloaded_error',
  },
}

/** Creates a list of models in OpenAI's form. */
export function modelList(owner: string, members: JsonObject = {}): ModelsRow {
  return {
    path: PATHS.models,
    body: { object: 'list', data: '{models}' },
    item: { id: '{model}', object: 'model', created: 0, owned_by: owner, ...members },
  }
}

/** Creates the refusal of roles other than user and assistant, in messages of Anthropic's API. */
export function onlyUserAndAssistant(refusal: Omit<RefusalRow, 'when'>): RefusalRow {
  return { ...refusal, when: { kind: 'field', at: '/messages/*/role', not: ['user', 'assistant'] } }
}

/** The types of content blocks that Anthropic's API has for histories of client tools. */
export const BLOCKS = ['text', 'image', 'tool_use', 'tool_result', 'thinking', 'redacted_thinking']

/** Returns the refusals of a host that accepts a further field. */
export function withField(field: string, refusals: readonly RefusalRow[]): readonly RefusalRow[] {
  return refusals.map((refusal) =>
    refusal.when.kind === 'unknown' && refusal.when.at === ''
      ? { ...refusal, when: { ...refusal.when, known: [...refusal.when.known, field] } }
      : refusal,
  )
}

/**
 * Creates the refusal of the vendor's own tools at addresses that imitate its API.
 * @param refused matches the types that the server refuses.
 */
export function onlyClientTools(refused = /^(?!custom$)/): RefusalRow {
  return {
    when: { kind: 'field', at: '/tools/*/type', matches: refused },
    status: 400,
    text: null,
    source: 'none',
  }
}
