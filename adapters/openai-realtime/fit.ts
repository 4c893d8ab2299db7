import { mapAllParts } from '../../src/base/model/change.js'
import { metadataOf, withMetadata } from '../../src/base/model/metadata.js'
import type { Conversation } from '../../src/base/model/types.js'
import type { FitContext, FitStep } from '../../src/codec/wire/fit-step.js'

/** Converts the model's audio to text: rule REALTIME-ITEM-02. */
export const fit: readonly FitStep[] = [writeSpokenWords]

const SPOKEN = new Set<unknown>(['output_audio', 'audio'])

function writeSpokenWords(conversation: Conversation, fit: FitContext): Conversation {
  return mapAllParts(conversation, fit, (part) => {
    if (part.type !== 'text') return part
    const { type, extra: _sound, ...rest } = metadataOf(part, fit) ?? {}
    return SPOKEN.has(type) ? withMetadata(part, rest, fit) : part
  })
}
