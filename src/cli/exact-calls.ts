import { parseExact } from '../base/json/parse.js'
import { isObject } from '../base/json/read-json.js'
import { losesDigits } from '../base/model/arguments.js'
import type { Conversation, Message, ModelResponse, Part, ToolCall } from '../base/model/types.js'

/** Returns a call for printing, with the exact digits of its text also in `arguments`. */
export function exactCall(call: ToolCall): ToolCall {
  if (call.kind === 'custom' || call.status !== 'complete' || !losesDigits(call)) return call
  const exact = parseExact(call.rawArguments ?? '')
  return isObject(exact) ? { ...call, arguments: exact } : call
}

export function exactConversation(conversation: Conversation): Conversation {
  return { ...conversation, messages: conversation.messages.map(exactMessage) }
}

export function exactResponse(response: ModelResponse): ModelResponse {
  return { ...response, message: exactMessage(response.message) }
}

function exactMessage<Said extends Message>(message: Said): Said {
  return { ...message, parts: message.parts.map(exactPart) }
}

function exactPart(part: Part): Part {
  return part.type === 'tool-call' ? exactCall(part) : part
}
