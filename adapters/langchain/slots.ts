import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, isObject, objectIn, stringOr } from '../../src/base/json/read-json.js'
import { compact, define, mergedMembers, unlessEmpty } from '../../src/base/json/write-json.js'
import { TOOL_KINDS } from '../../src/base/model/constants.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type {
  Message,
  OpaquePart,
  Part,
  SourcePart,
  ToolCall,
  ToolKind,
  ToolResult,
} from '../../src/base/model/types.js'
import { CARRIED, carried, carriedOpaque, opaqueSlot, withCarried } from '../../src/codec/format/carry.js'
import { wasAbsent } from '../../src/codec/shape/fields.js'
import { SIGNATURES, signaturesOf, withoutProof } from './proof.js'

// Data without a field is in `additional_kwargs.toolwire`, which LangChain keeps and does not send to
// providers: data of the message, of its calls by id, and of its other parts by index.

type Slot = JsonObject | undefined

/**
 * Returns the carried data of the parts of a message or a result.
 * @param from index of the first part.
 */
export function partSlots(parts: readonly Part[], context: Context, from = 0): Slot {
  const calls: Record<string, JsonValue> = {}
  const others: Record<string, JsonValue> = {}
  parts.forEach((part, index) => {
    const slot = slotOf(part, context)
    if (slot !== undefined)
      define(isListed(part) ? calls : others, isListed(part) ? part.id : String(from + index), slot)
  })
  return unlessEmpty({ calls: unlessEmpty(calls), parts: unlessEmpty(others) })
}

/** Returns the `additional_kwargs` for the parts. */
export function partKwargs(parts: readonly Part[], context: Context, from = 0): Slot {
  return unlessEmpty({
    [CARRIED]: partSlots(parts, context, from),
    [SIGNATURES]: signaturesOf(parts, context),
  })
}

/** Returns true for a call with an id among those of the message. */
function isListed(part: Part): part is ToolCall {
  return part.type === 'tool-call' && !part.providerExecuted
}

function slotOf(part: Part, context: Context): Slot {
  if (part.type === 'tool-call') return callSlot(part, context)
  if (part.type === 'tool-result') return resultSlot(part, context)
  if (part.type === 'opaque')
    return isCarriedPart(part, context) ? { type: part.type, ...opaqueSlot(part) } : undefined
  if (part.type === 'source') return { ...part }
  return carried(withoutProof(part, context), context)
}

/**
 * Returns the carried data of a result. The block of a provider's result expresses any output except a list
 * of parts, or JSON that is a text.
 */
function resultSlot(given: ToolResult, context: Context): Slot {
  const result = withoutProof(given, context)
  const { output } = result
  const own = metadataOf(result, context)
  const isText = output.type === 'json' && typeof output.value === 'string' && own === undefined
  const isIdless = wasAbsent(own, 'toolCallId') || wasAbsent(own, 'tool_use_id')
  const isSaid = output.type !== 'content' || own?.block === 'mcp_tool_result'
  return unlessEmpty({
    ...carried(result, context, ['name', ...(isIdless ? ['minted'] : [])]),
    output: !isSaid || isText ? asJson(output) : undefined,
  })
}

/** Returns true for a part without a native block, which is carried completely. */
export function isCarriedPart(
  part: Part,
  { wire }: Context,
): part is Extract<Part, { type: 'source' | 'opaque' }> {
  return part.type === 'source' || (part.type === 'opaque' && part.wire !== wire)
}

/**
 * Data that the call's positions contain is not carried. The text of arguments is carried if their value does
 * not give the same text.
 */
function callSlot(given: ToolCall, context: Context): Slot {
  const call = withoutProof(given, context)
  const own = metadataOf(call, context)
  const hasText = own?.raw !== undefined || own?.chunk !== undefined
  const isKnown = call.kind === 'custom' ? call.status === 'complete' : call.kind === executedKind(call.name)
  const isIdless = [own?.list, own?.invalid, own?.block, own?.raw].some((place) => wasAbsent(place, 'id'))
  return carried(call, context, [
    ...(hasText ? ['rawArguments'] : []),
    ...(isKnown ? ['kind'] : []),
    ...(isIdless ? ['minted'] : []),
  ])
}

