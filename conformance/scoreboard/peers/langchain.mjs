// Its chat models: `invoke` and `stream`, with the messages, tools and settings of @langchain/core.
import { ChatAnthropic } from '@langchain/anthropic'
import { ChatBedrockConverse } from '@langchain/aws'
import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'
import { concat } from '@langchain/core/utils/stream'
import { ChatDeepSeek } from '@langchain/deepseek'
import { ChatGoogleGenerativeAI } from '@langchain/google-genai'
import { ChatMistralAI } from '@langchain/mistralai'
import { ChatOllama } from '@langchain/ollama'
import { ChatOpenAI, customTool } from '@langchain/openai'
import { callPart, endOf, sidesOf, skippedFor } from './support/canonical.mjs'
import { AWS_ACCESS, playedHandler } from './support/played-aws.mjs'
import { canonicalError, canonicalOutput, playedFetch, sentBody } from './support/played-fetch.mjs'

export const name = 'langchain'
export const packages = [
  ...['@langchain/core', '@langchain/openai', '@langchain/anthropic', '@langchain/google-genai'],
  ...['@langchain/aws', '@langchain/mistralai', '@langchain/ollama', '@langchain/deepseek'],
]

/** @langchain/cohere has the first version of Cohere's API only. */
const MODELS = {
  'openai-chat': (settings) => new ChatOpenAI(settings),
  deepseek: (settings) => new ChatDeepSeek(settings),
  'openai-responses': (settings) => new ChatOpenAI({ ...settings, useResponsesApi: true }),
  'anthropic-messages': (settings) => new ChatAnthropic(settings),
  'google-generate-content': ({ maxTokens, ...settings }) =>
    new ChatGoogleGenerativeAI({ ...settings, maxOutputTokens: maxTokens }),
  'bedrock-converse': (settings) => new ChatBedrockConverse({ ...settings, ...bedrockSettings() }),
  'mistral-chat': (settings) => new ChatMistralAI(settings),
  'ollama-chat': ({ maxTokens, ...settings }) => new ChatOllama({ ...settings, numPredict: maxTokens }),
}

function bedrockSettings() {
  const requestHandler = playedHandler((url, init) => globalThis.fetch(url, init))
  return { ...AWS_ACCESS, clientOptions: { requestHandler } }
}

export async function translate(input) {
  const skipped = skippedFor(input, Object.keys(MODELS))
  if (skipped !== undefined) return { skipped }
  const { api, model, conversation } = sidesOf(input)
  if (input.kind !== 'request' && api === 'openai-chat' && /"reasoning":/.test(input.body))
    return { skipped: 'ChatOpenAI reads no fields of other servers' }
  const { fetch, sent } = playedFetch(input)
  globalThis.fetch = fetch
  const runnable = runnableOf(isOfDeepSeek(api, input) ? 'deepseek' : api, model, conversation)
  const messages = conversation.messages.flatMap((message) => messagesOf(message, api))
  const options = callOptions(conversation, api)
  if (input.kind === 'request') return sentBody(sent, () => runnable.invoke(messages, options))
  try {
    const message = await (input.kind === 'answer'
      ? runnable.invoke(messages, options)
      : collected(await runnable.stream(messages, options)))
    return canonicalOutput(answerOf(message))
  } catch (error) {
    if (isOfProvider(error)) return canonicalError(error.message)
    throw error
  }
}

/** Finds DeepSeek, and the servers with its field of reasoning, which have a package of their own. */
function isOfDeepSeek(api, { server, body }) {
  return (
    api === 'openai-chat' &&
    (server === 'deepseek' || /"(reasoning_content|prompt_cache_hit_tokens)":/.test(body))
  )
}

/** Finds errors with a status of the provider. Google's answer without a candidate is an error with the reason. */
function isOfProvider({ name: kind, status, statusCode, status_code, $metadata }) {
  return (
    kind === 'EmptyContentError' || (status ?? statusCode ?? status_code ?? $metadata?.httpStatusCode) >= 400
  )
}

function runnableOf(api, model, { tools = [], outputFormat, ...settings }) {
  const { maxOutputTokens: maxTokens, temperature, reasoning } = settings
  const chat = MODELS[api]({
    ...{ model, apiKey: 'conformance', maxRetries: 0, temperature, maxTokens },
    ...(reasoning && api.startsWith('openai') && { reasoning }),
    ...(reasoning && api === 'anthropic-messages' && { outputConfig: reasoning }),
  })
  if (outputFormat !== undefined)
    return chat.withStructuredOutput(outputFormat.schema, { name: outputFormat.name, method: 'jsonSchema' })
  return tools.length === 0 ? chat : chat.bindTools(tools.map(toolOf))
}

