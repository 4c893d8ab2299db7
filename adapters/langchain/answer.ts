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
import { append, compact, equalJson, unlessEmpty } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import {
  type MetadataEntries,
  metadataOf,
  type OwnMetadata,
  withMore,
} from '../../src/base/model/metadata.js'
import type { Message, Part, ToolCall } from '../../src/base/model/types.js'
import { withCarried } from '../../src/codec/format/carry.js'
import { asCut } from '../../src/codec/shape/encode-parts.js'
import { absentFields, extraOf, type Fields, withExtras } from '../../src/codec/shape/fields.js'
import { isCutBy } from '../../src/codec/shape/finish-table.js'
import { dropPart } from '../../src/codec/shape/losses.js'
import {
  type CallPlaces,
  type ContentPieces,
  decodeCall,
  encodeBlock,
  encodeChunk,
  encodeListed,
  encodeRaw,
  isCallBlock,
  isExecutedBlock,
  isInvalid,
  isPieceOfCall,
  nativeId,
  nativeName,
  originalPieces,
} from './calls.js'
import { bareText, decodeBlock, encodeBlockOf } from './content.js'
import { type Head, headExtra, writeHead } from './head.js'
import { FINISH, FINISH_FIELDS } from './maps.js'
import {
  asAnthropics,
  asGoogles,
  isOfGoogle,
  SIGNATURES,
  signaturesIn,
  signaturesOf,
  signed,
  withoutSignatures,
} from './proof.js'
import { decodeResultBlock, encodeResultBlock, isResultBlock, withOutput } from './results.js'
import { isCarriedPart, leftOf, messageSlot, partSlots, withSlots } from './slots.js'
import { encodeToolOutputs, isToolOutput, ToolOutputs, withoutToolOutputs } from './tool-outputs.js'

/** Lists of calls. An answer records which lists are present and empty. */
export const LISTS = ['tool_calls', 'invalid_tool_calls', 'tool_call_chunks'] as const

/** Returns the finish reason, and the field that contains it. */
export function finishField(answer: JsonObject): readonly [field: string, word: JsonValue] | undefined {
  const field = FINISH_FIELDS.find((one) => typeof answer[one] === 'string')
  return field === undefined ? undefined : [field, answer[field] ?? null]
}

/**
 * Returns true if the output limit ended the answer.
 * @param kwargs the source of the finish reason in streams of Anthropic's integration.
 */
export function isCutAnswer(answer: JsonObject, kwargs: JsonObject): boolean {
  const [, word] = finishField(answer) ?? finishField(kwargs) ?? []
  return isCutBy(word, FINISH)
}

/**
 * Decodes an AI message. A call both in the content and next to it is decoded once.
 * @param envelope fields that belong to the answer, not to the message.
 */
export function decodeAiMessage(
  head: Head,
  context: Context,
  place = context.path,
  envelope: Fields = {},
): Message {
  const { path } = context
  const { slot, content, answer, kwargs, fields, metadata } = head
  const calls = new CallsOfAnswer(head, context, place)
  const parts: Part[] = []
  if (typeof content === 'string') append(parts, content === '' ? [] : [{ type: 'text', text: content }])
  for (const { block, delta, index } of joinPieces(arrayOr(content, [])))
    parts.push(decodeAnswerBlock(block, delta, calls, { ...context, path: at(`${path}/content`, index) }))
  append(parts, calls.rest())
  const isGoogles = isOfGoogle(metadata.provider, kwargs)
  const signatures = signaturesIn(fields.tool_calls, kwargs)
  const said = withSlots(parts, slot).map((part, index) => {
    if (part.type === 'tool-result')
      return asAnthropics(withOutput(part, objectIn(slot?.parts)[String(index)], context), context)
    const own = asAnthropics(signed(part, signatures), context)
    return isGoogles ? asGoogles(own, context) : own
  })
  const last = said.at(-1)
  if (last?.type === 'tool-call' && isCutAnswer(answer, kwargs) && !isTold(last, context))
    said[said.length - 1] = asCut(last, context, 'cut')
  const executed = new ToolOutputs(context, place).read(calls.kwargs)
  const told = [...executed, ...said]
  const message = withCarried<Message>(
    compact({ role: 'assistant' as const, parts: told, origin: originOf(slot, answer, context) }),
    slot,
  )
  const own: MetadataEntries = {
    ...metadata,
    content: contentForm(content, said, context),
    extra: headExtra(
      head,
      { content: 'any', ...calls.read, ...envelope },
      withoutSignatures(withoutToolOutputs(calls.kwargs, executed, context), said, context),
      Object.hasOwn(envelope, 'response_metadata') ? undefined : answer,
    ),
    absent: absentFields(fields, { content: 'any' }, ['content']),
  }
  const { response: _answer, ...carried } = slot ?? {}
  const isAnswer = Object.hasOwn(envelope, 'response_metadata')
  const left = leftOf(isAnswer ? carried : slot, answerSlot(message, said, context))
  return withMore(message, { ...own, slot: left }, context)
}

