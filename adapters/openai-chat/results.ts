import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, stringOr } from '../../src/base/json/read-json.js'
import { callsToAnswer } from '../../src/base/model/calls-to-answer.js'
import { contextAt } from '../../src/base/model/context.js'
import { metadataOf, type OwnMetadata } from '../../src/base/model/metadata.js'
import type { Part, ToolCall, ToolResult } from '../../src/base/model/types.js'
import { identity, resultOf } from '../../src/codec/shape/call-codec.js'
import { type Fields, metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { type DecodedOutput, decodeResultText, encodeResultText } from '../../src/codec/shape/results.js'
import { isIdless, isLegacyCall } from './calls.js'
import { decodeParts, encodeParts } from './content.js'
import type { ChatContext } from './dialect.js'

/** The calls of the latest assistant message, which a result may answer. */
export class OpenCalls {
  #waiting: ToolCall[] = []

  reset(parts: readonly Part[]): void {
    this.#waiting = callsToAnswer(parts)
  }

  /** Marks the call that a result with this id answers. */
  answer(id: string): void {
    this.#waiting = this.#waiting.filter((call) => call.id !== id)
  }

  /**
   * For results without an id: returns the first unanswered call of that name, or of any name if the name is
   * empty.
   */
  next(name: string): ToolCall | undefined {
    const call = this.#waiting.find((candidate) => name === '' || candidate.name === name)
    if (call !== undefined) this.#waiting.splice(this.#waiting.indexOf(call), 1)
    return call
  }
}

const LEGACY_FIELDS: Fields = { role: 'any', content: 'any', name: 'text' }
const FIELDS: Fields = { role: 'any', content: 'any', name: 'text', tool_call_id: 'text' }

/**
 * Decodes a `tool` message, or the older `function` message, which names the function instead of the call.
 */
export function decodeResult(native: JsonObject, calls: OpenCalls, context: ChatContext): ToolResult {
  const isLegacy = native.role === 'function'
  const nativeId = isLegacy ? '' : stringOr(native.tool_call_id, '')
  const name = stringOr(native.name, '')
  const { output, isError, form } = decodeContent(native.content, context)
  if (nativeId !== '') calls.answer(nativeId)
  const open = nativeId === '' ? calls.next(name) : undefined
  const ids =
    open === undefined ? identity(nativeId, context.path, name) : { id: open.id, minted: true as const }
  return resultOf(
    ids,
    { name, output, isError },
    metadataFor(native, isLegacy ? LEGACY_FIELDS : FIELDS, context, {
      field: isLegacy ? 'function' : undefined,
      idless: !isLegacy && nativeId === '' ? true : undefined,
      named: isLegacy === (name !== '') ? undefined : !isLegacy,
      form,
    }),
  )
}

interface DecodedContent extends DecodedOutput {
  /** `parts`, `absent` or `value` if the content was not text. */
  readonly form?: string
}

function decodeContent(content: JsonValue | undefined, context: ChatContext): DecodedContent {
  if (typeof content === 'string') return decodeResultText(content)
  if (isArray(content))
    return {
      output: { type: 'content', value: decodeParts(content, context) },
      isError: false,
      form: 'parts',
    }
  if (content === undefined || content === null)
    return { output: { type: 'text', value: '' }, isError: false, form: 'absent' }
  return { output: { type: 'json', value: content }, isError: false, form: 'value' }
}

/** Records the form of the encoded calls, so that their results match. */
export class WrittenCalls {
  readonly #legacy = new Set<string>()
  readonly #idless = new Set<string>()

  constructor(private readonly context: ChatContext) {}

  add(call: ToolCall): void {
    if (isLegacyCall(call, this.context)) this.#legacy.add(call.id)
    else if (isIdless(call, 'request', this.context)) this.#idless.add(call.id)
  }

  isLegacy(result: ToolResult): boolean {
    const { answers, callId } = result
    const metadata = metadataOf(result, this.context)
    if (metadata !== undefined) return metadata.field === 'function'
    return this.#legacy.has(callId) || (answers !== undefined && isLegacyCall(answers, this.context))
  }

  isIdless(result: ToolResult): boolean {
    const metadata = metadataOf(result, this.context)
    return (
      result.minted === true &&
      (metadata === undefined ? this.#idless.has(result.callId) : metadata.idless === true)
    )
  }
}

export function encodeResult(result: ToolResult, written: WrittenCalls, context: ChatContext): JsonObject {
  const metadata = metadataOf(result, context)
  const content = encodeContent(result, metadata, contextAt(context, 'output'))
  if (written.isLegacy(result)) {
    const name = metadata?.named === false ? undefined : result.name
    return withExtras({ role: 'function', name, content }, metadata)
  }
  const fresh = {
    role: 'tool',
    tool_call_id: written.isIdless(result) ? undefined : result.callId,
    name: metadata?.named === true ? result.name : undefined,
    content,
  }
  return withExtras(fresh, metadata)
}

function encodeContent(
  result: ToolResult,
  metadata: OwnMetadata | undefined,
  context: ChatContext,
): JsonValue | undefined {
  const { output, isError } = result
  const form = metadata?.form
  if (form === 'absent' && output.type === 'text' && output.value === '') return undefined
  if (form === 'value' && output.type === 'json') return output.value
  if (output.type !== 'content') return encodeResultText(result)
  // A list from this wire is never an error. An empty list is rejected (rule OPENAI-CHAT-CONTENT-05).
  const parts = encodeParts(output.value, context)
  return isError || (parts.length === 0 && form !== 'parts') ? encodeResultText(result, context) : parts
}
