import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import {
  arrayOr,
  at,
  isArray,
  isObject,
  objectIn,
  objectsIn,
  stringOr,
} from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { CallStage } from '../../src/base/model/arguments.js'
import { type Context, createContext } from '../../src/base/model/context.js'
import type { FinishEvent, StreamDecoder, StreamEvent } from '../../src/base/model/events.js'
import type { Part, ToolCall } from '../../src/base/model/types.js'
import { CARRIED } from '../../src/codec/format/carry.js'
import { outcomeOfWord } from '../../src/codec/shape/finish-table.js'
import { dropPart } from '../../src/codec/shape/losses.js'
import type { StreamDecoding } from '../../src/codec/stream/codec.js'
import { sseReading } from '../../src/codec/stream/framing.js'
import {
  type OpenPart,
  type PartCodec,
  type PartMode,
  PartWriter,
} from '../../src/codec/stream/part-writer.js'
import { decodeAiMessage, finishField, modelOf } from './answer.js'
import { argumentsField, decodeCall, isCallBlock, isExecutedBlock, isPieceOfCall } from './calls.js'
import { decodeBlock, growing } from './content.js'
import { converter } from './converter.js'
import { openMessage } from './forms.js'
import { headOf } from './head.js'
import { FINISH, ROLE_NAMES } from './maps.js'
import { isPlace, mergeObjects } from './merge.js'
import { openOuter } from './outer.js'
import { asAnthropics, asGoogles, isOfGoogle, signaturesIn, signed } from './proof.js'
import { decodeEnvelope, decodeError, ENVELOPE } from './response.js'
import { decodeResultBlock, isResultBlock, withOutput } from './results.js'
import { wholePart, withCallSlot, withSlot } from './slots.js'
import { type ContentBlock, type Gathered, StreamedCalls } from './stream-calls.js'
import { type Executed, ToolOutputs } from './tool-outputs.js'

export const stream: StreamDecoding = {
  framing: sseReading,
  converter,
  entry,
  decoder: (context) => new LangChainStreamDecoder(context),
}

/**
 * Extracts a chunk from any wrapper: a generation, a pair with metadata from a graph, or an event of a run.
 */
function entry(first: JsonObject): JsonArray | undefined {
  const chunk = chunkIn(first)
  const isError = first.error !== undefined && chunk === undefined
  return isError || chunk !== undefined || typeof first.event === 'string' ? [first] : undefined
}

function chunkIn(event: JsonValue): JsonObject | undefined {
  if (isArray(event)) return isObject(event[0]) && event.length === 2 ? chunkIn(event[0]) : undefined
  if (!isObject(event)) return undefined
  const { data, event: title } = event
  if (typeof title === 'string' && isObject(data))
    return title === 'on_chat_model_stream' && isObject(data.chunk) ? chunkIn(data.chunk) : undefined
  const { value } = openOuter(event)
  const isMessage =
    isObject(value) && (value.lc !== undefined || typeof value.type === 'string' || value.role !== undefined)
  return isMessage ? value : undefined
}

/** Fields of a chunk that are decoded immediately. Other fields are merged like in LangChain. */
const READ = [
  'content',
  'content_blocks',
  'tool_calls',
  'invalid_tool_calls',
  'tool_call_chunks',
  'chunk_position',
  'type',
]

/** The placeholder for the block of a call that the content does not contain yet. */
const UNSEEN: JsonObject = {}

/** Text of content that is not a list. */
const PLAIN = 'plain'

class LangChainStreamDecoder implements StreamDecoder<JsonValue>, PartCodec<ContentBlock> {
  readonly wire: string
  readonly #context: Context
  readonly #out = new PartWriter<ContentBlock>(this)
  readonly #calls = new StreamedCalls()
  /** Blocks that may still grow, by the key that their pieces share. */
  readonly #open = new Map<string, OpenPart<ContentBlock>>()
  /** The content, as in a complete answer. */
  readonly #content: JsonObject[] = []
  /** Names of provider-executed calls, by id. */
  readonly #names = new Map<string, string>()
  /** The latest provider-executed call, until another block begins. */
  #executed: OpenPart<ContentBlock> | undefined
  #toolOutputs: ToolOutputs | undefined
  #isLost = false
  #gathered: JsonObject = {}
  #places = 0
  #isPlain = true
  #isEnded = false

