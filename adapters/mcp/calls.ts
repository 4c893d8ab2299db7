import { carried, withCarried } from '../../src/format/carry.js'
import { tryParseJson } from '../../src/json/parse.js'
import { expectObject, expectString, isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { merged } from '../../src/json/write.js'
import { type DecodedArguments, decodeArgumentValue, encodeArgumentValue } from '../../src/model/arguments.js'
import type { Context } from '../../src/model/context.js'
import { mintId } from '../../src/model/ids.js'
import { metadataOf, type OwnMetadata } from '../../src/model/metadata.js'
import type { ObjectToolCall, ToolCall } from '../../src/model/types.js'
import {
  absentFields,
  type Fields,
  innerExtras,
  metadataFor,
  wasAbsent,
  withExtras,
} from '../../src/shape/fields.js'
import { dropExecutedCall, reportWrapped } from '../../src/shape/losses.js'
import { openMeta, withSlot } from './meta.js'

/** Whose call it is, and of which kind, stays with the host. */
const WITHHELD = ['kind', 'namespace', 'callerId', 'context', 'skills', 'cache']
const BLOCK_FIELDS: Fields = { type: 'string', id: 'text', name: 'string', input: 'any' }
const FRAME_FIELDS: Fields = { jsonrpc: 'any', id: 'any', method: 'string', params: 'object' }
const PARAMS_FIELDS: Fields = { name: 'string', arguments: 'any' }

interface Named {
  readonly id: string
  readonly isMinted: boolean
  readonly name: string
}

function callOf(
  { id, isMinted, name }: Named,
  decoded: DecodedArguments,
  slot: JsonValue | undefined,
  providerMetadata: ToolCall['providerMetadata'],
): ToolCall {
  const head = { type: 'tool-call' as const, id, minted: isMinted ? (true as const) : undefined, name }
  const call: ObjectToolCall = merged({ ...head, kind: 'function' as const }, decoded, {
    providerExecuted: false,
    providerMetadata,
  })
  return withCarried(call, slot)
}

/** A block `tool_use` of a sampled message. */
export function decodeToolUse(value: JsonObject, path: string, context: Context, place: string): ToolCall {
  const { native, slot } = openMeta(value)
  const name = expectString(native.name, `${path}/name`)
  const id = stringOr(native.id, '')
  const decoded = decodeArgumentValue(native.input, `${path}/input`, context)
  const isBare = native.input !== undefined && native.input !== null && !isObject(native.input)
  return callOf(
    { id: id || mintId(place, name, ''), isMinted: id === '', name },
    decoded,
    slot,
    metadataFor(native, BLOCK_FIELDS, context, {
      absent: absentFields(native, BLOCK_FIELDS, ['input', 'id']),
      verbatimInput: isBare ? true : undefined,
    }),
  )
}

/** The `params` of `tools/call`, with an id of ours: the protocol has none for calls. */
export function decodeParams(
  value: JsonValue | undefined,
  id: string,
  path: string,
  context: Context,
  own?: OwnMetadata,
): ToolCall {
  const { native, slot } = openMeta(expectObject(value, path))
  const decoded = decodeArgumentValue(native.arguments, `${path}/arguments`, context)
  const isBare = native.arguments !== undefined && native.arguments !== null && !isObject(native.arguments)
  const params = {
    ...innerExtras(native, PARAMS_FIELDS),
    ...(absentFields(native, PARAMS_FIELDS, ['arguments']) && { absent: ['arguments'] }),
    ...(isBare && { verbatimInput: true }),
  }
  const metadata = { ...own, params: Object.keys(params).length === 0 ? undefined : params }
  return callOf(
    { id, isMinted: true, name: expectString(native.name, `${path}/name`) },
    decoded,
    slot,
    metadataFor({}, {}, context, metadata),
  )
}

/** The fields of a request `tools/call` that are not its parameters. */
export function frameMetadata(frame: JsonObject): OwnMetadata {
  return { rpcId: frame.id, ...innerExtras(frame, FRAME_FIELDS) }
}

/** The block, or undefined with a notice for a call that another provider ran. */
export function encodeToolUse(
  call: ToolCall,
  path: string,
  context: Context,
  cut = false,
): JsonObject | undefined {
  if (call.providerExecuted) return dropExecutedCall(call, path, context)
  const own = metadataOf(call, context)
  const id = call.minted && wasAbsent(own, 'id') ? undefined : call.id
  const input = encodeInput(call, own, 'input', path, context, cut)
  const slot = carried(call, context, wasAbsent(own, 'id') ? ['minted', ...WITHHELD] : WITHHELD)
  return withSlot(withExtras({ type: 'tool_use', id, name: call.name, input }, own), slot)
}

/** The `params` of `tools/call`. */
export function encodeParams(call: ToolCall, path: string, context: Context): JsonObject {
  const own = metadataOf(call, context)?.params
  const kept = isObject(own) ? own : undefined
  const value = encodeInput(call, kept, 'arguments', path, context, false)
  // The id is not in the parameters, so whether it is ours says nothing there.
  const slot = carried(call, context, ['minted', ...WITHHELD])
  return withSlot(withExtras({ name: call.name, arguments: value }, kept), slot)
}

function encodeInput(
  call: ToolCall,
  own: JsonObject | undefined,
  field: 'input' | 'arguments',
  path: string,
  context: Context,
  cut: boolean,
): JsonValue | undefined {
  if (call.kind === 'custom' && call.status === 'complete') {
    reportWrapped(call, path, context)
    return { input: call.arguments }
  }
  const isExact = cut || call.status !== 'truncated'
  if (call.kind !== 'custom' && isExact && wasAbsent(own, field) && isEmpty(call)) return undefined
  if (call.arguments === undefined && isExact && own?.verbatimInput === true) {
    const text = call.rawArguments ?? ''
    return tryParseJson(text) ?? tryParseJson(`${text}}`) ?? {}
  }
  return encodeArgumentValue(call, `${path}/arguments`, context)
}

function isEmpty({ arguments: value, rawArguments }: ObjectToolCall): boolean {
  return value === undefined ? !rawArguments : Object.keys(value).length === 0
}
