import { expectString, isArray, isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { Context } from '../../src/model/context.js'
import { metadataOf, type Wired } from '../../src/model/metadata.js'
import type { OpaquePart, ReasoningPart, TextPart } from '../../src/model/types.js'
import { extraOf, type Fields, innerExtras, metadataFor, withExtras } from '../../src/shape/fields.js'
import { dropReasoning } from '../../src/shape/losses.js'
import { membersOf, union, unionMetadata } from './union.js'

const TEXT_FIELDS: Fields = { text: 'string' }

export function decodeText(block: JsonObject, path: string, context: Context): TextPart {
  return compact({
    type: 'text' as const,
    text: expectString(block.text, `${path}/text`),
    providerMetadata: metadataFor(block, TEXT_FIELDS, context),
  })
}

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

export function encodeText(part: TextPart, context: Context): JsonObject {
  const metadata = metadataOf(part, context)
  const extra = extraOf(metadata)
  const { citationsContent, ...rest } = extra
  if (extra.guardContent !== undefined) return encodeGuardedText(part.text, extra)
  if (citationsContent === undefined) return withExtras({ text: part.text }, metadata)
  return citedText(citationsContent) === part.text ? extra : { ...rest, text: part.text }
}

const REASONING_TEXT: Fields = { text: 'string', signature: 'string' }

/**
 * What proves reasoning to its model is its `signature`, or the encrypted content when it is redacted. Undefined for a
 * kind of reasoning that is neither.
 */
export function decodeReasoning(block: JsonObject, context: Context): ReasoningPart | undefined {
  const content = membersOf(block.reasoningContent)
  const { reasoningText, redactedContent } = content
  if (isObject(reasoningText) && typeof reasoningText.text === 'string')
    return compact({
      type: 'reasoning' as const,
      text: reasoningText.text,
      providerMetadata: unionMetadata(block, 'reasoningContent', { reasoningText: 'object' }, context, {
        signature: stringOr(reasoningText.signature, undefined),
        thought: innerExtras(reasoningText, REASONING_TEXT),
      }),
    })
  if (typeof redactedContent !== 'string') return undefined
  return compact({
    type: 'reasoning' as const,
    text: '',
    providerMetadata: unionMetadata(block, 'reasoningContent', { redactedContent: 'string' }, context, {
      form: 'redacted',
      signature: redactedContent,
    }),
  })
}

/** Whether another provider hides the reasoning, so that there is nothing to write. */
export function isHidden(part: ReasoningPart, context: Wired): boolean {
  return part.text === '' && metadataOf(part, context)?.signature === undefined
}

/** The block, or undefined with a notice for hidden reasoning. */
export function encodeReasoning(part: ReasoningPart, path: string, context: Context): JsonObject | undefined {
  if (isHidden(part, context)) return dropReasoning(path, context)
  const metadata = metadataOf(part, context)
  const signature = metadata?.signature
  if (metadata?.form === 'redacted' && signature !== undefined)
    return union('reasoningContent', { redactedContent: signature }, metadata)
  const reasoningText = withExtras({ text: part.text, signature }, metadata?.thought)
  return union('reasoningContent', { reasoningText }, metadata)
}

export function opaque(value: JsonValue, { wire }: Context): OpaquePart {
  return { type: 'opaque', wire, value }
}
