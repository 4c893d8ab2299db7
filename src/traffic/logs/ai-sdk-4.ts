import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject, objectIn, objectsIn, stringOr } from '../../base/json/read-json.js'
import { compact, stringifyJson } from '../../base/json/write-json.js'
import type { TranscriptFormat } from './log-types.js'

/**
 * UI messages of AI SDK 4, and the messages of Mastra's threads, which contain them. They are converted to UI
 * messages of AI SDK 5.
 * https://ai-sdk.dev/docs/migration-guides/migration-guide-5-0-data
 * https://github.com/mastra-ai/mastra/blob/main/packages/core/src/agent/message-list/state/types.ts
 */
export const aiSdk4: TranscriptFormat = {
  title: 'UI messages of AI SDK 4, messages of Mastra',
  matches: (message) => isMastra(message) || isUi4(message),
  read: (messages) => [{ wire: 'ai-sdk', request: { messages: messages.flatMap(messageOf) } }],
}

/** The states of calls that have other names in newer versions. Mastra also stores newer states. */
const STATES: Readonly<Record<string, string>> = {
  'partial-call': 'input-streaming',
  call: 'input-available',
  result: 'output-available',
}

function isUi4({ role, parts, toolInvocations }: JsonObject): boolean {
  return (
    typeof role === 'string' &&
    (objectsIn(parts).some(isInvocation) || objectsIn(toolInvocations).some(isCall))
  )
}

function isMastra({ role, content }: JsonObject): boolean {
  return (
    typeof role === 'string' &&
    isObject(content) &&
    typeof content.format === 'number' &&
    isArray(content.parts)
  )
}

function isInvocation({ type, toolInvocation }: JsonObject): boolean {
  return type === 'tool-invocation' && isCall(objectIn(toolInvocation))
}

function isCall({ state, toolCallId, toolName }: JsonObject): boolean {
  return [state, toolCallId, toolName].every((member) => typeof member === 'string')
}

/** Decodes a message. Messages of the role `data`, which are only displayed, are dropped. */
function messageOf(message: JsonObject): JsonObject[] {
  const { id = '', role } = message
  if (role === 'data') return []
  const said = isMastra(message) ? objectIn(message.content) : message
  return [{ id: stringOr(id, ''), role: stringOr(role, 'user'), parts: [...partsOf(said), ...filesOf(said)] }]
}

/** Returns the parts. The oldest messages have a text and calls instead. */
function partsOf({ parts, content, reasoning, toolInvocations }: JsonObject): JsonObject[] {
  const listed = objectsIn(parts).flatMap(partOf)
  if (listed.length > 0) return listed
  const thought = typeof reasoning === 'string' ? [{ type: 'reasoning', text: reasoning }] : []
  const text = stringOr(content, '')
  const calls = objectsIn(toolInvocations).map((call) => toolOf(call))
  return [...thought, ...calls, ...(text === '' && calls.length > 0 ? [] : [{ type: 'text', text }])]
}

function partOf(part: JsonObject): JsonObject[] {
  const { type, toolInvocation, reasoning, details, data, mimeType, source } = part
  if (type === 'step-start') return [part]
  if (type === 'tool-invocation') return [toolOf(objectIn(toolInvocation), part)]
  if (type === 'reasoning' && typeof reasoning === 'string') return thoughtsOf(reasoning, details)
  if (type === 'file' && typeof mimeType === 'string' && part.url === undefined)
    return [{ type, mediaType: mimeType, url: urlOf(stringOr(data, ''), mimeType) }]
  if (type !== 'source' || !isObject(source)) return [part]
  const { sourceType, id, ...about } = source
  return [compact({ type: `source-${stringOr(sourceType, 'url')}`, sourceId: id, ...about })]
}

/** Returns the reasoning. Signatures are in the details, one for each text. */
function thoughtsOf(reasoning: string, details: JsonValue | undefined): JsonObject[] {
  const known = objectsIn(details).map(({ type, text, signature, data }) =>
    compact({
      type: 'reasoning',
      text: stringOr(text, ''),
      providerMetadata: providerOf(type === 'redacted' ? { redactedData: data } : { signature }),
    }),
  )
  return known.length > 0 ? known : [{ type: 'reasoning', text: reasoning }]
}

/** Only one provider of AI SDK 4 signs reasoning. */
function providerOf(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject | undefined {
  const own = compact(members)
  return Object.keys(own).length > 0 ? { anthropic: own } : undefined
}

function toolOf(invocation: JsonObject, { providerMetadata, providerExecuted }: JsonObject = {}): JsonObject {
  const { state: given, toolCallId, toolName, args, result, isError, errorText, approval } = invocation
  const named = STATES[stringOr(given, '')] ?? stringOr(given, '')
  const hasFailed = named === 'output-error' || (named === 'output-available' && isError === true)
  const state = hasFailed ? 'output-error' : named
  return compact({
    type: `tool-${stringOr(toolName, '')}`,
    toolCallId,
    state,
    input: args,
    output: state === 'output-available' ? (result ?? null) : undefined,
    errorText: hasFailed ? stringOr(errorText, asText(result)) : undefined,
    approval,
    providerExecuted,
    callProviderMetadata: providerMetadata,
  })
}

function asText(value: JsonValue = null): string {
  return typeof value === 'string' ? value : stringifyJson(value)
}

function filesOf({ experimental_attachments: files }: JsonObject): JsonObject[] {
  return objectsIn(files).map(({ url, contentType, name }) =>
    compact({ type: 'file', mediaType: stringOr(contentType, ''), filename: name, url }),
  )
}

function urlOf(data: string, mediaType: string): string {
  return /^(?:data|https?):/.test(data) ? data : `data:${mediaType};base64,${data}`
}

const OLDEST = /^(?:text|tool-call|tool-result)$/

/** The oldest messages of Mastra, which are messages of AI SDK 4 for models. */
export const mastraV1: TranscriptFormat = {
  title: 'messages of Mastra before version 2',
  matches: ({ role, type, content }) =>
    typeof role === 'string' &&
    OLDEST.test(stringOr(type, '')) &&
    objectsIn(content).some(({ toolCallId }) => typeof toolCallId === 'string'),
  read: (messages) => [
    {
      wire: 'ai-sdk',
      request: { messages: messages.map(({ role, content }) => compact({ role, content })) },
    },
  ],
}
