// The `stream` of each API, with a model of its catalog. It asks for streams only.
import { createServer } from 'node:http'
import { normalizeContext } from '@earendil-works/pi-ai'
import { stream as anthropic } from '@earendil-works/pi-ai/api/anthropic-messages'
import { stream as bedrock } from '@earendil-works/pi-ai/api/bedrock-converse-stream'
import { stream as google } from '@earendil-works/pi-ai/api/google-generative-ai'
import { stream as mistral } from '@earendil-works/pi-ai/api/mistral-conversations'
import { stream as completions } from '@earendil-works/pi-ai/api/openai-completions'
import { stream as responses } from '@earendil-works/pi-ai/api/openai-responses'
import { builtinModels } from '@earendil-works/pi-ai/providers/all'
import { callPart, endOf, RAW_ENDS, sidesOf, skippedFor } from './support/canonical.mjs'
import { canonicalError, canonicalOutput, playedFetch, sentBody } from './support/played-fetch.mjs'

export const name = 'pi-ai'
export const packages = ['@earendil-works/pi-ai']

const APIS = {
  'openai-chat': { api: 'openai-completions', provider: 'openai', stream: completions },
  'openai-responses': { api: 'openai-responses', provider: 'openai', stream: responses },
  'anthropic-messages': { api: 'anthropic-messages', provider: 'anthropic', stream: anthropic },
  'google-generate-content': { api: 'google-generative-ai', provider: 'google', stream: google },
  'bedrock-converse': { api: 'bedrock-converse-stream', provider: 'amazon-bedrock', stream: bedrock },
  'mistral-chat': { api: 'mistral-conversations', provider: 'mistral', stream: mistral },
}
/** Other servers with Chat Completions. */
const SERVERS = { deepseek: 'deepseek', moonshot: 'moonshotai' }

const catalog = builtinModels()

export async function translate(input, signal) {
  const skipped = skippedFor(input, Object.keys(APIS)) ?? skippedHere(input)
  if (skipped !== undefined) return { skipped }
  const { api, model: id, conversation } = sidesOf(input)
  const { fetch, sent } = playedFetch(input)
  const model = modelOf(api, id, input)
  const context = normalizeContext(contextOf(conversation, model))
  const options = { apiKey: 'conformance', maxRetries: 0, signal, ...optionsOf(conversation, api) }
  if (api === 'bedrock-converse') return sentToBedrock(model, context, options)
  const result = () => APIS[api].stream(model, context, { ...options, fetch }).result()
  return input.kind === 'request' ? sentBody(sent, result) : answerOf(await result())
}

function skippedHere({ kind, from, to, status, body }) {
  if (kind === 'answer' && status < 400) return 'asks for streams only'
  if (from !== 'canonical') return undefined
  const { messages, tools = [], stop, parallelToolCalls, outputFormat, toolChoice } = JSON.parse(body)
  const parts = messages.flatMap((message) => message.parts)
  if (tools.some(({ type }) => type === 'custom')) return 'has no free-text calls'
  const isOfGoogle = toolChoice?.type === 'tool' && to === 'google-generate-content'
  if (isOfGoogle || [stop, parallelToolCalls, outputFormat].some((option) => option !== undefined))
    return 'has no option for it'
  if (parts.some(({ type, kind: media, source }) => type === 'media' && (media !== 'image' || source.url)))
    return 'has image data only'
  if ([...parts, ...tools].some(({ cache }) => cache !== undefined)) return 'places cache marks itself'
  return undefined
}

/** Returns the model. One that is not in the catalog has the facts of another model of the provider. */
function modelOf(api, id, { server }) {
  const { api: own, provider: usual } = APIS[api]
  const provider = SERVERS[server] ?? usual
  const model = catalog.getModel(provider, id) ?? catalog.getModels(provider)[0]
  return { ...model, id, api: own, compat: { ...model.compat, ...WITHOUT_BETAS } }
}

/** Forms that need a beta header are not used: the cases are about the API without it. */
const WITHOUT_BETAS = {
  supportsMidConvoSystemMessages: false,
  supportsMidConvoToolChanges: false,
  supportsMidConvoEffort: false,
  supportsAdditionalTools: false,
}

function contextOf({ messages, tools = [] }, model) {
  return { messages: messages.flatMap((message) => messagesOf(message, model)), tools: tools.map(toolOf) }
}

function toolOf({
  name: toolName,
  description = '',
  parameters = { type: 'object', properties: {} },
  strict,
}) {
  const constrainedSampling = strict === true ? { type: 'json_schema', strict: 'require' } : undefined
  return { name: toolName, description, parameters, constrainedSampling }
}

