import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { isObject } from '../../src/base/json/read-json.js'
import { equalJson, stringifyJson } from '../../src/base/json/write-json.js'
import { encodeJsonText } from '../../src/base/model/arguments.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, metadataUnder, opaque } from '../../src/base/model/metadata.js'
import type { ResultPart, TextPart, ToolOutput, ToolResult } from '../../src/base/model/types.js'
import { encodeOpaque } from '../../src/codec/shape/losses.js'
import {
  type DecodedOutput,
  decodeResultText,
  encodeResultText,
  joinedTexts,
  outputText,
  withDigits,
} from '../../src/codec/shape/results.js'
import { decodeMedia, encodeMedia } from './media.js'

/**
 * Decodes the output of a function response.
 * @param parts the media next to the response.
 */
export function decodeOutput(
  response: JsonValue | undefined,
  parts: JsonArray,
  context: Context,
): DecodedOutput {
  const decoded = decodeResponse(response)
  if (parts.length === 0) return decoded
  const value = [
    ...responseText(response, decoded.output, context),
    ...parts.map((part) => decodeResultPart(part, context)),
  ]
  return { output: { type: 'content', value }, isError: decoded.isError }
}

/**
 * Decodes `functionResponse.response`, an object: `output` is the result, `error` the failure, and an object
 * with neither is the output itself. https://ai.google.dev/api/caching#FunctionResponse A single `error` with
 * any value means that the call failed, because there is no other output.
 */
function decodeResponse(response: JsonValue | undefined): DecodedOutput {
  if (!isObject(response)) return success(response ?? {})
  const { error, output } = response
  const isAlone = Object.keys(response).length === 1
  if (error !== undefined && (isAlone || isFailure(error))) return failure(isAlone ? error : response)
  return success(isAlone && output !== undefined ? output : response)
}

/** `error: null` and similar values next to a result mean success. */
function isFailure(error: JsonValue): boolean {
  return error !== null && error !== false && error !== ''
}

/** Returns true if decoding the response gives this `isError`. */
function tells(response: JsonValue, isError: boolean): boolean {
  return decodeResponse(response).isError === isError
}

function success(value: JsonValue): DecodedOutput {
  const output: ToolOutput = typeof value === 'string' ? { type: 'text', value } : { type: 'json', value }
  return { output, isError: false }
}

function failure(error: JsonValue): DecodedOutput {
  if (typeof error !== 'string') return { output: { type: 'error-json', value: error }, isError: true }
  const { output } = decodeResultText(error)
  if (output.type === 'denied') return { output, isError: true }
  return { output: { type: 'error-text', value: error }, isError: true }
}

/** Returns the response next to media as a text part that encodes back to the same response. */
function responseText(response: JsonValue | undefined, output: ToolOutput, context: Context): TextPart[] {
  if (response === undefined || (isObject(response) && Object.keys(response).length === 0)) return []
  const isPlain = isObject(response) && (output.type === 'text' || output.type === 'error-text')
  if (isPlain && output.type === 'error-text' && output.value === '') return []
  if (isPlain) return [{ type: 'text', text: output.value }]
  const text = (isObject(response) ? context.exactText(response) : undefined) ?? stringifyJson(response)
  return [{ type: 'text', text, providerMetadata: metadataUnder(context, { form: 'response' }) }]
}

function decodeResultPart(part: JsonValue, context: Context): ResultPart {
  const media = isObject(part) ? decodeMedia(part, context) : undefined
  return media ?? opaque(part, context)
}

/** Encodes the output fields of a result. */
export function encodeOutput(
  result: ToolResult,
  context: Context,
): { readonly response: JsonValue; readonly parts?: JsonArray } {
  const form = metadataOf(result, context)?.form
  if (result.output.type !== 'content') return { response: encodeResponse(withDigits(result, context), form) }
  const { value } = result.output
  const texts = value.filter((part) => part.type === 'text')
  const parts = value.flatMap((part) => encodeResultPart(part, context))
  const response = encodeTexts(texts, result.isError, context)
  return parts.length === 0 ? { response } : { response, parts }
}

/**
 * Returns the difference between the native response and its usual encoding: `output` (an object inside
 * `output` that could be used directly), `whole` (the value is the response itself), or undefined if they are
 * equal.
 */
export function responseForm(
  result: DecodedOutput,
  response: JsonValue | undefined,
): 'output' | 'whole' | undefined {
  if (response === undefined || response === null || result.output.type === 'content') return undefined
  if (equalJson(encodeResponse(result, undefined), response)) return undefined
  return equalJson(encodeResponse(result, 'output'), response) ? 'output' : 'whole'
}

function encodeResponse(result: DecodedOutput, form: JsonValue | undefined): JsonValue {
  const { output, isError } = result
  const whole = form === 'whole' ? wholeValue(result) : undefined
  if (whole !== undefined) return whole
  switch (output.type) {
    case 'json':
      return isError ? { error: output.value } : encodeJson(output.value, form)
    case 'error-json':
      return { error: output.value }
    case 'denied':
      return { error: encodeResultText(result) }
    case 'error-text':
      return { error: output.value }
    default:
      return { [isError ? 'error' : 'output']: outputText(output) }
  }
}

/**
 * Returns the value to use as the complete response, unless the `error` in this value would be misleading.
 */
function wholeValue({ output, isError }: DecodedOutput): JsonValue | undefined {
  if (output.type === 'content' || output.type === 'denied') return undefined
  const { value } = output
  return tells(value, isError) ? value : undefined
}

function encodeJson(value: JsonValue, form: JsonValue | undefined): JsonObject {
  const standsAlone = isObject(value) && value.output === undefined && value.error === undefined
  return standsAlone && form !== 'output' ? value : { output: value }
}

function encodeTexts(texts: readonly TextPart[], isError: boolean, context: Context): JsonValue {
  const [first] = texts
  if (first === undefined) return isError ? { error: '' } : {}
  const isResponse = texts.length === 1 && metadataOf(first, context)?.form === 'response'
  const response = isResponse ? tryParseJson(first.text) : undefined
  if (response !== undefined && tells(response, isError)) return encodeJsonText(first.text, context)
  return {
    [isError ? 'error' : 'output']: joinedTexts(
      texts.map(({ text }) => text),
      context,
    ),
  }
}

function encodeResultPart(part: ResultPart, context: Context): JsonValue[] {
  if (part.type === 'text') return []
  if (part.type === 'media') return [encodeMedia(part, context)]
  const value = encodeOpaque(part, context)
  return value === undefined ? [] : [value]
}
