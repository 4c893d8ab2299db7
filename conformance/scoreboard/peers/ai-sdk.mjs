// `generateText` and `streamText` with the official providers: a conversation is sent, and the answer is read.
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createCohere } from '@ai-sdk/cohere'
import { createGoogle } from '@ai-sdk/google'
import { createMistral } from '@ai-sdk/mistral'
import { createOpenAI, openai } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, generateText, jsonSchema, NoSuchToolError, Output, streamText, tool } from 'ai'
import { callPart, endOf, sidesOf, skippedFor } from './support/canonical.mjs'
import { canonicalError, canonicalOutput, playedFetch, sentBody } from './support/played-fetch.mjs'

export const name = 'ai-sdk'
export const packages = [
  ...['ai', '@ai-sdk/openai', '@ai-sdk/openai-compatible', '@ai-sdk/anthropic', '@ai-sdk/google'],
  ...['@ai-sdk/amazon-bedrock', '@ai-sdk/mistral', '@ai-sdk/cohere'],
]

const PROVIDERS = {
  'openai-chat': (settings, model) => createOpenAI(settings).chat(model),
  'openai-responses': (settings, model) => createOpenAI(settings).responses(model),
  'anthropic-messages': (settings, model) => createAnthropic(settings)(model),
  'google-generate-content': (settings, model) => createGoogle(settings)(model),
  'bedrock-converse': (settings, model) => createAmazonBedrock({ ...settings, region: 'us-east-1' })(model),
  'mistral-chat': (settings, model) => createMistral(settings)(model),
  'cohere-chat': (settings, model) => createCohere(settings)(model),
}

export async function translate(input, signal) {
  const skipped = skippedFor(input, Object.keys(PROVIDERS))
  if (skipped !== undefined) return { skipped }
  const { api, model, conversation } = sidesOf(input)
  const { fetch, sent } = playedFetch(input)
  const languageModel = modelOf(api, model, input, { apiKey: 'conformance', fetch })
  const call = { model: languageModel, maxRetries: 0, abortSignal: signal, ...settingsOf(conversation, api) }
  if (input.kind === 'request') return sentBody(sent, () => generateText(call))
  try {
    return canonicalOutput(
      await (input.kind === 'answer' ? generateText(call).then(answerOf) : streamed(call)),
    )
  } catch (error) {
    if (APICallError.isInstance(error) && error.statusCode >= 400) return canonicalError(error.message)
    throw error
  }
}

/** Chat Completions of other servers than OpenAI, with their reasoning, have a package of their own. */
function modelOf(api, model, { server = 'openai', body }, settings) {
  const isOther =
    api === 'openai-chat' && (server !== 'openai' || /"reasoning(_content|_details)?":/.test(body))
  if (!isOther) return PROVIDERS[api](settings, model)
  return createOpenAICompatible({
    ...settings,
    name: server,
    baseURL: 'http://server/v1',
    includeUsage: true,
  })(model)
}

function settingsOf(
  { messages, tools = [], toolChoice, reasoning, outputFormat, stop, cacheKey, ...rest },
  api,
) {
  const { maxOutputTokens, temperature, parallelToolCalls } = rest
  const parallel = parallelToolCalls === undefined ? {} : { parallelToolCalls }
  const choice = toolChoice?.type === 'tool' ? { type: 'tool', toolName: toolChoice.name } : toolChoice?.type
  return {
    ...{ messages: messages.map((message) => messageOf(message)), allowSystemInMessages: true },
    ...(tools.length > 0 && { tools: Object.fromEntries(tools.map((each) => [each.name, toolOf(each)])) }),
    ...{
      toolChoice: choice,
      maxOutputTokens,
      temperature,
      stopSequences: stop,
      reasoning: reasoning?.effort,
    },
    ...(outputFormat && {
      output: Output.object({ schema: jsonSchema(outputFormat.schema), name: outputFormat.name }),
    }),
    providerOptions: {
      openai: { ...parallel, ...(cacheKey && { promptCacheKey: cacheKey }) },
      anthropic: parallelToolCalls === false ? { disableParallelToolUse: true } : {},
      ...(api === 'mistral-chat' && { mistral: parallel }),
    },
  }
}

