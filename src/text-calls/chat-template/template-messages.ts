import type { JsonObject } from '../../base/json/json-types.js'
import { compact } from '../../base/json/write-json.js'
import { encodeArgumentText, encodeArgumentValue } from '../../base/model/arguments.js'
import { isCallToAnswer } from '../../base/model/calls-to-answer.js'
import type { Context } from '../../base/model/context.js'
import type { Message, Part, ToolCall, ToolDefinition, ToolResult } from '../../base/model/types.js'
import { functionCall, functionOfCustomTool } from '../../codec/shape/free-text.js'
import { encodeResultText } from '../../codec/shape/results.js'
import { type CallStyle, namedId } from './call-texts.js'

/** The form of messages that a template expects. */
export interface MessageStyle extends CallStyle {
  /** The member of an assistant message with its reasoning. Default: reasoning is omitted. */
  readonly reasoningKey?: string | undefined
}

/** Converts messages to the form of chat templates: the messages of the Chat Completions API. */
export function templateMessages(
  given: readonly Message[],
  style: MessageStyle,
  context: Context,
): JsonObject[] {
  const messages = style.isNamedById ? withNamedIds(given) : given
  return messages.flatMap(({ role, parts }) => {
    if (role === 'assistant') return assistantMessages(parts, style, context)
    const results = parts.filter((part) => part.type === 'tool-result')
    const others = parts.filter(({ type }) => type !== 'tool-result')
    const isEmpty = results.length > 0 && others.length === 0
    const usual = role === 'tool' ? 'user' : role
    return [
      ...results.map((result) => resultMessage(result, context)),
      ...(isEmpty ? [] : [{ role: usual, content: contentOf(others) }]),
    ]
  })
}

/** Returns the messages with ids that contain the names of their tools. */
function withNamedIds(messages: readonly Message[]): Message[] {
  const ids = new Map<string, string>()
  return messages.map((message) => {
    const parts = message.parts.map((part): Part => {
      if (part.type === 'tool-result') return { ...part, callId: ids.get(part.callId) ?? part.callId }
      if (!isCallToAnswer(part)) return part
      const id = namedId(part.id, part.name, ids.size)
      ids.set(part.id, id)
      return { ...part, id }
    })
    return { ...message, parts }
  })
}

function assistantMessages(parts: readonly Part[], style: MessageStyle, context: Context): JsonObject[] {
  const calls = parts.filter(isCallToAnswer).map((call) => callObject(call, style, context))
  const reasoning = parts.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])).join('')
  const hasReasoning = style.reasoningKey !== undefined && reasoning !== ''
  const content = contentOf(parts)
  const said = { role: 'assistant', content, ...(hasReasoning && { [style.reasoningKey]: reasoning }) }
  // Templates test whether the member exists.
  if (calls.length === 0) return [said]
  if (!style.isContentNull) return [{ ...said, tool_calls: calls }]
  const isSilent = content.length === 0 && !hasReasoning
  return [...(isSilent ? [] : [said]), { role: 'assistant', content: null, tool_calls: calls }]
}

function callObject(given: ToolCall, { isArgumentText }: MessageStyle, context: Context): JsonObject {
  const call = given.kind === 'custom' ? functionCall(given) : given
  const value = isArgumentText ? encodeArgumentText(call) : encodeArgumentValue(call, context)
  return { id: call.id, type: 'function', function: { name: call.name, arguments: value } }
}

function resultMessage(result: ToolResult, context: Context): JsonObject {
  const { callId, name } = result
  return { role: 'tool', tool_call_id: callId, name, content: encodeResultText(result, context) }
}

/** Returns the text of the parts, or a list of texts and kinds of media. */
function contentOf(parts: readonly Part[]): string | JsonObject[] {
  const items = parts.flatMap((part): JsonObject[] => {
    if (part.type === 'text') return [{ type: 'text', text: part.text }]
    return part.type === 'media' ? [{ type: part.kind }] : []
  })
  return items.every(({ type }) => type === 'text') ? items.map(({ text }) => text).join('') : items
}

/** Converts the functions and free-text tools of a conversation. */
export function templateTools(tools: readonly ToolDefinition[]): JsonObject[] {
  return tools.flatMap((tool) => {
    const plain = tool.type === 'custom' ? functionOfCustomTool(tool) : tool
    if (plain.type !== 'function') return []
    const { name, description = '', parameters = { type: 'object', properties: {} } } = plain
    return [{ type: 'function', function: compact({ name, description, parameters }) }]
  })
}
