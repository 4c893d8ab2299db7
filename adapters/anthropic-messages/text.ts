import type { Context } from '../../src/adapter/context.js'
import { withExtras } from '../../src/adapter/extras.js'
import { expectString } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { OpaquePart, ReasoningPart, TextPart } from '../../src/model/types.js'
import { WIRE } from './maps.js'
import { absentFields, metadataFor, ownMetadata, wasAbsent } from './metadata.js'

const TEXT_FIELDS = new Set(['type', 'text'])
const THINKING_FIELDS = new Set(['type', 'thinking', 'signature'])
const REDACTED_FIELDS = new Set(['type', 'data'])

/** Citations and cache marks stay in `extra`: they point into this wire's own documents. */
export function decodeText(block: JsonObject, path: string): TextPart {
  return compact({
    type: 'text' as const,
    text: expectString(block.text, `${path}/text`),
    providerMetadata: metadataFor(block, TEXT_FIELDS),
  })
}

export function encodeText(part: TextPart): JsonObject {
  return withExtras({ type: 'text', text: part.text }, ownMetadata(part))
}

/** What proves the thinking to the provider is its `signature`, or the encrypted `data` when it is redacted. */
export function decodeReasoning(block: JsonObject, path: string): ReasoningPart {
  if (block.type === 'redacted_thinking') {
    return {
      type: 'reasoning',
      text: '',
      providerMetadata: metadataFor(block, REDACTED_FIELDS, {
        block: 'redacted_thinking',
        signature: expectString(block.data, `${path}/data`),
      }),
    }
  }
  const { signature } = block
  const signed = typeof signature === 'string'
  return compact({
    type: 'reasoning' as const,
    text: expectString(block.thinking, `${path}/thinking`),
    providerMetadata: metadataFor(block, THINKING_FIELDS, {
      signature: signed ? signature : undefined,
      absent: absentFields(block, ['signature']),
    }),
  })
}

/** Whether thinking carries this provider's proof, or came from it without one. */
export function isProven(part: ReasoningPart): boolean {
  const metadata = ownMetadata(part)
  return typeof metadata?.signature === 'string' || wasAbsent(metadata, 'signature')
}

/** The block, or undefined with a notice for thinking that this provider did not sign: it refuses such blocks. */
export function encodeReasoning(part: ReasoningPart, path: string, context: Context): JsonObject | undefined {
  const metadata = ownMetadata(part)
  const signature = metadata?.signature
  if (!isProven(part)) return reportUnproven(path, context)
  if (metadata?.block === 'redacted_thinking')
    return withExtras({ type: 'redacted_thinking', data: signature }, metadata)
  return withExtras({ type: 'thinking', thinking: part.text, signature }, metadata)
}

export function reportUnproven(path: string, context: Context): undefined {
  context.report({
    code: 'reasoning-dropped',
    severity: 'warning',
    path,
    message: 'this wire takes back only thinking that carries its own signature; this part is left out',
  })
}

export function opaque(value: JsonValue): OpaquePart {
  return { type: 'opaque', wire: WIRE, value }
}
