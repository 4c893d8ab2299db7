import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectObject, isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, wireMetadata, withMore } from '../../src/base/model/metadata.js'
import type { ToolOutput, ToolResult } from '../../src/base/model/types.js'
import { carriedResult, withCarriedResult } from '../../src/codec/format/carry.js'
import { identity, resultOf } from '../../src/codec/shape/call-codec.js'
import {
  absentFields,
  extraFields,
  type Fields,
  innerExtras,
  wasAbsent,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { isErrorResult, outputText } from '../../src/codec/shape/results.js'

const TOOL_FIELDS: Fields = { type: 'string', id: 'text', name: 'string', input: 'any' }
const RESULT_FIELDS: Fields = { id: 'text', result: 'any' }

/** The output of a tool, and its native form. */
interface ReadContent {
  readonly output: ToolOutput
  readonly isError: boolean
  /** `data` or `error` is the member that contains the output. `whole`: the content is the output. */
  readonly form: 'data' | 'error' | 'whole'
}

/**
 * Decodes `{data}`, `{error}`, or any value. `success: false` marks an error. A failed tool returns `{error:
 * {type, message, cause?, backtrace?}}`, which is the error as data.
 */
function decodeContent(content: JsonValue): ReadContent {
  if (isObject(content)) {
    const { error, data, success } = content
    const isEmpty = (error ?? null) === null
    if (
      !isEmpty ||
      (data === undefined && (success === false || (error === null && success === undefined)))
    ) {
      const value = error === undefined ? content : error
      const form = error === undefined ? 'whole' : 'error'
      return { output: asOutput(value, 'error-text', 'error-json'), isError: true, form }
    }
    if (data !== undefined) return { output: asOutput(data, 'text', 'json'), isError: false, form: 'data' }
  }
  return { output: asOutput(content, 'text', 'json'), isError: false, form: 'whole' }
}

function asOutput<Text extends 'text' | 'error-text', Json extends 'json' | 'error-json'>(
  value: JsonValue,
  text: Text,
  json: Json,
) {
  return typeof value === 'string' ? { type: text, value } : { type: json, value }
}

/** Returns the value that represents an output. */
export function outputValue({ output }: ToolResult): JsonValue {
  return output.type === 'json' || output.type === 'error-json' ? output.value : outputText(output)
}

/**
 * Encodes the content of a result.
 * @param isDocumented true if the value is the content, unless it was an error.
 */
function encodeContent(result: ToolResult, isDocumented: boolean, context: Context): JsonValue {
  const own = metadataOf(result, context)
  const value = outputValue(result)
  const isError = isErrorResult(result)
  if (own?.form === 'whole' && isError === decodeContent(value).isError) return value
  const { extra, ...kept } = isObject(own?.content) ? own.content : {}
  const others = isObject(extra) ? extra : {}
  const { success, ...rest } = others
  const before = { ...kept, extra: isError || success !== false ? others : rest }
  if (isError) return withExtras({ error: value }, before, isDocumented ? { success: false } : {})
  if (isDocumented && own?.form === undefined) return value
  return withExtras({ data: value }, before)
}

/** Decodes `{tool: {id, name, input}, content}`. The result contains the complete call. */
export function decodeResult(native: JsonObject, slot: JsonObject, context: Context): ToolResult {
  const tool = expectObject(native.tool, `${context.path}/tool`)
  const result = readResult(tool, native.content, false, slot, context)
  const isAlias = (tool.input ?? null) === null && (tool.arguments ?? null) !== null
  const body = compact({
    extra: extraFields(tool, TOOL_FIELDS),
    absent: absentFields(tool, TOOL_FIELDS, ['type', 'id', 'name']),
  })
  const input = isAlias ? undefined : tool.input
  return withMore(result, { body, input }, context)
}

/** Decodes `{id, result}`, the shape of the first documentation. */
export function decodeDocumented(native: JsonObject, slot: JsonObject, context: Context): ToolResult {
  const result = readResult(native, native.result, true, slot, context)
  const body = compact({
    extra: extraFields(native, RESULT_FIELDS),
    absent: absentFields(native, RESULT_FIELDS, ['id', 'result']),
  })
  return withMore(result, { body }, context)
}

function readResult(
  named: JsonObject,
  content: JsonValue | undefined,
  isDocumented: boolean,
  slot: JsonObject,
  context: Context,
): ToolResult {
  const { path } = context
  const { output, isError, form } = decodeContent(content ?? null)
  const extra = isObject(content) && form !== 'whole' ? innerExtras(content, { [form]: 'any' }) : undefined
  const kept = wireMetadata(context, { form, content: extra })
  const said = { name: stringOr(named.name, ''), output, isError }
  const own = resultOf(identity(named.id, path, ''), said, kept)
  return withCarriedResult(own, slot, `${path}/toolwire`, (one) => readOf(one, isDocumented, context))
}

/**
 * Encodes a tool result.
 * @param input the input of the call, if known.
 */
export function encodeResult(result: ToolResult, input: JsonValue | undefined, context: Context): JsonObject {
  const own = metadataOf(result, context)
  const tool = withExtras(
    { id: idOf(result, own?.body), name: result.name || undefined, input: own?.input ?? input },
    own?.body,
    { type: 'tool', name: '' },
  )
  return { tool, content: encodeContent(result, false, context) }
}

export function encodeDocumented(result: ToolResult, context: Context): JsonObject {
  const own = metadataOf(result, context)
  const value = encodeContent(result, true, context)
  const isAbsent = value === null && wasAbsent(own?.body, 'result')
  return withExtras({ id: idOf(result, own?.body), result: isAbsent ? undefined : value }, own?.body)
}

function idOf({ minted, callId }: ToolResult, body: JsonValue | undefined): string | undefined {
  return minted && wasAbsent(body, 'id') ? undefined : callId
}

/** Decodes only the native result. */
function readOf(result: ToolResult, isDocumented: boolean, context: Context): ReadContent {
  return decodeContent(encodeContent(result, isDocumented, context))
}

/**
 * Returns the facts of a result without a native field. @param isNamed true if the native result names the
 * tool.
 */
export function carriedOfResult(
  result: ToolResult,
  isNamed: boolean,
  isDocumented: boolean,
  context: Context,
): JsonObject | undefined {
  const said = [
    ...(isNamed || result.name === '' ? ['name'] : []),
    ...(wasAbsent(metadataOf(result, context)?.body, 'id') ? ['minted'] : []),
  ]
  return carriedResult(result, readOf(result, isDocumented, context), context, said)
}
