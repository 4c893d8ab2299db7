import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, objectIn } from '../../src/base/json/read-json.js'
import { define } from '../../src/base/json/write-json.js'
import type { OwnMetadata } from '../../src/base/model/metadata.js'
import { CARRIED } from '../../src/codec/format/carry.js'
import { extraOf, withExtras } from '../../src/codec/shape/fields.js'

/**
 * Names that the crate writes in camelCase in some objects and in snake_case in others. Both spellings are
 * accepted everywhere.
 */
const NAMES =
  'toolCallId toolName providerExecuted providerMetadata providerOptions mediaType isError sourceType inputSchema ' +
  'toolChoice maxOutputTokens topP topK stopSequences presencePenalty frequencyPenalty responseFormat includeRawChunks ' +
  'finishReason modelId inputTokens outputTokens totalTokens reasoningTokens cachedInputTokens'
const SNAKE: ReadonlyMap<string, string> = new Map(
  NAMES.split(' ').map((name) => [name, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
)
const CAMEL: ReadonlyMap<string, string> = new Map([...SNAKE].map(([camel, snake]) => [snake, camel]))

/** The names that are in snake_case in objects with all names in camelCase: none. */
export const CAMEL_CASE: readonly string[] = []
/** The names in snake_case in enum variants, of which serde renames only the variants, not their fields. */
export const SNAKE_METADATA: readonly string[] = ['providerMetadata']

/** A native object with names in camelCase, and a list of the names that had an unusual spelling. */
interface Spelled {
  readonly native: JsonObject
  readonly spelling: readonly string[] | undefined
}

/**
 * Converts the names of members to camelCase.
 * @param usual names that are usually in snake_case in this object.
 */
export function readNames(object: JsonObject, usual: readonly string[]): Spelled {
  const native: Record<string, JsonValue> = {}
  const odd: string[] = []
  for (const key in object) {
    const value = object[key]
    if (value === undefined) continue
    const camel = CAMEL.get(key)
    const isSnake = camel !== undefined && !(camel in object)
    const name = isSnake ? camel : key
    define(native, name, value)
    if (SNAKE.has(name) && isSnake !== usual.includes(name)) odd.push(name)
  }
  return { native, spelling: odd.length === 0 ? undefined : odd.sort() }
}

/** Restores the usual spelling of the object, except for names that had another spelling. */
export function writeNames(
  fresh: JsonObject,
  usual: readonly string[],
  odd: JsonValue | undefined,
): JsonObject {
  const native: Record<string, JsonValue> = {}
  for (const key in fresh) {
    const isSnake = usual.includes(key) !== (isArray(odd) && odd.includes(key))
    define(native, (isSnake ? SNAKE.get(key) : undefined) ?? key, fresh[key])
  }
  return native
}

/** Fields for carried data: the options of tools, the metadata of everything else. */
type SlotName = 'providerMetadata' | 'providerOptions'

export interface OpenedObject extends Spelled {
  /** The data carried under Toolwire's name, removed from `native`. */
  readonly slot: JsonObject
}

export function opened(
  object: JsonObject,
  usual: readonly string[],
  place: SlotName = 'providerMetadata',
): OpenedObject {
  const { native, spelling } = readNames(object, usual)
  const { [place]: options, ...rest } = native
  if (!isObject(options) || !isObject(options[CARRIED])) return { native, slot: {}, spelling }
  const { [CARRIED]: slot, ...others } = options
  const isAlone = Object.keys(others).length === 0
  return { native: isAlone ? rest : { ...rest, [place]: others }, slot, spelling }
}

/** Builds the native object: with its unknown fields, a non-empty slot, and the original spelling. */
export function closed(
  fresh: Readonly<Record<string, JsonValue | undefined>>,
  own: OwnMetadata | undefined,
  slot: JsonObject | undefined,
  usual: readonly string[],
  place: SlotName = 'providerMetadata',
): JsonObject {
  const kept = objectIn(extraOf(own)[place])
  const isNeeded = slot !== undefined && Object.keys(slot).length > 0
  const all = isNeeded ? { ...fresh, [place]: { ...kept, [CARRIED]: slot } } : fresh
  return writeNames(withExtras(all, own), usual, own?.spelling)
}

/** Adds data to the slot of a native object. */
export function addToSlot(object: JsonObject, more: JsonObject, usual: readonly string[]): JsonObject {
  const { native, slot, spelling } = opened(object, usual)
  const metadata = objectIn(native.providerMetadata)
  const full = { ...native, providerMetadata: { ...metadata, [CARRIED]: { ...slot, ...more } } }
  return writeNames(full, usual, spelling)
}
