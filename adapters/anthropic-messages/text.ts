import type { JsonObject } from '../../src/base/json/json-types.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { ReasoningPart } from '../../src/base/model/types.js'
import { wasAbsent } from '../../src/codec/shape/fields.js'
import { dropReasoning } from '../../src/codec/shape/losses.js'
import { is, keep, needed, noted, to } from '../../src/codec/shape/rows.js'
import { shape } from '../../src/codec/shape/shape.js'

/** The provider verifies thinking by its `signature`, or by the encrypted `data` if redacted. */
export const THINKING = /* @__PURE__ */ shape<ReasoningPart>(
  { type: 'reasoning' },
  { type: is('thinking'), thinking: needed(to('text')), signature: noted(keep('signature')) },
)
export const REDACTED_THINKING = /* @__PURE__ */ shape<ReasoningPart>(
  { type: 'reasoning', text: '' },
  { type: is('redacted_thinking'), data: needed(keep('signature')) },
  { block: 'redacted_thinking' },
)

/**
 * Returns true if the thinking has this provider's signature, or was received from it without a signature.
 */
export function isProven(part: ReasoningPart, context: Context): boolean {
  const metadata = metadataOf(part, context)
  return typeof metadata?.signature === 'string' || wasAbsent(metadata, 'signature')
}

/**
 * Encodes the block. Returns undefined with a notice for thinking without this provider's signature, which
 * the provider rejects.
 */
export function encodeReasoning(part: ReasoningPart, context: Context): JsonObject | undefined {
  if (!isProven(part, context)) return dropReasoning(context)
  return REDACTED_THINKING.encode(part, context) ?? THINKING.encode(part, context)
}
