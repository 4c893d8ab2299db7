import { AdapterError } from '../../base/json/adapter-error.js'
import { toBase64 } from '../../base/json/base64.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { stringifyExact, tryParseJson } from '../../base/json/parse.js'
import { at, expectArray, expectObject, expectString, isArray, stringOr } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { decodeArgumentText } from '../../base/model/arguments.js'
import type { Context } from '../../base/model/context.js'
import { toolResult } from '../../base/model/create.js'
import type {
  MediaContent,
  MediaKind,
  MediaPart,
  Message,
  Part,
  TextPart,
  ToolCall,
  ToolResult,
} from '../../base/model/types.js'
import { callOf } from '../../codec/shape/call-codec.js'
import { untrusted } from './trust.js'

// Messages of AG-UI 1.0. https://docs.ag-ui.com/spec/1.0

/** The content of a file in a message of the user. */
export type AgUiSource =
  | { type: 'data'; value: string; mimeType: string }
  | { type: 'url' | 'file'; value: string; mimeType?: string }

/** A part of a message of the user. */
export type AgUiContent =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio' | 'video' | 'document'; source: AgUiSource }

/** Types of content, with their kinds. */
const KINDS: Readonly<Record<string, MediaKind>> = {
  image: 'image',
  audio: 'audio',
  video: 'video',
  document: 'file',
}

/**
 * Converts the content of a user message.
 * @param isTrusted true if the content may refer to files of a provider.
 */
export function userContent(content: JsonValue | undefined, path: string, isTrusted: boolean): Part[] {
  if (!isArray(content)) return [{ type: 'text', text: expectString(content, path) }]
  return content.map((item, index) => userPart(item, at(path, index), isTrusted))
}

function userPart(item: JsonValue, path: string, isTrusted: boolean): TextPart | MediaPart {
  const part = expectObject(item, path)
  const type = expectString(part.type, `${path}/type`)
  if (type === 'text') return { type: 'text', text: expectString(part.text, `${path}/text`) }
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined
  if (kind === undefined)
    throw new AdapterError(
      'wrong-type',
      `${path}/type`,
      `expected text, ${Object.keys(KINDS).join(', ')}, got ${type}`,
    )
  const native = expectObject(part.source, `${path}/source`)
  const source = sourceOf(native, `${path}/source`)
  if (source.type === 'file-id' && !isTrusted) throw untrusted('a file of the provider', `${path}/source`)
  return compact({ type: 'media', kind, mediaType: stringOr(native.mimeType, undefined), source })
}

function sourceOf({ type, value }: JsonObject, path: string): MediaContent {
  const text = expectString(value, `${path}/value`)
  if (type === 'data') return { type, data: text }
  if (type === 'url') return { type, url: text }
  if (type === 'file') return { type: 'file-id', id: text }
  throw new AdapterError('wrong-type', `${path}/type`, 'expected data, url or file')
}

/** Converts media of the user; undefined for bytes without a media type, which clients refuse. */
export function agUiContent({ kind, source, mediaType }: MediaPart): AgUiContent | undefined {
  const type = kind === 'file' ? 'document' : kind
  const native = agUiSource(source, mediaType)
  return native === undefined ? undefined : { type, source: native }
}

function agUiSource(source: MediaContent, mimeType: string | undefined): AgUiSource | undefined {
  if (source.type === 'url') return compact({ type: 'url' as const, value: source.url, mimeType })
  if (source.type === 'file-id') return compact({ type: 'file' as const, value: source.id, mimeType })
  if (source.type === 'text')
    return {
      type: 'data',
      value: toBase64(new TextEncoder().encode(source.text)),
      mimeType: mimeType ?? 'text/plain',
    }
  return mimeType === undefined ? undefined : { type: 'data', value: source.data, mimeType }
}

/** Converts a message of a trusted client; undefined if it is not for the model. */
export function believedMessage(
  native: JsonObject,
  known: ReadonlyMap<string, ToolCall>,
  context: Context,
): Message | undefined {
  const { path } = context
  switch (native.role) {
    case 'user':
      return { role: 'user', parts: userContent(native.content, `${path}/content`, true) }
    case 'system':
    case 'developer':
      return {
        role: 'system',
        parts: [{ type: 'text', text: expectString(native.content, `${path}/content`) }],
      }
    case 'assistant':
      return { role: 'assistant', parts: [...agUiText(native), ...agUiCalls(native, context)] }
    case 'tool':
      return { role: 'tool', parts: [resultOf(native, known, path)] }
    default:
      return undefined
  }
}

/** Returns the text of an assistant message, without its calls. */
export function agUiText({ content }: JsonObject): TextPart[] {
  return typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : []
}

export function agUiCalls({ toolCalls }: JsonObject, context: Context): ToolCall[] {
  if (toolCalls === undefined) return []
  return expectArray(toolCalls, `${context.path}/toolCalls`).map((item, index) => {
    const path = at(`${context.path}/toolCalls`, index)
    const call = expectObject(item, path)
    const run = expectObject(call.function, `${path}/function`)
    const name = expectString(run.name, `${path}/function/name`)
    const text = expectString(run.arguments, `${path}/function/arguments`)
    const input = decodeArgumentText(text, false, { ...context, path: `${path}/function/arguments` })
    const ids = { id: expectString(call.id, `${path}/id`) }
    return callOf(ids, name, input, {
      kind: 'function',
      providerExecuted: false,
      providerMetadata: undefined,
    })
  })
}

function resultOf(native: JsonObject, known: ReadonlyMap<string, ToolCall>, path: string) {
  const call = known.get(expectString(native.toolCallId, `${path}/toolCallId`))
  if (call === undefined)
    throw new AdapterError(
      'wrong-type',
      `${path}/toolCallId`,
      'expected the id of a call before this message',
    )
  return resultOfTool(native, call)
}

/** Creates the result of a client tool. The content of the message is text, which is often JSON. */
export function resultOfTool({ content, error }: JsonObject, call: ToolCall) {
  if (typeof error === 'string') return toolResult(call, new Error(error))
  const given = content ?? ''
  const text = typeof given === 'string' ? given : JSON.stringify(given)
  const value = tryParseJson(text)
  return toolResult(call, typeof value === 'object' && value !== null ? value : text)
}

/** Converts a result to text, the only form that an AG-UI client displays. */
export function agUiResultText({ output }: ToolResult): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value
    case 'denied':
      return output.reason ?? 'The call was denied.'
    case 'content':
      return output.value.map((part) => (part.type === 'text' ? part.text : stringifyExact(part))).join('\n')
    default:
      return stringifyExact(output.value)
  }
}
