import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, isObject, objectIn, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { compact, equalJson, mergedMembers } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, type Wired } from '../../src/base/model/metadata.js'
import type { Message, Origin, ProviderMetadata } from '../../src/base/model/types.js'
import { CARRIED, carried, withCarried } from '../../src/codec/format/carry.js'
import { extraOf } from '../../src/codec/shape/fields.js'
import { fromNamespaces, toNamespaces } from './namespaces.js'

/** Fields for data that the SDK keeps unread: in prompts, in model output, and in UI messages. */
export type SlotName = 'providerOptions' | 'providerMetadata' | 'metadata'

/** Position of a part. */
export interface PartPlace {
  readonly slot: SlotName
  /** Role of the message that contains the part. */
  readonly role: Message['role']
  /** Author of the message. */
  readonly origin?: Origin | undefined
  /** True if files need a tag for their type. Default: bare texts are accepted. */
  readonly isTagged?: boolean
  /**
   * True for a model's prompt. A prompt does not accept sources and calls of other providers, which become
   * text.
   */
  readonly isPrompt?: boolean
  /** True for a user interface, which has only one type of file. */
  readonly isUi?: boolean
  /** Ids of the calls in this message, if a result without its call is rejected. */
  readonly calls?: ReadonlySet<string>
  /** True if the part is carried next to its text description, and only Toolwire reads it. */
  readonly isTold?: boolean
}

/** Position of carried parts, which only Toolwire reads. */
export const TOLD: PartPlace = { slot: 'providerOptions', role: 'assistant', isTold: true }

/**
 * Returns true for model output: in model output, the input of calls is text, and results come from
 * provider-executed tools.
 */
export function isAnswer({ slot }: PartPlace): boolean {
  return slot === 'providerMetadata'
}

/** Separates a native object from the data that Toolwire keeps in it. */
export function opened(
  native: JsonObject,
  slot: SlotName,
): readonly [native: JsonObject, options: JsonObject, kept: JsonObject] {
  const { [slot]: options, ...rest } = native
  if (!isObject(options)) return [native, {}, {}]
  const { [CARRIED]: kept, ...others } = options
  if (!isObject(kept)) return [native, options, {}]
  return [Object.keys(others).length === 0 ? rest : { ...rest, [slot]: others }, others, kept]
}

interface Bearer {
  readonly type: string
  readonly providerMetadata?: ProviderMetadata
}

/** Returns the canonical part with its carried data and with data from the packages' namespaces. */
export function withKept<Value extends Bearer>(part: Value, options: JsonObject, kept: JsonObject): Value {
  const full = withCarried(part, kept)
  const told = fromNamespaces(options, part.type)
  return told === undefined ? full : { ...full, providerMetadata: { ...told, ...full.providerMetadata } }
}

/**
 * Builds the slot: the original namespaces, metadata of the wires, and data without another field.
 * @param more data that only this format keeps in the slot.
 * @param said the members that other fields already contain.
 */
export function slotOf(
  part: Bearer,
  { slot }: Pick<PartPlace, 'slot'>,
  context: Context,
  more: Readonly<Record<string, JsonValue | undefined>> = {},
  said: readonly string[] = [],
): JsonObject {
  const { [context.wire]: _own, ...others } = part.providerMetadata ?? {}
  const [namespaces, rest] = toNamespaces(others, part.type)
  const before = extraOf(metadataOf(part, context))[slot]
  const options: Record<string, JsonValue> = { ...mergedMembers(objectIn(before), namespaces) }
  const own = compact({
    ...carried({ ...part, providerMetadata: rest }, context, said),
    ...more,
  })
  if (Object.keys(own).length > 0) options[CARRIED] = own
  return Object.keys(options).length === 0 && !isObject(before) ? {} : { [slot]: options }
}

/** Returns the origin of the parts: as carried by Toolwire, or derived from a package's namespace. */
function originIn(content: readonly JsonObject[], slot: SlotName): Origin | undefined {
  let told: Origin | undefined
  for (const part of content) {
    const [, options, { origin }] = opened(part, slot)
    if (isObject(origin) && typeof origin.wire === 'string')
      return compact({ wire: origin.wire, model: stringOr(origin.model, undefined) })
    const type = stringOr(part.type, '')
    for (const wire in fromNamespaces(options, type === 'file' ? 'media' : type)) told ??= { wire }
  }
  // For provider-executed tools, the namespaces differ from the wires' metadata and do not prove the origin.
  return content.some(({ providerExecuted }) => providerExecuted === true) ? undefined : told
}

/** Returns the origin of an answer. Default: this format. */
export function originOf(content: readonly JsonValue[], slot: SlotName, { wire }: Wired): Origin {
  return originIn(objectsIn(asJson(content)), slot) ?? { wire }
}

/** Adds the origin to the first part, if the other fields do not show it. */
export function withOrigin(
  content: readonly JsonValue[],
  { slot, origin }: PartPlace,
  context: Context,
): readonly JsonValue[] {
  const [first, ...rest] = content
  const told = originOf(content, slot, context)
  if (origin === undefined || !isObject(first) || equalJson(asJson(told), asJson(origin))) return content
  const options = objectIn(first[slot])
  const own = { ...objectIn(options[CARRIED]), origin: asJson(compact({ ...origin })) }
  return [{ ...first, [slot]: { ...options, [CARRIED]: own } }, ...rest]
}
