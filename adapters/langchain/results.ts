import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { asNative, isArray, isObject, objectIn, stringOr } from '../../src/base/json/read-json.js'
import { equalJson, unlessEmpty } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf, withMore } from '../../src/base/model/metadata.js'
import type { Part, ResultPart, ToolOutput, ToolResult } from '../../src/base/model/types.js'
import { carried, withCarried } from '../../src/codec/format/carry.js'
import { identity, resultOf } from '../../src/codec/shape/call-codec.js'
import {
  absentFields,
  decodeFields,
  encodeFields,
  type Fields,
  type FieldsOf,
  metadataFor,
  wasAbsent,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { encodeResultText, errorOrText, isErrorResult, outputText } from '../../src/codec/shape/results.js'
import { decodeBlock, encodeContent, needsVersion } from './content.js'
import { closeMessage, type MessageForm, type OpenedMessage } from './forms.js'
import { headExtra, headOf, writeHead } from './head.js'
import { leftOf, partSlots, withSlots } from './slots.js'

const FIELDS: FieldsOf<ToolResult> = {
  tool_call_id: 'text',
  name: ['string', 'name'],
  content: 'any',
  metadata: ['object', 'metadata'],
}

/**
 * Decodes a `ToolMessage`, or the older `FunctionMessage`, which has only the name.
 * @param id the id for a message without one.
 */
export function decodeToolMessage(
  opened: OpenedMessage,
  id: string | undefined,
  context: Context,
): ToolResult {
  const head = headOf(opened)
  const { fields, slot, content, kwargs, answer, metadata } = head
  const isError = fields.status === 'error'
  const made = identity(fields.tool_call_id, context.path, stringOr(fields.name, ''))
  const said = {
    ...decodeFields<ToolResult>(fields, FIELDS),
    output: outputOf(content, slot, isError, context),
    isError,
    raw: fields.artifact ?? undefined,
  }
  const ids = made.minted && id !== undefined ? { ...made, id } : made
  const result = resultOf(ids, said, undefined)
  const read: Fields = {
    ...FIELDS,
    status: isError ? 'string' : undefined,
    artifact: fields.artifact === null ? undefined : 'any',
  }
  const full = withCarried(result, slot)
  const isBare =
    metadata.version === undefined &&
    full.output.type === 'content' &&
    needsVersion(full.output.value, context)
  const own = {
    ...metadata,
    extra: headExtra(head, read, kwargs, answer),
    absent: absentFields(fields, FIELDS, ['tool_call_id', 'content', 'name']),
    slot: leftOf(slot, slotOf(full, context)),
    content: isBare ? 'blocks' : undefined,
  }
  return withMore(full, own, context)
}

/** Decodes the output from the content. The slot records which text was JSON. */
function outputOf(
  content: JsonValue | undefined,
  slot: JsonObject | undefined,
  isError: boolean,
  context: Context,
): ToolOutput {
  const said = objectIn(slot?.output).type
  if (typeof content === 'string' && (said === 'json' || said === 'error-json')) {
    const value = tryParseJson(content)
    if (value !== undefined) return { type: said, value }
  }
  if (!isArray(content)) return errorOrText(typeof content === 'string' ? content : '', isError)
  const parts = withSlots(
    content.map((block) => decodeBlock(block, context)),
    slot,
  )
  return { type: 'content', value: parts.filter(isResultPart) }
}

function isResultPart(part: Part): part is ResultPart {
  return part.type === 'text' || part.type === 'media' || part.type === 'opaque'
}

function slotOf(result: ToolResult, context: Context): JsonObject | undefined {
  const { output } = result
  const isJson = output.type === 'json' || output.type === 'error-json'
  const isIdless = wasAbsent(metadataOf(result, context), 'tool_call_id')
  const own = carried(result, context, ['name', 'raw', 'metadata', ...(isIdless ? ['minted'] : [])])
  const parts = output.type === 'content' ? partSlots(output.value, context) : undefined
  return unlessEmpty({ ...own, ...parts, output: isJson ? { type: output.type } : undefined })
}

/** Encodes a `ToolMessage`, one for each result. */
export function encodeToolMessage(
  result: ToolResult,
  context: Context,
  form: MessageForm | undefined,
): JsonValue {
  const own = metadataOf(result, context)
  const { output } = result
  const content = encodeOutput(result, context)
  const isNew = output.type === 'content' && own?.content !== 'blocks' && needsVersion(output.value, context)
  const version = stringOr(own?.version, isNew ? 'v1' : undefined)
  const isBare = content === '' && wasAbsent(own, 'content')
  const named = wasAbsent(own, 'name') || result.name === '' ? undefined : result.name
  const fields = withExtras(
    {
      ...writeHead(isBare ? undefined : content, own, slotOf(result, context), version),
      ...encodeFields({ ...result, name: named ?? '' }, FIELDS),
      name: named,
      tool_call_id:
        wasAbsent(own, 'tool_call_id') && own?.type === 'function' ? undefined : idOf(result, context),
      status: isErrorResult(result) ? 'error' : undefined,
      artifact: result.raw,
    },
    own,
  )
  return closeMessage('tool', fields, own, form)
}

function idOf(result: ToolResult, context: Context): string | undefined {
  return result.minted && wasAbsent(metadataOf(result, context), 'tool_call_id') ? undefined : result.callId
}

function encodeOutput(result: ToolResult, context: Context): JsonValue {
  const { output } = result
  if (output.type === 'content') return encodeContent(output.value, contextAt(context, 'output', 'value'))
  return output.type === 'denied' ? encodeResultText(result) : outputText(output)
}

// Results inside a message: from provider-executed tools, or in Anthropic's form.

interface ResultBlock {
  readonly id: string
  readonly content: string
}

const STANDARD = 'server_tool_call_result'

function shapeOf(type: string): ResultBlock {
  return type === STANDARD
    ? { id: 'toolCallId', content: 'output' }
    : { id: 'tool_use_id', content: 'content' }
}

export function isResultBlock({ type }: JsonObject): boolean {
  return type === STANDARD || (typeof type === 'string' && /(^|_)tool_result$/.test(type))
}

export function decodeResultBlock(block: JsonObject, context: Context): ToolResult {
  const type = stringOr(block.type, STANDARD)
  const { id, content } = shapeOf(type)
  const value = block[content]
  const executed = type !== 'tool_result'
  const isError =
    block.status === 'error' ||
    block.is_error === true ||
    (isObject(value) && stringOr(value.type, '').endsWith('_error'))
  const fields: Fields = {
    type: 'string',
    [id]: 'text',
    [content]: 'any',
    status:
      type === STANDARD && (block.status === 'error' || block.status === 'success') ? 'string' : undefined,
    is_error: block.is_error === true ? 'boolean' : undefined,
  }
  const output = blockOutput(value, executed && type !== 'mcp_tool_result', isError, context)
  const kept = metadataFor(block, fields, context, {
    block: type === STANDARD ? undefined : type,
    absent: absentFields(block, fields, type === STANDARD ? [id, content, 'status'] : [id, content]),
  })
  return resultOf(
    identity(block[id], context.path, type),
    { output, isError, providerExecuted: executed },
    kept,
  )
}

function blockOutput(
  value: JsonValue | undefined,
  isJson: boolean,
  isError: boolean,
  context: Context,
): ToolOutput {
  if (typeof value === 'string') return errorOrText(value, isError)
  if (!isJson && isArray(value))
    return { type: 'content', value: value.map((block) => decodeBlock(block, context)).filter(isResultPart) }
  return { type: isError ? 'error-json' : 'json', value: value ?? null }
}

export function encodeResultBlock(result: ToolResult, context: Context): JsonObject {
  const own = metadataOf(result, context)
  const type = stringOr(own?.block, STANDARD)
  const { id, content } = shapeOf(type)
  const failed = isErrorResult(result)
  const value = blockContent(result, context)
  const isNull = value === null && wasAbsent(own, content)
  return withExtras(
    {
      type,
      [id]: result.minted && wasAbsent(own, id) ? undefined : result.callId,
      [content]: isNull ? undefined : value,
      ...(type === STANDARD
        ? { status: failed ? 'error' : wasAbsent(own, 'status') ? undefined : 'success' }
        : { is_error: failed && !isTelling(value) ? true : undefined }),
    },
    own,
  )
}

/** Returns true for an Anthropic result whose type marks an error. */
function isTelling(value: JsonValue): boolean {
  return isObject(value) && stringOr(value.type, '').endsWith('_error')
}

function blockContent(result: ToolResult, context: Context): JsonValue {
  const { output } = result
  if (output.type === 'json' || output.type === 'error-json') return output.value
  return encodeOutput(result, context)
}

/** Returns the result with its carried output, if its block is unchanged. */
export function withOutput(result: ToolResult, slot: JsonValue | undefined, context: Context): ToolResult {
  if (!isObject(slot) || !isObject(slot.output)) return result
  const output = asNative<ToolOutput>(slot.output)
  const again = { ...result, output }
  return isOutput(output) &&
    equalJson(blockContent(again, { ...context, path: '' }), blockContent(result, { ...context, path: '' }))
    ? again
    : result
}

const OUTPUTS = ['text', 'json', 'error-text', 'error-json', 'content', 'denied']

function isOutput(output: ToolOutput): boolean {
  if (!OUTPUTS.includes(output.type)) return false
  return (
    output.type === 'denied' ||
    (output.type === 'content' ? Array.isArray(output.value) : output.value !== undefined)
  )
}
