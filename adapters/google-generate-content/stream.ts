import type { StreamDecoding } from '../../src/adapter/adapter.js'
import { truncatedArguments } from '../../src/adapter/arguments.js'
import type { Context } from '../../src/adapter/context.js'
import { append } from '../../src/json/lists.js'
import { isArray, isObject, numberOr, stringOr } from '../../src/json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, define, stringifyJson } from '../../src/json/write.js'
import type { Part, ToolCall } from '../../src/model/types.js'
import { endOf } from '../../src/stream/end.js'
import type { FinishEvent, StreamDecoder, StreamEvent } from '../../src/stream/events.js'
import { sse } from '../../src/stream/framing.js'
import { camelize, PART, RESPONSE, type Shape } from './fields.js'
import { CallIds, type GivenId, type PartIds } from './ids.js'
import { finishReasonOf } from './maps.js'
import { PartialArguments } from './partial.js'
import { decodeCall, decodePart } from './parts.js'
import { decodeError, decodeResponseBody, unwrap } from './response.js'

export const stream: StreamDecoding = {
  framing: sse,
  entry: (first) => (isAnswer(first) ? [first] : undefined),
  decoder: (context) => new GoogleStreamDecoder(context),
}

const OWN = ['candidates', 'promptFeedback', 'prompt_feedback', 'usageMetadata', 'usage_metadata', 'error']

/** A whole answer is a stream of one chunk. */
function isAnswer(first: JsonObject): boolean {
  const chunk = unwrap(first)
  return OWN.some((field) => Boolean(chunk[field]))
}

interface OpenBlock {
  readonly id: string
  readonly noun: 'text' | 'reasoning'
  text: string
}

/** A call whose arguments arrive by `partialArgs`. */
interface OpenCall {
  readonly given: GivenId
  readonly nativeId: string | undefined
  readonly name: string
  readonly args: PartialArguments
  /** The part that opened it: its signature and unknown fields stay. */
  part: JsonObject
  text: string
}

/**
 * Each chunk is a whole response whose parts are new ones. Plain text parts continue the text before them; every other
 * part stands alone, above all a signed one (wire facts: a signature belongs to the very part it came on).
 */
class GoogleStreamDecoder implements StreamDecoder<JsonValue> {
  readonly #context: Context
  readonly #top: Record<string, JsonValue> = {}
  readonly #candidate: Record<string, JsonValue> = {}
  readonly #others = new Map<number, OtherCandidate>()
  #ids: CallIds | undefined
  #block: OpenBlock | undefined
  #call: OpenCall | undefined
  #role: JsonValue | undefined
  #hasContent = false
  #hasParts = false
  #hasCalls = false
  #hasFailed = false
  /** A server spells all its keys one way; once that is known, none is looked at any more. */
  #isCamelCase = false
  #parts = 0

  constructor(context: Context) {
    this.#context = context
  }

  push(input: JsonValue): readonly StreamEvent[] {
    if (!isObject(input)) return []
    const chunk = this.#camelCase(unwrap(input), RESPONSE)
    this.#isCamelCase ||= input.usageMetadata !== undefined
    const events: StreamEvent[] = []
    const ids = this.#ids ?? this.#start(chunk, events)
    for (const key in chunk) if (key !== 'candidates') keep(this.#top, key, chunk[key])
    if (isArray(chunk.candidates)) {
      for (let position = 0; position < chunk.candidates.length; position += 1)
        this.#readCandidate(chunk.candidates[position], position, ids, events)
    }
    if (chunk.error !== undefined && chunk.error !== null) this.#fail(chunk.error, events)
    return events
  }

  finish(): readonly StreamEvent[] {
    const events: StreamEvent[] = []
    this.#endBlock(events)
    this.#endCall(this.#candidate.finishReason !== 'STOP', events)
    const isBlocked = isObject(this.#top.promptFeedback) && !this.#hasContent
    if (this.#candidate.finishReason === undefined && !isBlocked && !this.#hasFailed) {
      this.#hasFailed = true
      events.push({ type: 'error', error: { message: 'the stream ended early', code: 'stream-cut' } })
    }
    events.push(this.#finishEvent())
    return events
  }

  #camelCase(native: JsonObject, shape: Shape): JsonObject {
    return this.#isCamelCase ? native : camelize(native, shape).value
  }

  #start(chunk: JsonObject, events: StreamEvent[]): CallIds {
    const id = stringOr(chunk.responseId, undefined)
    this.#ids = new CallIds(id, true)
    if (chunk.error === undefined)
      events.push(
        compact({ type: 'response-start' as const, id, model: stringOr(chunk.modelVersion, undefined) }),
      )
    return this.#ids
  }

  #fail(error: JsonValue, events: StreamEvent[]): void {
    this.#hasFailed = true
    events.push({ type: 'error', error: decodeError(error) })
  }

