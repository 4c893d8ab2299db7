import type { JsonArray, JsonObject } from '../../src/base/json/json-types.js'
import { stringOr } from '../../src/base/json/read-json.js'
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
import { type DecodedOutput, decodeResultText, encodeResultText } from '../../src/codec/shape/results.js'
import {
  addListed,
  CONTENT_FIELDS,
  contentOf,
  decodeImages,
  decodeTexts,
  fieldsOf,
  formOf,
  type Lists,
} from './content.js'

/** The calls of the latest answer, which a result may answer. */
export class OpenCalls {
  #waiting: readonly ToolCall[] = []

  /** Starts with the calls of the latest answer. */
  begin(calls: readonly ToolCall[]): void {
    this.#waiting = calls
  }

  /**
   * Returns the call with this id, otherwise the first unanswered call of the tool. An empty name matches any
   * tool.
   */
  answer(id: string, name: string): ToolCall | undefined {
    const call =
      this.#waiting.find((one) => one.id === id) ??
      this.#waiting.find((one) => (id === '' || one.minted) && (name === '' || one.name === name))
    this.#waiting = this.#waiting.filter((one) => one !== call)
    return call
  }
}

const NAME: Fields = { tool_name: 'text' }
const NAME_AND_ID: Fields = { ...NAME, tool_call_id: 'text' }
const FIELDS: Fields = { ...CONTENT_FIELDS, ...NAME }

/** Decodes a message `{role: "tool", content, tool_name?, tool_call_id?, images?}`. */
export function decodeResult(native: JsonObject, calls: OpenCalls, context: Context): ToolResult {
  const nativeId = stringOr(native.tool_call_id, '')
  const name = stringOr(native.tool_name, '')
  const call = calls.answer(nativeId, name)
  const ids = identityOf(nativeId, call) ?? identity('', context.path, name)
  const fields = { ...fieldsOf(native, 'images'), ...(ids.minted ? NAME : NAME_AND_ID) }
  return resultOf(
    ids,
    { name, ...decodeOutput(native, context) },
    metadataFor(native, fields, context, {
      role: native.role === 'tool' ? undefined : native.role,
      form: formOf(native),
      absent: absentFields(native, FIELDS, formOf(native) ? ['tool_name'] : ['content', 'tool_name']),
    }),
  )
}

/**
 * Returns the id of a result. If it is missing, or differs from the call's id, the call's id is used but not
 * sent.
 */
function identityOf(id: string, call: ToolCall | undefined): Identity | undefined {
  if (call !== undefined && call.id !== id) return { id: call.id, minted: true }
  return id === '' ? undefined : { id }
}

function decodeOutput(native: JsonObject, context: Context): DecodedOutput {
  const media = decodeImages(native, context)
  const texts = decodeTexts(native) ?? []
  if (media.length === 0 && formOf(native) === undefined) return decodeResultText(texts[0]?.text ?? '')
  const value: ResultPart[] = [...texts.filter(({ text }) => text !== '' || formOf(native)), ...media]
  return { output: { type: 'content', value }, isError: false }
}

export function encodeResult(result: ToolResult, context: Context): JsonObject {
  const metadata = metadataOf(result, context)
  const { output } = result
  const isListed = metadata?.form === 'parts' && output.type === 'content'
  const content = isListed
    ? contentOf(output.value, 'parts')
    : encodeResultText(result, contextAt(context, 'output'))
  const images = encodeImages(result, contextAt(context, 'output', 'value'))
  return withExtras(
    {
      role: metadata?.role,
      content: content === '' && wasAbsent(metadata, 'content') ? undefined : content,
      tool_name: wasAbsent(metadata, 'tool_name') ? undefined : result.name || undefined,
      tool_call_id: result.minted ? undefined : result.callId,
      images: images.length === 0 ? undefined : images,
    },
    metadata,
    { role: 'tool' },
  )
}

function encodeImages({ output }: ToolResult, context: Context): JsonArray {
  const lists: Lists = { images: [], tool_calls: [] }
  if (output.type === 'content')
    for (const [index, part] of output.value.entries()) addListed(part, lists, contextAt(context, index))
  return lists.images
}
