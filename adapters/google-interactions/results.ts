import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { ToolOutput, ToolResult } from '../../src/base/model/types.js'
import { identity, resultOf } from '../../src/codec/shape/call-codec.js'
import {
  absentFields,
  type Fields,
  metadataFor,
  wasAbsent,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { dropExecutedResult } from '../../src/codec/shape/losses.js'
import {
  encodeResultText,
  errorOrText,
  isErrorResult,
  outputText,
  withDigits,
} from '../../src/codec/shape/results.js'
import { decodeContent, encodeContent } from './content.js'
import { FUNCTION_RESULT, isContent, isNamed, nativeType, toolNameOf } from './maps.js'

const FIELDS: Fields = { type: 'string', call_id: 'text', result: 'any', signature: 'string' }
/**
 * Fields of a result that is not an error. An `is_error` other than `true` has no canonical meaning, so it
 * stays in `extra`.
 */
const ERROR_FIELDS: Fields = { ...FIELDS, is_error: 'boolean' }

/**
 * Decodes a tool result.
 * @param isClients true for a result of the client, false if a provider ran the tool.
 */
export function decodeResult(step: JsonObject, isClients: boolean, context: Context): ToolResult {
  const type = nativeType(step)
  const isError = step.is_error === true
  const fields = isError ? ERROR_FIELDS : FIELDS
  const absent = isNamed(type) ? ['call_id', 'name', 'result'] : ['call_id', 'result']
  const name = isNamed(type) ? stringOr(step.name, '') : toolNameOf(type)
  const read: Fields = isNamed(type) ? { ...fields, name: 'text' } : fields
  return resultOf(
    identity(step.call_id, context.path, type),
    {
      name,
      output: decodeOutput(step.result, isError, contextAt(context, 'result')),
      isError,
      providerExecuted: !isClients,
    },
    metadataFor(step, read, context, {
      type: isClients ? undefined : type,
      signature: stringOr(step.signature, undefined),
      form: isBare(step.result) ? 'json' : undefined,
      absent: absentFields(step, read, absent),
    }),
  )
}

/**
 * Returns true for JSON other than an object. From another wire, such JSON is encoded as text, since the API
 * accepts only objects.
 */
function isBare(result: JsonValue | undefined): boolean {
  if (result === undefined || typeof result === 'string' || isObject(result)) return false
  return !isContentList(result)
}

function isContentList(result: JsonValue): result is JsonArray {
  return isArray(result) && result.length > 0 && result.every((item) => isObject(item) && isContent(item))
}

function decodeOutput(result: JsonValue | undefined, isError: boolean, context: Context): ToolOutput {
  if (result === undefined) return errorOrText('', isError)
  if (typeof result === 'string') return errorOrText(result, isError)
  if (isContentList(result))
    return {
      type: 'content',
      value: result.map((item, index) => decodeContent(item, contextAt(context, index))),
    }
  return { type: isError ? 'error-json' : 'json', value: result }
}

/**
 * Encodes the step. Returns undefined with a notice for a result of a tool that another provider executed.
 */
export function encodeResult(result: ToolResult, context: Context): JsonObject | undefined {
  const own = metadataOf(result, context)
  const type = result.providerExecuted ? stringOr(own?.type, undefined) : FUNCTION_RESULT
  if (type === undefined) return dropExecutedResult(result, context)
  const isNameless = result.name === '' || wasAbsent(own, 'name')
  const output = encodeOutput(result, own?.form === 'json', contextAt(context, 'output'))
  return withExtras(
    {
      type,
      call_id: result.minted && wasAbsent(own, 'call_id') ? undefined : result.callId,
      name: !isNamed(type) || isNameless ? undefined : result.name,
      result: wasAbsent(own, 'result') && output === '' ? undefined : output,
      is_error: isErrorResult(result) ? true : undefined,
      signature: own?.signature,
    },
    own,
  )
}

function encodeOutput(result: ToolResult, isBare: boolean, context: Context): JsonValue {
  const { output } = withDigits(result, context)
  if (output.type === 'json' || output.type === 'error-json')
    return isBare || isObject(output.value) ? output.value : outputText(result.output)
  if (output.type !== 'content')
    return output.type === 'denied' ? encodeResultText(result) : outputText(output)
  const items = output.value.flatMap(
    (part, index) => encodeContent(part, contextAt(context, 'value', index)) ?? [],
  )
  return items.length === 0 ? '' : items
}
