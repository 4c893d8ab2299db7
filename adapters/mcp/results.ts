import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { expectArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact, equalJson, stringifyJson, unlessEmpty } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { type MetadataEntries, metadataOf, wireMetadata } from '../../src/base/model/metadata.js'
import type { ToolOutput, ToolResult } from '../../src/base/model/types.js'
import { carried, withCarried } from '../../src/codec/format/carry.js'
import { identity, resultOf } from '../../src/codec/shape/call-codec.js'
import {
  absentFields,
  extraFields,
  type Fields,
  innerExtras,
  wasAbsent,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { dropExecutedResult } from '../../src/codec/shape/losses.js'
import { encodeResultText, errorOrText, isErrorResult, outputText } from '../../src/codec/shape/results.js'
import { decodeContent, encodeContent } from './content.js'
import { openMeta, withSlot } from './meta.js'

/** Members only for the host, which are not sent over a connection. */
const WITHHELD = ['name', 'answers', 'raw', 'metadata', 'category', 'retryable', 'cache']
const FIELDS: Fields = { content: 'array', isError: 'boolean' }
const BLOCK_FIELDS: Fields = { ...FIELDS, type: 'string', toolUseId: 'text' }

/** The output of a result, with data that restores its original form. */
interface Output {
  readonly output: ToolOutput
  /**
   * `structured`, `toolResult`: the output is only under that key; `beside`: in the content, and any value
   * under `structuredContent`; `empty`: the result has no output.
   */
  readonly form?: 'structured' | 'toolResult' | 'beside' | 'empty'
  /** The text of the JSON if it differs from the usual encoding. */
  readonly text?: string | undefined
}

const STRUCTURED = {
  structured: 'structuredContent',
  toolResult: 'toolResult',
  beside: 'structuredContent',
} as const

/** Decodes the canonical members of a `CallToolResult` or a `tool_result` block. */
function decodeAnswer(
  native: JsonObject,
  slot: JsonValue | undefined,
  fields: Fields,
  context: Context,
): Pick<ToolResult, 'output' | 'isError'> & { readonly own: MetadataEntries } {
  const isError = native.isError === true
  const content =
    (native.content ?? null) === null ? [] : expectArray(native.content, `${context.path}/content`)
  const { output, form, text } =
    decodeStructured(native, content, slot, isError) ??
    decodeBlocks(content, isError, contextAt(context, 'content'))
  const read: Fields =
    form === undefined || form === 'empty' ? fields : { ...fields, [STRUCTURED[form]]: 'any' }
  const own = {
    extra: extraFields(native, read),
    form,
    text,
    // Servers send `false` although it is the default.
    type: native.isError === false ? 'success' : undefined,
    absent: absentFields(native, fields, ['content']),
  }
  return { output, isError, own }
}

/**
 * Decodes JSON, which the content may repeat as text. Since 2026, null and 0 are structured content, so the
 * presence of the key decides. Servers of 2024-10-07 sent `toolResult`.
 */
function decodeStructured(
  native: JsonObject,
  content: JsonArray,
  slot: JsonValue | undefined,
  isError: boolean,
): Output | undefined {
  const type = isError ? 'error-json' : 'json'
  const { structuredContent, toolResult } = native
  const [only] = content
  if (only === undefined) {
    if (structuredContent !== undefined)
      return { output: { type, value: structuredContent }, form: 'structured' }
    return toolResult === undefined ? undefined : { output: { type, value: toolResult }, form: 'toolResult' }
  }
  const text = content.length === 1 ? plainText(only) : undefined
  const value = text === undefined ? undefined : tryParseJson(text)
  if (value === undefined) return undefined
  const isBeside = structuredContent !== undefined && equalJson(value, structuredContent)
  if (!isBeside && !(isObject(slot) && isObject(slot.output) && slot.output.type === type)) return undefined
  return compact({
    output: { type, value } as const,
    form: isBeside ? ('beside' as const) : undefined,
    text: text === stringifyJson(value) ? undefined : text,
  })
}

/** Returns the text of a block that contains only text. */
function plainText(block: JsonValue): string | undefined {
  if (!isObject(block) || block.type !== 'text' || Object.keys(block).length !== 2) return undefined
  return stringOr(block.text, undefined)
}

function decodeBlocks(content: JsonArray, isError: boolean, context: Context): Output {
  const [only] = content
  if (only === undefined) return { output: errorOrText('', isError), form: 'empty' }
  const text = content.length === 1 ? plainText(only) : undefined
  if (text !== undefined) return { output: errorOrText(text, isError) }
  return {
    output: {
      type: 'content',
      value: content.map((block, index) => decodeContent(block, contextAt(context, index))),
    },
  }
}

interface ResultBody {
  readonly content: JsonArray
  readonly structuredContent?: JsonValue
  readonly toolResult?: JsonValue
}

function encodeAnswer(result: ToolResult, own: JsonObject | undefined, context: Context): JsonObject {
  const body = encodeOutput(result, own, context)
  const isBare = body.content.length === 0 && wasAbsent(own, 'content')
  return withExtras(
    {
      ...body,
      content: isBare ? undefined : body.content,
      isError: isErrorResult(result) || (own?.type === 'success' ? false : undefined),
    },
    own,
  )
}

function encodeOutput(result: ToolResult, own: JsonObject | undefined, context: Context): ResultBody {
  const { output } = result
  if (output.type === 'json' || output.type === 'error-json') return encodeJson(output.value, own)
  if (output.type === 'content')
    return {
      content: output.value.flatMap(
        (part, index) => encodeContent(part, contextAt(context, 'output', 'value', index)) ?? [],
      ),
    }
  const text = output.type === 'denied' ? encodeResultText(result) : outputText(output)
  return { content: own?.form === 'empty' && text === '' ? [] : textContent(text) }
}

/**
 * Encodes JSON. Only objects are structured content in all versions of the protocol. The text is for clients
 * that read only text.
 */
function encodeJson(value: JsonValue, own: JsonObject | undefined): ResultBody {
  if (own?.form === 'structured') return { content: [], structuredContent: value }
  if (own?.form === 'toolResult') return { content: [], toolResult: value }
  const kept = stringOr(own?.text, undefined)
  const isKept = kept !== undefined && equalJson(tryParseJson(kept), value)
  const content = textContent(isKept ? kept : stringifyJson(value))
  return own?.form === 'beside' || isObject(value) ? { content, structuredContent: value } : { content }
}

function textContent(text: string): JsonArray {
  return [{ type: 'text', text }]
}

/**
 * Marks JSON that is only in a text, so that it is decoded as JSON.
 * @param isMinted true if the id is marked as minted.
 */
function slotOf(result: ToolResult, body: JsonObject, isMinted: boolean, context: Context): JsonObject {
  const { type } = result.output
  const isUnsaid =
    (type === 'json' || type === 'error-json') && !('structuredContent' in body || 'toolResult' in body)
  const said = isMinted ? ['minted', ...WITHHELD] : WITHHELD
  return { ...carried(result, context, said), ...(isUnsaid && { output: { type } }) }
}

/** Decodes a `tool_result` block of a sampled message. */
export function decodeToolResult(value: JsonObject, context: Context): ToolResult {
  const { native, slot } = openMeta(value)
  const { output, isError, own } = decodeAnswer(native, slot, BLOCK_FIELDS, context)
  const absent = absentFields(native, BLOCK_FIELDS, ['content', 'toolUseId'])
  const ids = identity(native.toolUseId, context.path, 'tool_result')
  return withCarried(resultOf(ids, { output, isError }, wireMetadata(context, { ...own, absent })), slot)
}

/** Encodes the block. Returns undefined with a notice for a result of another provider. */
export function encodeToolResult(result: ToolResult, context: Context): JsonObject | undefined {
  if (result.providerExecuted) return dropExecutedResult(result, context)
  const own = metadataOf(result, context)
  const isMinted = result.minted === true && wasAbsent(own, 'toolUseId')
  const body = encodeAnswer(result, own, context)
  const block = { type: 'tool_result', toolUseId: isMinted ? undefined : result.callId, ...body }
  return withSlot(compact(block), slotOf(result, body, isMinted, context))
}

/** The call of a protocol result, which does not contain its call. */
export interface CallOfResult {
  readonly id: string
  readonly name: string
}

/** Decodes a `CallToolResult`. */
export function decodeCallResult(
  value: JsonObject,
  { id, name }: CallOfResult,
  context: Context,
  own?: MetadataEntries,
): ToolResult {
  const { native, slot } = openMeta(value)
  const { output, isError, own: body } = decodeAnswer(native, slot, FIELDS, context)
  const kept = wireMetadata(context, { ...own, body: unlessEmpty(body) })
  return withCarried(resultOf({ id, minted: true }, { name, output, isError }, kept), slot)
}

export function encodeCallResult(result: ToolResult, context: Context): JsonObject {
  const own = metadataOf(result, context)?.body
  const body = encodeAnswer(result, isObject(own) ? own : undefined, context)
  return withSlot(body, slotOf(result, body, true, context))
}

const ERROR_FIELDS: Fields = { code: 'number', message: 'string' }

/** Decodes a JSON-RPC error in place of a result. The code of the error is in the metadata, for the host. */
export function decodeRpcError(
  error: JsonObject,
  { id, name }: CallOfResult,
  context: Context,
  own: MetadataEntries,
): ToolResult {
  const { code } = error
  const output = { type: 'error-text' as const, value: stringOr(error.message, '') }
  const metadata = typeof code === 'number' ? { code } : undefined
  const kept = { ...own, error: compact({ code, ...innerExtras(error, ERROR_FIELDS) }) }
  const said = { name, output, isError: true, metadata }
  return resultOf({ id, minted: true }, said, wireMetadata(context, kept))
}

/** Returns the original JSON-RPC error of a result that still is an error. */
export function encodeRpcError(result: ToolResult, context: Context): JsonObject | undefined {
  const own = metadataOf(result, context)?.error
  if (!isObject(own) || result.output.type !== 'error-text') return undefined
  const code = result.metadata?.code ?? own.code
  const message = result.output.value
  return withExtras({ code, message: message === '' && !('message' in own) ? undefined : message }, own)
}
