import type { JsonMembers, JsonObject } from '../../src/base/json/json-types.js'
import { isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact, merged, stringifyJson } from '../../src/base/json/write-json.js'
import {
  type CallStage,
  type DecodedArguments,
  decodeArgumentText,
  decodeArgumentValue,
  decodeFreeText,
  encodeArgumentText,
  encodeArgumentValue,
  truncatedArguments,
  unclosedArguments,
} from '../../src/base/model/arguments.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { mintId, stableHash } from '../../src/base/model/ids.js'
import { metadataOf, type OwnMetadata } from '../../src/base/model/metadata.js'
import type { ProviderMetadata, ToolCall, ToolKind, ToolResult } from '../../src/base/model/types.js'
import { resultOf } from '../../src/codec/shape/call-codec.js'
import { extraOf, metadataFor, type ReadFields, withExtras } from '../../src/codec/shape/fields.js'
import { dropExecutedCall } from '../../src/codec/shape/losses.js'
import {
  type ArgumentsForm,
  type CallItem,
  callItem,
  isCut,
  isProviderExecuted,
  nativeItemType,
  nonEmpty,
  type Standing,
  toolNameOf,
} from './maps.js'
import { decodePayload, encodePayload } from './payload.js'

/** A decoded call item: the call, and its result if the item contains one. */
export interface DecodedCall {
  readonly call: ToolCall
  readonly result?: ToolResult
}

/** The context of a call item: its position, and facts from outside the item. */
export interface CallSite {
  readonly context: Context
  /** The text from which an id is derived if the item has no id. */
  readonly place: string
  /** Id of the reasoning item that led to this call, if it arrived in the same turn. */
  readonly reasoning?: string | undefined
  /** The stage of the input in a stream. Default: derived from the item and its answer. */
  readonly stage?: CallStage | undefined
  readonly standing: Standing
}

export function decodeCall(spec: CallItem, item: JsonObject, site: CallSite): DecodedCall {
  const { context, reasoning } = site
  const header = callHeader(spec, item, site.place)
  const { id, pairedBy, name, kind, namespace, providerExecuted } = header
  const stage = stageOf(item, header, site)
  const cut = stage === 'broken'
  const input = readInput(spec, item)
  const payload =
    providerExecuted && spec.answer === undefined ? decodePayload(spec, item, context) : undefined
  const minted = pairedBy === 'none' ? (true as const) : undefined
  const head = { type: 'tool-call' as const, id, minted, name }
  const consumed = payload?.consumed ?? []
  // Members are listed one by one: a spread costs as much as reading the item (docs/performance.md).
  const providerMetadata = callMetadata(spec, item, {
    context,
    pairedBy,
    reasoning,
    input: cut ? cutInput(input) : input,
    consumed,
  })
  const isAsync = typeof item.async === 'boolean' ? item.async : undefined
  const rest = { namespace, providerExecuted, async: isAsync, providerMetadata }
  const call =
    kind === 'custom'
      ? merged({ ...head, kind }, decodeFreeText(stringOr(item.input, ''), cut), rest)
      : merged({ ...head, kind }, decodeInput(input, item, stage, context), rest)
  if (payload === undefined) return { call }
  const { output, isError } = payload
  const said = { name, output, isError, providerExecuted }
  return { call, result: resultOf({ id, minted }, said, payload.providerMetadata) }
}

/**
 * Returns the stage of a call. The status `incomplete` of the item takes precedence, then the `done` event in
 * the stream, other statuses of the item, and the end of the answer. An interrupted answer also has the
 * `done` event, with the input received so far (doc comments of the `done` events in openai-node). Afterwards
 * the text is checked.
 */
function stageOf(item: JsonObject, header: CallHeader, { stage, standing }: CallSite): CallStage {
  const { status } = item
  if (status === 'incomplete') return 'broken'
  if (status === 'completed' && stage !== 'broken') return 'whole'
  if (stage === 'ended' && standing === 'finished') return 'whole'
  if (stage === 'ended') return header.kind === 'custom' ? 'broken' : 'cut'
  if (stage === 'broken' || isCut(item, header, standing)) return 'broken'
  if (status !== 'in_progress') return 'whole'
  return standing === 'finished' ? 'unclosed' : 'cut'
}

export interface CallHeader {
  readonly id: string
  readonly pairedBy: Pairing
  readonly name: string
  readonly kind: ToolKind
  readonly namespace: string | undefined
  readonly providerExecuted: boolean
}

/**
 * Returns the facts of a call that are known before its input. Minted ids do not depend on the input, which a
 * stream sends later.
 */
export function callHeader(spec: CallItem, item: JsonObject, place: string): CallHeader {
  const name = nonEmpty(item.name) ?? (spec.named ? '' : toolNameOf(spec.type))
  const pairedBy = pairingOf(spec, item)
  return {
    id: pairedBy === 'none' ? mintId(place, name, '') : stringOr(item[pairedBy], ''),
    pairedBy,
    name,
    kind: spec.kind,
    namespace: nonEmpty(item.namespace),
    providerExecuted: isProviderExecuted(spec, item),
  }
}

