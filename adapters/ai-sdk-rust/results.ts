import { carriedPart } from '../../src/format/carried-parts.js'
import { carried, withCarried } from '../../src/format/carry.js'
import {
  asJson,
  at,
  expectArray,
  expectObject,
  expectString,
  isObject,
  stringOr,
} from '../../src/json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { Context } from '../../src/model/context.js'
import { mintId } from '../../src/model/ids.js'
import { metadataOf, opaque } from '../../src/model/metadata.js'
import type { Part, ResultPart, TextPart, ToolOutput, ToolResult } from '../../src/model/types.js'
import {
  absentFields,
  type Fields,
  innerExtras,
  metadataFor,
  wasAbsent,
  withExtras,
} from '../../src/shape/fields.js'
import { isErrorResult } from '../../src/shape/results.js'
import { decodeMedia, encodeMedia } from './media.js'
import { CAMEL_CASE, closed, opened, SNAKE_METADATA } from './slots.js'

const FIELDS: Fields = { type: 'string', toolCallId: 'text', toolName: 'string' }
const TAGS = ['text', 'json', 'error-text', 'error-json', 'content', 'execution-denied']

/**
 * A `ToolResultPart`: its `output` bears a tag. Before version 0.3 it was a bare `result` beside `isError`.
 * @param isExecuted whether it stands where a provider's own results do.
 */
export function decodeResult(
  object: JsonObject,
  path: string,
  isExecuted: boolean,
  context: Context,
): ToolResult {
  const { native, slot, spelling } = opened(object, CAMEL_CASE)
  const field = native.output === undefined && native.result !== undefined ? 'result' : 'output'
  const value = native[field] ?? null
  const isTagged = field === 'output' && isTag(value)
  const failed = field === 'result' && native.isError === true
  const output = isTagged
    ? decodeOutput(expectObject(value, path), `${path}/output`, context)
    : bareOutput(value, failed)
  const fields: Fields = {
    ...FIELDS,
    [field]: 'any',
    isError: failed ? 'boolean' : undefined,
    preliminary: native.preliminary === true ? 'boolean' : undefined,
  }
  const id = stringOr(native.toolCallId, '')
  const name = stringOr(native.toolName, '')
  const usual = isExecuted ? ['type', 'toolCallId', 'toolName'] : ['toolCallId', 'toolName']
  const result: ToolResult = compact({
    type: 'tool-result' as const,
    callId: id || mintId(path, name, ''),
    minted: id === '' ? (true as const) : undefined,
    name,
    output,
    isError: slot.isError === true || isErrorOutput(output),
    providerExecuted: typeof slot.providerExecuted === 'boolean' ? slot.providerExecuted : isExecuted,
    preliminary: native.preliminary === true ? true : undefined,
    providerMetadata: metadataFor(native, fields, context, {
      spelling,
      field: field === 'result' ? field : undefined,
      form: isTagged || field === 'result' ? undefined : 'bare',
      type: isExecuted ? undefined : native.type,
      body: isTagged && isObject(value) ? innerExtras(value, OUTPUT_FIELDS) : undefined,
      absent: absentFields(native, fields, usual),
    }),
  })
  return withCarried(result, slot)
}

const OUTPUT_FIELDS: Fields = { type: 'string', value: 'any', reason: 'string' }

function isTag(value: JsonValue): boolean {
  return isObject(value) && TAGS.includes(stringOr(value.type, ''))
}

function isErrorOutput({ type }: ToolOutput): boolean {
  return type.startsWith('error') || type === 'denied'
}

function bareOutput(value: JsonValue, isError: boolean): ToolOutput {
  if (typeof value === 'string') return { type: isError ? 'error-text' : 'text', value }
  return { type: isError ? 'error-json' : 'json', value }
}

function decodeOutput({ type, value, reason }: JsonObject, path: string, context: Context): ToolOutput {
  switch (type) {
    case 'execution-denied':
      return compact({ type: 'denied' as const, reason: stringOr(reason, undefined) })
    case 'content':
      return {
        type,
        value: expectArray(value, `${path}/value`).map((item, index) =>
          decodeItem(expectObject(item, path), at(`${path}/value`, index), context),
        ),
      }
    case 'error-text':
    case 'text':
      return { type, value: expectString(value, `${path}/value`) }
    default:
      return { type: type === 'error-json' ? type : 'json', value: value ?? null }
  }
}

