import { metadataOf } from '../../src/adapter/extras.js'
import type { FitContext, FitStep } from '../../src/adapter/fit/step.js'
import { at } from '../../src/json/read.js'
import type { Conversation, Message, Part } from '../../src/model/types.js'
import { WIRE } from './maps.js'

/**
 * Gemini 3 refuses a step whose first call is unsigned; this value stands for calls that no Gemini model made.
 * https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export const DUMMY_SIGNATURE = 'skip_thought_signature_validator'

export const fit: readonly FitStep[] = [separateResults, signForeignCalls]

/** Results of one turn stand in one content, and nothing else does. */
function separateResults(conversation: Conversation, context: FitContext): Conversation {
  return changeMessages(conversation, (message, index) => {
    const isContinued = metadataOf(message, WIRE)?.continued === true
    const touchesResults = message.role === 'tool' || conversation.messages[index - 1]?.role === 'tool'
    const parts = message.parts.some(startsContent) ? message.parts.map(withoutBoundary) : message.parts
    if (!(isContinued && touchesResults) && parts === message.parts) return message
    context.report({
      code: 'results-separated',
      severity: 'info',
      path: at('/messages', index),
      message: 'the results of a turn are put into one content of their own',
    })
    return { ...message, ...(isContinued ? { providerMetadata: without(message, 'continued') } : {}), parts }
  })
}

function startsContent(part: Part): boolean {
  return part.type === 'tool-result' && metadataOf(part, WIRE)?.content !== undefined
}

function withoutBoundary(part: Part): Part {
  return part.type === 'tool-result' ? { ...part, providerMetadata: without(part, 'content') } : part
}

function without(value: Pick<Message, 'providerMetadata'>, key: string): Message['providerMetadata'] {
  const { [key]: _removed, ...rest } = metadataOf(value, WIRE) ?? {}
  return { ...value.providerMetadata, [WIRE]: rest }
}

/** The first call of each step that another model wrote gets the value that stands for a signature. */
function signForeignCalls(conversation: Conversation, context: FitContext): Conversation {
  return changeMessages(conversation, (message, index) => {
    if (message.role !== 'assistant' || !isForeign(message, context.model)) return message
    const first = message.parts.findIndex((part) => part.type === 'tool-call' && !part.providerExecuted)
    const call = message.parts[first]
    if (call?.type !== 'tool-call' || metadataOf(call, WIRE)?.signature !== undefined) return message
    context.report({
      code: 'signature-bridged',
      severity: 'info',
      path: at(at(at('/messages', index), 'parts'), first),
      message: 'a call of another model has no thought signature; the documented stand-in is sent',
    })
    const metadata = { ...metadataOf(call, WIRE), signature: DUMMY_SIGNATURE }
    const signed = { ...call, providerMetadata: { ...call.providerMetadata, [WIRE]: metadata } }
    return { ...message, parts: message.parts.with(first, signed) }
  })
}

function isForeign({ origin }: Message, model: string | undefined): boolean {
  if (origin?.wire !== WIRE) return true
  return origin.model !== undefined && model !== undefined && origin.model !== model
}

function changeMessages(
  conversation: Conversation,
  change: (message: Message, index: number) => Message,
): Conversation {
  const messages = conversation.messages.map(change)
  const isSame = messages.every((message, index) => message === conversation.messages[index])
  return isSame ? conversation : { ...conversation, messages }
}
