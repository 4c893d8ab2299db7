import type { FitContext, FitStep } from '../../src/adapter/fit/step.js'
import type { Conversation, Message, Part, ToolResult } from '../../src/model/types.js'

/** Servers that copy OpenAI often take only strings where OpenAI also takes lists of text parts. */
const plainResults: FitStep = (conversation, fit) => mapParts(conversation, fit, plainResult)

function mapParts(
  conversation: Conversation,
  fit: FitContext,
  change: (part: Part, fit: FitContext) => Part,
): Conversation {
  let changed = false
  const messages = conversation.messages.map((message): Message => {
    const parts = message.parts.map((part) => change(part, fit))
    if (parts.every((part, index) => part === message.parts[index])) return message
    changed = true
    return { ...message, parts }
  })
  return changed ? { ...conversation, messages } : conversation
}

/** A list that holds nothing but one text says the same as the text. */
function plainResult(part: Part, { wire }: FitContext): Part {
  if (part.type !== 'tool-result' || part.output.type !== 'content') return part
  const [only, ...others] = part.output.value
  const isPlain = only?.type === 'text' && others.length === 0 && only.providerMetadata?.[wire] === undefined
  if (!isPlain || part.providerMetadata?.[wire] !== undefined) return part
  const type = part.isError ? ('error-text' as const) : ('text' as const)
  return { ...part, output: { type, value: only.text } } satisfies ToolResult
}

export const fit: readonly FitStep[] = [plainResults]