const TEXT_FIELDS: Fields = { type: 'string', text: 'string' }

/** A `ContentPart`. */
function decodeItem(item: JsonObject, path: string, context: Context): ResultPart {
  const open = opened(item, SNAKE_METADATA)
  const { native, slot, spelling } = open
  if (native.type !== 'text' || typeof native.text !== 'string')
    return decodeMedia(open, context) ?? opaque(item, context)
  const told = bornePart(open, path)
  if (told?.type === 'media' || told?.type === 'opaque') return told
  const text: TextPart = compact({
    type: 'text' as const,
    text: native.text,
    providerMetadata: metadataFor(native, TEXT_FIELDS, context, { spelling }),
  })
  return withCarried(text, slot)
}

/** The part that an empty text bears. @throws AdapterError when that is no part. */
export function bornePart(
  { native, slot }: Pick<ReturnType<typeof opened>, 'native' | 'slot'>,
  path: string,
): Part | undefined {
  const isBorne = native.text === '' && slot.part !== undefined
  return isBorne ? carriedPart(slot.part ?? null, `${path}/providerMetadata/toolwire/part`) : undefined
}

/** A part that has no form here, as an empty text that bears it. */
export function bear(part: Part): JsonObject {
  return closed({ type: 'text', text: '' }, undefined, { part: asJson(part) }, SNAKE_METADATA)
}

/** @param isExecuted as for `decodeResult`. */
export function encodeResult(result: ToolResult, isExecuted: boolean, context: Context): JsonObject {
  const own = metadataOf(result, context)
  const { output, callId, name, preliminary, providerExecuted } = result
  const isNameless = result.minted === true && wasAbsent(own, 'toolCallId')
  const isError = isErrorResult(result)
  const slot = compact({
    ...carried(result, context, ['name', 'preliminary', ...(isNameless ? ['minted'] : [])]),
    isError: isError && !isErrorOutput(output) ? true : undefined,
    providerExecuted: providerExecuted === isExecuted ? undefined : providerExecuted,
  })
  const usualType = isExecuted && !wasAbsent(own, 'type') ? 'tool-result' : undefined
  return closed(
    {
      type: usualType ?? own?.type,
      toolCallId: isNameless ? undefined : callId,
      toolName: wasAbsent(own, 'toolName') ? undefined : name,
      ...encodeOutput(output, own, context),
      preliminary: preliminary || undefined,
    },
    own,
    slot,
    CAMEL_CASE,
  )
}

function encodeOutput(
  output: ToolOutput,
  own: ReturnType<typeof metadataOf>,
  context: Context,
): Readonly<Record<string, JsonValue | undefined>> {
  const tagged = withExtras(taggedOutput(output, context), own?.body)
  const isOld = own?.field === 'result'
  const isError = isErrorOutput(output)
  if ((!isOld && own?.form !== 'bare') || !('value' in output) || output.type === 'content')
    return { output: tagged }
  if (isOld) return { result: output.value, isError: isError || undefined }
  return { output: isError || isTag(output.value ?? null) ? tagged : output.value }
}

function taggedOutput(output: ToolOutput, context: Context): JsonObject {
  switch (output.type) {
    case 'denied':
      return compact({ type: 'execution-denied', reason: output.reason })
    case 'content':
      return { type: 'content', value: encodeItems(output.value, context) }
    default:
      return { ...output }
  }
}

function encodeItems(items: readonly ResultPart[], context: Context): JsonArray {
  return items.map((item) => {
    if (item.type === 'opaque') return item.wire === context.wire ? item.value : bear(item)
    if (item.type === 'media') return encodeMedia(item, 'result', SNAKE_METADATA, context) ?? bear(item)
    const slot = carried(item, context)
    return closed({ type: 'text', text: item.text }, metadataOf(item, context), slot, SNAKE_METADATA)
  })
}
