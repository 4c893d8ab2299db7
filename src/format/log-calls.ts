import { tryParseJson } from '../json/parse.js'
import { expectString, isObject, stringOr } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import { define, merged } from '../json/write.js'
import { decodeArgumentValue, encodeArgumentValue, losesDigits } from '../model/arguments.js'
import type { Context } from '../model/context.js'
import { mintId } from '../model/ids.js'
import { metadataOf, type OwnMetadata } from '../model/metadata.js'
import type { ObjectToolCall, ToolCall } from '../model/types.js'
import {
  absentFields,
  decodeFields,
  encodeFields,
  type Fields,
  type FieldsOf,
  metadataFor,
  wasAbsent,
  withExtras,
} from '../shape/fields.js'
import { reportWrapped } from '../shape/losses.js'
import { CARRIED, carried, withCarried } from './carry.js'

// Calls and results as entries of a log: the arguments are JSON, and what an entry has no field for stands in it under one key.

/** What of a call some formats have fields for. */
type Attribution = Pick<ToolCall, 'callerId' | 'context' | 'skills' | 'title'>

/** How a format calls the fields of a call. */
export interface CallFields {
  /** The id of the call. */
  readonly id: string
  /** The tool that is called. */
  readonly name: string
  /** The arguments, as JSON. */
  readonly arguments: string
  /** Further fields that the canonical call has, too. */
  readonly more?: FieldsOf<Attribution>
  /** What is written where nobody says anything. */
  readonly usual?: JsonObject
}

function fieldsOf({ id, name, arguments: given, more }: CallFields): Fields {
  return { [id]: 'text', [name]: 'string', [given]: 'any', [CARRIED]: 'object', ...more }
}

/**
 * A call with fields of these names. An id that is empty or missing is minted.
 * @param own what the format keeps of it beside its fields.
 * @param slot what was carried of it. Default: it stands among the fields.
 */
export function decodeEntryCall(
  native: JsonObject,
  form: CallFields,
  path: string,
  context: Context,
  own?: OwnMetadata,
  slot = native[CARRIED],
): ToolCall {
  const fields = fieldsOf(form)
  const name = expectString(native[form.name], `${path}/${form.name}`)
  const id = stringOr(native[form.id], '')
  const told = withoutUsual(native, form.usual)
  const head = {
    type: 'tool-call' as const,
    id: id || mintId(path, name, ''),
    minted: id === '' ? (true as const) : undefined,
    name,
    kind: 'function' as const,
  }
  const call: ObjectToolCall = merged(
    head,
    decodeArgumentValue(native[form.arguments], `${path}/${form.arguments}`, context),
    {
      ...decodeFields<Attribution>(native, form.more ?? {}),
      providerExecuted: false,
      providerMetadata: metadataFor(told, fields, context, {
        ...own,
        absent: absentOf(native, fields, [form.id, form.arguments], form.usual),
        verbatim: isBare(native[form.arguments]) ? true : undefined,
      }),
    },
  )
  return withCarried<ToolCall>(call, slot)
}

/** The fields that say more than what is written anyway. */
export function withoutUsual(native: JsonObject, usual: JsonObject = {}): JsonObject {
  const told: Record<string, JsonValue> = {}
  for (const [name, value] of Object.entries(native))
    if (!(Object.hasOwn(usual, name) && usual[name] === value)) define(told, name, value)
  return told
}

/** Those of the needed fields that say nothing, and the usual ones that are not there. */
export function absentOf(
  native: JsonObject,
  fields: Fields,
  needed: readonly string[],
  usual: JsonObject = {},
): readonly string[] | undefined {
  const missing = Object.keys(usual).filter((name) => !Object.hasOwn(native, name) && !needed.includes(name))
  const absent = [...(absentFields(native, fields, needed) ?? []), ...missing]
  return absent.length === 0 ? undefined : absent
}

function isBare(value: JsonValue | undefined): boolean {
  return (value ?? null) !== null && !isObject(value)
}

/** The entry of a call, with fields of these names. */
export function encodeEntryCall(
  call: ToolCall,
  form: CallFields,
  path: string,
  context: Context,
): JsonObject {
  const own = metadataOf(call, context)
  return withExtras(
    {
      [form.id]: call.minted && wasAbsent(own, form.id) ? undefined : call.id,
      [form.name]: call.name,
      [form.arguments]: encodeArguments(call, wasAbsent(own, form.arguments), path, context),
      ...encodeFields(call, form.more ?? {}),
    },
    own,
    form.usual,
  )
}

function encodeArguments(
  call: ToolCall,
  wereAbsent: boolean,
  path: string,
  context: Context,
): JsonValue | undefined {
  if (call.kind === 'custom' && call.status === 'complete') {
    reportWrapped(call, path, context)
    return { input: call.arguments }
  }
  if (
    call.kind !== 'custom' &&
    wereAbsent &&
    call.arguments !== undefined &&
    Object.keys(call.arguments).length === 0
  )
    return undefined
  const other = otherJson(call, context)
  return other === undefined ? encodeArgumentValue(call, `${path}/arguments`, context) : other
}

/** Arguments may be any JSON in a log, also what is no object; those of other wires are marked as broken. */
function otherJson(call: ToolCall, context: Context): JsonValue | undefined {
  const { status, rawArguments = '' } = call
  const isOwn = status === 'not-object' && metadataOf(call, context)?.verbatim === true
  const value = isOwn ? tryParseJson(rawArguments) : undefined
  return isObject(value) || value === null ? undefined : value
}

/** What of a call has no field in such an entry. */
export function entryCallSlot(call: ToolCall, form: CallFields, context: Context): JsonObject | undefined {
  return carried(call, context, [
    ...Object.values(form.more ?? {}).map((row) => (typeof row === 'string' ? row : row[1])),
    ...(wasAbsent(metadataOf(call, context), form.id) ? ['minted'] : []),
    ...(losesDigits(call) ? ['rawArguments'] : []),
  ])
}
