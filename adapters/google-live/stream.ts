import { isAnyError } from '../../src/base/http/error-words.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { arrayOr, isObject, objectIn } from '../../src/base/json/read-json.js'
import { compact, mergedMembers } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import type { StreamDecoder, StreamEvent } from '../../src/base/model/events.js'
import { wireMetadata } from '../../src/base/model/metadata.js'
import { failedFinish } from '../../src/base/model/outcome.js'
import type { MediaPart, Part } from '../../src/base/model/types.js'
import { extraFields } from '../../src/codec/shape/fields.js'
import { decodeUsage } from '../../src/codec/shape/usage-table.js'
import { inputEvents } from '../../src/codec/stream/assemble.js'
import type { StreamDecoding } from '../../src/codec/stream/codec.js'
import { STREAM_CUT, toldWhole } from '../../src/codec/stream/event-step.js'
import { ndjson } from '../../src/codec/stream/framing.js'
import { decodeTurnEnd, USAGE } from './answer.js'
import { CallIds, decodeError, decodePart } from './family.js'
import { readNativeFrame } from './frames.js'
import { CONTENT, decodeCalls, transcript } from './response.js'

const NONE: readonly StreamEvent[] = []

type TextKind = 'spoken' | 'text' | 'reasoning'

interface Block {
  readonly id: string
  text: string
}

/** The received content of a turn. */
class Turn {
  readonly blocks = new Map<TextKind, Block>()
  readonly parts: Part[] = []
  readonly sound: MediaPart[] = []
  content: JsonObject = {}
  extra: JsonObject = {}
  usage: JsonObject | undefined
  hasFailed = false
  /** True if the turn only has a transcript that trails the previous turn. */
  isTrailing = true
  count = 0
}

/** Returns true for a frame that belongs to an answer. */
function isOfAnswer(content: JsonObject, frame: JsonObject): boolean {
  const { modelTurn, outputTranscription, groundingMetadata, urlContextMetadata } = content
  const isEnd = content.turnComplete === true || content.interrupted === true
  return (
    isEnd ||
    [modelTurn, outputTranscription, groundingMetadata, urlContextMetadata, frame.toolCall].some(isObject)
  )
}

/**
 * Decodes the turns of a session. A turn begins with the first output of the model, and ends with
 * `turnComplete` or with calls. The output after the results is a separate answer, although the wire counts
 * one turn.
 */
export class LiveDecoder implements StreamDecoder<JsonValue> {
  readonly #context: Context
  /**
   * True if audio is emitted immediately. Otherwise the pieces of audio are joined to one media part at the
   * end of the turn.
   */
  readonly #isLive: boolean
  readonly #ids = new CallIds(undefined, true)
  #turn: Turn | undefined
  #turns = 0

  constructor(context: Context, isLive = false) {
    this.#context = context
    this.#isLive = isLive
  }

  get isOpen(): boolean {
    return this.#turn !== undefined
  }

