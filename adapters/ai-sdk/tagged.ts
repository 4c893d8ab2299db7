import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { at, expectArray, expectObject, isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { ResultPart, ToolOutput } from '../../src/base/model/types.js'
import { innerExtras } from '../../src/codec/shape/fields.js'

// Types of tagged tool outputs.

const TAGS = ['text', 'json', 'error-text', 'error-json', 'content', 'execution-denied']

/** Returns true if the value has a tag. */
export function isTag(value: JsonValue | undefined): value is JsonObject {
  return isObject(value) && TAGS.includes(stringOr(value.type, ''))
}

export function isErrorOutput({ type }: ToolOutput): boolean {
  return type.startsWith('error') || type === 'denied'
}

/** Converts a value without a tag to an output. */
export function bareOutput(value: JsonValue, isError: boolean): ToolOutput {
  if (typeof value === 'string') return { type: isError ? 'error-text' : 'text', value }
  return { type: isError ? 'error-json' : 'json', value }
}

/**
 * Decodes a tagged output.
 * @param decodeItem decodes items of a content list.
 */
export function decodeTagged(
  output: JsonObject,
  path: string,
  decodeItem: (item: JsonObject, path: string) => ResultPart,
): ToolOutput {
  const { type, value = null } = output
  switch (type) {
    case 'execution-denied':
      return compact({ type: 'denied' as const, reason: stringOr(output.reason, undefined) })
    case 'content':
      return {
        type,
        value: expectArray(value, `${path}/value`).map((item, index) => {
          const here = at(`${path}/value`, index)
          return decodeItem(expectObject(item, here), here)
        }),
      }
    case 'json':
    case 'error-json':
      return { type, value }
    case 'text':
    case 'error-text':
      // A text output without a string is a value that the SDK did not check.
      return typeof value === 'string'
        ? { type, value }
        : { type: type === 'text' ? 'json' : 'error-json', value }
    default:
      return { type: 'json', value: output }
  }
}

/** Returns the other fields next to the tag. */
export function restOfTagged(output: JsonObject): JsonObject | undefined {
  const isDenial = output.type === 'execution-denied'
  return innerExtras(output, {
    type: 'any',
    value: isDenial ? undefined : 'any',
    reason: isDenial ? 'string' : undefined,
  })
}

/**
 * Encodes an output with its tag.
 * @param encodeItems encodes items of a content list.
 */
export function encodeTagged(
  output: ToolOutput,
  encodeItems: (items: readonly ResultPart[]) => JsonArray,
): JsonObject {
  if (output.type === 'denied') return compact({ type: 'execution-denied', reason: output.reason })
  return output.type === 'content' ? { type: 'content', value: encodeItems(output.value) } : { ...output }
}
