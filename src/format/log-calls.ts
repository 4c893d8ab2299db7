import { tryParseJson } from '../json/parse.js'
import { asJson, expectString, isObject, stringOr } from '../json/read.js'
import type { JsonObject, JsonValue } from '../json/types.js'
import { define, equalJson, merged, stringifyJson } from '../json/write.js'
import {
  type DecodedArguments,
  decodeArgumentValue,
  encodeArgumentValue,
  losesDigits,
} from '../model/arguments.js'
import type { Context } from '../model/context.js'
import { mintId } from '../model/ids.js'
import { metadataOf, type OwnMetadata } from '../model/metadata.js'
import type { ObjectToolCall, ToolCall, ToolResult } from '../model/types.js'
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
import { errorOrText, isErrorResult, outputText } from '../shape/results.js'
import { carriedOutput } from './carried-parts.js'
import { CARRIED, type CarriedField, carried, withCarried } from './carry.js'

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

const OF_CALLS: readonly CarriedField[] = [
  'minted',
  'kind',
  'namespace',
  'dynamic',
  'title',
  'callerId',
  'context',
  'skills',
]

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
    decodeArguments(native[form.arguments], slot, `${path}/${form.arguments}`, context),
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
  return withCarried<ToolCall>(call, slot, OF_CALLS)
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

function decodeArguments(
  given: JsonValue | undefined,
  slot: JsonValue | undefined,
  path: string,
  context: Context,
): DecodedArguments {
  const decoded = decodeArgumentValue(given, path, context)
  const text = isObject(slot) ? stringOr(slot.rawArguments, undefined) : undefined
  const isMeant = text !== undefined && equalJson(tryParseJson(text) ?? {}, given ?? {})
  return isMeant ? { ...decoded, rawArguments: text } : decoded
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
  const { rawArguments } = call
  const value = call.kind === 'custom' ? undefined : (call.arguments ?? otherJson(call, context))
  const isTold =
    rawArguments === undefined ||
    value === undefined ||
    losesDigits(call) ||
    rawArguments === stringifyJson(value)
  const told: readonly string[] = Object.values(form.more ?? {}).map((row) =>
    typeof row === 'string' ? row : row[1],
  )
  const isMinted = wasAbsent(metadataOf(call, context), form.id)
  const left = OF_CALLS.filter((field) => !told.includes(field) && !(isMinted && field === 'minted'))
  return carried(call, isTold ? left : ['rawArguments', ...left], context)
}

const OF_RESULTS: readonly CarriedField[] = [
  'minted',
  'name',
  'answers',
  'preliminary',
  'raw',
  'metadata',
  'category',
  'retryable',
]

/** The result with what was carried of it; a carried output counts for as long as it says what the entry says. */
export function withEntrySlot(result: ToolResult, slot: JsonValue | undefined, path: string): ToolResult {
  if (!isObject(slot)) return result
  const full = withCarried(result, slot, OF_RESULTS)
  if (slot.output === undefined) return full
  const output = carriedOutput(slot.output, `${path}/${CARRIED}/output`)
  const isSame =
    outputText(output) === outputText(result.output) ||
    ('value' in output &&
      'value' in result.output &&
      equalJson(asJson(output.value), asJson(result.output.value)))
  return isSame ? { ...full, output } : full
}

/**
 * What of a result has no field.
 * @param told members that the entry says.
 */
export function entryResultSlot(
  result: ToolResult,
  told: readonly CarriedField[],
  context: Context,
): JsonObject | undefined {
  const { output } = result
  const plain = errorOrText(outputText(output), isErrorResult(result))
  const isTold = told.includes('output') || output.type === plain.type
  const left = OF_RESULTS.filter((field) => !told.includes(field))
  return carried(result, isTold ? left : [...left, 'output'], context)
}
