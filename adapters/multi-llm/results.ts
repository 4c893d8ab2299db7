import type { JsonObject } from '../../src/base/json/json-types.js'
import { expectString } from '../../src/base/json/read-json.js'
import { unlessEmpty } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, wireMetadata } from '../../src/base/model/metadata.js'
import type { ToolResult } from '../../src/base/model/types.js'
import { carriedResult, type ReadOutput, withCarriedResult } from '../../src/codec/format/carry.js'
import { identity, resultOf } from '../../src/codec/shape/call-codec.js'
import {
  absentFields,
  extraFields,
  type Fields,
  wasAbsent,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { errorOrText, isErrorResult, outputText } from '../../src/codec/shape/results.js'

const FIELDS: Fields = { tool_call_id: 'text', content: 'string', is_error: 'boolean' }

/**
 * Decodes `{tool_call_id, content, is_error}`.
 * @param slot carried data of the result.
 * @param more fields that are decoded elsewhere.
 */
export function decodeResult(
  native: JsonObject,
  context: Context,
  slot: JsonObject,
  more: Fields = {},
): ToolResult {
  const { path } = context
  const content = expectString(native.content, `${path}/content`)
  const isError = native.is_error === true
  const body = unlessEmpty({
    extra: extraFields(native, FIELDS, more),
    absent: absentFields(native, FIELDS, ['tool_call_id', 'is_error']),
  })
  const ids = identity(native.tool_call_id, path, '', content)
  const said = { output: errorOrText(content, isError), isError }
  return withCarriedResult(resultOf(ids, said, wireMetadata(context, { body })), slot, path, readOf)
}

export function encodeResult(result: ToolResult, context: Context): JsonObject {
  const body = metadataOf(result, context)?.body
  return withExtras(
    {
      tool_call_id: result.minted && wasAbsent(body, 'tool_call_id') ? undefined : result.callId,
      content: outputText(result.output),
      is_error: isErrorResult(result) ? true : undefined,
    },
    body,
    { is_error: false },
  )
}

/**
 * Returns the data of a result without a field.
 * @param isNamed true if the earlier call contains the name of the result.
 */
export function carriedOfResult(
  result: ToolResult,
  isNamed: boolean,
  context: Context,
): JsonObject | undefined {
  const isIdless = wasAbsent(metadataOf(result, context)?.body, 'tool_call_id')
  return carriedResult(result, readOf(result), context, [
    'cache',
    ...(isNamed || result.name === '' ? ['name'] : []),
    ...(isIdless ? ['minted'] : []),
  ])
}

/** Returns the output as decoded from only the native result. */
function readOf(result: ToolResult): ReadOutput {
  const isError = isErrorResult(result)
  return { output: errorOrText(outputText(result.output), isError), isError }
}
