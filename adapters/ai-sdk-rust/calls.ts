import { carried, withCarried } from '../../src/format/carry.js'
import { tryParseJson } from '../../src/json/parse.js'
import { expectString, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, stringifyJson } from '../../src/json/write.js'
import {
  type DecodedArguments,
  decodeArgumentText,
  decodeArgumentValue,
  decodeFreeText,
  encodeArgumentText,
  encodeArgumentValue,
  truncatedArguments,
} from '../../src/model/arguments.js'
import { TOOL_KINDS } from '../../src/model/constants.js'
import type { Context } from '../../src/model/context.js'
import { mintId } from '../../src/model/ids.js'
import { metadataOf } from '../../src/model/metadata.js'
import type { ToolCall } from '../../src/model/types.js'
import { absentFields, type Fields, metadataFor, wasAbsent } from '../../src/shape/fields.js'
import { CAMEL_CASE, closed, opened, readNames } from './slots.js'

const FIELDS: Fields = { type: 'string', toolCallId: 'text', toolName: 'string', input: 'any' }

/** A `ToolCallPart`. `input` is JSON text; elsewhere than in this crate it is the value. */
export function decodeCall(object: JsonObject, path: string, context: Context): ToolCall {
  const { native, slot, spelling } = opened(object, CAMEL_CASE)
  const name = expectString(native.toolName, `${path}/toolName`)
  const id = stringOr(native.toolCallId, '')
  const { input, providerExecuted, dynamic } = native
  const fields: Fields = {
    ...FIELDS,
    // What is off says nothing, and stays where it is.
    providerExecuted: providerExecuted === true ? 'boolean' : undefined,
    dynamic: dynamic === true ? 'boolean' : undefined,
  }
  const base = compact({
    type: 'tool-call' as const,
    id: id || mintId(path, name, ''),
    minted: id === '' ? (true as const) : undefined,
    name,
    providerExecuted: providerExecuted === true,
    dynamic: dynamic === true ? true : undefined,
    providerMetadata: metadataFor(native, fields, context, {
      spelling,
      form: typeof (input ?? '') === 'string' ? undefined : 'value',
      absent: absentFields(native, fields, ['type', 'toolCallId', 'input']),
    }),
  })
  const text = slot.kind === 'custom' ? freeText(input) : undefined
  if (text === undefined) {
    const call: ToolCall = {
      ...base,
      kind: usualKind(name, base.providerExecuted),
      ...decodeInput(input, slot, `${path}/input`, context),
    }
    return withCarried(call, slot)
  }
  return withCarried<ToolCall>({ ...base, kind: 'custom', ...decodeFreeText(text, false) }, slot)
}

/** Tools of providers are known by their names, where nobody tells. */
function usualKind(name: string, isExecuted: boolean): Exclude<ToolCall['kind'], 'custom'> {
  if (!isExecuted) return 'function'
  const kind = TOOL_KINDS.find((one) => one === name)
  return kind === undefined || kind === 'custom' ? 'other' : kind
}

/** What a tool that takes free text is given: a string, as JSON text. */
function freeText(input: JsonValue | undefined): string | undefined {
  const value = typeof input === 'string' ? tryParseJson(input) : undefined
  return typeof value === 'string' ? value : undefined
}

function decodeInput(
  input: JsonValue | undefined,
  { status }: JsonObject,
  path: string,
  context: Context,
): DecodedArguments {
  if (typeof input !== 'string') return decodeArgumentValue(input, path, context)
  return status === 'truncated' ? truncatedArguments(input) : decodeArgumentText(input, false, path, context)
}

export function encodeCall(call: ToolCall, path: string, context: Context): JsonObject {
  const own = metadataOf(call, context)
  const isNameless = call.minted === true && wasAbsent(own, 'toolCallId')
  const isEmpty = call.kind !== 'custom' && Object.keys(call.arguments ?? { some: 1 }).length === 0
  const input =
    own?.form === 'value' ? encodeArgumentValue(call, `${path}/arguments`, context) : inputText(call)
  const isCut = call.status === 'truncated' && typeof input === 'string' && tryParseJson(input) === undefined
  const said = ['rawArguments', 'dynamic', 'kind', ...(isNameless ? ['minted'] : [])]
  const slot = compact({
    ...carried(call, context, said),
    kind: call.kind === usualKind(call.name, call.providerExecuted) ? undefined : call.kind,
    status: isCut ? call.status : undefined,
  })
  return closed(
    {
      type: wasAbsent(own, 'type') ? undefined : 'tool-call',
      toolCallId: isNameless ? undefined : call.id,
      toolName: call.name,
      input: isEmpty && wasAbsent(own, 'input') ? undefined : input,
      providerExecuted: call.providerExecuted || undefined,
      dynamic: call.dynamic || undefined,
    },
    own,
    slot,
    CAMEL_CASE,
  )
}

function inputText(call: ToolCall): string {
  const text = encodeArgumentText(call)
  return call.kind === 'custom' ? stringifyJson(text) : text
}

/** A `ToolCallPart` by itself, in either spelling. */
export function isLoneCall(object: JsonObject): boolean {
  const { native } = readNames(object, CAMEL_CASE)
  const { toolCallId: id, toolName: name, input } = native
  return [id, name, input].every((member) => typeof member === 'string') && native.type === undefined
}
