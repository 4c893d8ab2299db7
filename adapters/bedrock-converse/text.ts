import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, type Wired } from '../../src/base/model/metadata.js'
import type { ReasoningPart, TextPart } from '../../src/base/model/types.js'
import { extraOf, metadataFor } from '../../src/codec/shape/fields.js'
import { dropReasoning } from '../../src/codec/shape/losses.js'
import { inside, keep, needed, to } from '../../src/codec/shape/rows.js'
import { shape } from '../../src/codec/shape/shape.js'
import { membersOf } from './union.js'

export const TEXT = /* @__PURE__ */ shape<TextPart>({ type: 'text' }, { text: needed(to('text')) })

/**
 * Decodes text with citations. The complete block stays in `extra` and is sent again if its text is
 * unchanged.
 */
export function decodeCitedText(block: JsonObject, context: Context): TextPart {
  return compact({
    type: 'text' as const,
    text: citedText(block.citationsContent),
    providerMetadata: metadataFor(block, {}, context),
  })
}

/** Decodes text for a guardrail to check. The block stays in `extra`, like a block with citations. */
export function decodeGuardedText(block: JsonObject, context: Context): TextPart | undefined {
  const { text } = membersOf(membersOf(block.guardContent).text)
  if (typeof text !== 'string') return undefined
  return compact({ type: 'text' as const, text, providerMetadata: metadataFor(block, {}, context) })
}

/** Encodes edited text, which the guardrail also checks. */
function encodeGuardedText(text: string, extra: JsonObject): JsonObject {
  const guard = membersOf(extra.guardContent)
  return { ...extra, guardContent: { ...guard, text: { ...membersOf(guard.text), text } } }
}

function citedText(cited: JsonValue | undefined): string {
  const content = isObject(cited) && isArray(cited.content) ? cited.content : []
  return content.map((item) => (isObject(item) ? stringOr(item.text, '') : '')).join('')
}

export function encodeText(part: TextPart, context: Context): JsonObject | undefined {
  const extra = extraOf(metadataOf(part, context))
  if (extra.guardContent !== undefined) return encodeGuardedText(part.text, extra)
  if (extra.citationsContent === undefined) return TEXT.encode(part, context)
  const { citationsContent, ...rest } = extra
  return citedText(citationsContent) === part.text ? extra : { ...rest, text: part.text }
}

/** The model verifies reasoning by its `signature`, or by the encrypted content if redacted. */
const SHOWN = /* @__PURE__ */ shape<ReasoningPart>(
  { type: 'reasoning' },
  {
    reasoningContent: needed(
      inside('body', {
        reasoningText: needed(
          inside('thought', { text: needed(to('text')), signature: keep('signature') }, 'kept'),
        ),
      }),
    ),
  },
)
const REDACTED = /* @__PURE__ */ shape<ReasoningPart>(
  { type: 'reasoning', text: '' },
  { reasoningContent: needed(inside('body', { redactedContent: needed(keep('signature')) })) },
  { form: 'redacted' },
)

/** Returns undefined for any other kind of reasoning. */
export function decodeReasoning(block: JsonObject, context: Context): ReasoningPart | undefined {
  return SHOWN.decode(block, context) ?? REDACTED.decode(block, context)
}

/** Returns true if another provider hides the reasoning, so that it cannot be encoded. */
export function isHidden(part: ReasoningPart, context: Wired): boolean {
  return part.text === '' && metadataOf(part, context)?.signature === undefined
}

/** Encodes the block. Returns undefined with a notice for hidden reasoning. */
export function encodeReasoning(part: ReasoningPart, context: Context): JsonObject | undefined {
  if (isHidden(part, context)) return dropReasoning(context)
  return REDACTED.encode(part, context) ?? SHOWN.encode(part, context)
}
