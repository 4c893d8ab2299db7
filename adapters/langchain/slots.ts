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

// What a message has no field for stands in `additional_kwargs.toolwire`, which LangChain keeps and sends to no provider:
// that of the message itself, of its calls by their ids, and of its other parts by their places.

type Slot = JsonObject | undefined

/** What is carried of the parts of a message, or of what stands in a result. @param from place of the first part. */
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

/** What `additional_kwargs` say of parts. */
export function partKwargs(parts: readonly Part[], context: Context, from = 0): Slot {
  return unlessEmpty({
    [CARRIED]: partSlots(parts, context, from),
    [SIGNATURES]: signaturesOf(parts, context),
  })
}

/** Whether it is a call that has an id of its own among those of the message. */
function isListed(part: Part): part is ToolCall {
  return part.type === 'tool-call' && !part.providerExecuted
}

function slotOf(part: Part, context: Context): Slot {
  if (part.type === 'tool-call') return callSlot(part, context)
  if (part.type === 'tool-result') return resultSlot(part, context)
  if (part.type === 'opaque')
    return isWhole(part, context) ? { type: part.type, ...opaqueSlot(part) } : undefined
  if (part.type === 'source') return { ...part }
  return carried(withoutProof(part, context), context)
}

/** The block of a result that a provider gave says any output but a list of parts, or JSON that is a text. */
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

/** Whether no block says it, so that all of it is carried. */
export function isWhole(part: Part, { wire }: Context): part is Extract<Part, { type: 'source' | 'opaque' }> {
  return part.type === 'source' || (part.type === 'opaque' && part.wire !== wire)
}

/** What the call's places say is not carried; the text of arguments is where it is another than their value gives. */
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

/** What a provider ran is mostly called what it is. */
export function executedKind(name: string): Exclude<ToolKind, 'custom' | 'function'> {
  const kind = TOOL_KINDS.find((one) => one === name)
  return kind === undefined || kind === 'custom' || kind === 'function' ? 'other' : kind
}

/** The parts with what was carried of them, and those that were carried whole, in their places. */
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

/** A call with what was carried of it; a text that says something else than its arguments do now is passed over. */
export function withCallSlot(call: ToolCall, slot: JsonValue | undefined): ToolCall {
  if (!isObject(slot)) return call
  return withCarried<ToolCall>(slot.kind === 'custom' ? asCustom(call) : call, slot)
}

/** A call of free text, which LangChain has as an object with one text `input`. */
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

/** What is carried of a message, without its parts. */
export function messageSlot(message: Message, context: Context): Slot {
  return carried(message, context, message.origin?.wire === context.wire ? ['origin'] : [])
}

/**
 * `additional_kwargs` with a slot in it; undefined when there is nothing to be added.
 * @param extra those of the message that are not read.
 * @param kept what stood in the slot and nobody reads.
 */
export function kwargsWith(extra: JsonValue | undefined, slot: Slot, kept: JsonValue | undefined): Slot {
  const full = unlessEmpty(mergedMembers(objectIn(kept), slot ?? {}))
  return full && { ...objectIn(extra), [CARRIED]: full }
}

/** What a slot holds beyond what is written again, to be kept. */
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