function originOf(slot: JsonObject | undefined, answer: JsonObject, { wire }: Context): Message['origin'] {
  if (isObject(slot?.origin)) return undefined
  return compact({ wire, model: modelOf(answer) })
}

/** Returns the model, as reported by integrations. */
export function modelOf({ model_name: name, model }: JsonObject): string | undefined {
  return stringOr(name, undefined) ?? stringOr(model, undefined)
}

/** Returns the form of the content if it differs from the form that encoding would choose. */
function contentForm(
  content: JsonValue | undefined,
  parts: readonly Part[],
  context: Context,
): string | undefined {
  if (!isArray(content)) return undefined
  return isPlain(parts, context) ? 'plain blocks' : 'blocks'
}

/** Returns true if a text contains the complete arguments, so that LangChain did not close truncated text. */
function isTold(call: ToolCall, context: Context): boolean {
  const own = metadataOf(call, context)
  return call.rawArguments !== undefined && (own?.raw !== undefined || own?.chunk !== undefined)
}

interface Joined {
  readonly block: JsonValue
  readonly delta?: JsonObject
  readonly index: number
}

/** Joins content blocks: a piece of a call is separate from the call's block. */
function joinPieces(content: JsonArray): readonly Joined[] {
  const all: Joined[] = []
  content.forEach((block, index) => {
    const last = all.at(-1)
    const isOpen = isObject(last?.block) && isCallBlock(last.block) && last.delta === undefined
    if (last !== undefined && isOpen && isObject(block) && isPieceOfCall(block))
      all[all.length - 1] = { ...last, delta: block }
    else all.push({ block, index })
  })
  return all
}

function decodeAnswerBlock(
  block: JsonValue,
  delta: JsonObject | undefined,
  calls: CallsOfAnswer,
  context: Context,
): Part {
  if (!isObject(block)) return decodeBlock(block, context)
  if (isCallBlock(block)) return calls.take(block, delta, context.path)
  const googles = calls.takeOfGoogle(block)
  if (googles !== undefined) return googles
  return isResultBlock(block) ? decodeResultBlock(block, context) : decodeBlock(block, context)
}

/** A call that has no block yet. */
interface UnplacedCall {
  places: CallPlaces
  isTaken: boolean
}

/** A group of calls with the same id, or with the same name and no id. */
interface Alike {
  readonly all: UnplacedCall[]
  /**
   * Number of leading calls to skip, by position, because these calls already have the position or were used.
   */
  readonly passed: Map<string, number>
}

function identityOf(places: CallPlaces): string {
  const id = nativeId(places)
  return JSON.stringify(id === undefined ? [null, nativeName(places)] : [id])
}

function taken(waiting: UnplacedCall | undefined): CallPlaces | undefined {
  if (waiting !== undefined) waiting.isTaken = true
  return waiting?.places
}

/** The calls of a message, collected from all their positions. */
class CallsOfAnswer {
  /** Fields that are decoded. */
  readonly read: Fields
  /** `additional_kwargs` without the calls in it. */
  readonly kwargs: JsonObject
  readonly #waiting: UnplacedCall[] = []
  readonly #alike = new Map<string, Alike>()

  constructor(
    { fields, kwargs }: Head,
    private readonly context: Context,
    private readonly place: string,
  ) {
    const { tool_calls: raw, ...others } = kwargs
    const listed = objectsIn(fields.tool_calls)
    for (const call of listed)
      this.#wait(isObject(call.function) ? { raw: call, listed: true } : { list: call })
    for (const invalid of objectsIn(fields.invalid_tool_calls)) this.#wait({ invalid })
    for (const call of objectsIn(raw)) this.#add({ raw: call })
    for (const chunk of objectsIn(fields.tool_call_chunks)) this.#add({ chunk })
    const isRead = isArray(raw) && raw.length > 0 && raw.every(isObject)
    this.kwargs = isRead ? others : kwargs
    this.read = Object.fromEntries(
      LISTS.flatMap((name) => (isList(fields[name]) ? [[name, 'array' as const]] : [])),
    )
  }