/** The field that contains the canonical id. `none`: the item has no id. */
type Pairing = 'call_id' | 'id' | 'none'

/**
 * Returns the field that contains the canonical id. Calls are paired by `call_id`. Calls of vendor-run tools,
 * and hosted searches without `call_id`, are paired by the item's id.
 */
function pairingOf(spec: CallItem, item: JsonObject): Pairing {
  const hasItemId = nonEmpty(item.id) !== undefined
  if (nonEmpty(item.call_id) !== undefined && (spec.pairedBy === 'call_id' || !hasItemId)) return 'call_id'
  return hasItemId ? 'id' : 'none'
}

interface Input {
  readonly form: ArgumentsForm
  readonly field: string
  /** The native fields that the canonical arguments contain. */
  readonly consumed: readonly string[]
}

/**
 * Reads the input. For vendor-run tools, xAI sends `name` and JSON text in `arguments` in place of OpenAI's
 * `action`, `code` and other fields.
 */
function readInput(spec: CallItem, item: JsonObject): Input {
  const { field } = spec
  const textField = spec.input === 'text' ? field : 'arguments'
  if (typeof item[textField] === 'string') return { form: 'text', field: textField, consumed: [textField] }
  const none = { form: 'none' as const, field, consumed: [] }
  if (spec.kind === 'custom') return none
  const objectField = [field, 'arguments'].find((name) => isObject(item[name]))
  if (spec.input !== 'members' && objectField !== undefined)
    return { form: 'object', field: objectField, consumed: [objectField] }
  const present = spec.members.filter((name) => item[name] !== undefined && item[name] !== null)
  return present.length > 0 ? { form: 'members', field, consumed: present } : none
}

/**
 * Returns the input of a truncated call, which has no arguments. An object is kept among the unknown fields;
 * text is kept as raw text.
 */
function cutInput(input: Input): Input {
  return input.form === 'text' ? input : { ...input, form: 'none', consumed: [] }
}

function decodeInput(
  { form, field, consumed }: Input,
  item: JsonObject,
  stage: CallStage,
  context: Context,
): DecodedArguments {
  if (form === 'text') return decodeInputText(stringOr(item[field], ''), stage, contextAt(context, field))
  const value =
    form === 'members'
      ? Object.fromEntries(consumed.map((name) => [name, item[name] ?? null] as const))
      : item[field]
  if (stage === 'broken') return truncatedArguments(isObject(value) ? stringifyJson(value) : '')
  // Values other than text and objects are kept unchanged. The call is marked as unusable.
  return form === 'members' && isObject(value)
    ? { status: 'complete', arguments: value }
    : decodeArgumentValue(value, contextAt(context, field))
}

function decodeInputText(text: string, stage: CallStage, context: Context): DecodedArguments {
  if (stage === 'broken') return truncatedArguments(text)
  return stage === 'unclosed'
    ? unclosedArguments(text, context)
    : decodeArgumentText(text, stage === 'cut', context)
}

interface ReadCall extends Pick<CallSite, 'context' | 'reasoning'>, Pick<CallHeader, 'pairedBy'> {
  readonly input: Input
  /** The native fields that the inner result contains. */
  readonly consumed: readonly string[]
}

function callMetadata(
  spec: CallItem,
  item: JsonObject,
  { context, pairedBy, reasoning, input, consumed }: ReadCall,
): ProviderMetadata | undefined {
  const { type } = spec
  const named = spec.named ? typeof item.name === 'string' : nonEmpty(item.name) !== undefined
  const fields: ReadFields = {
    type: 'any',
    id: 'text',
    namespace: 'text',
    async: 'boolean',
    name: spec.named ? 'string' : 'text',
  }
  if (pairedBy === 'call_id') fields.call_id = 'any'
  for (const name of input.consumed) fields[name] = 'any'
  for (const name of consumed) fields[name] = 'any'
  return metadataFor(item, fields, context, {
    type: type === 'function_call' || type === 'custom_tool_call' ? undefined : type,
    itemId: pairedBy === 'call_id' ? nonEmpty(item.id) : undefined,
    pairedBy: pairedBy === spec.pairedBy ? undefined : pairedBy,
    input: isUsualInput(spec, input, item) ? undefined : input.form,
    field: input.field === spec.field ? undefined : input.field,
    named: !spec.named && named ? true : undefined,
    reasoning,
    unnamed: spec.named && !named ? true : undefined,
  })
}

/**
 * Returns true if encoding would write the same input. Blank text is recorded, so that it is sent back
 * unchanged.
 */
function isUsualInput(spec: CallItem, { form, field }: Input, item: JsonObject): boolean {
  return form === spec.input && !(form === 'text' && stringOr(item[field], '').trim() === '')
}