/** Returns the kind of a provider-executed tool, which is usually its name. */
export function executedKind(name: string): Exclude<ToolKind, 'custom' | 'function'> {
  const kind = TOOL_KINDS.find((one) => one === name)
  return kind === undefined || kind === 'custom' || kind === 'function' ? 'other' : kind
}

/** Returns the parts with their carried data, and inserts completely carried parts at their index. */
export function withSlots(parts: readonly Part[], slots: Slot): Part[] {
  const all: Part[] = []
  const others = objectIn(slots?.parts)
  const calls = objectIn(slots?.calls)
  const waiting = [...parts]
  for (;;) {
    const slot = others[String(all.length)]
    const whole = wholePart(slot)
    const part = whole ?? waiting.shift()
    if (part === undefined) return all
    all.push(whole ?? withSlot(part, isListed(part) ? calls[part.id] : slot))
  }
}

export function withSlot(part: Part, slot: JsonValue | undefined): Part {
  if (part.type === 'tool-call') return withCallSlot(part, slot)
  if (part.type === 'opaque') return part
  return withCarried<Exclude<Part, OpaquePart | ToolCall>>(part, slot)
}

/** Returns a call with its carried data. A text that does not match the current arguments is ignored. */
export function withCallSlot(call: ToolCall, slot: JsonValue | undefined): ToolCall {
  if (!isObject(slot)) return call
  return withCarried<ToolCall>(slot.kind === 'custom' ? asCustom(call) : call, slot)
}

/** Converts to a custom call (free text), which LangChain stores as an object with one text `input`. */
export function asCustom(call: ToolCall): ToolCall {
  if (call.kind === 'custom') return call
  const { arguments: value, rawArguments, status, ...rest } = call
  const input = value?.input
  if (status === 'complete' && typeof input === 'string' && Object.keys(value ?? {}).length === 1)
    return { ...rest, kind: 'custom', status, arguments: input, rawArguments: input }
  if (status === 'complete') return call
  return compact({ ...rest, kind: 'custom' as const, status, rawArguments })
}

export function wholePart(
  slot: JsonValue | undefined,
): Extract<Part, { type: 'source' | 'opaque' }> | undefined {
  if (!isObject(slot)) return undefined
  if (slot.type === 'source') {
    const { url, title } = slot
    const source = {
      type: 'source',
      url: stringOr(url, undefined),
      title: stringOr(title, undefined),
    } as const
    return withCarried<SourcePart>(compact(source), slot)
  }
  return slot.type === 'opaque' ? carriedOpaque(slot) : undefined
}

/** Returns the carried data of a message, without its parts. */
export function messageSlot(message: Message, context: Context): Slot {
  return carried(message, context, message.origin?.wire === context.wire ? ['origin'] : [])
}

/**
 * Returns `additional_kwargs` with a slot. Returns undefined for an empty slot.
 * @param extra unread fields of `additional_kwargs`.
 * @param kept unread fields of the slot.
 */
export function kwargsWith(extra: JsonValue | undefined, slot: Slot, kept: JsonValue | undefined): Slot {
  const full = unlessEmpty(mergedMembers(objectIn(kept), slot ?? {}))
  return full && { ...objectIn(extra), [CARRIED]: full }
}

/** Returns the fields of a slot that encoding does not write again, to be kept. */
export function leftOf(slot: JsonValue | undefined, written: JsonValue | undefined): Slot {
  if (!isObject(slot)) return undefined
  const left: Record<string, JsonValue> = {}
  for (const key of Object.keys(slot)) {
    const member = slot[key]
    const again = isObject(written) && Object.hasOwn(written, key) ? written[key] : undefined
    const inner = again === undefined ? member : leftOf(member, again)
    if (inner !== undefined) define(left, key, inner)
  }
  return unlessEmpty(left)
}
