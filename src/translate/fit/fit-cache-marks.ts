import { metadataOf } from '../../base/model/metadata.js'
import type { CacheMark, Conversation, Message, Part } from '../../base/model/types.js'
import type { CachePlace } from '../../codec/shape/cache-marks.js'
import {
  dropMarks,
  isMarkable,
  type Markable,
  type MarkChange,
  mapMarkable,
  withMark,
} from '../../codec/shape/cache-marks.js'
import { dropCacheLifetime } from '../../codec/shape/losses.js'
import type { FitContext } from '../../codec/wire/fit-step.js'
import type { CacheLimit } from '../../codec/wire/limits.js'

const NOWHERE: CacheLimit['on'] = []

/**
 * Keeps cache marks at positions that the target accepts. This is the first step, since later steps split the
 * marked parts. A mark in a field of the target itself is unchanged.
 */
export function placeCacheMarks(conversation: Conversation, fit: FitContext): Conversation {
  return placeMarks(conversation, fit.limits.cacheMarks?.on ?? NOWHERE, fit)
}

/** Limits the marks to the number and the lifetimes that the target accepts. */
export function fitCacheMarks(conversation: Conversation, fit: FitContext): Conversation {
  const limit = fit.limits.cacheMarks
  return limit === undefined ? conversation : fitLifetimes(keepLast(conversation, limit, fit), limit, fit)
}

/** Returns the message with the marks of omitted parts moved to the parts before them. */
export function handMarksBack(
  message: Message,
  isLeftOut: (part: Part) => boolean,
  fit: FitContext,
): Message {
  const isMarked = (part: Part) => isMarkable(part) && part.cache !== undefined
  if (!message.parts.some((part) => isMarked(part) && isLeftOut(part))) return message
  let handed: CacheMark | undefined
  const parts = message.parts.toReversed().map((part) => {
    if (!isMarkable(part)) return part
    const cache = part.cache ?? handed
    handed = isLeftOut(part) ? cache : undefined
    return isLeftOut(part) || cache === part.cache ? part : fit.derive(part, marked(part, cache, fit))
  })
  if (handed !== undefined) dropMarks('nothing precedes them', { count: 1, path: fit.pathOf(message) }, fit)
  return { ...message, parts: parts.toReversed() }
}

/** Counts omitted values of a conversation, with the path of the first one. */
class Tally {
  count = 0
  path = ''

  constructor(private readonly fit: FitContext) {}

  add(value: Markable): void {
    if (this.count === 0) this.path = this.fit.pathOf(value)
    this.count += 1
  }
}

function mapForeign(conversation: Conversation, fit: FitContext, change: MarkChange): Conversation {
  return mapMarkable(conversation, fit, (value, place) =>
    metadataOf(value, fit)?.cache === undefined ? change(value, place) : value,
  )
}

export function marked<Value extends Markable>(
  value: Value,
  cache: CacheMark | undefined,
  fit: FitContext,
  field?: string,
): Value {
  const own = metadataOf(value, fit)
  return withMark(value, cache, field === undefined ? { ...own } : { ...own, cache: { form: field } }, fit)
}

/**
 * Moves marks to accepted positions. If marks inside results are not supported, the last mark moves to the
 * result.
 */
function placeMarks(conversation: Conversation, on: CacheLimit['on'], fit: FitContext): Conversation {
  const lost = new Tally(fit)
  const takes = (place: CachePlace) => on.includes(place)
  let inside: CacheMark | undefined
  const placed = mapForeign(conversation, fit, (value, place) => {
    const handed = place === 'tool-result' ? inside : undefined
    const cache = value.cache ?? handed
    if (inside !== undefined && value.cache !== undefined) lost.add(value)
    if (place !== 'result-part') inside = undefined
    if (cache === undefined || takes(place)) return cache === value.cache ? value : marked(value, cache, fit)
    if (place === 'result-part' && takes('tool-result')) inside = cache
    else lost.add(value)
    return marked(value, undefined, fit)
  })
  if (lost.count > 0) dropMarks('this wire does not support them here', lost, fit)
  return placed
}

/** Keeps the last marks, which cover the longest prefixes. */
function keepLast(conversation: Conversation, { most }: CacheLimit, fit: FitContext): Conversation {
  let left = 0
  mapMarkable(conversation, fit, (value) => {
    if (value.cache !== undefined) left += 1
    return value
  })
  if (left <= most) return conversation
  const lost = new Tally(fit)
  const kept = mapMarkable(conversation, fit, (value) => {
    if (value.cache === undefined || left <= most) return value
    left -= 1
    lost.add(value)
    return marked(value, undefined, fit)
  })
  dropMarks(`this wire accepts ${most}; the last ones are kept`, lost, fit)
  return kept
}

function fitLifetimes(
  conversation: Conversation,
  { ttls, field }: CacheLimit,
  fit: FitContext,
): Conversation {
  const lost = new Tally(fit)
  const fitted = mapForeign(conversation, fit, (value) => {
    const { cache } = value
    if (cache === undefined) return value
    const isKnown = cache.ttl === undefined || ttls.includes(cache.ttl)
    if (!isKnown) lost.add(value)
    return isKnown && field === undefined ? value : marked(value, isKnown ? cache : {}, fit, field)
  })
  if (lost.count > 0) dropCacheLifetime(lost.count, { ...fit, path: lost.path })
  return fitted
}
