import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { asJson, isArray, isObject } from '../../base/json/read-json.js'
import { compact, define, stringifyJson } from '../../base/json/write-json.js'
import { encodeArgumentText, losesDigits } from '../../base/model/arguments.js'
import type {
  MediaPart,
  Message,
  Part,
  ResultPart,
  ToolCall,
  ToolDefinition,
  ToolOutput,
  ToolResult,
} from '../../base/model/types.js'
import { truncateMiddle } from '../errors/truncate.js'

/**
 * Returns messages as the JSON text of the GenAI conventions. Values of attributes are texts, since the SDK for
 * JavaScript has no structured attributes.
 * https://github.com/open-telemetry/semantic-conventions-genai/blob/main/model/gen-ai/gen-ai-input-messages.json
 * @param maxCharacters the maximum length of each text in the messages. The JSON stays complete.
 */
export function messagesText(messages: readonly Message[], maxCharacters: number): string {
  const written = messages.map(({ role, parts }) => ({ role, parts: parts.map(writtenPart) }))
  return stringifyJson(withCutTexts(asJson(written), maxCharacters))
}

/** Returns tool definitions as the JSON text of the GenAI conventions. */
export function definitionsText(tools: readonly ToolDefinition[], maxCharacters: number): string {
  return stringifyJson(withCutTexts(asJson(tools.map(writtenTool)), maxCharacters))
}

function writtenTool(tool: ToolDefinition): JsonObject {
  const { name } = tool
  if (tool.type === 'function') {
    const { type, description, parameters } = tool
    return compact({ type, name, description, parameters })
  }
  if (tool.type === 'custom') return compact({ type: tool.type, name, description: tool.description })
  return { type: tool.kind, name }
}

function writtenPart(part: Part): JsonObject {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, content: part.text }
    case 'tool-call':
      return part.providerExecuted ? serverCall(part) : clientCall(part)
    case 'tool-result':
      return part.providerExecuted ? serverResult(part) : clientResult(part)
    case 'media':
      return writtenMedia(part)
    case 'source':
      return compact({ type: part.type, url: part.url, title: part.title })
    case 'opaque':
      return { type: part.type, wire: part.wire, value: part.value }
  }
}

function clientCall(call: ToolCall): JsonObject {
  return { type: 'tool_call', id: idOf(call, call.id), name: call.name, arguments: writtenArguments(call) }
}

/** Returns the arguments as a value. Arguments that are unusable, or lose digits as a value, are a text. */
function writtenArguments(call: ToolCall): JsonValue {
  return call.status !== 'complete' || losesDigits(call) ? encodeArgumentText(call) : call.arguments
}

function clientResult(result: ToolResult): JsonObject {
  const { callId, isError, output } = result
  return { type: 'tool_call_response', id: idOf(result, callId), response: writtenOutput(output, isError) }
}

/** Returns an output as a value. Errors have the form of the AI SDK, which names their type: the conventions have no flag. */
function writtenOutput(output: ToolOutput, isError: boolean): JsonValue {
  if (output.type === 'denied') return compact({ denied: true, reason: output.reason })
  const value = output.type === 'content' ? output.value.map(writtenResultPart) : output.value
  const type = typeof value === 'string' ? 'text' : 'json'
  if (isError || output.type.startsWith('error-')) return { type: `error-${type}`, value }
  // A value that looks like an output with its type would be read as such.
  return isObject(value) && Object.hasOwn(value, 'value') ? { type, value } : value
}

function writtenResultPart(part: ResultPart): JsonObject {
  return writtenPart(part)
}

function serverCall(call: ToolCall): JsonObject {
  const { name, kind } = call
  const given = writtenArguments(call)
  const fields = isObject(given) ? given : { arguments: given }
  return {
    type: 'server_tool_call',
    id: idOf(call, call.id),
    name,
    server_tool_call: { ...fields, type: kind },
  }
}

function serverResult(result: ToolResult): JsonObject {
  const { callId, name, output, isError } = result
  return {
    type: 'server_tool_call_response',
    id: idOf(result, callId),
    server_tool_call_response: { type: name || 'other', response: writtenOutput(output, isError) },
  }
}

/** Returns the id of a call. Ids that the wire lacks are null. */
function idOf({ minted }: ToolCall | ToolResult, id: string): string | null {
  return minted ? null : id
}

function writtenMedia({ kind, mediaType: mime_type, source, filename }: MediaPart): JsonObject {
  const facts = compact({ modality: kind === 'file' ? 'document' : kind, mime_type, filename })
  switch (source.type) {
    case 'data':
      return { type: 'blob', ...facts, content: source.data }
    case 'file-id':
      return { type: 'file', ...facts, file_id: source.id }
    case 'url':
      return { type: 'uri', ...facts, uri: source.url }
    case 'text':
      return { type: 'text', content: source.text }
  }
}

function withCutTexts(value: JsonValue, maxCharacters: number): JsonValue {
  if (typeof value === 'string') return truncateMiddle(value, maxCharacters).text
  if (isArray(value)) return value.map((item) => withCutTexts(item, maxCharacters))
  if (!isObject(value)) return value
  const cut = {}
  for (const [key, member] of Object.entries(value)) define(cut, key, withCutTexts(member, maxCharacters))
  return cut
}
