import { at, isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, merged, stringifyJson } from '../../src/json/write.js'
import {
  type DecodedArguments,
  decodeArgumentText,
  decodeArgumentValue,
  decodeFreeText,
  encodeArgumentText,
  encodeArgumentValue,
  truncatedArguments,
} from '../../src/model/arguments.js'
import { type Context, contextAt } from '../../src/model/context.js'
import { mintId, stableHash } from '../../src/model/ids.js'
import { metadataOf, type OwnMetadata } from '../../src/model/metadata.js'
import type { ProviderMetadata, ToolCall, ToolKind, ToolResult } from '../../src/model/types.js'
import { anyOf, extraOf, type Fields, metadataFor, withExtras } from '../../src/shape/fields.js'
import { dropExecutedCall } from '../../src/shape/losses.js'
import {
  ANSWERS,
  type CallItem,
  callItem,
  type InputForm,
  isCut,
  isProviderExecuted,
  nativeItemType,
  type Standing,
  toolNameOf,
} from './maps.js'
import { decodePayload, encodePayload } from './payload.js'

/** What a call item amounts to: the call, and its result when the item holds that too. */
export interface DecodedCall {
  readonly call: ToolCall
  readonly result?: ToolResult
}

export interface CallOptions {
  /** What an id is derived from when the item has none. */
  readonly place: string
  /** Id of the reasoning item that led to this call, when it came in the same turn. */
  readonly reasoning?: string
  /** Whether the stream broke off inside this item, so that its text is not the whole text. */
  readonly cut?: boolean
  readonly standing: Standing
}

export function decodeCall(
  type: string,
  spec: CallItem,
  item: JsonObject,
  context: Context,
  options: CallOptions,
): DecodedCall {
  const ids = readIds(spec, item)
  const header = callHeader(type, spec, item, options.place)
  const cut = options.cut === true || isCut(item, header, options.standing)
  const given = readInput(spec, item)
  // What is cut has no arguments: an object stays among the unknown fields, and its text is what there is to see.
  const input: Input = cut && given.form !== 'text' ? { ...given, form: 'none', consumed: [] } : given
  const { id, name, kind, namespace, providerExecuted } = header
  const payload = providerExecuted && !ANSWERS.has(type) ? decodePayload(spec, item, context) : undefined
  const minted = ids.id === undefined ? (true as const) : undefined
  const providerMetadata = callMetadata(
    type,
    spec,
    item,
    ids,
    input,
    payload?.consumed ?? [],
    options.reasoning,
    context,
  )
  const head = { type: 'tool-call' as const, id, minted, name }
  const rest = { namespace, providerExecuted, providerMetadata }
  const call =
    kind === 'custom'
      ? merged({ ...head, kind }, decodeFreeText(stringOr(item.input, ''), cut), rest)
      : merged({ ...head, kind }, decodeInput(given, item, cut, context), rest)
  if (payload === undefined) return { call }
  const { consumed: _consumed, ...output } = payload
  const result = { type: 'tool-result' as const, callId: id, minted, name, ...output, providerExecuted: true }
  return { call, result: compact(result) }
}

export interface CallHeader {
  readonly id: string
  readonly name: string
  readonly kind: ToolKind
  readonly namespace: string | undefined
  readonly providerExecuted: boolean
}

/** What is known of a call before its input. Ids are minted without the input, which a stream brings later. */
export function callHeader(type: string, spec: CallItem, item: JsonObject, place: string): CallHeader {
  const name = nonEmpty(item.name) ?? (spec.named ? '' : toolNameOf(type))
  return {
    id: readIds(spec, item).id ?? mintId(place, name, ''),
    name,
    kind: spec.kind,
    namespace: nonEmpty(item.namespace),
    providerExecuted: isProviderExecuted(type, item, spec),
  }
}

interface Ids {
  /** The canonical id; undefined when the item has none. */
  readonly id?: string
  readonly itemId?: string
  readonly pairedBy: 'call_id' | 'id' | 'none'
}

/** Calls are paired by `call_id`; those of vendor-run tools, and hosted searches without one, by the item's id. */
function readIds(spec: CallItem, item: JsonObject): Ids {
  const callId = nonEmpty(item.call_id)
  const itemId = nonEmpty(item.id)
  if (callId !== undefined && (spec.pairedBy === 'call_id' || itemId === undefined))
    return { id: callId, itemId, pairedBy: 'call_id' }
  return itemId === undefined ? { pairedBy: 'none' } : { id: itemId, pairedBy: 'id' }
}

