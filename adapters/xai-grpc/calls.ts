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

/** The position of a call, and facts about it from outside the call. */
export interface CallSite {
  readonly context: Context
  /** Makes minted ids unique, for calls without id. */
  readonly place: string
  /** True if the answer reports that this call may be truncated. */
  readonly cut?: boolean
  /** The output that contains the call, if it is not the first. */
  readonly output?: number | undefined
}

/** Decodes `{id, type, status, function: {name, arguments}}`. The type marks calls that xAI runs. */
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

/** Returns the missing usual members. Members of the function are identified by their names. */
function absentOf(native: JsonObject, body: JsonObject): readonly string[] | undefined {
  const outer = absentFields(native, FIELDS, ['id', 'type', 'function']) ?? []
  const status = native.status === undefined ? ['status'] : []
  const inner =
    native.function === undefined ? [] : (absentFields(body, FUNCTION, ['name', 'arguments']) ?? [])
  const absent = [...outer, ...status, ...inner]
  return absent.length === 0 ? undefined : absent
}

/** Returns the entry, or undefined with a notice for a call that another provider ran. */
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

/** Free text is written as the only member of an object, since the wire has no field for free text. */
function encodeText(call: ToolCall, context: Context, cut: boolean): string {
  if (call.kind !== 'custom') return encodeArgumentText(call, cut)
  return stringifyJson(encodeInput(call, { wereAbsent: false, isVerbatim: false }, context) ?? {})
}