function toolOf({ type, description, parameters = { type: 'object', properties: {} }, strict, ...rest }) {
  if (type === 'custom') return openai.tools.customTool({ description })
  return tool({ description, inputSchema: jsonSchema(parameters), strict, providerOptions: cacheOf(rest) })
}

function cacheOf({ cache }) {
  if (cache === undefined) return undefined
  return {
    anthropic: { cacheControl: { type: 'ephemeral', ...cache } },
    bedrock: { cachePoint: { type: 'default' } },
  }
}

function messageOf({ role, parts }) {
  if (role === 'system')
    return {
      role,
      content: parts.map(({ text }) => text).join('\n\n'),
      providerOptions: cacheOf(parts.at(-1) ?? {}),
    }
  return { role, content: parts.map(partOf) }
}

function partOf(part) {
  const providerOptions = cacheOf(part)
  const { type, text, id: toolCallId, name: toolName, providerExecuted } = part
  if (type === 'text' || type === 'reasoning') return { type, text, providerOptions }
  if (type === 'media') return { ...fileOf(part), providerOptions }
  if (type === 'tool-call')
    return { type, toolCallId, toolName, input: part.arguments ?? part.rawArguments ?? {}, providerExecuted }
  return { type, toolCallId: part.callId, toolName, output: outputOf(part.output), providerOptions }
}

function fileOf({ mediaType, kind, filename, source: { type, data, url } }) {
  return {
    type: 'file',
    data: { type, ...(type === 'url' ? { url: new URL(url) } : { data }) },
    mediaType: mediaType ?? `${kind}/*`,
    filename,
  }
}

function outputOf({ type, value }) {
  if (type !== 'content') return { type, value }
  return {
    type,
    value: value.map((part) => (part.type === 'media' ? fileOf(part) : { type: 'text', text: part.text })),
  }
}

/** Reads the result of `generateText`. */
function answerOf({ content, finishReason, rawFinishReason, usage }) {
  const parts = content.flatMap(canonicalPart)
  const hasCalls = parts.some(({ type }) => type === 'tool-call')
  const fallback = { stop: 'complete', 'content-filter': 'filtered', error: 'failed', other: 'unknown' }[
    finishReason
  ]
  return {
    message: { role: 'assistant', parts },
    finish: endOf(rawFinishReason, hasCalls, fallback ?? finishReason),
    usage: {
      ...{ inputTokens: usage.inputTokens, outputTokens: usage.outputTokens },
      cachedInputTokens: usage.inputTokenDetails?.cacheReadTokens,
      cacheWriteTokens: usage.inputTokenDetails?.cacheWriteTokens,
      reasoningTokens: usage.outputTokenDetails?.reasoningTokens,
    },
  }
}

function canonicalPart({ type, text, toolCallId, toolName, input, file, ...rest }) {
  if (type === 'text' || type === 'reasoning') return [{ type, text }]
  if (type === 'file') return [{ type: 'media', kind: file.mediaType.split('/')[0] }]
  if (type !== 'tool-call' || rest.providerExecuted === true) return []
  const isBroken = rest.invalid === true && !NoSuchToolError.isInstance(rest.error)
  return [callPart(toolCallId, toolName, isBroken ? String(input) : input)]
}

/** Reads the result of `streamText`. Its errors are parts of the stream. */
async function streamed(call) {
  const result = streamText({ ...call, onError: () => {} })
  let failure
  for await (const part of result.fullStream) if (part.type === 'error') failure = part.error
  if (failure !== undefined)
    return { error: { message: String(failure?.message ?? JSON.stringify(failure)) } }
  const { content, finishReason, rawFinishReason, usage } = (await result.steps).at(-1)
  return answerOf({ content, finishReason, rawFinishReason, usage })
}