export function nonEmpty(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

interface Input {
  readonly form: InputForm
  readonly field: string
  /** The native fields that the canonical arguments hold. */
  readonly consumed: readonly string[]
}

/** xAI gives vendor-run tools `name` and JSON-text `arguments` where OpenAI has `action`, `code` and so on. */
function readInput(spec: CallItem, item: JsonObject): Input {
  const textField = spec.input === 'text' ? spec.field : 'arguments'
  if (typeof item[textField] === 'string') return { form: 'text', field: textField, consumed: [textField] }
  if (spec.kind === 'custom') return { form: 'none', field: spec.field, consumed: [] }
  const objectField = [spec.field, 'arguments'].find((name) => isObject(item[name]))
  if (spec.input !== 'members' && objectField !== undefined)
    return { form: 'object', field: objectField, consumed: [objectField] }
  const present = spec.members.filter((name) => item[name] !== undefined && item[name] !== null)
  if (present.length > 0) return { form: 'members', field: spec.field, consumed: present }
  return { form: 'none', field: spec.field, consumed: [] }
}

function decodeInput(
  { form, field, consumed }: Input,
  item: JsonObject,
  cut: boolean,
  context: Context,
): DecodedArguments {
  const where = at(context.path, field)
  if (form === 'text') {
    const text = stringOr(item[field], '')
    return cut
      ? truncatedArguments(text)
      : decodeArgumentText(text, item.status === 'in_progress', { ...context, path: where })
  }
  const value =
    form === 'members'
      ? Object.fromEntries(consumed.map((name) => [name, item[name] ?? null] as const))
      : item[field]
  if (cut) return truncatedArguments(isObject(value) ? stringifyJson(value) : '')
  // Anything but text and objects stays where it is; the call says that it cannot be used.
  return form === 'members' && isObject(value)
    ? { status: 'complete', arguments: value }
    : decodeArgumentValue(value, { ...context, path: where })
}

function callMetadata(
  type: string,
  spec: CallItem,
  item: JsonObject,
  ids: Ids,
  input: Input,
  payload: readonly string[],
  reasoning: string | undefined,
  context: Context,
): ProviderMetadata | undefined {
  const named = spec.named ? typeof item.name === 'string' : nonEmpty(item.name) !== undefined
  const fields: Fields = {
    type: 'any',
    id: 'text',
    namespace: 'text',
    name: spec.named ? 'string' : 'text',
    call_id: ids.pairedBy === 'call_id' ? 'any' : undefined,
    ...anyOf([...input.consumed, ...payload]),
  }
  return metadataFor(item, fields, context, {
    type: type === 'function_call' || type === 'custom_tool_call' ? undefined : type,
    itemId: ids.itemId,
    pairedBy: ids.pairedBy === spec.pairedBy ? undefined : ids.pairedBy,
    input: isUsualInput(spec, input, item) ? undefined : input.form,
    field: input.field === spec.field ? undefined : input.field,
    named: !spec.named && named ? true : undefined,
    reasoning,
    unnamed: spec.named && !named ? true : undefined,
  })
}

/** Blank text is recorded too, so that it goes back blank. */
function isUsualInput(spec: CallItem, { form, field }: Input, item: JsonObject): boolean {
  return form === spec.input && !(form === 'text' && stringOr(item[field], '').trim() === '')
}

/**
 * The call item, with the result inside when it belongs there. Undefined (with a notice) for calls that another
 * vendor ran: `fit` decides what becomes of those.
 * @param fresh whether an item without metadata of this wire gets the fields that responses have.
 */
export function encodeCall(
  call: ToolCall,
  result: ToolResult | undefined,
  fresh: boolean,
  context: Context,
): JsonObject | undefined {
  const metadata = metadataOf(call, context)
  const type = nativeTypeOf(call, context, metadata)
  const spec = type === undefined ? undefined : callItem(type)
  if (type === undefined || spec === undefined) return dropExecutedCall(call, context)
  if (metadata?.type !== undefined && type === 'function_call')
    return { type, call_id: call.id, name: call.name, arguments: inputText(call, false, context) }
  const isNew = metadata === undefined && fresh
  // An object has no place for a mark, and in a history no answer around it says that it was cut.
  const isCutObject = call.status === 'truncated' && metadata?.input === 'none' && !fresh
  const status = isNew ? freshStatus(call) : isCutObject ? 'incomplete' : undefined
  const saysCut = isSaidToBeCut(call, status, fresh, context)
  return withExtras(
    {
      ...encodeInput(call, spec, metadata, saysCut, context),
      type: nativeItemType(type),
      ...(isNew ? { id: freshItemId(call) } : {}),
      ...encodeIds(call, spec, metadata),
      name: isNamed(call, spec, metadata) ? call.name : undefined,
      namespace: call.namespace,
      ...(result === undefined ? {} : encodePayload(spec, result, context)),
      status,
    },
    metadata,
  )
}

/** Whether a cut call needs no mark: its item says so, or the answer that it came in does. */
function isSaidToBeCut(
  call: ToolCall,
  status: string | undefined,
  fresh: boolean,
  context: Context,
): boolean {
  if (call.status !== 'truncated') return false
  const metadata = metadataOf(call, context)
  const said = status ?? extraOf(metadata).status
  return said === 'incomplete' || (fresh && metadata !== undefined && said !== 'completed')
}

function isNamed(call: ToolCall, spec: CallItem, metadata: OwnMetadata | undefined): boolean {
  if (!spec.named) return metadata?.named === true
  return metadata?.unnamed !== true || call.name !== ''
}

/** The type of a call's item. A vendor's tool that the caller renamed is the caller's own function from then on. */
export function nativeTypeOf(
  call: ToolCall,
  context: Context,
  metadata = metadataOf(call, context),
): string | undefined {
  const recorded = stringOr(metadata?.type, undefined)
  const hasName = metadata?.named === true || recorded === undefined || callItem(recorded)?.named === true
  if (recorded !== undefined && (hasName || call.providerExecuted || call.name === toolNameOf(recorded)))
    return recorded
  if (call.kind === 'custom') return 'custom_tool_call'
  return call.providerExecuted ? undefined : 'function_call'
}

/** Items of a response have an id beside the call's; one that did not come from this wire gets it from the call. */
function freshItemId({ id, kind }: ToolCall): string {
  return `${kind === 'custom' ? 'ctc' : 'fc'}_${stableHash(id)}`
}

function freshStatus(call: ToolCall): string {
  const isCut = call.status === 'truncated' || (call.kind === 'custom' && call.status !== 'complete')
  return isCut ? 'incomplete' : 'completed'
}

function encodeIds(
  call: ToolCall,
  spec: CallItem,
  metadata: OwnMetadata | undefined,
): { readonly [key: string]: JsonValue | undefined } {
  const pairedBy = stringOr(metadata?.pairedBy, spec.pairedBy)
  const itemId = stringOr(metadata?.itemId, undefined)
  if (pairedBy === 'none' && call.minted) return { id: itemId }
  if (pairedBy === 'id') return { id: call.id }
  return compact({ call_id: call.id, id: itemId })
}

function encodeInput(
  call: ToolCall,
  spec: CallItem,
  metadata: OwnMetadata | undefined,
  saysCut: boolean,
  context: Context,
): JsonObject {
  const form = stringOr(metadata?.input, spec.input)
  const field = stringOr(metadata?.field, spec.field)
  if (call.kind === 'custom' && form === 'none' && !call.arguments) return {}
  if (call.kind === 'custom' || form === 'text') return { [field]: inputText(call, saysCut, context) }
  if (form === 'object') return { [field]: encodeArgumentValue(call, contextAt(context, 'arguments')) }
  const members = call.arguments ?? {}
  if (form === 'members' || Object.keys(members).length === 0) return members
  return { [field]: spec.input === 'text' ? stringifyJson(members) : members }
}

/** A call without arguments goes out as `{}`: servers refuse `arguments: ""` in history that they did not write. */
function inputText(call: ToolCall, saysCut: boolean, context: Context): string {
  if (saysCut) return call.rawArguments ?? ''
  const text = encodeArgumentText(call)
  const unwritten = call.kind !== 'custom' && metadataOf(call, context) === undefined && text.trim() === ''
  return unwritten && call.status === 'complete' ? '{}' : text
}
