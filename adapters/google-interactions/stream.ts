import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import {
  arrayOr,
  at,
  isArray,
  isObject,
  numberOr,
  objectIn,
  stringOr,
} from '../../src/base/json/read-json.js'
import { compact, define, extended, stringifyJson } from '../../src/base/json/write-json.js'
import { type CallStage, decodeArgumentValue, streamedArguments } from '../../src/base/model/arguments.js'
import { type Context, contextAt, createContext } from '../../src/base/model/context.js'
import type { StreamDecoder, StreamEvent } from '../../src/base/model/events.js'
import type { Part, ToolCall } from '../../src/base/model/types.js'
import { decodeProviderError } from '../../src/codec/shape/failed-answer.js'
import { outcomeOfWord } from '../../src/codec/shape/finish-table.js'
import type { StreamDecoding } from '../../src/codec/stream/codec.js'
import { sseReading } from '../../src/codec/stream/framing.js'
import { type OpenPart, type PartCodec, PartWriter } from '../../src/codec/stream/part-writer.js'
import { decodeCall } from './calls.js'
import {
  FINISH,
  FUNCTION_CALL,
  FUNCTION_RESULT,
  isCallStep,
  isNamed,
  isUnfinished,
  MODEL_OUTPUT,
  mayBeCut,
  nativeType,
  THOUGHT,
} from './maps.js'
import { decodeEnvelope, ERROR_CODES, errorOf, stepPlace } from './response.js'
import { type ContentPlace, contentPlaceIn, decodePlaced, decodeStep } from './steps.js'
import { withPiece } from './thoughts.js'

/**
 * Matches events that begin an answer. `content.…`, `interaction.start` and `interaction.complete` were used
 * before June 2026.
 */
const BEGINS = /^interaction\.(?:created|start)$/
const ENDS = /^interaction\.completed?$/
const OWN = /^(?:interaction|step|content)\.|^error$/

export const stream: StreamDecoding = {
  framing: sseReading,
  done: '[DONE]',
  errorCodes: ERROR_CODES,
  begins: ({ event_type: type }) => BEGINS.test(stringOr(type, '')),
  ends,
  entry,
  decoder: (context) => new InteractionsDecoder(context),
}

function entry(first: JsonObject): JsonArray | undefined {
  const { event_type: type, steps, outputs, status } = first
  if (OWN.test(stringOr(type, ''))) return [first]
  if (isArray(steps) || isArray(outputs) || (first.object === 'interaction' && status !== undefined))
    return [{ event_type: 'interaction.completed', interaction: first }]
  return undefined
}

/** Returns true for the end of an answer. An interaction that continues has a further end. */
function ends({ event_type: type, interaction }: JsonObject): boolean {
  return (
    ENDS.test(stringOr(type, '')) &&
    !/^(?:requires_continuation|in_progress|queued)$/.test(stringOr(objectIn(interaction).status, ''))
  )
}

/** The streamed piece: a step, or content of a step. */
interface Piece {
  /** The step or the content, without data from deltas. */
  native: JsonObject
  /** Position of the content; undefined for a step. */
  readonly place?: ContentPlace
  /** Index of the step that the piece is, or belongs to. */
  readonly step: number
}

type OpenPiece = OpenPart<Piece>

/** A step between its start and its stop. */
interface OpenStep {
  native: JsonObject
  /** The open piece of the step: its latest content, or the step itself. */
  part: OpenPiece | undefined
  /** Number of contents in the step. */
  contents: number
}

/** The start of a step whose deltas arrive without a start. */
const STARTLESS: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  ['text', { type: MODEL_OUTPUT }],
  ['thought_summary', { type: THOUGHT }],
  ['thought_signature', { type: THOUGHT }],
])

