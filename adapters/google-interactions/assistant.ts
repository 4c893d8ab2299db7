import type { JsonArray, JsonMembers, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { objectOr } from '../../src/base/json/read-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { Message, Part } from '../../src/base/model/types.js'
import { withExtras } from '../../src/codec/shape/fields.js'
import { dropSource, encodeOpaque } from '../../src/codec/shape/losses.js'
import { encodeCall } from './calls.js'
import { type ContentPart, encodeContent } from './content.js'
import { MODEL_OUTPUT } from './maps.js'
import { encodeResult } from './results.js'
import { openEnvelope } from './steps.js'
import { encodeThought } from './thoughts.js'

/** Options for encoding parts of the model. */
export interface StepOptions {
  /** True for an answer, false for a message of a history. */
  readonly isAnswer: boolean
  /** The part that the answer reports as possibly truncated. */
  readonly cutPart?: Part | undefined
}

/** Encodes the steps of an assistant message. */
export function encodeAssistant(message: Message, options: StepOptions, context: Context): JsonArray {
  // Among the steps of a history, content without a step is user content.
  const mayBeBare = options.isAnswer || metadataOf(message, context)?.role !== undefined
  const steps: JsonValue[] = []
  let open: JsonValue[] | undefined
  for (const [index, part] of message.parts.entries()) {
    const here = contextAt(context, 'parts', index)
    const place = placeOf(part, here)
    if (!isContentPart(part) || place === undefined || (place.form === 'bare' && mayBeBare)) {
      const step = encodeAlone(part, options, here)
      open = undefined
      if (step !== undefined) steps.push(step)
      continue
    }
    const native = encodePlaced(part, here)
    if (native === undefined) continue
    if (place.continued === true && open !== undefined) open.push(native)
    else {
      open = [native]
      steps.push(outputStep(place, open))
    }
  }
  return steps
}

/** Wraps content in a step. */
export function outputStep({ step }: JsonMembers, content: JsonArray): JsonObject {
  return withExtras({ type: MODEL_OUTPUT, content }, step ?? null)
}

/** Encodes a part that is a separate step, or content without a step. */
export function encodeAlone(part: Part, options: StepOptions, context: Context): JsonValue | undefined {
  switch (part.type) {
    case 'reasoning':
      return encodeThought(part, options.isAnswer, context)
    case 'tool-call':
      return encodeCall(part, part === options.cutPart, context)
    case 'tool-result':
      return encodeResult(part, context)
    case 'source':
      return dropSource(part, context)
    case 'opaque':
      return encodeOpaque(part, context)
    default:
      return encodeContent(part, context)
  }
}

export function isContentPart(part: Part): part is ContentPart {
  return part.type === 'text' || part.type === 'media' || part.type === 'opaque'
}

/**
 * Returns the position of content. Returns undefined for other parts, and for an opaque part that is a step.
 */
export function placeOf(part: Part, context: Context): JsonMembers | undefined {
  if (!isContentPart(part)) return undefined
  if (part.type === 'opaque') return part.wire === context.wire ? openEnvelope(part)?.place : undefined
  const { continued, form, step } = metadataOf(part, context) ?? {}
  return { continued, form, step: objectOr(step, undefined) }
}

/** Encodes content inside a step. */
export function encodePlaced(part: ContentPart, context: Context): JsonValue | undefined {
  const envelope = part.type === 'opaque' ? openEnvelope(part) : undefined
  return encodeContent(
    part.type === 'opaque' && envelope !== undefined ? { ...part, value: envelope.inside } : part,
    context,
  )
}
