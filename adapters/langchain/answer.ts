import { asCut } from '../../src/adapter/blocks.js'
import { withCarried } from '../../src/adapter/carry.js'
import type { Context } from '../../src/adapter/context.js'
import { absentFields, extraOf, type Fields, withExtras } from '../../src/adapter/fields.js'
import { isCutBy } from '../../src/adapter/finish.js'
import { dropPart } from '../../src/adapter/losses.js'
import { metadataOf, type OwnMetadata, wireMetadata } from '../../src/adapter/metadata.js'
import { append } from '../../src/json/lists.js'
import { arrayOr, at, isArray, isObject, objectOr, objectsIn, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import type { Message, Part, ToolCall } from '../../src/model/types.js'
import {
  type CallPlaces,
  decodeCall,
  encodeBlock,
  encodeChunk,
  encodeListed,
  encodeRaw,
  isCallBlock,
  isInvalid,
  nativeId,
  nativeName,
} from './calls.js'
import { bareText, decodeBlock, encodeBlockOf } from './content.js'
import { type Head, headExtra, writeHead } from './head.js'
import { CALL_BLOCKS, FINISH_BY_WORD, FINISH_FIELDS, NOTHING } from './maps.js'
import { decodeResultBlock, encodeResultBlock, isResultBlock, withOutput } from './results.js'
import { isWhole, leftOf, messageSlot, partSlots, withSlots } from './slots.js'

/** Lists of calls; an answer says itself which of them are there and empty. */
export const LISTS = ['tool_calls', 'invalid_tool_calls', 'tool_call_chunks'] as const

/** The word for why the answer ended, and the field that it stands in. */
export function finishWord(answer: JsonObject): readonly [field: string, word: JsonValue] | undefined {
  const field = FINISH_FIELDS.find((one) => typeof answer[one] === 'string')
  return field === undefined ? undefined : [field, answer[field] ?? null]
}

/** Whether the output ended because there was no more room for it. */
export function isCutAnswer(answer: JsonObject): boolean {
  return isCutBy(finishWord(answer)?.[1], FINISH_BY_WORD)
}

/**
 * What an AI message says. Calls that stand in the content and beside it are one.
 * @param envelope fields that are no part of the message: an answer tells them itself.
 */
export function decodeAnswer(
  head: Head,
  path: string,
  context: Context,
  place = path,
  envelope: Fields = {},
): Message {
  const { slot, content, answer, fields, metadata } = head
  const calls = new Calls(head, path, context, place)
  const parts: Part[] = []
  if (typeof content === 'string') append(parts, content === '' ? [] : [{ type: 'text', text: content }])
  for (const [index, block] of arrayOr(content, []).entries())
    parts.push(decodeAnswerBlock(block, calls, at(`${path}/content`, index), context))
  append(parts, calls.rest())
  const told = withSlots(parts, slot).map((part, index) =>
    part.type === 'tool-result'
      ? withOutput(part, objectOr(slot?.parts, NOTHING)[String(index)], context)
      : part,
  )
  const last = told.at(-1)
  if (last?.type === 'tool-call' && isCutAnswer(answer) && !isTold(last, context))
    told[told.length - 1] = asCut(last, context, 'cut')
  const message = withCarried<Message>(
    compact({ role: 'assistant' as const, parts: told, origin: originOf(slot, answer, context) }),
    slot,
    isObject(slot?.origin) ? ['origin'] : [],
  )
  const own: OwnMetadata = {
    ...metadata,
    content: contentForm(content, told, context),
    extra: headExtra(
      head,
      { content: 'any', ...calls.read, ...envelope },
      calls.kwargs,
      Object.hasOwn(envelope, 'response_metadata') ? undefined : answer,
    ),
    absent: absentFields(fields, { content: 'any' }, ['content']),
  }
  const { response: _answer, ...said } = slot ?? NOTHING
  const isAnswer = Object.hasOwn(envelope, 'response_metadata')
  const left = leftOf(isAnswer ? said : slot, answerSlot(message, context))
  return withOwn(message, { ...own, slot: left }, context)
}

function withOwn(message: Message, own: OwnMetadata, context: Context): Message {
  const providerMetadata = { ...message.providerMetadata, ...wireMetadata(context, own) }
  return Object.keys(providerMetadata).length === 0 ? message : { ...message, providerMetadata }
}

function originOf(slot: JsonObject | undefined, answer: JsonObject, { wire }: Context): Message['origin'] {
  if (isObject(slot?.origin)) return undefined
  return compact({ wire, model: modelOf(answer) })
}

/** The model, as integrations tell it. */
export function modelOf({ model_name: name, model }: JsonObject): string | undefined {
  return stringOr(name, undefined) ?? stringOr(model, undefined)
}

/** The form of the content where it is not the one that its parts would get. */
function contentForm(
  content: JsonValue | undefined,
  parts: readonly Part[],
  context: Context,
): string | undefined {
  if (!isArray(content)) return undefined
  return isPlain(parts, context) ? 'plain blocks' : 'blocks'
}

/** Whether a text tells all there is of the arguments, so that nothing was closed that had been cut. */
function isTold(call: ToolCall, context: Context): boolean {
  const own = metadataOf(call, context)
  return call.rawArguments !== undefined && (own?.raw !== undefined || own?.chunk !== undefined)
}

function decodeAnswerBlock(block: JsonValue, calls: Calls, path: string, context: Context): Part {
  if (!isObject(block)) return decodeBlock(block, context)
  if (isCallBlock(block)) return calls.take(block, path)
  return isResultBlock(block) ? decodeResultBlock(block, path, context) : decodeBlock(block, context)
}

/** The calls of a message, out of all places where they stand. */
class Calls {
  /** Fields that are read. */
  readonly read: Fields
  /** `additional_kwargs` without the calls in it. */
  readonly kwargs: JsonObject
  readonly #waiting: CallPlaces[] = []

  constructor(
    { fields, kwargs }: Head,
    private readonly path: string,
    private readonly context: Context,
    private readonly place: string,
  ) {
    const { tool_calls: raw, ...others } = kwargs
    const listed = objectsIn(fields.tool_calls)
    for (const call of listed)
      this.#waiting.push(isObject(call.function) ? { raw: call, listed: true } : { list: call })
    for (const invalid of objectsIn(fields.invalid_tool_calls)) this.#waiting.push({ invalid })
    for (const call of objectsIn(raw)) this.#add({ raw: call })
    for (const chunk of objectsIn(fields.tool_call_chunks)) this.#add({ chunk })
    const isRead = isArray(raw) && raw.length > 0 && raw.every(isObject)
    this.kwargs = isRead ? others : kwargs
    this.read = Object.fromEntries(
      LISTS.flatMap((name) => (isList(fields[name]) ? [[name, 'array' as const]] : [])),
    )
  }

  /** Joins what is told again of a call to what is known of it. */
  #add(places: CallPlaces): void {
    const known = this.#find(places)
    if (known === -1) this.#waiting.push(places)
    else this.#waiting[known] = { ...this.#waiting[known], ...places }
  }

  #find(places: CallPlaces): number {
    const id = nativeId(places)
    const [key = ''] = Object.keys(places)
    return this.#waiting.findIndex(
      (one) =>
        nativeId(one) === id &&
        !Object.hasOwn(one, key) &&
        (id !== undefined || nativeName(one) === nativeName(places)),
    )
  }

  /** The call of a block: of the content, and maybe of another place. */
  take(block: JsonObject, path: string): ToolCall {
    const executed = CALL_BLOCKS[stringOr(block.type, '')]?.[1] === true
    const known = executed ? -1 : this.#find({ block })
    const [places] = known === -1 ? [] : this.#waiting.splice(known, 1)
    return decodeCall({ ...places, block }, path, this.context, `${this.place}/${path}`)
  }

  /** Those that stand in no block. */
  rest(): ToolCall[] {
    return this.#waiting.map((places, index) =>
      decodeCall(places, `${this.path}/tool_calls/${index}`, this.context, `${this.place}/${index}`),
    )
  }
}

