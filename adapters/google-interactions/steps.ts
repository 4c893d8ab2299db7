import type { JsonMembers, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectObject, expectString, isArray, isObject } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { opaque, withMore } from '../../src/base/model/metadata.js'
import type { OpaquePart, Part } from '../../src/base/model/types.js'
import { extraFields, type Fields } from '../../src/codec/shape/fields.js'
import { decodeCall } from './calls.js'
import { type ContentPart, decodeContent } from './content.js'
import { isCallStep, isContent, isResultStep, MODEL_OUTPUT, THOUGHT } from './maps.js'
import { decodeResult } from './results.js'
import { decodeThought } from './thoughts.js'

const OUTPUT_FIELDS: Fields = { type: 'any', content: 'any' }

/**
 * Position of content. The first content keeps the other fields of its step; the following contents are
 * marked as continued.
 */
export interface ContentPlace {
  readonly continued?: true | undefined
  /** Content without a step around it, the form until June 2026. */
  readonly form?: 'bare' | undefined
  /** Unread fields of the step. */
  readonly step?: JsonObject | undefined
}

/**
 * Decodes the parts of one model step. Steps without canonical meaning become opaque parts.
 * @param place distinguishes this step from other steps, for calls without an id.
 */
export function decodeStep(value: JsonValue, context: Context, place = context.path): Part[] {
  const step = expectObject(value, context.path)
  const type = expectString(step.type, `${context.path}/type`)
  if (type === MODEL_OUTPUT) return decodeModelOutput(step, context)
  if (type === THOUGHT) return [decodeThought(step, context)]
  if (isCallStep(type)) return [decodeCall(step, context, place)]
  if (isResultStep(type)) return [decodeResult(step, false, context)]
  return isContent(step) ? [decodePlaced(step, { form: 'bare' }, context)] : [opaque(step, context)]
}

function decodeModelOutput(step: JsonObject, context: Context): Part[] {
  const { content } = step
  if (!isArray(content) || content.length === 0) return [opaque(step, context)]
  const here = contextAt(context, 'content')
  return content.map((native, index) =>
    decodePlaced(native, contentPlaceIn(step, index), contextAt(here, index)),
  )
}

/**
 * Returns the position of content in a step.
 * @param index the index of the content in the step.
 */
export function contentPlaceIn(step: JsonObject, index: number): ContentPlace {
  if (index > 0) return { continued: true }
  const extra = extraFields(step, OUTPUT_FIELDS)
  return { step: extra && { extra } }
}

/**
 * Decodes content with its position. Opaque parts have no metadata, so an envelope keeps their position in a
 * step.
 */
export function decodePlaced(native: JsonValue, place: ContentPlace, context: Context): ContentPart {
  const part = decodeContent(native, context)
  if (part.type !== 'opaque') return withMore(part, { ...place }, context)
  return place.form === 'bare' ? part : { ...part, value: compact({ inside: part.value, ...place }) }
}

/**
 * Returns the content and the position in an envelope. Returns undefined for an opaque part without an
 * envelope.
 */
export function openEnvelope({ value }: OpaquePart): { inside: JsonValue; place: JsonMembers } | undefined {
  if (!isObject(value) || value.type !== undefined || value.inside === undefined) return undefined
  const { inside, ...place } = value
  return { inside, place }
}
