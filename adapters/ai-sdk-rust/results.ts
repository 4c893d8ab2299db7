import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, expectString, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf, opaque } from '../../src/base/model/metadata.js'
import type { Part, ResultPart, ToolOutput, ToolResult } from '../../src/base/model/types.js'
import { carriedPart } from '../../src/codec/format/carried-parts.js'
import { carried, withCarried } from '../../src/codec/format/carry.js'
import { callIdIn, completeResult } from '../../src/codec/shape/call-codec.js'
import { textBlock } from '../../src/codec/shape/common.js'
import { type Fields, innerExtras, wasAbsent, withExtras } from '../../src/codec/shape/fields.js'
import { isErrorResult } from '../../src/codec/shape/results.js'
import { beside, flag, keep, usually } from '../../src/codec/shape/rows.js'
import { type CodedRow, type Shape, shape } from '../../src/codec/shape/shape.js'
import { bareOutput, decodeTagged, encodeTagged, isErrorOutput, isTag } from './family.js'
import { decodeMedia, encodeMedia } from './media.js'
import { CAMEL_CASE, closed, opened, SNAKE_METADATA } from './slots.js'

type Field = 'output' | 'result'

/**
 * Creates the shape of a result with its output in this field.
 * @param isExecuted true if the result is in the position of provider-executed results.
 */
function rowsOf(field: Field, isExecuted: boolean): Shape<ToolResult> {
  return shape<ToolResult>(
    { type: 'tool-result' },
    {
      type: isExecuted ? usually(beside('string'), 'tool-result') : keep('type'),
      toolCallId: callIdIn('callId'),
      toolName: {
        type: 'string',
        isNoted: true,
        read: () => true,
        write: ({ value, kept }, name) => (wasAbsent(kept, name) ? undefined : value.name),
      },
      [field]: 'any',
      ...(field === 'result' && { isError: FAILED }),
      preliminary: flag('preliminary'),
    },
  )
}

const FAILED: CodedRow = {
  type: 'boolean',
  read: (field) => field === true,
  write: ({ beside: { isError } }) => isError,
}
const EXECUTED = {
  output: /* @__PURE__ */ rowsOf('output', true),
  result: /* @__PURE__ */ rowsOf('result', true),
}
const CLIENTS = {
  output: /* @__PURE__ */ rowsOf('output', false),
  result: /* @__PURE__ */ rowsOf('result', false),
}

/**
 * Decodes a `ToolResultPart`: the `output` has a tag. Before version 0.3 the output was a bare `result` next
 * to `isError`.
 * @param isExecuted true if the result is in the position of provider-executed results.
 */
export function decodeResult(object: JsonObject, isExecuted: boolean, context: Context): ToolResult {
  const { native, slot, spelling } = opened(object, CAMEL_CASE)
  const field = native.output === undefined && native.result !== undefined ? 'result' : 'output'
  const value = native[field] ?? null
  const isTagged = field === 'output' && isTag(value)
  const output = isTagged
    ? decodeOutput(value, contextAt(context, 'output'))
    : bareOutput(value, field === 'result' && native.isError === true)
  const kept = {
    spelling,
    field: field === 'result' ? field : undefined,
    form: isTagged || field === 'result' ? undefined : 'bare',
    body: isTagged ? innerExtras(value, OUTPUT_FIELDS) : undefined,
  }
  const name = stringOr(native.toolName, '')
  const read = (isExecuted ? EXECUTED : CLIENTS)[field].expect(native, context, kept)
  const result = completeResult(read, context.path, name, {
    name,
    output,
    isError: slot.isError === true || isErrorOutput(output),
    providerExecuted: typeof slot.providerExecuted === 'boolean' ? slot.providerExecuted : isExecuted,
  })
  return withCarried(result, slot)
}

const OUTPUT_FIELDS: Fields = { type: 'string', value: 'any', reason: 'string' }

function decodeOutput(output: JsonObject, context: Context): ToolOutput {
  const { path } = context
  const { type, value } = output
  if (type === 'text' || type === 'error-text') expectString(value, `${path}/value`)
  return decodeTagged(output, path, (item, here) => decodeItem(item, { ...context, path: here }))
}

/** Decodes a `ContentPart`. */
function decodeItem(item: JsonObject, context: Context): ResultPart {
  const open = opened(item, SNAKE_METADATA)
  const { native, slot, spelling } = open
  if (native.type !== 'text' || typeof native.text !== 'string')
    return decodeMedia(open, context) ?? opaque(item, context)
  const told = bornePart(open, context.path)
  if (told?.type === 'media' || told?.type === 'opaque') return told
  return withCarried(textBlock.expect(native, context, { spelling }), slot)
}

/**
 * Returns the part that an empty text carries.
 * @throws AdapterError if the carried value is not a part.
 */
export function bornePart(
  { native, slot }: Pick<ReturnType<typeof opened>, 'native' | 'slot'>,
  path: string,
): Part | undefined {
  const isBorne = native.text === '' && slot.part !== undefined
  return isBorne ? carriedPart(slot.part ?? null, `${path}/providerMetadata/toolwire/part`) : undefined
}

/** Wraps a part without a native form in an empty text. */
export function bear(part: Part): JsonObject {
  return closed({ type: 'text', text: '' }, undefined, { part: asJson(part) }, SNAKE_METADATA)
}

/**
 * Encodes a tool result.
 * @param isExecuted as for `decodeResult`.
 */
export function encodeResult(result: ToolResult, isExecuted: boolean, context: Context): JsonObject {
  const own = metadataOf(result, context)
  const { output, providerExecuted } = result
  const said = ['name', 'preliminary', ...(wasAbsent(own, 'toolCallId') ? ['minted'] : [])]
  const slot = compact({
    ...carried(result, context, said),
    isError: isErrorResult(result) && !isErrorOutput(output) ? true : undefined,
    providerExecuted: providerExecuted === isExecuted ? undefined : providerExecuted,
  })
  const body = encodeOutput(output, own, context)
  const rows = (isExecuted ? EXECUTED : CLIENTS)['result' in body ? 'result' : 'output']
  return closed(rows.encode(result, context, '', body) ?? {}, own, slot, CAMEL_CASE)
}

function encodeOutput(
  output: ToolOutput,
  own: ReturnType<typeof metadataOf>,
  context: Context,
): Readonly<Record<string, JsonValue | undefined>> {
  const tagged = withExtras(
    encodeTagged(output, (items) => encodeItems(items, context)),
    own?.body,
  )
  const isOld = own?.field === 'result'
  const isError = isErrorOutput(output)
  if ((!isOld && own?.form !== 'bare') || !('value' in output) || output.type === 'content')
    return { output: tagged }
  if (isOld) return { result: output.value, isError: isError || undefined }
  return { output: isError || isTag(output.value ?? null) ? tagged : output.value }
}

function encodeItems(items: readonly ResultPart[], context: Context): JsonArray {
  return items.map((item) => {
    if (item.type === 'opaque') return item.wire === context.wire ? item.value : bear(item)
    if (item.type === 'media') return encodeMedia(item, 'result', SNAKE_METADATA, context) ?? bear(item)
    const slot = carried(item, context)
    return closed(textBlock.encode(item, context) ?? {}, metadataOf(item, context), slot, SNAKE_METADATA)
  })
}
