import { carriedResult, type ReadOutput, withCarriedResult } from '../../src/format/carry.js'
import type { JsonObject } from '../../src/json/json-types.js'
import { expectString } from '../../src/json/read-json.js'
import { unlessEmpty } from '../../src/json/write-json.js'
import type { Context } from '../../src/model/context.js'
import { metadataOf, wireMetadata } from '../../src/model/metadata.js'
import type { ToolResult } from '../../src/model/types.js'
import { identity, resultOf } from '../../src/shape/call-codec.js'
import { absentFields, extraFields, type Fields, wasAbsent, withExtras } from '../../src/shape/fields.js'
import { errorOrText, isErrorResult, outputText } from '../../src/shape/results.js'

const FIELDS: Fields = { tool_call_id: 'text', content: 'string', is_error: 'boolean' }

/** `{tool_call_id, content, is_error}`. @param slot what is carried of it beside. @param more fields read elsewhere. */
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

/** What of a result has no field. @param isNamed whether the call before it tells its name. */
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

/** What is read of the native result alone. */
function readOf(result: ToolResult): ReadOutput {
  const isError = isErrorResult(result)
  return { output: errorOrText(outputText(result.output), isError), isError }
}
