// `chat` with the adapters of the providers. They ask for streams only.
import { chat, StreamProcessor, toolDefinition } from '@tanstack/ai'
import { createAnthropicChat } from '@tanstack/ai-anthropic'
import { createGeminiChat } from '@tanstack/ai-gemini'
import { createMistralText } from '@tanstack/ai-mistral'
import { createOllamaChat } from '@tanstack/ai-ollama'
import { createOpenaiChat, createOpenaiChatCompletions } from '@tanstack/ai-openai'
import { callPart, endOf, sidesOf, skippedFor } from './support/canonical.mjs'
import { canonicalError, canonicalOutput, playedFetch, sentBody } from './support/played-fetch.mjs'

export const name = 'tanstack-ai'
export const packages = [
  ...['@tanstack/ai', '@tanstack/ai-openai', '@tanstack/ai-anthropic', '@tanstack/ai-gemini'],
  ...['@tanstack/ai-mistral', '@tanstack/ai-ollama'],
]

const KEY = 'conformance'

const ADAPTERS = {
  'openai-chat': (model) => createOpenaiChatCompletions(model, KEY, { maxRetries: 0 }),
  'openai-responses': (model) => createOpenaiChat(model, KEY, { maxRetries: 0 }),
  'anthropic-messages': (model) => createAnthropicChat(model, KEY, { maxRetries: 0 }),
  'google-generate-content': (model) => createGeminiChat(model, KEY),
  'mistral-chat': (model) => createMistralText(model, KEY),
  'ollama-chat': (model) => createOllamaChat(model),
}

export async function translate(input) {
  const skipped = skippedFor(input, Object.keys(ADAPTERS)) ?? skippedHere(input)
  if (skipped !== undefined) return { skipped }
  const { api, model, conversation } = sidesOf(input)
  const { fetch, sent } = playedFetch(input)
  globalThis.fetch = fetch
  const options = { adapter: ADAPTERS[api](model), debug: false, ...optionsOf(conversation, api) }
  if (input.kind !== 'request') return read(chat(options))
  const output = await sentBody(sent, () => read(chat(options)))
  return api === 'mistral-chat' ? { body: withoutStreamOptions(output.body) } : output
}

/** Removes a field that Mistral refused in 2025, so that all other cases would fail too. */
function withoutStreamOptions(text) {
  return text.replace(',"stream_options":{"include_usage":true}', '')
}

function skippedHere({ kind, from, status, body }) {
  if (kind === 'answer' && status < 400) return 'asks for streams only'
  if (from !== 'canonical') return undefined
  const { messages, tools = [], outputFormat } = JSON.parse(body)
  const start = messages.findIndex(({ role }) => role !== 'system')
  if (messages.slice(start).some(({ role }) => role === 'system')) return 'has no system texts in the middle'
  if (outputFormat?.name !== undefined) return 'names no output schemas'
  return tools.some(({ type }) => type === 'custom') ? 'has no free-text calls' : undefined
}

function optionsOf({ messages, tools = [], outputFormat, ...settings }, api) {
  const system = messages.filter(({ role }) => role === 'system').flatMap(({ parts }) => parts)
  return {
    systemPrompts: system.map(({ text, cache }) =>
      cache ? { content: text, metadata: cacheOf(cache) } : text,
    ),
    messages: messages.filter(({ role }) => role !== 'system').flatMap(messagesOf),
    ...(tools.length > 0 && { tools: tools.map(toolOf) }),
    modelOptions: SETTINGS[api](settings),
    ...(outputFormat && { outputSchema: outputFormat.schema, stream: true }),
  }
}

function toolOf({
  name: toolName,
  description = '',
  parameters = { type: 'object', properties: {} },
  cache,
}) {
  const metadata = cache && { cacheControl: cacheOf(cache).cache_control }
  return toolDefinition({ name: toolName, description, inputSchema: parameters, metadata })
}

function cacheOf(cache) {
  return { cache_control: { type: 'ephemeral', ...cache } }
}

/** The options of each provider, in its own words. */
const SETTINGS = {
  'openai-chat': (settings) =>
    defined({
      ...openaiSettings(settings, 'function'),
      max_completion_tokens: settings.maxOutputTokens,
      stop: settings.stop,
    }),
  'openai-responses': (settings) =>
    defined({
      ...openaiSettings(settings),
      max_output_tokens: settings.maxOutputTokens,
      reasoning: settings.reasoning,
    }),
  'anthropic-messages': ({ maxOutputTokens, stop, temperature, reasoning, toolChoice, parallelToolCalls }) =>
    defined({
      ...{ max_tokens: maxOutputTokens, stop_sequences: stop, temperature, output_config: reasoning },
      tool_choice: anthropicChoice(toolChoice, parallelToolCalls),
    }),
  'google-generate-content': ({ maxOutputTokens, stop, temperature, toolChoice }) =>
    defined({ maxOutputTokens, stopSequences: stop, temperature, toolConfig: geminiChoice(toolChoice) }),
  'mistral-chat': ({ maxOutputTokens, stop, temperature, toolChoice, parallelToolCalls }) =>
    defined({
      ...{ max_tokens: maxOutputTokens, stop, temperature, parallel_tool_calls: parallelToolCalls },
      tool_choice: chatChoice(toolChoice, 'function'),
    }),
  'ollama-chat': ({ maxOutputTokens, stop, temperature }) => ({
    options: defined({ num_predict: maxOutputTokens, stop, temperature }),
  }),
}

