import type { FinishReason, ToolKind } from '../../src/model/types.js'

/** Finish words of OpenAI and of the servers that speak its format. */
const FINISH_REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
  ['tool_calls', 'tool-calls'],
  ['function_call', 'tool-calls'],
  ['content_filter', 'content-filter'],
  // DeepSeek and OpenRouter; Mistral's own word; text-generation servers behind routers.
  ['insufficient_system_resource', 'error'],
  ['error', 'error'],
  ['model_length', 'length'],
  ['max_tokens', 'length'],
  ['eos', 'stop'],
  ['eos_token', 'stop'],
  ['end_turn', 'stop'],
])

const FINISH_WORDS: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  'tool-calls': 'tool_calls',
  length: 'length',
  'content-filter': 'content_filter',
  // OpenRouter's word; OpenAI has none.
  error: 'error',
  other: 'stop',
}

/**
 * The normalized reason. Ollama, Gemini's OpenAI endpoint and OpenAI with a named `tool_choice` say `stop` beside calls,
 * Snowflake says '' (https://github.com/BerriAI/litellm/issues/37792): calls left to the client make it `tool-calls`.
 */
export function finishReason(raw: string | undefined, hasClientCalls: boolean): FinishReason {
  const said = raw === undefined || raw === '' ? undefined : (FINISH_REASONS.get(raw) ?? 'other')
  if (hasClientCalls && (said === undefined || said === 'stop')) return 'tool-calls'
  return said ?? 'other'
}

export function finishWord(reason: FinishReason): string {
  return FINISH_WORDS[reason]
}

export type VendorToolKind = Exclude<ToolKind, 'custom'>

/** Tools that Groq ran, by their type. */
const EXECUTED_KINDS: ReadonlyMap<string, VendorToolKind> = new Map([
  ['search', 'web_search'],
  ['web_search', 'web_search'],
  ['browser_search', 'web_search'],
  ['python', 'code_execution'],
  ['code_interpreter', 'code_execution'],
  ['code_execution', 'code_execution'],
  ['mcp', 'mcp'],
])

/** Definitions of tools that are called otherwise: of OpenRouter, Moonshot, Z.ai and Mistral. */
const DEFINED_KINDS: ReadonlyMap<string, VendorToolKind> = new Map([
  ['openrouter:web_search', 'web_search'],
  ['$web_search', 'web_search'],
  ['web_search_premium', 'web_search'],
  ['file_search', 'file_search'],
  ['retrieval', 'file_search'],
  ['document_library', 'file_search'],
  ['image_generation', 'image_generation'],
  ['openrouter:image_generation', 'image_generation'],
])

export function executedToolKind(type: string): VendorToolKind {
  return EXECUTED_KINDS.get(type) ?? 'other'
}

export function vendorToolKind(type: string): VendorToolKind {
  return DEFINED_KINDS.get(type) ?? executedToolKind(type)
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
declare module '../../src/model/metadata.js' {
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
