// Written by scripts/adapters.mjs, from the folders in adapters/.
import { names as names0 } from './adapters/ai-sdk/names.js'
import { names as names1 } from './adapters/ai-sdk-rust/names.js'
import { names as names2 } from './adapters/anthropic-messages/names.js'
import { names as names3 } from './adapters/bedrock-converse/names.js'
import { names as names4 } from './adapters/cohere-chat/names.js'
import { names as names5 } from './adapters/google-generate-content/names.js'
import { names as names6 } from './adapters/google-interactions/names.js'
import { names as names7 } from './adapters/google-live/names.js'
import { names as names8 } from './adapters/langchain/names.js'
import { names as names9 } from './adapters/llm-tool/names.js'
import { names as names10 } from './adapters/mcp/names.js'
import { names as names11 } from './adapters/mistral-chat/names.js'
import { names as names12 } from './adapters/multi-llm/names.js'
import { names as names13 } from './adapters/ollama-chat/names.js'
import { names as names14 } from './adapters/open-telemetry/names.js'
import { names as names15 } from './adapters/openai-chat/names.js'
import { names as names16 } from './adapters/openai-realtime/names.js'
import { names as names17 } from './adapters/openai-responses/names.js'
import { names as names18 } from './adapters/robot-lab/names.js'
import { names as names19 } from './adapters/xai-grpc/names.js'
import { names as names20 } from './adapters/zeph/names.js'
import { createLibrary } from './src/traffic/library.js'

export type { DecodeAnyOptions, DecodedTraffic, Traffic } from './src/traffic/decode-traffic.js'
export type { AdapterNamed, LazyAdapter, Library, NameOn } from './src/traffic/library.js'

const library = /* @__PURE__ */ createLibrary({
  'ai-sdk': {
    names: names0,
    load: async () => (await import('./adapters/ai-sdk/index.js')).aiSdk,
    rules: async () => (await import('./adapters/ai-sdk/rules.js')).rules,
  },
  'ai-sdk-rust': {
    names: names1,
    load: async () => (await import('./adapters/ai-sdk-rust/index.js')).aiSdkRust,
  },
  'anthropic-messages': {
    names: names2,
    load: async () => (await import('./adapters/anthropic-messages/index.js')).anthropicMessages,
    rules: async () => (await import('./adapters/anthropic-messages/rules.js')).rules,
  },
  'bedrock-converse': {
    names: names3,
    load: async () => (await import('./adapters/bedrock-converse/index.js')).bedrockConverse,
    rules: async () => (await import('./adapters/bedrock-converse/rules.js')).rules,
  },
  'cohere-chat': {
    names: names4,
    load: async () => (await import('./adapters/cohere-chat/index.js')).cohereChat,
    rules: async () => (await import('./adapters/cohere-chat/rules.js')).rules,
  },
  'google-generate-content': {
    names: names5,
    load: async () => (await import('./adapters/google-generate-content/index.js')).googleGenerateContent,
    rules: async () => (await import('./adapters/google-generate-content/rules.js')).rules,
  },
  'google-interactions': {
    names: names6,
    load: async () => (await import('./adapters/google-interactions/index.js')).googleInteractions,
    rules: async () => (await import('./adapters/google-interactions/rules.js')).rules,
  },
  'google-live': {
    names: names7,
    load: async () => (await import('./adapters/google-live/index.js')).googleLive,
    rules: async () => (await import('./adapters/google-live/rules.js')).rules,
  },
  langchain: {
    names: names8,
    load: async () => (await import('./adapters/langchain/index.js')).langchain,
    rules: async () => (await import('./adapters/langchain/rules.js')).rules,
  },
  'llm-tool': {
    names: names9,
    load: async () => (await import('./adapters/llm-tool/index.js')).llmTool,
  },
  mcp: {
    names: names10,
    load: async () => (await import('./adapters/mcp/index.js')).mcp,
    rules: async () => (await import('./adapters/mcp/rules.js')).rules,
  },
  'mistral-chat': {
    names: names11,
    load: async () => (await import('./adapters/mistral-chat/index.js')).mistralChat,
    rules: async () => (await import('./adapters/mistral-chat/rules.js')).rules,
  },
  'multi-llm': {
    names: names12,
    load: async () => (await import('./adapters/multi-llm/index.js')).multiLlm,
  },
  'ollama-chat': {
    names: names13,
    load: async () => (await import('./adapters/ollama-chat/index.js')).ollamaChat,
    rules: async () => (await import('./adapters/ollama-chat/rules.js')).rules,
  },
  'open-telemetry': {
    names: names14,
    load: async () => (await import('./adapters/open-telemetry/index.js')).openTelemetry,
    rules: async () => (await import('./adapters/open-telemetry/rules.js')).rules,
  },
  'openai-chat': {
    names: names15,
    load: async () => (await import('./adapters/openai-chat/index.js')).openaiChat,
    rules: async () => (await import('./adapters/openai-chat/rules.js')).rules,
  },
  'openai-realtime': {
    names: names16,
    load: async () => (await import('./adapters/openai-realtime/index.js')).openaiRealtime,
    rules: async () => (await import('./adapters/openai-realtime/rules.js')).rules,
  },
  'openai-responses': {
    names: names17,
    load: async () => (await import('./adapters/openai-responses/index.js')).openaiResponses,
    rules: async () => (await import('./adapters/openai-responses/rules.js')).rules,
  },
  'robot-lab': {
    names: names18,
    load: async () => (await import('./adapters/robot-lab/index.js')).robotLab,
  },
  'xai-grpc': {
    names: names19,
    load: async () => (await import('./adapters/xai-grpc/index.js')).xaiGrpc,
    rules: async () => (await import('./adapters/xai-grpc/rules.js')).rules,
  },
  zeph: {
    names: names20,
    load: async () => (await import('./adapters/zeph/index.js')).zeph,
  },
})

/**
 * Every adapter by its wire id, loaded on demand.
 * @example const adapter = await adapters['ai-sdk']()
 */
export const adapters = library.adapters

/**
 * Loads an adapter by its wire id or a short name.
 * @throws AdapterError('unknown-wire') with the list of known names.
 * @example const adapter = await loadAdapter('ai-sdk')
 */
export const loadAdapter: (typeof library)['loadAdapter'] = library.loadAdapter

/**
 * Recognizes and decodes traffic: a request, an answer, the text or events of a stream, a record `{request?,
 * response?, sse?, chunks?, wire?}` of them, or a piece of one: a choice, a message, a list of content, one
 * call, one result, a list of these. Conversations and messages of this library are read as well. Traffic is
 * text, bytes, a value, or a `Response`, whose body is read. It is read as the command line reads a file. JSON
 * text keeps numbers that a double would round.
 * @param options `wire` names the wire of traffic that several wires encode alike.
 * @throws AdapterError 'unknown-wire' if no adapter recognizes the traffic, 'wrong-type' if it contains several
 * exchanges, and any error of decoding.
 * @example const { wire, calls } = await decodeAny(await readFile('answer.json', 'utf8'))
 */
export const decodeAny = library.decodeAny

/**
 * Returns the problems for which the provider is known to refuse a request.
 * @param of the wire's adapter, id or short name.
 * @param limits the limits to apply: a profile name, or limits that differ. Default: the usual limits.
 * @returns nothing when the request breaks no rule that is known.
 * @throws AdapterError for an unknown wire or profile, and for a request that is not an object.
 */
export const lintRequest = library.lintRequest
/** The acceptance rules of a wire, by a name of it or its adapter. */
export const loadRules = library.loadRules
