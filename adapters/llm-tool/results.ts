import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject, objectOr, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, type OwnMetadata, withMore } from '../../src/base/model/metadata.js'
import type { ToolOutput, ToolResult } from '../../src/base/model/types.js'
import {
  CARRIED,
  carriedResult as carriedOf,
  type ReadOutput,
  withCarriedResult,
} from '../../src/codec/format/carry.js'
import { callIdIn, completeResult } from '../../src/codec/shape/call-codec.js'
import { type Fields, innerExtras, wasAbsent, withExtras } from '../../src/codec/shape/fields.js'
import { isErrorResult, outputText } from '../../src/codec/shape/results.js'
import { beside, to, unread, usually } from '../../src/codec/shape/rows.js'
import { type Beside, shape } from '../../src/codec/shape/shape.js'

const HEAD = { name: to('name'), id: callIdIn('callId'), [CARRIED]: 'object' } as const
/** Absent values are written as null. */
const SUCCESS = /* @__PURE__ */ shape<ToolResult>(
  { type: 'tool-result' },
  { ...HEAD, result: usually(beside(), null), error: unread(null) },
)
const FAILURE = /* @__PURE__ */ shape<ToolResult>(
  { type: 'tool-result' },
  { ...HEAD, result: unread(null), error: usually(beside('string'), null) },
)
const OUTCOME = /* @__PURE__ */ shape<ToolResult>({ type: 'tool-result' }, { ...HEAD, result: 'any' })
const OUTPUT = /* @__PURE__ */ shape<ToolResult>(
  { type: 'tool-result' },
  { content: 'string', message: 'string', metadata: to('metadata', 'object'), [CARRIED]: 'object' },
  { form: 'output' },
)
const OUTPUT_FIELDS: Fields = {
  content: 'string',
  message: 'string',
  metadata: 'object',
  [CARRIED]: 'object',
}
const NOT_REGISTERED = 'not_registered'
const NOT_FOUND = 'tool_not_found'

/** Returns true for a `ToolResult` of agy-bridge, or the outcome of a call in a batch. */
export function isResult(native: JsonObject): boolean {
  return typeof native.name === 'string' && ('result' in native || 'error' in native)
}

/** Returns true for a single `ToolOutput` or `ToolError` of llm-tool. */
export function isOutput(native: JsonObject): boolean {
  const { content, message, metadata } = native
  if ('role' in native || 'name' in native || (metadata !== undefined && !isObject(metadata))) return false
  return (typeof content === 'string') !== (typeof message === 'string')
}

/** Returns Rust's `Result` as serialized by serde. */
function outcomeIn({
  result,
}: JsonObject): { readonly tag: 'Ok' | 'Err'; readonly body: JsonObject } | undefined {
  if (!isObject(result)) return undefined
  const { Ok: ok, Err: err } = result
  if (isObject(ok) && err === undefined && isOutput(ok)) return { tag: 'Ok', body: ok }
  return isObject(err) && ok === undefined && isOutput(err) ? { tag: 'Err', body: err } : undefined
}

/**
 * Decodes a tool result.
 * @param own kept data of the entry around the result.
 * @param slot carried data of the result.
 */
export function decodeResult(
  native: JsonObject,
  context: Context,
  own: OwnMetadata = {},
  slot: JsonValue | undefined = native[CARRIED],
): ToolResult {
  const outcome = outcomeIn(native)
  const said = outcome === undefined ? saidBy(native) : saidIn(outcome.body)
  const rows = outcome === undefined ? (said.isError ? FAILURE : SUCCESS) : OUTCOME
  const read = rows.expect(native, context)
  const result = completeResult(read, context.path, stringOr(native.name, ''), said)
  const kept = outcome && {
    form: 'outcome',
    outcome: {
      ...innerExtras(outcome.body, OUTPUT_FIELDS),
      ...innerOf(objectOr(native.result, {}), outcome.tag),
    },
  }
  return withSlot(withMore(result, { ...own, ...kept }, context), slot, context)
}

function withSlot(result: ToolResult, slot: JsonValue | undefined, context: Context): ToolResult {
  return withCarriedResult(result, slot, `${context.path}/${CARRIED}`, (one) => readOf(one, context))
}

