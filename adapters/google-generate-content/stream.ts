import { isAnyError } from '../../src/base/http/error-words.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { arrayOr, at, isArray, isObject, numberOr, stringOr } from '../../src/base/json/read-json.js'
import { append, compact, define, stringifyJson } from '../../src/base/json/write-json.js'
import { type CallStage, reportUnusable, truncatedArguments } from '../../src/base/model/arguments.js'
import type { Context } from '../../src/base/model/context.js'
import type { FinishEvent, StreamDecoder, StreamEvent } from '../../src/base/model/events.js'
import { isGoodEnd } from '../../src/base/model/outcome.js'
import type { Part, ToolCall } from '../../src/base/model/types.js'
import { errorMember } from '../../src/codec/shape/failed-answer.js'
import { decodeFinish, outcomeOfWord } from '../../src/codec/shape/finish-table.js'
import { inputEvents } from '../../src/codec/stream/assemble.js'
import type { StreamDecoding } from '../../src/codec/stream/codec.js'
import { type OpenPart, type PartCodec, PartWriter } from '../../src/codec/stream/part-writer.js'
import { enumWord } from './enums.js'
import { reading } from './framing.js'
import { CallIds, type GivenId, type PartIds } from './ids.js'
import { FINISH } from './maps.js'
import { PartialArguments } from './partial.js'
import { decodeCall, decodePart } from './parts.js'
import { decodeError, decodeResponseBody, ERROR_CODES, unwrap } from './response.js'
import { camelize, type FormatMembers, PART, RESPONSE } from './spelling.js'

export const stream: StreamDecoding = {
  framing: reading,
  wholeCalls: true,
  errorCodes: ERROR_CODES,
  entry: (first) => (isAnswer(first) ? [first] : undefined),
  decoder: (context) => new GoogleStreamDecoder(context),
}

const OWN = ['candidates', 'promptFeedback', 'prompt_feedback', 'usageMetadata', 'usage_metadata', 'error']

/** Returns true for a complete, non-streaming answer. It is a stream of one chunk. */
function isAnswer(first: JsonObject): boolean {
  const chunk = unwrap(first)
  return OWN.some((field) => Boolean(chunk[field]))
}

/** A part that is being streamed. */
interface StreamedPart {
  /** The native part that opened the part. Its signature and unknown fields are kept. */
  native: JsonObject
  readonly call?: StreamedCall
}

/** A call whose arguments arrive by `partialArgs`. */
interface StreamedCall {
  readonly given: GivenId
  readonly nativeId: string | undefined
  readonly name: string
  readonly args: PartialArguments
}

type OpenStreamedPart = OpenPart<StreamedPart>

/**
 * Decodes a stream. Each chunk is a complete response with new parts. Plain text parts continue the preceding
 * text. All other parts are separate, especially signed parts, since a signature belongs only to the part
 * that contained it.
 */
class GoogleStreamDecoder implements StreamDecoder<JsonValue>, PartCodec<StreamedPart> {
  readonly wire: string
  readonly #context: Context
  readonly #out = new PartWriter<StreamedPart>(this)
  readonly #top: Record<string, JsonValue> = {}
  readonly #candidate: Record<string, JsonValue> = {}
  readonly #others = new Map<number, OtherCandidate>()
  #ids: CallIds | undefined
  #role: JsonValue | undefined
  #hasContent = false
  #hasParts = false
  /**
   * True once a key in camelCase was found. A server spells all keys in the same way, so further keys are not
   * checked.
   */
  #isCamelCase = false

  constructor(context: Context) {
    this.wire = context.wire
    this.#context = context
  }

  push(input: JsonValue): readonly StreamEvent[] {
    if (isObject(input)) this.#read(input)
    return this.#out.take()
  }

