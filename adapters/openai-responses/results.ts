import { asJson, at, isArray, isObject, stringOr } from '../../src/json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, equalJson } from '../../src/json/write.js'
import type { Context } from '../../src/model/context.js'
import { mintId } from '../../src/model/ids.js'
import { metadataOf, withMetadata } from '../../src/model/metadata.js'
import type { MediaPart, ResultPart, TextPart, ToolResult } from '../../src/model/types.js'
import { anyOf, metadataFor, withExtras } from '../../src/shape/fields.js'
import {
  type DecodedOutput,
  decodeResultText,
  encodeResultText,
  outputText,
} from '../../src/shape/results.js'
import { nonEmpty } from './calls.js'
import { decodeContentPart, encodeContentPart } from './content.js'
import { ANSWERS } from './maps.js'
import { dropOutput } from './payload.js'

/** What is known of the call that a result answers. */
export interface AnsweredCall {
  readonly id: string
  readonly name: string
  /** Type of the call item. */
  readonly type: string
  readonly itemId?: string
}

interface NativeOutput extends DecodedOutput {
  /** Which native fields the output holds. */
  readonly consumed: readonly string[]
  /** `none` when the item has no output at all. */
  readonly form?: 'none'
  /** The native text, where encoding the output would spell it otherwise. */
  readonly text?: string
  /** `unsaid` when a patch's output does not say whether it worked. */
  readonly status?: 'unsaid'
}

/**
 * One output item.
 * @param call the call that it answers, when that is at hand.
 */
export function decodeResult(
  type: string,
  item: JsonObject,
  call: AnsweredCall | undefined,
  providerExecuted: boolean,
  context: Context,
): ToolResult {
  const { consumed, form, status, text, ...output } = decodeOutput(type, item, context)
  const field = idField(type, item)
  const nativeId = nonEmpty(item[field])
  const callId = call?.id ?? nativeId ?? mintId(context.path, type, '')
  const name = nonEmpty(item.name) ?? call?.name ?? (type === 'tool_search_output' ? 'tool_search' : '')
  return compact({
    type: 'tool-result' as const,
    callId,
    minted: nativeId === undefined ? (true as const) : undefined,
    name,
    ...output,
    providerExecuted,
    providerMetadata: metadataFor(
      item,
      anyOf(['type', ...consumed, nativeId === undefined ? 'type' : field]),
      context,
      {
        type: recordedType(type, call, providerExecuted),
        form,
        status,
        text,
        pairedBy: nativeId === undefined ? 'none' : field === defaultIdField(type) ? undefined : field,
        nativeId: nativeId === undefined || nativeId === callId ? undefined : nativeId,
      },
    ),
  })
}

/** The type is recorded unless it is a plain function's output that the client sends. */
function recordedType(
  type: string,
  call: AnsweredCall | undefined,
  providerExecuted: boolean,
): string | undefined {
  const expected = answerType(call?.type)
  return type === 'function_call_output' && expected === type && !providerExecuted ? undefined : type
}

function answerType(callType: string | undefined): string {
  return ANSWERS.get(callType ?? '') ?? 'function_call_output'
}

function defaultIdField(type: string): string {
  if (type === 'mcp_approval_response') return 'approval_request_id'
  return type === 'local_shell_call_output' ? 'id' : 'call_id'
}

/** A local shell's output names its call by `id`, in clients' practice also by `call_id`. */
function idField(type: string, item: JsonObject): string {
  if (type === 'local_shell_call_output' && nonEmpty(item.call_id) !== undefined) return 'call_id'
  return defaultIdField(type)
}

/** The id by which an output item names its call. */
export function answeredId(type: string, item: JsonObject): string | undefined {
  return nonEmpty(item[idField(type, item)])
}

function decodeOutput(type: string, item: JsonObject, context: Context): NativeOutput {
  switch (type) {
    case 'tool_search_output':
      return decodeValue(item, 'tools')
    case 'shell_call_output':
      return decodeValue(item, 'output')
    case 'program_output':
      return decodePlain(item, 'result')
    case 'computer_call_output':
      return decodeScreenshot(item, context)
    case 'mcp_approval_response':
      return decodeApproval(item)
    case 'apply_patch_call_output':
      return decodePatchOutput(item)
    default:
      return isArray(item.output) ? decodeContent(item.output, context) : decodePlain(item, 'output')
  }
}

const NO_OUTPUT: NativeOutput = {
  output: { type: 'text', value: '' },
  isError: false,
  consumed: [],
  form: 'none',
}

function decodeValue(item: JsonObject, field: string): NativeOutput {
  const value = item[field]
  if (!isArray(value)) return NO_OUTPUT
  return { output: { type: 'json', value }, isError: false, consumed: [field] }
}

function decodeScreenshot({ output }: JsonObject, context: Context): NativeOutput {
  const part = output === undefined ? undefined : decodeContentPart(output, 'input_text', context)
  if (part?.type !== 'media') return NO_OUTPUT
  return { output: { type: 'content', value: [part] }, isError: false, consumed: ['output'] }
}

function decodePlain(item: JsonObject, field: string): NativeOutput {
  const text = item[field]
  if (typeof text !== 'string') return NO_OUTPUT
  const decoded = decodeResultText(text)
  const again = encodeResultText({ ...BARE_RESULT, ...decoded })
  return { ...decoded, consumed: [field], ...(again === text ? {} : { text }) }
}