  constructor(context: Context) {
    this.wire = context.wire
    this.#context = context
  }

  push(event: JsonValue): readonly StreamEvent[] {
    const chunk = chunkIn(event)
    if (chunk === undefined) this.#fail(event)
    else {
      const opened = openMessage(chunk, { ...this.#context, path: '' })
      if (ROLE_NAMES.get(opened.type) === 'assistant')
        this.#read(opened.fields, isPiece(chunk, opened.fields))
    }
    return this.#out.take()
  }

  #fail(event: JsonValue): void {
    if (isObject(event) && (event.error ?? null) !== null) this.#out.fail(decodeError(event))
  }

  #read(fields: JsonObject, isPiece: boolean): void {
    const rest = Object.fromEntries(Object.entries(fields).filter(([key]) => !READ.includes(key)))
    this.#gathered = mergeObjects(this.#gathered, rest)
    this.#out.start(stringOr(fields.id, undefined), modelOf(objectIn(fields.response_metadata)))
    const chunks = objectsIn(fields.tool_call_chunks)
    const isWhole = !isPiece && (fields.content ?? fields.content_blocks) !== undefined
    this.#toolOutputs ??= new ToolOutputs(this.#context, this.#id())
    for (const executed of this.#toolOutputs.read(fields.additional_kwargs)) this.#tellExecuted(executed)
    for (const piece of chunks)
      if (isPieceOfCall(piece) && !this.#calls.knows(piece)) this.#goOn(piece)
      else this.#callPiece(piece)
    this.#readContent(fields.content ?? fields.content_blocks)
    if (chunks.length === 0) this.#wholeCalls(fields)
    this.#carriedParts(fields)
    if (isWhole || fields.chunk_position === 'last' || this.#hasEnd()) this.#isEnded = true
  }

  /**
   * Emits provider-executed calls and results next to the content. These calls and results do not count among
   * the numbered parts.
   */
  #tellExecuted(executed: Executed): void {
    this.#endBlocks()
    this.#out.whole({ native: {}, place: this.#places, executed })
  }

  #hasEnd(): boolean {
    const { response_metadata: answer, additional_kwargs: kwargs } = this.#gathered
    return [answer, kwargs].some((one) => isObject(one) && finishField(one) !== undefined)
  }

  /** Reads complete calls of a message that was not sent in chunks. */
  #wholeCalls({ tool_calls: calls, invalid_tool_calls: invalid }: JsonObject): void {
    const natives = [
      ...objectsIn(calls).map((list) => ({ list })),
      ...objectsIn(invalid).map((one) => ({ invalid: one })),
    ]
    for (const native of natives) {
      const known = this.#calls.whole(native, this.#id())
      if (known !== undefined) this.#beginCall(known)
    }
  }

