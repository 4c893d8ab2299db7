import type { JsonObject } from '../../src/base/json/json-types.js'
import { isObject, objectIn } from '../../src/base/json/read-json.js'
import { isCallToAnswer } from '../../src/base/model/calls-to-answer.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, opaque, withMetadata } from '../../src/base/model/metadata.js'
import { finishOf, outcomeOf } from '../../src/base/model/outcome.js'
import type { Finish, Message, ModelResponse, Part } from '../../src/base/model/types.js'
import { CARRIED } from '../../src/codec/format/carry.js'
import { decodeUiMessage, encodeUiMessages, stepStart } from './ui.js'

type Envelope = Omit<ModelResponse, 'message' | 'error'>

/**
 * Decodes a UI message as one answer, with marks between its steps.
 * @param decodeEnvelope decodes the carried end of an answer, because UI messages have no field for it.
 */
export function decodeUiAnswer(
  native: JsonObject,
  context: Context,
  decodeEnvelope: (kept: JsonObject, hasCalls: boolean) => Envelope,
): ModelResponse {
  const [first, ...more] = decodeUiMessage(native, { ...context, path: '' })
  const message: Message = first ?? { role: 'assistant', parts: [] }
  const later = more.flatMap((step) => {
    if (step.role === 'tool') return step.parts.map((part) => asRun(part, context))
    const metadata = metadataOf(step, context)
    return metadata?.place === 'step' ? [opaque(stepStart(metadata), context), ...step.parts] : step.parts
  })
  const whole = { ...message, parts: [...message.parts, ...later] }
  const kept = objectIn(objectIn(native.metadata)[CARRIED]).answer
  const usual = usualFinish(whole)
  const envelope = isObject(kept) ? decodeEnvelope(kept, usual.outcome === 'tool-calls') : { finish: usual }
  return { message: whole, ...envelope }
}

/** Results inside an answer are marked as executed, so that their tools are not run again. */
function asRun(part: Part, context: Context): Part {
  if (part.type !== 'tool-result') return part
  return withMetadata(
    { ...part, providerExecuted: true },
    { ...metadataOf(part, context), executed: true },
    context,
  )
}

/** Returns the finish reason, derived from the open calls. */
function usualFinish({ parts }: Message): Finish {
  const answered = new Set(parts.map((part) => (part.type === 'tool-result' ? part.callId : '')))
  const isPending = parts.some((part) => isCallToAnswer(part) && !answered.has(part.id))
  return finishOf(isPending ? 'tool-calls' : 'complete')
}

/**
 * Encodes an answer as a UI message.
 * @param envelope the fields around an answer, kept in the message's metadata if they add information.
 */
export function encodeUiAnswer(response: ModelResponse, envelope: JsonObject, context: Context): JsonObject {
  const { message, finish, usage, id, model } = response
  const [native = {}] = encodeUiMessages([message], context)
  const isSaid =
    (usage ?? id ?? model ?? finish.raw) !== undefined || outcomeOf(finish) !== usualFinish(message).outcome
  if (!isSaid) return native
  const metadata = objectIn(native.metadata)
  return {
    ...native,
    metadata: { ...metadata, [CARRIED]: { ...objectIn(metadata[CARRIED]), answer: envelope } },
  }
}
