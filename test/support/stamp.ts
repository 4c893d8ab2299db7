import type { JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import type {
  Conversation,
  Part,
  ResultPart,
  ToolCall,
  ToolOutput,
  ToolResult,
} from '../../src/base/model/types.js'

export type Marked = ToolCall | ToolResult

/** A member that only this file writes. */
const MEMBER = 'mark'

/** Returns the text form of a mark, with characters that no generator uses. */
export function markText(mark: number): string {
  return `⟦${mark}⟧`
}

/**
 * Adds a unique mark to every text, argument and output with content, so that each can be found again. Calls
 * and results also have their mark in a host-only field, so that those without content are found too.
 */
export function stamp(conversation: Conversation): Conversation {
  let last = 0
  const next = () => {
    last += 1
    return last
  }
  return {
    ...conversation,
    messages: conversation.messages.map((message) => ({
      ...message,
      parts: message.parts.map((part) => stampPart(part, next)),
    })),
  }
}

/** Returns the mark of a call or a result. */
export function markOf(part: Marked): number | undefined {
  const mark = part.type === 'tool-call' ? part.context : part.raw
  return typeof mark === 'number' ? mark : undefined
}

/** Returns the mark of a text part. */
export function markIn(text: string): string | undefined {
  return /^⟦\d+⟧/.exec(text)?.[0]
}

function stampPart(part: Part, next: () => number): Part {
  switch (part.type) {
    case 'text':
      return { ...part, text: stampText(part.text, next()) }
    case 'tool-call':
      return stampCall(part, next())
    case 'tool-result': {
      const raw = next()
      return { ...part, raw, output: stampOutput(part.output, raw, next) }
    }
    default:
      return part
  }
}

/** Blank text stays blank, since its handling is tested. */
function stampText(text: string, mark: number): string {
  return text.trim() === '' ? text : markText(mark) + text
}

function stampCall(call: ToolCall, mark: number): ToolCall {
  if (call.status !== 'complete') return { ...call, context: mark }
  const { rawArguments: _raw, ...rest } = call
  if (rest.kind === 'custom')
    return { ...rest, context: mark, arguments: stampText(rest.arguments ?? '', mark) }
  return { ...rest, context: mark, arguments: { ...rest.arguments, [MEMBER]: markText(mark) } }
}

function stampOutput(output: ToolOutput, mark: number, next: () => number): ToolOutput {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return { ...output, value: stampText(output.value, mark) }
    case 'json':
    case 'error-json':
      return { ...output, value: stampJson(output.value, mark) }
    case 'denied':
      return output.reason === undefined ? output : { ...output, reason: stampText(output.reason, mark) }
    case 'content':
      return {
        ...output,
        value: output.value.map(
          (part): ResultPart =>
            part.type === 'text' ? { ...part, text: stampText(part.text, next()) } : part,
        ),
      }
  }
}

function stampJson(value: JsonValue, mark: number): JsonValue {
  if (typeof value === 'string') return stampText(value, mark)
  if (isArray(value)) return [...value, markText(mark)]
  return isObject(value) ? { ...value, [MEMBER]: markText(mark) } : value
}
