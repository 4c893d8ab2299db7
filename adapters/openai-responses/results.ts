import type { JsonArray, JsonMembers, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact, equalJson } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { mintId } from '../../src/base/model/ids.js'
import { metadataOf, withMetadata } from '../../src/base/model/metadata.js'
import type { MediaPart, ResultPart, ToolResult } from '../../src/base/model/types.js'
import { resultOf } from '../../src/codec/shape/call-codec.js'
import { anyOf, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import {
  type DecodedOutput,
  decodeResultText,
  encodeResultText,
  markErrorParts,
  outputText,
  unmarkErrorParts,
} from '../../src/codec/shape/results.js'
import { decodeContentPart, encodeContentPart, encodeContentParts } from './content.js'
import { callItem, FUNCTION_OUTPUT, nonEmpty } from './maps.js'
import { dropOutput } from './payload.js'

/** Facts about the call that a result answers. */
export interface AnsweredCall {
  readonly id: string
  readonly name: string
  /** Type of the call item. */
  readonly type: string
  readonly itemId?: string
}

interface NativeOutput extends DecodedOutput {
  /** The native fields that the output contains. */
  readonly consumed: readonly string[]
  /** The form of the output: `none` if the item has no output. */
  readonly form?: 'none'
  /** The native text, if encoding the output would produce a different text. */
  readonly text?: string
  /** `unsaid` if a patch's output does not report success or failure. */
  readonly status?: 'unsaid'
}

/** The form of the output items of one type. */
interface OutputForm {
  /** The field that contains the call's id. Default: `call_id`. */
  readonly id?: string
  read(item: JsonObject, context: Context): NativeOutput
  write(result: ToolResult, context: Context): JsonMembers
  /** Returns the fields of a result without any output. Default: no fields. */
  silent?(result: ToolResult, context: Context): JsonMembers
}

const FUNCTION: OutputForm = {
  read: (item, context) =>
    isArray(item.output) ? readContent(item.output, context) : readText(item, 'output'),
  write: (result, context) => ({ output: functionOutput(result, context) }),
}

/** The output items that differ from outputs of functions. */
const FORMS: Readonly<Record<string, OutputForm>> = {
  tool_search_output: {
    read: (item) => readList(item, 'tools'),
    write: ({ output }) => ({ tools: output.type === 'json' ? output.value : [] }),
  },
  shell_call_output: {
    read: (item) => readList(item, 'output'),
    write: (result) => ({ output: shellOutput(result) }),
  },
  program_output: {
    read: (item) => readText(item, 'result'),
    write: (result, context) => ({ result: plainText(result, context) }),
  },
  computer_call_output: {
    read: readScreenshot,
    write: (result, context) => ({ output: screenshot(result, context) }),
  },
  mcp_approval_response: { id: 'approval_request_id', read: readApproval, write: approval },
  apply_patch_call_output: {
    read: readPatch,
    write: (result, context) => ({ output: outputText(result.output), status: patchStatus(result, context) }),
    // A patch without output still reports success or failure.
    silent: (result, context) => ({ status: patchStatus(result, context) }),
  },
  local_shell_call_output: {
    ...FUNCTION,
    id: 'id',
    write: (result, context) => ({ output: plainText(result, context) }),
  },
}

function formOf(type: string): OutputForm {
  return (Object.hasOwn(FORMS, type) ? FORMS[type] : undefined) ?? FUNCTION
}

/** An output item and its context. */
export interface OutputItem {
  readonly type: string
  readonly item: JsonObject
  /** The call that the item answers, if available. */
  readonly call: AnsweredCall | undefined
  readonly providerExecuted: boolean
}

/** Decodes an output item to a result. */
export function decodeResult(
  { type, item, call, providerExecuted }: OutputItem,
  context: Context,
): ToolResult {
  const { consumed, form, status, text, ...output } = formOf(type).read(item, context)
  const field = idField(type, item)
  const nativeId = nonEmpty(item[field])
  const id = call?.id ?? nativeId ?? mintId(context.path, type, '')
  const minted = nativeId === undefined ? (true as const) : undefined
  const name = nonEmpty(item.name) ?? call?.name ?? (type === 'tool_search_output' ? 'tool_search' : '')
  const isPlain = type === FUNCTION_OUTPUT && answerType(call?.type) === type && !providerExecuted
  const read = anyOf(['type', ...consumed, ...(minted ? [] : [field])])
  const providerMetadata = metadataFor(item, read, context, {
    // The output of a plain function, sent by the client, needs no type.
    type: isPlain ? undefined : type,
    form,
    status,
    text,
    pairedBy: minted ? 'none' : field === usualIdField(type) ? undefined : field,
    nativeId: nativeId === id ? undefined : nativeId,
  })
  return resultOf({ id, minted }, { name, ...output, providerExecuted }, providerMetadata)
}

function answerType(callType = ''): string {
  return callItem(callType)?.answer ?? FUNCTION_OUTPUT
}

function usualIdField(type: string): string {
  return formOf(type).id ?? 'call_id'
}

/**
 * Returns the field with the call's id. A local shell's output names its call by `id`. Some clients use
 * `call_id`.
 */
function idField(type: string, item: JsonObject): string {
  const isOther = type === 'local_shell_call_output' && nonEmpty(item.call_id) !== undefined
  return isOther ? 'call_id' : usualIdField(type)
}

/** Returns the id of the call that an output item answers. */
export function answeredId(type: string, item: JsonObject): string | undefined {
  return nonEmpty(item[idField(type, item)])
}

const NO_OUTPUT: NativeOutput = {
  output: { type: 'text', value: '' },
  isError: false,
  consumed: [],
  form: 'none',
}

function readList(item: JsonObject, field: string): NativeOutput {
  const value = item[field]
  if (!isArray(value)) return NO_OUTPUT
  return { output: { type: 'json', value }, isError: false, consumed: [field] }
}

function readScreenshot({ output }: JsonObject, context: Context): NativeOutput {
  const part = output === undefined ? undefined : decodeContentPart(output, 'input_text', context)
  if (part?.type !== 'media') return NO_OUTPUT
  return { output: { type: 'content', value: [part] }, isError: false, consumed: ['output'] }
}

function readText(item: JsonObject, field: string): NativeOutput {
  const text = item[field]
  if (typeof text !== 'string') return NO_OUTPUT
  const decoded = decodeResultText(text)
  return { ...decoded, consumed: [field], ...(encodeResultText(decoded) === text ? {} : { text }) }
}

/** Returns the text of a result. JSON in an error mark is sent back unchanged. */
function plainText(result: ToolResult, context: Context): string {
  const text = stringOr(metadataOf(result, context)?.text, undefined)
  if (text === undefined) return encodeResultText(result, contextAt(context, 'output'))
  const { output, isError } = decodeResultText(text)
  const isUnchanged = isError === result.isError && equalJson(asJson(output), asJson(result.output))
  return isUnchanged ? text : encodeResultText(result, contextAt(context, 'output'))
}

/** Decodes a patch result. The status reports success or failure of the patch, so the text needs no mark. */
function readPatch({ output, status }: JsonObject): NativeOutput {
  const isError = status === 'failed'
  const value = stringOr(output, '')
  const consumed = typeof output === 'string' ? ['output'] : []
  const said = isError || status === 'completed'
  return compact({
    output: { type: isError ? ('error-text' as const) : ('text' as const), value },
    isError,
    consumed: said ? [...consumed, 'status'] : consumed,
    form: typeof output === 'string' ? undefined : ('none' as const),
    status: said ? undefined : ('unsaid' as const),
  })
}

/**
 * Decodes an approval. An approval is not an output of the tool, so it becomes JSON; a rejection becomes a
 * denied call.
 */
function readApproval(item: JsonObject): NativeOutput {
  if (typeof item.approve !== 'boolean') return NO_OUTPUT
  if (item.approve)
    return { output: { type: 'json', value: { approve: true } }, isError: false, consumed: ['approve'] }
  const reason = stringOr(item.reason, undefined)
  const consumed = reason === undefined ? ['approve'] : ['approve', 'reason']
  return { output: compact({ type: 'denied' as const, reason }), isError: true, consumed }
}

function readContent(list: JsonArray, context: Context): NativeOutput {
  const parts = list.map((part) => decodeContentPart(part, 'input_text', context))
  const marked = unmarkErrorParts(parts)
  const value = marked ?? parts
  return { output: { type: 'content', value }, isError: marked !== undefined, consumed: ['output'] }
}

/**
 * Encodes the output item of a result.
 * @param callType the item type of the call. This type determines the form, unless the result came from this
 * wire.
 */
export function encodeResult(result: ToolResult, callType: string | undefined, context: Context): JsonObject {
  const metadata = metadataOf(result, context)
  const type = stringOr(metadata?.type, answerType(callType))
  // The API also accepts a function's output for a tool search. The output of a tool search itself is always
  // a list of tools.
  const empty = metadata?.form === 'none' && outputText(result.output) === ''
  if (type === 'tool_search_output' && !isToolList(result) && !result.providerExecuted && !empty)
    return { type: FUNCTION_OUTPUT, call_id: result.callId, output: functionOutput(result, context) }
  const form = formOf(type)
  const field = stringOr(metadata?.pairedBy, usualIdField(type))
  const id = stringOr(metadata?.nativeId, result.callId)
  const unpaired = field === 'none' && (result.minted === true || result.providerExecuted)
  return withExtras(
    {
      type,
      ...(unpaired ? {} : { [field === 'none' ? usualIdField(type) : field]: id }),
      ...(empty ? form.silent?.(result, context) : form.write(result, context)),
    },
    metadata,
  )
}

function isToolList({ output }: ToolResult): boolean {
  return output.type === 'json' && isArray(output.value)
}

function patchStatus(result: ToolResult, context: Context): string | undefined {
  if (result.isError) return 'failed'
  return metadataOf(result, context)?.status === 'unsaid' ? undefined : 'completed'
}

function approval(result: ToolResult, context: Context): JsonMembers {
  const { output, isError } = result
  if (output.type === 'denied') return { approve: false, reason: output.reason }
  if (isError) return { approve: false, reason: outputText(output) }
  const isApproval = output.type === 'json' && isObject(output.value) && output.value.approve === true
  if (!isApproval) dropOutput('an approval response is only yes or no; the output is left out', context)
  return { approve: true }
}

function functionOutput(result: ToolResult, context: Context): JsonValue {
  const { output } = result
  if (output.type !== 'content') return plainText(result, context)
  const parts = result.isError ? markErrorParts(output.value) : output.value
  return encodeContentParts(parts, contextAt(context, 'output'))
}

/** Returns the text of a command that was run elsewhere. An error is written to stderr with exit code 1. */
function shellOutput(result: ToolResult): JsonValue {
  const { output, isError } = result
  if (output.type === 'json' && isArray(output.value)) return output.value
  const text = outputText(output)
  return [
    {
      stdout: isError ? '' : text,
      stderr: isError ? text : '',
      outcome: { type: 'exit', exit_code: isError ? 1 : 0 },
    },
  ]
}

function screenshot(result: ToolResult, context: Context): JsonValue {
  const { output } = result
  const image = output.type === 'content' ? output.value.find(isImage) : undefined
  if (image !== undefined) {
    const fresh = metadataOf(image, context) ?? { type: 'computer_screenshot' }
    const native = encodeContentPart(withMetadata(image, fresh, context), 'input_text', context)
    if (native !== undefined) return native
  }
  dropOutput('a computer call requires a screenshot; there is none', context)
  return { type: 'computer_screenshot' }
}

function isImage(part: ResultPart): part is MediaPart {
  return part.type === 'media' && part.kind === 'image'
}
