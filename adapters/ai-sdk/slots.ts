import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, isObject, objectIn, objectsIn, stringOr } from '../../src/base/json/read-json.js'
import { compact, equalJson, mergedMembers } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, type Wired } from '../../src/base/model/metadata.js'
import type { Message, Origin, ProviderMetadata } from '../../src/base/model/types.js'
import { CARRIED, carried, withCarried } from '../../src/codec/format/carry.js'
import { extraOf } from '../../src/codec/shape/fields.js'
import { fromNamespaces, toNamespaces } from './namespaces.js'

/** Where the SDK keeps what is of no concern to it: in prompts, in what a model says, and in messages of a user interface. */
export type SlotName = 'providerOptions' | 'providerMetadata' | 'metadata'

/** Where a part stands. */
export interface PartPlace {
  readonly slot: SlotName
  /** Whose message it is in. */
  readonly role: Message['role']
  /** Who wrote the message. */
  readonly origin?: Origin | undefined
  /** Whether files have to bear a tag that says what they are. Default: bare texts will do. */
  readonly isTagged?: boolean
  /** Whether a model is to read it, which takes neither sources nor what another provider ran: that is told as text. */
  readonly isPrompt?: boolean
  /** Whether an interface is to show it, which knows one type of file. */
  readonly isUi?: boolean
  /** Ids of the calls that it holds, where a result without its call is refused. */
  readonly calls?: ReadonlySet<string>
  /** Whether it stands beside the text that tells it, where only we read it. */
  readonly isTold?: boolean
}

/** How what only we read stands there, wherever that is. */
export const TOLD: PartPlace = { slot: 'providerOptions', role: 'assistant', isTold: true }

/** Whether it is what a model says: there the input of calls is text, and results are of tools that the provider ran. */
export function isAnswer({ slot }: PartPlace): boolean {
  return slot === 'providerMetadata'
}

/** A native object without what we keep in it, and that. */
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

/** The canonical part with what was kept beside it: by us, and by packages of the SDK under names of theirs. */
export function withKept<Value extends Bearer>(part: Value, options: JsonObject, kept: JsonObject): Value {
  const full = withCarried(part, kept)
  const told = fromNamespaces(options, part.type)
  return told === undefined ? full : { ...full, providerMetadata: { ...told, ...full.providerMetadata } }
}

/**
 * The slot to write: the namespaces as they were, what wires keep on the part, and what has no place elsewhere.
 * @param more what only this format has to say there.
 * @param said the members that the fields beside it say.
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

/** Who wrote the parts, as it is told beside them: by us, or by the package whose namespace it is. */
function originIn(content: readonly JsonObject[], slot: SlotName): Origin | undefined {
  let told: Origin | undefined
  for (const part of content) {
    const [, options, { origin }] = opened(part, slot)
    if (isObject(origin) && typeof origin.wire === 'string')
      return compact({ wire: origin.wire, model: stringOr(origin.model, undefined) })
    const type = stringOr(part.type, '')
    for (const wire in fromNamespaces(options, type === 'file' ? 'media' : type)) told ??= { wire }
  }
  // What the packages keep of tools that their providers ran is not what the wires have: it is told there.
  return content.some(({ providerExecuted }) => providerExecuted === true) ? undefined : told
}

/** Who wrote an answer: this format, when nothing else is told beside its parts. */
export function originOf(content: readonly JsonValue[], slot: SlotName, { wire }: Wired): Origin {
  return originIn(objectsIn(asJson(content)), slot) ?? { wire }
}

/** The parts, the first of which tells who wrote them, where nothing else does. */
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
