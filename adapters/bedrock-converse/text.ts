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

/** Text with citations is a block of another kind; it stays in `extra` whole and goes back as long as it says the same. */
export function decodeCitedText(block: JsonObject, context: Context): TextPart {
  return compact({
    type: 'text' as const,
    text: citedText(block.citationsContent),
    providerMetadata: metadataFor(block, {}, context),
  })
}

/** Text that a guardrail is to look at: the block stays in `extra`, as one with citations does. */
export function decodeGuardedText(block: JsonObject, context: Context): TextPart | undefined {
  const { text } = membersOf(membersOf(block.guardContent).text)
  if (typeof text !== 'string') return undefined
  return compact({ type: 'text' as const, text, providerMetadata: metadataFor(block, {}, context) })
}

/** It is looked at whatever it says by now. */
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

/** What proves reasoning to its model is its `signature`, or the encrypted content when it is redacted. */
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

/** Undefined for a kind of reasoning that is neither. */
export function decodeReasoning(block: JsonObject, context: Context): ReasoningPart | undefined {
  return SHOWN.decode(block, context) ?? REDACTED.decode(block, context)
}

/** Whether another provider hides the reasoning, so that there is nothing to write. */
export function isHidden(part: ReasoningPart, context: Wired): boolean {
  return part.text === '' && metadataOf(part, context)?.signature === undefined
}

/** The block, or undefined with a notice for hidden reasoning. */
export function encodeReasoning(part: ReasoningPart, context: Context): JsonObject | undefined {
  if (isHidden(part, context)) return dropReasoning(context)
  return REDACTED.encode(part, context) ?? SHOWN.encode(part, context)
}
