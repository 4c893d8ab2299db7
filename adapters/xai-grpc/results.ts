import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { ResultPart, ToolCall, ToolResult } from '../../src/base/model/types.js'
import { type Identity, identity, resultOf } from '../../src/codec/shape/call-codec.js'
import {
  absentFields,
  type Fields,
  metadataFor,
  wasAbsent,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { dropMedia } from '../../src/codec/shape/losses.js'
import { type DecodedOutput, decodeResultText, encodeResultText } from '../../src/codec/shape/results.js'
import { decodeContent, encodePiece } from './content.js'
import { ROLE_NAMES } from './maps.js'

const FIELDS: Fields = { role: 'any', content: 'any', tool_call_id: 'text' }

/**
 * Calls of the client that results may answer. In older histories results have no call id and follow the
 * order of the calls.
 */
export class OpenCalls {
  #waiting: readonly ToolCall[] = []

  begin(calls: readonly ToolCall[]): void {
    this.#waiting = calls
  }

  /** Returns the call that a result answers, by id or by position. */
  answer(id: JsonValue | undefined): Identity | undefined {
    const named = this.#waiting.find((call) => call.id === id)
    const call = named ?? (typeof id === 'string' && id !== '' ? undefined : this.#waiting[0])
    this.#waiting = this.#waiting.filter((one) => one !== call)
    return call === undefined || call === named ? undefined : { id: call.id, minted: true }
  }
}

/** `{role: "ROLE_TOOL", content, tool_call_id?}` */
export function decodeResult(native: JsonObject, calls: OpenCalls, context: Context): ToolResult {
  const { role, tool_call_id: id } = native
  const { output, isError, form } = decodeOutput(native, context)
  return resultOf(
    calls.answer(id) ?? identity(id, context.path, ''),
    { output, isError },
    metadataFor(native, FIELDS, context, {
      role: role === ROLE_NAMES.tool ? undefined : role,
      form,
      absent: absentFields(native, FIELDS, ['tool_call_id']),
    }),
  )
}

interface FormedOutput extends DecodedOutput {
  /** `parts` or `absent` if the content was not a single text. */
  readonly form?: string
}

function decodeOutput({ content }: JsonObject, context: Context): FormedOutput {
  const parts = decodeContent(content, contextAt(context, 'content')).filter(isResultPart)
  const [first, ...others] = parts
  if (first === undefined && content === undefined)
    return { output: { type: 'text', value: '' }, isError: false, form: 'absent' }
  const isText = first?.type === 'text' && first.providerMetadata === undefined && others.length === 0
  if (isText) return decodeResultText(first.text)
  return { output: { type: 'content', value: parts }, isError: false, form: 'parts' }
}

function isResultPart(part: { readonly type: string }): part is ResultPart {
  return part.type === 'text' || part.type === 'media' || part.type === 'opaque'
}

export function encodeResult(result: ToolResult, context: Context): JsonObject {
  const own = metadataOf(result, context)
  const id = result.minted && wasAbsent(own, 'tool_call_id') ? undefined : result.callId
  const content = encodeOutput(result, own?.form, contextAt(context, 'output'))
  return withExtras({ role: own?.role ?? ROLE_NAMES.tool, content, tool_call_id: id }, own)
}

/** Encodes an output. An error is marked only by its text, so it is written as one text. */
function encodeOutput(
  result: ToolResult,
  form: JsonValue | undefined,
  context: Context,
): JsonArray | undefined {
  const { output, isError } = result
  if (form === 'absent' && output.type === 'text' && output.value === '') return undefined
  if (output.type !== 'content' || isError) return [{ text: encodeResultText(result, context) }]
  const pieces = output.value.flatMap((part, index) => {
    const here = contextAt(context, 'value', index)
    // Media of other wires were moved to a user message before.
    return part.type === 'media' && form !== 'parts'
      ? (dropMedia(part, here) ?? [])
      : (encodePiece(part, here) ?? [])
  })
  return pieces.length === 0 && form !== 'parts' ? [{ text: encodeResultText(result) }] : pieces
}