  #readCandidate(
    candidate: JsonValue | undefined,
    position: number,
    ids: CallIds,
    events: StreamEvent[],
  ): void {
    if (!isObject(candidate)) return
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
    for (let at = 0; at < content.parts.length; at += 1) this.#readPart(content.parts[at], ids, events)
  }

  #otherCandidate(index: number): Record<string, JsonValue> {
    const other = this.#others.get(index) ?? new OtherCandidate()
    this.#others.set(index, other)
    return other.fields
  }

  #readPart(native: JsonValue | undefined, ids: CallIds, events: StreamEvent[]): void {
    if (!isObject(native)) return
    const part = this.#camelCase(native, PART)
    const { functionCall, text } = part
    if (isObject(functionCall)) this.#readCall(part, functionCall, ids, events)
    else if (typeof text === 'string' && isPlainText(part))
      this.#readText(text, part.thought === true, events)
    else this.#readWhole(part, ids, events)
  }

  /** An empty text without a signature says nothing (servers send one with STOP). */
  #readText(text: string, isThought: boolean, events: StreamEvent[]): void {
    if (text === '') return
    const noun = isThought ? 'reasoning' : 'text'
    if (this.#call !== undefined) this.#endCall(false, events)
    if (this.#block?.noun !== noun) this.#startBlock(noun, events)
    const block = this.#block
    if (block === undefined) return
    block.text += text
    events.push({ type: `${noun}-delta`, id: block.id, delta: text })
  }

  #startBlock(noun: 'text' | 'reasoning', events: StreamEvent[]): void {
    this.#endBlock(events)
    this.#block = { id: this.#nextId(), noun, text: '' }
    events.push({ type: `${noun}-start`, id: this.#block.id })
  }

  #endBlock(events: StreamEvent[]): void {
    const block = this.#block
    if (block === undefined) return
    this.#block = undefined
    const { text } = block
    const part: JsonObject = block.noun === 'reasoning' ? { text, thought: true } : { text }
    events.push(endOf(block.id, this.#decode(part, new CallIds(undefined, true))))
  }

  #nextId(): string {
    this.#parts += 1
    return String(this.#parts)
  }

  #decode(part: JsonObject, ids: PartIds): Part {
    return decodePart(part, this.#path(), ids, this.#context)
  }

  #path(): string {
    return `/parts/${this.#parts}`
  }

  /** A part that is complete as it is. */
  #readWhole(part: JsonObject, ids: PartIds, events: StreamEvent[]): void {
    this.#endBlock(events)
    this.#endCall(false, events)
    const id = this.#nextId()
    const decoded = this.#decode(part, ids)
    if (decoded.type === 'text' || decoded.type === 'reasoning') {
      events.push({ type: `${decoded.type}-start`, id })
      if (decoded.text !== '') events.push({ type: `${decoded.type}-delta`, id, delta: decoded.text })
    }
    events.push(endOf(id, decoded))
    if (decoded.type === 'tool-call') this.#hasCalls ||= !decoded.providerExecuted
  }

  /**
   * A part with a name is a call; with `willContinue` or `partialArgs` its arguments come piece by piece, on parts
   * without a name, up to one without `willContinue`. `functionCall: {}` closes an open call or says nothing.
   */
  #readCall(part: JsonObject, call: JsonObject, ids: CallIds, events: StreamEvent[]): void {
    const isStreamed = call.willContinue === true || isArray(call.partialArgs)
    if (!this.#isContinuation(call)) {
      const isNamed = typeof call.name === 'string' && call.name !== ''
      const isEmpty = !isNamed && !call.id && (!isObject(call.args) || Object.keys(call.args).length === 0)
      if (isEmpty) return
      if (!isNamed || !isStreamed) {
        this.#readWhole(part, ids, events)
        return
      }
      this.#startCall(part, call, ids, events)
    }
    const open = this.#call
    if (open === undefined) return
    const delta = readArguments(open, call)
    if (delta !== '') {
      open.text += delta
      events.push({ type: 'tool-input-delta', id: open.given.id, delta })
    }
    if (typeof part.thoughtSignature === 'string' && open.part !== part && !open.part.thoughtSignature)
      open.part = { ...open.part, thoughtSignature: part.thoughtSignature }
    if (call.willContinue !== true) this.#endCall(false, events)
  }

  #isContinuation({ name, id }: JsonObject): boolean {
    if (this.#call === undefined) return false
    return !name || (typeof id === 'string' && id !== '' && id === this.#call.nativeId)
  }

  #startCall(part: JsonObject, call: JsonObject, ids: CallIds, events: StreamEvent[]): void {
    this.#endBlock(events)
    this.#endCall(false, events)
    this.#nextId()
    const name = stringOr(call.name, '')
    const nativeId = stringOr(call.id, undefined)
    const given = ids.call(nativeId, name, () => '')
    this.#call = { given, nativeId, name, args: new PartialArguments(), part, text: '' }
    this.#hasCalls = true
    events.push({ type: 'tool-input-start', id: given.id, name, kind: 'function', providerExecuted: false })
  }

  /** @param isCut whether the answer ended before the call did. */
  #endCall(isCut: boolean, events: StreamEvent[]): void {
    const call = this.#call
    if (call === undefined) return
    this.#call = undefined
    const { id } = call.given
    const rest = isCut ? '' : call.args.finish()
    if (rest !== '') events.push({ type: 'tool-input-delta', id, delta: rest })
    events.push({ type: 'tool-input-end', id }, { type: 'tool-call', call: this.#finishedCall(call, isCut) })
  }

  #finishedCall(open: OpenCall, isCut: boolean): ToolCall {
    const { args, given, name, nativeId, part, text } = open
    const native = compact({ name, args: args.value, id: nativeId })
    const ids: PartIds = { call: () => given, result: () => given }
    const path = this.#path()
    const call = decodeCall(
      { value: { ...part, functionCall: native }, path, ids, context: this.#context },
      native,
    )
    if (!isCut && !args.isBroken) return call
    const { arguments: _unusable, ...rest } = call
    if (isCut) return { ...rest, ...truncatedArguments(text) }
    this.#context.report({
      code: 'arguments-unusable',
      severity: 'warning',
      path,
      message: `pieces of the arguments of ${name} name no place in them; the call must not be executed`,
    })
    return { ...rest, status: 'malformed', rawArguments: stringifyJson(args.value) }
  }

  #finishEvent(): FinishEvent {
    const content: JsonObject = this.#hasContent
      ? { content: contentOf(this.#role, this.#hasParts ? [] : undefined) }
      : {}
    const hasCandidate = this.#hasContent || Object.keys(this.#candidate).length > 0
    const others = [...this.#others.values()].map((other) => other.native())
    const candidates = hasCandidate ? [{ ...this.#candidate, ...content }, ...others] : []
    const {
      message,
      finish,
      error: _error,
      ...rest
    } = decodeResponseBody({ ...this.#top, candidates }, this.#context)
    const reason = hasCandidate ? finishReasonOf(finish.raw, this.#hasCalls) : finish.reason
    return compact({
      type: 'finish' as const,
      ...rest,
      finish: compact({ reason: this.#hasFailed ? ('error' as const) : reason, raw: finish.raw }),
      messageMetadata: message.providerMetadata,
    })
  }
}

/** A further candidate, kept as it came: only the first one is canonical. */
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

/** Later chunks win: usage and grounding are cumulative. Methods of SDK objects are no data. */
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

function readArguments(open: OpenCall, { args, partialArgs }: JsonObject): string {
  if (isObject(args)) open.args.merge(args)
  if (!isArray(partialArgs)) return ''
  let text = ''
  for (const entry of partialArgs) if (isObject(entry)) text += open.args.push(entry)
  return text
}