function optionsOf({ maxOutputTokens: maxTokens, temperature, toolChoice, cacheKey, reasoning }, api) {
  return {
    ...{ maxTokens, temperature, ...(cacheKey && { sessionId: cacheKey }) },
    ...(toolChoice && { toolChoice: choiceOf(toolChoice, api) }),
    ...(reasoning && { reasoningEffort: reasoning.effort, effort: reasoning.effort, thinkingEnabled: true }),
  }
}

/** Returns the choice of a tool in the words of the API, which are the type of the option. */
function choiceOf({ type, name: toolName }, api) {
  if (type === 'required') return api.startsWith('openai') ? 'required' : 'any'
  if (type !== 'tool') return type
  if (api === 'openai-responses') return { type: 'function', name: toolName }
  if (api === 'openai-chat' || api === 'mistral-chat')
    return { type: 'function', function: { name: toolName } }
  return { type: 'tool', name: toolName }
}

function messagesOf({ role, parts, origin }, model) {
  const timestamp = Date.now()
  if (role === 'system') return [{ role, content: parts.map(({ text }) => text).join('\n\n'), timestamp }]
  if (role === 'user') return [{ role, content: contentOf(parts), timestamp }]
  if (role === 'assistant') return [assistantMessage(parts, origin, model)]
  return parts.map((part) => resultMessage(part, timestamp))
}

function contentOf(parts) {
  return parts.map(({ type, text, mediaType, source }) =>
    type === 'text' ? { type, text } : { type: 'image', data: source.data, mimeType: mediaType },
  )
}

/** Writes a message. One of the same model keeps its reasoning; others come from a model of another provider. */
function assistantMessage(parts, origin, { api, provider, id }) {
  const isSame = origin?.model === id
  return {
    role: 'assistant',
    content: parts.flatMap(assistantPart),
    ...(isSame ? { api, provider, model: id } : { api: 'other', provider: 'other', model: 'other' }),
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: { total: 0 } },
    stopReason: parts.some(({ type }) => type === 'tool-call') ? 'toolUse' : 'stop',
    timestamp: Date.now(),
  }
}

function assistantPart({ type, text, id, name: toolName, arguments: args, rawArguments, providerExecuted }) {
  if (type === 'text') return [{ type, text }]
  if (type === 'reasoning')
    return [{ type: 'thinking', thinking: text, thinkingSignature: 'reasoning_content' }]
  if (type !== 'tool-call' || providerExecuted === true) return []
  const broken = rawArguments === undefined ? {} : { argumentsError: `not JSON: ${rawArguments}` }
  return [{ type: 'toolCall', id, name: toolName, arguments: args ?? {}, ...broken }]
}

function resultMessage({ callId, name: toolName, isError, output: { type, value } }, timestamp) {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const content = type === 'content' ? contentOf(value) : [{ type: 'text', text }]
  return { role: 'toolResult', toolCallId: callId, toolName, content, isError: isError === true, timestamp }
}

/** Sends to a server of this process, because the client of Bedrock accepts no fetch. */
async function sentToBedrock(model, context, options) {
  const sent = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    sent.push(text)
    response
      .writeHead(400, { 'content-type': 'application/json' })
      .end('{"message":"only the request is wanted"}')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${server.address().port}`
  try {
    const env = { AWS_BEDROCK_FORCE_HTTP1: '1' }
    return await sentBody(sent, () => bedrock({ ...model, baseUrl }, context, { ...options, env }).result())
  } finally {
    server.close()
  }
}

function answerOf({ content, stopReason, rawStopReason, errorMessage, usage }) {
  const parts = content.flatMap(canonicalPart)
  const hasCalls = parts.some(({ type }) => type === 'tool-call')
  if (stopReason === 'error' && RAW_ENDS[rawStopReason] === undefined) return canonicalError(errorMessage)
  const fallback = { stop: 'complete', toolUse: 'tool-calls', length: 'length', error: 'failed' }[stopReason]
  return canonicalOutput({
    message: { role: 'assistant', parts },
    finish: endOf(rawStopReason, hasCalls, fallback),
    usage: usageOf(usage),
  })
}

/** Adds the cached tokens, which its input has not. */
function usageOf({ input, output, cacheRead, cacheWrite, reasoning }) {
  return {
    inputTokens: input + cacheRead + cacheWrite,
    outputTokens: output,
    cachedInputTokens: cacheRead,
    cacheWriteTokens: cacheWrite,
    reasoningTokens: reasoning,
  }
}

function canonicalPart({ type, text, thinking, id, name: toolName, arguments: args, argumentsError }) {
  if (type === 'text') return text === '' ? [] : [{ type, text }]
  if (type === 'thinking') return [{ type: 'reasoning', text: thinking }]
  if (type === 'image') return [{ type: 'media', kind: 'image' }]
  return type === 'toolCall' ? [callPart(id, toolName, argumentsError ?? args)] : []
}
