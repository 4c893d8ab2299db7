import type { ToolKind } from '../../src/base/model/types.js'
import type { FinishTable } from '../../src/codec/shape/finish-table.js'
import { type Glossary, lookUp } from '../../src/codec/shape/glossary.js'

/**
 * Finish reasons of OpenAI and of compatible servers. Ollama, Gemini's OpenAI endpoint and OpenAI with a
 * named `tool_choice` send `stop` next to calls, Snowflake sends ''
 * (https://github.com/BerriAI/litellm/issues/37792).
 */
export const FINISH: FinishTable = [
  ['complete', 'stop eos eos_token end_turn'],
  // Synonyms from gateways and small servers.
  ['tool-calls', 'tool_calls function_call tool_call tool_use tool-calls'],
  ['length', 'length max_tokens MAX_TOKENS'],
  // Reasons for the limit of the model: from Mistral, and from Z.ai and gateways to Claude.
  ['context-full', 'length model_length model_context_window_exceeded'],
  // `sensitive` is from Z.ai: https://docs.bigmodel.cn/api-reference/
  ['filtered', 'content_filter sensitive'],
  // A refusal with `message.refusal` ends with `stop`; `content_filter` is for refusals whose text is lost.
  ['refused', 'content_filter refusal'],
  // OpenRouter, DeepSeek, Z.ai, vLLM and SGLang; OpenAI does not have this reason.
  ['failed', 'error insufficient_system_resource network_error abort'],
  ['paused', 'length pause_turn'],
]

export type VendorToolKind = Exclude<ToolKind, 'custom'>

/** Tools that Groq ran, by their type. */
const EXECUTED_KINDS: Glossary<VendorToolKind> = [
  ['web_search', 'search web_search browser_search'],
  ['code_execution', 'python code_interpreter code_execution'],
  ['mcp', 'mcp'],
]

/** Names of other tool definitions: from OpenRouter, Moonshot, Z.ai and Mistral. */
const DEFINED_KINDS: Glossary<VendorToolKind> = [
  ['web_search', 'openrouter:web_search $web_search web_search_premium'],
  ['file_search', 'file_search retrieval document_library'],
  ['image_generation', 'image_generation openrouter:image_generation'],
]

export function executedToolKind(type: string): VendorToolKind {
  return lookUp(type, EXECUTED_KINDS) ?? 'other'
}

export function vendorToolKind(type: string): VendorToolKind {
  return lookUp(type, DEFINED_KINDS) ?? executedToolKind(type)
}

const AUDIO_FORMATS: ReadonlyMap<string, string> = new Map([
  ['audio/mpeg', 'mp3'],
  ['audio/mp3', 'mp3'],
  ['audio/x-wav', 'wav'],
  ['audio/wave', 'wav'],
])

/** Converts `audio/mpeg` to `mp3`: this wire names formats, not media types. */
export function audioFormat(mediaType: string): string {
  return AUDIO_FORMATS.get(mediaType) ?? mediaType.replace(/^audio\//, '')
}

export function audioMediaType(format: string): string {
  return format === 'mp3' ? 'audio/mpeg' : `audio/${format}`
}

/** Metadata keys of this wire, documented in this folder's README. */
declare module '../../src/base/model/metadata.js' {
  interface MetadataKeys
    extends Record<
      | 'choice'
      | 'choiceField'
      | 'citation'
      | 'custom'
      | 'details'
      | 'errorIn'
      | 'fields'
      | 'function'
      | 'idless'
      | 'position'
      | 'proof'
      | 'side'
      | 'signatureRepeated',
      unknown
    > {}
}
