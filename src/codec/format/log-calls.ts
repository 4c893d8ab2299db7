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
import { completeCall, encodeInput, idOf } from '../shape/call-codec.js'
import { wasAbsent } from '../shape/fields.js'
import { beside, needed, noted, to } from '../shape/rows.js'
import { type Rows, shape } from '../shape/shape.js'
import { CARRIED, carried, withCarried } from './carry.js'

// Calls in logs and stores: the arguments are JSON of any kind, and what has no field stands under one key.

/** Arguments, and what is kept of how they were said. */
export interface ReadInput {
  /** The arguments, with their status. */
  readonly decoded: DecodedArguments
  /** Metadata of how they were said. Default: none. */
  readonly kept?: JsonObject
}

/** How a format says a call. */
export interface CallForm {
  /** The field of its id. Default: it has none. */
  readonly id?: string
  /** The field of the tool that is called. */
  readonly name: string
  /** The field of the arguments. */
  readonly arguments: string
  /** Whether what is carried of it stands among the fields. Default: the format has another place for that. */
  readonly bears?: boolean
  /** Further fields. */
  readonly more?: Rows<ToolCall>
  /** What is kept of every call of this form. Default: nothing. */
  readonly marks?: OwnMetadata
  /** The key under which stands what is kept of the fields. Default: it is kept of the call itself. */
  readonly key?: 'body' | 'params'
  /** Whether the text of a tool that takes free text stands there as it is. Default: in an object, under `input`. */
  readonly isFreeText?: boolean
  /** What is kept of arguments that are other JSON than an object. */
  readonly verbatim: JsonObject
  /**
   * What is kept where the value gives the exact text back, so that it needs not be carried; `digits`: nothing, for it does
   * so where it has numbers that a double cannot hold. Default: every text is carried that the value would spell otherwise.
   */
  readonly exact?: JsonObject | 'digits'
  /** Members that stand elsewhere in the format, and are not carried. */
  readonly said?: readonly string[]
  /** Reads arguments that are said in a way of the format's own. */
  read?(given: JsonValue | undefined, context: Context): ReadInput | undefined
  /** Writes them; undefined for those that are said as everywhere. */
  write?(call: ToolCall, own: JsonObject): JsonValue | undefined
}

/** What is known of a call that its fields do not say. */
export interface CallFacts {
  /** What is kept of it beside its fields. */
  readonly own?: MetadataEntries | undefined
  /** What was carried of it, where that stands elsewhere than among the fields. */
  readonly slot?: JsonValue | undefined
  /** Its id, where the form has no field for one. */
  readonly id?: string | undefined
  /** What tells it from others, for an id that is made here. Default: its path. */
  readonly place?: string | undefined
}

/** Both directions of it. */
export interface CallCodec {
  /** The canonical call. @throws AdapterError for a call without a name. */
  decode(native: JsonObject, context: Context, facts?: CallFacts): ToolCall
  /** The native call. @param cut whether an answer says that this call may be cut. */
  encode(call: ToolCall, context: Context, cut?: boolean): JsonObject
  /** What of a call has no field, for its slot. */
  carried(call: ToolCall, context: Context): JsonObject | undefined
}

const CUSTOM = { kind: 'custom', providerExecuted: false } as const

/** The calls of a format. */
export function callCodec(form: CallForm): CallCodec {
  const { key, more = {} } = form
  const CALL = shape<ToolCall>(
    { type: 'tool-call' },
    {
      ...(form.id !== undefined && { [form.id]: idOf('id') }),
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

/** Whether all of this was kept. */
function isMarked(own: JsonObject, marks: JsonObject): boolean {
  return Object.keys(marks).every((key) => own[key] === marks[key])
}