function isList(value: JsonValue | undefined): boolean {
  return isArray(value) && value.length > 0 && value.every(isObject)
}

/** Whether a text and calls after it say it all, for which a bare text and a list of calls are enough. */
function isPlain(parts: readonly Part[], context: Context): boolean {
  const said = parts.filter((part) => !isWhole(part, context))
  const [first, ...others] = said
  const isText = first?.type === 'text' && first.text !== '' && bareText([first], context) !== undefined
  const rest = isText ? others : said
  const broken = rest.findIndex((part) => part.type === 'tool-call' && part.status !== 'complete')
  // Calls that cannot be run are in a list of their own, after the others.
  const isMixed =
    broken !== -1 &&
    rest.slice(broken).some((part) => part.type === 'tool-call' && part.status === 'complete')
  return !isMixed && rest.every((part) => part.type === 'tool-call' && !part.providerExecuted)
}

function answerSlot(message: Message, context: Context): JsonObject | undefined {
  const slot = { ...messageSlot(message, context), ...partSlots(message.parts, context) }
  return Object.keys(slot).length === 0 ? undefined : slot
}

/**
 * The fields of an AI message.
 * @param answer what stands in `response_metadata` of an answer.
 */
export function encodeAnswer(
  message: Message,
  path: string,
  context: Context,
  answer: JsonObject | undefined,
  slot?: JsonObject,
): JsonObject {
  const own = metadataOf(message, context)
  const { parts } = message
  const cut = isCutAnswer(answer ?? objectOr(extraOf(own).response_metadata, NOTHING))
  const isOwn = own?.content === 'blocks' || own?.content === 'plain blocks'
  const asBlocks = own?.content === 'plain blocks' || !isPlain(parts, context)
  const content = asBlocks
    ? parts.flatMap((part, index) => encodePart(part, `${path}/parts/${index}`, context, cut, !isOwn) ?? [])
    : (bareText(parts.slice(0, 1), context) ?? firstText(parts, context))
  const calls = parts
    .filter((part) => part.type === 'tool-call')
    .filter(({ providerExecuted }) => !providerExecuted)
  const version = stringOr(own?.version, asBlocks && !isOwn ? 'v1' : undefined)
  const slots = { ...answerSlot(message, context), ...slot }
  const hasSlot = Object.keys(slots).length > 0
  const head = writeHead(content, own, hasSlot ? slots : undefined, version, answer)
  const isSilent = content === '' || (isArray(content) && content.length === 0)
  return withExtras(
    {
      ...head,
      content: isSilent ? undefined : head.content,
      ...encodeCalls(calls, path, context, cut, head.additional_kwargs, own),
    },
    own,
    { content },
  )
}

