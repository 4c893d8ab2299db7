import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isObject, objectIn } from '../../base/json/read-json.js'
import { unlessEmpty } from '../../base/json/write-json.js'
import {
  type DecodedArguments,
  decodeArgumentValue,
  decodeFreeText,
  encodeArgumentText,
  losesDigits,
} from '../../base/model/arguments.js'
import { type Context, contextAt } from '../../base/model/context.js'
import {
  type MetadataEntries,
  metadataOf,
  metadataUnder,
  type OwnMetadata,
  withMetadata,
} from '../../base/model/metadata.js'
import type { ToolCall } from '../../base/model/types.js'
import { callIdIn, completeCall, encodeInput } from '../shape/call-codec.js'
import { wasAbsent } from '../shape/fields.js'
import { beside, needed, noted, to } from '../shape/rows.js'
import { type Rows, shape } from '../shape/shape.js'
import { CARRIED, carried, withCarried } from './carry.js'

// Calls in logs and stores: the arguments are JSON of any kind, and data without a field is kept under one
// key.

/** Arguments, and metadata of their native form. */
export interface ReadInput {
  /** The arguments, with their status. */
  readonly decoded: DecodedArguments
  /** Metadata of the native form. Default: none. */
  readonly kept?: JsonObject
}

/** The form of a call in a format. */
export interface CallForm {
  /** The field of the call id. Default: the format has no ids. */
  readonly id?: string
  /** The field of the tool's name. */
  readonly name: string
  /** The field of the arguments. */
  readonly arguments: string
  /** True if the slot is a field of the call. Default: the slot is elsewhere in the format. */
  readonly bears?: boolean
  /** Further fields. */
  readonly more?: Rows<ToolCall>
  /** Metadata kept for every call of this form. Default: none. */
  readonly marks?: OwnMetadata
  /** The metadata key with the kept fields. Default: they are kept at the call itself. */
  readonly key?: 'body' | 'params'
  /** True if the text of a free-text tool is written unchanged. Default: in an object, under `input`. */
  readonly isFreeText?: boolean
  /** Metadata kept for arguments that are JSON but not an object. */
  readonly verbatim: JsonObject
  /**
   * Metadata that is kept if the value restores the exact text, so that the text is not carried. `digits`:
   * the value also restores numbers that a double cannot represent. Default: a text is carried if writing the
   * value would give a different text.
   */
  readonly exact?: JsonObject | 'digits'
  /** Members that the format stores elsewhere, so that they are not carried. */
  readonly said?: readonly string[]
  /** Decodes arguments in a form that is specific to the format. */
  read?(given: JsonValue | undefined, context: Context): ReadInput | undefined
  /** Encodes arguments in the form of the format; undefined for arguments in the usual form. */
  write?(call: ToolCall, own: JsonObject): JsonValue | undefined
}

/** Facts about a call that are not in its fields. */
export interface CallFacts {
  /** Metadata of the call in addition to its fields. */
  readonly own?: MetadataEntries | undefined
  /** The call's slot, if it is not among the fields. */
  readonly slot?: JsonValue | undefined
  /** The id of the call, if the form has no field for ids. */
  readonly id?: string | undefined
  /** Distinguishes the call from others, for a minted id. Default: its path. */
  readonly place?: string | undefined
}

/** Decodes and encodes calls. */
export interface CallCodec {
  /**
   * Decodes a call.
   * @throws AdapterError for a call without a name.
   */
  decode(native: JsonObject, context: Context, facts?: CallFacts): ToolCall
  /**
   * Encodes a call.
   * @param cut true if the answer's finish reason shows that this call may be truncated.
   */
  encode(call: ToolCall, context: Context, cut?: boolean): JsonObject
  /** Returns the members of a call without a field, for its slot. */
  carried(call: ToolCall, context: Context): JsonObject | undefined
}

const CUSTOM = { kind: 'custom', providerExecuted: false } as const

