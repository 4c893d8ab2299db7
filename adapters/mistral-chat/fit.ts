import { metadataUnder } from '../../src/adapter/extras.js'
import { mapMessages, mapTools } from '../../src/adapter/fit/change.js'
import type { FitContext, FitStep } from '../../src/adapter/fit/step.js'
import { objectOr } from '../../src/json/read.js'
import type { JsonObject } from '../../src/json/types.js'
import type { Conversation, Message, Part } from '../../src/model/types.js'
import { plainAnswers, plainResults } from './family.js'

const NOTHING: JsonObject = {}

/** The steps only this wire needs. What came from this wire itself stays as it was. */
export const fit: readonly FitStep[] = [plainResults, plainAnswers, requireParameters, placePrefix]

/** `parameters` is required: https://github.com/mistralai/mistral-common (`protocol/instruct/tool_calls.py`). */
function requireParameters(conversation: Conversation, fit: FitContext): Conversation {
  return mapTools(conversation, fit, (tool) => {
    if (tool.type !== 'function' || tool.parameters !== undefined || fit.from === fit.wire) return tool
    fit.report({
      code: 'schema-completed',
      severity: 'info',
      path: fit.pathOf(tool),
      message: `${tool.name} gets an empty schema: this wire wants one for every tool`,
    })
    return { ...tool, parameters: { type: 'object', properties: {} } }
  })
}

/**
 * An answer at the end is one to go on with, and has to say so; no other may (MISTRAL-ORDER-03 and -05). Once the
 * conversation went on, what was a beginning is an answer like any other.
 */
function placePrefix(conversation: Conversation, fit: FitContext): Conversation {
  const last = conversation.messages.length - 1
  return mapMessages(conversation, fit, (message, index) => {
    const isPrefix = message.role === 'assistant' && index === last && !message.parts.some(isCall)
    const extra = objectOr(message.providerMetadata?.[fit.wire]?.extra, NOTHING)
    if (isPrefix === (extra.prefix === true)) return message
    fit.report({
      code: isPrefix ? 'answer-as-prefix' : 'prefix-as-answer',
      severity: 'info',
      path: fit.pathOf(message),
      message: isPrefix
        ? 'the answer at the end is marked as the beginning of the next one'
        : 'the beginning of an answer is sent as an answer, because the conversation went on',
    })
    return withPrefix(message, isPrefix, extra, fit.wire)
  })
}

function isCall(part: Part): boolean {
  return part.type === 'tool-call'
}

function withPrefix(message: Message, prefix: boolean, extra: JsonObject, wire: string): Message {
  const own = { ...message.providerMetadata?.[wire], extra: { ...extra, prefix } }
  return { ...message, providerMetadata: { ...message.providerMetadata, ...metadataUnder(wire, own) } }
}