  #callPiece(piece: JsonObject): void {
    const { gathered, isNew } = this.#calls.add(piece, this.#id())
    if (isNew) this.#beginCall(gathered)
    if (gathered.block !== undefined) this.#out.append(gathered.block, 'call', piece.args)
  }

  /**
   * Text without id and name belongs to the latest provider-executed call. Without such a call, the text is
   * lost.
   */
  #goOn({ args, input }: JsonObject): void {
    const text = stringOr(args ?? input, '')
    if (this.#executed !== undefined) this.#executed.state.input = (this.#executed.state.input ?? '') + text
    else this.#isLost ||= text !== ''
  }

  #id(): string {
    return stringOr(this.#gathered.id, '')
  }

  #beginCall(call: Gathered): void {
    call.block = this.#begin('call', { native: UNSEEN, call, place: this.#places })
  }

  #begin(mode: PartMode, content: ContentBlock): OpenPart<ContentBlock> {
    this.#endBlocks()
    this.#places += 1
    return this.#out.open(this.#out.next, mode, content)
  }

  /** Ends blocks other than calls when another block begins. */
  #endBlocks(): void {
    for (const block of this.#open.values()) this.#out.end(block)
    this.#open.clear()
    this.#executed = undefined
  }

  #readContent(content: JsonValue | undefined): void {
    if (typeof content === 'string' && content !== '') {
      const block = this.#open.get(PLAIN) ?? this.#beginBlock(PLAIN, 'text', { type: 'text', text: '' })
      this.#out.append(block, 'text', content)
      return
    }
    const list = arrayOr(content, [])
    if (list.length > 0) this.#isPlain = false
    for (const block of list) if (isObject(block)) this.#readBlock(block)
  }

  #beginBlock(key: string, mode: PartMode, native: JsonObject): OpenPart<ContentBlock> {
    const at = this.#content.push(native) - 1
    const block = this.#begin(mode, { native, at, place: this.#places })
    this.#open.set(key, block)
    return block
  }

  #readBlock(block: JsonObject): void {
    const executed = isExecutedBlock(block)
    const { name } = objectIn(block.functionCall)
    // Google's integration lists its calls next to the content.
    if (name !== undefined && this.#calls.all.some((call) => call.name === name)) return
    if ((isCallBlock(block) && !executed) || block.type === 'input_json_delta') {
      this.#callBlock(block)
      return
    }
    const grows = growing(block)
    const { index, ...native } = block
    const key = `${isPlace(index) ? index : ''} ${baseOf(block)} ${isPlace(index) || grows ? '' : this.#places}`
    // If two calls have the same id, the first ends before the second.
    if (executed) this.#out.end(this.#calls.close(block.id))
    const [mode, field] = grows ?? ['whole' as const, '']
    const known = this.#open.get(key)
    const { [field]: text, ...others } = native
    if (known !== undefined) known.state.native = mergeObjects(known.state.native, others)
    const open = known ?? this.#beginBlock(key, mode, grows ? { ...native, [field]: '' } : native)
    if (executed) this.#executed = open
    if (grows !== undefined) this.#out.append(open, mode, text)
  }

  /** Reads a call in the content, which is usually also listed next to it. */
  #callBlock(block: JsonObject): void {
    const { gathered, isNew, text } = this.#calls.addBlock(block, this.#id())
    if (gathered === undefined) return
    if (isNew) this.#beginCall(gathered)
    if (isNew || gathered.block?.state.native === UNSEEN) this.#noteBlock(gathered)
    if (gathered.block !== undefined) this.#out.append(gathered.block, 'call', text)
  }

  /** Records a block for the form of the content, whose parts were already emitted. */
  #noteBlock({ block, native }: Gathered): void {
    if (block === undefined || native === undefined) return
    block.state.native = native
    this.#content.push(native)
  }

  /** Emits carried parts that have no block. */
  #carriedParts({ additional_kwargs: kwargs }: JsonObject): void {
    const slot = objectIn(objectIn(kwargs)[CARRIED])
    for (const carried of Object.values(objectIn(slot.parts))) {
      const part = wholePart(carried)
      if (part === undefined) continue
      this.#endBlocks()
      this.#places += 1
      this.#out.tell(part)
    }
  }

  #slot(): JsonObject {
    return objectIn(objectIn(this.#gathered.additional_kwargs)[CARRIED])
  }

  finished({ mode, text, state: { native, input, at } }: OpenPart<ContentBlock>): JsonObject {
    const [, field] = growing(native) ?? []
    const isGrown = field !== undefined && mode !== 'whole' && mode !== 'call'
    const said = input ? { [argumentsField(native)]: input } : isGrown ? { [field]: text } : {}
    const full = { ...native, ...said }
    if (at !== undefined) this.#content[at] = full
    return full
  }

  part(native: JsonObject, { index, state: { place, executed } }: OpenPart<ContentBlock>): Part {
    if (executed !== undefined) return executed
    const path = at('/content', index)
    const slot = objectIn(this.#slot().parts)[String(place)]
    if (isResultBlock(native)) return asAnthropics(this.#result(native, path, slot), this.#context)
    if (isCallBlock(native)) {
      const call = decodeCall({ block: native }, { ...this.#context, path }, path)
      this.#names.set(call.id, call.name)
      return asAnthropics(withSlot(call, slot), this.#context)
    }
    const decoded = asAnthropics(withSlot(decodeBlock(native, this.#context), slot), this.#context)
    return this.#isOfGoogle() ? asGoogles(decoded, this.#context) : decoded
  }

  #isOfGoogle(): boolean {
    const { response_metadata: answer, additional_kwargs: kwargs } = this.#gathered
    return isOfGoogle(objectIn(answer).model_provider, objectIn(kwargs))
  }

  #result(native: JsonObject, path: string, slot: JsonValue | undefined): Part {
    const result = withSlot(
      withOutput(decodeResultBlock(native, { ...this.#context, path }), slot, this.#context),
      slot,
    )
    const name =
      result.type === 'tool-result' && result.name === '' ? this.#names.get(result.callId) : undefined
    return name === undefined ? result : nameOf(result, name)
  }

  call({ index, text, state: { call } }: OpenPart<ContentBlock>, stage: CallStage): ToolCall | undefined {
    const path = at('/tool_calls', index)
    const decoded = call && this.#calls.decode(call, text, stage, { ...this.#context, path })
    const slots = objectIn(this.#slot().calls)
    const given = [call?.given?.list].flatMap((list) => list ?? [])
    const signatures = signaturesIn(given, objectIn(this.#gathered.additional_kwargs))
    return decoded && signed(withCallSlot(decoded, slots[decoded.id]), signatures)
  }

  finish(): readonly StreamEvent[] {
    const { response_metadata: answer, additional_kwargs: kwargs } = this.#gathered
    const [, word] = finishField(objectIn(answer)) ?? finishField(objectIn(kwargs)) ?? []
    this.#endBlocks()
    if (this.#isLost)
      dropPart('the text of a call without id and name', { ...this.#context, path: '/tool_call_chunks' })
    if (this.#isEnded && !this.#out.hasFailed) for (const { block } of this.#calls.all) this.#out.end(block)
    return this.#out.finish(this.#isEnded, outcomeOfWord(word, FINISH), () => this.#envelope())
  }

  #envelope(): Omit<FinishEvent, 'type'> {
    const content = this.#isPlain
      ? this.#content.map(({ text }) => stringOr(text, '')).join('')
      : this.#content
    const head = headOf({ type: 'ai', fields: { ...this.#gathered, content }, metadata: {} })
    const plain = createContext(this.wire)
    const { providerMetadata: messageMetadata } = decodeAiMessage(head, { ...plain, path: '' }, '', ENVELOPE)
    return {
      ...compact({ messageMetadata }),
      ...decodeEnvelope(head, this.#out.hasClientCalls, this.#context, {}),
    }
  }
}

function nameOf(part: Part, name: string): Part {
  return part.type === 'tool-result' ? { ...part, name } : part
}

/** Returns the type of a block without the suffix that some pieces have. */
function baseOf({ type }: JsonObject): string {
  return stringOr(type, '').replace(/_delta$/, '')
}

/** Returns true for a chunk, false for a complete answer. */
function isPiece({ type, id }: JsonObject, { tool_call_chunks: chunks }: JsonObject): boolean {
  const name = isArray(id) ? stringOr(id.at(-1), '') : stringOr(type, '')
  return name.endsWith('Chunk') || chunks !== undefined
}