/** The text before the calls. */
function firstText(parts: readonly Part[], context: Context): string {
  const first = parts.find((part) => !isWhole(part, context))
  return first?.type === 'text' ? first.text : ''
}

function encodePart(
  part: Part,
  path: string,
  context: Context,
  cut: boolean,
  isNew: boolean,
): JsonValue | undefined {
  if (part.type === 'tool-call') return encodeBlock(part, path, context, cut, isNew)
  if (part.type !== 'tool-result') return encodeBlockOf(part, path, context)
  return part.providerExecuted ? encodeResultBlock(part, path, context) : dropPart('a result', path, context)
}

/** The calls in every place but the content. */
function encodeCalls(
  calls: readonly ToolCall[],
  path: string,
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
    const kept = metadataOf(call, context)
    const native = encodeRaw(call, context)
    const isListed = isObject(kept?.raw) && kept.raw.listed === true
    if (native !== undefined) (isListed ? listed : raw).push(native)
    if (kept?.unlisted !== true && !isListed)
      (isInvalid(call, cut, context) ? invalid : listed).push(encodeListed(call, path, context, cut))
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
      ...objectOr(extraOf(own).additional_kwargs, NOTHING),
      ...objectOr(kwargs, NOTHING),
      tool_calls: inKwargs,
    },
  })
}
