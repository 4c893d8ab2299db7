import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import { at, isArray, isObject, objectOr, objectsIn } from '../../base/json/read-json.js'
import { type Context, type Notice, warn } from '../../base/model/context.js'
import type { StreamEvent } from '../../base/model/events.js'
import type { Message, Part, ProviderMetadata } from '../../base/model/types.js'

const UNREAD_CALL = 'unread-call'

/** What members and types are named that hold a call or a result. */
const CALL_LIKE = /(tool|function)[-_]?(call[-_]?)?(call|invocation|use|execution|result|response|output)s?$/i

/** LangChain's list of items of any kind: each of them tells by its own members whether it is one. */
const ANY_ITEMS = 'tool_outputs'

/** Those of them that hold results. */
const RESULT_LIKE = /(result|response|output)s?$/i

/** Members by which a result names its call. */
const CALL_ID = /^((tool|function)[-_]?)?(call|use|invocation)[-_]?id$/i

/** Members that describe tools, the events of a span, which hold both sides of an exchange, and answers that are kept unread. */
const ASIDE = /^(tools|functions|tool_?(choice|config)|events|alternatives)$/i

/** Members with several answers to one request, of which one is read and the others are kept (`alternatives`). */
const CHOICES = /^(choices|candidates)$/

/** Members of messages that hold what a tool took or gave: any JSON may stand in them. */
const DATA =
  /^(args|arguments|parameters|params|input|result|output|response|json|value|structured_?content|metadata|input_?schema)$/i

/** Objects inside each other, from the body to a call. */
const DEPTH = 9

/** The ids and names of what was read. */
interface ReadCalls {
  readonly calls: Set<string>
  readonly results: Set<string>
}

/** A decoder of bodies that also reports what looks like a call there and was not read. */
export function checked<
  Value extends { readonly messages: readonly Message[] } | { readonly message: Message },
>(decode: (native: JsonObject, context: Context) => Value): (native: JsonObject, context: Context) => Value {
  return (native, context) => {
    const decoded = decode(native, context)
    reportUnread(native, 'message' in decoded ? [decoded.message] : decoded.messages, context)
    return decoded
  }
}

/**
 * Reports each call and result of a native value that is not in the messages that it was decoded to. What is set aside is
 * looked at as far as it became part of messages.
 */
export function reportUnread(native: JsonValue, messages: readonly Message[], context: Context): void {
  const read: ReadCalls = { calls: new Set(), results: new Set() }
  for (const { parts } of messages) for (const part of parts) note(part, read)
  if (report(native, read, context)) return
  for (const { providerMetadata } of messages) report(providerMetadata?.[context.wire], read, context)
}

/**
 * The same for the events that a stream was decoded to. What decoders do not read of its frames is in the metadata of
 * events and in opaque parts, so those are looked at, and no frame is: paths lead into what was not read.
 */
export class UnreadInStream {
  readonly #context: Context
  readonly #unread: JsonValue[] = []
  readonly #read: ReadCalls = { calls: new Set(), results: new Set() }

  constructor(context: Context) {
    this.#context = context
  }

  /** Takes a frame of which no event was made. */
  skip(frame: JsonValue): void {
    if (isObject(frame) && (isCallLike(frame.type) || hasCallMember(frame))) this.#unread.push(frame)
  }