/** Returns a tool in the form of OpenAI, which `bindTools` accepts for every provider. Free-text tools are OpenAI's own. */
function toolOf({ type, name: toolName, description, parameters, strict, cache }) {
  if (type === 'custom')
    return customTool(() => '', { name: toolName, description, format: { type: 'text' } })
  const schema = parameters ?? { type: 'object', properties: {} }
  const tool = { name: toolName, description, parameters: schema, ...(strict !== undefined && { strict }) }
  return { type: 'function', function: tool, ...(cache && { cache_control: { type: 'ephemeral' } }) }
}

const CHOICES = { auto: 'auto', none: 'none', required: 'any' }

function callOptions({ toolChoice, stop, cacheKey, parallelToolCalls }, api) {
  const choice = toolChoice?.type === 'tool' ? toolChoice.name : CHOICES[toolChoice?.type]
  const isOpenAI = api.startsWith('openai')
  return {
    ...(stop && { stop }),
    ...(choice && { tool_choice: choice }),
    ...(cacheKey && { promptCacheKey: cacheKey }),
    ...(parallelToolCalls === false && isOpenAI && { parallel_tool_calls: false }),
    ...(parallelToolCalls === false &&
      api === 'anthropic-messages' && {
        tool_choice: { type: choice ?? 'auto', disable_parallel_tool_use: true },
      }),
  }
}

function messagesOf({ role, parts }, api) {
  if (role === 'system') return [new SystemMessage({ content: contentOf(parts, api) })]
  if (role === 'user') return [userMessage(parts, api)]
  if (role === 'assistant') return [assistantMessage(parts, api)]
  return parts.map((part) => resultMessage(part, api))
}

/** APIs whose models read the standard content blocks. The others have forms of their own. */
const WITH_BLOCKS = ['openai-chat', 'openai-responses', 'anthropic-messages', 'google-generate-content']

function userMessage(parts, api) {
  const hasMedia = parts.some(({ type }) => type === 'media')
  const content = contentOf(parts, api)
  return new HumanMessage(hasMedia && WITH_BLOCKS.includes(api) ? { contentBlocks: content } : { content })
}

function contentOf(parts, api) {
  const [first] = parts
  if (parts.length === 1 && first.type === 'text' && first.cache === undefined) return first.text
  return parts.flatMap((part) => blocksOf(part, api))
}

function blocksOf({ cache, ...part }, api) {
  const block = part.type === 'media' ? mediaBlock(part, api) : { type: 'text', text: part.text }
  if (cache === undefined) return [block]
  if (api === 'bedrock-converse') return [block, { cachePoint: { type: 'default' } }]
  return [{ ...block, cache_control: { type: 'ephemeral', ...cache } }]
}

function mediaBlock({ kind, mediaType, filename, source: { data, url } }, api) {
  const metadata = filename === undefined ? {} : { metadata: { filename, name: filename, title: filename } }
  if (WITH_BLOCKS.includes(api))
    return { type: kind, mimeType: mediaType, ...(url ? { url } : { data }), ...metadata }
  if (api === 'bedrock-converse')
    return { type: kind, source_type: url ? 'url' : 'base64', mime_type: mediaType, url, data, ...metadata }
  return { type: 'image_url', image_url: { url: url ?? `data:${mediaType};base64,${data}` } }
}

function assistantMessage(parts, api) {
  const texts = parts.filter(({ type }) => type === 'text')
  const calls = parts.filter(({ type }) => type === 'tool-call')
  if (parts.some(({ type, providerExecuted }) => type === 'reasoning' || providerExecuted === true))
    return new AIMessage({ contentBlocks: parts.map(standardBlock) })
  return new AIMessage({
    content: texts.length === 0 ? '' : contentOf(texts, api),
    tool_calls: calls.filter(({ arguments: args }) => args !== undefined).map(callOf),
    invalid_tool_calls: calls
      .filter(({ arguments: args }) => args === undefined)
      .map(({ id, name: toolName, rawArguments }) => ({
        id,
        name: toolName,
        args: rawArguments,
        error: 'no JSON',
      })),
  })
}

