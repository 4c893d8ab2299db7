import { carriedResult as carriedOf, type ReadOutput, withCarriedResult } from '../../src/format/carry.js'
import { absentOf, withoutUsual } from '../../src/format/log-calls.js'
import { isObject, objectOr, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { Context } from '../../src/model/context.js'
import { mintId } from '../../src/model/ids.js'
import { metadataOf, type OwnMetadata, wireMetadata } from '../../src/model/metadata.js'
import type { ToolOutput, ToolResult } from '../../src/model/types.js'
import { extraFields, type Fields, innerExtras, wasAbsent, withExtras } from '../../src/shape/fields.js'
import { isErrorResult, outputText } from '../../src/shape/results.js'

const FIELDS: Fields = { name: 'string', id: 'text', result: 'any', error: 'string', toolwire: 'object' }
const OUTPUT_FIELDS: Fields = { content: 'string', message: 'string', metadata: 'object', toolwire: 'object' }
/** What stands there when nobody says anything. */
const UNSET = { result: null, error: null }
const NOT_REGISTERED = 'not_registered'
const NOT_FOUND = 'tool_not_found'

/** `ToolResult` of agy-bridge, or the outcome of a call of a batch. */
export function isResult(native: JsonObject): boolean {
  return typeof native.name === 'string' && ('result' in native || 'error' in native)
}

/** `ToolOutput` or `ToolError` of llm-tool, by itself. */
export function isOutput(native: JsonObject): boolean {
  const { content, message, metadata } = native
  if ('role' in native || 'name' in native || (metadata !== undefined && !isObject(metadata))) return false
  return (typeof content === 'string') !== (typeof message === 'string')
}

/** Rust's `Result` as serde writes it. */
function outcomeIn({
  result,
}: JsonObject): { readonly tag: 'Ok' | 'Err'; readonly body: JsonObject } | undefined {
  if (!isObject(result)) return undefined
  const { Ok: ok, Err: err } = result
  if (isObject(ok) && err === undefined && isOutput(ok)) return { tag: 'Ok', body: ok }
  return isObject(err) && ok === undefined && isOutput(err) ? { tag: 'Err', body: err } : undefined
}

/** @param own what is kept of the entry around it. @param slot what was carried of it. */
export function decodeResult(
  native: JsonObject,
  path: string,
  context: Context,
  own: OwnMetadata = {},
  slot: JsonValue | undefined = native.toolwire,
): ToolResult {
  const outcome = outcomeIn(native)
  const name = stringOr(native.name, '')
  const { output, isError, ...host } = outcome === undefined ? saidBy(native) : saidIn(outcome.body)
  const usual = outcome === undefined ? UNSET : {}
  const read: Fields = isError && outcome === undefined ? { ...FIELDS, result: undefined } : FIELDS
  const metadata = {
    ...own,
    form: outcome === undefined ? own.form : 'outcome',
    extra: extraFields(withoutUsual(native, usual), read),
    outcome: outcome && {
      ...innerExtras(outcome.body, OUTPUT_FIELDS),
      ...innerOf(objectOr(native.result, {}), outcome.tag),
    },
    absent: absentOf(native, read, ['id'], usual),
  }
  const id = stringOr(native.id, '')
  const said = { output, isError, ...host }
  const result = identified(said, name, id, path, wireMetadata(context, metadata))
  return withSlot(result, slot, path, context)
}

function withSlot(
  result: ToolResult,
  slot: JsonValue | undefined,
  path: string,
  context: Context,
): ToolResult {
  return withCarriedResult(result, slot, `${path}/toolwire`, (one) => readOf(one, context))
}

/** What stands beside `Ok` or `Err`. */
function innerOf(result: JsonObject, tag: string): OwnMetadata {
  const body = innerExtras(result, { [tag]: 'any' })
  return body === undefined ? {} : { body }
}

type Said = Pick<ToolResult, 'output' | 'isError' | 'metadata' | 'category'>

function identified(
  said: Said,
  name: string,
  id: string,
  path: string,
  providerMetadata: ToolResult['providerMetadata'],
): ToolResult {
  return compact({
    type: 'tool-result' as const,
    callId: id || mintId(path, name, ''),
    minted: id === '' ? (true as const) : undefined,
    name,
    ...said,
    providerExecuted: false,
    providerMetadata,
  })
}

function saidBy({ result = null, error }: JsonObject): Said {
  if (typeof error === 'string') return { output: { type: 'error-text', value: error }, isError: true }
  const output: ToolOutput =
    typeof result === 'string' ? { type: 'text', value: result } : { type: 'json', value: result }
  return { output, isError: false }
}

/** What the model never sees of an output or an error is in its metadata. */
function saidIn({ content, message, metadata }: JsonObject): Said {
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

/** A `ToolOutput` or `ToolError` alone answers the call before it. */
export function decodeOutput(native: JsonObject, path: string, context: Context): ToolResult {
  const own = { form: 'output', extra: extraFields(native, OUTPUT_FIELDS) }
  const result = identified(saidIn(native), '', '', path, wireMetadata(context, own))
  return withSlot(result, native.toolwire, path, context)
}

export function encodeResult(result: ToolResult, context: Context): JsonObject {
  const own = metadataOf(result, context)
  const { form } = own ?? {}
  if (form === 'output') return withExtras(outputOf(result), own)
  const id = result.minted && wasAbsent(own, 'id') ? undefined : result.callId
  const head = { name: result.name, id }
  if (form === 'outcome') {
    const inside: JsonObject = objectOr(own?.outcome, {})
    const tag = isErrorResult(result) ? 'Err' : 'Ok'
    const body = withExtras({ [tag]: withExtras(outputOf(result), inside) }, inside.body)
    return withExtras({ ...head, result: body }, own, { id: null })
  }
  const isError = isErrorResult(result)
  const value = isError ? { error: outputText(result.output) } : { result: plainValue(result.output) }
  return withExtras({ ...head, ...value }, own, { id: null, ...UNSET })
}

function plainValue(output: ToolOutput): JsonValue | undefined {
  if (output.type !== 'json') return outputText(output)
  return output.value === null ? undefined : output.value
}

/** A `ToolOutput`, or the `ToolError` of a result that failed. */
export function outputOf(result: ToolResult): JsonObject {
  const text = outputText(result.output)
  const { metadata } = result
  return compact({ ...(isErrorResult(result) ? { message: text } : { content: text }), metadata })
}

/** What is read of the native result alone. */
function readOf(result: ToolResult, context: Context): ReadOutput {
  const value = outputText(result.output)
  if (isErrorResult(result)) return { output: { type: 'error-text', value }, isError: true }
  if (isHidden(result, context)) return { output: { type: 'text', value }, isError: false }
  return saidBy({ result: plainValue(result.output) ?? null })
}

/** Whether it has a place for what the model never sees. */
function isHidden(result: ToolResult, context: Context): boolean {
  const { form } = metadataOf(result, context) ?? {}
  return form === 'output' || form === 'outcome'
}

export function carriedResult(
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