/** Returns the other fields next to `Ok` or `Err`. */
function innerOf(result: JsonObject, tag: string): OwnMetadata {
  const body = innerExtras(result, { [tag]: 'any' })
  return body === undefined ? {} : { body }
}

type ResultFacts = Pick<ToolResult, 'output' | 'isError' | 'metadata' | 'category'>

function saidBy({ result = null, error }: JsonObject): ResultFacts {
  if (typeof error === 'string') return { output: { type: 'error-text', value: error }, isError: true }
  const output: ToolOutput =
    typeof result === 'string' ? { type: 'text', value: result } : { type: 'json', value: result }
  return { output, isError: false }
}

/** Returns the members of an output or error. Data that is hidden from the model is in the metadata. */
function saidIn({ content, message, metadata }: JsonObject): ResultFacts {
  const isError = typeof message === 'string'
  const value = stringOr(message, stringOr(content, ''))
  const hidden = objectOr(metadata, undefined)
  return compact({
    output: { type: isError ? ('error-text' as const) : ('text' as const), value },
    isError,
    metadata: hidden,
    category: isError && hidden?.error_kind === NOT_REGISTERED ? NOT_FOUND : undefined,
  })
}

/** Decodes a single `ToolOutput` or `ToolError`, which answers the preceding call. */
export function decodeOutput(native: JsonObject, context: Context): ToolResult {
  const result = completeResult(OUTPUT.expect(native, context), context.path, '', saidIn(native))
  return withSlot(result, native[CARRIED], context)
}

export function encodeResult(result: ToolResult, context: Context): JsonObject {
  const own = metadataOf(result, context)
  const isError = isErrorResult(result)
  const write = (rows: typeof OUTPUT, said: Beside) => rows.encode(result, context, '', said) ?? {}
  if (own?.form === 'output') return write(OUTPUT, outputOf(result))
  if (own?.form === 'outcome') {
    const inside: JsonObject = objectOr(own.outcome, {})
    const tag = isError ? 'Err' : 'Ok'
    return write(OUTCOME, {
      result: withExtras({ [tag]: withExtras(outputOf(result), inside) }, inside.body),
    })
  }
  return isError
    ? write(FAILURE, { error: outputText(result.output) })
    : write(SUCCESS, { result: plainValue(result.output) })
}

function plainValue(output: ToolOutput): JsonValue | undefined {
  if (output.type !== 'json') return outputText(output)
  return output.value === null ? undefined : output.value
}

/** Returns a `ToolOutput`, or the `ToolError` of a failed result. */
export function outputOf(result: ToolResult): JsonObject {
  const text = outputText(result.output)
  const { metadata } = result
  return compact({ ...(isErrorResult(result) ? { message: text } : { content: text }), metadata })
}

/** Returns the output as decoded from only the native result. */
function readOf(result: ToolResult, context: Context): ReadOutput {
  const value = outputText(result.output)
  if (isErrorResult(result)) return { output: { type: 'error-text', value }, isError: true }
  if (isHidden(result, context)) return { output: { type: 'text', value }, isError: false }
  return saidBy({ result: plainValue(result.output) ?? null })
}

/** Returns true if the native form has a field for data hidden from the model. */
function isHidden(result: ToolResult, context: Context): boolean {
  const { form } = metadataOf(result, context) ?? {}
  return form === 'output' || form === 'outcome'
}

export function carriedOfResult(
  result: ToolResult,
  isNamed: boolean,
  context: Context,
): JsonObject | undefined {
  const own = metadataOf(result, context)
  const { metadata, category } = result
  const isDerived = metadata?.error_kind === NOT_REGISTERED && category === NOT_FOUND
  return carriedOf(result, readOf(result, context), context, [
    ...(isNamed || own?.form !== 'output' ? ['name'] : []),
    ...(isHidden(result, context) ? ['metadata', ...(isDerived ? ['category'] : [])] : []),
    ...(own?.form === 'output' || wasAbsent(own, 'id') ? ['minted'] : []),
  ])
}
