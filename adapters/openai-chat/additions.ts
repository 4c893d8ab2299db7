import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact, joined } from '../../src/base/json/write-json.js'
import { opaque } from '../../src/base/model/metadata.js'
import type { OpaquePart, Part, SourcePart } from '../../src/base/model/types.js'
import { type Fields, innerExtras, metadataFor, type ReadFields } from '../../src/codec/shape/fields.js'
import type { ChatContext, MessageAdditions } from './dialect.js'
import { decodeExecutedTools } from './executed.js'
import { OPAQUE_FIELDS } from './quirks.js'
import { decodeReasoning } from './reasoning.js'

/** Fields that OpenAI and compatible servers put next to the text and the calls of a message. */
export const additions: MessageAdditions = {
  before: (native, taken, site) =>
    joined<Part>(decodeReasoning(native, taken, site.context), decodeExecutedTools(native, taken, site)),
  after: (native, taken, { context }) =>
    joined(decodeAnnotations(native, taken, context), decodeOpaqueFields(native, taken, context)),
}

const ANNOTATION_FIELDS: Fields = { type: 'any', url_citation: 'any' }
const CITATION_FIELDS: Fields = { url: 'any', title: 'any' }

function decodeAnnotations({ annotations }: JsonObject, taken: ReadFields, context: ChatContext): Part[] {
  if (!isArray(annotations) || annotations.length === 0) return []
  taken.annotations = 'any'
  return annotations.map((annotation) => decodeAnnotation(annotation, context))
}

function decodeAnnotation(native: JsonValue, context: ChatContext): SourcePart | OpaquePart {
  const citation = isObject(native) ? native.url_citation : undefined
  if (!isObject(native) || native.type !== 'url_citation' || !isObject(citation))
    return opaque({ annotations: [native] }, context)
  const { url, title } = citation
  if (typeof url !== 'string' || (title !== undefined && typeof title !== 'string'))
    return opaque({ annotations: [native] }, context)
  const providerMetadata = metadataFor(native, ANNOTATION_FIELDS, context, {
    citation: innerExtras(citation, CITATION_FIELDS) ?? {},
  })
  return compact({ type: 'source' as const, url, title, providerMetadata })
}

function decodeOpaqueFields(native: JsonObject, taken: ReadFields, context: ChatContext): OpaquePart[] {
  const parts: OpaquePart[] = []
  for (const field of OPAQUE_FIELDS) {
    const value = native[field] ?? null
    if (value === null || saysNothing(value)) continue
    taken[field] = 'any'
    parts.push(opaque({ [field]: value }, context))
  }
  return parts
}

/** Returns true for null, an empty text or list, and Snowflake's audio object of zero values. */
function saysNothing(value: JsonValue): boolean {
  if (isObject(value)) return stringOr(value.id, '') === '' && stringOr(value.data, '') === ''
  return value === null || value === '' || (isArray(value) && value.length === 0)
}