  #read(input: JsonObject): void {
    const chunk = this.#camelCase(unwrap(input), RESPONSE)
    this.#isCamelCase ||= input.usageMetadata !== undefined
    if (chunk.candidates === undefined && errorMember(chunk) === undefined && isAnyError(unwrap(input)))
      return
    if (this.#ids === undefined) this.#start(chunk)
    for (const key in chunk) if (key !== 'candidates') keep(this.#top, key, chunk[key])
    for (const [position, candidate] of arrayOr(chunk.candidates, []).entries())
      if (isObject(candidate)) this.#readCandidate(candidate, position)
    const { error } = chunk
    if (error !== undefined && error !== null) this.#out.fail(decodeError(errorMember(chunk) ?? chunk))
  }

  finish(): readonly StreamEvent[] {
    const { finishReason } = this.#candidate
    const outcome = outcomeOfWord(enumWord(finishReason), FINISH)
    if (isGoodEnd(outcome)) this.#endOpen()
    const isBlocked = isObject(this.#top.promptFeedback) && !this.#hasContent
    return this.#out.finish(finishReason !== undefined || isBlocked, outcome, () => this.#envelope())
  }

  #camelCase(native: JsonObject, shape: FormatMembers): JsonObject {
    return this.#isCamelCase ? native : camelize(native, shape).value
  }

  #start(chunk: JsonObject): void {
    const id = stringOr(chunk.responseId, undefined)
    this.#ids = new CallIds(id, true)
    if (chunk.error === undefined) this.#out.start(id, stringOr(chunk.modelVersion, undefined))
  }

