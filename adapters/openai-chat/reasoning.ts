import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { arrayOr, isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact, without } from '../../src/base/json/write-json.js'
import { metadataOf, type OwnMetadata, wireMetadata } from '../../src/base/model/metadata.js'
import type { ReasoningPart } from '../../src/base/model/types.js'
import type { ReadFields } from '../../src/codec/shape/fields.js'
import { dropReasoning } from '../../src/codec/shape/losses.js'
import type { ChatContext, Side } from './dialect.js'
import { DEFAULT_REASONING_FIELD, REASONING_DETAILS, REASONING_FIELDS } from './quirks.js'

/** Decodes the thinking of an assistant message. Adds the decoded fields to `taken`. */
export function decodeReasoning(
  native: JsonObject,
  taken: ReadFields,
  context: ChatContext,
): ReasoningPart[] {
  const details = readDetails(native[REASONING_DETAILS])
  let text = ''
  for (const field of REASONING_FIELDS) text ||= stringOr(native[field], '')
  if (text === '' && details === undefined) return []
  // vLLM and OpenRouter repeat the same text under a second name; a different text under the second name
  // stays an extra field.
  const fields = text === '' ? [] : REASONING_FIELDS.filter((field) => native[field] === text)
  for (const field of fields) taken[field] = 'any'
  text ||= detailsText(details ?? [])
  if (details !== undefined) taken[REASONING_DETAILS] = 'any'
  const entries = { fields: fields.length > 0 ? fields : undefined, ...withoutProof(details) }
  return [compact({ type: 'reasoning' as const, text, providerMetadata: wireMetadata(context, entries) })]
}

function readDetails(value: JsonValue | undefined): readonly JsonObject[] | undefined {
  if (!isArray(value) || value.length === 0) return undefined
  const objects = value.filter(isObject)
  return objects.length === value.length ? objects : undefined
}

/** Returns the readable text of thinking blocks. Encrypted blocks have no text. */
export function detailsText(details: readonly JsonObject[]): string {
  return details.map((detail) => stringOr(detail.text, stringOr(detail.summary, ''))).join('')
}

const PROOFS = ['signature', 'data'] as const

/**
 * If the blocks have a single signature, it is moved to `signature`, so that it can be withheld from another
 * model.
 */
function withoutProof(details: readonly JsonObject[] | undefined): OwnMetadata {
  if (details === undefined) return {}
  const proofs = details.flatMap((detail, index) =>
    PROOFS.flatMap((key) => (typeof detail[key] === 'string' ? [{ index, key, value: detail[key] }] : [])),
  )
  const [proof] = proofs
  if (proof === undefined || proofs.length > 1) return { details }
  const { index, key, value } = proof
  const stripped = details.map((detail, i) => (i === index ? without(detail, key) : detail))
  return { details: stripped, signature: value, proof: { index, key } }
}

/**
 * Returns true if thinking is encoded in the content, because it was received there or because this wire has
 * no other field for thinking.
 */
export function isChunk(part: ReasoningPart, side: Side, context: ChatContext): boolean {
  const metadata = metadataOf(part, context)
  return metadata === undefined ? side === 'response' : metadata.form === 'chunk'
}

type NativeFields = Record<string, JsonValue>

/**
 * Adds one reasoning part to the fields of an assistant message. Thinking of another wire has no agreed field
 * in a request; in a response the usual field of gateways is used.
 */
export function encodeReasoning(
  part: ReasoningPart,
  side: Side,
  fields: NativeFields,
  context: ChatContext,
): void {
  const metadata = metadataOf(part, context)
  if (metadata === undefined && side === 'request') {
    dropReasoning(context)
    return
  }
  const names = arrayOr(metadata?.fields, metadata === undefined ? [DEFAULT_REASONING_FIELD] : [])
  for (const name of names) append(fields, stringOr(name, DEFAULT_REASONING_FIELD), part.text)
  const details = restoredDetails(part.text, metadata, names.length > 0)
  if (details !== undefined)
    fields[REASONING_DETAILS] = [...arrayOr(fields[REASONING_DETAILS], []), ...details]
}

function append(fields: NativeFields, name: string, text: string): void {
  fields[name] = stringOr(fields[name], '') + text
}

/**
 * Restores the blocks with their signature. Returns no blocks without the signature, and only the new text
 * after an edit.
 */
function restoredDetails(
  text: string,
  metadata: OwnMetadata | undefined,
  hasField: boolean,
): readonly JsonObject[] | undefined {
  const details = readDetails(metadata?.details)
  if (details === undefined) return undefined
  if (!hasField && detailsText(details) !== text) return [{ type: 'reasoning.text', text }]
  const proof = metadata?.proof
  if (!isObject(proof)) return details
  const { signature } = metadata ?? {}
  if (signature === undefined) return undefined
  return details.map((detail, index) =>
    index === proof.index ? { ...detail, [stringOr(proof.key, 'signature')]: signature } : detail,
  )
}
