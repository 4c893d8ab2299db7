import { carriedOutput } from '../../src/adapter/carried-parts.js'
import { type CarriedField, carried, withCarried } from '../../src/adapter/carry.js'
import type { Context } from '../../src/adapter/context.js'
import { absentFields, extraFields, type Fields, wasAbsent, withExtras } from '../../src/adapter/fields.js'
import { mintId } from '../../src/adapter/ids.js'
import { metadataOf, withMetadata } from '../../src/adapter/metadata.js'
import { errorOrText, isErrorResult, outputText } from '../../src/adapter/results.js'
import { asJson, expectString, stringOr } from '../../src/json/read.js'
import type { JsonObject } from '../../src/json/types.js'
import { compact, equalJson } from '../../src/json/write.js'
import type { ToolOutput, ToolResult } from '../../src/model/types.js'

const FIELDS: Fields = { tool_call_id: 'text', content: 'string', is_error: 'boolean' }
const CARRIED_OF_RESULTS: readonly CarriedField[] = [
  'minted',
  'name',
  'answers',
  'preliminary',
  'raw',
  'metadata',
  'category',
  'retryable',
]

/** `{tool_call_id, content, is_error}`. @param slot what is carried of it beside. @param more fields read elsewhere. */
export function decodeResult(
  native: JsonObject,
  path: string,
  context: Context,
  slot: JsonObject,
  more: Fields = {},
): ToolResult {
  const content = expectString(native.content, `${path}/content`)
  const isError = native.is_error === true
  const id = stringOr(native.tool_call_id, '')
  const body = compact({
    extra: extraFields(native, FIELDS, more),
    absent: absentFields(native, FIELDS, ['tool_call_id', 'is_error']),
  })
  const result: ToolResult = compact({
    type: 'tool-result' as const,
    callId: id || mintId(path, '', content),
    minted: id === '' ? (true as const) : undefined,
    name: '',
    output: errorOrText(content, isError),
    isError,
    providerExecuted: false,
  })
  const full = withCarried(withOutput(result, content, slot, path), slot, CARRIED_OF_RESULTS)
  return Object.keys(body).length === 0 ? full : withMetadata(full, { body }, context)
}

/** What was carried of the output counts for as long as the text says the same. */
function withOutput(result: ToolResult, content: string, slot: JsonObject, path: string): ToolResult {
  if (slot.output === undefined) return result
  const output = carriedOutput(slot.output, `${path}/output`)
  return outputText(output) === content ? { ...result, output } : result
}

export function encodeResult(result: ToolResult, context: Context): JsonObject {
  const body = metadataOf(result, context)?.body
  const isError = isErrorResult(result)
  return withExtras(
    {
      tool_call_id: result.minted && wasAbsent(body, 'tool_call_id') ? undefined : result.callId,
      content: outputText(result.output),
      is_error: isError ? true : undefined,
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
  const { name, output } = result
  const left: readonly string[] = [
    ...(isNamed || name === '' ? ['name'] : []),
    ...(wasAbsent(metadataOf(result, context)?.body, 'tool_call_id') ? ['minted'] : []),
  ]
  const own = CARRIED_OF_RESULTS.filter((field) => !left.includes(field))
  const isTold = isPlain(output, isErrorResult(result))
  return carried(result, isTold ? own : [...own, 'output'], context)
}

/** Whether text and flag say all of it. */
function isPlain(output: ToolOutput, isError: boolean): boolean {
  return equalJson(asJson(errorOrText(outputText(output), isError)), asJson(output))
}
