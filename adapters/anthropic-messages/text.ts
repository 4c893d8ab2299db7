import { expectString, stringOr } from '../../src/json/read.js'
import type { JsonObject } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { Context } from '../../src/model/context.js'
import { metadataOf } from '../../src/model/metadata.js'
import type { ReasoningPart, TextPart } from '../../src/model/types.js'
import { absentFields, type Fields, metadataFor, wasAbsent, withExtras } from '../../src/shape/fields.js'
import { dropReasoning } from '../../src/shape/losses.js'

const TEXT_FIELDS: Fields = { type: 'string', text: 'string' }
const THINKING_FIELDS: Fields = { type: 'string', thinking: 'string', signature: 'string' }
const REDACTED_FIELDS: Fields = { type: 'string', data: 'string' }

/** Citations stay in `extra`: they point into this wire's own documents. */
export function decodeText(block: JsonObject, path: string, context: Context): TextPart {
  return compact({
    type: 'text' as const,
    text: expectString(block.text, `${path}/text`),
    providerMetadata: metadataFor(block, TEXT_FIELDS, context),
  })
}

export function encodeText(part: TextPart, context: Context): JsonObject {
  return withExtras({ type: 'text', text: part.text }, metadataOf(part, context))
}

/** What proves the thinking to the provider is its `signature`, or the encrypted `data` when it is redacted. */
export function decodeReasoning(block: JsonObject, path: string, context: Context): ReasoningPart {
  if (block.type === 'redacted_thinking') {
    return {
      type: 'reasoning',
      text: '',
      providerMetadata: metadataFor(block, REDACTED_FIELDS, context, {
        block: 'redacted_thinking',
        signature: expectString(block.data, `${path}/data`),
      }),
    }
  }
  return compact({
    type: 'reasoning' as const,
    text: expectString(block.thinking, `${path}/thinking`),
    providerMetadata: metadataFor(block, THINKING_FIELDS, context, {
      signature: stringOr(block.signature, undefined),
      absent: absentFields(block, THINKING_FIELDS, ['signature']),
    }),
  })
}

/** Whether thinking carries this provider's proof, or came from it without one. */
export function isProven(part: ReasoningPart, context: Context): boolean {
  const metadata = metadataOf(part, context)
  return typeof metadata?.signature === 'string' || wasAbsent(metadata, 'signature')
}

/** The block, or undefined with a notice for thinking that this provider did not sign: it refuses such blocks. */
export function encodeReasoning(part: ReasoningPart, path: string, context: Context): JsonObject | undefined {
  const metadata = metadataOf(part, context)
  const signature = metadata?.signature
  if (!isProven(part, context)) return dropReasoning(path, context)
  if (metadata?.block === 'redacted_thinking')
    return withExtras({ type: 'redacted_thinking', data: signature }, metadata)
  return withExtras({ type: 'thinking', thinking: part.text, signature }, metadata)
}
