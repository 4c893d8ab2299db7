import type { Conversation, MediaKind, Part, ResultPart } from '../../base/model/types.js'
import type { Limits } from '../../codec/wire/limits.js'

type MediaLimits = Pick<Limits, 'userMedia' | 'resultMedia'>

/**
 * Returns limits for each model that supports only some of the media in a conversation: without one kind, or
 * without media in results. A recording of this model contains texts in their place and does not state the
 * model's limits.
 */
export function withoutMedia(conversation: Conversation, limits: Limits): readonly MediaLimits[] {
  const parts = conversation.messages.flatMap((message) => message.parts)
  const inResults = new Set(parts.flatMap(mediaInResult))
  const kinds = [...new Set([...parts.flatMap(mediaKind), ...inResults])]
  const variants = subsetsOf(kinds).flatMap((missing) => {
    const userMedia = limits.userMedia.filter((kind) => !missing.includes(kind))
    const resultMedia = limits.resultMedia.filter((kind) => !missing.includes(kind))
    const variant = { userMedia, resultMedia }
    return resultMedia.some((kind) => inResults.has(kind))
      ? [variant, { userMedia, resultMedia: [] }]
      : [variant]
  })
  // The first variant has all media.
  return variants.slice(1)
}

function subsetsOf(kinds: readonly MediaKind[]): readonly (readonly MediaKind[])[] {
  const subsets: MediaKind[][] = [[]]
  for (const kind of kinds) subsets.push(...subsets.map((subset) => [...subset, kind]))
  return subsets
}

function mediaKind(part: Part | ResultPart): readonly MediaKind[] {
  return part.type === 'media' ? [part.kind] : []
}

function mediaInResult(part: Part): readonly MediaKind[] {
  return part.type === 'tool-result' && part.output.type === 'content'
    ? part.output.value.flatMap(mediaKind)
    : []
}