  #readCandidate(candidate: JsonObject, position: number): void {
    const index = numberOr(candidate.index, position)
    const target = index === 0 ? this.#candidate : this.#otherCandidate(index)
    for (const key in candidate) if (key !== 'content') keep(target, key, candidate[key])
    const { content } = candidate
    if (!isObject(content)) return
    if (index !== 0) {
      this.#others.get(index)?.add(content)
      return
    }
    this.#hasContent = true
    this.#role ??= content.role
    if (!isArray(content.parts)) return
    this.#hasParts = true
    for (const part of content.parts) if (isObject(part)) this.#readPart(part)
  }

  #otherCandidate(index: number): Record<string, JsonValue> {
    const other = this.#others.get(index) ?? new OtherCandidate()
    this.#others.set(index, other)
    return other.fields
  }

  #readPart(native: JsonObject): void {
    const part = this.#camelCase(native, PART)
    const { functionCall, text } = part
    if (isObject(functionCall)) this.#readCall(part, functionCall)
    else if (typeof text === 'string' && isPlainText(part))
      this.#readText(text, part.thought === true ? 'reasoning' : 'text')
    else this.#readWhole(part)
  }

  /** Reads a text. An empty text without a signature is ignored (servers send one with STOP). */
  #readText(text: string, mode: 'text' | 'reasoning'): void {
    const open = this.#out.at()
    if (open?.mode === mode) this.#out.append(open, mode, text)
    else if (text !== '') {
      this.#endOpen()
      this.#out.append(this.#out.open(this.#out.next, mode, { native: {} }), mode, text)
    }
  }

  /** Ends the open part before another part begins. */
  #endOpen(): void {
    const open = this.#out.at()
    if (open === undefined) return
    this.#out.append(open, 'call', open.state.call?.args.finish())
    this.#out.end(open)
  }

  /** Reads a part that is already complete. */
  #readWhole(native: JsonObject): void {
    this.#endOpen()
    this.#out.whole({ native })
  }

  /**
   * Reads a call. A part with a name is a call. With `willContinue` or `partialArgs`, the arguments are sent
   * in pieces, in parts without a name, up to a part without `willContinue`. `functionCall: {}` closes an
   * open call or is ignored.
   */
  #readCall(part: JsonObject, call: JsonObject): void {
    const isStreamed = call.willContinue === true || isArray(call.partialArgs)
    if (!this.#isContinuation(call)) {
      const isNamed = typeof call.name === 'string' && call.name !== ''
      const isEmpty = !isNamed && !call.id && (!isObject(call.args) || Object.keys(call.args).length === 0)
      if (isEmpty) return
      if (!isNamed || !isStreamed) {
        this.#readWhole(part)
        return
      }
      this.#startCall(part, call)
    }
    const open = this.#out.at()
    if (open?.state.call === undefined) return
    this.#out.append(open, 'call', readArguments(open.state.call, call))
    const { native } = open.state
    if (typeof part.thoughtSignature === 'string' && !native.thoughtSignature)
      open.state.native = { ...native, thoughtSignature: part.thoughtSignature }
    if (call.willContinue !== true) this.#endOpen()
  }

  #isContinuation({ name, id }: JsonObject): boolean {
    const open = this.#out.at()?.state.call
    if (open === undefined) return false
    return !name || (typeof id === 'string' && id !== '' && id === open.nativeId)
  }

  #startCall(native: JsonObject, call: JsonObject): void {
    this.#endOpen()
    const name = stringOr(call.name, '')
    const nativeId = stringOr(call.id, undefined)
    const given = this.#callIds().call(nativeId, name, () => '')
    const state = { native, call: { given, nativeId, name, args: new PartialArguments() } }
    this.#out.open(this.#out.next, 'call', state)
  }

  #callIds(): CallIds {
    this.#ids ??= new CallIds(undefined, true)
    return this.#ids
  }

  finished({ mode, text, state }: OpenStreamedPart): JsonObject {
    if (mode === 'text') return { text }
    return mode === 'reasoning' ? { text, thought: true } : state.native
  }

  input(call: ToolCall): Iterable<StreamEvent> {
    return inputEvents(call, Number.POSITIVE_INFINITY)
  }

  part(native: JsonObject, { index }: OpenStreamedPart): Part {
    return decodePart(native, this.#callIds(), { ...this.#context, path: at('/parts', index) })
  }

  call({ index, text, state }: OpenStreamedPart, stage: CallStage): ToolCall | undefined {
    if (state.call === undefined) return undefined
    const { args, given, name, nativeId } = state.call
    const functionCall = compact({ name, args: args.value, id: nativeId })
    const ids: PartIds = { call: () => given, result: () => given }
    const context = { ...this.#context, path: at('/parts', index) }
    const call = decodeCall({ value: { ...state.native, functionCall }, ids, context }, functionCall)
    const isCut = stage === 'broken'
    if (!isCut && !args.isBroken) return call
    const { arguments: _unusable, ...rest } = call
    if (isCut) return { ...rest, ...truncatedArguments(text) }
    reportUnusable('come in fragments without a path', context)
    return { ...rest, status: 'malformed', rawArguments: stringifyJson(args.value) }
  }

  #envelope(): Omit<FinishEvent, 'type'> {
    const content: JsonObject = this.#hasContent
      ? { content: contentOf(this.#role, this.#hasParts ? [] : undefined) }
      : {}
    const hasCandidate = this.#hasContent || Object.keys(this.#candidate).length > 0
    const others = [...this.#others.values()].map((other) => other.native())
    const candidates = hasCandidate ? [{ ...this.#candidate, ...content }, ...others] : []
    const body = decodeResponseBody({ ...this.#top, candidates }, this.#context)
    const { message, finish, error: _error, ...rest } = body
    const settled = hasCandidate ? decodeFinish(finish.raw, this.#out.hasClientCalls, FINISH) : finish
    return compact({
      ...rest,
      finish: compact({ ...settled, message: finish.message }),
      messageMetadata: message.providerMetadata,
    })
  }
}

/** A further candidate, which is kept unchanged. Only the first candidate is canonical. */
class OtherCandidate {
  readonly fields: Record<string, JsonValue> = {}
  readonly #parts: JsonValue[] = []
  #role: JsonValue | undefined

  add(content: JsonObject): void {
    this.#role ??= content.role
    if (isArray(content.parts)) append(this.#parts, content.parts)
  }

  native(): JsonObject {
    return { ...this.fields, content: contentOf(this.#role, this.#parts) }
  }
}

function contentOf(role: JsonValue | undefined, parts: JsonArray | undefined): JsonObject {
  return { ...(role === undefined ? {} : { role }), ...(parts === undefined ? {} : { parts }) }
}

/**
 * Keeps the fields of a chunk. Later chunks win, because usage and grounding are cumulative. Methods of SDK
 * objects are skipped.
 */
function keep(target: Record<string, JsonValue>, key: string, value: JsonValue | undefined): void {
  if (value === undefined || typeof value === 'function' || target[key] === value) return
  define(target, key, value)
}

function isPlainText(part: JsonObject): boolean {
  for (const key in part) {
    if (key !== 'text' && (key !== 'thought' || typeof part[key] !== 'boolean')) return false
  }
  return true
}

function readArguments(open: StreamedCall, { args, partialArgs }: JsonObject): string {
  if (isObject(args)) open.args.merge(args)
  let text = ''
  for (const entry of arrayOr(partialArgs, [])) if (isObject(entry)) text += open.args.push(entry)
  return text
}