class InteractionsDecoder implements StreamDecoder<JsonValue>, PartCodec<Piece> {
  readonly wire: string
  readonly #context: Context
  readonly #out = new PartWriter<Piece>(this)
  readonly #open = new Map<number, OpenStep>()
  /** Function calls without a result. */
  readonly #unanswered = new Set<string>()
  #interaction: JsonObject = {}
  #steps = 0
  #isComplete = false
  /** True if the steps are called `outputs`, as before June 2026. */
  #isOlder = false
  #hasSteps = false

  constructor(context: Context) {
    this.wire = context.wire
    this.#context = context
  }

  push(event: JsonValue): readonly StreamEvent[] {
    if (isObject(event)) this.#read(event)
    return this.#out.take()
  }

  #read(event: JsonObject): void {
    switch (event.event_type) {
      case 'step.delta':
      case 'content.delta':
        if (isObject(event.delta)) this.#delta(event.index, event.delta)
        break
      case 'step.start':
        if (isObject(event.step)) this.#start(event.index, event.step)
        break
      case 'content.start':
        this.#isOlder = true
        if (isObject(event.content)) this.#start(event.index, event.content)
        break
      case 'step.stop':
      case 'content.stop':
        this.#stop(event)
        break
      case 'interaction.created':
      case 'interaction.start':
        this.#merge(event.interaction)
        this.#out.start(this.#textOf('id'), this.#textOf('model'))
        break
      case 'interaction.status_update':
        this.#update(event)
        break
      case 'interaction.completed':
      case 'interaction.complete':
        this.#complete(event.interaction)
        break
      case 'error':
        this.#out.fail(decodeProviderError(event, ERROR_CODES))
        break
    }
  }

  #textOf(member: string): string | undefined {
    return stringOr(this.#interaction[member], '') || undefined
  }

  /** Merges fields of an event into the interaction. Null is ignored. */
  #merge(said: JsonValue | undefined): void {
    const merged = { ...this.#interaction }
    for (const [key, value] of Object.entries(isObject(said) ? said : {})) {
      if (value !== null || merged[key] === undefined) define(merged, key, value)
    }
    this.#interaction = merged
  }

  #update({ status, usage, continuation_token }: JsonObject): void {
    this.#merge(compact({ status, usage, continuation_token }))
  }

  /**
   * Reads the end. It contains the status and the counts, and steps only in answers that were not streamed.
   */
  #complete(interaction: JsonValue | undefined): void {
    this.#isComplete = true
    const { steps, outputs, ...rest } = isObject(interaction) ? interaction : {}
    const isStreamed = this.#steps > 0
    this.#merge(rest)
    this.#out.start(this.#textOf('id'), this.#textOf('model'))
    this.#isOlder ||= steps === undefined && isArray(outputs)
    const list = this.#isOlder ? outputs : steps
    this.#hasSteps ||= isArray(list)
    if (!isStreamed) this.#wholeSteps(arrayOr(list, []))
    const error = errorOf(this.#interaction)
    if (error !== undefined) this.#out.fail(error)
  }

  /** Decodes complete steps. The last call of a possibly truncated answer stays open. */
  #wholeSteps(steps: JsonArray): void {
    for (const [index, step] of steps.entries()) {
      if (!isObject(step)) continue
      const isLast = index === steps.length - 1
      if (isLast && mayBeCut(this.#interaction) && isCallStep(nativeType(step))) this.#cutCall(index, step)
      else {
        this.#start(index, step)
        this.#stop({ index })
      }
    }
  }

  /** Truncates a call to the text that had arrived, without the brace that the provider added. */
  #cutCall(index: number, step: JsonObject): void {
    const { arguments: given } = step
    if (decodeArgumentValue(given, createContext(this.wire)).status !== 'complete') {
      this.#start(index, step)
      this.#stop({ index })
      return
    }
    this.#start(index, { ...step, arguments: {} })
    const text = isObject(given) ? (this.#context.exactText(given) ?? stringifyJson(given)) : ''
    this.#delta(index, { type: 'arguments_delta', arguments: text.slice(0, text.lastIndexOf('}')) })
  }

  #start(position: JsonValue | undefined, native: JsonObject): OpenStep {
    const index = numberOr(position, this.#steps)
    const before = this.#open.get(index)
    if (before !== undefined) this.#out.end(before.part)
    this.#steps = Math.max(this.#steps, index + 1)
    this.#hasSteps = true
    const step: OpenStep = { native, part: undefined, contents: 0 }
    this.#open.set(index, step)
    if (nativeType(native) !== MODEL_OUTPUT) this.#openStep(index, step)
    else
      for (const content of arrayOr(native.content, []))
        if (isObject(content)) this.#openContent(index, step, content)
    return step
  }

  /** Opens a step that is a single part. The first delta may add the id or name of a call. */
  #openStep(step: number, open: OpenStep, isKnown = false): void {
    const { native } = open
    const type = nativeType(native)
    const isCall = isCallStep(type)
    if (type === FUNCTION_CALL && !isKnown && (native.id === undefined || native.name === undefined)) return
    const mode = type === 'text' ? 'text' : type === THOUGHT ? 'reasoning' : isCall ? 'call' : 'whole'
    if (type === FUNCTION_RESULT) this.#unanswered.delete(stringOr(native.call_id, ''))
    const place: ContentPlace | undefined = type === 'text' ? { form: 'bare' } : undefined
    open.part = this.#out.open(this.#out.next, mode, { native, step, ...(place && { place }) })
    if (type === FUNCTION_CALL) this.#unanswered.add(open.part.id)
    if (type === 'text') this.#out.append(open.part, 'text', native.text)
    for (const entry of arrayOr(native.summary, [])) this.#appendSummary(open.part, entry)
  }

  /** Opens content of a step, and ends the previous content. */
  #openContent(step: number, open: OpenStep, native: JsonObject): void {
    this.#out.end(open.part)
    const isText = nativeType(native) === 'text'
    const place = contentPlaceIn(open.native, open.contents)
    open.contents += 1
    open.part = this.#out.open(this.#out.next, isText ? 'text' : 'whole', { native, place, step })
    if (isText) this.#out.append(open.part, 'text', native.text)
  }

  #delta(position: JsonValue | undefined, delta: JsonObject): void {
    const type = nativeType(delta)
    const index = numberOr(position, this.#steps - 1)
    const start = STARTLESS.get(type)
    const open = this.#open.get(index) ?? (start && this.#start(position, start))
    if (open === undefined) return
    if (nativeType(open.native) === MODEL_OUTPUT) this.#contentDelta(index, open, delta)
    else {
      if (open.part === undefined) this.#openNamed(index, open, delta)
      if (open.part !== undefined) this.#stepDelta(open.part, delta)
    }
  }

  #contentDelta(index: number, open: OpenStep, delta: JsonObject): void {
    const { part } = open
    switch (delta.type) {
      case 'text':
        if (part?.mode !== 'text') this.#openContent(index, open, delta)
        else {
          this.#out.append(part, 'text', delta.text)
          if (delta.annotations !== undefined) annotate(part, delta)
        }
        break
      case 'text_annotation':
      case 'text_annotation_delta':
        if (part?.mode !== 'text') this.#openContent(index, open, { type: 'text', text: '' })
        if (open.part !== undefined) annotate(open.part, delta)
        break
      default:
        this.#openContent(index, open, delta)
    }
  }

  #stepDelta(part: OpenPiece, delta: JsonObject): void {
    switch (delta.type) {
      case 'arguments_delta':
        this.#out.append(part, 'call', delta.arguments ?? delta.partial_arguments)
        break
      case 'text':
        this.#out.append(part, 'text', delta.text)
        break
      case 'text_annotation':
      case 'text_annotation_delta':
        annotate(part, delta)
        break
      case 'thought_summary':
        this.#addSummary(part, delta.content)
        break
      // The last signature is kept.
      case 'thought_signature':
        part.state.native = { ...part.state.native, signature: delta.signature ?? '' }
        break
      default: {
        const { type: _type, ...fields } = delta
        part.state.native = { ...part.state.native, ...fields }
      }
    }
  }

  /** Opens a call whose id and name may arrive with its first delta, as before June 2026. */
  #openNamed(index: number, open: OpenStep, delta: JsonObject): void {
    if (nativeType(delta) === FUNCTION_CALL) open.native = { ...open.native, ...delta }
    this.#openStep(index, open, true)
  }

  #addSummary(part: OpenPiece, piece: JsonValue | undefined): void {
    if (piece === undefined) return
    const summary = withPiece(arrayOr(part.state.native.summary, []), piece)
    part.state.native = { ...part.state.native, summary }
    this.#appendSummary(part, piece)
  }

  #appendSummary(part: OpenPiece, piece: JsonValue): void {
    if (isObject(piece) && nativeType(piece) === 'text') this.#out.append(part, 'reasoning', piece.text)
  }

  #stop({ index, usage }: JsonObject): void {
    const position = numberOr(index, this.#steps - 1)
    const open = this.#open.get(position)
    if (isObject(usage)) this.#merge({ usage })
    if (open === undefined) return
    this.#open.delete(position)
    if (open.part !== undefined) this.#out.end(open.part)
    else this.#out.whole({ native: open.native, step: position })
  }

  finished({ mode, text, state: { native } }: OpenPiece): JsonObject {
    return mode === 'text' ? { ...native, text } : native
  }

  part(native: JsonObject, { state: { place, step } }: OpenPiece): Part {
    const context = { ...this.#context, path: at('/steps', step) }
    if (place !== undefined) return decodePlaced(native, place, contextAt(context, 'content'))
    const [part, ...others] = decodeStep(native, context, stepPlace(this.#interaction, step))
    if (part?.type === 'tool-call' && !part.providerExecuted) this.#unanswered.add(part.id)
    return part !== undefined && others.length === 0
      ? part
      : { type: 'opaque', wire: this.wire, value: native }
  }

  call({ text, state: { native, step } }: OpenPiece, stage: CallStage): ToolCall | undefined {
    const context = { ...this.#context, path: at('/steps', step) }
    const { arguments: given } = native
    const isGiven = isObject(given) ? Object.keys(given).length > 0 : given !== undefined && given !== null
    const whole =
      isGiven && stage !== 'begun' ? decodeArgumentValue(given, contextAt(context, 'arguments')) : undefined
    const decoded = streamedArguments(text, stage, context, whole)
    if (decoded === undefined) return undefined
    const named =
      !isNamed(nativeType(native)) || typeof native.name === 'string' ? native : { ...native, name: '' }
    // The start has `{}` for all arguments. Arguments other than objects are in the streamed text.
    const call = decoded.status === 'not-object' ? { ...named, arguments: tryParseJson(text) ?? null } : named
    return decodeCall(call, context, stepPlace(this.#interaction, step), decoded)
  }

  finish(): readonly StreamEvent[] {
    const outcome = isUnfinished(this.#interaction)
      ? outcomeOfWord(this.#interaction.status ?? undefined, FINISH)
      : 'complete'
    this.#out.settle(mayBeCut(this.#interaction))
    // A call that waits for its name has no part yet, and servers omit the stop of the last step.
    for (const [index, open] of this.#open)
      if (open.part === undefined && nativeType(open.native) !== MODEL_OUTPUT)
        this.#openStep(index, open, true)
    const list = this.#hasSteps ? { [this.#isOlder ? 'outputs' : 'steps']: [] } : {}
    return this.#out.finish(this.#isComplete, outcome, () =>
      decodeEnvelope({ ...this.#interaction, ...list }, this.#unanswered.size > 0, this.#context),
    )
  }
}

/** Adds the citations of a text, which are sent after the text. */
function annotate(part: OpenPiece, { annotations }: JsonObject): void {
  const { native } = part.state
  const all = extended(arrayOr(native.annotations, []), arrayOr(annotations, []))
  part.state.native = { ...native, annotations: all }
}