  /** Adds a call. A repeated call is merged with its earlier entry. */
  #add(places: CallPlaces): void {
    const known = this.#find(places)
    if (known === undefined) this.#wait(places)
    else known.places = { ...known.places, ...places }
  }

  #wait(places: CallPlaces): void {
    const waiting: UnplacedCall = { places, isTaken: false }
    this.#waiting.push(waiting)
    const name = identityOf(places)
    const alike = this.#alike.get(name)
    if (alike === undefined) this.#alike.set(name, { all: [waiting], passed: new Map() })
    else alike.all.push(waiting)
  }

  /** Returns the first entry of the same call that does not have this position yet. */
  #find(places: CallPlaces): UnplacedCall | undefined {
    const alike = this.#alike.get(identityOf(places))
    if (alike === undefined) return undefined
    const [key = ''] = Object.keys(places)
    const { all, passed } = alike
    let at = passed.get(key) ?? 0
    // Skipped entries are not visited again, so each entry is visited only once.
    while (at < all.length && (all[at]?.isTaken || Object.hasOwn(all[at]?.places ?? {}, key))) at += 1
    passed.set(key, at)
    return all[at]
  }

  /** Returns the call of a content block, merged with its other positions. */
  take(block: JsonObject, delta: JsonObject | undefined, path: string): ToolCall {
    const executed = isExecutedBlock(block)
    const places = executed ? undefined : taken(this.#find({ block }))
    const strays = executed ? this.#strays(block.index ?? delta?.index) : undefined
    const pieces = delta === undefined ? strays : { ...strays, delta }
    return decodeCall(
      compact({ ...places, block, pieces }),
      { ...this.context, path },
      `${this.place}/${path}`,
    )
  }

  /** Returns the call that Google's integration repeats in the content without an id. */
  takeOfGoogle(block: JsonObject): ToolCall | undefined {
    const { name, args = {} } = objectIn(block.functionCall)
    const found = this.#waiting.findIndex(
      ({ places: { list }, isTaken }) => !isTaken && list?.name === name && equalJson(list?.args, args),
    )
    if (found === -1 || name === undefined) return undefined
    const places = taken(this.#waiting[found])
    const path = `${this.context.path}/tool_calls/${found}`
    return decodeCall(
      { ...places, pieces: { delta: block } },
      { ...this.context, path },
      `${this.place}/${found}`,
    )
  }

  /** Returns the text of a provider-executed call, which looks like a call without a name. */
  #strays(index: JsonValue | undefined): ContentPieces | undefined {
    const chunk = this.#stray((one) => one.chunk !== undefined && one.chunk.index === index)?.chunk
    if (chunk === undefined) return undefined
    const invalid = this.#stray((one) => one.invalid?.args === chunk.args)?.invalid
    return compact({ chunk, invalid })
  }

  #stray(isMeant: (places: CallPlaces) => boolean): CallPlaces | undefined {
    return taken(this.#waiting.find(({ places, isTaken }) => !isTaken && isStray(places) && isMeant(places)))
  }

  /**
   * Returns the calls without a block. An entry with neither id nor name is not a call: it could not be run
   * or answered.
   */
  rest(): ToolCall[] {
    const left = this.#waiting.flatMap(({ places, isTaken }) => (isTaken ? [] : [places]))
    const calls = left.filter((places) => !isStray(places))
    if (calls.length < left.length)
      dropPart('the text of a call without id and name', {
        ...this.context,
        path: `${this.context.path}/tool_call_chunks`,
      })
    return calls.map((places, index) =>
      decodeCall(
        places,
        { ...this.context, path: `${this.context.path}/tool_calls/${index}` },
        `${this.place}/${index}`,
      ),
    )
  }
}

function isStray(places: CallPlaces): boolean {
  return (
    (nativeId(places) ?? nativeName(places) ?? '') === '' && (places.chunk ?? places.invalid) !== undefined
  )
}

function isList(value: JsonValue | undefined): boolean {
  return isArray(value) && value.length > 0 && value.every(isObject)
}

/** Returns true for a text followed by calls, which a bare text and a list of calls can express. */
function isPlain(parts: readonly Part[], context: Context): boolean {
  const said = parts.filter((part) => !isCarriedPart(part, context))
  const [first, ...others] = said
  const isText = first?.type === 'text' && first.text !== '' && bareText([first], context) !== undefined
  const rest = isText ? others : said
  const broken = rest.findIndex((part) => part.type === 'tool-call' && part.status !== 'complete')
  // Unusable calls are in a separate list, after the usable calls.
  const isMixed =
    broken !== -1 &&
    rest.slice(broken).some((part) => part.type === 'tool-call' && part.status === 'complete')
  return !isMixed && rest.every((part) => part.type === 'tool-call' && !part.providerExecuted)
}

function answerSlot(message: Message, parts: readonly Part[], context: Context): JsonObject | undefined {
  return unlessEmpty({ ...messageSlot(message, context), ...partSlots(parts, context) })
}

/**
 * Encodes the fields of an AI message.
 * @param answer the `response_metadata` of an answer.
 */
