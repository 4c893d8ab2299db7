import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { compact, stringifyJson } from '../../src/base/json/write-json.js'
import {
  type DecodedArguments,
  decodeArgumentText,
  decodeArgumentValue,
  decodeFreeText,
  encodeArgumentText,
  encodeArgumentValue,
  truncatedArguments,
} from '../../src/base/model/arguments.js'
import { TOOL_KINDS } from '../../src/base/model/constants.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { ToolCall } from '../../src/base/model/types.js'
import { carried, withCarried } from '../../src/codec/format/carry.js'
import { callIdIn, completeCall } from '../../src/codec/shape/call-codec.js'
import { wasAbsent } from '../../src/codec/shape/fields.js'
import { beside, flag, needed, noted, to, usually } from '../../src/codec/shape/rows.js'
import { shape } from '../../src/codec/shape/shape.js'
import { CAMEL_CASE, closed, opened, readNames } from './slots.js'

const CALL = /* @__PURE__ */ shape<ToolCall>(
  { type: 'tool-call' },
  {
    type: /* @__PURE__ */ usually(beside('string'), 'tool-call'),
    toolCallId: callIdIn('id'),
    toolName: needed(to('name')),
    input: noted(beside()),
    providerExecuted: flag('providerExecuted'),
    dynamic: flag('dynamic'),
  },
)

/** Decodes a `ToolCallPart`. In this crate `input` is JSON text; in related formats it is the JSON value. */
export function decodeCall(object: JsonObject, context: Context): ToolCall {
  const { native, slot, spelling } = opened(object, CAMEL_CASE)
  const { input } = native
  const form = typeof (input ?? '') === 'string' ? undefined : 'value'
  const read = CALL.expect(native, context, { spelling, form })
  const providerExecuted = native.providerExecuted === true
  const text = slot.kind === 'custom' ? freeText(input) : undefined
  const [kind, decoded] =
    text === undefined
      ? [usualKind(read.name, providerExecuted), decodeInput(input, slot, contextAt(context, 'input'))]
      : (['custom', decodeFreeText(text, false)] as const)
  return withCarried(completeCall(read, context.path, decoded, { kind, providerExecuted }), slot)
}

/** Returns the kind of a provider-executed tool by its name, if the kind is not carried. */
function usualKind(name: string, isExecuted: boolean): Exclude<ToolCall['kind'], 'custom'> {
  if (!isExecuted) return 'function'
  const kind = TOOL_KINDS.find((one) => one === name)
  return kind === undefined || kind === 'custom' ? 'other' : kind
}

/** Returns the free text of a custom tool: a string, encoded as JSON text. */
function freeText(input: JsonValue | undefined): string | undefined {
  const value = typeof input === 'string' ? tryParseJson(input) : undefined
  return typeof value === 'string' ? value : undefined
}

function decodeInput(
  input: JsonValue | undefined,
  { status }: JsonObject,
  context: Context,
): DecodedArguments {
  if (typeof input !== 'string') return decodeArgumentValue(input, context)
  return status === 'truncated' ? truncatedArguments(input) : decodeArgumentText(input, false, context)
}

export function encodeCall(call: ToolCall, context: Context): JsonObject {
  const own = metadataOf(call, context)
  const isEmpty = call.kind !== 'custom' && Object.keys(call.arguments ?? { some: 1 }).length === 0
  const text =
    own?.form === 'value' ? encodeArgumentValue(call, contextAt(context, 'arguments')) : inputText(call)
  const isCut = call.status === 'truncated' && typeof text === 'string' && tryParseJson(text) === undefined
  const isKnown = call.kind === usualKind(call.name, call.providerExecuted)
  const said = [
    ...['rawArguments', 'dynamic'],
    ...(isKnown ? ['kind'] : []),
    ...(wasAbsent(own, 'toolCallId') ? ['minted'] : []),
  ]
  const slot = compact({ ...carried(call, context, said), status: isCut ? call.status : undefined })
  const input = isEmpty && wasAbsent(own, 'input') ? undefined : text
  return closed(CALL.encode(call, context, context.path, { input }) ?? {}, own, slot, CAMEL_CASE)
}

function inputText(call: ToolCall): string {
  const text = encodeArgumentText(call)
  return call.kind === 'custom' ? stringifyJson(text) : text
}

/** Returns true for a single `ToolCallPart`, in either spelling. */
export function isLoneCall(object: JsonObject): boolean {
  const { native } = readNames(object, CAMEL_CASE)
  const { toolCallId: id, toolName: name, input } = native
  return [id, name, input].every((member) => typeof member === 'string') && native.type === undefined
}
