import { mapMessages } from '../../src/base/model/change.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { Conversation, Message } from '../../src/base/model/types.js'
import type { FitContext } from '../../src/codec/wire/fit-step.js'

/**
 * Adds a request for JSON to the first user message. JSON mode requires the word "JSON" in a message, and the
 * instructions do not count (rule OPENAI-RESP-FORMAT-01). The first message is used because the beginning of
 * the prompt then stays the same from turn to turn.
 */
export function nameJson(conversation: Conversation, fit: FitContext): Conversation {
  const { messages, outputFormat } = conversation
  const isInstructions = (message: Message) => metadataOf(message, fit)?.form === 'instructions'
  const isNamed = messages.some((message) => !isInstructions(message) && saysJson(message))
  if (outputFormat?.type !== 'json' || isNamed) return conversation
  const asked = messages.find(({ role }) => role === 'user')
  if (asked === undefined) return conversation
  fit.report({
    code: 'json-named',
    severity: 'info',
    path: fit.pathOf(asked),
    message: 'JSON mode requires the word "JSON" in a message, so the first message of the user asks for it',
  })
  return mapMessages(conversation, fit, (message) =>
    message === asked
      ? { ...message, parts: [...message.parts, { type: 'text', text: 'Answer in JSON.' }] }
      : message,
  )
}

function saysJson({ parts }: Message): boolean {
  return parts.some((part) => part.type === 'text' && /json/i.test(part.text))
}
