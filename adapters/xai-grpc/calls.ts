import type { JsonObject } from '../../src/base/json/json-types.js'
import { objectIn, stringOr } from '../../src/base/json/read-json.js'
import { stringifyJson } from '../../src/base/json/write-json.js'
import {
  type DecodedArguments,
  decodeArgumentText,
  encodeArgumentText,
} from '../../src/base/model/arguments.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { ObjectToolCall, ToolCall } from '../../src/base/model/types.js'
import { callOf, encodeInput, identity } from '../../src/codec/shape/call-codec.js'
import {
  absentFields,
  type Fields,
  innerExtras,
  metadataFor,
  wasAbsent,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { dropExecutedCall } from '../../src/codec/shape/losses.js'
import { CLIENT_TOOL, COMPLETED, isServerType, kindOf } from './maps.js'

const FIELDS: Fields = { id: 'text', type: 'text', function: 'object' }
const FUNCTION: Fields = { name: 'string', arguments: 'string' }

/** Where a call stands, and what is known of it beside its own words. */
export interface CallSite {
  readonly context: Context
  /** What tells this call from others, for calls without id. */
  readonly place: string
  /** Whether the answer says that this call may be cut. */
  readonly cut?: boolean
  /** The output that it stands in, where that is not the first. */
  readonly output?: number | undefined
}

/** `{id, type, status, function: {name, arguments}}`. Calls that xAI runs itself are told by their type. */
export function decodeCall(native: JsonObject, site: CallSite, decoded?: DecodedArguments): ObjectToolCall {
  const { context, place, cut = false, output } = site
  const { type, status } = native
  const body = objectIn(native.function)
  const name = stringOr(body.name, '')
  const isServers = isServerType(type)
  const fields = status === COMPLETED ? { ...FIELDS, status: 'any' as const } : FIELDS
  const text = stringOr(body.arguments, '')
  return callOf(
    identity(native.id, place, name),
    name,
    decoded ?? decodeArgumentText(text, cut, contextAt(context, 'function', 'arguments')),
    {
      kind: isServers ? kindOf(type) : 'function',
      providerExecuted: isServers,
      providerMetadata: metadataFor(native, fields, context, {
        type: type === CLIENT_TOOL || type === '' ? undefined : type,
        body: innerExtras(body, FUNCTION),
        absent: absentOf(native, body),
        output,
      }),
    },
  )
}

/** What of the usual members is not there; those of the function are told apart by their names. */
function absentOf(native: JsonObject, body: JsonObject): readonly string[] | undefined {
  const outer = absentFields(native, FIELDS, ['id', 'type', 'function']) ?? []
  const status = native.status === undefined ? ['status'] : []
  const inner =
    native.function === undefined ? [] : (absentFields(body, FUNCTION, ['name', 'arguments']) ?? [])
  const absent = [...outer, ...status, ...inner]
  return absent.length === 0 ? undefined : absent
}

/** The entry, or undefined with a notice for a call that another provider ran itself. */
export function encodeCall(call: ToolCall, context: Context, cut = false): JsonObject | undefined {
  const own = metadataOf(call, context)
  if (call.providerExecuted && !isServerType(own?.type)) return dropExecutedCall(call, context)
  const text = encodeText(call, context, cut)
  const body = withExtras(
    {
      name: call.name === '' && wasAbsent(own, 'name') ? undefined : call.name,
      arguments: wasAbsent(own, 'arguments') && isEmpty(call) ? undefined : text,
    },
    own?.body,
  )
  const isBare = wasAbsent(own, 'function') && call.name === '' && isEmpty(call)
  return withExtras(
    {
      id: call.minted && wasAbsent(own, 'id') ? undefined : call.id,
      type: own?.type,
      function: isBare ? undefined : body,
    },
    own,
    { type: CLIENT_TOOL, status: COMPLETED },
  )
}

function isEmpty({ kind, rawArguments = '', arguments: value }: ToolCall): boolean {
  return rawArguments === '' && kind !== 'custom' && Object.keys(value ?? {}).length === 0
}

/** Free text has no place here, but as the one member of an object. */
function encodeText(call: ToolCall, context: Context, cut: boolean): string {
  if (call.kind !== 'custom') return encodeArgumentText(call, cut)
  return stringifyJson(encodeInput(call, { wereAbsent: false, isVerbatim: false }, context) ?? {})
}