export function encodeAnswer(
  message: Message,
  context: Context,
  answer: JsonObject | undefined,
  slot?: JsonObject,
): JsonObject {
  const own = metadataOf(message, context)
  const parts = message.parts.filter((part) => !isToolOutput(part, context))
  const extra = extraOf(own)
  const cut = isCutAnswer(answer ?? objectIn(extra.response_metadata), objectIn(extra.additional_kwargs))
  const isOwn = own?.content === 'blocks' || own?.content === 'plain blocks'
  const asBlocks = own?.content === 'plain blocks' || !isPlain(parts, context)
  const content = asBlocks
    ? message.parts.flatMap((part, index) =>
        isToolOutput(part, context)
          ? []
          : (encodePart(part, contextAt(context, 'parts', index), cut, !isOwn) ?? []),
      )
    : (bareText(parts.slice(0, 1), context) ?? firstText(parts, context))
  const calls = parts.filter((part) => part.type === 'tool-call')
  const version = stringOr(own?.version, asBlocks && !isOwn ? 'v1' : undefined)
  const slots = unlessEmpty({ ...answerSlot(message, parts, context), ...slot })
  const head = writeHead(content, own, slots, version, answer)
  const kept = objectIn(extra.additional_kwargs)
  const kwargs = withKwargsOf(message.parts, kept, head.additional_kwargs, context)
  const isSilent = content === '' || (isArray(content) && content.length === 0)
  return withExtras(
    {
      ...head,
      content: isSilent ? undefined : head.content,
      additional_kwargs: kwargs,
      ...encodeCalls(calls, context, cut, kwargs, own),
    },
    own,
    { content },
  )
}

/**
 * Adds data that integrations keep for parts to `additional_kwargs`.
 * @param kept the unread fields of `additional_kwargs`.
 */
function withKwargsOf(
  parts: readonly Part[],
  kept: JsonObject,
  kwargs: JsonValue | undefined,
  context: Context,
): JsonValue | undefined {
  const signatures = signaturesOf(parts, context)
  const outputs = encodeToolOutputs(parts, kept, context)
  if (signatures === undefined && outputs === undefined) return kwargs
  const all = { ...kept, ...objectIn(kwargs), ...outputs }
  if (signatures === undefined) return all
  return { ...all, [SIGNATURES]: { ...objectIn(all[SIGNATURES]), ...signatures } }
}

/** Returns the text before the calls. */
function firstText(parts: readonly Part[], context: Context): string {
  const first = parts.find((part) => !isCarriedPart(part, context))
  return first?.type === 'text' ? first.text : ''
}

function encodePart(
  part: Part,
  context: Context,
  cut: boolean,
  isNew: boolean,
): JsonValue | JsonArray | undefined {
  if (part.type === 'tool-call')
    return [encodeBlock(part, context, cut, isNew), originalPieces(part, context).delta].flatMap(
      (block) => block ?? [],
    )
  if (part.type !== 'tool-result') return encodeBlockOf(part, context)
  return part.providerExecuted ? encodeResultBlock(part, context) : dropPart('a result', context)
}

/** Encodes the calls for every position except the content. */
function encodeCalls(
  calls: readonly ToolCall[],
  context: Context,
  cut: boolean,
  kwargs: JsonValue | undefined,
  own: OwnMetadata | undefined,
): { readonly [field: string]: JsonValue | undefined } {
  const listed: JsonValue[] = []
  const invalid: JsonValue[] = []
  const raw: JsonValue[] = []
  const chunks: JsonValue[] = []
  for (const call of calls) {
    const pieces = originalPieces(call, context)
    if (pieces.chunk !== undefined) chunks.push(pieces.chunk)
    if (pieces.invalid !== undefined) invalid.push(pieces.invalid)
    if (call.providerExecuted) continue
    const kept = metadataOf(call, context)
    const native = encodeRaw(call, context)
    const isListed = isObject(kept?.raw) && kept.raw.listed === true
    if (native !== undefined) (isListed ? listed : raw).push(native)
    if (kept?.unlisted !== true && !isListed)
      (isInvalid(call, cut, context) ? invalid : listed).push(encodeListed(call, context, cut))
    append(
      chunks,
      [encodeChunk(call, context)].flatMap((one) => one ?? []),
    )
  }
  const some = (list: JsonValue[]) => (list.length === 0 ? undefined : list)
  const inKwargs = some(raw)
  return compact({
    tool_calls: some(listed),
    invalid_tool_calls: some(invalid),
    tool_call_chunks: some(chunks),
    additional_kwargs: inKwargs && {
      ...objectIn(extraOf(own).additional_kwargs),
      ...objectIn(kwargs),
      tool_calls: inKwargs,
    },
  })
}