function openaiSettings({ temperature, cacheKey, parallelToolCalls, toolChoice }, nested) {
  return {
    ...{ temperature, prompt_cache_key: cacheKey, parallel_tool_calls: parallelToolCalls },
    tool_choice: chatChoice(toolChoice, nested),
  }
}

function chatChoice(choice, nested) {
  if (choice?.type !== 'tool') return choice?.type
  return nested
    ? { type: 'function', function: { name: choice.name } }
    : { type: 'function', name: choice.name }
}

function anthropicChoice(choice = { type: 'auto' }, isParallel) {
  const { type } = choice
  const single = isParallel === false ? { disable_parallel_tool_use: true } : {}
  if (type === 'auto' && isParallel !== false) return undefined
  return { ...choice, type: type === 'required' ? 'any' : type, ...single }
}

function geminiChoice(choice) {
  if (choice === undefined) return undefined
  const mode = { auto: 'AUTO', none: 'NONE', required: 'ANY', tool: 'ANY' }[choice.type]
  const names = choice.type === 'tool' ? { allowedFunctionNames: [choice.name] } : {}
  return { functionCallingConfig: { mode, ...names } }
}

function defined(members) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

function messagesOf({ role, parts }) {
  if (role === 'user') return [{ role, content: contentOf(parts) }]
  return role === 'assistant' ? [assistantMessage(parts)] : parts.map(resultMessage)
}

function contentOf(parts) {
  const [first] = parts
  if (parts.length === 1 && first.type === 'text' && first.cache === undefined) return first.text
  return parts.map(({ cache, ...part }) => ({
    ...contentPart(part),
    ...(cache && { metadata: cacheOf(cache) }),
  }))
}

function contentPart({ type, text, kind, mediaType: mimeType, filename, source }) {
  if (type === 'text') return { type, content: text }
  const value = source.url ?? source.data
  const named = filename === undefined ? {} : { metadata: { filename } }
  return {
    type: kind === 'file' ? 'document' : kind,
    source: defined({ type: source.type, value, mimeType }),
    ...named,
  }
}

/** Writes the texts of a message before its calls. */
function assistantMessage(parts) {
  const texts = parts.filter(({ type }) => type === 'text')
  const thinking = parts.filter(({ type }) => type === 'reasoning')
  const calls = parts.filter(({ type }) => type === 'tool-call')
  return {
    role: 'assistant',
    content: texts.length === 0 ? null : contentOf(texts),
    ...(thinking.length > 0 && { thinking: thinking.map(({ text }) => ({ content: text })) }),
    ...(calls.length > 0 && { toolCalls: calls.map((call) => toolCall(call, parts)) }),
  }
}

/** Writes a call. One that the provider ran has its result in its metadata, as the adapter of Anthropic writes it. */
function toolCall({ id, name: toolName, arguments: args, rawArguments, providerExecuted }, parts) {
  const call = {
    id,
    type: 'function',
    function: { name: toolName, arguments: rawArguments ?? JSON.stringify(args) },
  }
  if (!providerExecuted) return call
  const result = parts.find(({ callId }) => callId === id)?.output.value
  const anthropic = { serverToolType: toolName, resultBlockType: `${toolName}_tool_result`, result }
  return { ...call, metadata: { providerExecuted: true, anthropic } }
}

function resultMessage({ callId, isError, output: { type, value } }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const content = type === 'content' ? contentOf(value) : text
  return { role: 'tool', toolCallId: callId, content, ...(isError && { error: text }) }
}

/** Reads a stream of events with its processor, which makes the parts of a message. */
async function read(stream) {
  const processor = new StreamProcessor()
  let [finished, failure] = [undefined, undefined]
  try {
    for await (const event of stream) {
      processor.processChunk(event)
      if (event.type === 'RUN_FINISHED') finished = event
      if (event.type === 'RUN_ERROR') failure = event
    }
  } catch (error) {
    failure ??= error
  }
  if (failure !== undefined) return canonicalError(failure.message)
  return canonicalOutput(answerOf(processor.getMessages(), finished))
}

const ENDS = { stop: 'complete', content_filter: 'filtered' }

function answerOf(messages, finished) {
  const parts = messages
    .filter(({ role }) => role === 'assistant')
    .flatMap((message) => message.parts.flatMap(canonicalPart))
  const reason = finished?.finishReason ?? finished?.metadata?.tanstack?.finishReason
  const hasCalls = parts.some(({ type }) => type === 'tool-call')
  const usage = finished?.usage
  return {
    message: { role: 'assistant', parts },
    finish: endOf(reason, hasCalls, ENDS[reason]),
    ...(usage && { usage: usageOf(Array.isArray(usage) ? usage[0] : usage) }),
  }
}

function usageOf(usage) {
  const {
    promptTokens,
    completionTokens,
    inputTokens = promptTokens,
    outputTokens = completionTokens,
  } = usage
  const { promptTokensDetails: input, completionTokensDetails: output } = usage
  return {
    ...{ inputTokens, outputTokens },
    cachedInputTokens: usage.cachedInputTokens ?? input?.cachedTokens,
    cacheWriteTokens: usage.cacheWriteTokens ?? input?.cacheWriteTokens,
    reasoningTokens: usage.reasoningTokens ?? output?.reasoningTokens,
  }
}

function canonicalPart({ type, content, id, name: toolName, arguments: text, input, metadata }) {
  if (type === 'text') return content === '' ? [] : [{ type, text: content }]
  if (type === 'thinking') return [{ type: 'reasoning', text: content }]
  if (type === 'image' || type === 'audio') return [{ type: 'media', kind: type }]
  if (type !== 'tool-call' || metadata?.providerExecuted === true) return []
  return [callPart(id, toolName, input === undefined ? text : input)]
}