  /** Takes each event but deltas, and reports at the end of a turn. */
  push(event: StreamEvent): void {
    if (event.type === 'tool-call') this.#add(event.call)
    else if (event.type === 'tool-result') this.#add(event.result)
    else if ('part' in event) this.#add(event.part)
    if (event.type !== 'finish') return
    this.#addMetadata(event)
    this.#addMetadata({ providerMetadata: event.messageMetadata })
    report(this.#unread.splice(0), this.#read, this.#context)
  }

  #add(part: Part): void {
    note(part, this.#read)
    if (part.type === 'opaque') this.#unread.push(part.value)
    else this.#addMetadata(part)
  }

  #addMetadata({ providerMetadata }: { readonly providerMetadata?: ProviderMetadata | undefined }): void {
    const own = providerMetadata?.[this.#context.wire]
    if (own !== undefined) this.#unread.push(own)
  }
}

/** Whether a notice tells of a call or a result that was not read. */
export function isUnread({ code }: Notice): boolean {
  return code === UNREAD_CALL
}

/**
 * @param place where what the notices are of stands. Default: their paths say it.
 * @throws AdapterError('unknown-wire') when a wire that nobody named turns out to leave calls unread.
 */
export function refuseGuess(wire: string, notices: readonly Notice[], place = ''): void {
  const unread = notices.find(isUnread)
  if (unread === undefined) return
  throw new AdapterError(
    'unknown-wire',
    `${place}${unread.path}`,
    `no adapter reads this call or result. The rest looks like ${wire}, which would lose it; name that wire to read the rest`,
  )
}

function note(part: Part, { calls, results }: ReadCalls): void {
  if (part.type === 'tool-call') calls.add(part.id).add(part.name)
  else if (part.type === 'tool-result') results.add(part.callId).add(part.name)
}

/** Whether there was something to report. */
function report(native: JsonValue | undefined, read: ReadCalls, context: Context): boolean {
  // Of bodies alone the members may be called as what tools take and give.
  const paths = unreadInside(native, read, isArray(native) ? DEPTH - 1 : DEPTH)
  const message = `this looks like a call or result of another format; ${context.wire} does not read it`
  for (const path of paths) warn(UNREAD_CALL, message, { ...context, path })
  return paths.length > 0
}

/** The paths of what was not read. They are put together on the way back: mostly there is none. */
function unreadInside(value: JsonValue | undefined, read: ReadCalls, depth: number): readonly string[] {
  if (isObject(value)) return unreadIn(value, read, depth)
  if (!isArray(value)) return NONE
  let found = NONE
  for (let index = 0; index < value.length; index += 1) {
    const item = value[index]
    if (isObject(item)) found = withBelow(found, index, unreadIn(item, read, depth))
  }
  return found
}

const NONE: string[] = []

function unreadIn(object: JsonObject, read: ReadCalls, depth: number): readonly string[] {
  const type = object.type ?? object.block_type
  if (isCallLike(type) && !isRead(object, type, read)) return ['']
  let found = NONE
  for (const key in object) {
    const value = object[key]
    // Most members are neither: their names need no look.
    if (typeof value === 'string') {
      if (isUnreadId(wordOf(key), value, object, read)) found = withBelow(found, key, HERE)
    } else if (typeof value === 'object' && value !== null)
      found = withBelow(found, key, unreadUnder(wordOf(key), value, read, depth))
  }
  return found
}

/** The same of the value of a member, which its name may say to be a call. */
function unreadUnder(
  word: NameMeaning,
  value: JsonObject | JsonArray,
  read: ReadCalls,
  depth: number,
): readonly string[] {
  if (isUnreadCall(word, value, read)) return HERE
  if (word.isChoices && isArray(value) && value.length > 1) return unreadInChoices(value, read, depth - 1)
  return depth > 0 && !isPassedOver(word, depth) ? unreadInside(value, read, depth - 1) : NONE
}

/** The same of the one choice that is read: that with the index 0, or the first one. */
function unreadInChoices(choices: JsonArray, read: ReadCalls, depth: number): readonly string[] {
  const position = choices.findIndex((choice) => isObject(choice) && choice.index === 0)
  const choice = choices[Math.max(0, position)]
  return isObject(choice) ? withBelow(NONE, Math.max(0, position), unreadIn(choice, read, depth)) : NONE
}

const HERE: readonly string[] = ['']

/** Adds to the list, or begins one: mostly there is none. */
function withBelow(found: string[], key: string | number, below: readonly string[]): string[] {
  if (below.length === 0) return found
  const paths = found === NONE ? [] : found
  for (const path of below) paths.push(`${at('', key)}${path}`)
  return paths
}

/** What the name of a member, or a type, says. */
interface NameMeaning {
  readonly isCall: boolean
  readonly isResult: boolean
  readonly isCallId: boolean
  readonly isAside: boolean
  readonly isChoices: boolean
  readonly isData: boolean
}

const WORDS = new Map<string, NameMeaning>()
/** Bodies have few names; what has more of them holds data. */
const MOST_WORDS = 2000

/** Names come again and again, and an expression takes longer than a look. */
function wordOf(text: string): NameMeaning {
  const known = WORDS.get(text)
  if (known !== undefined) return known
  const word: NameMeaning = {
    isCall: text !== ANY_ITEMS && CALL_LIKE.test(text),
    isResult: RESULT_LIKE.test(text),
    isCallId: CALL_ID.test(text),
    isAside: ASIDE.test(text),
    isChoices: CHOICES.test(text),
    isData: DATA.test(text),
  }
  if (WORDS.size < MOST_WORDS) WORDS.set(text, word)
  return word
}

function isPassedOver({ isCall, isAside, isData }: NameMeaning, depth: number): boolean {
  return isCall || isAside || (depth < DEPTH && isData)
}

function isUnreadId(
  { isCallId }: NameMeaning,
  id: string,
  { role }: JsonObject,
  { calls, results }: ReadCalls,
): boolean {
  return isCallId && id !== '' && !results.has(id) && (role === 'tool' || !calls.has(id))
}

function isUnreadCall(word: NameMeaning, value: JsonValue, read: ReadCalls): boolean {
  if (!word.isCall) return false
  return !listed(value).every((call) => isReadAs(word, call, read))
}

function isRead(call: JsonObject, type: string, read: ReadCalls): boolean {
  return isReadAs(wordOf(type), call, read)
}

/** Whether it was read. What says nothing of itself is no call, and may hold some. */
function isReadAs(word: NameMeaning, call: JsonObject, read: ReadCalls): boolean {
  const isKnown = isKnownAs(word, call, read)
  if (isKnown !== undefined) return isKnown
  for (const key in call) {
    const inner = wordOf(key)
    if (inner.isCall && listed(call[key]).some((one) => isKnownAs(inner, one, read) === false)) return false
  }
  return true
}

/** Whether its ids, or else its names, are those of what was read; `undefined` without either. */
function isKnownAs(
  { isResult }: NameMeaning,
  call: JsonObject,
  { calls, results }: ReadCalls,
): boolean | undefined {
  const read = isResult ? results : calls
  let hasId = false
  for (const key in call) {
    const id = call[key]
    if (typeof id !== 'string' || (key !== 'id' && !wordOf(key).isCallId) || isNothing(id)) continue
    if (read.has(id)) return true
    hasId = true
  }
  if (hasId) return false
  const { name, toolName, tool_name: snakeName, function: named } = call
  const names = [name, toolName, snakeName, objectOr(named, undefined)?.name].filter(
    (one) => typeof one === 'string' && !isNothing(one),
  )
  return names.length === 0 ? undefined : names.some((one) => typeof one === 'string' && read.has(one))
}

/** One object, or those of a list. */
function listed(value: JsonValue | undefined): readonly JsonObject[] {
  return isObject(value) ? [value] : objectsIn(value)
}

function hasCallMember(frame: JsonObject): boolean {
  for (const key in frame) if (isCallLike(key)) return true
  return false
}

function isNothing(text: string): boolean {
  return text === '' || text === 'null'
}

function isCallLike(word: JsonValue | undefined): word is string {
  return typeof word === 'string' && word.length <= LONGEST_WORD && wordOf(word).isCall
}

/** A type is no longer than this. */
const LONGEST_WORD = 100
