import type { ToolKind } from '../../src/base/model/types.js'
import type { FinishTable } from '../../src/codec/shape/finish-table.js'
import { type Glossary, lookUp } from '../../src/codec/shape/glossary.js'

/**
 * Finish words of OpenAI and of the servers that speak its format. Ollama, Gemini's OpenAI endpoint and OpenAI with a named
 * `tool_choice` say `stop` beside calls, Snowflake says '' (https://github.com/BerriAI/litellm/issues/37792).
 */
export const FINISH: FinishTable = [
  ['complete', 'stop eos eos_token end_turn'],
  // Words of gateways and small servers that mean the same.
  ['tool-calls', 'tool_calls function_call tool_call tool_use tool-calls'],
  ['length', 'length max_tokens MAX_TOKENS'],
  // Mistral's word for the limit of the model; Z.ai's and that of gateways to Claude.
  ['context-full', 'length model_length model_context_window_exceeded'],
  // `sensitive` is Z.ai's: https://docs.bigmodel.cn/api-reference/
  ['filtered', 'content_filter sensitive'],
  // A refusal with `message.refusal` ends with `stop`; `content_filter` is for those whose text is lost.
  ['refused', 'content_filter refusal'],
  // OpenRouter, DeepSeek, Z.ai, vLLM and SGLang; OpenAI has none.
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

/** Definitions of tools that are called otherwise: of OpenRouter, Moonshot, Z.ai and Mistral. */
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

/** `audio/mpeg` to `mp3`: this wire names formats, not media types. */
export function audioFormat(mediaType: string): string {
  return AUDIO_FORMATS.get(mediaType) ?? mediaType.replace(/^audio\//, '')
}

export function audioMediaType(format: string): string {
  return format === 'mp3' ? 'audio/mpeg' : `audio/${format}`
}

/** The keys of this wire's own metadata; the README of this folder says what each holds. */
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