function callOf({ kind, id, name: toolName, arguments: args }) {
  const call = { type: 'tool_call', id, name: toolName }
  return kind === 'custom' ? { ...call, args: { input: args }, isCustomTool: true } : { ...call, args }
}

function standardBlock({
  type,
  text,
  id,
  name: toolName,
  arguments: args,
  providerExecuted,
  callId,
  output,
}) {
  if (type === 'text') return { type, text }
  if (type === 'reasoning') return { type, reasoning: text }
  if (type === 'tool-result')
    return { type: 'server_tool_call_result', toolCallId: callId, status: 'success', output: output.value }
  return { type: providerExecuted ? 'server_tool_call' : 'tool_call', id, name: toolName, args }
}

function resultMessage({ callId, name: toolName, isError, answers, output: { type, value } }, api) {
  const content =
    type === 'content' ? contentOf(value, api) : type.endsWith('json') ? JSON.stringify(value) : value
  const isStandard = Array.isArray(content) && api !== 'openai-responses' && WITH_BLOCKS.includes(api)
  return new ToolMessage({
    ...{ tool_call_id: callId, name: toolName, status: isError ? 'error' : 'success' },
    ...(isStandard ? { contentBlocks: content } : { content }),
    ...(answers?.kind === 'custom' && { additional_kwargs: { customTool: true } }),
  })
}

async function collected(stream) {
  let message
  for await (const chunk of stream) message = message === undefined ? chunk : concat(message, chunk)
  if (message === undefined) throw new Error('the stream has no chunk')
  return message
}

/** Reads a message: its calls are `tool_calls`. The word of the end is where the provider's package has it. */
function answerOf(message) {
  const {
    contentBlocks,
    tool_calls: calls = [],
    invalid_tool_calls: broken = [],
    usage_metadata: usage,
  } = message
  const { reasoning_content: reasoning, refusal } = message.additional_kwargs
  const parts = contentBlocks.flatMap((block) => canonicalPart(block, calls))
  const placed = new Set(parts.map(({ id }) => id))
  if (reasoning && !parts.some(({ type }) => type === 'reasoning'))
    parts.unshift({ type: 'reasoning', text: reasoning })
  if (refusal) parts.push({ type: 'text', text: refusal })
  for (const call of calls)
    if (!placed.has(call.id)) parts.push(callPart(call.id ?? '', call.name, call.args))
  // Parts of calls that the provider ran are invalid calls without a name.
  for (const { id, name: toolName, args } of broken)
    if (toolName) parts.push(callPart(id ?? '', toolName, args))
  const hasCalls = parts.some(({ type }) => type === 'tool-call')
  return {
    message: { role: 'assistant', parts },
    finish: refusal ? { outcome: 'refused' } : endOf(endWord(message), hasCalls),
    ...(usage && { usage: usageOf(usage) }),
  }
}

function endWord({ response_metadata: data, additional_kwargs: more }) {
  const details = data.incomplete_details?.reason
  const words = [
    data.finish_reason,
    data.finishReason,
    data.stop_reason,
    data.stopReason,
    data.messageStop?.stopReason,
  ]
  return [...words, more.finishReason, more.stop_reason, data.done_reason, details, data.status].find(Boolean)
}

function usageOf({ input_tokens, output_tokens, input_token_details: input, output_token_details: output }) {
  return {
    inputTokens: input_tokens,
    outputTokens: output_tokens,
    cachedInputTokens: input?.cache_read,
    cacheWriteTokens: input?.cache_creation,
    reasoningTokens: output?.reasoning,
  }
}

/** Joins the thinking of Mistral, which is a list of texts. */
function thinkingText(thinking) {
  return Array.isArray(thinking) ? thinking.map(({ text }) => text).join('') : thinking
}

function canonicalPart({ type, text, reasoning, thinking, id }, calls) {
  if (type === 'text') return text === '' ? [] : [{ type, text }]
  if (type === 'reasoning') return [{ type, text: reasoning }]
  if (type === 'thinking') return [{ type: 'reasoning', text: thinkingText(thinking) }]
  if (['image', 'audio', 'video', 'file'].includes(type)) return [{ type: 'media', kind: type }]
  const call = type === 'tool_call' ? calls.find((each) => each.id === id && id) : undefined
  return call === undefined ? [] : [callPart(call.id, call.name, call.args)]
}