const BARE_RESULT = { type: 'tool-result' as const, callId: '', name: '', providerExecuted: false }

/** The text of a result; JSON in an error mark goes back as it was spelled. */
function plainText(result: ToolResult, context: Context): string {
  const text = stringOr(metadataOf(result, context)?.text, undefined)
  if (text === undefined) return encodeResultText(result)
  const { output, isError } = decodeResultText(text)
  const isUnchanged = isError === result.isError && equalJson(asJson(output), asJson(result.output))
  return isUnchanged ? text : encodeResultText(result)
}

/** The status says whether the patch worked, so the text needs no mark. */
function decodePatchOutput({ output, status }: JsonObject): NativeOutput {
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

/** Approval itself is no output of the tool, so it is told as JSON; a refusal is a denied call. */
function decodeApproval(item: JsonObject): NativeOutput {
  if (typeof item.approve !== 'boolean') return NO_OUTPUT
  if (item.approve)
    return { output: { type: 'json', value: { approve: true } }, isError: false, consumed: ['approve'] }
  const reason = stringOr(item.reason, undefined)
  const consumed = reason === undefined ? ['approve'] : ['approve', 'reason']
  return { output: compact({ type: 'denied' as const, reason }), isError: true, consumed }
}

function decodeContent(list: JsonArray, context: Context): NativeOutput {
  const parts = list.map((part) => decodeContentPart(part, 'input_text', context))
  const marked = parts[0]?.type === 'text' ? unmark(parts[0]) : undefined
  const value = marked === undefined ? parts : [...marked, ...parts.slice(1)]
  return { output: { type: 'content', value }, isError: marked !== undefined, consumed: ['output'] }
}

/** The first text of a content list carries the error mark, since items have no error flag. */
function unmark(part: TextPart): ResultPart[] | undefined {
  const { output } = decodeResultText(part.text)
  if (output.type !== 'error-text') return undefined
  return output.value === '' ? [] : [{ ...part, text: output.value }]
}

/**
 * The output item of a result.
 * @param callType item type of its call; it decides the form unless the result came from this wire.
 */
export function encodeResult(result: ToolResult, callType: string | undefined, context: Context): JsonObject {
  const metadata = metadataOf(result, context)
  const type = stringOr(metadata?.type, answerType(callType))
  // The API takes a function's output for a tool search, too; a tool search's own output is a list of tools only.
  const empty = metadata?.form === 'none' && outputText(result.output) === ''
  if (type === 'tool_search_output' && !isToolList(result) && !result.providerExecuted && !empty)
    return {
      type: 'function_call_output',
      call_id: result.callId,
      output: functionOutput(result, context),
    }
  const field = stringOr(metadata?.pairedBy, defaultIdField(type))
  const id = stringOr(metadata?.nativeId, result.callId)
  const unpaired = field === 'none' && (result.minted === true || result.providerExecuted)
  return withExtras(
    {
      type,
      ...(unpaired ? {} : { [field === 'none' ? defaultIdField(type) : field]: id }),
      ...(empty ? emptyOutput(type, result, context) : encodeOutput(type, result, context)),
    },
    metadata,
  )
}

/** Without any output a patch still says whether it worked. */
function emptyOutput(type: string, result: ToolResult, context: Context): Fields {
  return type === 'apply_patch_call_output' ? { status: patchStatus(result, context) } : {}
}

type Fields = { readonly [key: string]: JsonValue | undefined }

function encodeOutput(type: string, result: ToolResult, context: Context): Fields {
  const { output } = result
  switch (type) {
    case 'tool_search_output':
      return { tools: output.type === 'json' ? output.value : [] }
    case 'shell_call_output':
      return { output: shellOutput(result) }
    case 'program_output':
      return { result: plainText(result, context) }
    case 'computer_call_output':
      return { output: screenshot(result, context) }
    case 'mcp_approval_response':
      return approval(result, context)
    case 'apply_patch_call_output':
      return { output: outputText(output), status: patchStatus(result, context) }
    case 'local_shell_call_output':
      return { output: plainText(result, context) }
    default:
      return { output: functionOutput(result, context) }
  }
}

function isToolList({ output }: ToolResult): boolean {
  return output.type === 'json' && isArray(output.value)
}

function patchStatus(result: ToolResult, context: Context): string | undefined {
  if (result.isError) return 'failed'
  return metadataOf(result, context)?.status === 'unsaid' ? undefined : 'completed'
}

function approval(result: ToolResult, context: Context): Fields {
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
  const parts = output.value.flatMap((part, index) => {
    const native = encodeContentPart(part, 'input_text', {
      ...context,
      path: at(`${context.path}/output`, index),
    })
    return native === undefined ? [] : [native]
  })
  return result.isError ? markError(parts) : parts
}

/** The mark stands around the first text that says anything. */
function markError(parts: readonly JsonValue[]): JsonArray {
  const visible = parts.filter((part) => !isObject(part) || part.text !== '')
  const [first] = visible
  const isText = isObject(first) && first.type === 'input_text' && typeof first.text === 'string'
  const value = isText ? String(first.text) : ''
  const text = encodeResultText({ ...BARE_RESULT, output: { type: 'error-text', value }, isError: true })
  return [isText ? { ...first, text } : { type: 'input_text', text }, ...visible.slice(isText ? 1 : 0)]
}

/** Text of a command that was run elsewhere: an error goes to stderr with exit code 1. */
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