  push(native: JsonValue): readonly StreamEvent[] {
    const { frame } = readNativeFrame(native) ?? {}
    if (frame === undefined) return NONE
    if (isObject(frame.error)) return this.#fail(frame.error)
    const content = objectIn(frame.serverContent)
    if (!isOfAnswer(content, frame)) {
      if (isAnyError(frame)) return this.#fail(frame)
      // Counts may be in a separate frame.
      if (this.#turn !== undefined) count(this.#turn, frame)
      return NONE
    }
    // The turn already ended with its calls, and had no further content.
    if (this.#turn === undefined && this.#turns > 0 && isEndAlone(content, frame)) return NONE
    const events: StreamEvent[] = []
    const turn = this.#begin(events)
    this.#read(turn, content, frame, events)
    const isOver = content.turnComplete === true || isObject(frame.toolCall)
    return isOver ? [...events, ...this.#end(turn, false)] : events
  }

  finish(): readonly StreamEvent[] {
    const turn = this.#turn
    if (turn !== undefined) return this.#end(turn, !turn.isTrailing || this.#turns === 1)
    return this.#turns > 0 ? NONE : this.#end(new Turn(), true)
  }

  #begin(events: StreamEvent[]): Turn {
    if (this.#turn !== undefined) return this.#turn
    this.#turns += 1
    this.#turn = new Turn()
    events.push({ type: 'response-start' })
    return this.#turn
  }

  #read(turn: Turn, content: JsonObject, frame: JsonObject, events: StreamEvent[]): void {
    const { outputTranscription: said, modelTurn } = content
    const text = objectIn(said).text
    if (typeof text === 'string') this.#text(turn, 'spoken', text, events)
    if (isObject(modelTurn) || isObject(frame.toolCall)) turn.isTrailing = false
    for (const [index, part] of arrayOr(objectIn(modelTurn).parts, []).entries())
      this.#part(turn, part, contextAt(this.#context, 'serverContent', 'modelTurn', 'parts', index), events)
    if (isObject(frame.toolCall)) tellSound(turn, events)
    for (const part of decodeCalls(frame.toolCall, this.#ids, this.#context)) {
      turn.parts.push(part)
      if (part.type === 'tool-call') for (const event of inputEvents(part, 0)) events.push(event)
      append(events, toldWhole('', part))
    }
    turn.content = { ...turn.content, ...endOf(content) }
    const extra = extraFields(content, CONTENT)
    if (extra !== undefined) turn.extra = mergedMembers(turn.extra, extra)
    count(turn, frame)
  }

  #part(turn: Turn, native: JsonValue, context: Context, events: StreamEvent[]): void {
    const part = decodePart(native, this.#ids, context)
    const isPlain = (part.type === 'text' || part.type === 'reasoning') && part.providerMetadata === undefined
    if (isPlain) {
      this.#text(turn, part.type, part.text, events)
      return
    }
    if (part.type === 'media' && part.kind === 'audio' && !this.#isLive) {
      turn.sound.push(part)
      return
    }
    this.#close(turn, 'text', events)
    this.#close(turn, 'reasoning', events)
    tellSound(turn, events)
    turn.parts.push(part)
    turn.count += 1
    append(events, toldWhole(`${this.#turns}.${turn.count}`, part))
  }

  #text(turn: Turn, kind: TextKind, delta: string, events: StreamEvent[]): void {
    if (delta === '') return
    if (kind === 'text') this.#close(turn, 'reasoning', events)
    if (kind === 'reasoning') this.#close(turn, 'text', events)
    const type = kind === 'reasoning' ? 'reasoning' : 'text'
    let block = turn.blocks.get(kind)
    if (block === undefined) {
      turn.count += 1
      block = { id: `${this.#turns}.${turn.count}`, text: '' }
      turn.blocks.set(kind, block)
      const providerMetadata =
        kind === 'spoken' ? wireMetadata(this.#context, { type: 'outputTranscription' }) : undefined
      events.push(compact({ type: `${type}-start` as const, id: block.id, providerMetadata }))
    }
    block.text += delta
    events.push({ type: `${type}-delta`, id: block.id, delta })
  }

  #close(turn: Turn, kind: TextKind, events: StreamEvent[]): void {
    const block = turn.blocks.get(kind)
    if (block === undefined) return
    turn.blocks.delete(kind)
    const { id, text } = block
    if (kind === 'reasoning') events.push({ type: 'reasoning-end', id, part: { type: 'reasoning', text } })
    else {
      const part = kind === 'spoken' ? transcript(text, this.#context) : { type: 'text' as const, text }
      events.push({ type: 'text-end', id, part })
    }
  }

  #end(turn: Turn, isCut: boolean): readonly StreamEvent[] {
    this.#turn = undefined
    this.#turns = Math.max(1, this.#turns)
    const events: StreamEvent[] = []
    for (const kind of ['spoken', 'reasoning', 'text'] as const) this.#close(turn, kind, events)
    tellSound(turn, events)
    if (isCut && !turn.hasFailed) events.push(STREAM_CUT)
    const isTrailing = turn.isTrailing && Object.keys(turn.content).length === 0 && this.#turns > 1
    const content = isTrailing ? { turnComplete: true } : turn.content
    const finish = decodeTurnEnd(content, turn.parts)
    const extra = Object.keys(turn.extra).length === 0 ? undefined : { extra: turn.extra }
    const isShort =
      content.turnComplete === true && content.generationComplete !== true && content.interrupted !== true
    const { usage } = turn
    events.push(
      compact({
        type: 'finish' as const,
        finish: isCut || turn.hasFailed ? failedFinish(finish) : finish,
        usage: usage && decodeUsage(usage, USAGE),
        providerMetadata: wireMetadata(this.#context, {
          body: extra,
          usage,
          absent: isShort ? ['generationComplete'] : undefined,
        }),
      }),
    )
    return events
  }

  #fail(error: JsonObject): readonly StreamEvent[] {
    const events: StreamEvent[] = []
    const turn = this.#begin(events)
    turn.hasFailed = true
    turn.isTrailing = false
    return [...events, { type: 'error', error: decodeError(error) }]
  }
}

/** Sets the counts of a turn. Each frame with counts replaces earlier ones. */
function count(turn: Turn, { usageMetadata }: JsonObject): void {
  if (isObject(usageMetadata)) turn.usage = usageMetadata
}

function append(events: StreamEvent[], more: readonly StreamEvent[]): void {
  for (const event of more) events.push(event)
}

/** Returns true if a frame only reports the end of the turn. */
function isEndAlone({ modelTurn, outputTranscription }: JsonObject, { toolCall }: JsonObject): boolean {
  return ![modelTurn, outputTranscription, toolCall].some(isObject)
}

/** Returns the fields of server content that describe the end of its turn. */
function endOf({
  turnComplete,
  generationComplete,
  interrupted,
  turnCompleteReason,
}: JsonObject): JsonObject {
  return compact({ turnComplete, generationComplete, interrupted, turnCompleteReason })
}

/** Emits the audio of the turn so far. */
function tellSound(turn: Turn, events: StreamEvent[]): void {
  for (const part of joinedSound(turn.sound.splice(0))) events.push({ type: 'part', part })
}

/** Joins pieces of one type, if their base64 can be concatenated. */
function joinedSound(pieces: readonly MediaPart[]): readonly MediaPart[] {
  const [first] = pieces
  const texts = pieces.map(({ source }) => (source.type === 'data' ? source.data : ''))
  const isPlain = pieces.every(
    (piece) => piece.mediaType === first?.mediaType && piece.providerMetadata === undefined,
  )
  const joins = texts.slice(0, -1).every((text) => text.length % 4 === 0 && !text.endsWith('='))
  if (first === undefined || pieces.length === 1 || !isPlain || !joins) return pieces
  return [{ ...first, source: { type: 'data', data: texts.join('') } }]
}

const SERVER_FRAME =
  /^(?:setupComplete|serverContent|toolCall|toolCallCancellation|usageMetadata|goAway|sessionResumptionUpdate|voiceActivity\w*|error)$/

function entry(first: JsonObject): JsonArray | undefined {
  const names = Object.keys(readNativeFrame(first)?.frame ?? {})
  return names.some((name) => SERVER_FRAME.test(name)) ? [first] : undefined
}

export const stream: StreamDecoding = {
  framing: ndjson,
  wholeCalls: true,
  entry,
  turns: true,
  decoder: (context) => new LiveDecoder(context),
}