/** Creates the call codec of a format. */
export function callCodec(form: CallForm): CallCodec {
  const { key, more = {} } = form
  const CALL = shape<ToolCall>(
    { type: 'tool-call' },
    {
      ...(form.id !== undefined && { [form.id]: callIdIn('id') }),
      [form.name]: needed(to('name')),
      [form.arguments]: noted(beside()),
      ...(form.bears && { [CARRIED]: 'object' }),
      ...more,
    },
    form.marks,
  )
  const said = Object.values(more).flatMap((row) =>
    typeof row === 'object' && 'member' in row && row.member !== undefined ? [row.member] : [],
  )
  const ownOf = (call: ToolCall, context: Context) => {
    const own = metadataOf(call, context)
    return objectIn(key === undefined ? own : own?.[key])
  }
  return {
    decode(
      native,
      context,
      { own, slot = form.bears ? native[CARRIED] : undefined, id, place = context.path } = {},
    ) {
      const call = CALL.expect(native, context)
      if (id !== undefined) Object.assign(call, { id, minted: true })
      const given = native[form.arguments]
      const isText = form.isFreeText && typeof given === 'string' && isObject(slot) && slot.kind === 'custom'
      const read = isText ? undefined : readInput(given, slot, form, contextAt(context, form.arguments))
      if (read !== undefined) completeCall(call, place, read.decoded)
      else if (typeof given === 'string') completeCall(call, place, decodeFreeText(given, false), CUSTOM)
      const kept = unlessEmpty({ ...metadataOf(call, context), ...read?.kept })
      const all = unlessEmpty({ ...own, ...(key === undefined ? kept : { [key]: kept }) })
      return withCarried(all === undefined ? call : withMetadata(call, all, context), slot)
    },
    encode(call, context, cut = false) {
      const own = ownOf(call, context)
      const given = writtenInput(call, own, form, context, cut)
      const bare = key === undefined ? call : { ...call, providerMetadata: metadataUnder(context, own) }
      return CALL.encode(bare, context, context.path, { [form.arguments]: given }) ?? {}
    },
    carried(call, context) {
      const own = ownOf(call, context)
      const { id, exact } = form
      const isExact = exact === 'digits' ? losesDigits(call) : exact !== undefined && isMarked(own, exact)
      return carried(call, context, [
        ...said,
        ...(form.said ?? []),
        ...(id === undefined || wasAbsent(own, id) ? ['minted'] : []),
        ...(isExact || form.write?.(call, own) !== undefined ? ['rawArguments'] : []),
      ])
    },
  }
}

function readInput(
  given: JsonValue | undefined,
  slot: JsonValue | undefined,
  form: CallForm,
  context: Context,
): ReadInput {
  const own = form.read?.(given, context)
  if (own !== undefined) return own
  const decoded = decodeArgumentValue(given, context)
  if (given !== undefined && given !== null && !isObject(given)) return { decoded, kept: form.verbatim }
  const isCarried = isObject(slot) && typeof slot.rawArguments === 'string'
  const isExact = decoded.status === 'complete' && decoded.rawArguments !== undefined && !isCarried
  return isExact && isObject(form.exact) ? { decoded, kept: form.exact } : { decoded }
}

function writtenInput(
  call: ToolCall,
  own: JsonObject,
  form: CallForm,
  context: Context,
  cut: boolean,
): JsonValue | undefined {
  const said = form.write?.(call, own)
  if (said !== undefined) return said
  if (form.isFreeText && call.kind === 'custom') return encodeArgumentText(call)
  const isVerbatim = isMarked(own, form.verbatim) && (cut || call.status !== 'truncated')
  return encodeInput(call, { wereAbsent: wasAbsent(own, form.arguments), isVerbatim }, context)
}

/** Returns true if the metadata contains all of these marks. */
function isMarked(own: JsonObject, marks: JsonObject): boolean {
  return Object.keys(marks).every((key) => own[key] === marks[key])
}