/** Options for encoding a call. */
export interface CallTarget {
  /**
   * True if the item belongs to a response. A call without metadata of this wire then gets the fields that
   * response items have.
   */
  readonly inResponse: boolean
  /** The result that is written into the call's item. */
  readonly result?: ToolResult | undefined
}

/**
 * Returns the call item, with the result inside if its type requires that. Returns undefined (with a notice)
 * for calls that another vendor ran: `fit` handles those calls.
 */
export function encodeCall(
  call: ToolCall,
  context: Context,
  { inResponse, result }: CallTarget,
): JsonObject | undefined {
  const metadata = metadataOf(call, context)
  const spec = callItem(nativeTypeOf(call, context) ?? '')
  if (spec === undefined) return dropExecutedCall(call, context)
  const { type } = spec
  if (metadata?.type !== undefined && type === 'function_call')
    return { type, call_id: call.id, name: call.name, arguments: inputText(call, false, context) }
  const isNew = metadata === undefined && inResponse
  // An object cannot contain a truncation mark, and a history has no answer that reports the truncation.
  const isCutObject = call.status === 'truncated' && metadata?.input === 'none' && !inResponse
  const status = isNew ? freshStatus(call) : isCutObject ? 'incomplete' : undefined
  const said = status ?? extraOf(metadata).status
  // A truncated call needs no mark if its item or its answer reports the truncation.
  const saysCut =
    call.status === 'truncated' && (said === 'incomplete' || (inResponse && !isNew && said !== 'completed'))
  return withExtras(
    {
      ...encodeInput(call, spec, saysCut, context),
      type: nativeItemType(type),
      ...(isNew && { id: freshItemId(call) }),
      ...encodeIds(call, spec, metadata),
      name: isNamed(call, spec, metadata) ? call.name : undefined,
      namespace: call.namespace,
      async: call.async,
      ...(result && encodePayload(spec, result, context)),
      status,
    },
    metadata,
  )
}

function isNamed(call: ToolCall, spec: CallItem, metadata: OwnMetadata | undefined): boolean {
  if (!spec.named) return metadata?.named === true
  return metadata?.unnamed !== true || call.name !== ''
}

/**
 * Returns the item type of a call. A vendor's tool that the caller renamed is treated as a function of the
 * caller.
 */
export function nativeTypeOf(call: ToolCall, context: Context): string | undefined {
  const metadata = metadataOf(call, context)
  const recorded = stringOr(metadata?.type, undefined)
  const hasName = metadata?.named === true || recorded === undefined || callItem(recorded)?.named === true
  if (recorded !== undefined && (hasName || call.providerExecuted || call.name === toolNameOf(recorded)))
    return recorded
  if (call.kind === 'custom') return 'custom_tool_call'
  return call.providerExecuted ? undefined : 'function_call'
}

/**
 * Returns the id of an item. Items of a response have an id in addition to the call's id. For items of other
 * wires, the item id is derived from the call's id.
 */
function freshItemId({ id, kind }: ToolCall): string {
  return `${kind === 'custom' ? 'ctc' : 'fc'}_${stableHash(id)}`
}

function freshStatus(call: ToolCall): string {
  const isCut = call.status === 'truncated' || (call.kind === 'custom' && call.status !== 'complete')
  return isCut ? 'incomplete' : 'completed'
}

function encodeIds(call: ToolCall, spec: CallItem, metadata: OwnMetadata | undefined): JsonMembers {
  const pairedBy = stringOr(metadata?.pairedBy, spec.pairedBy)
  const itemId = stringOr(metadata?.itemId, undefined)
  if (pairedBy === 'none' && call.minted) return { id: itemId }
  if (pairedBy === 'id') return { id: call.id }
  return compact({ call_id: call.id, id: itemId })
}

function encodeInput(call: ToolCall, spec: CallItem, saysCut: boolean, context: Context): JsonObject {
  const metadata = metadataOf(call, context)
  const form = stringOr(metadata?.input, spec.input)
  const field = stringOr(metadata?.field, spec.field)
  if (call.kind === 'custom' && form === 'none' && !call.arguments) return {}
  if (call.kind === 'custom' || form === 'text') return { [field]: inputText(call, saysCut, context) }
  if (form === 'object') return { [field]: encodeArgumentValue(call, contextAt(context, 'arguments')) }
  const members = call.arguments ?? {}
  if (form === 'members' || Object.keys(members).length === 0) return members
  return { [field]: spec.input === 'text' ? stringifyJson(members) : members }
}

/**
 * Encodes the arguments as text. A call without arguments is sent as `{}`, since servers reject `arguments:
 * ""` in histories of other servers.
 */
function inputText(call: ToolCall, saysCut: boolean, context: Context): string {
  if (saysCut) return call.rawArguments ?? ''
  const text = encodeArgumentText(call)
  const unwritten = call.kind !== 'custom' && metadataOf(call, context) === undefined && text.trim() === ''
  return unwritten && call.status === 'complete' ? '{}' : text
}
