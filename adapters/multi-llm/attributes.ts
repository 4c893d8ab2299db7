import type { JsonObject } from '../../src/base/json/json-types.js'
import { isObject, numberOr, objectOr, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, type OwnMetadata, type Wired } from '../../src/base/model/metadata.js'
import type { CacheMark, Message, Part } from '../../src/base/model/types.js'
import { CARRIED } from '../../src/codec/format/carry.js'
import { extraFields, extraOf, type Fields, withExtras } from '../../src/codec/shape/fields.js'
import { dropCacheLifetime } from '../../src/codec/shape/losses.js'
import * as form from '../../src/codec/shape/settings/forms.js'
import type { EntryPart } from './content.js'

const LIFETIMES: form.Words<'5m' | '1h'> = { Ephemeral: '5m', Extended: '1h' }
const NOTHING: JsonObject = {}

export interface DecodedAttributes {
  readonly cache: CacheMark | undefined
  /** Carried data of the part and of its message. */
  readonly slot: JsonObject
  /** Other data, kept only for this format. */
  readonly kept: JsonObject
}

/** Decodes `MessageAttributes`: cache marks, and the slot in its `metadata`. */
export function decodeAttributes(native: JsonObject): DecodedAttributes {
  const ttl = form.meaningOf(LIFETIMES, native.cache_type)
  const isCached = native.cacheable === true
  const read: Fields = isCached ? { cacheable: 'boolean', ...(ttl && { cache_type: 'string' }) } : {}
  const { slot, rest } = splitSlot(native)
  return {
    cache: isCached ? compact({ ttl }) : undefined,
    slot,
    kept: compact({ extra: extraFields(rest, read), negligible: unmissed(rest), absent: absentFrom(native) }),
  }
}

/** Fields that order messages and name cached content. Answers do not depend on these fields. */
const BOOKKEEPING = ['priority', 'category', 'cacheable', 'cache_type', 'cache_key']

function unmissed({ metadata }: JsonObject): string[] {
  const isEmpty = isObject(metadata) && Object.keys(metadata).length === 0
  return isEmpty ? [...BOOKKEEPING, 'metadata'] : BOOKKEEPING
}

function absentFrom(native: JsonObject): string[] | undefined {
  const absent = [...BOOKKEEPING, 'metadata'].filter((name) => !(name in native))
  return absent.length === 0 ? undefined : absent
}

function splitSlot(native: JsonObject): { readonly slot: JsonObject; readonly rest: JsonObject } {
  const metadata = objectOr(native.metadata, NOTHING)
  if (!isObject(metadata[CARRIED])) return { slot: NOTHING, rest: native }
  const { [CARRIED]: slot, ...others } = metadata
  const { metadata: _metadata, ...rest } = native
  return {
    slot,
    rest: Object.keys(others).length === 0 ? rest : { ...rest, metadata: others },
  }
}

/**
 * Encodes the attributes of a part.
 * @param usual the default values.
 */
export function encodeAttributes(
  part: EntryPart,
  slot: JsonObject,
  usual: JsonObject,
  context: Context,
): JsonObject {
  const { cache } = part
  const kept = metadataOf(part, context)?.attributes
  const others = objectOr(extraOf(kept).metadata, NOTHING)
  return withExtras(
    {
      cacheable: cache === undefined ? undefined : true,
      cache_type: cache?.ttl === undefined ? undefined : lifetimeOf(cache.ttl, context),
      metadata: Object.keys(slot).length === 0 ? undefined : { ...others, [CARRIED]: slot },
    },
    kept,
    { ...usual, cacheable: false, cache_type: null, cache_key: null, metadata: {} },
  )
}

function lifetimeOf(ttl: string, context: Context): string | undefined {
  const word = ttl === '5m' || ttl === '1h' ? form.wordFor(LIFETIMES, ttl) : undefined
  if (word === undefined) dropCacheLifetime(1, context)
  return word
}

const EPOCH = '1970-01-01T00:00:00Z'

/**
 * Assigns priorities and times. multi-llm sorts messages by priority and then by time before it sends them. A
 * message without both gets the values of the preceding message, so that the order is kept.
 */
export class Order {
  #priority = 50
  #timestamp = EPOCH

  /** Returns the values of a message: the message's values, if present. */
  next(own: OwnMetadata): { readonly priority: number; readonly timestamp: string } {
    const { priority } = extraOf(own.attributes)
    const said = {
      priority: numberOr(priority, this.#priority),
      timestamp: stringOr(extraOf(own).timestamp, this.#timestamp),
    }
    this.#priority = Math.max(this.#priority, said.priority)
    if (Date.parse(said.timestamp) > Date.parse(this.#timestamp)) this.#timestamp = said.timestamp
    return said
  }
}

/**
 * Returns the order in which multi-llm sends messages. A message without priority and time stays after the
 * preceding message. Calls and results also stay, although multi-llm assigns them the priorities 25 and 26,
 * which would move them before the question.
 */
export function sentIn(context: Wired): (messages: readonly Message[]) => readonly Message[] {
  return (messages) => {
    const order = new Order()
    let rank = { priority: 0, time: 0 }
    const ranked = messages.map((message) => {
      if (!message.parts.some(isOfCall)) {
        const { priority, timestamp } = order.next(ownOf(message, context))
        rank = { priority, time: Date.parse(timestamp) || 0 }
      }
      return { message, ...rank }
    })
    ranked.sort((a, b) => a.priority - b.priority || a.time - b.time)
    return ranked.map(({ message }) => message)
  }
}

function isOfCall({ type }: Part): boolean {
  return type === 'tool-call' || type === 'tool-result'
}

/** Returns the kept data of the first part with attributes. */
function ownOf({ parts }: Message, context: Wired): OwnMetadata {
  for (const part of parts) {
    const own = metadataOf(part, context)
    if (own !== undefined) return own
  }
  return {}
}
