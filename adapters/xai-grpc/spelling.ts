import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import { define, MAX_DEPTH } from '../../src/base/json/write-json.js'

// JSON of protocol buffers has several valid spellings, which readers must accept:
// https://protobuf.dev/programming-guides/json/. The codecs handle only one spelling.

/**
 * Fields of chat.proto and usage.proto with several words. Other fields do not belong to the wire and keep
 * their names.
 */
const FIELDS =
  'max_tokens top_p top_logprobs tool_choice response_format frequency_penalty presence_penalty reasoning_effort search_parameters parallel_tool_calls previous_response_id store_messages use_encrypted_content max_turns agent_count service_tier safety_identifier system_fingerprint debug_output output_files finish_reason reasoning_content tool_calls encrypted_content start_index end_index web_citation x_citation collections_citation file_id chunk_id chunk_content collection_ids image_url mime_type tool_call_id web_search x_search code_execution collections_search attachment_search image_generation function_name server_label server_description server_url allowed_tool_names extra_headers excluded_domains allowed_domains enable_image_understanding enable_image_search enable_video_understanding user_location from_date to_date allowed_x_handles excluded_x_handles hybrid_retrieval semantic_retrieval keyword_retrieval error_message format_type max_search_results return_citations completion_tokens reasoning_tokens prompt_tokens total_tokens prompt_text_tokens cached_prompt_text_tokens prompt_image_tokens num_sources_used server_side_tools_used cost_in_usd_ticks'

const CAMEL_OF: ReadonlyMap<string, string> = new Map(
  FIELDS.split(' ').map((name) => [name, name.replace(/_[a-z]/g, (pair) => pair.slice(1).toUpperCase())]),
)
const SNAKE_OF: ReadonlyMap<string, string> = new Map([...CAMEL_OF].map(([snake, camel]) => [camel, snake]))

/** Enum fields (single or repeated), with their names by number. */
const WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    role: 'INVALID_ROLE ROLE_USER ROLE_ASSISTANT ROLE_SYSTEM ROLE_FUNCTION ROLE_TOOL ROLE_DEVELOPER',
    finish_reason:
      'REASON_INVALID REASON_MAX_LEN REASON_MAX_CONTEXT REASON_STOP REASON_TOOL_CALLS REASON_TIME_LIMIT',
    type: 'TOOL_CALL_TYPE_INVALID TOOL_CALL_TYPE_CLIENT_SIDE_TOOL TOOL_CALL_TYPE_WEB_SEARCH_TOOL TOOL_CALL_TYPE_X_SEARCH_TOOL TOOL_CALL_TYPE_CODE_EXECUTION_TOOL TOOL_CALL_TYPE_COLLECTIONS_SEARCH_TOOL TOOL_CALL_TYPE_MCP_TOOL TOOL_CALL_TYPE_ATTACHMENT_SEARCH_TOOL - - TOOL_CALL_TYPE_IMAGE_GENERATION_TOOL',
    status:
      'TOOL_CALL_STATUS_UNSPECIFIED TOOL_CALL_STATUS_COMPLETED TOOL_CALL_STATUS_INCOMPLETE TOOL_CALL_STATUS_FAILED TOOL_CALL_STATUS_IN_PROGRESS',
    mode: 'TOOL_MODE_INVALID TOOL_MODE_AUTO TOOL_MODE_NONE TOOL_MODE_REQUIRED',
    format_type: 'FORMAT_TYPE_INVALID FORMAT_TYPE_TEXT FORMAT_TYPE_JSON_OBJECT FORMAT_TYPE_JSON_SCHEMA',
    reasoning_effort: 'INVALID_EFFORT EFFORT_LOW EFFORT_MEDIUM EFFORT_HIGH EFFORT_NONE EFFORT_XHIGH',
  }).map(([field, words]) => [field, words.split(' ')]),
)
/** Objects with the same field names but other enums, and an object with keys of the user. */
const OTHERS: ReadonlySet<string> = new Set(['search_parameters', 'extra_headers'])

/** The original spelling of a body, if it differs from the written spelling. */
export type Spelling = 'camel' | 'numbers' | 'camel-numbers'

/** A body in the spelling of the codecs. */
export interface Plain {
  readonly value: JsonObject
  /** The original spelling. Default: the body already had this spelling. */
  readonly spelling?: Spelling
}

/**
 * Returns a body in snake case, with enum names instead of numbers. A body in this spelling is returned
 * unchanged.
 */
export function plainSpelling(native: JsonObject): Plain {
  const found: Found = { hasCamel: false, hasNumbers: false }
  look(native, found)
  const { hasCamel, hasNumbers } = found
  if (!hasCamel && !hasNumbers) return { value: native }
  const value = respelled(native, (name) => SNAKE_OF.get(name) ?? name, wordOf)
  return { value, spelling: hasCamel ? (hasNumbers ? 'camel-numbers' : 'camel') : 'numbers' }
}

/** Restores the original spelling in an encoded body. */
export function spelled(native: JsonObject, spelling: JsonValue | undefined): JsonObject {
  if (typeof spelling !== 'string') return native
  const rename = (name: string) => (spelling.startsWith('camel') ? (CAMEL_OF.get(name) ?? name) : name)
  return respelled(native, rename, spelling.endsWith('numbers') ? numberOf : (_field, value) => value)
}

interface Found {
  hasCamel: boolean
  hasNumbers: boolean
}

/**
 * Finds unusual spellings. Called for each chunk of a stream, so no objects are allocated.
 * @throws AdapterError('too-deep'), also for a value that contains itself.
 */
function look(native: JsonObject, found: Found, depth = 0): void {
  if (depth > MAX_DEPTH) throw new AdapterError('too-deep', '', `nested deeper than ${MAX_DEPTH} levels`)
  for (const name in native) {
    const value = native[name]
    const field = SNAKE_OF.get(name)
    if (field !== undefined) found.hasCamel = true
    if (typeof value === 'number') found.hasNumbers ||= WORDS.has(field ?? name)
    else if (OTHERS.has(field ?? name)) continue
    else if (isArray(value)) for (const item of value) isObject(item) && look(item, found, depth + 1)
    else if (isObject(value)) look(value, found, depth + 1)
  }
}

type Change = (field: string, value: JsonValue) => JsonValue

function respelled(native: JsonObject, rename: (name: string) => string, change: Change): JsonObject {
  const copy: Record<string, JsonValue> = {}
  for (const name in native) {
    const value = native[name]
    if (value === undefined) continue
    const renamed = rename(name)
    const field = SNAKE_OF.get(name) ?? name
    define(copy, renamed, changed(field, value, rename, change))
  }
  return copy
}

function changed(
  field: string,
  value: JsonValue,
  rename: (name: string) => string,
  change: Change,
): JsonValue {
  if (field === 'extra_headers') return value
  const inner: Change = field === 'search_parameters' ? (_field, word) => word : change
  if (isObject(value)) return respelled(value, rename, inner)
  if (isArray(value)) return value.map((item) => (isObject(item) ? respelled(item, rename, inner) : item))
  return change(field, value)
}

function wordOf(field: string, value: JsonValue): JsonValue {
  return typeof value === 'number' ? (WORDS.get(field)?.[value] ?? value) : value
}

function numberOf(field: string, value: JsonValue): JsonValue {
  const place = typeof value === 'string' ? (WORDS.get(field)?.indexOf(value) ?? -1) : -1
  return place === -1 ? value : place
}
